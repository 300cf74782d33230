package knizia

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/twin"
)

func TestT1_E40_Setup(t *testing.T) {
	sums, counts, actions := map[string]int{}, map[Card]int{}, 0
	for _, kind := range pack.kind {
		counts[kind]++
		switch {
		case kind.IsColored():
			sums[kind.Color().String()] += kind.Value()
		case kind == W6:
			sums["maidens"] += kind.Value()
		case kind.IsSupporter():
			sums["squires"] += kind.Value()
		}
	}
	want := map[string]int{"purple": 62, "red": 52, "blue": 46, "yellow": 40, "green": 14, "squires": 40, "maidens": 24}
	if fmt.Sprint(sums) != fmt.Sprint(want) {
		t.Errorf("printed values sum to %v, want %v", sums, want)
	}
	for _, c := range Actions() {
		actions += counts[c]
		if want := map[Card]int{Riposte: 3, KnockDown: 2}[c]; counts[c] != max(want, 1) {
			t.Errorf("%d cards %s", counts[c], c)
		}
	}
	if len(Actions()) != 17 || actions != 20 || len(pack.kind) != 110 {
		t.Errorf("%d kinds of %d actions among %d cards", len(Actions()), actions, len(pack.kind))
	}
	for seats, target := range map[int]int{2: 5, 3: 5, 4: 4, 5: 4} {
		s := begin(t, seats, 7, nil)
		s.checkInvariants(t)
		if s.tokensToWin() != target || int(s.deck.n) != deckSize-firstHand*seats || s.discard.n != 0 {
			t.Errorf("%d seats: target %d, deck %d, discard %d", seats, s.tokensToWin(), s.deck.n, s.discard.n)
		}
		for at := range s.around(0) {
			if n := s.hands[at].Len(); n != firstHand || !s.tokens[at].Empty() {
				t.Errorf("%d seats: seat %d has %d cards", seats, at+1, n)
			}
		}
		if want := s.after(s.dealer); s.firstAsked != want || s.phase != PhaseOpen {
			t.Errorf("dealer %d, first to open %d", s.dealer+1, s.firstAsked+1)
		}
	}
}

func TestRule13_Setup(t *testing.T) {
	seed := games.Seed{}
	for _, setup := range []games.Setup{
		{Options: map[string]string{"dealer": "0"}}, {Options: map[string]string{"dealer": "3"}},
		{Options: map[string]string{"dealer": "x"}},
		{Options: map[string]string{"shield": "none"}}, {Options: map[string]string{"window": "4"}}, {Seats: 1}, {Seats: 6},
		{Fixed: map[string]string{"Deck": "unhorse unhorse"}}, {Fixed: map[string]string{"Deck": "R9"}},
	} {
		setup.Seed = &seed
		if _, err := (ruleset{}).New(setup); err == nil {
			t.Errorf("%+v is accepted", setup)
		}
	}
	if _, err := (ruleset{}).New(games.Setup{Seats: 2, Fixed: map[string]string{"Chance": "1"}}); err == nil {
		t.Error("a setup without a deck and a seed is accepted")
	}
	if s, err := (ruleset{}).New(games.Setup{Seed: &seed}); err != nil || s.(*state).seats != 2 {
		t.Errorf("no number of seats: %v", err)
	}
	s, err := ruleset{}.New(games.Setup{Seats: 4, Fixed: map[string]string{"Deck": "", "Chance": "2"}})
	if err != nil || s.(*state).dealer != 2 {
		t.Errorf("dealer %v, %v, want the third seat", s, err)
	}
	deck := map[string]string{"Deck": "R3 R4 R5 B2 P3 G1 W2 unhorse Y2"}
	s, err = ruleset{}.New(games.Setup{Seats: 3, Options: map[string]string{"dealer": "2"}, Fixed: deck})
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(games.Omniscient).(View)
	// The third seat is dealt first, and the other cards follow in the order of the tables.
	for number, want := range map[int]string{3: "R3 B2 W2", 1: "R4 P3 unhorse", 2: "R5 G1 Y2"} {
		for code := range strings.FieldsSeq(want) {
			if !slices.Contains(v.Seats[number-1].Hand, ParseCard(code)) {
				t.Errorf("seat %d holds %v, want %s in it", number, v.Seats[number-1].Hand, code)
			}
		}
	}
	if last := s.(*state).deck.at(1); last != Lancelot || v.Opener != 3 || v.Dealer != 2 {
		t.Errorf("the last card is %s; dealer %d, opener %d", last, v.Dealer, v.Opener)
	}
}

