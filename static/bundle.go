package static

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// A page loads one style sheet and one script, each made of files of this folder.

// need is the kind of pages that need a style sheet.
type need int

const (
	always need = iota
	family      // pages that ask for it: they show something of a family of games, or are about people
	aside       // all pages except the matches of cards
	apart       // no page: the pages that need it load it themselves
)

// sheets are the style sheets of the site in the order in which they apply.
var sheets = []struct {
	name string
	need need
}{
	{"type.css", always},
	{"app.css", always},
	{"board.css", family},
	{"match.css", always},
	{"study.css", aside},
	{OrdersSheet, family},
	{"family.css", aside},
	{"lists.css", aside},
	{"public.css", aside},
	{RulesSheet, family},
	{"actions.css", always},
	{"clocks.css", always},
	{"menu.css", always},
	{digestSheet, apart},
	{lookSheet, apart},
	{"finale.css", always},
	{"taps.css", always},
	{"away.css", always},
	{"table.css", always},
	{"people.css", family},
	{"admin.css", family},
	{"archive.css", family},
	{"watch.css", family},
	{"cups.css", family},
	{"computer.css", family},
	{"characters.css", family},
	{"learn.css", family},
	{"puzzle.css", family},
	{"strategy.css", family},
	{"graph.css", family},
	{"review.css", family},
	{"talk.css", family},
	{"cards.css", family},
	{"decisions.css", family},
	{"knizia.css", family},
	{"shannon.css", family},
	{"kutschke.css", family},
	{"guide.css", family},
	{"fit.css", always},
}

// RulesSheet is the extra sheet of pages with rules. They use it together with the sheets of a
// family.
const RulesSheet = "rules.css"

// OrdersSheet is the extra sheet of pages on which players prepare later moves. They use it
// together with the sheets of a family.
const OrdersSheet = "orders.css"

// digestSheet is the sheet of the rules on one screen, which few visitors open.
const digestSheet = "digest.css"

// DigestURL returns the address of the sheet that the rules on one screen load themselves.
func DigestURL() string { return URL(digestSheet) }

// lookSheet is the sheet of the boards to choose. It is loaded by the settings, and by the pages
// of visitors who have chosen another board than the usual one.
const lookSheet = "look.css"

// LookURL returns the address of the sheet of the boards to choose.
func LookURL() string { return URL(lookSheet) }

// matchPrefix begins the names of the sheets that have no file of need aside.
const matchPrefix = "match"

// familySets are the sets of families' sheets that pages ask for. Pages about games also ask
// for them with RulesSheet or OrdersSheet at the end.
var familySets = [][]string{
	nil,
	{"board.css"},
	{"board.css", "computer.css"},
	{"board.css", "characters.css"},
	{"board.css", "learn.css"},
	{"board.css", "learn.css", "puzzle.css"},
	{"board.css", "strategy.css"},
	{"strategy.css", "cards.css"},
	{"board.css", "graph.css", "review.css"},
	{"people.css"},
	{"board.css", "people.css"},
	{"admin.css"},
	{"board.css", "archive.css"},
	{"board.css", "watch.css"},
	{"people.css", "talk.css"},
	{"people.css", "cups.css"},
	{"cards.css", "graph.css", "decisions.css"},
	{"cards.css", "knizia.css"},
	{"cards.css", "shannon.css"},
	{"board.css", "cards.css", "kutschke.css"},
	{"cards.css", "knizia.css", "learn.css", "guide.css"},
	{"cards.css", "shannon.css", "learn.css", "guide.css"},
	{"board.css", "cards.css", "kutschke.css", "learn.css", "guide.css"},
}

// titles is the font of titles, which type.css loads.
const titles = "vendor/junicode@1.053/titles.woff2"

// TitlesURL returns the address of the font of titles.
func TitlesURL() string { return URL(titles) }

// htmx is not strict, and defines a global variable.
const htmx = "vendor/htmx.org@4.0.1/htmx.min.js"

