package bot

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tableronde/games/knizia"
)

// Knizia returns one of the legal actions of a seat in Knizia's Camelot, given its view. The
// player opens in the strongest color, follows as long as the tournament is worth the cards,
// and plays an action card where cards alone do not lead.
func Knizia(v knizia.View, legal []string, rng *rand.Rand) string {
	line := ""
	switch v.Phase {
	case knizia.PhaseOpen:
		line = "colour " + openingColor(v).String()
	case knizia.PhaseToken:
		line = legal[rng.IntN(len(legal))]
	case knizia.PhaseAdapt:
		line = v.Keep.Oldest.String()
	case knizia.PhaseTurn:
		line = newTourney(v).line(v)
	}
	if slices.Contains(legal, line) {
		return line
	}
	return legal[0]
}

// openingColor returns the color to open a tournament in: the color of the most cards. A color
// whose token is missing comes before others.
func openingColor(v knizia.View) knizia.Color {
	own, best, most := v.Seats[v.Viewer-1], knizia.NoColor, -1
	for _, c := range v.Choose {
		if c.Why != nil {
			continue
		}
		worth := 0
		for _, card := range own.Hand {
			if card.Color() == c.Color {
				worth += 3 + card.Value()
			}
		}
		if c.Color != knizia.Purple && slices.Contains(own.Tokens, c.Color) {
			worth /= 2
		}
		if worth > most {
			best, most = c.Color, worth
		}
	}
	return best
}

// tourney is a tournament as a seat judges it.
type tourney struct {
	color   knizia.Color
	total   int           // of the seat
	cards   []knizia.Card // that the seat may place, the lowest first
	actions []knizia.Card
	hand    int // cards of all kinds
	stunned bool
	wants   bool // the seat wants the token, or wants nobody else to get it
	rivals  int
}

func newTourney(v knizia.View) tourney {
	own := v.Seats[v.Viewer-1]
	t := tourney{color: v.Color, total: own.Total, stunned: own.Stunned, hand: len(own.Hand)}
	t.wants = v.Color == knizia.Purple || !slices.Contains(own.Tokens, v.Color)
	maiden := slices.Contains(own.Display, knizia.W6)
	for _, c := range own.Hand {
		switch {
		case c.IsAction():
			t.actions = append(t.actions, c)
		case c.IsColored() && c.Color() != v.Color, c == knizia.W6 && maiden:
		default:
			t.cards = append(t.cards, c)
			maiden = maiden || c == knizia.W6
		}
	}
	slices.SortStableFunc(t.cards, func(a, b knizia.Card) int { return t.worth(a) - t.worth(b) })
	for _, s := range v.Seats {
		if s.Seat != v.Viewer && s.In {
			t.rivals++
			t.wants = t.wants || len(s.Tokens) == v.Target-1 && !slices.Contains(s.Tokens, v.Color)
		}
	}
	return t
}

// worth returns the points that a card adds to a total.
func (t tourney) worth(c knizia.Card) int {
	if t.color == knizia.Green {
		return 1
	}
	return c.Value()
}

// most returns the total after all cards are placed.
func (t tourney) most() int {
	sum := t.total
	for _, c := range t.cards {
		sum += t.worth(c)
	}
	return sum
}

// cheapest returns the fewest cards that bring the total above best, of these the lowest; nil if no
// cards do.
func (t tourney) cheapest(best int) []knizia.Card {
	var set []knizia.Card
	left, total := slices.Clone(t.cards), t.total
	for len(left) > 0 && (len(set) == 0 || total <= best) {
		i := slices.IndexFunc(left, func(c knizia.Card) bool { return total+t.worth(c) > best })
		if i < 0 {
			i = len(left) - 1
		}
		set, total = append(set, left[i]), total+t.worth(left[i])
		left = slices.Delete(left, i, i+1)
		if t.stunned {
			break
		}
	}
	if total <= best {
		return nil
	}
	return set
}

