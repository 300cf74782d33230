package bot

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games/kutschke"
)

// KutschkeOrders returns the standing orders that a player leaves who plays as Kutschke
// does: wishes for all picks to come, with what to take instead, the turn that the wishes
// are for, and a stake.
func KutschkeOrders(v kutschke.View, _ string, rng *rand.Rand) string {
	own := v.Seats[v.Viewer-1]
	more := v.Passes - len(own.Picked)
	var lines []string
	if slices.Contains(own.Picked, kutschke.Tournament) {
		if v.Phase == kutschke.PhaseAct && own.At == kutschke.Camelot {
			lines = append(lines, stakes(own.Hand)...)
		}
	}
	switch {
	case v.Phase == kutschke.PhaseOver:
		return ""
	case v.Phase == kutschke.PhasePick && more == 0:
		return strings.Join(append(lines, turnOrders(v, rng)...), "\n")
	case v.Phase == kutschke.PhaseAct && !turnOver(v):
		return strings.Join(append(lines, turnOrders(v, rng)...), "\n")
	case v.Phase != kutschke.PhasePick:
		v, more = nextRound(v), v.Passes
	}
	return strings.Join(append(lines, roundOrders(v, more, rng)...), "\n")
}

// turnOver reports whether the viewer has had its turn in the round.
func turnOver(v kutschke.View) bool {
	now := v.ToAct[0]
	return v.Seats[now-1].Tent > v.Seats[v.Viewer-1].Tent
}

// nextRound returns the view as it will be when the next round begins, as far as one can
// know: all action cards are back in the supply.
func nextRound(v kutschke.View) kutschke.View {
	v.Phase = kutschke.PhasePick
	v.Supply, v.Seats = maps.Clone(v.Supply), slices.Clone(v.Seats)
	for i := range v.Seats {
		for _, k := range v.Seats[i].Picked {
			v.Supply[k]++
		}
		v.Seats[i].Picked = nil
	}
	return v
}

// turnOrders returns a line for the turn with the cards that the seat has picked.
func turnOrders(v kutschke.View, rng *rand.Rand) []string {
	return []string{"plan: " + planText(plan(v, 0, rng))}
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
	// These seldom do harm.
	for _, k := range []kutschke.Kind{kutschke.Horse, kutschke.Quest, kutschke.ExerciseDragon, kutschke.ExerciseBook} {
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
