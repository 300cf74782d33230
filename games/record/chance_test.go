package record_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
)

// find finds the card game of the tests as well.
func find(id string, version int) (games.Ruleset, error) {
	if id == "wager" {
		return wager.Rules{}, nil
	}
	return catalog.Find(id, version)
}

const cards = "[Game \"wager\"]\n[Seats \"2\"]\n"

func TestChanceTagsSetTheMatchUp(t *testing.T) {
	seed := strings.Repeat("0a", 32)
	tests := []struct {
		name, tags string
		seeded     bool
		fixed      map[string]string
		hand       string // of seat 1
	}{
		{"a seed", `[Seed "` + seed + `"]`, true, map[string]string{}, ""},
		{"a seed in capitals", `[Seed "` + strings.ToUpper(seed) + `"]`, true, map[string]string{}, ""},
		{"a deck", `[Deck "1 2 1 2 1 2"]`, false, map[string]string{"Deck": "1 2 1 2 1 2"}, "1 1 1"},
		{"both, and more", `[Seed "` + seed + `"]` + "\n" + `[Deck "1 2 1 2 1 2"]` + "\n" + `[Deck.2 "S"]` + "\n" + `[Chance "0 1"]` + "\n" + `[Decks "x"]`,
			true, map[string]string{"Deck": "1 2 1 2 1 2", "Deck.2": "S", "Chance": "0 1"}, "1 1 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := mustParse(t, cards+test.tags).Match(find)
			if err != nil {
				t.Fatal(err)
			}
			setup := m.Setup()
			if (setup.Seed != nil) != test.seeded || test.seeded && setup.Seed.Hex() != seed {
				t.Errorf("Seed = %v", setup.Seed)
			}
			if diff := cmp.Diff(test.fixed, setup.Fixed); diff != "" {
				t.Errorf("Fixed (-want +got):\n%s", diff)
			}
			if got := strings.Join(m.State().View(1).(wager.View).Seats[0].Hand, " "); test.hand != "" && got != test.hand {
				t.Errorf("hand = %s, want %s", got, test.hand)
			}
		})
	}
}

func TestChanceTagsThatAreRefused(t *testing.T) {
	deck := `[Deck "1 2 1 2 1 2"]` + "\n"
	for _, test := range []struct{ name, text, want string }{
		{"nothing", cards, "lacks the seed"},
		{"only results", cards + `[Chance "1"]`, "lacks the seed"},
		{"a short seed", cards + `[Seed "00"]`, "line 3: A seed is written"},
		{"a card too many", cards + `[Deck "S S"]`, "“S”"},
		{"a card that there is not", cards + `[Deck "7"]`, "“7”"},
		{"a result that is none", cards + deck + `[Chance "one"]`, "“one”"},
		{"a result too large at the start", cards + deck + `[Chance "2"]`, "gives 2"},
		{"a result too large later", cards + deck + "[Chance \"0 9\"]\n1: play 1\n2: play 2\n2: steal 1\n2: pass\n", "line 8: seat 2: pass: The record gives 9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := mustParse(t, test.text).Match(find)
			var illegal *games.Illegal
			if !errors.As(err, &illegal) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Match = %v, want a refusal with %q", err, test.want)
			}
		})
	}
}

// played plays a match of cards to its end, at random but the same every time,
// with the seed of a match on the site. Its deck runs down once.
func played(t testing.TB, fair record.Fair, seats int) table.Match {
	t.Helper()
	seed := fair.Seed(seats)
	for try := range uint64(1000) {
		m, err := table.New(wager.Rules{}, games.Setup{Seats: seats, Seed: &seed, Options: map[string]string{"window": "5"}})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(try, uint64(seats)))
		for !m.Over() {
			seat := m.ToAct()[0]
			legal := m.Legal(seat)
			if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
		if _, ok := m.State().(games.Decider).Decided()["Deck.2"]; ok {
			return m
		}
	}
	t.Fatal("no deck has run down")
	panic("unreachable")
}

var fairly = record.Fair{Match: "h4vkq2", Secret: games.Secret{0xc0, 0xff, 0xee}, Contributions: []string{"luck", "", "\"7\" ; ça va"}}

func proved(t testing.TB, seats int) (*record.Record, table.Match) {
	t.Helper()
	m := played(t, fairly, seats)
	r := record.Of(m, []string{"Ada"}, time.Time{})
	if err := r.Prove(m, fairly); err != nil {
		t.Fatal(err)
	}
	return r, m
}

func TestProveWritesEverythingInOrder(t *testing.T) {
	r, _ := proved(t, 3)
	tag := regexp.MustCompile(`\[([^ ]+) "`)
	var names []string
	for _, found := range tag.FindAllStringSubmatch(r.String(), -1) {
		names = append(names, found[1])
	}
	want := []string{"Game", "Version", "Seats", "Seat1", "Result", "Option.window", "Match", "Commitment", "Secret",
		"Contribution1", "Contribution3", "Seed", "Deck", "Deck.2", "Chance"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
}

func TestARecordOfCardsIsReplayed(t *testing.T) {
	r, m := proved(t, 3)
	for name, text := range map[string]string{
		"by all":          r.String(),
		"by seed":         record.Of(m, nil, time.Time{}).String(),
		"by fixed chance": regexp.MustCompile(`\[(Seed|Secret|Match|Co\w+) .*\n`).ReplaceAllString(r.String(), ""),
	} {
		parsed := mustParse(t, text)
		again, err := parsed.Match(find)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if diff := cmp.Diff(m.State().View(games.Omniscient), again.State().View(games.Omniscient)); diff != "" {
			t.Errorf("%s (-played +replayed):\n%s", name, diff)
		}
		if diff := cmp.Diff(text, parsed.String()); diff != "" {
			t.Errorf("%s: written again (-first +second):\n%s", name, diff)
		}
		if name == "by fixed chance" {
			text = record.Of(again, nil, time.Time{}).String()
			if !strings.Contains(text, "[Deck.2 ") || strings.Contains(text, "[Seed ") {
				t.Errorf("Of writes\n%s", text)
			}
		}
	}
}

func TestProveRefuses(t *testing.T) {
	over := played(t, fairly, 3)
	seed := fairly.Seed(3)
	begun, err := table.New(wager.Rules{}, games.Setup{Seats: 3, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	other := fairly
	other.Match = "another"
	broken := record.Fair{Match: "h4vkq2", Contributions: []string{"two\nlines"}}
	for name, test := range map[string]struct {
		match table.Match
		fair  record.Fair
	}{
		"a match that goes on":          {begun, fairly},
		"another match":                 {over, other},
		"a game without chance":         {mustMatch(t, head+"1: resign\n"), fairly},
		"a contribution of two lines":   {played(t, broken, 3), broken},
		"a match of a deck, not a seed": {mustDeck(t), fairly},
	} {
		t.Run(name, func(t *testing.T) {
			r := record.Of(test.match, nil, time.Time{})
			if err := r.Prove(test.match, test.fair); err == nil {
				t.Error("Prove accepts it")
			}
			if name == "a match that goes on" && r.Tag("Secret") != "" {
				t.Error("Prove gives the secret away")
			}
		})
	}
}

func mustDeck(t testing.TB) table.Match {
	t.Helper()
	m, err := mustParse(t, cards+"[Deck \"1 2\"]\n1: resign\n").Match(find)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
