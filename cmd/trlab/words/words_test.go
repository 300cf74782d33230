package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRules(t *testing.T) {
	tests := []struct {
		rule string
		kind Kind
		text string
		want int
	}{
		{"C1", Comments, "What is kept of whoever plays, and for whom", 3},
		{"C1", Errors, "a game for who plays it", 1},
		{"C1", Comments, "The player who has won", 0},
		{"C2", Help, "That of a figure to those with points", 1},
		{"C2", Help, "divides that of one by those with more", 2},
		{"C3", Documents, "It tells players, who are told", 2},
		{"C4", API, "It knows it, looks for it and looked at it", 3},
		{"C5", Comments, "So many, but for some, anew", 3},
		{"C6", Comments, "queue is do for a write that others come before", 1},
		{"C6", Comments, "Queue holds what is done", 0},
		{"N1", Code, "Postman", 1},
		{"N1", Code, "Postmaster", 0},
		{"E2", Errors, "it is no number", 1},
		{"E2", English, "There is nobody", 0},
		{"E3", Log, "metrics", 1},
		{"E3", Log, "cannot release lease", 0},
		{"E3", Log, "requests that took too long were cut off", 0},
		{"P1", English, "Who loses is out. One wins, if one plays with whoever comes.", 4},
		{"P1", English, "Lose a pairing and you are out. {{.Name}}, who has one piece, wins.", 0},
		{"P1", French, "Qui perd est éliminé : on agit pour soi", 2},
		{"P1", French, "Qui joue ? À qui le tour ?", 1},
		{"P2", English, strings.Repeat("word ", 20) + "more. Short.", 1},
		{"P2", English, strings.Repeat("word ", 19) + "{{.Name}}. Short.", 0},
		{"P2", French, "Deux coups ; un tour.", 1},
		{"P3", English, "Type “offer undo 4”, or compare --data", 2},
		{"P3", English, "An offer to undo — and a draw", 0},
	}
	for _, tt := range tests {
		_, counts := Find([]Text{{Kind: tt.kind, Text: tt.text}})
		if got := Limit(counts, tt.rule, tt.kind); got != tt.want {
			t.Errorf("%s finds %d in %s %q, want %d", tt.rule, got, tt.kind, tt.text, tt.want)
		}
	}
}

func TestReadGo(t *testing.T) {
	const code = `// Package p is short.
package p

// A is documented.
type A struct {
	// B is a field.
	B int ` + "`long:\"b\" description:\"A flag.\"`" + ` // not a doc comment
}

func f() error {
	// Nor is this.
	s.log.Warn("cannot stop", "key", 1)
	e.Error("not logged")
	return fmt.Errorf("load %d", 1)
}
`
	got, err := readGo([]byte(code), false)
	if err != nil {
		t.Fatal(err)
	}
	var rest []Text
	for _, text := range got {
		if text.Kind != Code {
			rest = append(rest, text)
		}
	}
	want := []Text{
		{Kind: Comments, Line: 1, Text: "Package p is short."},
		{Kind: Comments, Line: 4, Text: "A is documented."},
		{Kind: Comments, Line: 6, Text: "B is a field."},
		{Kind: Help, Line: 7, Text: "A flag."},
		{Kind: Log, Line: 12, Text: "cannot stop"},
		{Kind: Errors, Line: 14, Text: "load %d"},
	}
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestReadOthers(t *testing.T) {
	tests := []struct {
		name, content string
		want          []Text
	}{
		{"a.md", "One `code` line\n```sh\nls\n```\nTwo", []Text{{Kind: Documents, Line: 1, Text: "One  line"}, {Kind: Documents, Line: 5, Text: "Two"}}},
		{"handlers/api/openapi.yaml", "paths:\n  /guests:\n    post:\n      summary: Become a guest\n      description: |\n        A text.\n", []Text{
			{Kind: API, Line: 4, Text: "Become a guest"}, {Kind: API, Line: 5, Text: "|"}, {Kind: API, Line: 6, Text: "A text."}}},
		{"views/locale/en/x.json", "{\n  \"a\": \"One\",\n  \"b\": {\n    \"one\": \"Two\",\n    \"other\": \"Three\"\n  },\n  \"c\": \"Four\"\n}\n", []Text{
			{Kind: English, Line: 2, Text: "One"}, {Kind: English, Line: 4, Text: "Two"}, {Kind: English, Line: 5, Text: "Three"}, {Kind: English, Line: 7, Text: "Four"}}},
	}
	for _, tt := range tests {
		got, err := reader(tt.name)([]byte(tt.content))
		if err != nil {
			t.Fatal(err)
		}
		if tt.name == "a.md" {
			got = append(got[:1:1], got[len(got)-1])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, name := range []string{"views/home_templ.go", "static/app.css", "cmd/trlab/words/rules.go"} {
		if reader(name) != nil {
			t.Errorf("%s is read", name)
		}
	}
}

func TestLimitsOnlyFall(t *testing.T) {
	limits, err := parseLimits(strings.NewReader("C1 comments 10\nC2 errors 4\nC3 help 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := Lower(limits, []Count{{"C1", Comments, 7}, {"C2", Errors, 5}, {"C3", Help, 0}, {"C4", API, 3}})
	if want := "C1 comments 7\nC2 errors 4\n"; got != want {
		t.Errorf("Lower = %q, want %q", got, want)
	}
	if _, err := parseLimits(strings.NewReader("C1 comments many\n")); err == nil {
		t.Error("a limit that is not a number was read")
	}
}

// TestPlacesAreByFolder also holds that a comment with two hits counts once in the share.
func TestPlacesAreByFolder(t *testing.T) {
	texts := []Text{
		{Comments, "a/x.go", 9, "what it knows"},
		{Comments, "a/x.go", 2, "what"},
		{Comments, "b/y.go", 1, "what"},
		{Comments, "b/y.go", 5, "fine"},
	}
	hits, _ := Find(texts)
	folders := Folders(hits)
	if len(folders) != 2 || len(folders[0]) != 3 || folders[0][0].Line != 2 || folders[1][0].File != "b/y.go" {
		t.Errorf("folders: %+v", folders)
	}
	if marked, all := Share(texts, hits); marked != 3 || all != 4 {
		t.Errorf("%d of %d comments have a hit, want 3 of 4", marked, all)
	}
}

func TestExceptionsAreForPages(t *testing.T) {
	texts := []Text{
		{English, "views/locale/en/x.json", 1, "There is no card before you."},
		{English, "views/locale/en/x.json", 2, "This is no card."},
		{Errors, "games/a.go", 3, "there is no card"},
	}
	hits, _ := Find(texts)
	var lines []int
	for _, h := range hits {
		lines = append(lines, h.Line)
	}
	if want := []int{3, 2}; !slices.Equal(lines, want) {
		t.Errorf("hits on lines %v, want %v", lines, want)
	}
}
