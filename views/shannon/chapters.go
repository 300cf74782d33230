package shannon

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/locale"
)

// ruleSection is a section of the rules page, or a part of one, and where it comes
// from by the letters of the section on sources.
type ruleSection struct{ name, part, sources string }

// id returns what refusals name.
func (s ruleSection) id() string {
	if s.part == "" {
		return s.name
	}
	return s.name + "." + s.part
}

// sections is how the rules are cut.
var sections = []ruleSection{
	{"aim", "", "S"},
	{"cards", "", "SPO"},
	{"setup", "", "S"},
	{"setup", "hero", "SO"},
	{"prepare", "", "SO"},
	{"prepare", "lancelot", "SO"},
	{"prepare", "targets", "O"},
	{"prepare", "trade", "O"},
	{"prepare", "discard", "O"},
	{"combat", "", "S"},
	{"combat", "lead", "SO"},
	{"combat", "follow", "SO"},
	{"combat", "dishonour", "S"},
	{"combat", "enchanters", "S"},
	{"combat", "value", "O"},
	{"combat", "declare", "O"},
	{"combat", "challenge", "O"},
	{"combat", "feint", "SO"},
	{"combat", "loser", "S"},
	{"combat", "example", "S"},
	{"count", "", "S"},
	{"count", "lancelot", "SO"},
	{"count", "moves", "O"},
	{"count", "discards", "O"},
	{"count", "wounds", "SO"},
	{"count", "total", "SO"},
	{"count", "example", "S"},
	{"legends", "", "S"},
	{"dealer", "", "SO"},
	{"favours", "", "S"},
	{"favours", "who", "SO"},
	{"favours", "choose", "S"},
	{"end", "", "SO"},
	{"two", "", "SO"},
	{"hidden", "", "O"},
	{"clock", "", "O"},
	{"orders", "", "O"},
	{"heroes", "", ""},
	{"deck", "", ""},
	{"notation", "", "O"},
	{"fair", "", "O"},
	{"sources", "", ""},
}

// chapters returns the rules in the words of the site.
func chapters(m views.Rules) []views.Chapter {
	b := book{words{m.Lang}}
	args := b.args()
	var all []views.Chapter
	for _, s := range sections {
		id := s.id()
		c := views.Chapter{ID: id, Level: 2, Title: b.t("rules.shannon." + id + ".title"), Body: b.body(s)}
		if s.part != "" {
			c.Level = 3
		}
		for n := 1; ; n++ {
			key := "rules.shannon." + id + "." + strconv.Itoa(n)
			if !locale.Has(b.lang, key) {
				break
			}
			c.Sentences = append(c.Sentences, b.t(key, args...))
		}
		if s.sources != "" {
			c.Source = b.source(s.sources)
		}
		all = append(all, c)
	}
	return all
}

// source writes out the letters of sources.
func (b book) source(letters string) string {
	var names []string
	for _, letter := range letters {
		names = append(names, b.t("rules.shannon.source."+string(letter)))
	}
	return locale.T(b.lang, "rules.source") + strings.Join(names, ", ")
}

// body returns what follows the sentences of a section, nil for nothing.
func (b book) body(s ruleSection) templ.Component {
	if s.part == "example" && s.name == "combat" {
		return exampleCombat(b)
	}
	if s.part == "example" {
		return exampleCount(b)
	}
	if s.name == "favours" && s.part == "who" {
		return bookShares(b)
	}
	switch s.id() {
	case "cards":
		return sampleCards(b)
	case "heroes":
		return bookHeroes(b)
	case "deck":
		return bookFavors(b)
	case "orders":
		return bookNotation(b, "orders", ordering)
	case "notation":
		return bookNotation(b, "notation", notation)
	case "sources":
		return bookSources(b)
	}
	return nil
}
