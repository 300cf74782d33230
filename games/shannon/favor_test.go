package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// afterRound returns a tournament after a round, with the lives given.
func afterRound(t *testing.T, round int8, lives ...int16) *state {
	t.Helper()
	s := begin(t, len(lives), 1, map[string]string{optionDealer: "1"})
	s.round = round
	for i, life := range lives {
		s.knights[i].life = life
	}
	return s
}

// TestRule6_Receivers has T13 to T17.
func TestRule6_Receivers(t *testing.T) {
	for _, c := range []struct {
		name  string
		round int8
		lives []int16
		want  []games.Seat
	}{
		{"T13 after round 2", 2, []int16{350, 340, 330, 320}, []games.Seat{4, 3}},
		{"T13 after round 3", 3, []int16{350, 340, 330, 320}, []games.Seat{4, 3, 2}},
		{"T13 after round 9", 9, []int16{350, 340, 330, 320}, []games.Seat{4, 3, 2}},
		{"T14 three knights", 5, []int16{300, 280, 150}, []games.Seat{3, 2, 3}},
		{"T15 far behind", 1, []int16{400, 395, 390, 300, 290, 190}, []games.Seat{6, 5, 6, 5, 4, 6}},
		{"T16 tied leaders", 3, []int16{380, 380, 300, 290}, []games.Seat{4, 3}},
		{"T16 all tied", 3, []int16{380, 380, 380, 380}, nil},
		{"T17 two knights", 4, []int16{300, 180}, []games.Seat{2, 2}},
		{"five knights after round 4", 4, []int16{300, 290, 280, 270, 260}, []games.Seat{5, 4, 3, 2}},
		{"ties: the dealer's left first, the dealer last", 3, []int16{300, 400, 300, 300}, []games.Seat{3, 4, 1, 3, 4, 1}},
		{"two hundred behind", 1, []int16{400, 200, 400}, []games.Seat{2, 2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := afterRound(t, c.round, c.lives...).receivers(); !slices.Equal(got, c.want) {
				t.Errorf("receivers %v, want %v", got, c.want)
			}
		})
	}
}

func TestT16_NothingIsShownWhenNobodyReceives(t *testing.T) {
	s := countedPiles(t, arrange(t, "S1", "S2", "S3"), "", "", "")
	if s.phase == PhaseFavor || s.round != 2 || len(s.shown) != 0 || len(s.favorDeck) != 24 {
		t.Errorf("phase %v of round %d, %d favors in the deck", s.phase, s.round, len(s.favorDeck))
	}
}

// choosingFavors returns a tournament of three in which 3 and then 2 choose a favor.
func choosingFavors(t testing.TB, deck, discard string) *state {
	t.Helper()
	s := arrange(t, "S1", "S2", "S3")
	list := func(text string) (all []*Power) {
		for _, id := range strings.Fields(text) {
			all = append(all, PowerOf(id))
		}
		return all
	}
	s.favorDeck, s.favorDiscard = list(deck), list(discard)
	for i, life := range []int16{400, 360, 350} {
		s.knights[i].life = life
	}
	s.round = 2
	next := *s
	if err := next.beginFavors(3); err != nil {
		t.Fatal(err)
	}
	return &next
}

func TestRule6_4_Choosing(t *testing.T) {
	s := choosingFavors(t, "raven antidote riposte trial standard", "redirect")
	if got := powerIDs(s.shown); !slices.Equal(got, []string{"raven", "antidote"}) {
		t.Fatalf("shown %v", got)
	}
	if want := []string{"favour raven", "favour antidote", "favour deck"}; !slices.Equal(s.Legal(3), want) {
		t.Errorf("Legal = %v, want %v", s.Legal(3), want)
	}
	wantRefused(t, s, "3: favour riposte", favorHidden)
	wantRefused(t, s, "3: favour lunch", noFavor)
	wantRefused(t, s, "3: favour arthur", noFavor)
	if s.dealer != 3 {
		t.Errorf("dealer %d, want the next one already", s.dealer)
	}
	s = play(t, s, "3: favor RAVEN")
	if got := powerIDs(s.shown); !slices.Equal(got, []string{"antidote", "riposte"}) || s.turn() != 2 {
		t.Fatalf("shown %v, turn %d; what is taken is replaced at once", got, s.turn())
	}
	s = play(t, s, "2: favour deck")
	if got := powerIDs(s.knight(2).favorList()); !slices.Equal(got, []string{"trial"}) {
		t.Errorf("2 has %v, want the top of the deck", got)
	}
	if s.phase != PhasePrepare || s.round != 3 {
		t.Fatalf("phase %v of round %d", s.phase, s.round)
	}
	if got := powerIDs(s.favorDiscard); !slices.Equal(got, []string{"redirect", "antidote", "riposte"}) {
		t.Errorf("discard %v", got)
	}
}

