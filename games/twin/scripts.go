package twin

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"tableronde/games"
)

// Tell runs a test script of a ruleset, one line a step, by the function that begin returns. It
// does so for each row "NAME / FIELD / FIELD …", whose fields stand in the script as {1}, {2} and
// so on, or once if there are no rows.
func Tell(t *testing.T, script string, rows []string, begin func() func(*testing.T, string)) {
	t.Helper()
	if len(rows) == 0 {
		rows = []string{""}
	}
	for _, row := range rows {
		fields, text := strings.Split(row, "/"), script
		for i, f := range fields {
			text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), strings.TrimSpace(f))
		}
		t.Run(strings.TrimSpace(fields[0]), func(t *testing.T) {
			step := begin()
			for line := range strings.Lines(text) {
				if line = strings.TrimSpace(line); line != "" {
					step(t, line)
				}
			}
		})
	}
}

// CheckExamplesNamed fails for each example of a rules page, numbered from 1 after a letter,
// that no test in the folder names.
func CheckExamplesNamed(t *testing.T, letter string, last int) {
	t.Helper()
	named := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f.Name())
		if !strings.HasSuffix(f.Name(), "_test.go") || err != nil {
			continue
		}
		for _, word := range strings.FieldsFunc(string(text),
			func(r rune) bool { return !strings.ContainsRune(letter+"0123456789", r) }) {
			named[word] = true
		}
	}
	for n := 1; n <= last; n++ {
		if example := fmt.Sprint(letter, n); !named[example] {
			t.Errorf("no test names %s", example)
		}
	}
}

// Encode returns a value as JSON.
func Encode(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// FactsText returns a short form of facts: kind, seats, cards, word, and the number before and
// after.
func FactsText(facts []games.Fact) string {
	var lines []string
	for _, f := range facts {
		line := f.Kind
		if f.Seat != 0 {
			line += fmt.Sprint(" ", f.Seat)
		}
		if f.Other != 0 {
			line += fmt.Sprint(">", f.Other)
		}
		line = strings.TrimSpace(line + " " + strings.TrimSpace(strings.Join(f.Cards, " ")+" "+f.Word))
		if f.Number != 0 || f.Before != 0 {
			line += fmt.Sprintf(" %d:%d", f.Before, f.Number)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// KeyOf returns the key of a refusal, the text of another error, "" for none.
func KeyOf(err error) string {
	var why *games.Illegal
	switch {
	case errors.As(err, &why):
		return why.Key
	case err != nil:
		return err.Error()
	}
	return ""
}
