package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule4_TwoInTheCastleWin(t *testing.T) {
	for _, c := range []struct{ game, setup, last, winners string }{
		{"camelot", "F16 F15 A4 | A6 B9 L9", "F15-G16", "1"},
		{"chivalry", "G16 H15 A5 | A7 B9 L9", "H15-H16", "1"},
		{"grand-camelot", "H16 H15 | B9 B10 | C5 | N9", "H15-I16", "13"}, // two of one player
		{"grand-camelot", "H15 D5 | C9 C10 | P8 | N12", "H15-I16", "13"}, // one of each
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonCastle, c.winners)
	}
	wantOn(t, play(t, setUp(t, "camelot", "E15 A4 | A9 B9 L9"), "E15-F16"), 2)
	wantOn(t, play(t, setUp(t, "grand-camelot", "H15 D5 | C9 C10 | C5 | N12"), "H15-I16"), 2)
}

func TestRule4_APieceInASideCastleIsNotInTheGoal(t *testing.T) {
	// Red jumps into Blue's castle while another Red piece stands in the goal.
	wantOn(t, play(t, setUp(t, "grand-camelot", "H16 C8 | B8 K9 | C5 | N12"), "C8xA8"), 2)
}

func TestRule4_OneInTheCastleWinsSmallGames(t *testing.T) {
	for _, c := range []struct{ game, setup, last, winners string }{
		{"cam", "D12 A5 | A9 B9", "D12-D13", "1"},
		{"camette", "C6 A5 | E3 E4", "C6-C7", "1"},
		{"grand-cam-97", "G12 D5 | K9 | D6 | K10", "G12-G13", "13"},
		{"grand-cam-93", "G12 D5 | K9 | D6 | K10", "G12-G13", "13"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonCastle, c.winners)
	}
	s := setUp(t, "cam", "A9 B9 | D2 G5").toMove(2)
	wantResult(t, play(t, s, "D2-D1"), ReasonCastle, "2")
}

func TestRule4_CapturingEverythingWins(t *testing.T) {
	for _, c := range []struct{ game, setup, last, reason, winners string }{
		{"camelot", "A4 L4 | A5", "A4xA6", ReasonCaptures, "1"},
		{"chivalry", "A5 L4 | A6", "A5xA7", ReasonCaptures, "1"},
		{"grand-camelot", "E5 L5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"grand-camelot", "E5 | E6 | L5 |", "E5xE7", ReasonCaptures, "13"}, // an eliminated or idle partner wins too
		{"cam", "A4 | A5", "A4xA6", ReasonCaptures, "1"},
		{"camette", "A3 | A4", "A3xA5", ReasonCaptures, "1"},
		{"grand-cam-97", "E5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"grand-cam-93", "E5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"chivalry-4-teams", "kE5 | kE6 | |", "E5xE7", ReasonCaptures, "13"},
		{"chivalry-4-solo", "kE5 | kE6 | |", "E5xE7", ReasonCaptures, "1"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), c.reason, c.winners)
	}
}

func TestRule4_CapturingEverythingWithOnePieceIsADraw(t *testing.T) {
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | A5", "A4xA6"},
		{"chivalry", "A5 | A6", "A5xA7"},
		{"grand-camelot", "E5 | E6 | |", "E5xE7"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonOneEach, "")
	}
}

func TestRule4_OnePieceEachIsADraw(t *testing.T) {
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | A5 L9", "A4xA6"},
		{"chivalry", "A5 | A6 L9", "A5xA7"},
		{"grand-camelot", "E5 | E6 | | L9", "E5xE7"},
	} {
		s := play(t, setUp(t, c.game, c.setup), c.last)
		wantResult(t, s, ReasonOneEach, "")
		for seat, score := range s.result.Scores {
			if score != 0.5 {
				t.Errorf("%s: seat %d scores %v in a draw, want 0.5", c.game, seat, score)
			}
		}
	}
}

func TestRule4_SmallGamesGoOnWithOnePieceEach(t *testing.T) {
	for _, c := range []struct {
		game, setup, last string
		next              games.Seat
	}{
		{"cam", "A4 | A5 G9", "A4xA6", 2},
		{"camette", "A3 | A4 E3", "A3xA5", 2},
		{"grand-cam-97", "E5 | E6 | | J9", "E5xE7", 4},
		{"grand-cam-93", "E5 | E6 | | J9", "E5xE7", 4},
		{"chivalry-4-teams", "kE5 | kE6 | | kJ9", "E5xE7", 4},
		{"chivalry-4-solo", "kE5 | kE6 | kN9 |", "E5xE7", 3},
	} {
		wantOn(t, play(t, setUp(t, c.game, c.setup), c.last), c.next)
	}
}

