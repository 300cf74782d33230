package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/record"
	"tableronde/games/table"
)

// forEachCardGame runs a test for every game of chance, with the record of a
// finished match as the site writes it.
func forEachCardGame(t *testing.T, test func(t *testing.T, m table.Match, whole *record.Record)) {
	t.Helper()
	found := false
	for _, rules := range catalog.All() {
		if info := rules.Info(); info.Chance {
			found = true
			t.Run(info.ID, func(t *testing.T) {
				m, fair := playFair(t, rules, slices.Max(info.Seats))
				whole := record.Of(m, []string{"Ada", "Bo"}, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC))
				if err := whole.Prove(m, fair); err != nil {
					t.Fatal(err)
				}
				test(t, m, whole)
			})
		}
	}
	if !found {
		t.Error("there is no card game")
	}
}

// playFair plays a match at random, but alike every time, to its end.
func playFair(t *testing.T, rules games.Ruleset, seats int) (table.Match, record.Fair) {
	t.Helper()
	fair := record.Fair{Match: "k7wd2m", Secret: games.Secret{1, 2, 3}, Contributions: []string{"seven", "", "a \"quote\""}}
	fair.Contributions = fair.Contributions[:min(seats, len(fair.Contributions))]
	seed := fair.Seed(seats)
	m, err := table.New(rules, games.Setup{Seats: seats, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	for rng := rand.New(rand.NewPCG(1, 1)); !m.Over(); {
		seat := m.ToAct()[0]
		legal := m.Legal(seat)
		if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	return m, fair
}

func TestVerifyProvesAMatchOfTheSite(t *testing.T) {
	forEachCardGame(t, func(t *testing.T, m table.Match, whole *record.Record) {
		stdout, stderr, ok := clitest.RunWithInput(whole.String(), "verify", "-")
		if !ok || stderr != "" {
			t.Fatalf("verify: %s", stderr)
		}
		for _, want := range []string{
			"SHA-256 is " + whole.Tag("Commitment"), "the match k7wd2m", "Deck",
			fmt.Sprint(m.Ply(), " lines"), "the result " + whole.Tag("Result"),
		} {
			if !strings.Contains(stdout, want) {
				t.Errorf("verify prints\n%swithout %q", stdout, want)
			}
		}
	})
}

// TestVerifyFailsForAnyOneCharacter runs the program for one of the changes that a record can
// suffer, and Verify itself for one of every character.
func TestVerifyFailsForAnyOneCharacter(t *testing.T) {
	t.Parallel()
	proof := regexp.MustCompile(`(?m)^\[(Match|Commitment|Secret|Contribution\d|Seed|Deck\S*|Chance) "(.*)"\]$`)
	forEachCardGame(t, func(t *testing.T, _ table.Match, whole *record.Record) {
		text := whole.String()
		rng := rand.New(rand.NewPCG(2, 2))
		tags := proof.FindAllStringSubmatchIndex(text, -1)
		program := rng.IntN(len(tags))
		for tag, at := range tags {
			asked := at[4] + rng.IntN(at[5]-at[4])
			for i := at[4]; i < at[5]; i++ {
				if i != asked && rng.IntN(40) >= effort.N(40) {
					continue
				}
				other := "0"
				if text[i] == '0' {
					other = "1"
				}
				changed := text[:i] + other + text[i+1:]
				if r, err := record.Parse(strings.NewReader(changed)); err == nil {
					if _, err := r.Verify(catalog.Find); err == nil {
						t.Fatalf("Verify accepts %s changed at %d", text[at[2]:at[3]], i-at[4])
					}
				}
				if i == asked && tag == program {
					if _, stderr, ok := clitest.RunWithInput(changed, "verify", "-"); ok || stderr == "" {
						t.Fatalf("verify accepts %s changed at %d", text[at[2]:at[3]], i-at[4])
					}
				}
			}
		}
	})
}

func TestVerifyWithoutASecretSaysWhatIsMissing(t *testing.T) {
	forEachCardGame(t, func(t *testing.T, _ table.Match, whole *record.Record) {
		bare := regexp.MustCompile(`\[(Secret|Commitment|Match|Contribution\d) .*\n`).ReplaceAllString(whole.String(), "")
		stdout, stderr, ok := clitest.RunWithInput(bare, "verify", "-")
		if ok || !strings.Contains(stderr, "no tag Commitment") || !strings.Contains(stdout, "what the seed gives: Deck") {
			t.Errorf("verify prints\n%sand %s", stdout, stderr)
		}
	})
}

func TestReplayOfCards(t *testing.T) {
	t.Parallel()
	forEachCardGame(t, func(t *testing.T, m table.Match, whole *record.Record) {
		fixed := regexp.MustCompile(`\[Seed .*\n`).ReplaceAllString(whole.String(), "")
		var objects [2]map[string]any
		for i, text := range []string{whole.String(), fixed} {
			stdout, stderr, ok := clitest.RunWithInput(text, "replay", "--json", "-")
			if !ok {
				t.Fatal(stderr)
			}
			if err := json.Unmarshal([]byte(stdout), &objects[i]); err != nil {
				t.Fatal(err)
			}
		}
		want, err := json.Marshal(m.State().View(games.Omniscient))
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range objects {
			if got, _ := json.Marshal(o["state"]); !sameJSON(t, want, got) || o["over"] != true || o["plies"] != float64(m.Ply()) {
				t.Errorf("replay %d ends with %v plies, over %v, state %s, want %s", i, o["plies"], o["over"], got, want)
			}
		}
		stdout, _, ok := clitest.RunWithInput(whole.String(), "replay", "--ply", "3", "-")
		picture, isPicture := m.At(3).State().View(games.Omniscient).(fmt.Stringer)
		if !ok || !isPicture || !strings.Contains(stdout, strings.TrimSpace(picture.String())) || !strings.Contains(stdout, "is to act") {
			t.Errorf("replay prints\n%s", stdout)
		}
	})
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return string(one) == string(other)
}

func TestCardsAreRefused(t *testing.T) {
	t.Parallel()
	forEachCardGame(t, func(t *testing.T, m table.Match, whole *record.Record) {
		info := m.Ruleset().Info()
		first := m.Log()[0]
		line := fmt.Sprintf("%d: %s\n", first.Seat, first.Text)
		head, _, _ := strings.Cut(whole.String(), "\n\n")
		for _, test := range []struct {
			name, input string
			args        []string
			want        string
		}{
			{"an illegal line", head + "\n\n" + fmt.Sprintf("%d: dance\n", first.Seat), []string{"replay", "-"}, fmt.Sprintf("line %d: seat %d: dance: ", strings.Count(head, "\n")+3, first.Seat)},
			{"a seat that there is not", head + "\n\n9: dance\n", []string{"replay", "--json", "-"}, "seat 9: dance: There is no seat 9"},
			{"a draw", head + "\n\n" + line + "1: offer draw\n", []string{"replay", "-"}, "seat 1: offer draw: "},
			{"a move taken back", head + "\n\n" + line + "1: offer undo 0\n", []string{"replay", "-"}, "cannot be taken back"},
			{"no seed", fmt.Sprintf("[Game %q]\n[Seats \"%d\"]\n", info.ID, info.Seats[0]), []string{"replay", "-"}, "lacks the seed"},
			{"perft of nothing", "", []string{"perft", "--game", info.ID, "--depth", "1"}, "names a seed or a deck"},
			{"a picture", head + "\n", []string{"draw", "-"}, "no picture"},
			{"a list of moves", "1. dance dance", []string{"import", "--game", info.ID, "-"}, "lacks the seed"},
		} {
			t.Run(test.name, func(t *testing.T) {
				stdout, stderr, ok := clitest.RunWithInput(test.input, test.args...)
				if ok || stdout != "" || !strings.Contains(stderr, test.want) {
					t.Errorf("%v: %v, prints %q and %q, want an error with %q", test.args, ok, stdout, stderr, test.want)
				}
			})
		}
		if stdout, stderr, ok := clitest.RunWithInput(head+"\n\n"+line, "perft", "--game", info.ID, "--depth", "2", "-"); !ok || strings.Count(stdout, "\n") != 2 {
			t.Errorf("perft prints %q and %q", stdout, stderr)
		}
	})
}

// TestRecordsOfOldMatchesAreReplayed verifies a match that each game once had: a
// change of its rules would be a new version.
func TestRecordsOfOldMatchesAreReplayed(t *testing.T) {
	forEachCardGame(t, func(t *testing.T, m table.Match, whole *record.Record) {
		file := fmt.Sprintf("testdata/fair-%s.txt", m.Ruleset().Info().ID)
		if *updateGolden {
			if err := os.WriteFile(file, []byte(whole.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if stdout, stderr, ok := clitest.RunWithInput("", "verify", file); !ok {
			t.Errorf("verify %s prints\n%s%s", file, stdout, stderr)
		}
	})
}
