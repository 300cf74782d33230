package classes

import (
	"strings"
	"testing"

	"github.com/a-h/templ"
)

func TestJoinsAsTemplDoes(t *testing.T) {
	for _, items := range [][]any{
		nil,
		{""},
		{"one"},
		{"one two"},
		{"one", "two"},
		{"one", "", "two"},
		{"", "one"},
		{templ.KV("one", false)},
		{templ.KV("one", true)},
		{templ.KV("one", false), "two", templ.KV("three", true)},
		{"one", templ.KV("two", true), templ.KV("three", false)},
		{"one", templ.SafeClass("two"), templ.KV("three", true)},
	} {
		want := strings.Join(strings.Fields(templ.CSSClasses(items).String()), " ")
		if got := Join(items); got != want {
			t.Errorf("Join(%q) = %q, want %q", items, got, want)
		}
	}
}
