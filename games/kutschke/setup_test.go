package kutschke

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// TestSeedDeals deals by hand: the circle, the tents, the adventures, the virtues,
// and the lots of the second round.
func TestSeedDeals(t *testing.T) {
	for n := minSeats; n <= maxSeats; n++ {
		for seed := range uint64(50) {
			c, err := games.NewChance(games.Setup{Seed: seedOf(seed)})
			if err != nil {
				t.Fatal(err)
			}
			shuffle := func(codes []string) string {
				games.Shuffle(&c, codes)
				return strings.Join(codes, " ")
			}
			tents := []string{"1", "2", "3", "4"}[:n]
			want := map[string]string{
				tagPlaces:     shuffle(cards.Codes(Provinces())),
				tagTents:      shuffle(slices.Clone(tents)),
				tagAdventures: shuffle(cards.Codes(Adventures())),
				tagVirtues:    shuffle(cards.Codes(box.outfits[n].dealt.list())),
			}
			s := begin(t, n, seed)
			if got := s.Decided(); !maps.Equal(got, want) {
				t.Fatalf("%d seats, seed %d: %v, want %v", n, seed, got, want)
			}
			wantDealt(t, s, want)
			want[tagTents+".2"] = shuffle(tents)
			for s.round == 1 {
				seat := s.ToAct()[0]
				s = play(t, s, seat, s.Default(seat))
			}
			if got := s.Decided(); !maps.Equal(got, want) {
				t.Fatalf("%d seats, seed %d, round 2: %v, want %v", n, seed, got, want)
			}
		}
	}
}

// wantDealt compares a new game with tags.
func wantDealt(t *testing.T, s *state, tags map[string]string) {
	t.Helper()
	v := s.view(games.Omniscient)
	if got := "camelot " + tags[tagPlaces]; got != cards.Line(v.Places, "") {
		t.Errorf("places %v, want %s", v.Places, got)
	}
	if !strings.HasPrefix(tags[tagAdventures], cards.Line(v.Display, "")) || len(v.Display) != displaySize {
		t.Errorf("display %v, want %s", v.Display, tags[tagAdventures])
	}
	dealt := strings.Fields(tags[tagVirtues])
	for i, k := range v.Seats {
		want := mustParse(t, dealt[i]+" "+dealt[i+len(v.Seats)], allCards)
		slices.Sort(want)
		if !slices.Equal(k.Hand, want) || fmt.Sprint(k.Tent) != strings.Fields(tags[tagTents])[i] {
			t.Errorf("seat %d has tent %d and holds %v, want %v", i+1, k.Tent, k.Hand, want)
		}
	}
}

// Missing things follow in the order of the data file. A tag that is absent altogether is
// shuffled from the seed, and those present use up none of it.
func TestFixedDecks(t *testing.T) {
	s := mustStart(t, games.Setup{Seats: 3, Fixed: map[string]string{
		tagPlaces: "ruined-tower dark-forest", tagTents: "3 1", tagAdventures: "fair-maiden golden-pheasant",
		tagVirtues: "B1 D1",
	}})
	wantDealt(t, s, map[string]string{
		tagPlaces:     "ruined-tower dark-forest hidden-valley enchanted-grove misty-marsh fire-mountain dwarf-caves",
		tagTents:      "3 1 2",
		tagAdventures: "fair-maiden golden-pheasant wild-boar",
		tagVirtues:    "B1 D1 S1 S1 L1 D1",
	})
	c, err := games.NewChance(games.Setup{Seed: seedOf(8)})
	if err != nil {
		t.Fatal(err)
	}
	tents, virtues := []string{"1", "2"}, []string{"S1", "L1", "D1", "B1"}
	games.Shuffle(&c, tents)
	games.Shuffle(&c, virtues)
	s = mustStart(t, games.Setup{Seats: 2, Seed: seedOf(8),
		Fixed: map[string]string{tagPlaces: "", tagAdventures: "fair-maiden"}})
	if d := s.Decided(); d[tagTents] != strings.Join(tents, " ") || d[tagVirtues] != strings.Join(virtues, " ") {
		t.Errorf("%v, want tents %s, virtues %s", d, tents, virtues)
	}
}

