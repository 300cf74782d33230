package pages

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// samplesOfHelp returns the manual, a search that finds topics, and one that finds none.
func samplesOfHelp(lang views.Lang) map[string]templ.Component {
	page := viewtest.Page(lang, "/help")
	return map[string]templ.Component{
		"help":       HelpPage(Help{Page: page}),
		"help-found": HelpPage(Help{Page: page, Query: helpTitle(page, "cups")}),
		"help-none":  HelpPage(Help{Page: page, Query: "zweihänder"}),
	}
}

// helpTopics lists all topics of the manual.
func helpTopics() (all []helpTopic) {
	for _, g := range helpGroups {
		all = append(all, g.Topics...)
	}
	return all
}

// searched returns the ids of the topics that a search finds.
func searched(lang views.Lang, query string) (ids []string) {
	for _, t := range (Help{Page: viewtest.Page(lang, "/help"), Query: query}).found() {
		ids = append(ids, t.ID)
	}
	return ids
}

func TestHelpHasEveryTopic(t *testing.T) {
	for _, lang := range locale.Langs {
		doc := viewtest.Document(t, HelpPage(Help{Page: viewtest.Page(lang, "/help")}))
		for _, topic := range helpTopics() {
			section := doc.Find(`article > section[id="` + topic.ID + `"]`)
			if section.Length() != 1 || section.Find("h3").Text() == "" || section.Find(".doors a").Length() != len(topic.At) || len(topic.At) == 0 {
				t.Errorf("%s in %s: %q", topic.ID, lang, section.Text())
			}
			if doc.Find(`.contents a[href="#`+topic.ID+`"]`).Text() != section.Find("h3").Text() {
				t.Errorf("the contents in %s do not name %s", lang, topic.ID)
			}
		}
		if n := doc.Find("article > section").Length(); n != len(helpTopics())+len(helpGroups) {
			t.Errorf("%d sections in %s, want %d topics and %d groups", n, lang, len(helpTopics()), len(helpGroups))
		}
	}
}

// The catalogues have the sentences of the topics that the page shows, and no others.
func TestHelpUsesItsSentences(t *testing.T) {
	var want []string
	for _, g := range helpGroups {
		want = append(want, "help.group."+g.ID)
	}
	for _, topic := range helpTopics() {
		want = append(want, "help."+topic.ID+".title", "help."+topic.ID+".text", "help."+topic.ID+".words", "help.who."+topic.Who)
	}
	want = append(want, "help.title", "help.lead", "help.search", "help.find", "help.found", "help.all", "help.nothing", "help.common")
	for _, key := range want {
		if !locale.Has(views.English, key) {
			t.Errorf("the catalogue lacks %s", key)
		}
	}
	for _, key := range locale.Keys(views.English) {
		if strings.HasPrefix(key, "help.") && !slices.Contains(want, key) {
			t.Errorf("no page shows %s", key)
		}
	}
}

// sentenceEnd matches the end of a sentence.
var sentenceEnd = regexp.MustCompile(`[.?!]\s+`)

// A topic has two to six sentences of fewer than twenty words. It names buttons as the pages do.
func TestHelpIsPlain(t *testing.T) {
	quoted := regexp.MustCompile("“([^”]+)”|«\u00a0([^»]+)\u00a0»|„([^“]+)“")
	for _, lang := range locale.Langs {
		labels := map[string]bool{}
		for _, key := range locale.Keys(lang) {
			if !strings.HasPrefix(key, "help.") {
				labels[strings.ReplaceAll(strings.TrimSpace(locale.T(lang, key)), "\u00ad", "")] = true
			}
		}
		for _, topic := range helpTopics() {
			text := locale.T(lang, "help."+topic.ID+".text")
			sentences := sentenceEnd.Split(text, -1)
			if n := len(sentences); n < 2 || n > 6 {
				t.Errorf("%s in %s has %d sentences", topic.ID, lang, n)
			}
			for _, s := range sentences {
				if n := len(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \u00a0\u202f:«»", r) })); n >= 20 {
					t.Errorf("%s in %s has %d words in %q", topic.ID, lang, n, s)
				}
			}
			for _, m := range quoted.FindAllStringSubmatch(text, -1) {
				if name := m[1] + m[2] + m[3]; !labels[name] {
					t.Errorf("%s in %s names %q, which no page has", topic.ID, lang, name)
				}
			}
		}
	}
}

