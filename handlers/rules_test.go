package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games/catalog"
)

func TestRulesNameTheMatchToGoBackTo(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	for _, rules := range catalog.All() {
		game := rules.Info().ID
		r.open("/rules/" + game + "?back=" + url.QueryEscape("/m/k7Zq2?m=play+R3%3Bend&see=discard"))
		r.expect(http.StatusOK)
		if got := r.page.Find("#back").AttrOr("href", ""); !strings.HasPrefix(got, "/m/k7Zq2?") || !strings.Contains(got, "see=discard") {
			t.Errorf("%s leads back to %q", game, got)
		}
		if r.page.Find("#brief dd").Length() != 3 || r.page.Find("#brief figure").Length() == 0 {
			t.Errorf("%s has no summary with a picture", game)
		}
		r.page.Find(`.contents a`).Each(func(_ int, s *goquery.Selection) {
			if id := strings.TrimPrefix(s.AttrOr("href", ""), "#"); r.page.Find(`[id="`+id+`"]`).Length() != 1 {
				t.Errorf("the contents of %s lead to no section %q", game, id)
			}
		})
	}
	for _, evil := range []string{"https://evil.example/", "//evil.example/m/k7Zq2", "javascript:alert(1)", "/me"} {
		r.open("/rules/camelot?back=" + url.QueryEscape(evil))
		if got := r.page.Find("#back").AttrOr("href", ""); got != "/rules" {
			t.Errorf("back=%s leads to %q", evil, got)
		}
	}
}
