package knizia

import (
	"errors"
	"slices"
	"testing"

	"tableronde/games"
)

// playBytes plays a game by choosing lines by bytes.
func playBytes(tb testing.TB, seats uint8, choices []byte) *state {
	s := begin(tb, 2+int(seats)%4, uint64(len(choices)), tables[int(seats/4)%len(tables)])
	for i := 0; i+1 < len(choices) && i < 400 && s.phase != PhaseOver; i += 2 {
		var all []played
		for at := range seatIndex(s.seats) {
			for _, text := range s.Legal(numberOf(at)) {
				all = append(all, played{numberOf(at), text})
			}
		}
		line := all[(int(choices[i])<<8|int(choices[i+1]))%len(all)]
		next, _, err := s.Apply(line.seat, line.text)
		if err != nil {
			tb.Fatal(err)
		}
		s = next.(*state)
	}
	return s
}

// FuzzApply plays any text for any seat at any moment that a game can reach.
func FuzzApply(f *testing.F) {
	f.Add(uint8(0), []byte{}, uint8(1), "colour red")
	f.Add(uint8(2), []byte("\x00\x10\x00\x20"), uint8(1), "play W2")
	f.Add(uint8(3), []byte("four at a table, and they play for a while"), uint8(2), "outwit shield 2.stunned")
	f.Add(uint8(1), []byte("lance against lance"), uint8(3), " WITHDRAW\tblue ")
	f.Add(uint8(7), []byte{1, 2, 3, 4, 5, 6}, uint8(0), "keep 1 2 3 99 4")
	f.Add(uint8(5), []byte("one more"), uint8(9), "dodge 3.2\x00é")
	f.Fuzz(func(t *testing.T, seats uint8, choices []byte, who uint8, text string) {
		s := playBytes(t, seats, choices)
		at := games.Seat(who % 7)
		old := *s
		next, canonical, err := s.Apply(at, text)
		if s.position != old.position {
			t.Fatalf("Apply(%d, %q) changed the state", at, text)
		}
		if err != nil {
			var e *games.Illegal
			if errors.As(err, &e) && (e.Key == "" || e.Rule == "" || e.Text == "") || next != nil || canonical != "" {
				t.Fatalf("Apply(%d, %q) = %v, %q, %v", at, text, next, canonical, err)
			}
			return
		}
		if !slices.Contains(s.Legal(at), canonical) {
			t.Fatalf("Apply(%d, %q) = %s, which is not listed", at, text, canonical)
		}
		next.(*state).checkInvariants(t)
		again, same, err := s.Apply(at, canonical)
		if err != nil || same != canonical || again.(*state).position != next.(*state).position {
			t.Fatalf("Apply(%d, %s) = %s, %v after Apply(%q)", at, canonical, same, err, text)
		}
		for viewer := games.Omniscient; int(viewer) <= int(s.seats); viewer++ {
			s.Tell(viewer, at, text)
			_ = next.View(viewer)
			if got := next.(*state).Veil(viewer, at, s, canonical); got != canonical && got != "keep ?" {
				t.Fatalf("Veil(%q) = %q", canonical, got)
			}
		}
		if _, fit, err := s.Stage(at, []string{text, canonical, text}); fit == 0 {
			t.Fatalf("Stage(%q): %v", text, err)
		}
	})
}

// FuzzMove reads any text as a line.
func FuzzMove(f *testing.F) {
	for _, text := range []string{
		"colour red", "play R3", "end", "withdraw blue", "token green", "pass", "lancelot", "unhorse red", "dodge 3.2",
		"retreat 2", "outwit shield 3.1", "outwit 2 3.stunned", "keep 1 3", "keep 99 98", "play\u00a0R3", "knock_down 03",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, why := ParseMove(text)
		if why != nil {
			return
		}
		again, why := ParseMove(m.String())
		if why != nil || again != m {
			t.Fatalf("%q reads as %q, which reads as %+v, %v", text, m.String(), again, why)
		}
	})
}

// FuzzOrders reads any text as an order sheet.
func FuzzOrders(f *testing.F) {
	f.Add("")
	f.Add("unhorse any minLoss=3 onlyIfLeading maxIn=2\nadapt-choice oldest")
	f.Add(Sheet{}.Fill(PresetProtect).String())
	f.Add(Sheet{}.Fill(PresetDecisive).String())
	f.Add("riposte me minLoss=\n\r\nadapt-choice")
	f.Fuzz(func(t *testing.T, text string) {
		s := begin(t, 2, 1, nil)
		canonical, err := s.ReadOrders(1, text)
		if err != nil {
			var e *games.Illegal
			if !errors.As(err, &e) || e.Key == "" || e.Rule == "" || e.Text == "" || canonical != "" {
				t.Fatalf("ReadOrders(%q) = %q, %v", text, canonical, err)
			}
			return
		}
		if again, err := s.ReadOrders(2, canonical); err != nil || again != canonical || len(canonical) > maxSheet {
			t.Fatalf("ReadOrders(%q) = %q, and of that %q, %v", text, canonical, again, err)
		}
	})
}