func TestRefusedSetups(t *testing.T) {
	fix := func(seats int, tag, text string) games.Setup {
		return games.Setup{Seats: seats, Fixed: map[string]string{tag: text}}
	}
	for name, c := range map[string]struct {
		setup games.Setup
		key   string
	}{
		"no chance":  {games.Setup{Seats: 2}, "chance.no_seed"},
		"one seat":   {games.Setup{Seats: 1, Seed: seedOf(1)}, badSeats.Key},
		"five seats": {games.Setup{Seats: 5, Seed: seedOf(1)}, badSeats.Key},
		"options": {games.Setup{Seats: 2, Seed: seedOf(1), Options: map[string]string{"x": "1", "a": "2"}},
			noOption.Key},
		"another value": {games.Setup{Seats: 2, Seed: seedOf(1), Options: map[string]string{"auto": "x"}},
			noOption.Key},
		"Camelot in the circle":     {fix(2, tagPlaces, "camelot"), "chance.card"},
		"a place twice":             {fix(2, tagPlaces, "dark-forest dark-forest"), "chance.card"},
		"a third tent for two":      {fix(2, tagTents, "3 1"), "chance.card"},
		"an unknown adventure":      {fix(2, tagAdventures, "holy-grail"), "chance.card"},
		"a second Sword 1 for two":  {fix(2, tagVirtues, "S1 S1"), "chance.card"},
		"a value that is not dealt": {fix(4, tagVirtues, "S2"), "chance.card"},
		"too many":                  {fix(2, tagVirtues, "S1 L1 D1 B1 S1"), "chance.card"},
	} {
		if s, err := (ruleset{}).New(c.setup); s != nil || twin.KeyOf(err) != c.key {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	_, err := ruleset{}.New(games.Setup{Seats: 2, Options: map[string]string{"x": "1", "a": "2", "k": "3"}})
	if why, ok := err.(*games.Illegal); !ok || why.Args["text"] != "a" {
		t.Errorf("%v, want the first option refused", err)
	}
	if s := mustStart(t, games.Setup{Seed: seedOf(1)}); s.seats != minSeats {
		t.Errorf("%d seats by default", s.seats)
	}
}

func TestScenario17_SetupCounts(t *testing.T) {
	for _, c := range []struct {
		seats          int
		supply, piles  string
		hands          string
		passes, target int
	}{
		{2, "1 1 1 1 1 2 1 2 3", "S1 S2 S3 L2 L3 D1 D2 D3 B2 B3", "S1 L1 D1 B1", 4, 25},
		{3, "1 1 1 1 1 2 1 2 3", "S2 S3 L2 L3 D2 D3 B2 B3", "S1 S1 L1 D1 D1 B1", 3, 20},
		{4, "1 1 1 1 2 2 2 2 4", "S1 S2 S3 L2 L3 D1 D2 D3 B2 B3", "S1 S1 L1 L1 D1 D1 B1 B1", 3, 15},
	} {
		s := begin(t, c.seats, 7)
		v := s.view(games.Omniscient)
		if got := strings.Trim(fmt.Sprint(s.supply[1:]), "[]"); got != c.supply ||
			strings.TrimSpace(s.piles.codes()) != c.piles {
			t.Errorf("%d: supply %s, piles%s", c.seats, got, s.piles.codes())
		}
		var hands cardSet
		for i, k := range s.seated() {
			hands += k.hand
			if k.hand.size() != 2 || k.at != Camelot || k.points != 0 {
				t.Errorf("%d: seat %d begins with %+v", c.seats, i+1, k)
			}
		}
		if got := strings.TrimSpace(hands.codes()); got != c.hands {
			t.Errorf("%d: hands %s, want %s", c.seats, got, c.hands)
		}
		if v.Passes != c.passes || v.Target != c.target || len(v.Display) != 3 || v.Deck != 11 || v.Round != 1 ||
			v.Pass != 1 {
			t.Errorf("%d: %+v", c.seats, v)
		}
	}
}

func TestInfo(t *testing.T) {
	info := Rulesets()[0].Info()
	if info.ID != "kutschke" || info.Version != 1 || !slices.Equal(info.Seats, []int{2, 3, 4}) || len(info.Armies) != 4 ||
		!info.Chance || !info.Hidden || len(info.Options) != 1 {
		t.Errorf("%+v", info)
	}
}

// A record that fixes tents decides only between seats of equal points.
func TestTentTags(t *testing.T) {
	for _, c := range []struct {
		name, tents string
		want        string // "" for a refusal
		points      [4]int
	}{
		{"any among equals", "2 3 1 4", "2 3 1 4", [4]int{}},
		{"missing ones follow", "3", "3 1 2 4", [4]int{}},
		{"unknown", "5 1 2", "", [4]int{}},
		{"doubled", "1 1 2", "", [4]int{}},
		{"surplus", "1 2 3 4 1", "", [4]int{}},
		{"no numbers", "first", "", [4]int{}},
		{"by points", "4 2 1 3", "4 2 1 3", [4]int{6, 3, 0, 3}},
		{"the other lot", "4 3 1 2", "4 3 1 2", [4]int{6, 3, 0, 3}},
		{"not the most", "3 2 1 4", "", [4]int{6, 3, 0, 3}},
		{"not the fewest", "4 1 2 3", "", [4]int{6, 3, 0, 3}},
		{"no lots", "1 2 3 4", "1 2 3 4", [4]int{1, 2, 3, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seats []sketch
			for _, points := range c.points {
				seats = append(seats, sketch{points: points})
			}
			s := lastTurn(t, 1, seats...)
			chance, err := games.NewChance(games.Setup{Fixed: map[string]string{tagTents + ".3": c.tents, tagTents +
				".9": "nonsense"}})
			if err != nil {
				t.Fatal(err)
			}
			s.chance = &chance
			if c.want == "" {
				why := wantRefused(t, s, 4, doneWord, badTents)
				if why.Args["number"] != "3" || why.Args["text"] != c.tents {
					t.Errorf("%v", why.Args)
				}
				return
			}
			if got := play(t, s, 4, doneWord).Decided()[tagTents+".3"]; got != c.want {
				t.Errorf("tents %s, want %s", got, c.want)
			}
		})
	}
	s := play(t, lastTurn(t, 4, sketch{points: 1}, sketch{points: 2}, sketch{points: 3}, sketch{points: 4}), 4, doneWord)
	if got := s.Decided(); len(got) != 0 {
		t.Errorf("without equal points chance has decided %v", got)
	}
}
