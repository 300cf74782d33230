package locale

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/shannon"
	"tableronde/games/table"
)

// Texts from outside the catalogues have no key in English.
func TestAllLanguagesHaveTheSameKeys(t *testing.T) {
	for _, lang := range Langs {
		for _, key := range Keys(English) {
			if !Has(lang, key) {
				t.Errorf("%s is not in %s", key, lang)
			}
		}
		for _, key := range Keys(lang) {
			if !Has(English, key) && !strings.HasPrefix(key, textPrefix) {
				t.Errorf("%s is in %s alone", key, lang)
			}
		}
	}
}

func TestAllLanguagesHaveTheSameArguments(t *testing.T) {
	for _, key := range Keys(English) {
		for _, lang := range Langs {
			if en, got := arguments(English, key), arguments(lang, key); !slices.Equal(en, got) {
				t.Errorf("%s takes %v in English and %v in %s", key, en, got, lang)
			}
		}
	}
}

// arguments lists the names of a message's arguments; forms for one thing need
// not name the number.
func arguments(lang Lang, key string) []string {
	var names []string
	for _, parts := range lang.catalogue().wordings(key) {
		for _, p := range parts {
			if p.arg != "" && p.arg != "N" && p.arg != "Number" && !slices.Contains(names, p.arg) {
				names = append(names, p.arg)
			}
		}
	}
	slices.Sort(names)
	return names
}

// wordings lists the plural forms of a message.
func (c *catalogue) wordings(key string) [][]part {
	all := [][]part{c.messages[key]}
	for form := range plural.Many + 1 {
		if parts, ok := c.plurals[pluralKey{key, form}]; ok {
			all = append(all, parts)
		}
	}
	return all
}

// Refusals carry their keys from the rules; each must have its sentence, with
// the same arguments as the English text there.
func TestEveryRefusalIsTranslated(t *testing.T) {
	brace := regexp.MustCompile(`\{(\w+)\}`)
	for _, refusals := range []map[string]string{games.Refusals(), parker.Refusals(), table.Refusals(), record.Refusals(), knizia.Refusals(), shannon.Refusals(), kutschke.Refusals()} {
		for key, text := range refusals {
			var want []string
			for _, m := range brace.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(want, m[1]) {
					want = append(want, m[1])
				}
			}
			slices.Sort(want)
			for _, lang := range Langs {
				if !Has(lang, key) {
					t.Errorf("%s has no sentence for %s: %s", lang, key, text)
				} else if got := arguments(lang, key); !slices.Equal(got, want) {
					t.Errorf("%s in %s takes %v, want %v", key, lang, got, want)
				}
			}
			if got := T(English, key); Has(English, key) && plain(got) != plain(text) {
				t.Errorf("%s reads %q, but the rules say %q", key, got, text)
			}
		}
	}
}

// plain drops the marks of arguments, and makes all apostrophes the same.
func plain(text string) string {
	return strings.NewReplacer("{", "", "}", "", "'", "’").Replace(text)
}

// French sets a narrow space before a colon and its like; a plain one would let
// the line break there. Straight apostrophes are typewriter's.
func TestFrenchTypography(t *testing.T) {
	for key := range French.catalogue().messages {
		for _, parts := range French.catalogue().wordings(key) {
			for _, p := range parts {
				for _, bad := range []string{" :", " ;", " ?", " !", "« ", " »", "'"} {
					if strings.Contains(p.text, bad) {
						t.Errorf("%s has %q in %q", key, bad, p.text)
					}
				}
			}
		}
	}
}

