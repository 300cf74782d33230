package bot

import (
	"math"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/kutschke"
)

// rollKutschke is a Playout of Kutschke's Camelot: everybody plays as Kutschke does to the
// end of the round, which is judged by points and prospects.
func rollKutschke(state games.State, rng *rand.Rand, values []float64) {
	round := roundOf(state)
	wishes := make(map[games.Seat][]kutschke.Kind) // of the seats that have planned the round
	for state.Result() == nil {
		seat := state.ToAct()[0]
		v, _ := state.View(seat).(kutschke.View)
		if v.Round != round {
			break
		}
		if v.Phase == kutschke.PhaseAct {
			state = rollTurn(state, v, rng)
			continue
		}
		if v.Phase == kutschke.PhasePick {
			state = applied(state, seat, rollPick(state, v, wishes, rng))
			continue
		}
		state = applied(state, seat, Kutschke(v, state.Legal(seat), rng))
	}
	if r := state.Result(); r != nil {
		ismcts.Score(r, values)
		return
	}
	judgeKutschke(state, values)
}

func roundOf(state games.State) int {
	v, _ := state.View(games.Spectator).(kutschke.View)
	return v.Round
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
		wish = plan(v, v.Passes-len(v.Seats[v.Viewer-1].Picked), rng).wanted()
	}
	best := -1
	for i, k := range wish {
		if v.Supply[k] > 0 && (best < 0 || v.Supply[k] < v.Supply[wish[best]]) {
			best = i
		}
	}
	if best < 0 {
		return Kutschke(v, state.Legal(v.Viewer), rng)
	}
	kind := wish[best]
	wishes[v.Viewer] = slices.Delete(wish, best, best+1)
	return "pick " + kind.String()
}

// rollTurn plays a whole turn by one plan, which nobody can thwart.
func rollTurn(state games.State, v kutschke.View, rng *rand.Rand) games.State {
	for _, step := range plan(v, 0, rng).best {
		if step.kind == 0 {
			break
		}
		state = applied(state, v.Viewer, step.line())
	}
	return applied(state, v.Viewer, "done")
}

// judgeKutschke fills in what points and prospects of the seats are worth. Its numbers were
// fitted to games of the sensible players: a lead says little at first, and towards the end
// two points make a seat e times as likely to win.
func judgeKutschke(state games.State, values []float64) {
	v, _ := state.View(games.Omniscient).(kutschke.View)
	most := 0
	for _, k := range v.Seats {
		most = max(most, k.Points)
	}
	near := min(1, float64(most)/float64(v.Target))
	scale, future := 2+8*math.Pow(1-near, 4), max(0.5, 1.5-near)
	sum := 0.0
	for i := range v.Seats {
		own := v
		own.Viewer = games.Seat(i + 1)
		b := newBoard(own)
		worth := float64(v.Seats[i].Points) + future*b.prospects()/10
		values[i] = math.Exp(worth / scale)
		sum += values[i]
	}
	for i := range v.Seats {
		values[i] /= sum
	}
}
