package judge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/review"
)

// The cause of a change is a fact of the moves: the piece that was left, the capture that was
// missed, the castle that stood open.
func TestCauses(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		played, best   string
		answers        []string
		values         [2]review.Value // of the better move, and of the played one
		rose           bool
		want           review.Cause
	}{
		{"left", "camelot 1 F5,F7,H6,A9/F8,F9,KI10", "A9-A10", "F5-F6", []string{"F8xF6xF4"}, [2]review.Value{20, -200}, false,
			review.Cause{Kind: review.LeftPiece, Move: "F8xF6xF4", Square: "F7", Number: 2, Played: true}},
		{"left, not answered", "camelot 1 F5,F7,H6,A9/F8,F9,KI10", "A9-A10", "F5-F6", nil, [2]review.Value{20, -200}, false,
			review.Cause{Kind: review.LeftPiece, Move: "F8xF6xF4", Square: "F7", Number: 2}},
		{"found by the next search", "camelot 1 F5,F7,H6,A9/F8,F9,KI10", "A9-A10", "", []string{"F8xF6xF4"}, [2]review.Value{20, 20}, false,
			review.Cause{Kind: review.LeftPiece, Move: "F8xF6xF4", Square: "F7", Number: 2, Played: true}},
		{"exposed", "camelot 1 E6,A9,KC4/F8,G10,KL11", "E6-F7", "A9-A10", []string{"F8xF6"}, [2]review.Value{20, -100}, false,
			review.Cause{Kind: review.Exposed, Move: "F8xF6", Square: "F7", Number: 1, Played: true}},
		{"a charge missed", "camelot 1 KC6,D7,G7/E9,F11,H10", "G7-G8", "C6-E8xE10xG12", nil, [2]review.Value{300, 0}, false,
			review.Cause{Kind: review.MissedCapture, Move: "C6-E8xE10xG12", Number: 2, Charge: true}},
		{"the castle missed", "camelot 1 E15,G16,A8/D12,KI12", "A8-A9", "E15-F16", nil, [2]review.Value{review.Won - 1, 100}, false,
			review.Cause{Kind: review.MissedCastle, Move: "E15-F16"}},
		{"the castle left", "cam 1 A5,B5/C2,KG9", "A5-A6", "", []string{"C2-D1"}, [2]review.Value{0, 1 - review.Won}, false,
			review.Cause{Kind: review.LeftCastle, Move: "C2-D1", Played: true}},
		{"a canter missed", "camelot 1 F4,F5,A8,A9/D12,KI12", "A9-A10", "F4-F6", nil, [2]review.Value{120, 0}, false,
			review.Cause{Kind: review.MissedCanter, Move: "F4-F6"}},
		{"a later win missed", "camelot 1 F4,F5,A8,A9/D12,KI12", "A9-A10", "A8-A7", nil, [2]review.Value{review.Won - 5, 0}, false,
			review.Cause{Kind: review.MissedWin, Move: "A8-A7", Number: 3}},
		{"lured", "camelot 2 E6,E7,F7,E8/D10,E10,I10,G12", "G12-G11", "G12-G13", []string{"E8-F9", "E10xG8", "F7xH9xJ11"}, [2]review.Value{0, -200}, false,
			review.Cause{Kind: review.Lured, Number: 2}},
		{"took", "camelot 1 E8,D8/F9,G11,I13", "E8xG10xG12", "", nil, [2]review.Value{100, 100}, true, review.Cause{Kind: review.Took, Number: 2}},
		{"entered", "camelot 1 F15,D12/D10,KI12", "F15-F16", "", nil, [2]review.Value{100, 100}, true, review.Cause{Kind: review.Entered}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustState(t, tt.position)
			seat := s.ToAct()[0]
			moves := []review.Move{{Seat: seat, Text: tt.played, Best: tt.best, Value: tt.values[0], Played: tt.values[1]}}
			checkLine(t, s, append([]string{tt.played}, tt.answers...))
			for i, text := range tt.answers {
				moves = append(moves, review.Move{Seat: [2]games.Seat{3 - seat, seat}[i%2], Text: text})
			}
			if diff := cmp.Diff(tt.want, Cause(s, moves, tt.rose)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
