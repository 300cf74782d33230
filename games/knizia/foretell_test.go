package knizia

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/games"
)

// factsText are facts in short: kind, seat, cards or word, and totals.
func factsText(facts []games.Fact) string {
	var all []string
	for _, f := range facts {
		text := fmt.Sprintf("%s %d", f.Kind, f.Seat)
		if len(f.Cards) > 0 {
			text += " " + strings.Join(f.Cards, " ")
		}
		if f.Word != "" {
			text += " " + f.Word
		}
		if f.Number != f.Before {
			text += fmt.Sprintf(" %d→%d", f.Before, f.Number)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestEffectIsForetold(t *testing.T) {
	for _, tt := range []struct {
		name    string
		line    string
		display string
		want    string
		touched bool
		after   int
	}{
		{"Riposte takes the newest card", "riposte 2", "R4 R5", "taken 1 R5, total 1 3→8, total 2 9→4", true, 4},
		{"Drop Weapon turns the color", "drop_weapon", "R4 R5", "turned 1 green, total 1 3→1, total 2 9→2", false, 2},
		{"Stunned lies before its target", "stunned 2", "R4 R5", "stunned 2", false, 9},
		{"what Knock Down takes is left to chance", "knock_down 2", "R4 R5", "", false, 9},
		{"Adapt asks where there is a choice", "adapt", "R3 W3 R5", "chooses 2 keep", true, 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := scene{color: Red, displays: []string{"R3", tt.display}, hands: []string{"riposte drop_weapon stunned knock_down adapt", "lancelot B2"}}.build(t)
			s = playLines(t, s, tt.line)
			for _, viewer := range []games.Seat{1, 2, games.Spectator, games.Omniscient} {
				v := s.View(viewer).(View)
				if got := factsText(v.UnderWay.Effect); got != tt.want {
					t.Errorf("viewer %d is told %q, want %q", viewer, got, tt.want)
				}
				if own := v.Seats[1]; own.Touched != tt.touched || own.After != tt.after {
					t.Errorf("viewer %d sees seat 2 touched: %t, and %d after; want %t, %d", viewer, own.Touched, own.After, tt.touched, tt.after)
				}
			}
		})
	}
}

// anySheet returns a sheet with random rows.
func anySheet(rng *rand.Rand) Sheet {
	var s Sheet
	for _, c := range SheetCards() {
		row := Row{When: When(rng.IntN(3)), OnlyIfLeading: rng.IntN(3) == 0}
		if rng.IntN(2) == 0 {
			row.MinLoss = 1 + rng.IntN(6)
		}
		if rng.IntN(2) == 0 {
			row.MaxIn = LeastIn + rng.IntN(4)
		}
		s = s.With(c, row)
	}
	return s
}

// TestSheetsCancelAlikeFromAnyView compares what a spectator's view says of a
// sheet with what the server would do if its seat held Lancelot.
func TestSheetsCancelAlikeFromAnyView(t *testing.T) {
	met := map[bool]int{}
	for i := range 40 {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		_, _, err := randomGame(begin(t, 2+i%4, uint64(i), tables[i%len(tables)]), rng, func(s *state, _ played) error {
			if s.phase != PhaseReact {
				return nil
			}
			sheet, v := anySheet(rng), s.View(games.Spectator).(View)
			for at := range seatIndex(s.seats) {
				want := at != s.active && s.in(at) && s.cancels(at, sheet.String())
				if got := sheet.Cancels(v, numberOf(at)); got != want {
					return fmt.Errorf("seat %d cancels %s: %t, want %t by\n%s\n%s", numberOf(at), s.underWay, got, want, sheet, v)
				}
				met[want]++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if met[true] < 20 || met[false] < 20 {
		t.Errorf("too few cases met: %v", met)
	}
}
