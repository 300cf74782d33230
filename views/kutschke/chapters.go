package kutschke

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/locale"
)

// sections is how the rules are cut: what refusals name, the level of the
// heading, and where it comes from by the letters of sources.
var sections = []struct {
	id      string
	level   int
	sources string
}{
	{"aim", 2, "S"},
	{"setup", 2, "SD"},
	{"virtues", 2, "S"},
	{"round", 2, "S"},
	{"pick", 2, "SO"},
	{"pick.wishes", 3, "O"},
	{"act", 2, "S"},
	{"act.exercise", 3, "S"},
	{"act.table", 3, "SO"},
	{"act.horse", 3, "SO"},
	{"act.quest", 3, "SO"},
	{"act.justice", 3, "S"},
	{"tournament", 2, "SO"},
	{"tents", 2, "S"},
	{"end", 2, "SO"},
	{"example", 2, "S"},
	{"actions", 2, "SO"},
	{"adventures", 2, "SO"},
	{"hidden", 2, "O"},
	{"clock", 2, "O"},
	{"balance", 2, ""},
	{"notation", 2, "O"},
	{"fair", 2, "O"},
	{"sources", 2, ""},
}

// chapters returns the rules in the words of the site.
func chapters(m views.Rules) []views.Chapter {
	b := book{words{m.Lang}}
	var all []views.Chapter
	for _, s := range sections {
		key := "rules.kutschke." + s.id + "."
		c := views.Chapter{ID: s.id, Level: s.level, Title: b.t(key + "title"), Body: b.body(s.id)}
		for n := 1; locale.Has(b.lang, key+strconv.Itoa(n)); n++ {
			c.Sentences = append(c.Sentences, b.t(key+strconv.Itoa(n), "Games", surveyed))
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
		names = append(names, b.t("rules.kutschke.source."+string(letter)))
	}
	return b.t("rules.source") + strings.Join(names, ", ")
}

// body returns what follows the sentences of a section, nil for nothing.
func (b book) body(id string) templ.Component {
	switch id {
	case "setup":
		return bookOutfits(b)
	case "virtues":
		return bookVirtues(b)
	case "example":
		return bookExample(b)
	case "actions":
		return bookActions(b)
	case "adventures":
		return bookAdventures(b)
	case "balance":
		return bookBalance(b)
	case "notation":
		return bookNotation(b)
	}
	return nil
}
