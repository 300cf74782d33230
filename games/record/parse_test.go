package record_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/record"
	"tableronde/games/table"
)

const head = "[Game \"camelot\"]\n[Seats \"2\"]\n"

func mustParse(t testing.TB, text string) *record.Record {
	t.Helper()
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("Parse(%q) = %v", text, err)
	}
	return r
}

func TestParse(t *testing.T) {
	r := mustParse(t, "\uFEFF; A game.\r\n"+
		"[Result \"*\"]\n"+
		"  [ Seats  \"2\" ] ; two\n"+
		"[Note \"a \\\"quoted\\\" word; a \\\\ and a ] \"]\n"+
		"[Seat1 \"Zoë 🐎\"]\n"+
		"[Empty \"\"]\n"+
		"[Game \"camelot\"]\n"+
		"\n"+
		"1: E6-E8\n"+
		"\t 2 :  F10-F9 ; a comment: with [all] \"kinds\" of \\ signs\n"+
		"\n"+
		"1:offer   undo 1\n"+
		"; the end")
	for name, want := range map[string]string{
		"Game": "camelot", "Seats": "2", "Result": "*", "Seat1": "Zoë 🐎", "Empty": "",
		"Note": `a "quoted" word; a \ and a ] `, "Version": "1", "Absent": "",
	} {
		if got := r.Tag(name); got != want {
			t.Errorf("Tag(%q) = %q, want %q", name, got, want)
		}
	}
	want := []table.Event{{Seat: 1, Text: "E6-E8"}, {Seat: 2, Text: "F10-F9"}, {Seat: 1, Text: "offer undo 1"}}
	if diff := cmp.Diff(want, r.Events()); diff != "" {
		t.Errorf("Events (-want +got):\n%s", diff)
	}
}

func TestCanonicalText(t *testing.T) {
	r := mustParse(t, `[zeta "1"]
[Chance "2 0 5"]
[Deck.10 "C"]
[Deck.2 "B"]
[Deck "A"]
[Seed "00"]
[Option.setup "1932"]
[Option.other "x"]
[Result "1/2-1/2"]
[Date "2026-11-21"]
[Seat10 "Ten"]
[Seat2 "Bo \"the \\ knight\""]
[Seat1 "Ada"]
[Alpha "2"]
[Seats "2"]
[Game "camelot"]
1: a;b
2:c`)
	const want = `[Game "camelot"]
[Version "1"]
[Seats "2"]
[Seat1 "Ada"]
[Seat2 "Bo \"the \\ knight\""]
[Seat10 "Ten"]
[Date "2026-11-21"]
[Result "1/2-1/2"]
[Option.other "x"]
[Option.setup "1932"]
[Seed "00"]
[Deck "A"]
[Deck.2 "B"]
[Deck.10 "C"]
[Chance "2 0 5"]
[Alpha "2"]
[zeta "1"]

1: a
2: c
`
	if diff := cmp.Diff(want, r.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, mustParse(t, want).String()); diff != "" {
		t.Errorf("String of it parsed again (-want +got):\n%s", diff)
	}
	var b strings.Builder
	if n, err := r.WriteTo(&b); err != nil || n != int64(len(want)) || b.String() != want {
		t.Errorf("WriteTo = %d, %v and %q", n, err, b.String())
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		line       int // 0: no line in particular
		want       string
	}{
		{"nothing", "", 0, "Game"},
		{"no game", "[Seats \"2\"]\n", 0, "Game"},
		{"an empty game", "[Game \"\"]\n[Seats \"2\"]\n", 0, "Game"},
		{"no seats", "[Game \"camelot\"]\n", 0, "Seats"},
		{"a tag without value", "[Game]", 1, "form"},
		{"a tag without name", "[\"camelot\"]", 1, "name"},
		{"a tag with a space in its name", "[My Game \"camelot\"]", 1, "My Game"},
		{"a value that does not end", head + "[Note \"abc]\n", 3, "closing"},
		{"a value that ends in a backslash", head + `[Note "abc\`, 3, `\`},
		{"an unknown escape", head + `[Note "a\nb"]`, 3, `\`},
		{"a tag that does not end", head + `[Note "abc"`, 3, "]"},
		{"more after a tag", head + `[Note "abc"] 1: E6-E8`, 3, "E6-E8"},
		{"a tag twice", head + "\n[Game \"cam\"]\n", 4, "line 1"},
		{"a tag after an action", head + "1: E6-E8\n[Note \"\"]\n", 4, "first action"},
		{"no seat", head + "\nE6-E8\n", 4, "E6-E8"},
		{"seat 0", head + "0: E6-E8\n", 3, "SEAT"},
		{"seat -1", head + "-1: E6-E8\n", 3, "SEAT"},
		{"a seat in words", head + "White: E6-E8\n", 3, "SEAT"},
		{"a seat beyond counting", head + "99999999999999999999: E6-E8\n", 3, "SEAT"},
		{"no action", head + "1:\n", 3, "SEAT"},
		{"a comment for an action", head + "1: ; E6-E8\n", 3, "SEAT"},
		{"not UTF-8", head + "1: E6\xff-E8\n", 3, "UTF-8"},
		{"a control character", head + "1: E6\x00-E8\n", 3, `'\x00'`},
		{"a control character of two bytes", head + "1: E6\u0085-E8\n", 3, `'\u0085'`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := record.Parse(strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("Parse(%q) = %v, want an error with %q", test.text, err, test.want)
			}
			var at *record.LineError
			if errors.As(err, &at); test.line > 0 && (at == nil || at.Line != test.line) {
				t.Errorf("Parse(%q) = %v, want line %d named", test.text, err, test.line)
			}
		})
	}
}

func TestParseRefusesLongRecords(t *testing.T) {
	fill := head + "[Note \"" + strings.Repeat("x", record.MaxSize) + "\"]\n"
	if _, err := record.Parse(strings.NewReader(fill)); !errors.Is(err, record.ErrTooLong) {
		t.Errorf("Parse of %d bytes = %v, want ErrTooLong", len(fill), err)
	}
	if _, err := record.Parse(endless{}); !errors.Is(err, record.ErrTooLong) {
		t.Errorf("Parse without end = %v, want ErrTooLong", err)
	}
	fits := head + "[Note \"" + strings.Repeat("x", record.MaxSize-len(head)-len(`[Note ""]`)) + "\"]"
	if _, err := record.Parse(strings.NewReader(fits)); err != nil {
		t.Errorf("Parse of %d bytes = %v", len(fits), err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

func TestParsePassesReadErrorsOn(t *testing.T) {
	broken := errors.New("broken pipe")
	if _, err := record.Parse(io.MultiReader(strings.NewReader(head), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("Parse = %v, want %v", err, broken)
	}
}

func TestSetTag(t *testing.T) {
	r := mustParse(t, head)
	if err := r.SetTag("Note", "two\nlines \x1b and \xff"); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Tag("Note"), "two lines   and \uFFFD"; got != want {
		t.Errorf("Tag = %q, want %q", got, want)
	}
	for _, name := range []string{"", "a b", "a]", "\"", "a\n"} {
		if err := r.SetTag(name, "x"); err == nil {
			t.Errorf("SetTag(%q): no error", name)
		}
	}
	if got := mustParse(t, r.String()).Tag("Note"); got != r.Tag("Note") {
		t.Errorf("written and parsed: %q, want %q", got, r.Tag("Note"))
	}
	var empty record.Record
	if err := empty.SetTag("Game", "cam"); err != nil || empty.Tag("Game") != "cam" {
		t.Errorf("SetTag on an empty record: %v, %q", err, empty.Tag("Game"))
	}
}
