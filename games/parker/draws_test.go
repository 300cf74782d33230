package parker

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule4_DrawIsAgreedByAllWhoHavePieces(t *testing.T) {
	for _, c := range []struct {
		game, armies string
		voices       []games.Seat
		scores       map[games.Seat]float64
	}{
		{"camelot", "E5 E6 | E8 E9", []games.Seat{1, 2}, map[games.Seat]float64{1: .5, 2: .5}},
		{"chivalry-4-solo", "kE5 | | kF9 | kG9", []games.Seat{1, 3, 4}, map[games.Seat]float64{1: .5, 2: 0, 3: .5, 4: .5}}, // seat 2 had lost
		{"grand-camelot", "E5 | | F9 | G9", []games.Seat{1, 3, 4}, map[games.Seat]float64{1: .5, 2: .5, 3: .5, 4: .5}},
	} {
		s := setUp(t, c.game, c.armies)
		drawn := s.Draw(games.ReasonAgreement).(*state)
		wantResult(t, drawn, games.ReasonAgreement, "")
		if got := s.Voices(); !slices.Equal(got, c.voices) || !maps.Equal(drawn.result.Scores, c.scores) {
			t.Errorf("%s: Voices() = %v, scores %v, want %v, %v", c.game, got, drawn.result.Scores, c.voices, c.scores)
		}
		if drawn.Draw(ReasonRepetition).Result().Reason != games.ReasonAgreement {
			t.Errorf("%s: a finished game was drawn again", c.game)
		}
	}
}

func TestRule4_DrawIsClaimedAtTheFourthOccurrence(t *testing.T) {
	for _, c := range []struct{ game, cycle string }{
		{"camelot", "F6-F5 F11-F12 F5-F6 F12-F11"},
		{"cam", "B5-B6 B9-B8 B6-B5 B8-B9"},
		{"grand-camelot", "H5-H6 H12-H11 E8-F8 L8-K8 H6-H5 H11-H12 F8-E8 K8-L8"},
		{"chivalry-4-solo", "D2-E2 A11-A10 N11-N10 N6-N7 E2-D2 A10-A11 N10-N11 N7-N6"},
	} {
		t.Run(c.game, func(t *testing.T) {
			s := begin(t, c.game)
			cycle := strings.Fields(c.cycle)
			for round := 1; round <= 3; round++ {
				_, err := s.Claim()
				if !refusedBy(err, "no_claim") || err.(*games.Illegal).Args["times"] != string('0'+rune(round)) {
					t.Fatalf("Claim() at occurrence %d = %v, want a refusal that says so", round, err)
				}
				s = play(t, s, cycle...)
			}
			reason, err := s.Claim()
			if reason != ReasonRepetition || err != nil {
				t.Fatalf("Claim() = %q, %v, want %s", reason, err, ReasonRepetition)
			}
			wantOn(t, s, 1) // never automatic
			wantResult(t, s.Draw(reason).(*state), ReasonRepetition, "")
			if _, err := s.Draw(reason).(*state).Claim(); !errors.Is(err, games.ErrFinished) {
				t.Errorf("Claim() after the end: %v", err)
			}
			// So has the next position by now.
			if reason, err := play(t, s, cycle[0]).Claim(); reason != ReasonRepetition {
				t.Errorf("Claim() a turn later = %q, %v, want %s", reason, err, ReasonRepetition)
			}
		})
	}
}

// Two positions that have the same key by chance are not the same.
func TestRule4_RepetitionComparesWholePositions(t *testing.T) {
	s := play(t, begin(t, "camelot"), strings.Fields("F6-F5 F11-F12 F5-F6 F12-F11 F6-F5")...)
	want := s.occurrences()
	for o := s.past; o != nil; o = o.past {
		o.key = s.pos.key
	}
	if got := s.occurrences(); want != 2 || got != want {
		t.Errorf("%d occurrences, %d if all keys agree, want 2", want, got)
	}
}

func TestRule4_CastleMovesMakeAnotherPosition(t *testing.T) {
	s := setUp(t, "camelot", "F16 A4 A5 | L9 L10")
	key := s.pos.key
	s = play(t, s, "F16-G16", "L9-L8", "G16-F16", "L8-L9")
	if s.pos.key == key || s.occurrences() != 1 {
		t.Errorf("the same pieces after two castle moves count as occurrence %d of the position", s.occurrences())
	}
}

func TestRule4_FiftyRounds(t *testing.T) {
	for _, c := range []struct {
		game, setup string
		turns       int
		cycle       string
	}{
		{"camelot", "kA4 A7 | kL9 L12", 100, "A4-A5 L9-L10 A5-A4 L10-L9"},
		{"grand-camelot", "kE5 | kE12 | kB8 | kO8", 200, "E5-E6 E12-E13 B8-C8 O8-N8 E6-E5 E13-E12 C8-B8 N8-O8"},
		{"chivalry-4-solo", "kA5 | | kN12 | kN5", 150, "A5-A6 N12-N11 N5-N6 A6-A5 N11-N12 N6-N5"},
	} {
		t.Run(c.game, func(t *testing.T) {
			s, cycle := setUp(t, c.game, c.setup), strings.Fields(c.cycle)
			for i := range c.turns {
				if _, err := withoutHistory(s).Claim(); !refusedBy(err, "no_claim") {
					t.Fatalf("Claim() after %d turns = %v, want a refusal", i, err)
				}
				s = play(t, s, cycle[i%len(cycle)])
			}
			if reason, err := withoutHistory(s).Claim(); reason != ReasonFiftyRounds || err != nil {
				t.Errorf("Claim() after 50 rounds = %q, %v", reason, err)
			}
		})
	}
}

// withoutHistory returns a copy of the state without earlier positions, so that none has
// occurred four times.
func withoutHistory(s *state) *state {
	t := *s
	t.past = nil
	return &t
}

func TestRule4_APassIsATurnOfARound(t *testing.T) {
	for _, c := range shutIn {
		if slices.Contains(twoArmed, c.game) {
			continue
		}
		s := play(t, setUp(t, c.game, c.setup+" | kG9 | kK7"), c.last)
		if want := 2 * roundParts / 4; s.quiet != want {
			t.Errorf("%s: a turn and a pass of four seats count %d parts of a round, want %d", c.game, s.quiet, want)
		}
	}
}

func TestRule4_ProgressStartsTheRoundsAnew(t *testing.T) {
	for _, c := range []struct {
		name, setup, m string
		quiet          int
	}{
		{"a capture", "A4 A9 | A5 L9 L10", "A4xA6", 0},
		{"an entry into the goal", "E15 A4 | L9 L10", "E15-F16", 0},
		{"a castle move is none", "F16 A4 | L9 L10", "F16-G16", 99*roundParts/2 + roundParts/2},
		{"a plain move is none", "E15 A4 | L9 L10", "A4-A5", 99*roundParts/2 + roundParts/2},
	} {
		s := setUp(t, "camelot", c.setup)
		s.quiet = 99 * roundParts / 2
		if got := play(t, s, c.m).quiet; got != c.quiet {
			t.Errorf("%s: %d parts of a round counted, want %d", c.name, got, c.quiet)
		}
	}
}

func mustResign(t *testing.T, s *state, who games.Seat) *state {
	t.Helper()
	next, err := s.Resign(who)
	if err != nil {
		t.Fatalf("Resign(%d): %v", who, err)
	}
	return next.(*state)
}

// refusedBy reports whether an error is the refusal with a key, given without the
// package's name.
func refusedBy(err error, key string) bool {
	var e *games.Illegal
	return errors.As(err, &e) && e.Key == "parker."+key
}
