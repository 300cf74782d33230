package shannon

import (
	"errors"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// TestRefusalsInWords has the whole sentence of *cards.Refusals that are read often.
func TestRefusalsInWords(t *testing.T) {
	alchemy := arrange(t, "X1 S3", "O3 S9", "T9 S4")
	instead := play(t, arrange(t, "O13 S3", "X9 M1 S2", "T9 O4"), "1: play O13")
	bound := play(t, arrange(t, "O13 S3", "M1 P1", "T9 O4").empower(1, "challenge"), "1: play O13 challenge 2")
	free := arrange(t, "X1 X3", "O3 S9").empower(1, "shapeshift")
	dared := play(t, arrange(t, "O13 S3", "O3 S1 O9", "T9 O4 S4").empower(1, "challenge"), "1: play O13 challenge 2")
	for _, c := range []struct {
		state *state
		line  string
		why   *cards.Refusal
		text  string
	}{
		{alchemy, "1: play X1", leadAlchemy, "Alchemy may be led only by a hand of nothing else; lead S3."},
		{alchemy, "1: hello", malformed, "“hello” is not an action here. One is written like this: play S3."},
		{alchemy, "1: play", malformed, "“play” is not an action here. One is written like this: play S3."},
		{alchemy, "1: play S3 fox fox fox", namedTwice, "“fox” stands twice on the line."},
		{alchemy, "1: favour raven", otherPhase, "“favour raven” is for another time. What you can do now is written like this: play S3."},
		{alchemy, "1: discard S3", noDiscard, "You have cards to play, so nothing is discarded: play S3."},
		{free, "1: play X3 shapeshift", shiftNothing, "You have cards to play, so none shifts its shape."},
		{dared, "2: play O9", boundLowest, "You are challenged: of the cards that you could play, it must be the lowest, O3."},
		{instead, "2: play S2", followInstead, "Without a card of the suit led (O), alchemy or an enchanter must be played: X9, M1."},
		{instead, "2: play M1=3 +3", notOwned, "“+3” belongs to arthur, which you do not have."},
		{bound, "2: play M1=3", boundEnchanter, "You are challenged: an enchanter is worth 1, play M1=1."},
	} {
		_, err := try(c.state, c.line)
		wantRefusal(t, c.line, err, c.why)
		if err != nil && err.Error() != c.text {
			t.Errorf("%s: %q, want %q", c.line, err, c.text)
		}
	}
}

func TestRefusalQuotesLittleOfWhatWasTyped(t *testing.T) {
	s := arrange(t, "S1 S3", "O3 S9")
	for _, line := range []string{strings.Repeat("\x00é\n", 1<<12), "play " + strings.Repeat("é", 100), "hero " + strings.Repeat("x", 200)} {
		_, _, err := s.Apply(1, line)
		var e *games.Illegal
		if !errors.As(err, &e) || len([]rune(e.Args["text"])) > 41 || strings.ContainsAny(e.Text, "\x00\n") {
			t.Errorf("refused by %q", err)
		}
	}
	// What was typed is quoted, not read as part of the sentence.
	_, _, err := s.Apply(1, "{line}")
	if want := "“{line}” is not an action here. One is written like this: play S1."; err == nil || err.Error() != want {
		t.Errorf("Apply({line}): %v, want %s", err, want)
	}
}

func TestNotYourTurn(t *testing.T) {
	s := arrange(t, "S1 S3", "O3 S9")
	for _, seat := range []games.Seat{games.Omniscient, games.Spectator, 2, 3} {
		if _, _, err := s.Apply(seat, "play S1"); err != games.ErrNotYourTurn {
			t.Errorf("seat %d: %v", seat, err)
		}
		if s.Legal(seat) != nil {
			t.Errorf("seat %d has legal lines", seat)
		}
	}
}
