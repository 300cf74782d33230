package kutschke

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games/cards"
)

// TestRefusals has one case for every reason to refuse, with the sentence that a
// player reads. Where there is no text, another case has the sentence.
func TestRefusals(t *testing.T) {
	valley := sketch{at: "hidden-valley", picked: "Q P G", hand: "L1 B1 S1", adventures: "golden-pheasant"}
	home := sketch{picked: "ES A P", hand: "S1 S2"}
	act := func(seats ...sketch) *state { return act(t, inOrder, seats...) }
	met := map[string]bool{}
	for _, c := range []struct {
		why  *cards.Refusal
		s    *state
		line string
		text string
	}{
		{malformed, act(), "Q", ""},
		{malformed, act(), "ride home", ""},
		{malformed, act(), "", ""},
		{malformed, act(), "done now", ""},
		{malformed, act(), "ES 2 3", ""},
		{malformed, act(), "T S1", ""},
		{malformed, act(), strings.Repeat("é", 1000), "“" + strings.Repeat("é", 40) + "…”" +
			strings.TrimPrefix(malformed.Text, "“{text}”")},
		{noCard, act(), "G B4", "“B4” is not a virtue card. Write S1 to S3, L1 to L3, D1 to D3 or B1 to B3."},
		{noCard, act(), "ES 4", ""},
		{noCard, act(), "Q golden-pheasant L1 ?", ""},
		{noAdventure, act(), "A holy-grail", "There is no adventure “holy-grail”: check the name."},
		{noPlace, act(), "P avalon", "There is no place “avalon”: check the name."},
		{noKind, pickers(t), "pick E", "“E” is not an action card. Write ES, EL, ED, EB, A, T, G, Q or P."},
		{pickNow, pickers(t), "ES 1", "Pick an action card now. You carry it out later."},
		{actNow, act(), "pick Q", "You cannot pick now. Carry out the cards that you picked, or end the turn with “done”."},
		{actNow, act(), "bid", ""},
		{bidNow, joust(t, "S1", ""), "done", "The tournament is on. Stake cards, or nothing."},
		{noneLeft, pickers(t, sketch{}, sketch{picked: "ES"}), "pick ES", "Every “Exercise: Sword” is taken already: pick another card."},
		{tournamentOnce, pickers(t, sketch{picked: "T"}), "pick T",
			"A knight takes one Tournament card a round, and you have yours: pick another card."},
		{notPicked, act(home), "EL 2", "You have no “Exercise: Lance” left to use in this round."},
		{tournamentLater, act(sketch{picked: "T"}), "T", "The tournament is held after every knight has had a turn."},
		{onlyCamelot, act(sketch{at: "dark-forest", picked: "A"}), "A wild-boar",
			"“King Arthur’s Round Table” is played in Camelot only."},
		{onlyProvince, act(sketch{picked: "G", hand: "B1"}), "G B1", "“Justice” is played in a province only."},
		{pileEmpty, act(sketch{picked: "EB"}, sketch{hand: "B1 B1 B2 B3"}), "EB 1", "The pile “Book” is empty: choose another pile."},
		{notOnPile, act(home, sketch{hand: "S3"}), "ES 3", "Sword 3 is not on its pile: choose another card."},
		{otherVirtue, act(home), "ES L2", "This exercise trains Sword, so you cannot take Lance 2."},
		{displayEmpty, scene(t, 4, PhaseAct, inOrder, "", home), "A wild-boar", "No adventure lies open."},
		{notShown, act(home), "A fair-maiden", "“Free the fair maiden!” does not lie open: choose one that does."},
		{noBook, act(sketch{at: "dark-forest", picked: "G", hand: "S1"}), "G B1", "You hold no Book card."},
		{notBook, act(valley), "G S1", "Justice takes a Book card, not Sword 1."},
		{notHeld, act(valley), "G B3", "You do not hold enough cards for Book 3."},
		{notHeld, act(valley), "Q golden-pheasant L2 B1", "You do not hold enough cards for Lance 2."},
		{notHeld, act(valley), "Q golden-pheasant B1 B1 L1", "You do not hold enough cards for Book 1."},
		{notHeld, act(valley), "Q golden-pheasant B3 B3 L1", ""},
		{notHeld, joust(t, "S1", ""), "bid S1 S1", ""},
		{noErrand, act(sketch{at: "dark-forest", picked: "Q"}), "Q wild-boar S1 D1", "You hold no adventure."},
		{notYourErrand, act(valley), "Q white-stag L1 D1", "You do not hold “Capture the white stag”."},
		{elsewhere, act(sketch{at: "dark-forest", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"}),
			"Q golden-pheasant L1 B1",
			"“Catch the golden pheasant” is completed in one place only: The Hidden Valley."},
		{payNothing, act(valley), "Q golden-pheasant", "Name the cards that you pay for “Catch the golden pheasant”: Q golden-pheasant L1 B1."},
		{payForeign, act(valley), "Q golden-pheasant S1 L1 B1",
			"“Catch the golden pheasant” does not ask for this virtue: leave out Sword 1."},
		{payShort, act(valley), "Q golden-pheasant L1", "“Catch the golden pheasant” asks for more: Book 1."},
		{paySurplus, act(sketch{at: "hidden-valley", picked: "Q", hand: "L1 L2 B1", adventures: "golden-pheasant"}),
			"Q golden-pheasant L1 L2 B1",
			"“Catch the golden pheasant” does not ask for so many cards: leave out Lance 1."},
		{horseStays, act(home), "P camelot", "Your knight is there already: Camelot. Choose another place."},
		{horseFar, act(home), "P misty-marsh", "The Misty Marsh is 4 places away, and a horse goes 3 at most."},
		{bidVirtue, joust(t, "D1", ""), "bid D1", "Only Sword and Lance cards are staked, not Dragon 1."},
		{bidLone, joust(t, "S1 S2"), "bid S1 S2", "Alone in the tournament you stake one card or none."},
	} {
		if got := wantRefused(t, c.s, 1, c.line, c.why); c.text != "" && got.Text != c.text {
			t.Errorf("%q is refused with %q, want %q", c.line, got.Text, c.text)
		}
		met[c.why.Key] = true
	}
	// Met elsewhere: setups, tents and resigning, lists and previews, and the questions of
	// a page.
	for _, r := range []*cards.Refusal{badSeats, noOption, badTents, resignedAlready, notYourTurn, turnOver, gameOver,
		ordersForm, ordersMany, ordersRound, ordersLate, ordersLong, ordersPlan, ordersAlternatives, cannotPay,
		noErrandHere} {
		met[r.Key] = true
	}
	if len(met) != len(refusals.All()) || len(met) != len(Refusals()) {
		t.Errorf("%d reasons met, %d listed", len(met), len(refusals.All()))
	}
	want := []string{"act", "act.exercise", "act.horse", "act.justice", "act.quest", "act.table", "end", "notation",
		"pick", "pick.wishes", "setup", "tents", "tournament"}
	if !slices.Equal(Sections(), want) {
		t.Errorf("Sections() = %v", Sections())
	}
}