// shutIn has a piece of seat 2 in a corner, from which nothing leads once seat 1
// has made its last move; of seats 3 and 4 it has what is added.
var shutIn = []struct{ game, setup, last string }{
	{"camelot", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2"},
	{"chivalry", "A6 A7 B6 C7 B5 C5 B4 D3 | A5", "D3-C3"},
	{"cam", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2"},
	{"camette", "A5 B5 B4 B3 A3 C6 C4 D2 | A4", "D2-C2"},
	{"grand-camelot", "B6 C6 C5 C4 B7 D7 D3 E5 | B5", "E5-D5"},
	{"grand-cam-97", "C4 C5 D4 E5 D3 F3 | C3", "F3-E3"},
	{"grand-cam-93", "C5 D5 D4 D3 C6 E6 F4 | C4", "F4-E4"},
	{"chivalry-4-teams", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3"},
	{"chivalry-4-solo", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3"},
}

func TestRule4_WithoutALegalMoveOneLoses(t *testing.T) {
	for _, c := range shutIn {
		winners := "1"
		switch {
		case strings.HasPrefix(c.game, "chivalry-4"):
			continue // see BeingBlockedLosesNothing
		case slices.Contains(fourHanded, c.game):
			winners = "13"
		}
		t.Run(c.game, func(t *testing.T) {
			wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonBlockade, winners)
		})
	}
}

func TestRule4_BlockadeByASinglePieceIsADraw(t *testing.T) {
	// A piece must leave its castle and cannot, for its own friends.
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | F16 E15 F15 G15 D14 F14 H14", "A4-A5"},
		{"chivalry", "A5 | G16 F15 G15 H15 E14 G14 I14", "A5-A6"},
		{"grand-camelot", "E5 | H16 G15 H15 I15 F14 H14 J14", "E5-E6"},
		// Neither does a castle move help.
		{"camelot", "A4 | F16 E15 F15 G15 D14 F14 H14 F1", "A4-A5"},
	} {
		t.Run(c.game, func(t *testing.T) {
			wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonBlockade, "")
		})
		t.Run(c.game+" two pieces win", func(t *testing.T) {
			s := play(t, setUp(t, c.game, "F6 "+c.setup), c.last)
			if len(s.result.Winners) == 0 {
				t.Errorf("result %+v, want a win by blockade", s.result)
			}
		})
	}
	// In Cam any number wins.
	s := setUp(t, "cam", "A5 | D13 C12 D12 E12 B11 D11 F11")
	wantResult(t, play(t, s, "A5-A6"), ReasonBlockade, "1")
}

func TestRule4_ACanterIntoTheOwnCastleIsNoWayOut(t *testing.T) {
	// A5 could leap over B6 to C7, were that not its own castle.
	s := setUp(t, "camette", "A4 B4 B5 C5 C6 A3 C3 D4 D5 | A5 B6")
	wantResult(t, play(t, s, "D5-D6"), ReasonBlockade, "1")
}

func TestRule4_BlockedSeatPasses(t *testing.T) {
	// Seat 2 is shut in, seat 4 is not: the team is not blocked.
	for _, c := range shutIn {
		if slices.Contains(twoArmed, c.game) {
			continue
		}
		t.Run(c.game, func(t *testing.T) {
			s := play(t, setUp(t, c.game, c.setup+" | kG9 | kK7"), c.last)
			wantOn(t, s, 3)
			if s.pos.count[1] != 1 {
				t.Errorf("seat 2 has %d pieces, want 1", s.pos.count[1])
			}
		})
	}
}

func TestRule4_BeingBlockedLosesNothingInFourHandedChivalry(t *testing.T) {
	for game, next := range map[string]games.Seat{"chivalry-4-teams": 3, "chivalry-4-solo": 3} {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 kG7 | kA5 | "+
				"kN6 kM6 kM5 kM4 kN7 kL7 kL5 kL3 kG10 | kN5")
			s = play(t, s, "D3-C3")
			wantOn(t, s, next)
			s = play(t, s, "G10-G11")
			wantOn(t, s, 1)
		})
	}
}

func TestRule4_NobodyCanMoveIsADraw(t *testing.T) {
	// No turn leads there, since the square that it leaves is free; judged
	// nevertheless.
	b := BoardOf("chivalry-4-solo")
	var p position
	for q := range Square(b.Len()) {
		p.put(q, pieceOf(seatIndex(q%4), true))
	}
	g := &generator{b: b}
	end := g.conclude(&p, move{from: 0, to: 1})
	if r := b.result(end, 0, &p); r == nil || r.Reason != ReasonBlockade || len(r.Winners) != 0 {
		t.Errorf("result on a full board is %+v, want a draw by blockade", r)
	}
}

func TestRule4_SeatWithoutPiecesIsSkipped(t *testing.T) {
	for _, game := range fourHanded {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kF5 | | kI8 | kE9 kG9")
			s = play(t, s, "F5-F6")
			wantOn(t, s, 3)
			s = play(t, s, "I8-I7")
			wantOn(t, s, 4)
			wantOn(t, play(t, s, "G9-G10"), 1)
		})
	}
}

func TestRule4_JudgedInOrder(t *testing.T) {
	// The last capture also fills the castle: the castle is judged first.
	s := setUp(t, "camelot", "F16 E14 | F15")
	wantResult(t, play(t, s, "E14xG16"), ReasonCastle, "1")
	// Nothing is left to the enemy, who cannot move either: captures.
	s = setUp(t, "camelot", "A4 L4 | A5")
	wantResult(t, play(t, s, "A4xA6"), ReasonCaptures, "1")
}
