package bot

import (
	"math"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/kutschke"
)

// rollKutschke is a Playout of Kutschke's Camelot: everybody plays by planAhead to the end of
// the round, which is judged by who leads then.
func rollKutschke(state games.State, rng *rand.Rand, values []float64) {
	first, _ := state.View(games.Spectator).(kutschke.View)
	wishes := make(map[games.Seat][]kutschke.Kind) // of the seats that have planned the round
	for state.Result() == nil {
		seat := state.ToAct()[0]
		v, _ := state.View(seat).(kutschke.View)
		if v.Round != first.Round {
			break
		}
		switch v.Phase {
		case kutschke.PhaseAct: // a whole turn by one plan, which nobody can thwart
			for _, step := range planAhead(v, 0, rng).best {
				if step.kind != 0 {
					state = applied(state, seat, step.line())
				}
			}
			state = applied(state, seat, "done")
		case kutschke.PhasePick:
			state = applied(state, seat, rollPick(state, v, wishes, rng))
		default:
			state = applied(state, seat, kutschkeAhead(v, state.Legal(seat), rng))
		}
	}
	if r := state.Result(); r != nil {
		ismcts.Score(r, values)
		return
	}
	v, _ := state.View(games.Omniscient).(kutschke.View)
	sum := 0.0
	for i := range v.Seats {
		own := v
		own.Viewer = games.Seat(i + 1)
		b := newBoard(own)
		values[i] = math.Exp(b.lead(v.Seats[i].Points))
		sum += values[i]
	}
	for i := range v.Seats {
		values[i] /= sum
	}
}

// applied plays an action that is legal; a refusal leaves the state as it is.
func applied(state games.State, seat games.Seat, action string) games.State {
	next, _, err := state.Apply(seat, action)
	if err != nil {
		return state
	}
	return next
}

// rollPick picks the rarest card that a seat still wishes for by the plan that it made when
// it first picked, or plans anew when there is none left of what it wishes.
func rollPick(state games.State, v kutschke.View, wishes map[games.Seat][]kutschke.Kind, rng *rand.Rand) string {
	wish, planned := wishes[v.Viewer]
	if !planned {
		wish = planAhead(v, v.Passes-len(v.Seats[v.Viewer-1].Picked), rng).wanted()
	}
	best := -1
	for i, k := range wish {
		if v.Supply[k] > 0 && (best < 0 || v.Supply[k] < v.Supply[wish[best]]) {
			best = i
		}
	}
	if best < 0 {
		return kutschkeAhead(v, state.Legal(v.Viewer), rng)
	}
	kind := wish[best]
	wishes[v.Viewer] = slices.Delete(wish, best, best+1)
	return "pick " + kind.String()
}

// pointLead is what a point adds to a lead.
const pointLead = 0.49

// cardLeads is what a card of each virtue adds to a lead.
var cardLeads = [...]float64{kutschke.Sword: 0.58, kutschke.Lance: 0.58, kutschke.Dragon: 0.42, kutschke.Book: 0.52}

// lead returns the worth of points and a board at the beginning of a round: of two knights
// that of one more is e times as likely to win. Its numbers were fitted to games of this search,
// of 80 deals, against itself with the numbers fitted before, so that it does not hoard what
// turns out to win nothing.
func (b *board) lead(points int) float64 {
	best, rest := b.promises()
	worth := pointLead*float64(points) + 0.016*best + 0.02*rest
	for v, each := range cardLeads {
		worth += each * float64(b.hand.count(kutschke.Virtue(v)))
	}
	if b.at == kutschke.Camelot {
		worth += 0.22
	}
	return worth
}

// planAhead is the planFunc of rollouts, which goes by leads.
func planAhead(v kutschke.View, more int, rng *rand.Rand) *planner {
	return planFor(func(b *board) float64 { return 10 * b.lead(0) / pointLead }, v, more, rng)
}

// kutschkeAhead is Kutschke for a player who plans by leads.
func kutschkeAhead(v kutschke.View, legal []string, rng *rand.Rand) string {
	return chooseBy(planAhead, v, legal, rng)
}
