// Package tables describes the card games of the site for package twin, by their rules pages.
// It is for their tests, and for tests of pages and API.
package tables

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin"
)

// All lists the card games.
func All() []twin.Table { return []twin.Table{Knizia(), Shannon(), Kutschke()} }

// Knizia returns the game of tournaments for two to five.
func Knizia() twin.Table {
	t := twin.Table{Rules: newest(knizia.Rulesets())}
	for seats := 2; seats <= 5; seats++ {
		t.Setups = append(t.Setups,
			games.Setup{Seats: seats},
			games.Setup{Seats: seats, Options: map[string]string{"shield": "opponents", "colour": "after", "window": "5"}})
	}
	// Three displays in which Adapt leaves a choice.
	t.Openings = []twin.Opening{{
		Setup: games.Setup{Seats: 3, Options: map[string]string{"dealer": "3"}, Fixed: map[string]string{
			games.TagDeck: "adapt lancelot P3 R3 R3 R3 R3 R3 R3 W3 W3 W3 W3 W3 W3 R4 R4 W2 R4 R4 W2 R5 R5 W6",
		}},
		Lines: []string{
			"1: colour red", "1: play R3", "1: play W3", "1: play R3", "1: end",
			"2: play R3", "2: play W3", "2: play R3", "2: play R4", "2: end",
			"3: play R3", "3: play W3", "3: play R3", "3: play W3", "3: play W2", "3: end",
			"1: play W3", "1: adapt", "1: pass",
		},
	}}
	t.Choices = t.Openings
	// Rules §8: a hand that cannot open is shown and taken back.
	t.Shows = func(viewer games.Seat, f games.Fact) bool {
		switch f.Kind {
		case knizia.FactHandShown:
			return true
		case knizia.FactDraw:
			return f.Seat == viewer
		case knizia.FactRobbed:
			return f.Seat == viewer || f.Other == viewer
		}
		return false
	}
	// Rules §13: an answer to Adapt is secret until all have answered. Nothing else
	// happens in between.
	t.Secret = func(_ games.Seat, now games.State, s twin.Step) bool {
		if !strings.HasPrefix(s.Action, "keep") {
			return false
		}
		v, was := now.View(games.Omniscient).(knizia.View), s.Before.View(games.Omniscient).(knizia.View)
		return v.Phase == knizia.PhaseAdapt && was.Phase == knizia.PhaseAdapt &&
			v.Active == was.Active && v.Deck == was.Deck && len(v.Discard) == len(was.Discard)
	}
	t.Orders = kniziaOrders
	return t
}

