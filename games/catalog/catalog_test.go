package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
)

func TestAllAreWhole(t *testing.T) {
	type edition struct {
		id      string
		version int
	}
	seen := map[edition]bool{}
	for _, rules := range catalog.All() {
		info := rules.Info()
		if key := (edition{info.ID, info.Version}); seen[key] {
			t.Errorf("%s is listed twice in version %d", info.ID, info.Version)
		} else {
			seen[key] = true
		}
		if info.ID == "" || info.Version < 1 || info.Name.En == "" || info.Name.Fr == "" {
			t.Errorf("%q, version %d, is called %+v", info.ID, info.Version, info.Name)
		}
		if len(info.Seats) == 0 || !slices.IsSorted(info.Seats) {
			t.Errorf("%s is for %v seats, want some, ascending", info.ID, info.Seats)
		}
		for _, option := range info.Options {
			if option.ID == "" || option.Name.En == "" || option.Name.Fr == "" || len(option.Values) == 1 || len(option.Meaning) != len(option.Values) {
				t.Errorf("%s: option %q, %v, has values %v and meanings %v", info.ID, option.ID, option.Name, option.Values, option.Meaning)
			}
		}
		for _, seats := range info.Seats {
			if _, err := rules.New(games.Setup{Seats: seats, Seed: seedOf(info)}); err != nil {
				t.Errorf("%s for %d: %v", info.ID, seats, err)
			}
		}
	}
}

func seedOf(info games.Info) *games.Seed {
	if info.Chance {
		return &games.Seed{1}
	}
	return nil
}

func TestFind(t *testing.T) {
	for _, version := range []int{0, 1} {
		rules, err := catalog.Find("camelot", version)
		if err != nil || rules.Info().ID != "camelot" {
			t.Errorf("Find(camelot, %d) = %v, %v", version, rules, err)
		}
	}
	for _, test := range []struct {
		id      string
		version int
		want    string
	}{
		{"chess", 0, `unknown game "chess"`},
		{"", 1, `unknown game ""`},
		{"camelot", 99, "unknown version 99 of camelot"},
		{"camelot", -1, "unknown version -1 of camelot"},
	} {
		if _, err := catalog.Find(test.id, test.version); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Find(%q, %d) = %v, want an error with %q", test.id, test.version, err, test.want)
		}
	}
}

// TestFindAllocatesNothing holds it fast: it is asked at every request.
func TestFindAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { catalog.Find("camelot", 1) }); n > 0 {
		t.Errorf("Find allocates %v times", n)
	}
}

func TestAllIsTheCallers(t *testing.T) {
	clear(catalog.All())
	if catalog.All()[0] == nil {
		t.Error("a caller changed the list")
	}
}
