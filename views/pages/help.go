package pages

import (
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
	id  string
	who string // people who may do it: "all", "named", "host", "seat" or "see"
	at  []helpLink
}

// helpLink is a link to a page about a topic. label is the catalog key of its text.
type helpLink struct{ path, label string }

// helpGroup is a chapter of the manual.
type helpGroup struct {
	id     string
	topics []helpTopic
}

// helpGroups is the manual, in the order of its page.
var helpGroups = []helpGroup{
	{"begin", []helpTopic{
		{"computer", "all", []helpLink{{"/", "bot.play"}}},
		{"friend", "named", []helpLink{{"/new", "new.title"}}},
		{"opponents", "named", []helpLink{{"/tables", "tables.title"}, {"/new?public=1", "new.title"}, {"/me/standing", "standing.title"}}},
		{"account", "all", []helpLink{{"/sign-in", "signin.title"}}},
		{"device", "named", []helpLink{{"/device", "device.title"}, {"/link", "device.type"}, {"/settings?more=devices#devices", "session.title"}}},
	}},
	{"move", []helpTopic{
		{"touch", "seat", []helpLink{{"/rules", "rules.title"}}},
		{"keys", "seat", []helpLink{{"/settings#play", "habit.title"}}},
		{"confirm", "seat", []helpLink{{"/settings#play", "habit.title"}}},
		{"undo", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"refused", "seat", []helpLink{{"/rules", "rules.title"}}},
	}},
	{"time", []helpTopic{
		{"clock", "host", []helpLink{{"/new", "new.title"}}},
		{"holidays", "host", []helpLink{{"/new", "new.title"}}},
		{"timeout", "seat", []helpLink{{"/me#matches", "me.matches"}}},
	}},
	{"away", []helpTopic{
		{"notices", "named", []helpLink{{"/settings?more=notices#notices", "told.title"}, {"/settings?more=pushes#pushes", "told.push"}}},
		{"channels", "named", []helpLink{{"/settings?more=webhooks#webhooks", "told.webhooks"}, {"/settings?more=feeds#feeds", "feed.part"}}},
		{"orders", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"forced", "named", []helpLink{{"/settings#play", "habit.title"}}},
		{"conditions", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"next", "named", []helpLink{{"/", "fault.home"}, {"/settings#play", "habit.title"}}},
	}},
	{"offers", []helpTopic{
		{"draw", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"resign", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"rematch", "seat", []helpLink{{"/me?list=over#matches", "me.matches"}}},
	}},
	{"back", []helpTopic{
		{"replay", "see", []helpLink{{"/archive", "archive.title"}, {"/archive/openings", "openings.title"}}},
		{"review", "see", []helpLink{{"/archive", "archive.title"}}},
		{"analysis", "see", []helpLink{{"/setup", "setup.title"}, {"/me", "me.title"}}},
		{"notes", "named", []helpLink{{"/collections", "collection.title"}}},
		{"record", "see", []helpLink{{"/import", "import.title"}, {"/archive", "archive.title"}}},
	}},
	{"people", []helpTopic{
		{"players", "named", []helpLink{{"/settings?more=people#people", "tie.title"}}},
		{"messages", "seat", []helpLink{{"/me#matches", "me.matches"}}},
		{"private", "seat", []helpLink{{"/new", "new.title"}, {"/me?list=over#matches", "me.matches"}}},
		{"watch", "all", []helpLink{{"/", "fault.home"}, {"/watch", "several.title"}}},
	}},
	{"competition", []helpTopic{
		{"ratings", "named", []helpLink{{"/ratings", "ratings.title"}}},
		{"ladders", "named", []helpLink{{"/ladders", "ladder.title"}}},
		{"cups", "named", []helpLink{{"/cups", "cups.title"}, {"/cups/new", "cups.new"}}},
	}},
	{"fair", []helpTopic{
		{"shuffle", "see", []helpLink{{"/archive", "archive.title"}}},
		{"hidden", "see", []helpLink{{"/new", "new.title"}}},
	}},
	{"data", []helpTopic{
		{"data", "named", []helpLink{{"/settings?more=data#data", "data.title"}}},
	}},
}

// helpTitle returns the title of a topic, and helpText its text.
func helpTitle(p views.Page, id string) string { return p.T("help." + id + ".title") }

func helpText(p views.Page, id string) string { return p.T("help." + id + ".text") }

// helpContents returns the table of contents of the manual.
func helpContents(p views.Page) (entries []entryOf) {
	for _, g := range helpGroups {
		entries = append(entries, entryOf{"group-" + g.id, p.T("help.group." + g.id), 2})
		for _, t := range g.topics {
			entries = append(entries, entryOf{t.id, helpTitle(p, t.id), 3})
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
		for _, t := range g.topics {
			title := plainWords(helpTitle(m.Page, t.id))
			switch {
			case hasWords(title, words):
				titled = append(titled, t)
			case hasWords(slices.Concat(title, plainWords(helpText(m.Page, t.id)), plainWords(m.T("help."+t.id+".words"))), words):
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