// scripts are the scripts of the pages, by the names of their bundles, in the order in
// which they run.
var scripts = map[string][]string{
	"site.js": {
		htmx, "answers.js", "opened.js", "twice.js", "taps.js", "unsent.js", "links.js", "replay.js", "grid.js", "page.js",
		"live.js", "countdown.js", "zone.js", "later.js",
	},
	"book.js":  {"contents.js"}, // of the rules
	"keys.js":  {"passkey.js"},  // of the pages about signing in
	"told.js":  {"push.js"},     // of the settings
	"kept.js":  {"again.js", "digest.js", "drag.js", "folds.js", "glide.js", "keep.js", "line.js", "mark.js", "outbox.js", "share.js", "sound.js"},
	"cards.js": {"digest.js", "folds.js", "hand.js", "keep.js", "outbox.js", "points.js", "ranks.js", "share.js", "sound.js", "travel.js"},
}

// LaterURL returns the address of the script that a page runs once it has loaded. Matches of cards
// have cards.js, all other pages kept.js.
func LaterURL(match bool, family []string) string {
	if match && slices.Contains(family, cards) {
		return URL("cards.js")
	}
	return URL("kept.js")
}

// StyleURL is the address of the style sheet of pages that show drawings from the named sheets
// of families. The page of a match of cards has a sheet without the rules of other pages. The
// page of a board shares its sheet with the home page. A set that is not in familySets gives
// an address that answers 404.
func StyleURL(match bool, family []string) string {
	return URL(styleName(match && slices.Contains(family, cards), family))
}

const cards = "cards.css"

// styleName names the sheet of a set of families: "site-cards-knizia.css".
func styleName(match bool, family []string) string {
	name := "site"
	if match {
		name = matchPrefix
	}
	for _, sheet := range family {
		name += "-" + strings.TrimSuffix(sheet, ".css")
	}
	return name + ".css"
}

// Parts lists the files that the file at an address is made of.
func Parts(url string) []string {
	_, byURL := assets()
	if a, ok := byURL[url]; ok {
		return a.parts
	}
	return nil
}

// partsOf returns the names of the files of each bundle, by its name.
func partsOf() map[string][]string {
	all := maps.Clone(scripts)
	sets := familySets
	for _, set := range familySets {
		sets = append(sets, slices.Concat(set, []string{RulesSheet}), slices.Concat(set, []string{OrdersSheet}))
	}
	for _, set := range sets {
		for _, match := range []bool{false, slices.Contains(set, cards)} {
			var names []string
			for _, sheet := range sheets {
				if sheet.need == always || sheet.need == aside && !match || slices.Contains(set, sheet.name) {
					names = append(names, sheet.name)
				}
			}
			all[styleName(match, set)] = names
		}
	}
	return all
}

// piece is a file in a bundle.
type piece struct {
	name    string
	ofCards bool // of a style sheet in a bundle for matches of cards
}

// bundler stores the text of each piece, which all bundles with it share.
type bundler map[piece]string

// bundle returns files, one after the other, without the characters that browsers ignore. A
// bundle for matches of cards lacks the rules that the style sheets mark as of boards.
func (b bundler) bundle(names []string, ofCards bool) []string {
	pieces := make([]string, len(names))
	for i, name := range names {
		p := piece{name, ofCards}
		if _, ok := b[p]; !ok {
			b[p] = p.text()
		}
		pieces[i] = b[p]
	}
	return pieces
}

// text returns the part of a file that is in the bundle.
func (p piece) text() string {
	source := mustRead(p.name)
	switch {
	case path.Ext(p.name) == ".css":
		if p.ofCards {
			source = ofBoards.ReplaceAllString(source, "")
		}
		return minified(cssType, source)
	case p.name == htmx:
		return framed(source)
	}
	return framed(minified(scriptType, "(() => {\n"+source+"})();"))
}

// The media types that minified takes.
const (
	cssType    = "text/css"
	scriptType = "text/javascript"
)

var minifier = func() *minify.M {
	m := minify.New()
	m.Add(cssType, &css.Minifier{})
	m.Add(scriptType, &js.Minifier{})
	return m
}()

// minified returns a file of ours without the characters that browsers ignore.
func minified(mediaType, source string) string {
	text, err := minifier.String(mediaType, source)
	if err != nil {
		panic(err) // the embedded files parse
	}
	return text
}

// framed returns a script so that it runs as in a file of its own. An error that it throws is
// reported and does not stop the scripts after it. A function around a script limits its "use
// strict" to that script.
func framed(script string) string {
	return "try{" + script + "}catch(e){reportError(e)}\n"
}

// A style sheet puts these comments around rules that only a board uses on the page of a
// match.
var ofBoards = regexp.MustCompile(`(?s)/\* boards: \*/.*?/\* :boards \*/`)
