package parker

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule3_OwnCastleIsEnteredByAJumpOnly(t *testing.T) {
	checkClauses(t, castleFields, []clause{
		{"no step", "b2 c2 d2", "b2-b3", "b2-c1=own_castle c2-c1=own_castle d2-c1=own_castle"},
		{"no canter", "a3 b2 kc3 c2", "c2-d2", "a3-c1=own_castle c3-c1=own_castle"},
		{"not in passing", "a3 b2 d2", "a3-b3", "a3-c1-e3=own_castle"},
		{"a jump", "a3 | b2", "a3xc1", ""},
		{"the jump of a charge", "ke3 d3 | c2", "e3-c3xc1", "e3-c3=knight_duty"},
		{"not the canter of one", "ke3 d2 | b2", "e3-d3", "e3-c1xa3=own_castle"},
		{"a jump that goes on", "a3 | b2 d2", "a3xc1xe3", "a3xc1=jump_on"},
	})
}

func TestRule3_PieceInItsOwnCastleMovesFirst(t *testing.T) {
	checkClauses(t, castleFields, []clause{
		{"out by a step", "c1 e3", "c1-b2 c1-c2 c1-d2", "e3-d3=leave_first e3=leave_first"},
		{"out by a canter", "c1 c2 e3", "c1-c3", "c2-b2=leave_first"},
		{"before a jump of another", "c1 e3 | d3", "c1-b2", "e3xc3=leave_first"},
		{"it must capture if it can", "c1 e3 | b2", "c1xa3", "c1-c2=leave_capture c1-d2=leave_capture e3-d3=leave_first"},
		{"not by a canter then", "c1 c2 | b2", "c1xa3", "c1-c3=leave_capture"},
		{"a charge captures too", "kc1 c2 | d2 d3", "c1xe3xc3 c1-c3xe3xc1", "c1-c3=knight_duty c1-b2=leave_capture"},
		{"a charge if it cannot jump", "kc1 c2 | d3", "c1-c3xe3 c1-b2 c1-d2", "c1-c3=knight_duty"},
		{"a jump may end in the castle again", "c1 | b2 b3 c2", "c1xa3xc3xc1", ""},
		{"a canter may not go back", "c1 c2", "c1-c3", "c1-c3-c1=own_castle"},
	})
}

func TestRule3_DutyArisesAfterAJumpIntoTheCastle(t *testing.T) {
	for _, f := range castleFields {
		t.Run(f.game, func(t *testing.T) {
			far := map[string]string{
				"camelot": "A9 A11", "chivalry": "A9 A11", "cam": "A8 A9", "camette": "A5 B6",
				"grand-camelot": "O7 O9 | | ", "grand-cam-97": "L6 L8 | | ", "grand-cam-93": "L6 L8 | | ",
			}[f.game]
			s := setUp(t, f.game, f.move("a3 e3 d3 | b2 ")+far)
			s = play(t, s, f.move("a3xc1"))
			for s.turn() != 1 {
				s = play(t, s, s.Legal(s.turn())[0])
			}
			for _, m := range s.Legal(1) {
				if from := f.move("c1"); !strings.HasPrefix(m, from+"-") && !strings.HasPrefix(m, from+"x") {
					t.Errorf("%s is legal", m)
				}
			}
			wantIllegal(t, s, f.move("e3-d2"), "leave_first")
		})
	}
}

func TestRule3_NoSlidingWithinTheOwnCastle(t *testing.T) {
	checkClauses(t, wide(castleFields), []clause{{"no slide", "c1 a3", "c1-d2", "c1-d1=castle_slide"}})
}

func TestRule3_GoalIsEnteredByAnyMove(t *testing.T) {
	checkClauses(t, goalFields, []clause{
		{"a step", "b2 a3", "b2-c1", ""},
		{"a canter", "a3 b2", "a3-c1", ""},
		{"a knight's canter", "ka3 b2", "a3-c1", ""},
		{"a jump", "a3 d3 | b2", "a3xc1", ""},
		{"a charge", "ke3 d3 | c2", "e3-c3xc1", ""},
	})
}

func TestRule3_MoveStopsInTheGoalAtOnce(t *testing.T) {
	checkClauses(t, goalFields, []clause{
		{"a canter", "a3 b2 d2", "a3-c1", "a3-c1-e3=goal_stops"},
		{"a jump that could go on", "a3 d3 | b2 d2", "a3xc1", "a3xc1xe3=goal_stops"},
		{"a charge that could go on", "ke3 d3 | c2 b2", "e3-c3xc1", "e3-c3xc1xa3=goal_stops"},
		{"a knight's canter that could capture there", "ka3 b2 | d2", "a3-c1", "a3-c1xe3=goal_stops"},
	})
}

func TestRule3_PieceInTheGoalNeverLeaves(t *testing.T) {
	checkClauses(t, wide(goalFields), []clause{
		// c1 gives no obligation, though b2 stands before it and a3 is own.
		{"no step", "c1 a3 | b2", "a3-b3", "c1-c2=goal_stays"},
		{"no jump", "c1 e3 | b2", "e3-d3", "c1xa3=goal_stays"},
	})
	s := setUp(t, "camelot", "F16 D14 | E15")
	if s.View(1).(View).MustCapture() {
		t.Error("MustCapture() = true for a piece in the goal")
	}
}

