package knizia

import (
	"strings"
	"testing"

	"tableronde/games"
)

// The scenes of refusedLines.
var (
	redScene = scene{
		color: Red, displays: []string{"R3 W6", "R4 R5", "W6 R3 P4", ""}, hands: []string{"R4 B2 W6 riposte dodge retreat knock_down outwit break_lance drop_weapon change_weapon unhorse stunned disgrace", "lancelot"},
	}
	openingScene = scene{displays: []string{"", ""}, hands: []string{"R3 riposte", "B2"}}
	shieldScene  = scene{color: Red, displays: []string{"R3", "R4", "", "P3 P5"}, out: []int{3}, shield: 4, hands: []string{"outmaneuver retreat riposte break_lance outwit"}}
	maidenScene  = scene{color: Red, displays: []string{"W6", "R4"}, tokens: []string{"red blue"}, hands: []string{"R3"}}
)

// refusedLines has lines of seat 1 and the sentences that refuse them.
var refusedLines = []struct {
	in                scene
	key, action, text string
}{
	{redScene, "malformed", "play R9", "“play R9” is not an action of this game. Possible now: play R4."},
	{redScene, "no_seat", "riposte 5", "There is no seat 5 at this table of 4."},
	{redScene, "no_place", "dodge 2.3", "There is no card 3 before seat 2."},
	{redScene, "no_own_place", "retreat 3", "There is no card 3 before you."},
	{redScene, "not_held", "play R5", "You do not hold R5."},
	{redScene, "opened", "colour red", "The colour of this tournament is chosen already."},
	{redScene, "no_token", "token red", "There is no token to choose now."},
	{redScene, "wrong_color", "play B2", "B2 is blue, and the tournament is red."},
	{redScene, "one_maiden", "play W6", "There is a maiden in your display already, and no second one may join her."},
	{redScene, "action_line", "play riposte", "riposte is an action card, played by its own line: riposte 2."},
	{redScene, "end_too_low", "end", "You have 9, and seat 3 has 13: your total must be higher than every other."},
	{redScene, "token_unneeded", "withdraw red", "There is no token to choose: withdraw without naming one."},
	{redScene, "nothing_under_way", "pass", "No action card is on the table."},
	{redScene, "lancelot_own", "lancelot", "Lancelot answers an action of somebody else, never in one’s own turn."},
	{redScene, "nothing_to_keep", "keep 1", "You have nothing to choose for Adapt now."},
	{redScene, "purple_only", "unhorse red", "unhorse needs a purple tournament, and this one is red."},
	{redScene, "turn_to", "change_weapon green", "change_weapon turns the tournament red, blue or yellow, not green."},
	{redScene, "same_color", "change_weapon red", "The tournament is red already."},
	{redScene, "own_target", "stunned 1", "stunned is played on an opponent, not on yourself."},
	{redScene, "target_empty", "riposte 4", "Seat 4 has no display yet."},
	{redScene, "no_purple", "break_lance 2", "There is no purple card in the display of seat 2."},
	{redScene, "empty_hand", "knock_down 3", "Seat 3 has no card in its hand."},
	{redScene, "second_maiden", "outwit 1 3.1", "That would put a second maiden into a display."},
	{redScene, "equal_cards", "outwit 1 3.2", "Exchanging two equal cards would change nothing."},
	{openingScene, "open_first", "end", "Choose the colour of the tournament first: colour red."},
	{openingScene, "color_lacked", "colour blue", "To open in blue you need a blue card or a supporter."},
	{shieldScene, "target_out", "riposte 3", "Seat 3 has withdrawn from the tournament."},
	{shieldScene, "target_sole", "riposte 2", "Seat 2 has a single card in its display, which it keeps."},
	{shieldScene, "own_sole", "retreat 1", "Your display may not be emptied: you need two cards for this."},
	{shieldScene, "target_shielded", "break_lance 4", "A Shield protects the display of seat 4."},
	{shieldScene, "take_shield", "outwit 1 4.2", "Seat 4 is shielded: only its Shield can be taken."},
	{shieldScene, "no_effect", "outmaneuver", "outmaneuver would change nothing now."},
	{maidenScene, "token_to_choose", "withdraw", "A maiden is in your display: name the token that you give back, as in withdraw red."},
	{maidenScene, "token_not_owned", "withdraw green", "You do not own the green token."},
	{scene{displays: []string{"", ""}, last: Purple, hands: []string{"P3 R3"}}, "purple_again", "colour purple", "The last tournament ended in purple: this one begins in another colour."},
	{scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, out: []int{2}, tokens: []string{"red"}}, "token_first", "end", "Choose your token first: token purple."},
	{scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, out: []int{2}, tokens: []string{"red"}}, "token_owned", "token red", "You own the red token already."},
	{scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R3"}}, "opener_places", "end", "You open this tournament: place a card of its colour or a supporter first."},
	{scene{color: Red, displays: []string{"R5", "R3"}, hands: []string{"R3"}}, "end_unplayed", "end", "Play at least one card before you end your turn, or withdraw."},
	{scene{color: Red, stunned: 1, added: 1, displays: []string{"R5", "R3"}, hands: []string{"R3"}}, "stunned", "play R3", "You are stunned: only one card a turn goes to your display, and it lies there."},
	{scene{color: Purple, displays: []string{"P5", "P3"}, hands: []string{"drop_weapon"}}, "weapon_only", "drop_weapon", "drop_weapon needs a red, blue or yellow tournament, and this one is purple."},
	{scene{color: Red, shield: 1, displays: []string{"R5 R4", "R3 R3"}, hands: []string{"retreat"}}, "own_shielded", "retreat 1", "Your Shield stops your own action cards as well."},
}

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
	for _, c := range refusedLines {
		want(refused(c.in.build(t), 1, c.action), c.key, c.text)
	}
	want(refused(playLines(t, redScene.build(t), "stunned 2"), 1, "end"), "under_way", "An action card is on the table; wait until it has taken effect.")
	want(refused(choosingForAdapt(t), 1, "end"), "adapt_first", "Choose what you keep first: keep 1 2.")
	want(refused(choosingForAdapt(t), 1, "keep 1"), "keep_one_of_each", "Keep exactly one card of each value, as in keep 1 2.")
	withdrawn := scene{color: Red, displays: []string{"R3", "R4", ""}, out: []int{3}, hands: []string{"drop_weapon", "", "lancelot"}}
	want(refused(playLines(t, withdrawn.build(t), "drop_weapon"), 3, "lancelot"), "lancelot_out", "Whoever has withdrawn from the tournament cannot use Lancelot.")
	want(redScene.build(t).View(2).(View).Hand[0].Why, "waiting", "It is the turn of seat 1.")
	want(shieldScene.build(t).View(1).(View).Hand[1].Why, "no_target", "riposte has nobody and nothing to act on now.")
	three := scene{color: Red, displays: []string{"R3", "R4", "R5"}}
	_, err := mustResign(t, three.build(t), 2).Resign(2)
	want(err.(*games.Illegal), "resigned", "You have resigned already.")
	end := mustResign(t, scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"R3"}}.build(t), 2)
	want(end.View(1).(View).Hand[0].Why, "finished", "The game is over.")
	for key := range Refusals() {
		if !met[key] && !strings.HasPrefix(key, "knizia.sheet_") && !orderRefusals[key] { // see TestSheetRefusals and TestOrderRefusals
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
		{choosingForAdapt(t), 1, "keep 1 2"},
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
