package parker

import (
	"testing"

	"tableronde/games"
)

func TestRule2_1_PlainMoveIsOneStepToAnEmptySquare(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"a man, eight ways", "c2", "c2-b1 c2-b2 c2-b3 c2-c1 c2-c3 c2-d1 c2-d2 c2-d3",
			"c2-e2=canter_nothing c2-a1=reach c2-e1=reach c2-c2=reach c2xc3=jump_step"},
		{"a knight too", "kc2", "c2-b1 c2-b2 c2-b3 c2-c1 c2-c3 c2-d1 c2-d2 c2-d3", "c2-a2=canter_nothing"},
		{"occupied by a friend", "c2 d2", "c2-d3", "c2-d2=occupied"},
		{"occupied by an enemy", "c2 | d2 e2", "c2-d3", "c2-d2=occupied"},
		{"alone", "c2 d2", "", "c2-b2-a2=step_alone c2-b2-c2=step_alone c2-e2-e3=step_alone c2-b2xa2=step_alone"},
		{"nothing there", "c2", "", "a1-a2=empty a1=empty"},
		{"another's", "c2 | e1 kd1", "", "e1-e2=not_yours d1-d2=not_yours"},
		{"unfinished", "c2", "", "c2=unfinished"},
	})
}

func TestRule2_1_ShutInPieceIsBlocked(t *testing.T) {
	s := setUp(t, "camelot", "A4 A5 B5 B4 B3 A6 C6 C4 C2 | L9")
	wantIllegal(t, s, "A4-A5", "occupied")
	wantIllegal(t, s, "A4", "blocked")
}

func TestRule2_2_CanterLeapsOverFriends(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"a man over a man", "a1 b1", "a1-c1", "a1xc1=jump_friend"},
		{"a man over a knight", "a1 kb1", "a1-c1", ""},
		{"a knight over a man", "ka1 b1", "a1-c1", ""},
		{"over one only", "a1 b1 c1", "", "a1-c1=occupied a1-d1=reach"},
		{"over nothing", "a1", "", "a1-c1=canter_nothing"},
		{"as often as liked, in any direction", "a1 b1 c2 d3", "a1-c1 a1-c1-c3 a1-c1-c3-e3", ""},
		{"never obligatory", "a1 b1 c2", "a1-a2 a1-c1 b1-b2", ""},
		{"not over an enemy", "a1 | b1", "", "a1-c1=canter_enemy"},
		{"not over an enemy who blocks", "a1 | b1 c1", "", "a1-c1=occupied"},
	})
}

func TestRule2_2_CanterMayNotEndWhereItBegan(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"a man", "a1 b1 c2 b2", "a1-c1 a1-c1-c3", "a1-c1-c3-a1=circular"},
		{"a knight", "ka1 b1 c2 b2", "a1-c1 a1-c1-c3", "a1-c1-c3-a1=circular"},
		{"to and fro", "a1 b1", "", "a1-c1-a1=circular"},
		{"in passing", "a1 b1 c2 b2", "a1-c1-c3-a1-c1", ""},
	})
}

func TestRule2_2_ChargeAfterACircleIsRefused(t *testing.T) {
	// The knight could jump from where it stands; a charge may not begin by
	// cantering back there.
	checkClauses(t, fields, []clause{
		{"circle, then jump", "ka1 b1 c2 b2 | a2", "a1xa3", "a1-c1-c3-a1xa3=circular_charge"},
	})
}

func TestRule2_2_LeaptPiecesStay(t *testing.T) {
	s := play(t, setUp(t, "camelot", "C6 D7 kF8 | A9 A10"), "C6-E8-G8")
	v := s.View(games.Omniscient).(View)
	for _, want := range []struct{ square, piece string }{{"D7", "1M"}, {"F8", "1K"}, {"G8", "1M"}, {"C6", ""}, {"E8", ""}} {
		q, _ := v.Board().Square(want.square)
		if got := v.At(q).String(); got != want.piece {
			t.Errorf("%s holds %q, want %q", want.square, got, want.piece)
		}
	}
}

