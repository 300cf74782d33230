package knizia

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	rules "tableronde/games/knizia"
)

// played are the lines with which Marcel, seat 1, plays the card of an example, and with which
// Danielle, seat 2, answers.
var played = map[string][]string{
	"unhorse":       {"1: unhorse red"},
	"change_weapon": {"1: change_weapon blue"},
	"drop_weapon":   {"1: drop_weapon"},
	"break_lance":   {"1: break_lance 2"},
	"riposte":       {"1: riposte 2"},
	"dodge":         {"1: dodge 2.1"},
	"retreat":       {"1: retreat 2"},
	"outmaneuver":   {"1: outmaneuver"},
	"charge":        {"1: charge"},
	"countercharge": {"1: countercharge"},
	"disgrace":      {"1: disgrace"},
	"adapt":         {"1: adapt", "1: pass", "2: keep 2 3"},
	"outwit":        {"1: outwit 1 2.1"},
	"shield":        {"1: shield"},
	"status":        {"1: stunned 2"},
}

// The game changes the displays as the example of an action card on the rules page shows.
func TestExamplesAreWhatTheGameDoes(t *testing.T) {
	for code, e := range examples {
		t.Run(code, func(t *testing.T) {
			lines := slices.Clone(played[code])
			if len(lines) == 0 {
				t.Fatal("the example is not played")
			}
			action, _, _ := strings.Cut(strings.TrimPrefix(lines[0], "1: "), " ")
			m := newMatch(t, 2, hands(2, padCodes(e.lanes[0][0]+" "+action), padCodes(e.lanes[1][0])), nil)
			m = playEvents(t, m, "1: colour "+e.from)
			for i, lane := range e.lanes {
				seat := string(rune('1' + i))
				for _, card := range strings.Fields(lane[0]) {
					m = playEvents(t, m, seat+": play "+card)
				}
				m = playEvents(t, m, seat+": end")
			}
			if len(lines) == 1 {
				lines = append(lines, "1: pass")
			}
			m = playEvents(t, m, lines...)
			v := m.State().View(games.Spectator).(rules.View)
			if want := e.to; want != "" && v.Color.String() != want {
				t.Errorf("the tournament is %s, want %s", v.Color, want)
			}
			for i, lane := range e.lanes {
				var got []string
				for _, c := range v.Seats[i].Display {
					got = append(got, c.String())
				}
				if v.Seats[i].Shield {
					got = append(got, "shield")
				}
				if v.Seats[i].Stunned {
					got = append(got, "stunned")
				}
				if strings.Join(got, " ") != lane[1] {
					t.Errorf("before seat %d lie %q, want %q", i+1, got, lane[1])
				}
				if color := wordOr(e.to, e.from); totalOf(parsed(lane[1]), color) != v.Seats[i].Total {
					t.Errorf("seat %d has %d, the example says %d", i+1, v.Seats[i].Total, totalOf(parsed(lane[1]), color))
				}
			}
		})
	}
}

// padCodes makes a hand of eight of some cards and others that do not matter.
func padCodes(codes string) string {
	hand := strings.Fields(codes)
	for len(hand) < 8 {
		hand = append(hand, "G1")
	}
	return strings.Join(hand, " ")
}
