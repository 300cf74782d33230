package bot

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tableronde/games/knizia"
)

// KniziaOrders returns the standing orders that a player leaves who plays as Knizia does:
// for each total to beat the cards to place in the next turn, from what total on to
// withdraw, and what to keep for Adapt.
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

// mostPlans is how many plans a player has the patience to write.
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
	// Of too many plans, those for the higher totals serve for the lower ones too.
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
