package pages

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tableronde/views"
)

// Help is the model of the manual of the site.
type Help struct {
	views.Page
	Query string // words to search for, "" for the whole manual
}

// helpTopic is a topic of the manual. Its title, its text and further search words are in the
// catalogs, under its id.
type helpTopic struct {
	ID  string
	Who string                         // people who may do it: "all", "named", "host", "seat" or "see"
	At  []struct{ Path, Label string } // links to pages about it, with the catalog keys of their texts
}

//go:embed help.json
var manual []byte

// helpGroups is the manual, in the order of its page: its chapters and their topics.
var helpGroups = func() (all []struct {
	ID     string
	Topics []helpTopic
}) {
	if err := json.Unmarshal(manual, &all); err != nil {
		panic(err) // tests read it
	}
	return all
}()

// helpTitle returns the title of a topic, and helpText its text.
func helpTitle(p views.Page, id string) string { return p.T("help." + id + ".title") }

func helpText(p views.Page, id string) string { return p.T("help." + id + ".text") }

// helpContents returns the table of contents of the manual.
func helpContents(p views.Page) (entries []entryOf) {
	for _, g := range helpGroups {
		entries = append(entries, entryOf{"group-" + g.ID, p.T("help.group." + g.ID), 2})
		for _, t := range g.Topics {
			entries = append(entries, entryOf{t.ID, helpTitle(p, t.ID), 3})
		}
	}
	return entries
}

// found lists the topics that contain all words of the query. Topics with the words in their titles
// come first.
func (m Help) found() []helpTopic {
	words := m.sought()
	if len(words) == 0 {
		return nil
	}
	var titled, others []helpTopic
	for _, g := range helpGroups {
		for _, t := range g.Topics {
			title := plainWords(helpTitle(m.Page, t.ID))
			switch {
			case hasWords(title, words):
				titled = append(titled, t)
			case hasWords(slices.Concat(title, plainWords(helpText(m.Page, t.ID)), plainWords(m.T("help."+t.ID+".words"))), words):
				others = append(others, t)
			}
		}
	}
	return append(titled, others...)
}

// mostSought is the most words of a query that count.
const mostSought = 12

// sought returns the words of the query, without plural endings. It omits very frequent words,
// unless there are no others.
func (m Help) sought() []string {
	words := plainWords(m.Query)
	words = words[:min(len(words), mostSought)]
	common := plainWords(m.T("help.common"))
	if rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(common, w) }); len(rest) > 0 {
		words = rest
	}
	for i, w := range words {
		if len(w) > 3 {
			words[i] = strings.TrimRight(w, "sx")
		}
	}
	return words
}

// hasWords reports whether each of the words is the beginning of a word in the text.
func hasWords(text, words []string) bool {
	for _, w := range words {
		if !slices.ContainsFunc(text, func(t string) bool { return strings.HasPrefix(t, w) }) {
			return false
		}
	}
	return true
}

// plainWords returns the words of a text in lower case without accents.
func plainWords(text string) []string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
	return strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
