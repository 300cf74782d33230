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

// Every game has an article about its strategy, to which the rules and the list of lessons lead. A line is stepped through by links, with and without scripts.
func TestStrategyOfEveryGame(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	for _, rules := range catalog.All() {
		article := "/rules/" + rules.Info().ID + "/strategy"
		for _, from := range []string{"/rules/" + rules.Info().ID, "/learn"} {
			r.open(from)
			if r.page.Find(`a[href="`+article+`"]`).Length() == 0 {
				t.Errorf("%s does not lead to %s", from, article)
			}
		}
		r.open(article)
		if n := r.page.Find(".advices > li").Length(); n < 4 {
			t.Errorf("%s has %d advices", article, n)
		}
		if n := r.page.Find(".counted tr").Length(); n < 8 {
			t.Errorf("%s has %d figures", article, n)
		}
		picture := r.page.Find(`meta[property="og:image"]`).AttrOr("content", "")
		links := r.page.Find("main a[href^='/']").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("href", "") })
		for _, link := range links {
			path, _, _ := strings.Cut(link, "#")
			r.open(path)
		}
		r.open(strings.TrimPrefix(picture, r.site))
	}
	r.open("/rules/cam/strategy?at=2&ply=1")
	next, _, _ := strings.Cut(r.page.Find("#next-2").AttrOr("href", ""), "#")
	r.open(next)
	if got := strings.TrimSpace(r.page.Find(".line figcaption").Eq(1).Text()); got != "2. Black: F11xD9xB7" {
		t.Errorf("after the second move, the board shows %q", got)
	}
	r.header.Set("HX-Request", "true")
	r.open(next)
	if r.page.Find("main#strategy").Length() != 1 || r.page.Find("header.top").Length() != 0 {
		t.Error("htmx gets another part than the article")
	}
	for path, want := range map[string]int{"/rules/chess/strategy": http.StatusNotFound, "/rules/cam/strategy?at=x&ply=99": http.StatusOK} {
		r.send(http.MethodGet, path, nil)
		r.expect(want)
	}
}
