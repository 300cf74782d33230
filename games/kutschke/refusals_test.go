package kutschke

import (
	"errors"
	"strings"
	"testing"

	"tableronde/games"
)

// Two knights in refusedActions.
var (
	valleyKnight = sketch{at: "hidden-valley", picked: "Q P G", hand: "L1 B1 S1", adventures: "golden-pheasant"}
	homeKnight   = sketch{picked: "ES A P", hand: "S1 S2"}
)

// refusedActions has lines of seat 1, whose turn it is to carry out what it picked,
// and why they are refused. Where there is no text, another case has the sentence.
var refusedActions = []struct {
	why     refusal
	knights []sketch
	line    string
	text    string
}{
	{malformed, nil, "Q", ""},
	{malformed, nil, "ride home", ""},
	{malformed, nil, "", ""},
	{malformed, nil, "done now", ""},
	{malformed, nil, "ES 2 3", ""},
	{malformed, nil, "T S1", ""},
	{noCard, nil, "G B4", "“B4” is no virtue card. They are written S1 to S3, L1 to L3, D1 to D3 and B1 to B3."},
	{noCard, nil, "ES 4", ""},
	{noCard, nil, "Q golden-pheasant L1 ?", ""},
	{noAdventure, nil, "A holy-grail", "There is no adventure “holy-grail”."},
	{noPlace, nil, "P avalon", "There is no place “avalon”."},
	{actNow, nil, "pick Q", "Now you carry out what you picked, or end the turn with “done”."},
	{actNow, nil, "bid", ""},
	{notPicked, []sketch{homeKnight}, "EL 2", "You have no “Exercise: Lance” to use."},
	{tournamentLater, []sketch{{picked: "T"}}, "T", "The tournament is held once every knight has had a turn."},
	{onlyCamelot, []sketch{{at: "dark-forest", picked: "A"}}, "A wild-boar", "“King Arthur’s Round Table” is played in Camelot only."},
	{onlyProvince, []sketch{{picked: "G", hand: "B1"}}, "G B1", "“Justice” is played in a province only."},
	{pileEmpty, []sketch{{picked: "EB"}, {hand: "B1 B1 B2 B3"}}, "EB 1", "The pile “Book” is empty."},
	{notOnPile, []sketch{homeKnight, {hand: "S3"}}, "ES 3", "Sword 3 is not on its pile."},
	{otherVirtue, []sketch{homeKnight}, "ES L2", "Lance 2 is not what this exercise trains: Sword."},
	{notShown, []sketch{homeKnight}, "A fair-maiden", "“Free the fair maiden!” does not lie open."},
	{noBook, []sketch{{at: "dark-forest", picked: "G", hand: "S1"}}, "G B1", "You hold no Book card."},
	{notBook, []sketch{valleyKnight}, "G S1", "Justice takes a Book card, and Sword 1 is none."},
	{notHeld, []sketch{valleyKnight}, "G B3", "You do not hold that many: Book 3."},
	{notHeld, []sketch{valleyKnight}, "Q golden-pheasant L2 B1", "You do not hold that many: Lance 2."},
	{notHeld, []sketch{valleyKnight}, "Q golden-pheasant B1 B1 L1", "You do not hold that many: Book 1."},
	{notHeld, []sketch{valleyKnight}, "Q golden-pheasant B3 B3 L1", ""},
	{noErrand, []sketch{{at: "dark-forest", picked: "Q"}}, "Q wild-boar S1 D1", "You hold no adventure."},
	{notYourErrand, []sketch{valleyKnight}, "Q white-stag L1 D1", "You do not hold “Capture the white stag”."},
	{elsewhere, []sketch{{at: "dark-forest", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"}}, "Q golden-pheasant L1 B1", "“Catch the golden pheasant” is completed in one place only: The Hidden Valley."},
	{payNothing, []sketch{valleyKnight}, "Q golden-pheasant", "Name the cards that you pay for “Catch the golden pheasant”: Q golden-pheasant L1 B1."},
	{payForeign, []sketch{valleyKnight}, "Q golden-pheasant S1 L1 B1", "“Catch the golden pheasant” asks for no such virtue: Sword 1."},
	{payShort, []sketch{valleyKnight}, "Q golden-pheasant L1", "“Catch the golden pheasant” asks for more: Book 1."},
	{paySurplus, []sketch{{at: "hidden-valley", picked: "Q", hand: "L1 L2 B1", adventures: "golden-pheasant"}}, "Q golden-pheasant L1 L2 B1", "Nothing is paid beyond need for “Catch the golden pheasant”: leave out Lance 1."},
	{horseStays, []sketch{homeKnight}, "P camelot", "Your knight is there already: Camelot."},
	{horseFar, []sketch{homeKnight}, "P misty-marsh", "The Misty Marsh is 4 places away, and a horse goes 3 at most."},
}

// TestRefusals has one case for every reason to refuse, with the sentence that a
// player reads.
func TestRefusals(t *testing.T) {
	met := map[string]bool{}
	want := func(why refusal, s *state, line, text string) {
		t.Helper()
		got := wantRefused(t, s, 1, line, why)
		wantWhole(t, got)
		if text != "" && got.Text != text {
			t.Errorf("%q is refused with %q, want %q", line, got.Text, text)
		}
		met[why.Key] = true
	}
	for _, c := range refusedActions {
		want(c.why, act(t, inOrder, c.knights...), c.line, c.text)
	}
	want(noKind, pickers(t), "pick E", "“E” is no action card. They are ES, EL, ED, EB, A, T, G, Q and P.")
	want(pickNow, pickers(t), "ES 1", "Now an action card is picked; what is picked is carried out later.")
	want(bidNow, joust(t, "S1", ""), "done", "Now you stake cards in the tournament, or none.")
	want(noneLeft, pickers(t, sketch{}, sketch{picked: "ES"}), "pick ES", "Every “Exercise: Sword” is taken already.")
	want(tournamentOnce, pickers(t, sketch{picked: "T"}), "pick T", "A knight takes one Tournament card a round, and you have yours.")
	want(displayEmpty, scene(t, 4, PhaseAct, inOrder, "", homeKnight), "A wild-boar", "No adventure lies open.")
	want(notHeld, joust(t, "S1", ""), "bid S1 S1", "")
	want(bidVirtue, joust(t, "D1", ""), "bid D1", "Only Sword and Lance cards are staked, not Dragon 1.")
	want(bidLone, scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: "S1 S2"}), "bid S1 S2", "Alone in the tournament you stake one card or none.")
	// Met elsewhere: setups, tents and resigning, lists and previews, and what
	// only a page asks for.
	for _, r := range []refusal{badSeats, noOption, badTents, resignedAlready, notYourTurn, turnOver, gameOver, ordersForm, ordersMany, ordersRound, ordersLate, ordersLong, ordersPlan, ordersAlternatives, cannotPay, noErrandHere} {
		met[r.Key] = true
	}
	for key := range Refusals() {
		if !met[key] {
			t.Errorf("no test meets %s", key)
		}
	}
	if len(met) != len(allRefusals) {
		t.Errorf("%d reasons met, %d listed", len(met), len(allRefusals))
	}
}

// wantWhole wants a refusal to fill in its sentence and to give all that a
// translation needs.
func wantWhole(t testing.TB, why *games.Illegal) {
	t.Helper()
	if strings.ContainsAny(why.Text, "{}") || why.Rule == "" {
		t.Errorf("%+v is not whole", why)
	}
	sentence := Refusals()[why.Key]
	for name := range why.Args {
		if !strings.Contains(sentence, "{"+name+"}") {
			t.Errorf("%s has an argument %s that %q does not name", why.Key, name, sentence)
		}
	}
	if got, want := len(why.Args), strings.Count(sentence, "{"); got != want {
		t.Errorf("%s has %d arguments, want %d", why.Key, got, want)
	}
}

func TestRefusalsOfPages(t *testing.T) {
	s := act(t, inOrder,
		sketch{at: "hidden-valley", picked: "Q", hand: "L1", adventures: "golden-pheasant"},
		sketch{at: "dark-forest", picked: "Q", hand: "L1", adventures: "white-stag"})
	if why := s.view(1).Uses()[0].Why; why == nil || why.Key != cannotPay.Key || why.Text != "Your virtue cards do not pay for “Catch the golden pheasant”." {
		t.Errorf("%+v", why)
	}
	s.turn = 2
	if why := s.view(2).Uses()[0].Why; why == nil || why.Key != noErrandHere.Key || why.Args["place"] != "dark-forest" {
		t.Errorf("%+v", why)
	}
}

func TestLongTextIsCutShort(t *testing.T) {
	_, _, err := act(t, inOrder).Apply(1, strings.Repeat("é", 1000))
	var why *games.Illegal
	if !errors.As(err, &why) || len(why.Args["text"]) > 100 {
		t.Errorf("%v", err)
	}
}

func TestSections(t *testing.T) {
	for _, want := range []string{"act.quest", "end", "notation", "pick", "pick.wishes", "setup", "tents", "tournament"} {
		found := false
		for _, section := range Sections() {
			found = found || section == want
		}
		if !found {
			t.Errorf("no %s in %v", want, Sections())
		}
	}
}
