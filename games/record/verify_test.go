package record_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/record"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
)

func TestVerify(t *testing.T) {
	r, m := proved(t, 3)
	got, err := mustParse(t, r.String()).Verify(find)
	if err != nil {
		t.Fatalf("Verify = %v of\n%s", err, r)
	}
	want := record.Verified{Match: "h4vkq2", Commitment: fairly.Secret.Commitment(), Seed: true, Contributors: []games.Seat{1, 3},
		Decided: []string{"Deck", "Deck.2", "Chance"}, Lines: m.Ply(), Result: record.Scores(m.Result(), 3)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Verify (-want +got):\n%s", diff)
	}
}

func TestVerifyAnAbortedMatch(t *testing.T) {
	seed := fairly.Seed(2)
	m, err := table.New(wager.Rules{}, games.Setup{Seats: 2, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Play(1, "abort", time.Time{}); err != nil {
		t.Fatal(err)
	}
	r := record.Of(m, nil, time.Time{})
	two := fairly
	two.Contributions = []string{"luck"}
	if err := r.Prove(m, two); err != nil {
		t.Fatal(err)
	}
	if v, err := r.Verify(find); err != nil || v.Result != "*" {
		t.Errorf("Verify = %+v, %v", v, err)
	}
}

func TestVerifySaysWhatDoesNotHold(t *testing.T) {
	whole, _ := proved(t, 3)
	zeros := strings.Repeat("0", 64)
	for _, test := range []struct {
		name, old, new string // old is a regular expression
		want           string
	}{
		{"secret", `Secret "[^"]*`, `Secret "` + zeros, "sealed before the deal"},
		{"secret in capitals", `Secret "c0ffee`, `Secret "C0FFEE`, "tag Secret does not have the form"},
		{"secret in words", `Secret "[^"]*`, `Secret "Sesame`, "tag Secret does not have the form"},
		{"commitment", `Commitment "[^"]*`, `Commitment "` + zeros, "sealed before the deal"},
		{"seed", `Seed "[^"]*`, `Seed "` + zeros, "does not follow"},
		{"seed in words", `Seed "[^"]*`, `Seed "Sesame`, "64 hexadecimal digits"},
		{"match", `"h4vkq2"`, `"h4vkq3"`, "does not follow"},
		{"contribution", `"luck"`, `"lucK"`, "does not follow"},
		{"contribution of another seat", `Contribution1`, `Contribution2`, "does not follow"},
		{"contribution too many", `\[Contribution1`, "[Contribution4 \"x\"]\n[Contribution1", "its seats are 1 to 3"},
		{"contribution of no seat", `Contribution1`, `Contribution01`, "Contribution01 is not a contribution"},
		{"deck", `(Deck "\S+) (\S+)`, `$1 7`, "Deck does not follow from the seed: place 2 has 7"},
		{"deck with spaces", `Deck "`, `Deck " `, "tag Deck does not have the form"},
		{"deck cut short", `(Deck "\S+) [^"]*`, `$1`, "place 2 has —"},
		{"no deck", `\[Deck "[^"]*"\]\n`, ``, "lacks the tag Deck,"},
		{"reshuffle", `(Deck.2 "\S+) (\S+)`, `$1 7`, "Deck.2 does not follow"},
		{"reshuffle too many", `\[Chance`, "[Deck.3 \"1\"]\n[Chance", "has a tag Deck.3"},
		{"chance", `Chance "(\S+) (\S+)`, `Chance "$1 9`, "Chance does not follow from the seed: place 2"},
		{"no chance", `\[Chance "[^"]*"\]\n`, ``, "lacks the tag Chance,"},
		{"result", `Result "[^"]*`, `Result "9-9-9`, "while the record says “9-9-9”"},
		{"no seed", `\[Seed "[^"]*"\]\n`, ``, "has no seed"},
		{"no secret", `\[Secret "[^"]*"\]\n`, ``, "no tag Secret"},
		{"no commitment", `\[Commitment "[^"]*"\]\n`, ``, "no tag Commitment"},
		{"no match", `\[Match "[^"]*"\]\n`, ``, "no tag Match"},
		{"no secret, and a deck", `\[Secret "[^"]*"\]\n((?s:.*)Deck "\S+) (\S+)`, `$1 7`, "Deck does not follow"},
		{"no end", `\d: [^\n]*\n$`, ``, "end of the match"},
		{"a line that cannot be played", `\n1: play (\S)`, "\n1: play 7", "seat 1: play 7"},
		{"seats", `Seats "3"`, `Seats "2"`, "its seats are 1 to 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := regexp.MustCompile(test.old).ReplaceAllString(whole.String(), test.new)
			if text == whole.String() {
				t.Fatal("nothing was changed")
			}
			_, err := mustParse(t, text).Verify(find)
			var illegal *games.Illegal
			if !errors.As(err, &illegal) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Verify = %v, want %q", err, test.want)
			}
		})
	}
}

