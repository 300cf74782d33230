package cards

import (
	"regexp"
	"slices"
	"testing"

	"tableronde/views/heraldry"
)

// What a page of cards refers to is defined in it once, and nothing else is: in the
// frame's CardDefs or among its symbols, which keep their order.
func TestSymbolsAreThoseThatAPageRefersTo(t *testing.T) {
	id := regexp.MustCompile(`<symbol id="i-([^"]+)"`)
	namesIn := func(html string) (names []string) {
		for _, m := range id.FindAllStringSubmatch(html, -1) {
			names = append(names, m[1])
		}
		return names
	}
	const page = `<use href="#i-watch"/><use href="#i-flask"></use><use href="#i-back"/><use href="#i-flask"/><use href="#i-nothing"/><a href="#i-`
	for game, want := range map[string][]string{"knizia": {"back", "watch"}, "shannon": {"back", "watch", "flask"}} {
		if got := namesIn(string(Symbols(game).AppendUsed(nil, []byte(page)))); !slices.Equal(got, want) {
			t.Errorf("the page of %s has the symbols %v, want %v", game, got, want)
		}
	}
	for game := range games {
		everything := heraldry.Defs + Defs(game)
		var refers string
		for _, name := range namesIn(everything) {
			refers += `<use href="#i-` + name + `"/>`
		}
		known := namesIn(heraldry.CardDefs + string(Symbols(game).AppendUsed(nil, []byte(refers))))
		for _, name := range namesIn(Defs(game)) {
			if !slices.Contains(known, name) {
				t.Errorf("a page of %s cannot have the symbol %s", game, name)
			}
		}
		slices.Sort(known)
		if twice := len(known) - len(slices.Compact(slices.Clone(known))); twice > 0 {
			t.Errorf("the page of %s defines %d symbols twice: %v", game, twice, known)
		}
	}
	if names := namesIn(string(heraldry.NewSymbols(nil, nil).AppendUsed(nil, nil))); names != nil {
		t.Errorf("a page without references has the symbols %v", names)
	}
}
