package parker

import (
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// Every sentence about the rules is read on some page: a voice or a section
// that no game has would hide it.
func TestEveryRuleIsSaid(t *testing.T) {
	for _, lang := range locale.Langs {
		said := map[string]bool{}
		for _, game := range viewtest.Boards() {
			for _, key := range (book{views.Rules{Page: views.Page{Lang: lang}, Game: game}}).keys() {
				said[key] = true
			}
		}
		for _, key := range locale.Keys(lang) {
			rest, ok := strings.CutPrefix(key, "rules.")
			voice, _, ofVoice := strings.Cut(rest, ".")
			if ok && ofVoice && voice != "source" && !ofCards[voice] && !said[key] {
				t.Errorf("%s is said nowhere in %s", key, lang)
			}
		}
	}
}

// ofCards are the games whose rules stand in folders of their own, with tests of
// their own.
var ofCards = map[string]bool{"knizia": true, "shannon": true, "kutschke": true}

// keys lists the keys of the sentences, titles and captions of a game's rules.
func (m book) keys() []string {
	var all []string
	add := func(rest string) bool {
		key, ok := m.key(rest)
		all = append(all, key)
		return ok
	}
	for _, c := range chapters(m.Rules) {
		add(c.ID + ".title")
		for n := range m.sentences(c.ID, nil) {
			add(c.ID + "." + string(rune('1'+n)))
		}
	}
	for _, f := range figuresOf(m.Game.ID) {
		add("figure." + f.Name)
	}
	add("digest.facts")
	for _, name := range digestEntries {
		if _, ok := digestFigure(m.Game.ID, name); ok {
			add("digest." + name)
			add("digest." + name + ".title")
		}
	}
	for _, part := range briefKeys {
		add("brief." + part)
	}
	return all
}

// Each game has a summary of a few lines.
func TestSummariesAreShort(t *testing.T) {
	for _, lang := range locale.Langs {
		for _, game := range viewtest.Games() {
			m := book{views.Rules{Page: views.Page{Lang: lang}, Game: game}}
			total := 0
			for _, part := range briefKeys {
				key, ok := m.key("brief." + part)
				if !ok {
					t.Errorf("%s in %s does not say %s", game.ID, lang, key)
				}
				total += len([]rune(m.T(key)))
			}
			if total > 460 {
				t.Errorf("the summary of %s in %s has %d characters: it does not fit a phone", game.ID, lang, total)
			}
		}
	}
}

var briefKeys = []string{"goal", "turn", "end"}
