package viewtest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/static"
	"tableronde/views/css"
)

// familySheets are the style sheets that only pages of a family load.
var familySheets = []string{"board.css", "graph.css", "review.css", "cards.css", "knizia.css", "shannon.css", "kutschke.css"}

// FamilyStyles lists the style sheets of families that a page loads.
func FamilyStyles(doc *goquery.Document) []string {
	var names []string
	for _, link := range doc.Find("link[rel=stylesheet]").EachIter() {
		for _, name := range static.Parts(Href(link)) {
			if slices.Contains(familySheets, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// asideSheets are the style sheets that the page of a match of cards does not load.
var asideSheets = []string{"study.css", "family.css", "lists.css", "public.css", "rules.css", "orders.css"}

// CheckStyles fails if the style sheet of a page is missing, or if the page refers to a symbol that
// it lacks. It also fails if an element of the page needs a sheet that the page does not load.
func CheckStyles(t *testing.T, doc *goquery.Document) {
	t.Helper()
	if sheet := doc.Find(`head link[rel=stylesheet]:not([href="` + static.LookURL() + `"])`); sheet.Length() != 1 || static.Parts(Href(sheet)) == nil {
		t.Errorf("the page has %d style sheets: %s", sheet.Length(), Href(sheet))
	}
	apart := doc.Find(`body link[rel=stylesheet]`)
	if digest := apart.Filter(`.onepage > [href="` + static.DigestURL() + `"]`); digest.Length() != apart.Length() || apart.Length() != doc.Find(".onepage").Length() {
		t.Errorf("the body of the page has %d style sheets, %d of the rules on one screen", apart.Length(), digest.Length())
	}
	loaded, shown := static.Parts(Href(doc.Find("head link[rel=stylesheet]"))), classesOf(doc)
	for _, use := range doc.Find("use").EachIter() {
		if symbol := use.AttrOr("href", ""); doc.Find(symbol).Length() == 0 {
			t.Errorf("%s is not on the page", symbol)
		}
	}
	missing := func(name string, of []selector) {
		for _, s := range of {
			if s.allIn(shown) && doc.Find("body").Find(s.text).Length() > 0 {
				t.Errorf("%s is drawn by %s, which the page does not load", s.text, name)
			}
		}
	}
	for _, name := range slices.Concat(familySheets, asideSheets) {
		if !slices.Contains(loaded, name) {
			missing(name, selectors()[name])
		}
	}
	if !slices.Contains(loaded, asideSheets[0]) {
		for _, name := range loaded {
			missing(name+", as far as it is of boards", boardSelectors()[name])
		}
	}
}

// anyOf matches the beginning of :is(): package css splits a selector at each comma.
var anyOf = regexp.MustCompile(`:is\(([^,)]*)\)?`)

// selector is a selector of a style sheet, up to its first pseudo-class.
type selector struct {
	text    string
	classes []string
}

// allIn reports whether all classes of a selector are on a page.
func (s selector) allIn(shown map[string]bool) bool {
	return !slices.ContainsFunc(s.classes, func(class string) bool { return !shown[class] })
}

// selectors lists the selectors of all sheets by sheet, and boardSelectors those that
// the sheets of matches of cards lack.
var (
	selectors      = sync.OnceValue(func() map[string][]selector { return selectorsIn(static.Source) })
	boardSelectors = sync.OnceValue(func() map[string][]selector { return selectorsIn(static.OfBoards) })
)

func selectorsIn(source func(name string) string) map[string][]selector {
	all := map[string][]selector{}
	for _, name := range static.Sheets() {
		rules, err := css.Parse(source(name))
		if err != nil {
			panic(err)
		}
		for _, r := range rules {
			for _, text := range r.Selectors {
				text = anyOf.ReplaceAllString(text, "$1")
				if text, _, _ = strings.Cut(text, ":"); text != "" {
					all[name] = append(all[name], selector{text, classNames.FindAllString(text, -1)})
				}
			}
		}
	}
	return all
}

var classNames = regexp.MustCompile(`\.[\w-]+`)

// classesOf lists the classes of the elements of a page, as selectors.
func classesOf(doc *goquery.Document) map[string]bool {
	all := map[string]bool{}
	for _, s := range doc.Find("[class]").EachIter() {
		for class := range strings.FieldsSeq(s.AttrOr("class", "")) {
			all["."+class] = true
		}
	}
	return all
}
