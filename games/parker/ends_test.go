package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// shutIn has a piece of seat 2 in a corner, which no move leaves once seat 1 has made its last
// move. Where seats 3 and 4 play, their pieces are added.
var shutIn = []struct{ game, setup, last, winners string }{
	{"camelot", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2", "1"},
	{"chivalry", "A6 A7 B6 C7 B5 C5 B4 D3 | A5", "D3-C3", "1"},
	{"cam", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2", "1"},
	{"camette", "A5 B5 B4 B3 A3 C6 C4 D2 | A4", "D2-C2", "1"},
	{"grand-camelot", "B6 C6 C5 C4 B7 D7 D3 E5 | B5", "E5-D5", "13"},
	{"grand-cam-97", "C4 C5 D4 E5 D3 F3 | C3", "F3-E3", "13"},
	{"grand-cam-93", "C5 D5 D4 D3 C6 E6 F4 | C4", "F4-E4", "13"},
	{"chivalry-4-teams", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3", ""},
	{"chivalry-4-solo", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3", ""},
}

// outcome is a position with moves from it and the state after them: the end of the game and
// its winners, or the seat to move.
type outcome struct{ name, game, setup, moves, want string }

func checkOutcomes(t *testing.T, outcomes []outcome) {
	for _, c := range outcomes {
		t.Run(c.name+"/"+c.game, func(t *testing.T) {
			moves := strings.Fields(c.moves)
			s := setUp(t, c.game, c.setup)
			from := mustSquare(t, s.b, moves[0][:strings.IndexAny(moves[0], "-x")])
			s = play(t, s.toMove(s.pos.at[from].Seat()), moves...)
			if seat, goesOn := strings.CutPrefix(c.want, "on "); goesOn {
				wantOn(t, s, games.Seat(seat[0]-'0'))
				return
			}
			reason, winners, _ := strings.Cut(c.want, " ")
			wantResult(t, s, reason, winners)
			for seat, score := range s.result.Scores {
				if c.name == "one piece each" && winners == "" && score != 0.5 {
					t.Errorf("seat %d scores %v in a draw, want 0.5", seat, score)
				}
			}
		})
	}
}

func TestRule4_Castle(t *testing.T) {
	checkOutcomes(t, []outcome{
		{"two win", "camelot", "F16 F15 A4 | A6 B9 L9", "F15-G16", "castle 1"},
		{"two win", "chivalry", "G16 H15 A5 | A7 B9 L9", "H15-H16", "castle 1"},
		{"two of one player win", "grand-camelot", "H16 H15 | B9 B10 | C5 | N9", "H15-I16", "castle 13"},
		{"one of each win", "grand-camelot", "H15 D5 | C9 C10 | P8 | N12", "H15-I16", "castle 13"},
		{"one does not", "camelot", "E15 A4 | A9 B9 L9", "E15-F16", "on 2"},
		{"one does not", "grand-camelot", "H15 D5 | C9 C10 | C5 | N12", "H15-I16", "on 2"},
		// Red jumps into Blue's castle while another Red piece stands in the goal.
		{"a side castle is no goal", "grand-camelot", "H16 C8 | B8 K9 | C5 | N12", "C8xA8", "on 2"},
		{"one wins", "cam", "D12 A5 | A9 B9", "D12-D13", "castle 1"},
		{"one of seat 2 wins", "cam", "A9 B9 | D2 G5", "D2-D1", "castle 2"},
		{"one wins", "camette", "C6 A5 | E3 E4", "C6-C7", "castle 1"},
		{"one wins", "grand-cam-97", "G12 D5 | K9 | D6 | K10", "G12-G13", "castle 13"},
		{"one wins", "grand-cam-93", "G12 D5 | K9 | D6 | K10", "G12-G13", "castle 13"},
		{"judged before captures", "camelot", "F16 E14 | F15", "E14xG16", "castle 1"},
	})
}

func TestRule4_Captures(t *testing.T) {
	checkOutcomes(t, []outcome{
		{"of everything", "camelot", "A4 L4 | A5", "A4xA6", "captures 1"}, // though nobody could move either
		{"of everything", "chivalry", "A5 L4 | A6", "A5xA7", "captures 1"},
		{"of everything", "grand-camelot", "E5 L5 | E6", "E5xE7", "captures 13"},
		{"an idle partner wins too", "grand-camelot", "E5 | E6 | L5 |", "E5xE7", "captures 13"},
		{"of everything", "cam", "A4 | A5", "A4xA6", "captures 1"},
		{"of everything", "camette", "A3 | A4", "A3xA5", "captures 1"},
		{"of everything", "grand-cam-97", "E5 | E6", "E5xE7", "captures 13"},
		{"of everything", "grand-cam-93", "E5 | E6", "E5xE7", "captures 13"},
		{"of everything", "chivalry-4-teams", "kE5 | kE6 | |", "E5xE7", "captures 13"},
		{"of everything", "chivalry-4-solo", "kE5 | kE6 | |", "E5xE7", "captures 1"},
		{"with one piece", "camelot", "A4 | A5", "A4xA6", "one_each"},
		{"with one piece", "chivalry", "A5 | A6", "A5xA7", "one_each"},
		{"with one piece", "grand-camelot", "E5 | E6 | |", "E5xE7", "one_each"},
		{"one piece each", "camelot", "A4 | A5 L9", "A4xA6", "one_each"},
		{"one piece each", "chivalry", "A5 | A6 L9", "A5xA7", "one_each"},
		{"one piece each", "grand-camelot", "E5 | E6 | | L9", "E5xE7", "one_each"},
		{"one piece each", "cam", "A4 | A5 G9", "A4xA6", "on 2"},
		{"one piece each", "camette", "A3 | A4 E3", "A3xA5", "on 2"},
		{"one piece each", "grand-cam-97", "E5 | E6 | | J9", "E5xE7", "on 4"},
		{"one piece each", "grand-cam-93", "E5 | E6 | | J9", "E5xE7", "on 4"},
		{"one piece each", "chivalry-4-teams", "kE5 | kE6 | | kJ9", "E5xE7", "on 4"},
		{"one piece each", "chivalry-4-solo", "kE5 | kE6 | kN9 |", "E5xE7", "on 3"},
	})
}

func TestRule4_Blockade(t *testing.T) {
	outcomes := []outcome{
		// A piece must leave its castle and cannot, for its own friends.
		{"of a single piece", "camelot", "A4 | F16 E15 F15 G15 D14 F14 H14", "A4-A5", "blockade"},
		{"by two pieces", "camelot", "F6 A4 | F16 E15 F15 G15 D14 F14 H14", "A4-A5", "blockade 1"},
		{"of a single piece", "chivalry", "A5 | G16 F15 G15 H15 E14 G14 I14", "A5-A6", "blockade"},
		{"by two pieces", "chivalry", "F6 A5 | G16 F15 G15 H15 E14 G14 I14", "A5-A6", "blockade 1"},
		{"of a single piece", "grand-camelot", "E5 | H16 G15 H15 I15 F14 H14 J14", "E5-E6", "blockade"},
		{"by two pieces", "grand-camelot", "F6 E5 | H16 G15 H15 I15 F14 H14 J14", "E5-E6", "blockade 13"},
		{"no castle move helps", "camelot", "A4 | F16 E15 F15 G15 D14 F14 H14 F1", "A4-A5", "blockade"},
		{"of a single piece", "cam", "A5 | D13 C12 D12 E12 B11 D11 F11", "A5-A6", "blockade 1"},
		{"no way out of the castle", "camelot", "F1 A5 | E2 D3 F2 F3 H2 H3", "H2-G2", "blockade 2"},
		{"no way out of the castle", "chivalry", "G1 A5 | F2 E3 G2 G3 I2 I3", "I2-H2", "blockade 2"},
		{"no way out of the castle", "cam", "D1 A5 | C2 B3 D2 D3 F3 E3", "E3-E2", "blockade 2"},
		{"no way out of the castle", "camette", "C1 A5 | B2 A3 C2 C3 E3 D3", "D3-D2", "blockade 2"},
		// A5 could leap over B6 to C7, were that not its own castle.
		{"no canter into it", "camette", "A4 B4 B5 C5 C6 A3 C3 D4 D5 | A5 B6", "D5-D6", "blockade 1"},
	}
	for _, c := range shutIn {
		if c.winners != "" {
			outcomes = append(outcomes, outcome{"of a seat", c.game, c.setup, c.last, "blockade " + c.winners})
		}
		if slices.Contains(fourHanded, c.game) { // seat 4 is not shut in
			outcomes = append(outcomes, outcome{"a blocked seat passes", c.game, c.setup + " | kG9 | kK7", c.last, "on 3"})
			outcomes = append(outcomes, outcome{"so does one without pieces", c.game, "kF5 | | kI8 | kE9 kG9", "F5-F6 I8-I7 G9-G10", "on 1"})
		}
	}
	const both = "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 kG7 | kA5 | kN6 kM6 kM5 kM4 kN7 kL7 kL5 kL3 kG10 | kN5"
	for _, game := range []string{"chivalry-4-teams", "chivalry-4-solo"} {
		outcomes = append(outcomes, outcome{"loses nothing", game, both, "D3-C3 G10-G11", "on 1"})
	}
	checkOutcomes(t, outcomes)
}

func TestRule4_NobodyCanMoveIsADraw(t *testing.T) {
	// No turn leads there, since the square that it leaves is free; judged
	// nevertheless.
	b := BoardOf("chivalry-4-solo")
	var p position
	for q := range Square(b.Len()) {
		p.put(q, pieceOf(seatIndex(q%4), true))
	}
	g := &generator{turn: turn{b: b}}
	end := g.conclude(&p, move{from: 0, to: 1})
	if r := b.sides.result(end, 0, &p); r == nil || r.Reason != ReasonBlockade || len(r.Winners) != 0 {
		t.Errorf("result on a full board is %+v, want a draw by blockade", r)
	}
}
