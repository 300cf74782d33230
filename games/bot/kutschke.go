package bot

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/kutschke"
)

// Kutschke returns one of the legal actions of a seat in Kutschke's Camelot, given
// its view: that of a player who plans the round ahead and reckons with nobody
// else. It serves to try out the cards.
func Kutschke(v kutschke.View, legal []string, rng *rand.Rand) string {
	return chooseBy(plan, v, legal, rng)
}

// chooseBy returns the action of a player that plans by a function.
func chooseBy(plan planFunc, v kutschke.View, legal []string, rng *rand.Rand) string {
	if len(legal) == 1 {
		return legal[0]
	}
	var line string
	switch v.Phase {
	case kutschke.PhasePick:
		line = pickLine(plan, v, rng)
	case kutschke.PhaseAct:
		line = "done"
		if best := plan(v, 0, rng).best[0]; best.kind != 0 {
			line = best.line()
		}
	case kutschke.PhaseTourney:
		line = bidLine(v, legal, rng)
	}
	if slices.Contains(legal, line) {
		return line
	}
	return legal[0]
}

// Numbers of the rules.
const (
	maxRide  = 3 // places that a Horse goes
	maxPicks = 4 // action cards of a seat in a round
	maxValue = 3 // of a virtue card
	places   = 8 // of the circle
)

// step is the use of an action card; fields that it does not need are zero.
type step struct {
	kind      kutschke.Kind
	card      kutschke.Card // that an exercise takes or Justice gives
	adventure kutschke.Adventure
	place     kutschke.Place
	pay       hand // of a Quest
}

// planner searches for the best way to spend action cards in one turn.
type planner struct {
	view            kutschke.View
	rng             *rand.Rand
	later           func(*board) float64 // what a board is worth for later rounds: 10 for a point
	tournamentWorth float64              // what taking part in the tournament is worth
	path            [maxPicks]step       // the steps under trial
	best            [maxPicks]step       // the best steps found
	bestWorth       float64              // of best
	bestJousts      bool                 // best ends in a tournament that is still to be picked
	boards          [maxPicks + 1]board  // before each step of path, and after the last
	steps           [maxPicks][]step     // under trial at each place of the path
}

// planFunc finds the best turn of a seat that may still pick up to more cards.
type planFunc func(v kutschke.View, more int, rng *rand.Rand) *planner

// plan is the planFunc of the sensible player, who goes by prospects.
func plan(v kutschke.View, more int, rng *rand.Rand) *planner {
	ahead := 0.
	for _, k := range v.Seats {
		ahead = max(ahead, float64(k.Points)/float64(v.Target))
	}
	future := 1 - 0.6*min(1, ahead*ahead)
	return planFor(func(b *board) float64 { return future * b.prospects() }, v, more, rng)
}

// planFor finds the best turn, given what a board is worth for later rounds.
func planFor(later func(*board) float64, v kutschke.View, more int, rng *rand.Rand) *planner {
	p := &planner{view: v, rng: rng, later: later, tournamentWorth: 10, bestWorth: -1}
	rivals := false
	for i, k := range v.Seats {
		rivals = rivals || games.Seat(i+1) != v.Viewer && slices.Contains(k.Picked, kutschke.Tournament)
	}
	switch {
	case rivals:
		p.tournamentWorth = 6
	case v.Phase == kutschke.PhaseAct:
		p.tournamentWorth = 16
	}
	p.boards[0] = newBoard(v)
	p.extend(0, more, 0)
	return p
}

// extend tries every step that can follow the first depth ones of the path.
func (p *planner) extend(depth, more, points int) {
	b := &p.boards[depth]
	p.weigh(b, more, points)
	if depth == maxPicks {
		return
	}
	for kind := kutschke.ExerciseSword; kind <= kutschke.Horse; kind++ {
		held := b.picked.has(kind)
		if !held && (more == 0 || b.supply[kind] == 0) || kind == kutschke.Tournament {
			continue
		}
		// Another order of the same steps at Camelot leads to nothing new.
		if depth > 0 && kind < p.path[depth-1].kind && p.path[depth-1].kind <= kutschke.RoundTable {
			continue
		}
		with, left := *b, more
		if !held {
			with.picked[kind]++
			left--
		}
		if !with.mayUse(kind) {
			continue
		}
		p.steps[depth] = with.steps(kind, p.steps[depth][:0])
		for _, s := range p.steps[depth] {
			next := &p.boards[depth+1]
			*next = with
			gain := next.use(s)
			// A card is used once, and one that is held is not in the supply.
			next.supply[kind] = b.supply[kind]
			if !held {
				next.supply[kind]--
			}
			p.path[depth] = s
			p.extend(depth+1, left, points+gain)
			p.path[depth] = step{}
		}
	}
}

// weigh keeps the path if it is the best so far.
func (p *planner) weigh(b *board, more, points int) {
	worth := 10*float64(points) + p.later(b) + p.rng.Float64()
	jousts := false
	if b.at == kutschke.Camelot && b.hand.count(kutschke.Sword)+b.hand.count(kutschke.Lance) > 0 {
		switch {
		case b.picked.has(kutschke.Tournament):
			worth += p.tournamentWorth
		case more > 0 && b.supply[kutschke.Tournament] > 0:
			worth += p.tournamentWorth
			jousts = true
		}
	}
	if worth > p.bestWorth {
		p.bestWorth, p.best, p.bestJousts = worth, p.path, jousts
	}
}

