package pages

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"tableronde/views"
)

// notation matches a text that is moves alone.
var notation = regexp.MustCompile(`^(\d+\. ?)?[A-P]\d{1,2}([-x][A-P]\d{1,2})+[,;.?! ]*$`)

// Programs that translate pages leave boards, cards and notation as they are.
func TestBoardsAreNotTranslated(t *testing.T) {
	found := make(map[string]int)
	forEachPage(t, func(t *testing.T, _ views.Lang, doc *goquery.Document) {
		check := func(what string, s *goquery.Selection) {
			found[what]++
			if s.Closest("[translate=no]").Length() == 0 {
				in := s.Parent().Closest("[id], [class]")
				t.Errorf("%s may be translated: <%s> in <%s id=%s class=%s>", what, goquery.NodeName(s), goquery.NodeName(in), in.AttrOr("id", ""), in.AttrOr("class", ""))
			}
		}
		doc.Find("svg.board").Each(func(_ int, s *goquery.Selection) { check("a board", s) })
		doc.Find(".card svg.face").Each(func(_ int, s *goquery.Selection) { check("a card", s) })
		doc.Find("body *").Each(func(_ int, s *goquery.Selection) {
			for n := s.Get(0).FirstChild; n != nil; n = n.NextSibling {
				if n.Type == html.TextNode && notation.MatchString(strings.TrimSpace(n.Data)) && !s.Is("option, title, #status small") {
					check("notation", s)
				}
			}
		})
	})
	for _, what := range []string{"a board", "a card", "notation"} {
		if found[what] < 20 {
			t.Errorf("%s is found %d times", what, found[what])
		}
	}
}