func TestRule5_1_Opening(t *testing.T) {
	tell(t, "{1}", "T4 E5 E6 by supporters alone, and not purple again / "+`open: |
		hands W3 knock_down | R3
		last purple
		! colour purple ~ purple_again
		? colour red; colour blue; colour yellow; colour green
		> colour blue
		at = turn 1 blue
		cards = 3 1`,
		"§5.1 a color needs a card / "+`open: |
		hands R3 Y2 riposte | R3
		legal 1 = colour red | colour yellow
		! colour purple; colour blue; colour green ~ color_lacked
		! play R3; end; withdraw; riposte 2; token red; keep 1; pass ~ open_first
		! colour; colour white; color red; colour red blue ~ malformed`,
		"§5.1 a single color is not chosen by itself / "+`open: |
		hands R3 | R4
		ask
		at = open 1
		legal 1 = colour red`,
		"T5 E6 only purple, after purple / "+`open: | |
		hands P4 P7 riposte | P3 R3 | W2
		last purple
		ask
		opener = 2
		at = open 2
		cards = 3 2 1
		shown = 1: P4 P7 riposte
		! colour purple ~ purple_again
		? colour red`,
		"T6 only actions / "+`open: | |
		hands riposte riposte dodge | R3 R3 | W2 W2
		ask
		opener = 2
		shown = 1: riposte riposte dodge
		> colour red; play R3; end; play W2; play W2; end
		at = turn 1 red
		cards = 4 2 1
		in = true true true`,
		"E39 nobody can open / "+`open 2: | |
		hands riposte dodge | charge | P3 retreat
		last purple
		deck riposte adapt P4 B2 R3 W2 G1
		ask
		opener = 2
		legal 2 = colour blue
		hand 1 = P4 W2 riposte dodge
		hand 2 = B2 riposte charge
		hand 3 = P3 R3 retreat adapt
		shown = 2: riposte charge 3: P3 retreat adapt 1: P4 riposte dodge`,
		"E1 by the option the draw comes before the color / "+`open: | |
		hands riposte | R3 | R4
		deck dodge W2 B3 G1
		with after
		ask
		opener = 2
		cards = 2 2 1
		> colour purple
		cards = 2 2 1
		> play W2; end
		cards = 2 1 2`,
		"E1 else after it / "+`open: | |
		hands riposte | R3 | R4
		deck dodge W2 B3 G1
		ask
		opener = 2
		cards = 1 1 1
		> colour red
		cards = 1 2 1`,
		"E1 nobody can open after the draw / "+`open: |
		hands riposte | dodge
		deck riposte retreat charge adapt W2 R3
		with after
		ask
		opener = 1
		cards = 4 4`,
		"T7 E4 E26 the opener places first / "+`opening green: |
		hands G1 G1 retreat shield lancelot riposte | R3
		! retreat 1; shield; riposte 2; withdraw; end ~ opener_places
		> play G1
		? shield; withdraw; end
		>> shield
		totals = 1 0
		> end
		at = turn 2 green`,
		"T43 E26 E27 the opener withdraws / "+`opening red: | |
		hands R3 | R3 | B2
		> play R3; withdraw
		discard = R3
		at = turn 2 red
		? play R3; withdraw
		> withdraw
		tokens = | | red
		opener = 3`)
}

