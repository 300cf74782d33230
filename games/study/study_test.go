package study

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
)

// steps returns a line of two seats in turn.
func steps(texts string) []Step {
	var line []Step
	for i, text := range strings.Fields(texts) {
		line = append(line, Step{games.Seat(i%2 + 1), text})
	}
	return line
}

// outline writes a study with brackets around the side lines.
func outline(s Study) string {
	var b strings.Builder
	var write func(lines []Move)
	write = func(lines []Move) {
		for i, m := range lines {
			if i > 0 {
				b.WriteString("(")
			}
			fmt.Fprintf(&b, "%d%s", m.Seat, m.Text)
			if m.Note != "" {
				fmt.Fprintf(&b, "{%s}", m.Note)
			}
			if i > 0 {
				write(m.Lines)
				b.WriteString(")")
			}
		}
		if len(lines) > 0 {
			write(lines[0].Lines)
		}
	}
	for _, r := range s.From {
		fmt.Fprintf(&b, "[%d]{%s}", r.After, r.Note)
		write(r.Lines)
	}
	return b.String()
}

func mustEncode(t *testing.T, s Study) string {
	t.Helper()
	text, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(text)
	if diff := cmp.Diff(s, again); diff != "" && text != "" || err != nil {
		t.Errorf("Parse(Encode) (-want +got):\n%s%v", diff, err)
	}
	return text
}

func TestEdits(t *testing.T) {
	var s Study
	for _, tt := range []struct {
		name string
		edit func() error
		want string
	}{
		{"nothing is kept of an empty line", func() error { s.Keep(7, nil); return nil }, ""},
		{"keep", func() error { s.Keep(7, steps("a b c")); return nil }, "[7]{}1a2b1c"},
		{"keep what is known", func() error { s.Keep(7, steps("a b")); return nil }, "[7]{}1a2b1c"},
		{"branch", func() error { s.Keep(7, steps("a d e")); return nil }, "[7]{}1a2b(2d1e)1c"},
		{"branch at the root", func() error { s.Keep(7, steps("f")); return nil }, "[7]{}1a(1f)2b(2d1e)1c"},
		{"another root", func() error { s.Keep(2, steps("g")); return nil }, "[2]{}1g[7]{}1a(1f)2b(2d1e)1c"},
		{"note", func() error { s.Note(7, steps("a d"), "good"); return nil }, "[2]{}1g[7]{}1a(1f)2b(2d{good}1e)1c"},
		{"note on a root", func() error { s.Note(2, nil, "why"); return nil }, "[2]{why}1g[7]{}1a(1f)2b(2d{good}1e)1c"},
		{"note adds its line", func() error { s.Note(7, steps("f h"), "new"); return nil }, "[2]{why}1g[7]{}1a(1f2h{new})2b(2d{good}1e)1c"},
		{"promote", func() error { return s.Promote(7, steps("a d e")) }, "[2]{why}1g[7]{}1a(1f2h{new})2d{good}(2b1c)1e"},
		{"promote the main line", func() error { return s.Promote(7, steps("a d e")) }, "[2]{why}1g[7]{}1a(1f2h{new})2d{good}(2b1c)1e"},
		{"promote at the root", func() error { return s.Promote(7, steps("f h")) }, "[2]{why}1g[7]{}1f(1a2d{good}(2b1c)1e)2h{new}"},
		{"cut", func() error { return s.Cut(7, steps("a d")) }, "[2]{why}1g[7]{}1f(1a2b1c)2h{new}"},
		{"cut the last line of a root", func() error { return s.Cut(2, steps("g")) }, "[2]{why}[7]{}1f(1a2b1c)2h{new}"},
		{"remove a note", func() error { s.Note(2, nil, ""); return nil }, "[7]{}1f(1a2b1c)2h{new}"},
		{"cut all of a root", func() error { return s.Cut(7, nil) }, ""},
	} {
		if err := tt.edit(); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := outline(s); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		mustEncode(t, s)
	}
}

func TestLookups(t *testing.T) {
	var s Study
	s.Keep(3, steps("a b c"))
	s.Keep(3, steps("a d"))
	s.Note(3, steps("a d"), "good")
	for line, want := range map[string]struct {
		known int
		main  bool
		note  string
	}{
		"": {0, true, ""}, "a": {1, true, ""}, "a d": {2, false, "good"}, "a d e": {2, false, ""}, "a b c": {3, true, ""}, "x": {0, true, ""},
	} {
		if got := s.Known(3, steps(line)); got != want.known {
			t.Errorf("Known(%q) = %d, want %d", line, got, want.known)
		}
		if got := s.IsMain(3, steps(line)); got != want.main {
			t.Errorf("IsMain(%q) = %t", line, got)
		}
		if got := s.NoteAt(3, steps(line)); got != want.note {
			t.Errorf("NoteAt(%q) = %q, want %q", line, got, want.note)
		}
	}
	if !s.Has(3) || s.Has(2) || len(s.After(3, steps("a"))) != 2 || s.After(3, steps("x")) != nil || s.After(2, nil) != nil {
		t.Error("Has or After is wrong")
	}
	before := outline(s)
	other := s.Clone()
	other.Keep(3, steps("a b x"))
	other.Note(3, steps("a b c"), "changed")
	if got := outline(s); got != before {
		t.Errorf("a change of the clone makes the study %s", got)
	}
	if n := Count(s.At(3).Lines); n != 4 {
		t.Errorf("Count = %d, want 4", n)
	}
	for _, err := range []error{s.Cut(3, steps("a x")), s.Promote(3, steps("x")), s.Cut(4, steps("a"))} {
		if err != ErrNoLine {
			t.Errorf("an edit of a line that is not there: %v", err)
		}
	}
}

func TestBounds(t *testing.T) {
	long := func(n int) []Step { return steps(strings.TrimSpace(strings.Repeat("m ", n))) }
	for _, tt := range []struct {
		name string
		make func(*Study)
		want error
	}{
		{"a line as long as may be", func(s *Study) { s.Keep(0, long(MaxDepth)) }, nil},
		{"a longer one", func(s *Study) { s.Keep(0, long(MaxDepth+1)) }, ErrDepth},
		{"a note as long as may be", func(s *Study) { s.Note(0, steps("a"), strings.Repeat("é", MaxNote)) }, nil},
		{"a longer one", func(s *Study) { s.Note(0, steps("a"), strings.Repeat("é", MaxNote+1)) }, ErrNote},
		{"a longer one on a root", func(s *Study) { s.Note(0, nil, strings.Repeat("é", MaxNote+1)) }, ErrNote},
		{"as many moves as may be", func(s *Study) { many(s, MaxMoves) }, nil},
		{"one more", func(s *Study) { many(s, MaxMoves+1) }, ErrMoves},
		{"too much in all", func(s *Study) {
			for i := range 2 * MaxText / MaxNote {
				s.Note(i, nil, strings.Repeat("x", MaxNote))
			}
		}, ErrText},
	} {
		var s Study
		tt.make(&s)
		text, err := s.Encode()
		if err != tt.want || len(text) > MaxText {
			t.Errorf("%s: %v, %d bytes, want %v", tt.name, err, len(text), tt.want)
		}
	}
	for _, text := range []string{"x", `{"from":{}}`} {
		if _, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) succeeds", text)
		}
	}
}

// many adds a number of lines of one move.
func many(s *Study, n int) {
	for i := range n {
		s.Keep(i%7, steps(fmt.Sprint("m", i)))
	}
}