// kniziaOrders returns a part of a sheet, with or without reasons to withdraw and plans.
func kniziaOrders(rng *rand.Rand, s games.State, seat games.Seat) string {
	var lines []string
	for _, card := range knizia.SheetCards() {
		when := [...]string{"never", "me", "any", "any onlyIfLeading", "me minLoss=4", "any maxIn=2"}[rng.IntN(6)]
		lines = append(lines, fmt.Sprint(card, " ", when))
	}
	lines = append(lines, "adapt-choice oldest")[rng.IntN(len(lines)):]
	for _, line := range []string{"withdraw", "withdraw beaten", "always: withdraw beaten", "withdraw total>=9", "withdraw tokens>=1"} {
		if rng.IntN(5) == 0 {
			lines = append(lines, line)
		}
	}
	for range rng.IntN(3) {
		line := fmt.Sprintf("if total<=%d play", rng.IntN(20))
		for _, card := range s.View(seat).(knizia.View).Seats[seat-1].Hand {
			if !card.IsAction() && rng.IntN(3) == 0 {
				line += " " + card.String()
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// Shannon returns the tournament for two to six.
func Shannon() twin.Table {
	t := twin.Table{Rules: newest(shannon.Rulesets())}
	for seats := 2; seats <= 6; seats++ {
		t.Setups = append(t.Setups,
			games.Setup{Seats: seats, Options: map[string]string{"auto": "no"}},
			games.Setup{Seats: seats, Options: map[string]string{"heroes": "choice"}})
	}
	// Rules §3.1: with the option auto, a play without a choice is made at once.
	t.Auto = true
	t.Shows = func(viewer games.Seat, f games.Fact) bool {
		switch f.Kind {
		case shannon.FactExtra:
			return f.Seat == viewer
		case shannon.FactTrades:
			return f.Seat == viewer || f.Other == viewer
		}
		return false
	}
	// Rules §9: a preparation is secret until all are ready, its discards for ever.
	t.Secret = func(_ games.Seat, now games.State, s twin.Step) bool {
		if !strings.HasPrefix(s.Action, "prepare") {
			return false
		}
		v, was := now.View(games.Omniscient).(shannon.View), s.Before.View(games.Omniscient).(shannon.View)
		return was.Phase == shannon.PhasePrepare && v.Phase != shannon.PhaseOver &&
			(v.Phase == shannon.PhasePrepare && v.Round == was.Round || strings.HasPrefix(s.Action, "prepare discard"))
	}
	t.Orders = func(rng *rand.Rand, s games.State, seat games.Seat) string {
		v := s.View(seat).(shannon.View)
		orders := []string{"favours deck", "favours raven divine-will deck"}[:rng.IntN(3)]
		for range rng.IntN(4) {
			line := []string{"if S play", "if OAX play", "if lead play", "if T discard"}[rng.IntN(4)]
			card := [...]string{"S3", "A7", "X2", "M1=4", "P1"}[rng.IntN(5)]
			if hand := v.Knights[seat-1].Hand; len(hand) > 0 && rng.IntN(4) > 0 {
				card = hand[rng.IntN(len(hand))].String()
			}
			if rng.IntN(3) == 0 && !strings.HasPrefix(line, "if lead") {
				line = strings.Replace(line, " p", fmt.Sprintf(" low<=%d p", 1+rng.IntN(15)), 1)
			}
			orders = append(orders, line+" "+card)
		}
		return strings.Join(orders, "\n")
	}
	return t
}

// Kutschke returns the game of quests for two to four.
func Kutschke() twin.Table {
	t := twin.Table{Rules: newest(kutschke.Rulesets())}
	for seats := 2; seats <= 4; seats++ {
		t.Setups = append(t.Setups, games.Setup{Seats: seats})
		t.Choices = append(t.Choices, tourney(seats))
	}
	// Rules §9: a bid is secret until all have been placed.
	t.Secret = func(_ games.Seat, now games.State, s twin.Step) bool {
		if !strings.HasPrefix(s.Action, "bid") {
			return false
		}
		v, was := now.View(games.Omniscient).(kutschke.View), s.Before.View(games.Omniscient).(kutschke.View)
		return v.Phase == kutschke.PhaseTourney && was.Phase == kutschke.PhaseTourney && v.Round == was.Round
	}
	t.Orders = kutschkeOrders
	return t
}

// kutschkeOrders returns wishes, with or without a plan of the seat's legal lines and a
// stake.
func kutschkeOrders(rng *rand.Rand, s games.State, seat games.Seat) string {
	kinds := strings.Fields("ES EL ED EB A T Q P G")
	rng.Shuffle(len(kinds), func(i, k int) { kinds[i], kinds[k] = kinds[k], kinds[i] })
	lines := []string{strings.Join(kinds[:rng.IntN(len(kinds))], " ")}
	v := s.View(seat).(kutschke.View)
	if legal := s.Legal(seat); len(legal) > 0 && v.Phase == kutschke.PhaseAct {
		lines = append(lines, "plan: "+legal[rng.IntN(len(legal))], "plan: done")
	}
	if hand := v.Seats[seat-1].Hand; len(hand) > 0 && rng.IntN(2) == 0 {
		lines = append(lines, "bid: "+hand[rng.IntN(len(hand))].String(), "bid:")
	}
	return strings.Join(lines, "\n")
}

// tourney returns a first round in which the first two seats come to King Arthur's
// tournament, which random games seldom do, with weapons to stake.
func tourney(seats int) twin.Opening {
	o := twin.Opening{Setup: games.Setup{Seats: seats, Fixed: map[string]string{"Deck.tents": "1 2 3 4"[:2*seats-1]}}}
	switch seats {
	case 2:
		o.Lines = []string{"1: pick T", "2: pick T", "1: pick ES", "2: pick EL", "1: pick ED", "2: pick EB", "1: pick A", "2: pick G",
			"1: ES 2", "1: done", "2: EL 2", "2: done"}
	case 3:
		o.Lines = []string{"1: pick T", "2: pick T", "3: pick EL", "1: pick ES", "2: pick ED", "3: pick EB", "1: pick A", "2: pick G", "3: pick Q",
			"1: ES 2", "1: done", "2: done", "3: done"}
	case 4:
		o.Lines = []string{"1: pick T", "2: pick T", "3: pick G", "4: pick A", "1: pick EL", "2: pick ES", "3: pick ED", "4: pick EB",
			"1: pick A", "2: pick G", "3: pick Q", "4: pick Q", "1: EL 2", "1: done", "2: ES 2", "2: done", "3: done", "4: done"}
	}
	return o
}

// newest returns the first of the editions of a game.
func newest(editions []games.Ruleset) games.Ruleset { return editions[0] }