func TestRule5_3_Turns(t *testing.T) {
	tell(t, "{1}", "T2 E2 a tie is not enough / "+`red 2: R3 R4 | R4
		hands | R3
		> play R3
		! end ~ end_too_low
		? withdraw`,
		"T3 E3 a leader plays too / "+`red 2: R3 R4 | R5 R4
		hands | W2
		! end ~ end_unplayed
		> play W2
		totals = 7 11
		? end
		hears 0 end = announce 2 0:11; draw 1 ? 0:104`,
		"§5.3 what may be played / "+`red: W6 | R3
		hands R3 B2 W6 W3 unhorse lancelot | R4
		? play R3; play W3
		! play B2 ~ wrong_color
		! play W6 ~ one_maiden
		! play R4; play Y2; riposte 2; charge ~ not_held
		! play unhorse ~ action_line
		! play lancelot; lancelot ~ lancelot_own
		! play; play R3 R3; play R6; play ?; R3; end now; pass on; dance ~ malformed
		! colour red ~ opened
		! token red ~ no_token
		! keep 1 ~ nothing_to_keep
		! pass ~ nothing_under_way
		! 2: play R4; 3: play R3; 0: play R3 ~ it is not your turn
		legal 2 =
		>   PLAY 	 r3 
		table = W6 R3 | R3`,
		"E41 nothing to place / "+`red 2: R3 W2 R4 | | R3
		hands | B2 riposte
		? riposte 1; withdraw
		>> riposte 1
		table = R3 W2 | R4 | R3`,
		"E34 who has withdrawn does not draw / "+`red: R3 | |
		hands R4 R5 | B2 | R3 R3 R4
		played 1
		> end
		cards = 2 2 3
		> withdraw; play R4; end; play R5; end
		at = turn 3 red
		cards = 2 2 4`,
		"T35 E32 the deck is shuffled when its last card is drawn / "+`red: R3 R4 | R3 |
		out 3
		hands R5 | R4 R5
		played 1
		discard B2 B2 B2 B2 B3 B3 B3 B3 G1 G1 G1 G1
		decks W6
		> end
		piles = 12 0 2`,
		"E33 T36 no cards are left / "+`red: R3 R4 | R3 |
		out 3
		hands R5 | R4
		played 1
		decks
		> end
		at = turn 2 red
		hand 2 = R4
		piles = 0 0 1`,
		"§5.2 an empty deck is made when a draw is due / "+`red: R3 R4 | R3 |
		out 3
		hands R5 | R4
		played 1
		decks
		discard B5
		> end
		hand 2 = R4 B5
		piles = 0 0 2`)
	tell(t, `red: R3 R4 | R3 |
		out 3
		hands R5 | R4 R5
		played 1
		discard B2 B3 G1
		decks W6
		record {1}
		{2}
		deck = {3}`,
		"T35 the deck of the record, bottom first / G1 / > end / B3 B2 G1",
		"T35 all of it / B3 G1 B2 / > end / B2 G1 B3",
		"T35 a card that is on the table / R3 / ! end ~ chance.card / W6")
}

func TestRule5_5_Withdrawing(t *testing.T) {
	tell(t, "{1}", "T28 a token for the maiden / "+`red: R3 W6 | R5 R5
		tokens red blue |
		hands R3 | R4
		! withdraw ~ token_to_choose
		! withdraw green ~ token_not_owned
		? withdraw red; withdraw blue
		> withdraw blue
		tokens = red | red
		discard = R3 W6 R5 R5`,
		"T29 the only token / "+`green: G1 W6 | R5 R5 G1 | G1
		tokens red
		hands R3 | R4
		! withdraw red ~ token_unneeded
		> withdraw
		tokens = | |`,
		"E28 a maiden gone in time costs nothing / "+`red: R3 W6 | R5 R5 | R3
		tokens red blue
		hands retreat | R4
		>> retreat 2
		! withdraw red ~ token_unneeded
		> withdraw
		tokens = red blue | |`,
		"E28 who has taken her pays / "+`red 2: R3 W6 | R5 | R3
		tokens | blue
		hands | riposte
		>> riposte 1; withdraw
		tokens = | |`,
		"E29 no token, nothing is lost / "+`red: R3 W6 | R5 R5 | R4
		hands R3
		! withdraw red ~ token_unneeded
		? withdraw`,
		"E30 the winner keeps its tokens / "+`red: R3 | R5 W6
		tokens | blue green
		hands R3 | R4
		> withdraw
		tokens = | red blue green`,
		"T30 E27 E42 all withdraw at once / "+`opening red: |
		hands R3 R4 | B2
		deck Y3 Y4
		> play R3; end; withdraw
		tokens = red |
		opener = 1
		at = open 1
		cards = 1 2
		last = red`,
		"T31 a purple winner chooses / "+`purple: P3 | P5 | | |
		out 3 4 5
		tokens | red blue yellow
		hands R3 | R4
		> withdraw
		at = token 2 purple
		opener = 1
		last = purple
		in = false true false false false
		! token red ~ token_owned
		! colour red; end; play R4 ~ token_first
		legal 2 = token purple | token green
		> token green
		over = 2 tokens 0 4
		! 2: token green; 1: resign ~ the game is over
		act =
		default 2 =
		legal 2 =`,
		"§5.5 the last token is taken by itself / "+`purple: P3 | P5 |
		out 3
		tokens | red blue yellow purple
		hands R3 | R4
		> withdraw
		over = 2 tokens 0 5`,
		"T32 E31 an owned color / "+`red: R3 | R5 |
		out 3
		tokens | red blue yellow purple
		hands R3 | R4
		> withdraw
		at = open 2
		tokens = | purple red blue yellow |`,
		"T33 E6 E35 it ends in green / "+`red: R3 R4 | R3
		hands drop_weapon W2 P3 | W3
		>> drop_weapon; play W2; end; withdraw
		tokens = green |
		last = green
		? colour purple`,
		"T34 E6 purple no more / "+`purple: P3 P4 | P3
		hands unhorse P5 Y3 | W3
		>> unhorse yellow; play Y3; end; withdraw
		tokens = yellow |
		last = yellow
		? colour purple`)
}