func TestHelpIsSearched(t *testing.T) {
	for _, tt := range []struct {
		lang    views.Lang
		query   string
		first   string // the topic that comes first
		because string
	}{
		{views.English, "cups", "cups", "a word of the title"},
		{views.English, "CUPS", "cups", "case does not matter"},
		{views.English, "cup", "cups", "the beginning of a word"},
		{views.English, "how do I take a move back", "undo", "common words do not count"},
		{views.English, "undo", "undo", "a word that the text does not use"},
		{views.English, "vacations", "holidays", "the plural of such a word"},
		{views.English, "password", "account", "a word of the text"},
		{views.French, "mélangées", "shuffle", "a word with accents"},
		{views.French, "melangees", "shuffle", "accents do not matter"},
		{views.French, "ÉCHELLES", "ladders", "nor does the case of accented letters"},
		{views.French, "l'ordinateur", "computer", "an elided article"},
		{views.French, "annuler un coup", "undo", "a word that the text does not use"},
	} {
		got := searched(tt.lang, tt.query)
		if len(got) == 0 || got[0] != tt.first {
			t.Errorf("%q (%s) finds %q, want %s first", tt.query, tt.because, got, tt.first)
		}
	}
}

func TestHelpFindsOnlyTopicsWithEveryWord(t *testing.T) {
	if got := searched(views.English, "ratings ladder"); len(got) != 0 {
		t.Errorf("two words that no topic has both find %q", got)
	}
	for _, query := range []string{"?!", "zweihänder", "cups zweihänder"} {
		if got := searched(views.English, query); len(got) != 0 {
			t.Errorf("%q finds %q", query, got)
		}
	}
	if all := searched(views.English, "the"); len(all) == 0 {
		t.Error("a common word alone finds nothing")
	}
}

// Topics with the words in their titles come before the others.
func TestHelpPutsTitlesFirst(t *testing.T) {
	for _, lang := range locale.Langs {
		for _, query := range []string{"rematch", "revanche", "review", "notes", "cards", "cartes", "move", "coup"} {
			text := false
			for _, id := range searched(lang, query) {
				titled := hasWords(plainWords(locale.T(lang, "help."+id+".title")), (Help{Page: viewtest.Page(lang, ""), Query: query}).sought())
				if titled && text {
					t.Errorf("%q in %s: %s comes late", query, lang, id)
				}
				text = text || !titled
			}
		}
	}
}

// A topic that is found is shown whole, and the contents lead to the manual. Where nothing is
// found, the page shows all topics as links.
func TestHelpShowsWhatIsFound(t *testing.T) {
	for _, lang := range locale.Langs {
		page := viewtest.Page(lang, "/help")
		doc := viewtest.Document(t, HelpPage(Help{Page: page, Query: helpTitle(page, "cups")}))
		if got := doc.Find("#cups").Text(); !strings.Contains(got, helpText(page, "cups")) {
			t.Errorf("in %s the topic reads %q", lang, got)
		}
		if doc.Find(`.contents a[href="/help#account"]`).Length() != 1 || doc.Find("#account").Length() != 0 {
			t.Errorf("the contents in %s do not lead to the manual", lang)
		}
		if got := doc.Find("#words").AttrOr("value", ""); got != helpTitle(page, "cups") {
			t.Errorf("the field in %s has %q", lang, got)
		}
		none := viewtest.Document(t, HelpPage(Help{Page: page, Query: "zweihänder"}))
		if got := none.Find("#found").Text(); !strings.Contains(got, "zweihänder") {
			t.Errorf("in %s nothing found reads %q", lang, got)
		}
		var links []string
		none.Find("article a").Each(func(_ int, a *goquery.Selection) { links = append(links, a.AttrOr("href", "")) })
		var want []string
		for _, topic := range helpTopics() {
			want = append(want, "/help#"+topic.ID)
		}
		if !slices.Equal(links, want) {
			t.Errorf("in %s nothing found leads to %q, want %q", lang, links, want)
		}
	}
}
