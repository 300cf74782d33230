package twin

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
)

// ReasonKinds lists the kinds of Fact that View.Explain of a ruleset names, from the text of its
// explain.go.
func ReasonKinds(source string) (kinds []string) {
	for _, found := range regexp.MustCompile(`(?m)^\tWhy\w+ += "(\w+)"`).FindAllStringSubmatch(source, -1) {
		kinds = append(kinds, found[1])
	}
	return kinds
}

// CheckKindsNamed fails for each kind of reason in an explain.go that no test has found, and for each
// found that it does not name.
func CheckKindsNamed(t testing.TB, source string, found map[string]bool) {
	t.Helper()
	for _, kind := range ReasonKinds(source) {
		if !found[kind] {
			t.Errorf("no test names the reason %q", kind)
		}
		delete(found, kind)
	}
	for kind := range found {
		t.Errorf("the reason %q is no constant of explain.go", kind)
	}
}

// Reasons are the kinds of reasons that a test has found.
type Reasons map[string]bool

// Want wants facts among those that speak for an action of a seat, or for none of its actions if
// that is "".
func (r Reasons) Want(t testing.TB, s games.State, seat games.Seat, action string, facts ...games.Fact) {
	t.Helper()
	ahead := s.View(seat)
	if action != "" {
		var err error
		if ahead, _, err = s.(games.Stager).Stage(seat, []string{action}); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
	}
	got := s.View(seat).(games.Explainer).Explain(ahead, action)
	for _, want := range facts {
		r[want.Kind] = true
		if !slices.ContainsFunc(got, func(f games.Fact) bool { return cmp.Equal(f, want) }) {
			t.Errorf("%q has %+v, want %+v", action, got, want)
		}
	}
}