func TestRule5_8_Defaults(t *testing.T) {
	tell(t, `{1}: {2}
		hands {3}
		{4}
		default 1 = {5}
		? {5}
		default 2 =`,
		"open, most cards / open / | / R3 Y2 Y2 P3 | R3 / / colour yellow",
		"open, a tie / open / | / R3 Y2 G1 | R3 / / colour red",
		"open, supporters / open / | / W2 W3 | R3 / last purple / colour red",
		"open, no purple / open / | / P3 P4 P5 G1 | R3 / last purple / colour green",
		"opening / opening red / | / R4 R3 W3 | R3 / / play R3",
		"opening, supporter / opening red / | / R4 R3 W2 | R3 / / play W2",
		"opening, equal values / opening blue / | / W2 B2 | R3 / / play B2",
		"opening, placed / opening blue / B2 | / W2 B2 | R3 / added 1 / end",
		"turn / blue / B2 | B3 / W2 B2 | R3 / / withdraw",
		"turn, leading / blue / B4 | B3 / W2 B2 | R3 / played 1 / end",
		"turn, maiden / blue / W6 | B5 B5 / / tokens purple red blue / withdraw blue",
		"token / token purple / | / / tokens purple red / token blue")
}

func TestRule7_Lancelot(t *testing.T) {
	tell(t, "{1}", "T22 E21 E22 E24 by orders / "+`red: R3 | R4 |
		hands R4 drop_weapon W2 | | lancelot
		> play R4; drop_weapon
		hears 0 3: lancelot = cancelled 3>1 drop_weapon
		orders 3 drop_weapon any
		follow
		posted = 3: lancelot
		discard = lancelot drop_weapon
		totals = 7 4 0
		at = turn 1 red
		played = 2
		? end`,
		"T23 who has withdrawn cannot / "+`red: R3 | R4 |
		out 3
		hands drop_weapon W2 | | lancelot
		> drop_weapon
		legal 3 =
		! 3: lancelot ~ lancelot_out
		orders 3 drop_weapon any
		follow
		posted = 1: pass (0s)
		at = turn 1 green`,
		"T25 no action waits for a Lancelot that is discarded / "+`red: R3 | R4
		hands drop_weapon | R3
		discard lancelot
		with window
		> drop_weapon
		at = turn 1 green
		follow
		posted =`,
		"T26 Knock Down is cancelled before its chance / "+`red: R3 | R4
		hands knock_down R4 | lancelot B2 B3
		> knock_down 2
		orders 2 knock_down me
		follow
		posted = 2: lancelot
		cards = 1 2`,
		"T44 E22 E23 cancelled, and below / "+`blue: | B5
		hands B2 B2 drop_weapon B4 | lancelot
		> play B2; play B2; drop_weapon; 2: lancelot
		! end ~ end_too_low
		? withdraw
		table = B2 B2 | B5
		> play B4
		totals = 8 5
		? end`,
		"E22 a cancelled action is a card played / "+`blue: B5 B4 | B5
		hands drop_weapon | lancelot
		! end ~ end_unplayed
		> drop_weapon; 2: lancelot
		? end`,
		"E21 on the Shield / "+`blue: B5 | B4
		hands shield | lancelot
		> shield; 2: lancelot
		discard = lancelot shield
		lies = 0 0`,
		"E21 on Stunned / "+`blue: B5 | B4
		hands stunned | lancelot
		> stunned 2; 2: lancelot
		discard = lancelot stunned
		lies = 0 0`,
		"E21 not later / "+`blue: B5 | B4
		hands shield stunned | lancelot
		>> shield; stunned 2
		discard =
		lies = 1 2
		legal 2 =`,
		"E25 E43 at the wrong time / "+`blue: B5 | B4
		hands lancelot drop_weapon | B2
		! lancelot ~ lancelot_own
		! 2: lancelot ~ it is not your turn
		> drop_weapon
		! 1: lancelot ~ lancelot_own
		! end; play B2; withdraw; drop_weapon; colour red ~ under_way
		! 2: lancelot ~ not_held
		! 2: pass; 2: end; 2: play B2; 2: lance lot ~ it is not your turn
		hand 1 = lancelot
		legal 1 = pass
		legal 2 =`,
		"E24 before the first turn / "+`blue: B5 | |
		hands drop_weapon | | LANCELOT B2
		> drop_weapon
		act = 1
		legal 3 = lancelot
		> 3:   LANCELOT 
		discard = lancelot drop_weapon`,
		"§7.3 Adapt for oneself / "+`red 2: R4 W3 R3 | R3
		hands lancelot | adapt
		> adapt
		orders 1 adapt me minLoss=3
		follow
		posted = 1: lancelot`,
		"§7.1 it leaves with its holder / "+`red: R3 | R4 |
		hands drop_weapon W2 | lancelot | B3
		> drop_weapon; 2: resign
		orders 1 drop_weapon any
		orders 3 drop_weapon any
		follow
		posted = 1: pass`)
	tell(t, `red: R4 | {1}
		hands outmaneuver | lancelot
		> outmaneuver
		orders 2 outmaneuver me minLoss=4
		follow
		posted = {2}`,
		"T27 loss enough / R3 R5 / 2: lancelot",
		"T27 too little / R5 R3 / 1: pass (0s)")
	tell(t, `red: R3 | R4 |
		out 3
		hands {1}
		with window
		> drop_weapon
		at = react 1 red
		orders 1 drop_weapon any
		orders 2 drop_weapon any
		orders 3 drop_weapon any
		follow
		posted = 1: pass (5s)`,
		"T25 the actor holds it / drop_weapon lancelot | R3 | B2",
		"T25 who has withdrawn / drop_weapon | R3 | lancelot",
		"T25 it lies in the deck / drop_weapon | R3 | B2")
}

