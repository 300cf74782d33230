package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// notation is what French and English share, beside names of one or two words.
var notation = regexp.MustCompile(`^[–A-Z0-9:;, .+=<>()×→-]*$`)

// wordedElements are those that hold the sentences of a form.
const wordedElements = "h1, h2, h3, p, label, legend, summary, option, button, .btn, small, li, th, td"

// sentences returns the texts of the form of orders, in order.
func (r *reader) sentences() (list []string) {
	for _, e := range r.page.Find("main").Find(wordedElements).EachIter() {
		own := ""
		e.Contents().Each(func(_ int, n *goquery.Selection) {
			if goquery.NodeName(n) == "#text" {
				own += n.Text()
			}
		})
		list = append(list, strings.Join(strings.Fields(own), " "))
	}
	return list
}

// The forms of orders of every game, those of the notation and what they answer, are worded
// in English and in French: the same sentences, none of them missing or left in the other
// language. They need no scripts.
func TestFormsOfOrdersAreInBothLanguages(t *testing.T) {
	t.Parallel()
	key := regexp.MustCompile(`^[a-z]+(\.[a-z_]+)+$`)
	for _, tt := range preparedGames {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			s := newTestSite(t)
			ada, bo := newReader(t, s.URL), newReader(t, s.URL)
			ada.send(http.MethodPost, "/matches", url.Values{"name": {"Ada"}, "game": {tt.game}, "seats": {"2"}, "seat": {"1"}, "public": {"1"}})
			ada.expect(http.StatusOK)
			path := ada.path
			bo.send(http.MethodPost, path+"/join", url.Values{"name": {"Bo"}})
			bo.expect(http.StatusOK)
			if tt.game == "camelot" {
				ada.post(path, 0, "E6-E8", "k")
			}
			m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(path, "/m/"))
			if err == nil {
				_, err = s.site.Club.Match.SetOrders(t.Context(), m.ID, m.Seats[0].ID, 0, tt.orders)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, page := range []string{"/orders", "/orders?saved=1", "/orders?preset=protect", "/orders?m=C11-B10"} {
				ada.header.Set("Accept-Language", "en")
				ada.open(path + page)
				english := ada.sentences()
				ada.header.Set("Accept-Language", "fr")
				ada.open(path + page)
				french := ada.sentences()
				if len(english) != len(french) || len(english) < 10 {
					t.Fatalf("%s has %d texts in English, %d in French", page, len(english), len(french))
				}
				for i, text := range english {
					switch {
					case key.MatchString(text) || key.MatchString(french[i]):
						t.Errorf("%s shows a key: %q, %q", page, text, french[i])
					case text == french[i] && len(strings.Fields(text)) > 2 && !notation.MatchString(text):
						t.Errorf("%s says %q in both languages", page, text)
					}
				}
			}
			for lang, notice := range map[string]string{"en": "withdraw", "fr": "retir"} {
				ada.header.Set("Accept-Language", lang)
				ada.open(path)
				if ada.page.Find("#withdraw-orders").Length() != 1 || !strings.Contains(strings.ToLower(ada.page.Find("#withdraw-orders").Text()), notice) {
					t.Errorf("in %s orders are withdrawn by %q", lang, ada.page.Find("#withdraw-orders").Text())
				}
			}
		})
	}
}