func TestRule2_2_TheStartingSquareCountsAsEmpty(t *testing.T) {
	// A circular jump needs its own square; see also the passing canter above.
	checkClauses(t, fields, []clause{
		{"to land on", "a1 | b1 c2 b2", "a1xc1xc3xa1", ""},
		{"not to leap over", "b2 | c1 d1 d2", "", "b2-b1-b3=step_alone"},
	})
}

func TestRule2_2_PartnersAreFriends(t *testing.T) {
	for _, game := range fourHanded {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kF5 kB6 | kC6 | kG5 | kK6")
			if s.b.Partner(1) == 0 {
				wantLegal(t, s, "F5xH5")
				wantIllegal(t, s, "F5-H5", "canter_enemy")
				return
			}
			if got := s.b.Partner(1); got != 3 {
				t.Fatalf("Partner(1) = %d, want 3", got)
			}
			wantLegal(t, s.toMove(3), "G5-E5")
			wantIllegal(t, s, "G5xE5", "jump_friend")
		})
	}
}

func TestRule2_3_JumpCapturesAnEnemy(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"a man a man", "a1 | b1", "a1xc1", "a1-c1=canter_enemy a1-a2=capture"},
		{"a man a knight", "a1 | kb1", "a1xc1", ""},
		{"a knight a man", "ka1 | b1", "a1xc1", "a1-c1=canter_enemy"},
		{"to an empty square only", "a1 | b1 c1", "a1-a2", "a1xc1=occupied"},
		{"not over nothing", "a1 | c3", "", "a1xc1=jump_nothing"},
		{"a leap, not a step", "a1 | b1", "", "a1xb1=jump_step a1xd1=reach"},
		{"not twice", "a1 | b1 c2", "", "a1xc1xa1=jump_nothing"},
	})
}

func TestRule2_3_TheCapturedPieceIsRemoved(t *testing.T) {
	for _, f := range fields {
		s := play(t, setUp(t, f.game, f.move("a1 e1 e2 | b1 e3 d3")), f.move("a1xc1"))
		if q, _ := s.b.Square(f.move("b1")); s.pos.at[q] != 0 {
			t.Errorf("%s: %s still stands on b1", f.game, s.pos.at[q])
		}
		if s.pos.count[1] != 2 || s.pos.own[1].len() != 2 {
			t.Errorf("%s: %d enemies left, want 2", f.game, s.pos.count[1])
		}
	}
}

func TestRule2_3_JumpMustGoOn(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"straight on", "a1 | b1 d1", "a1xc1xe1", "a1xc1=jump_on"},
		{"any way, no maximum", "c1 | b1 d1 e2", "c1xa1 c1xe1xe3", "c1xe1=jump_on"},
		{"each way of a fork", "a1 | b1 c2 d1 b2", "a1xc1xe1 a1xc1xc3xa1 a1xc3xc1xe1", "a1xc1xc3=jump_on a1xc3=jump_on"},
		{"not by a canter", "a1 d1 | b1", "a1xc1", "a1xc1-e1=canter_after_jump"},
		{"not by a step", "a1 | b1", "a1xc1", "a1xc1-c2=step_alone"},
	})
}

func TestRule2_3_JumpMayEndOnItsStartingSquare(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"a man", "a1 | b1 c2 b2", "a1xc1xc3xa1 a1xc3xc1xa1", ""},
		{"a knight", "ka1 | b1 c2 b2", "a1xc1xc3xa1", ""},
	})
	s := setUp(t, "camelot", "C6 | D6 E7 D7 A9")
	next := play(t, s, "C6xE6xE8xC6")
	if q, _ := s.b.Square("C6"); next.pos.at[q].String() != "1M" || next.pos.count[1] != 1 {
		t.Errorf("after the circle C6 holds %q and %d enemies stand", next.pos.at[q], next.pos.count[1])
	}
}