// TestT24_NothingShowsWhoHoldsLancelot compares all that others can see.
func TestT24_NothingShowsWhoHoldsLancelot(t *testing.T) {
	var first string
	for name, hands := range map[string][]string{
		"nobody":     {"drop_weapon W2", "R3", "B2"},
		"the actor":  {"drop_weapon lancelot", "R3", "B2"},
		"the second": {"drop_weapon W2", "lancelot", "B2"},
		"the third":  {"drop_weapon W2", "R3", "lancelot"},
	} {
		for _, window := range []time.Duration{0, 5 * time.Second} {
			s := scene{color: Red, displays: []string{"R3", "R4", ""}, hands: hands, opts: ruleOptions{window: window}}.build(t)
			all := twin.Encode(t, s.View(games.Spectator))
			all += twin.Encode(t, s.Tell(games.Spectator, 1, "drop_weapon"))
			s = playLines(t, s, "drop_weapon")
			all += twin.Encode(t, s.View(games.Spectator)) + fmt.Sprint(s.ToAct(), s.phase)
			post, ok := s.Follow(func(games.Seat) string { return "" })
			if !ok || post.Action != "pass" || post.Seat != 1 || !post.Interruptible || post.Wait != window {
				t.Errorf("%s: posted %+v", name, post)
			}
			if v := s.View(2).(View); v.Window != int(window.Seconds()) || v.UnderWay == nil ||
				v.UnderWay.Line != "drop_weapon" {
				t.Errorf("%s: the view says %d, %+v", name, v.Window, v.UnderWay)
			}
			all += twin.Encode(t, s.Tell(games.Spectator, 1, "pass"))
			all += twin.Encode(t, playLines(t, s, "pass").View(games.Spectator))
			if first == "" {
				first = all
			}
			if all != first {
				t.Errorf("%s, window %s: another story:\n%s\n%s", name, window, all, first)
			}
		}
	}
}