func TestVerifyWithoutTheSecretChecksTheRest(t *testing.T) {
	_, m := proved(t, 3)
	r := record.Of(m, nil, time.Time{})
	for name, text := range m.State().(games.Decider).Decided() {
		if err := r.SetTag(name, text); err != nil {
			t.Fatal(err)
		}
	}
	v, err := r.Verify(find)
	if err == nil || !strings.Contains(err.Error(), "Commitment") {
		t.Errorf("Verify = %v, want that the commitment is missing", err)
	}
	if len(v.Decided) != 3 || v.Lines != m.Ply() || v.Seed || v.Commitment != "" {
		t.Errorf("Verify proves %+v", v)
	}
}

func TestVerifyOfAGameWithoutChance(t *testing.T) {
	_, err := mustParse(t, head+"1: resign\n").Verify(find)
	if err == nil || !strings.Contains(err.Error(), "nothing to verify") {
		t.Errorf("Verify = %v", err)
	}
}

// TestVerifyFailsForAnyByteOfAProof changes, one after the other, every byte of the tags that
// prove something, names included.
func TestVerifyFailsForAnyByteOfAProof(t *testing.T) {
	whole, _ := proved(t, 3)
	text := []byte(whole.String())
	proof := regexp.MustCompile(`\[(Match|Commitment|Secret|Contribution\d|Seed|Deck(\.2)?|Chance) "[^\n]*"`)
	for _, at := range proof.FindAllIndex(text, -1) {
		for i := at[0]; i < at[1]; i++ {
			was := text[i]
			for _, text[i] = range []byte("0a A1S?x") {
				r, err := record.Parse(strings.NewReader(string(text)))
				if err != nil || text[i] == was {
					continue
				}
				if _, err := r.Verify(find); err == nil {
					t.Fatalf("Verify accepts\n%s", text[max(0, i-30):i+30])
				}
			}
			text[i] = was
		}
	}
}

// FuzzVerify changes a proof at will and checks that nothing panics, and that a proof still
// valid is of the same match.
func FuzzVerify(f *testing.F) {
	whole, _ := proved(f, 3)
	f.Add(whole.String())
	bare, err := os.ReadFile("../../cmd/tableronde/testdata/fair-knizia.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(bare))
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		v, err := r.Verify(find)
		if err != nil {
			return
		}
		again, err := r.Match(find)
		if err != nil || again.Ply() != v.Lines || record.Scores(again.Result(), again.Setup().Seats) != v.Result {
			t.Fatalf("%+v is proved of a record that plays to %v", v, err)
		}
	})
}

func ExampleRecord_Verify() {
	text := `[Game "wager"]
[Seats "2"]
[Result "0-0"]
[Seed "` + strings.Repeat("0", 64) + `"]
[Deck "1"]
1: resign
`
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = r.Verify(find)
	fmt.Println(err)
	// Output: Deck does not follow from the seed: place 1 has 1, but the seed gives 5.
}