func TestRule2_4_JumpIsObligatory(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"no step", "a1 e3 | b1", "a1xc1", "e3-e2=capture a1-a2=capture e3=capture"},
		{"no canter", "a1 e3 d3 | b1", "a1xc1", "e3-c3=capture"},
		{"by any piece", "a1 e3 | b1 d3", "a1xc1 e3xc3", ""},
		{"a charge will do", "a1 ke3 d3 | b1 c2", "e3-c3xc1 a1xc1xc3", "e3-c3=knight_duty e3-e2=capture"},
		{"a charge alone obliges nobody", "ke3 d3 b1 | c2", "e3-c3xc1 e3-e2 b1-a1 d3-d2", "e3-c3=knight_duty"},
	})
}

func TestRule2_5_ChargeIsCanterThenJump(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"one of each", "ke3 d3 b1 | c2", "e3-c3xc1", "e3-c3xc1-a1=canter_after_jump"},
		{"a man has none", "e3 d3 b1 | c2", "e3-c3", "e3-c3xc1=man_charge e3-c3-c1=man_charge"},
		{"not obligatory", "ke3 d3 b1 | c2", "e3-d2 b1-a2", ""},
		{"its jumps go on", "ke3 d3 | c2 d1", "e3-c3xc1xe1", "e3-c3xc1=charge_on"},
		{"even where it began", "ke3 d3 | c2 d2", "e3-c3xe1 e3-c3xc1xe3", "e3-c3=knight_duty"},
	})
}

func TestRule2_5_KnightMayNotMereCanterWhereItCouldJump(t *testing.T) {
	checkClauses(t, fields, []clause{
		{"there", "ke3 d3 b1 | c2", "e3-c3xc1", "e3-c3=knight_duty"},
		{"or elsewhere", "ke3 d3 b3 b1 | c2 a2", "e3-c3xc1 e3-c3-a3xa1", "e3-c3-a3=knight_duty"},
		{"a man may", "e3 d3 b1 | c2", "e3-c3", ""},
		{"a knight may where it could not", "ke3 d3 b1 | c2 c1 d1", "e3-c3", "e3-c3xc1=occupied"},
	})
}

func TestRule2_5_DutyFollowsTheRouteNotTheSquare(t *testing.T) {
	// From C6 the knight reaches E8 by E6, where it could jump F5xG4, or by C8,
	// where it could not.
	s := setUp(t, "camelot", "kC6 D6 E7 C7 D8 | F5 A9")
	wantLegal(t, s, "C6-C8-E8", "C6-E6xG4", "C6-C8-E8-E6xG4", "C6-E6-E8-C8-C6-E6xG4")
	wantIllegal(t, s, "C6-E6-E8", "knight_duty")
	wantIllegal(t, s, "C6-E6-E8-C8", "knight_duty")
}

func TestChecks_KnightWhoseChargeFulfilsTheObligationMayNotMereCanter(t *testing.T) {
	// §5: the man jumps D8xF8; the knight at C5 cannot jump at once, but charge.
	s := setUp(t, "camelot", "D8 kC5 C6 | E8 D7 A12")
	wantLegal(t, s, "D8xF8", "C5-C7xE7xE9")
	e := wantIllegal(t, s, "C5-C7", "knight_duty")
	if e.Args["square"] != "C7" || e.Args["move"] != "C5-C7xE7xE9" {
		t.Errorf("the refusal names %v, want C7 and C5-C7xE7xE9", e.Args)
	}
	wantIllegal(t, s, "C5-C4", "capture")
}

func TestChecks_PieceThatJumpsIntoTheGoalDoesNotJumpOn(t *testing.T) {
	// §5: from D14 over E15 into F16; G15 stands ready to be jumped over to H14.
	s := setUp(t, "camelot", "D14 A4 | E15 G15 A10")
	wantLegal(t, s, "D14xF16")
	wantIllegal(t, s, "D14xF16xH14", "goal_stops")
	next := play(t, s, "D14xF16")
	wantOn(t, next, 2)
	if next.pos.count[1] != 2 {
		t.Errorf("%d enemies left, want 2", next.pos.count[1])
	}
}