// TestRule7_3_Conditions has a row for each condition of the orders of seat 1, who holds Lancelot.
func TestRule7_3_Conditions(t *testing.T) {
	tell(t, `red 2: R4 R5 | R3 | {4}
		hands lancelot B2 | {1} | B3
		{5}
		> {1} {2}
		orders 1 {3}
		orders 2 dodge any
		orders 3 dodge any
		follow
		posted = {6}`,
		"never / riposte / 1 / / R3 R3 W3 / / 2: pass (0s)",
		"another card / riposte / 1 / dodge any / R3 R3 W3 / / 2: pass (0s)",
		"any, another's harm / riposte / 3 / riposte any / R3 R3 W3 / / 1: lancelot",
		"me, another's harm / riposte / 3 / riposte me / R3 R3 W3 / / 2: pass (0s)",
		"me, chosen / riposte / 1 / riposte me / R3 R3 W3 / / 1: lancelot",
		"me, stunned / stunned / 1 / stunned me / R3 R3 W3 / / 1: lancelot",
		"me, another stunned / stunned / 3 / stunned me / R3 R3 W3 / / 2: pass (0s)",
		"me, my hand / knock_down / 1 / knock_down me / R3 R3 W3 / / 1: lancelot",
		"me, another's hand / knock_down / 3 / knock_down me / R3 R3 W3 / / 2: pass (0s)",
		"me, a charge for another / charge / / charge me / R3 R3 W3 / / 2: pass (0s)",
		"me, a charge / countercharge / / countercharge me / R3 R3 W3 / / 1: lancelot",
		"me, the newest / outmaneuver / / outmaneuver me / R3 R3 W3 / / 1: lancelot",
		"me, behind a shield / outmaneuver / / outmaneuver me / R3 R3 W3 / shield 1 / 2: pass (0s)",
		"me, green / drop_weapon / / drop_weapon me / R3 R3 W3 / / 1: lancelot",
		"me, another weapon / change_weapon / blue / change_weapon me / R3 R3 W3 / / 2: pass (0s)",
		"any, another weapon / change_weapon / blue / change_weapon any / R3 R3 W3 / / 1: lancelot",
		"me, an exchange / outwit / 1 1.1 / outwit me / R3 R3 W3 / / 1: lancelot",
		"me, adapt for another / adapt / / adapt me / R3 R3 W3 / / 2: pass (0s)",
		"loss enough / dodge / 1.1 / dodge me minLoss=4 / R3 R3 W3 / / 1: lancelot",
		"loss too small / dodge / 1.1 / dodge me minLoss=5 / R3 R3 W3 / / 2: pass (0s)",
		"any with a loss of none / dodge / 3.1 / dodge any minLoss=1 / R3 R3 W3 / / 2: pass (0s)",
		"not leading / dodge / 1.1 / dodge me onlyIfLeading / R3 R3 W3 / / 2: pass (0s)",
		"leading / dodge / 1.1 / dodge me onlyIfLeading / / out 3 / 1: lancelot",
		"too many in / dodge / 1.1 / dodge me maxIn=2 / R3 R3 W3 / / 2: pass (0s)",
		"few in / dodge / 1.1 / dodge me maxIn=2 / / out 3 / 1: lancelot",
		"all conditions / dodge / 1.2 / dodge any minLoss=5 maxIn=2 onlyIfLeading / / out 3 / 1: lancelot",
		"all but one / dodge / 1.1 / dodge any minLoss=5 maxIn=2 onlyIfLeading / / out 3 / 2: pass (0s)")
}

