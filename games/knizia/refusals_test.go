package knizia

import (
	"strings"
	"testing"

	"tableronde/games"
)

// TestRefusals has the sentence that a player reads for every reason to refuse a
// line.
func TestRefusals(t *testing.T) {
	met := map[string]bool{}
	want := func(why *games.Illegal, key, text string) {
		t.Helper()
		if why == nil || why.Key != "knizia."+key || why.Text != text || why.Rule == "" {
			t.Errorf("%v, want %s: %s", why, key, text)
			return
		}
		met[why.Key] = true
	}
	red := scene{
		color: Red, displays: []string{"R3 W6", "R4 R5", "W6 R3 P4", ""}, hands: []string{"R4 B2 W6 riposte dodge retreat knock_down outwit break_lance drop_weapon change_weapon unhorse stunned disgrace", "lancelot"},
	}
	opening := scene{displays: []string{"", ""}, hands: []string{"R3 riposte", "B2"}}
	alone := scene{color: Red, displays: []string{"R3", "R4", "", "P3 P5"}, out: []int{3}, shield: 4, hands: []string{"outmaneuver retreat riposte break_lance outwit"}}
	maiden := scene{color: Red, displays: []string{"W6", "R4"}, tokens: []string{"red blue"}, hands: []string{"R3"}}
	for _, c := range []struct{ key, action, text string }{
		{"malformed", "play R9", "“play R9” is not an action of this game. Possible now: play R4."},
		{"no_seat", "riposte 5", "There is no seat 5 at this table of 4."},
		{"no_place", "dodge 2.3", "There is no card 3 before seat 2."},
		{"no_own_place", "retreat 3", "There is no card 3 before you."},
		{"not_held", "play R5", "You do not hold R5."},
		{"opened", "colour red", "The colour of this tournament is chosen already."},
		{"no_token", "token red", "There is no token to choose now."},
		{"wrong_color", "play B2", "B2 is blue, and the tournament is red."},
		{"one_maiden", "play W6", "There is a maiden in your display already, and no second one may join her."},
		{"action_line", "play riposte", "riposte is an action card, played by its own line: riposte 2."},
		{"end_too_low", "end", "You have 9, and seat 3 has 13: your total must be higher than every other."},
		{"token_unneeded", "withdraw red", "There is no token to choose: withdraw without naming one."},
		{"nothing_under_way", "pass", "No action card is on the table."},
		{"lancelot_own", "lancelot", "Lancelot answers an action of somebody else, never in one’s own turn."},
		{"nothing_to_keep", "keep 1", "You have nothing to choose for Adapt now."},
		{"purple_only", "unhorse red", "unhorse needs a purple tournament, and this one is red."},
		{"turn_to", "change_weapon green", "change_weapon turns the tournament red, blue or yellow, not green."},
		{"same_color", "change_weapon red", "The tournament is red already."},
		{"own_target", "stunned 1", "stunned is played on an opponent, not on yourself."},
		{"target_empty", "riposte 4", "Seat 4 has no display yet."},
		{"no_purple", "break_lance 2", "There is no purple card in the display of seat 2."},
		{"empty_hand", "knock_down 3", "Seat 3 has no card in its hand."},
		{"second_maiden", "outwit 1 3.1", "That would put a second maiden into a display."},
		{"equal_cards", "outwit 1 3.2", "Exchanging two equal cards would change nothing."},
	} {
		want(refused(red.build(t), 1, c.action), c.key, c.text)
	}
	for _, c := range []struct {
		s            *state
		seat         games.Seat
		action       string
		key, message string
	}{
		{opening.build(t), 1, "end", "open_first", "Choose the colour of the tournament first: colour red."},
		{opening.build(t), 1, "colour blue", "color_lacked", "To open in blue you need a blue card or a supporter."},
		{alone.build(t), 1, "riposte 3", "target_out", "Seat 3 has withdrawn from the tournament."},
		{alone.build(t), 1, "riposte 2", "target_sole", "Seat 2 has a single card in its display, which it keeps."},
		{alone.build(t), 1, "retreat 1", "own_sole", "Your display may not be emptied: you need two cards for this."},
		{alone.build(t), 1, "break_lance 4", "target_shielded", "A Shield protects the display of seat 4."},
		{alone.build(t), 1, "outwit 1 4.2", "take_shield", "Seat 4 is shielded: only its Shield can be taken."},
		{alone.build(t), 1, "outmaneuver", "no_effect", "outmaneuver would change nothing now."},
		{maiden.build(t), 1, "withdraw", "token_to_choose", "A maiden is in your display: name the token that you give back, as in withdraw red."},
		{maiden.build(t), 1, "withdraw green", "token_not_owned", "You do not own the green token."},
		{do(t, red.build(t), "stunned 2"), 1, "end", "under_way", "An action card is on the table; wait until it has taken effect."},
		{choosing(t), 1, "end", "adapt_first", "Choose what you keep first: keep 1 2."},
		{choosing(t), 1, "keep 1", "keep_one_of_each", "Keep exactly one card of each value, as in keep 1 2."},
	} {
		want(refused(c.s, c.seat, c.action), c.key, c.message)
	}
	others := []scene{
		{displays: []string{"", ""}, last: Purple, hands: []string{"P3 R3"}},
		{phase: PhaseToken, color: Purple, displays: []string{"", ""}, out: []int{2}, tokens: []string{"red"}},
		{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R3"}},
		{color: Red, displays: []string{"R5", "R3"}, hands: []string{"R3"}},
		{color: Red, stunned: 1, added: 1, displays: []string{"R5", "R3"}, hands: []string{"R3"}},
		{color: Purple, displays: []string{"P5", "P3"}, hands: []string{"drop_weapon"}},
		{color: Red, shield: 1, displays: []string{"R5 R4", "R3 R3"}, hands: []string{"retreat"}},
	}
	for i, c := range []struct{ key, action, text string }{
		{"purple_again", "colour purple", "The last tournament ended in purple: this one begins in another colour."},
		{"token_first", "end", "Choose your token first: token purple."},
		{"opener_places", "end", "You open this tournament: place a card of its colour or a supporter first."},
		{"end_unplayed", "end", "Play at least one card before you end your turn, or withdraw."},
		{"stunned", "play R3", "You are stunned: only one card a turn goes to your display, and it lies there."},
		{"weapon_only", "drop_weapon", "drop_weapon needs a red, blue or yellow tournament, and this one is purple."},
		{"own_shielded", "retreat 1", "Your Shield stops your own action cards as well."},
	} {
		want(refused(others[i].build(t), 1, c.action), c.key, c.text)
	}
	want(refused(others[1].build(t), 1, "token red"), "token_owned", "You own the red token already.")
	withdrawn := scene{color: Red, displays: []string{"R3", "R4", ""}, out: []int{3}, hands: []string{"drop_weapon", "", "lancelot"}}
	want(refused(do(t, withdrawn.build(t), "drop_weapon"), 3, "lancelot"), "lancelot_out", "Whoever has withdrawn from the tournament cannot use Lancelot.")
	want(red.build(t).View(2).(View).Hand[0].Why, "waiting", "It is the turn of seat 1.")
	want(alone.build(t).View(1).(View).Hand[1].Why, "no_target", "riposte has nobody and nothing to act on now.")
	three := scene{color: Red, displays: []string{"R3", "R4", "R5"}}
	_, err := mustResign(t, three.build(t), 2).Resign(2)
	want(err.(*games.Illegal), "resigned", "You have resigned already.")
	end := mustResign(t, scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"R3"}}.build(t), 2)
	want(end.View(1).(View).Hand[0].Why, "finished", "The game is over.")
	for key := range Refusals() {
		if !met[key] && !strings.HasPrefix(key, "knizia.sheet_") { // see TestSheetRefusals
			t.Errorf("no case for %s", key)
		}
	}
}