// answer returns the cards to place against a total, or nil to withdraw.
func (t tourney) answer(best int) []knizia.Card {
	set := t.cheapest(best)
	switch spare := t.most() - best; {
	case !t.wants && (len(set) > 1 || t.hand < 8),
		t.rivals > 1 && spare < 2+t.rivals && t.total == 0,
		len(set) > 4,
		spare < 1:
		return nil
	}
	return set
}

// line returns the next line of a turn.
func (t tourney) line(v knizia.View) string {
	switch {
	case v.Opening:
		return "play " + t.cards[len(t.cards)/2].String()
	case v.End.Why == nil:
		return "end"
	}
	set := t.answer(v.End.Best)
	if set == nil && t.wants {
		if line := t.act(v); line != "" {
			return line
		}
	}
	if set == nil && v.Added > 0 {
		set = t.cheapest(v.End.Best)
	}
	if set == nil {
		return v.End.Withdraw[0].String()
	}
	return "play " + set[0].String()
}

// act returns the action card that lowers the leader's total, "" for none.
func (t tourney) act(v knizia.View) string {
	leader := v.Seats[v.End.Rival-1]
	for _, m := range v.Moves {
		if m.Do != knizia.PlayAction {
			continue
		}
		switch m.Card {
		case knizia.Riposte, knizia.Dodge, knizia.BreakLance, knizia.Stunned:
			if m.Seat != leader.Seat || m.Card == knizia.Dodge && leader.Display[m.At-1] != slices.MaxFunc(leader.Display, func(a, b knizia.Card) int { return a.Value() - b.Value() }) {
				continue
			}
		case knizia.Outmaneuver, knizia.Countercharge, knizia.Disgrace:
		case knizia.DropWeapon:
			if len(t.cards)+len(v.Seats[v.Viewer-1].Display) <= len(leader.Display) {
				continue
			}
		default:
			continue
		}
		return m.String()
	}
	return ""
}

// KniziaOrders returns the advance orders of a player who plays as Knizia does. They have, for
// each total to beat, the cards to place in the next turn, the total from which to withdraw,
// and the cards to keep for Adapt.
func KniziaOrders(v knizia.View, _ string, _ *rand.Rand) string {
	lines := []string{"adapt-choice oldest", "always: withdraw beaten"}
	own := v.Seats[v.Viewer-1]
	if !own.In || v.Color == knizia.NoColor || v.Phase == knizia.PhaseToken || v.Phase == knizia.PhaseOver {
		return strings.Join(lines, "\n")
	}
	t := newTourney(v)
	least := 0
	for _, s := range v.Seats {
		if s.In && s.Seat != v.Viewer {
			least = max(least, s.Total)
		}
	}
	lines = append(lines, t.plans(least)...)
	return strings.Join(lines, "\n")
}

// mostPlans is the largest number of plans that KniziaOrders writes.
const mostPlans = 4

// plans returns the lines of orders for the next turn, for totals to beat from the least
// one.
func (t tourney) plans(least int) []string {
	type plan struct {
		cards []knizia.Card
		most  int
	}
	var plans []plan
	best := least
	for ; best <= knizia.MostTotal; best++ {
		cards := t.answer(best)
		if cards == nil {
			break
		}
		if n := len(plans); n > 0 && slices.Equal(plans[n-1].cards, cards) {
			plans[n-1].most = best
			continue
		}
		plans = append(plans, plan{cards, best})
	}
	var lines []string
	// If there are too many plans, those for the higher totals also serve for the lower ones.
	for step := len(plans)/mostPlans + 1; len(plans) > 0; plans = plans[min(step, len(plans)):] {
		p := plans[min(step, len(plans))-1]
		line := "if total<=" + strconv.Itoa(p.most) + " play"
		for _, c := range p.cards {
			line += " " + c.String()
		}
		lines = append(lines, line)
	}
	if best > 0 && (len(t.actions) == 0 || !t.wants) {
		lines = append(lines, "withdraw total>="+strconv.Itoa(best))
	}
	return lines
}