func TestRule5_8_Resigning(t *testing.T) {
	tell(t, "{1}", "in one's turn / "+`red 2: R4 | R3 W6 | R5
		stunned 2
		hands B2 | unhorse P3 | B3
		tokens | red yellow
		hears 0 2: resign = resign 2; withdraw 2 R3 W6 stunned; token_returned 2 yellow 0:1; draw 3 ? 0:100
		> 2: resign
		discard = R3 W6 stunned P3 unhorse
		at = turn 3 red
		tokens = | red |
		cards = 1 0 2
		! 2: resign ~ resigned
		! 4: resign ~ no_seat
		> withdraw
		opener = 1
		tokens = red | red |
		in = true false true`,
		"one is left in / "+`red: R4 | R3 |
		out 3
		hands B2 | P3 | B3
		> 2: resign
		at = open 1
		tokens = red | |`,
		"the last one wins / "+`red: R4 | R3
		hands B2 | P3
		tokens red | blue green
		> 1: resign
		over = 2 resignation 1 2`,
		"the opener / "+`open: | |
		hands R3 | riposte | B3
		> 1: resign
		at = open 3
		opener = 3
		shown = 2: riposte`,
		"another one before the opening / "+`open: | |
		hands R3 | riposte | B3
		> 3: resign
		opener = 1
		in = true true false`,
		"a winner before its token / "+`token purple 2: | |
		last purple
		out 1 3
		hands R3 | R4 | R5
		tokens | red
		> 1: resign
		at = token 2 purple
		> 2: resign
		over = 3 resignation 0 1`,
		"a winner, and the next opens / "+`token purple 2: | |
		last purple
		out 1 3
		hands R3 | R4 | R5
		tokens | red
		> 2: resign
		at = open 3
		tokens = | red |`,
		"who acts / "+`red: R4 | R3 W2 | R5
		hands dodge B2 | P3 | B3
		> dodge 2.1; 1: resign
		discard = R4 B2 dodge
		table = | R3 W2 | R5
		at = turn 2 red`,
		"the target / "+`red: R4 | R3 W2 | R5
		hands dodge B2 | P3 | B3
		> dodge 2.1; 2: resign
		at = react 1 red
		hears 0 pass = no_effect 1 dodge
		> pass
		discard = R3 W2 P3 dodge
		at = turn 1 red
		played = 1`,
		"somebody else / "+`red: R4 | R3 W2 | R5
		hands dodge B2 | P3 | B3
		> dodge 2.1; 3: resign; pass
		table = R4 | W2 |`,
		"a target, which ends the tournament / "+`red: R4 | R3 W2 |
		out 3
		hands dodge B2 | P3 | B3
		> dodge 2.1; 2: resign
		discard = R3 W2 P3 dodge R4
		at = open 1
		tokens = red | |`,
		"a target that is out / "+`red: R4 | R3 W2 |
		out 3
		hands knock_down B2 | P3 | B3
		> knock_down 3; 3: resign; pass
		at = turn 1 red
		cards = 1 1 0`)
	tell(t, `red 3: R3 W3 | R4 B4 | W2 B2
		hands B2 | R3 | adapt
		>> adapt
		> {1}
		at = {2} red
		pending = {3}
		> {4}
		table = {5}
		at = turn {6} red`,
		"who was asked for Adapt / 1: resign / adapt 3 / 2 3 / 2: keep 1; 3: keep 2 / | R4 | B2 / 3",
		"who acts, while others choose / 3: resign / adapt 3 / 1 2 / 2: keep 2; 1: keep 2 / W3 | B4 | / 1",
		"who acts, and all waited for / 1: keep 1; 2: keep 1 / adapt 3 / 3 / 3: resign / R3 | R4 | / 1")
	tell(t, "{1}", "one is left in, of those who choose / "+`red 3: R3 W3 | R4 B4 | W2 B2 |
		hands B2 | R3 | adapt | G1
		out 4
		>> adapt
		> 1: resign; 2: resign
		at = open 4
		tokens = | | red |`,
		"a seat returns / "+`red: R4 | R3 | R5
		hands B2 | P3 | B3
		tokens | yellow
		> 2: resign; 2: return
		in = true false true
		tokens = | yellow |
		> withdraw
		in = true true true`)
	s := begin(t, 3, 7, tables[0])
	if _, err := s.Return(1); err != games.ErrNotYourTurn {
		t.Errorf("a seat returns that has not left: %v", err)
	}
	if s = playLines(t, s, "1: resign", "1: return"); s.phase != PhaseOpen || !s.in(0) || s.hands[0].Len() != firstHand {
		t.Errorf("before the opening: %s, in %v, %d cards", s.phase, s.in(0), s.hands[0].Len())
	}
}
