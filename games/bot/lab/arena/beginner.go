package arena

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// Beginner plays as a person might in a first match. It measures whether the weakest level can be
// beaten. On a board it makes the largest capture. Without a capture it makes the move that brings
// a piece closest to the goal castle, or to an enemy where there is no castle. It never sees an
// answer of an opponent. At cards it plays by the rule of thumb of its game.
type Beginner struct {
	rng   *rand.Rand
	thumb func(games.View, []string, *rand.Rand) string // nil on a board
}

// NewBeginner returns a Beginner of a game.
func NewBeginner(game string, seed uint64) (*Beginner, error) {
	thumb, ok := thumbs[game]
	if !ok && parker.BoardOf(game) == nil {
		return nil, fmt.Errorf("the game %s has no beginner", game)
	}
	return &Beginner{rand.New(rand.NewPCG(seed, 0x626567696e)), thumb}, nil
}

// Choose implements bot.Chooser. At cards it never interrupts others.
func (b *Beginner) Choose(t bot.Turn) (bot.Choice, error) {
	if !slices.Contains(t.State.ToAct(), t.Seat) {
		return bot.Choice{}, nil
	}
	if b.thumb != nil {
		return bot.Choice{Action: b.thumb(t.State.View(t.Seat), t.State.Legal(t.Seat), b.rng)}, nil
	}
	x, ok := parker.SearchOf(t.State)
	if !ok {
		return bot.Choice{}, fmt.Errorf("seat %d is on no board", t.Seat)
	}
	return bot.Choice{Action: b.move(x)}, nil
}

// move returns the text of a move on a board. Equal ones are drawn at random.
func (b *Beginner) move(x *parker.Search) (text string) {
	moves := x.Moves(nil)
	b.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	far := distances(x)
	most := 0
	for _, m := range moves {
		route := x.Text(m)
		gain := 100*strings.Count(route, "x") + far[parker.From(m)] - far[parker.To(m)]
		if far[parker.To(m)] == 0 && far[parker.From(m)] > 0 {
			gain += 50 // a step into the castle comes before longer ways
		}
		if text == "" || gain > most {
			text, most = route, gain
		}
	}
	return text
}

// distances returns the steps from each square to the goal castle of the seat to act, or to the
// nearest enemy where there is no castle.
func distances(x *parker.Search) []int {
	b, seat := x.Board(), x.ToAct()
	if b.GoalWins() > 0 {
		return b.Steps(b.Goal(seat))
	}
	var enemies []parker.Square
	for q := range parker.Square(b.Len()) {
		if owner := x.On(q).Seat(); owner != 0 && owner != seat && owner != b.Partner(seat) {
			enemies = append(enemies, q)
		}
	}
	return b.Steps(enemies)
}

// thumbs are the rules of thumb at cards.
var thumbs = map[string]func(games.View, []string, *rand.Rand) string{
	"knizia":   tokenThumb,
	"kutschke": questThumb,
	"shannon":  strengthThumb,
}

// tokenThumb is the thumb of Knizia's Camelot. It opens in the first color that it may. It places
// its highest card until it leads, then ends its turn. It withdraws once no card goes, and never
// plays an action card.
func tokenThumb(view games.View, legal []string, rng *rand.Rand) string {
	v, _ := view.(knizia.View)
	line := first(legal, "colour ", "end")
	if line == "" {
		most := 0
		for _, c := range v.Seats[v.Viewer-1].Hand {
			if play := "play " + c.String(); !c.IsAction() && c.Value() > most && slices.Contains(legal, play) {
				line, most = play, c.Value()
			}
		}
	}
	return cmp.Or(line, first(legal, "withdraw"), legal[rng.IntN(len(legal))])
}

// strengthThumb is the thumb of the Tournament at Camelot, where the lowest card loses. It plays
// the lowest card that is higher than one on the table, else its lowest card. It leads its highest
// card, and decides everything else at random.
func strengthThumb(view games.View, legal []string, rng *rand.Rand) string {
	v, _ := view.(shannon.View)
	if v.Mine == nil {
		return legal[rng.IntN(len(legal))]
	}
	least := math.MaxInt
	for _, p := range v.Table {
		least = min(least, p.Value)
	}
	low, safe, high := "", "", ""
	var lowest, safest, highest int
	for _, c := range v.Mine.Hand {
		line, value := "play "+c.Card.String(), c.Card.Value()
		if !slices.Contains(legal, line) {
			continue
		}
		if low == "" || value < lowest {
			low, lowest = line, value
		}
		if value > least && (safe == "" || value < safest) {
			safe, safest = line, value
		}
		if high == "" || value > highest {
			high, highest = line, value
		}
	}
	if len(v.Table) == 0 {
		low = high
	}
	return cmp.Or(safe, low, legal[rng.IntN(len(legal))])
}

// questThumb is the thumb of Kutschke's Camelot. It takes one adventure, collects the virtues that
// this one costs, rides there, completes it and rides home. It picks the cards for its next steps,
// and stakes nothing in tournaments.
func questThumb(view games.View, legal []string, rng *rand.Rand) string {
	v, _ := view.(kutschke.View)
	own := v.Seats[v.Viewer-1]
	lacks, goal := []string{"A"}, kutschke.Camelot
	if len(own.Adventures) > 0 {
		quest := own.Adventures[0]
		if lacks = lacking(own, quest); len(lacks) == 0 {
			goal = quest.Place()
		}
	}
	switch v.Phase {
	case kutschke.PhasePick:
		if len(lacks) == 0 || own.At != goal {
			lacks = append([]string{"P", "Q"}, lacks...)
		}
		for _, kind := range append(lacks, "ES", "EL", "ED", "EB") {
			if line := "pick " + kind; slices.Contains(legal, line) {
				return line
			}
		}
	case kutschke.PhaseAct:
		ride := ""
		if own.At != goal {
			ride = cmp.Or(first(legal, "P "+goal.String()), first(legal, "P "))
		}
		line := cmp.Or(first(legal, "Q "), ride)
		for _, kind := range append(lacks, "A", "ES", "EL", "ED", "EB") {
			line = cmp.Or(line, last(legal, kind+" "))
		}
		return cmp.Or(line, "done")
	}
	return legal[0]
}

// lacking lists the kinds of action card that bring the virtues a knight lacks for an adventure.
func lacking(own kutschke.Knight, quest kutschke.Adventure) (kinds []string) {
	for _, virtue := range kutschke.Virtues() {
		need := quest.Cost(virtue)
		for _, c := range own.Hand {
			if c.Virtue() == virtue {
				need -= c.Value()
			}
		}
		if need > 0 {
			kinds = append(kinds, "E"+kutschke.CardOf(virtue, 1).String()[:1])
		}
	}
	return kinds
}

// first returns the first line with one of the prefixes, "" if there is none.
func first(lines []string, prefixes ...string) string {
	for _, prefix := range prefixes {
		if i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, prefix) }); i >= 0 {
			return lines[i]
		}
	}
	return ""
}

// last returns the last line with a prefix, "" if there is none.
func last(lines []string, prefix string) (found string) {
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			found = line
		}
	}
	return found
}