func TestRule3_CastleMoves(t *testing.T) {
	checkClauses(t, wide(goalFields), []clause{
		{"to the other square", "c1 a3", "c1-d1", "c1-c3=goal_stays c1xd1=goal_stays c1-c1=goal_stays c1-b2=goal_stays c1-d1-c1=goal_stops"},
		{"not while a jump is obligatory", "c1 a3 | b3", "a3xc3", "c1-d1=castle_move_capture c1=castle_move_capture"},
	})
	for _, f := range wide(goalFields) {
		t.Run(f.game, func(t *testing.T) {
			round := func(s *state, m string) *state {
				for s = play(t, s, f.move(m)); s.turn() != 1; {
					s = play(t, s, s.Legal(s.turn())[0])
				}
				return s
			}
			s := round(setUp(t, f.game, f.move("c1 a3 | ")+"C6 C7 | | "), "c1-d1")
			if got := s.View(1).(View).CastleMoves(1); got != 1 {
				t.Errorf("CastleMoves(1) = %d, want 1", got)
			}
			checkClause(t, s, f.move("d1-c1"), "")
			checkClause(t, round(s, "d1-c1"), f.move("a3-b3"), f.move("c1-d1=castle_moves_used_up c1=castle_moves_used_up"))
			own := castleFields[slices.IndexFunc(castleFields, func(o field) bool { return o.game == f.game })]
			s = setUp(t, f.game, f.move("c1 ")+own.move("c1"))
			checkClause(t, s, "", f.move("c1-d1=leave_first"))
		})
	}
}

func TestRule3_SideCastlesAreLikeOnesOwn(t *testing.T) {
	for _, c := range []struct {
		name, game, setup, legal, not string
	}{
		{"no step", "grand-camelot", "B8 B9", "B8-C8", "B8-A8=side_castle"},
		{"no canter", "grand-camelot", "C8 B8", "C8-D8", "C8-A8=side_castle"},
		{"a jump", "grand-camelot", "C8 | B8", "C8xA8", ""},
		{"the other side", "grand-camelot", "N8 | O8", "N8xP8", ""},
		{"leave at once", "grand-camelot", "A8 F5", "A8-B8", "F5-F6=leave_first A8-A9=castle_slide"},
		{"capture in leaving", "grand-camelot", "A8 F5 | B9", "A8xC10", "A8-B8=leave_capture"},
		{"no step", "grand-cam-97", "B7", "B7-C7", "B7-A7=side_castle"},
		{"a jump", "grand-cam-97", "C7 | B7", "C7xA7", ""},
		{"leave at once", "grand-cam-97", "M7 F5", "M7-L6", "F5-F6=leave_first"},
		{"no step", "grand-cam-93", "L7", "L7-K7", "L7-M7=side_castle"},
		{"a jump", "grand-cam-93", "K7 | L7", "K7xM7", ""},
		{"leave at once", "grand-cam-93", "A7 F5", "A7-B7", "F5-F6=leave_first"},
	} {
		t.Run(c.game+" "+c.name, func(t *testing.T) {
			checkClause(t, setUp(t, c.game, c.setup), c.legal, c.not)
		})
	}
}

func TestRule3_EverySeatHasItsOwnGoal(t *testing.T) {
	// The castle at the left is Blue's own, Yellow's goal, and closed to Red and Green except
	// for a jump.
	for seat, key := range map[int]string{1: "side_castle", 2: "side_castle", 3: "own_castle", 4: ""} {
		armies := map[int]string{1: "B8 F5 | | | ", 2: "| B8 F5 | | ", 3: "| | B8 F5 | ", 4: "| | | B8 F5"}
		s := setUp(t, "grand-camelot", armies[seat])
		s.toMove(games.Seat(seat))
		if key == "" {
			wantLegal(t, s, "B8-A8")
		} else {
			wantIllegal(t, s, "B8-A8", key)
		}
	}
}

func TestRule3_CastleSquaresAreOrdinaryInFourHandedChivalry(t *testing.T) {
	for _, game := range []string{"chivalry-4-teams", "chivalry-4-solo"} {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kG1 kG3 kF15 kC6 | kA8 | kN8 | kN9")
			wantLegal(t, s, "G1-H1", "F15-G16", "G3-G4", "C6-C7", "G1-F2")
			s = setUp(t, game, "kE3 kC6 | kF2 kH2 kA9 | kN8 | kN9")
			wantLegal(t, s, "E3xG1xI3")
			wantIllegal(t, s, "E3xG1", "jump_on")
			for q := range Square(s.b.Len()) {
				if s.b.CastleOf(q) != 0 {
					t.Errorf("CastleOf(%s) = %d, want 0", s.b.Name(q), s.b.CastleOf(q))
				}
			}
		})
	}
}