// harmless are the action cards that seldom do harm, the best first.
var harmless = []kutschke.Kind{kutschke.Horse, kutschke.Quest, kutschke.ExerciseDragon, kutschke.ExerciseBook}

// pickLine picks the rarest of the cards that the plan still lacks.
func pickLine(plan planFunc, v kutschke.View, rng *rand.Rand) string {
	rarest := func(a, b kutschke.Kind) int { return v.Supply[a] - v.Supply[b] }
	if wanted := plan(v, v.Passes-len(v.Seats[v.Viewer-1].Picked), rng).wanted(); len(wanted) > 0 {
		return "pick " + slices.MinFunc(wanted, rarest).String()
	}
	for _, k := range harmless {
		if v.Supply[k] > 0 {
			return "pick " + k.String()
		}
	}
	return ""
}

// line returns the notation of a step.
func (s step) line() string {
	text := s.kind.String() + " "
	switch s.kind {
	case kutschke.RoundTable:
		return text + s.adventure.String()
	case kutschke.Justice:
		return text + s.card.String()
	case kutschke.Quest:
		text += s.adventure.String()
		for _, c := range s.pay.list() {
			text += " " + c.String()
		}
		return text
	case kutschke.Horse:
		return text + s.place.String()
	}
	return text + s.card.String()[1:]
}

// bidLine stakes little if the seat is alone, and one of the smaller stakes against
// a rival.
func bidLine(v kutschke.View, legal []string, rng *rand.Rand) string {
	if stakes, _ := v.Stakes(); stakes.Lone {
		return legal[1]
	}
	most := 0
	for _, seat := range v.Entrants() {
		if seat != v.Viewer {
			most = len(v.Seats[seat-1].Hand)
		}
	}
	if most == 0 {
		return legal[1]
	}
	cheap := legal[:min(len(legal), 1+rng.IntN(6))]
	return cheap[rng.IntN(len(cheap))]
}

// KutschkeOrders returns the standing orders that a player leaves who plays as Kutschke
// does: wishes for all picks to come, with what to take instead, the turn that the wishes
// are for, and a stake.
func KutschkeOrders(v kutschke.View, _ string, rng *rand.Rand) string {
	own := v.Seats[v.Viewer-1]
	more := v.Passes - len(own.Picked)
	var lines []string
	if v.Phase == kutschke.PhaseAct && own.At == kutschke.Camelot && slices.Contains(own.Picked, kutschke.Tournament) {
		lines = append(lines, stakes(own.Hand)...)
	}
	turnOver := v.Phase == kutschke.PhaseAct && v.Seats[v.ToAct[0]-1].Tent > own.Tent
	switch {
	case v.Phase == kutschke.PhaseOver:
		return ""
	case v.Phase == kutschke.PhasePick && more == 0, v.Phase == kutschke.PhaseAct && !turnOver:
		return strings.Join(append(lines, "plan: "+planText(plan(v, 0, rng))), "\n")
	case v.Phase != kutschke.PhasePick: // expect all action cards to be in the supply then
		v.Phase, more = kutschke.PhasePick, v.Passes
		v.Supply, v.Seats = maps.Clone(v.Supply), slices.Clone(v.Seats)
		for i := range v.Seats {
			for _, k := range v.Seats[i].Picked {
				v.Supply[k]++
			}
			v.Seats[i].Picked = nil
		}
	}
	return strings.Join(append(lines, roundOrders(v, more, rng)...), "\n")
}

func planText(p *planner) string {
	var lines []string
	for _, s := range p.best {
		if s.kind != 0 {
			lines = append(lines, s.line())
		}
	}
	return strings.Join(append(lines, "done"), ", ")
}

// roundOrders returns wishes for so many picks, and the turn that they are for.
func roundOrders(v kutschke.View, more int, rng *rand.Rand) []string {
	p := plan(v, more, rng)
	wanted := p.wanted()
	slices.SortStableFunc(wanted, func(a, b kutschke.Kind) int { return v.Supply[a] - v.Supply[b] })
	for _, k := range harmless {
		if !slices.Contains(wanted, k) && v.Supply[k] > 0 {
			wanted = append(wanted, k)
		}
	}
	words := make([]string, len(wanted))
	for i, k := range wanted {
		words[i] = k.String()
	}
	lines := []string{strings.Join(words, " "), "plan: " + planText(p)}
	if slices.Contains(wanted, kutschke.Tournament) {
		lines = append(lines, stakes(v.Seats[v.Viewer-1].Hand)...)
	}
	return lines
}

// wanted lists the action cards that the plan lacks.
func (p *planner) wanted() []kutschke.Kind {
	held := countPicks(p.view.Seats[p.view.Viewer-1].Picked)
	var wanted []kutschke.Kind
	for _, s := range p.best {
		switch {
		case s.kind == 0:
		case held.has(s.kind):
			held[s.kind]--
		default:
			wanted = append(wanted, s.kind)
		}
	}
	if p.bestJousts {
		wanted = append(wanted, kutschke.Tournament)
	}
	return wanted
}

// stakes returns lines for two weapons, or for one where only one may be staked.
func stakes(hand []kutschke.Card) []string {
	var weapons []string
	for _, c := range hand {
		if c.Virtue() == kutschke.Sword || c.Virtue() == kutschke.Lance {
			weapons = append(weapons, c.String())
		}
	}
	if len(weapons) == 0 {
		return []string{"bid:"}
	}
	return []string{"bid: " + strings.Join(weapons[:min(len(weapons), 2)], " "), "bid: " + weapons[0]}
}
