package parker

import (
	"strings"
	"testing"

	"tableronde/games"
)

// refusedMoves has moves of seat 1 and the sentences that refuse them.
var refusedMoves = []struct{ key, game, setup, action, text string }{
	{"malformed", "camelot", "E6 F6", "E6 to E7", "“E6 to E7” is not a move. A move is written like E6-D5."},
	{"off_board", "camelot", "E6", "E6-A1", "There is no square A1 on this board."},
	{"unfinished", "camelot", "E6", "E6", "Say where the piece on E6 goes: E6-D5."},
	{"empty", "camelot", "E6", "E7-E8", "There is no piece on E7."},
	{"not_yours", "camelot", "E6 | E9", "E9-E8", "The piece on E9 is not yours."},
	{"reach", "camelot", "E6", "E6-E9", "E9 is neither next to E6 nor one leap away."},
	{"occupied", "camelot", "E6 E7", "E6-E7", "E7 is occupied."},
	{"blocked", "camelot", "A4 A5 B5 B4 B3 A6 C6 C4 C2", "A4", "The piece on A4 has no room to move."},
	{"step_alone", "camelot", "E6", "E6-E7-E8", "A plain move stands alone: E7 to E8 cannot be part of a longer one."},
	{"canter_nothing", "camelot", "E6", "E6-E8", "There is no piece on E7 to canter over."},
	{"canter_enemy", "camelot", "E6 | E7", "E6-E8", "The piece on E7 is an enemy, which is jumped, not cantered over: E6xE8."},
	{"circular", "camelot", "E6 E7", "E6-E8-E6", "A canter may not end where it began, on E6."},
	{"circular_charge", "camelot", "kE6 E7 | D6", "E6-E8-E6xC6", "A charge may not canter back to E6 before it jumps."},
	{"jump_step", "camelot", "E6 | E7", "E6xE7", "A jump lands beyond the enemy: from E6, E7 is too near."},
	{"jump_nothing", "camelot", "E6", "E6xE8", "There is no enemy on E7 to jump."},
	{"jump_friend", "camelot", "E6 E7", "E6xE8", "The piece on E7 is a friend, which is cantered over, not jumped: E6-E8."},
	{"jump_on", "camelot", "E6 | E7 D9 F9", "E6xE8", "The jump must go on: C10, G10."},
	{"charge_on", "camelot", "kC6 D7 | E9 E11", "C6-E8xE10", "The charge must go on: E12."},
	{"canter_after_jump", "camelot", "E6 E9 | E7", "E6xE8-E10", "After a jump there is no canter: E8 to E10."},
	{"man_charge", "camelot", "C6 D7 | E9", "C6-E8xE10", "Only a knight charges: a man that has cantered cannot jump."},
	{"knight_duty", "camelot", "kC6 D7 | E9", "C6-E8", "On E8 the knight could jump, so its move must end in a capture: C6-E8xE10."},
	{"capture", "camelot", "E6 H4 | F7", "H4-H5", "A jump is possible: E6xG8."},
	{"own_castle", "camelot", "F2", "F2-F1", "You enter your own castle by a jump only: F1."},
	{"side_castle", "grand-camelot", "B8", "B8-A8", "You enter the castles at the sides by a jump only: A8."},
	{"leave_first", "camelot", "F1 H6", "H6-H7", "The piece on F1 must leave the castle first: F1-E2."},
	{"leave_capture", "camelot", "F1 | G2", "F1-E2", "The piece on F1 must capture as it leaves the castle: F1xH3."},
	{"castle_slide", "camelot", "F1", "F1-G1", "The piece on F1 must leave the castle, not move within it."},
	{"goal_stops", "camelot", "E14 | F15 G15", "E14xG16xG14", "The move must end on G16, in the enemy castle."},
	{"goal_stays", "camelot", "F16 B4", "F16-F15", "A piece in the enemy castle never leaves it: F16."},
	{"castle_moves_used_up", "camelot", "F16 B4", "F16-G16", "Both castle moves of this game are made: F16 stays."},
	{"castle_move_capture", "camelot", "F16 B4 | B5", "F16-G16", "No castle move while a jump is possible: B4xB6."},
}

// TestRefusals has one case for every reason to refuse, and the sentence that a
// player reads.
func TestRefusals(t *testing.T) {
	met := map[string]bool{}
	for _, c := range refusedMoves {
		s := setUp(t, c.game, c.setup)
		if c.key == "castle_moves_used_up" {
			s.pos.castled[0] = castleMoves
		}
		if e := wantIllegal(t, s, c.action, c.key); e.Text != c.text {
			t.Errorf("%s on %s: %q, want %q", c.action, c.setup, e.Text, c.text)
		}
		met["parker."+c.key] = true
	}
	solo := setUp(t, "chivalry-4-solo", "kE5 | | kF9 | kG12")
	_, claim := solo.Claim()
	_, army := solo.Resign(2)
	_, ambiguous := setUp(t, "camelot", "E6 F6").View(1).(View).Interpret("e7")
	_, again := mustResign(t, begin(t, "grand-camelot"), 1).Resign(1)
	for _, c := range []struct {
		err  error
		key  string
		text string
	}{
		{claim, "no_claim", "You cannot claim a draw yet. The position has occurred 1 of 4 times. 0 of 50 rounds have passed without a capture or an entry into a castle."},
		{ambiguous, "ambiguous", "“e7” could be E6-E7, F6-E7: say by which squares it goes."},
		{army, "no_army", "This seat has no pieces left to resign with."},
		{again, "resigned", "You have resigned already. Your partner plays on."},
		{mustResign(t, begin(t, "camelot"), 1).View(1).(View).Stage("E6").Why, "over", "The game is over."},
	} {
		if !refusedBy(c.err, c.key) || c.err.Error() != c.text {
			t.Errorf("%v, want %s: %s", c.err, c.key, c.text)
		}
		met["parker."+c.key] = true
	}
	for key := range Refusals() {
		if !met[key] && !strings.HasPrefix(key, "parker.position_") { // see the tests of positions
			t.Errorf("no case for %s", key)
		}
		delete(met, key)
	}
	if len(met) > 0 {
		t.Errorf("Refusals() lacks %v", met)
	}
}

func TestRefusalQuotesLittleOfWhatWasTyped(t *testing.T) {
	s := begin(t, "camelot")
	e := wantIllegal(t, s, strings.Repeat("\x00é\n", 1<<16), "malformed")
	if n := len([]rune(e.Args["text"])); n > 41 {
		t.Errorf("the refusal quotes %d characters", n)
	}
	// What was typed is quoted, not read as part of the sentence.
	_, _, err := s.Apply(1, "{move}")
	if want := "“{move}” is not a move. A move is written like C6-B5."; err.Error() != want {
		t.Errorf("Apply({move}): %v, want %s", err, want)
	}
}

func TestNotYourTurn(t *testing.T) {
	s := begin(t, "camelot")
	for _, who := range []games.Seat{-1, 0, 2, 3} {
		if _, _, err := s.Apply(who, "E6-E7"); err != games.ErrNotYourTurn {
			t.Errorf("Apply by seat %d: %v, want %v", who, err, games.ErrNotYourTurn)
		}
		if got := s.Legal(who); got != nil {
			t.Errorf("Legal(%d) = %v, want none", who, got)
		}
	}
}