// refused returns why a line is refused, nil if it is not.
func refused(s *state, at games.Seat, text string) *games.Illegal {
	_, _, err := s.Apply(at, text)
	why, _ := err.(*games.Illegal)
	return why
}

// TestWhatIsOwedIsNamed wants the example of a sentence to be a legal line,
// whatever was tried in place of what is owed.
func TestWhatIsOwedIsNamed(t *testing.T) {
	token := scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, out: []int{2}, hands: []string{"charge R3"}}
	for _, c := range []struct {
		s    *state
		at   games.Seat
		want string
	}{
		{scene{displays: []string{"", ""}, hands: []string{"R3 charge"}}.build(t), 1, "colour red"},
		{token.build(t), 1, "token purple"},
		{choosing(t), 1, "keep 1 2"},
	} {
		for _, tried := range []string{"charge", "lancelot", "riposte 2", "outwit 1 2.1", "play R3", "end", "withdraw"} {
			if why := refused(c.s, c.at, tried); why == nil || why.Args["move"] != c.want {
				t.Errorf("%s in %s: %v, want the example %s", tried, c.s.phase, why, c.want)
			}
		}
	}
}

func TestRefusalQuotesLittleOfWhatWasTyped(t *testing.T) {
	s := begin(t, 2, 1, nil)
	why := refused(s, numberOf(s.active), strings.Repeat("\x00é\n", 1<<16))
	if n := len([]rune(why.Args["text"])); n > 41 {
		t.Errorf("the refusal quotes %d characters", n)
	}
	// What was typed is quoted, not read as part of the sentence.
	if why := refused(s, numberOf(s.active), "{move}"); !strings.HasPrefix(why.Text, "“{move}” is not an action") {
		t.Errorf("{move}: %s", why.Text)
	}
}

func TestSections(t *testing.T) {
	seen := map[string]bool{}
	for _, section := range Sections() {
		if section == "" || seen[section] {
			t.Errorf("section %q is empty or listed twice", section)
		}
		seen[section] = true
	}
}