// TestRule6_3_ReplacedAfterTheLastChoice: even then a card comes from the deck.
func TestRule6_4_ReplacedAfterTheLastChoice(t *testing.T) {
	s := choosingFavors(t, "raven antidote riposte standard giant-strength", "")
	s = play(t, s, "3: favour raven", "2: favour riposte")
	if got := powerIDs(s.favorDiscard); !slices.Equal(got, []string{"antidote", "standard"}) || len(s.favorDeck) != 1 {
		t.Errorf("discard %v, %d in the deck", got, len(s.favorDeck))
	}
}

func TestRule6_1_FavorsServeOneRound(t *testing.T) {
	s := arrange(t, "S1", "S2", "S3").empower(2, "antidote").empower(3, "raven")
	s.favorDeck = slices.DeleteFunc(slices.Clone(s.favorDeck), func(p *Power) bool { return p.ID == "antidote" || p.ID == "raven" })
	s = countedPiles(t, s, "", "S1", "")
	if got := powerIDs(s.favorDiscard); !slices.Equal(got, []string{"antidote", "raven"}) {
		t.Errorf("discard %v", got)
	}
	for i := range s.knights[:3] {
		if list := s.knights[i].favorList(); len(list) > 0 {
			t.Errorf("%d still has %v", i+1, powerIDs(list))
		}
	}
}

func TestT37_DeckCycles(t *testing.T) {
	discard := "antidote blessed-shield challenge curse-arrows curse-sorcery curse-swords curse-treason divine-will enchanted-armour fox-feint giant-strength healing-balm"
	s := choosingFavors(t, "raven", discard)
	if len(s.shown) != 2 || s.shown[0].ID != "raven" || len(s.favorDeck) != 11 || len(s.favorDiscard) != 0 {
		t.Errorf("shown %v, %d in the deck, %d discarded", powerIDs(s.shown), len(s.favorDeck), len(s.favorDiscard))
	}
	if _, ok := s.Decided()["Deck.favours.2"]; !ok {
		t.Errorf("decided: %v", s.Decided())
	}
}

func TestRule6_5_NoFavorLeft(t *testing.T) {
	s := choosingFavors(t, "raven", "")
	if want := []string{"favour raven"}; !slices.Equal(s.Legal(3), want) {
		t.Fatalf("Legal = %v, want %v", s.Legal(3), want)
	}
	wantRefused(t, s, "3: favour deck", favorNone)
	s = play(t, s, "3: favour raven")
	if s.phase == PhaseFavor {
		t.Error("2 is asked though there is no favor left")
	}
	if s = choosingFavors(t, "", ""); s.phase == PhaseFavor {
		t.Error("somebody is asked though there is no favor at all")
	}
}

func TestRule6_TakenFavorsWork(t *testing.T) {
	s := choosingFavors(t, "divine-will antidote riposte trial", "")
	s = play(t, s, "3: favour divine-will")
	if v := s.View(games.Spectator).(View).Knights[2]; len(v.Tokens) == 0 || v.Tokens[len(v.Tokens)-1].Left != 3 {
		t.Errorf("tokens %+v, want three of divine will", v.Tokens)
	}
	s = play(t, s, "2: favour antidote")
	if !s.knight(3).inForce.has(PowerOf("divine-will")) || !s.knight(2).inForce.has(PowerOf("antidote")) {
		t.Error("the favors are not in force")
	}
}