// families are the beginnings of keys whose ends come from a model or the rules. All other keys are
// written out in the source.
var families = []string{
	"piece.", "castle.", "square.", "status.", "event.", "ask.", "do.", "reason.", "notice.", "fault.", "game.", "family.", "rules.", "number.", "count.", "parker.", "table.", "record.", "tie.", "talk.", "zoom.", "pick.", "bot.level.", "computer.", "pace.defaults.", "untimely.", "shannon.", "kutschke.", "knizia.", "cards.", "chance.", "post.", "summary.", "option.", "date.month.", "hint.by.", "operated.", "act.", "admin.do.", "admin.to.", "admin.work.", "tables.pace.", "watch.", "remarks.done.", "archive.result.", "archive.since.", "ladder.result.", "collection.done.", "needs.", "cups.format.", "cups.format_help.", "cups.legend.", "cups.list.", "cups.how.", "lesson.", "guide.", "puzzle.", "help.", "digest.", "finale.", "cause.", "strategy.", "look.pieces.", "look.squares.",
}

// shannonSections are the sections of rules that a match leads to and that look
// like keys.
var shannonSections = []string{"setup.hero", "count.wounds", "count.moves"}

func TestNoKeyIsUnusedOrUnknown(t *testing.T) {
	literal := regexp.MustCompile(`"([a-z]+(?:[._][a-z0-9_]+)*\.[a-z0-9_.]+)"`)
	used := map[string]bool{}
	for _, dir := range []string{"..", "../../handlers"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			ext := filepath.Ext(path)
			if err != nil || d.IsDir() || ext != ".go" && ext != ".templ" || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
				used[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	of := func(key string) bool {
		return slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(key, f) })
	}
	for _, key := range Keys(English) {
		if !used[key] && !of(key) {
			t.Errorf("%s is used nowhere", key)
		}
	}
	roots := map[string]bool{}
	for _, key := range Keys(English) {
		root, _, _ := strings.Cut(key, ".")
		roots[root] = true
	}
	for _, section := range slices.Concat(kutschke.Sections(), shannonSections) {
		delete(used, section)
	}
	for key := range used {
		if root, _, _ := strings.Cut(key, "."); roots[root] && !Has(English, key) && !strings.HasSuffix(key, ".") && !strings.HasSuffix(key, ".js") && !strings.HasSuffix(key, ".css") {
			t.Errorf("%s is used but has no sentence", key)
		}
	}
}

func TestT(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
	}{
		{"plain", T(French, "nav.turns"), "À vous"},
		{"arguments", T(English, "match.versus", "One", "Ada", "Two", "Bo"), "Ada against Bo"},
		{"a number", T(English, "players.range", "Low", 2, "High", 5), "2 to 5 players"},
		{"unknown", T(English, "no.such"), "no.such"},
		{"one", N(English, "time.days", 1), "1 day"},
		{"none in English", N(English, "time.days", 0), "0 days"},
		{"none in French", N(French, "time.days", 0), "0 jour"},
		{"many in French", N(French, "time.days", 1_000_000), "1000000 jours"},
		{"unknown language", T("xx", "nav.turns"), "Your turn"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

func TestEveryMessageHasItsGeneralForm(t *testing.T) {
	for _, lang := range Langs {
		for key, parts := range lang.catalogue().messages {
			if parts == nil {
				t.Errorf("%s in %s has no general form", key, lang)
			}
		}
	}
}

func BenchmarkT(b *testing.B) {
	for b.Loop() {
		T(French, "match.versus", "One", "Ada", "Two", "Bo")
	}
}

// A sentence that ends in a name or in another sentence has one full stop.
func TestSentencesHaveOneFullStop(t *testing.T) {
	for what, want := range map[string]string{
		"Bo": "You have won: Bo.", "Bo Jr.": "You have won: Bo Jr.", "\u2068Bo Jr.\u2069": "You have won: \u2068Bo Jr.\u2069", "Et cetera …": "You have won: Et cetera …",
	} {
		if got := T(English, "tell.won", "What", what); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Somebody who has left begins a sentence with a capital letter.
func TestFormerPlayersBeginSentences(t *testing.T) {
	for _, tt := range []struct{ key, arg, want string }{
		{"over.won", "Names", "Un ancien joueur gagne."},
		{"event.resign", "Name", "un ancien joueur a abandonné"},
	} {
		if got := T(French, tt.key, tt.arg, T(French, "leave.former")); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
