package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// preparedGames are orders for a match of each kind in which seat 1 has acted, and
// what the page of the match says of them in each language.
var preparedGames = []struct {
	game, orders string
	en, fr       []string
}{
	{"camelot", "after 1\nF10-F9: C6-C7\nG10-G9: C6-C7, D10-C9: C7-C8", []string{"If Bo plays F10-F9, you play C6-C7.", "If Bo plays G10-G9, you play C6-C7, and have an answer to what may follow."},
		[]string{"Si Bo joue F10-F9, vous jouez C6-C7.", "Si Bo joue G10-G9, vous jouez C6-C7, et avez réponse à ce qui peut suivre."}},
	{"knizia", "always: withdraw total>=18\n1: withdraw beaten\nunhorse any", []string{"You withdraw when the total to beat reaches 18 (in every tournament).", "You withdraw when you cannot beat the total with your cards (tournament 1).", "Lancelot, if he could answer: Your own sheet."},
		[]string{"Vous vous retirez quand le total à battre atteint 18 (dans chaque tournoi).", "Vous vous retirez quand vos cartes ne peuvent le battre (tournoi 1).", "Lancelot, s’il pouvait répondre : Votre propre feuille."}},
	{"shannon", "favours raven deck\n1: move worst>2", []string{"At the count, your most wounding card goes to Bo.", "Favours that you prefer: Raven’s Flight, the unseen favour."},
		[]string{"Au décompte, votre carte la plus blessante va à Bo.", "Faveurs que vous préférez : Vol du corbeau, la faveur cachée."}},
	{"kutschke", "round 2: Q T\nround 1 plan: P hidden-valley, done\nround 1 bid: S1", []string{"In round 2 you would like, in this order: Quest and Tournament.", "Your turn of round 1: ride to the Hidden Valley.", "Your stake of round 1: sword 1."},
		[]string{"À la manche 2 vous voulez, dans cet ordre : Quête et Tournoi.", "Votre tour de la manche 1 : chevaucher jusqu’à la vallée cachée.", "Votre mise de la manche 1 : épée 1."}},
}

// What somebody has prepared is on the page of the match, for nobody else, in sentences of
// both languages; it can be changed from there, and withdrawn.
func TestPreparedIsOnThePageOfTheMatch(t *testing.T) {
	t.Parallel()
	for _, tt := range preparedGames {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			s := newLookingSite(t, Config{}, 2)
			ada, bo := s.looking[0], s.looking[1]
			for name, o := range map[string]*onlooker{"Ada": ada, "Bo": bo} {
				if err := s.site.Club.Accounts.Rename(t.Context(), o.player.ID, name); err != nil {
					t.Fatal(err)
				}
			}
			f, err := s.site.Club.Tables.OpenTable(t.Context(), db.Once{}, ada.player.ID, tables.Proposal{Game: tt.game, Seats: 2, Seat: 1, Public: true}, nil)
			if err == nil {
				f, err = s.site.Club.Tables.Join(t.Context(), db.Once{}, tables.Joining{Match: f.ID, Player: bo.player.ID, Seat: 2}, nil)
			}
			if err == nil && tt.game == "camelot" {
				f, err = s.site.Club.Match.Play(t.Context(), match.Post{Match: f.ID, Player: ada.player.ID, Actions: []string{"E6-E8"}})
			}
			if err == nil {
				_, err = s.site.Club.Match.SetOrders(t.Context(), f.ID, ada.player.ID, 0, tt.orders)
			}
			if err != nil {
				t.Fatal(err)
			}
			page := "/m/" + f.ID
			for lang, want := range map[string][]string{"en": tt.en, "fr": tt.fr} {
				ada.lang = lang
				if got := ada.prepared(page); strings.Join(got, "\n") != strings.Join(want, "\n") {
					t.Errorf("Ada reads in %s\n%s, want\n%s", lang, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			for name, o := range map[string]*onlooker{"Bo": bo, "a visitor": s.looking[len(s.looking)-1]} {
				if got := o.prepared(page); got != nil {
					t.Errorf("%s reads %q", name, got)
				}
			}
			if got := ada.prepared(page + "?ply=0"); f.Ply > 0 && got != nil {
				t.Errorf("a page of the past tells %q", got)
			}
			reader := newReader(t, s.Site.URL)
			site, err := url.Parse(s.Site.URL)
			if err != nil {
				t.Fatal(err)
			}
			reader.client.Jar.SetCookies(site, ada.cookies)
			reader.open(page)
			reader.follow("#change-orders")
			reader.expect(http.StatusOK)
			reader.send(http.MethodPost, page+"/orders", url.Values{"withdraw": {"1"}})
			reader.expect(http.StatusOK)
			if left, err := s.site.Club.Match.Orders(t.Context(), f.ID, ada.player.ID, 0); left != "" || err != nil {
				t.Errorf("withdrawn orders are %q, %v", left, err)
			}
			if got := ada.prepared(page); got != nil {
				t.Errorf("after that Ada reads %q", got)
			}
		})
	}
}

// prepared returns what a page of a match tells of orders, nil if nothing.
func (o *onlooker) prepared(path string) (told []string) {
	o.t.Helper()
	_, body, _ := strings.Cut(o.get(path, "Accept-Encoding", "identity"), "<!")
	page, err := goquery.NewDocumentFromReader(strings.NewReader("<!" + body))
	if err != nil {
		o.t.Fatal(err)
	}
	for _, li := range page.Find("#prepared li").EachIter() {
		told = append(told, strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2068", "", "\u2069", "").Replace(strings.TrimSpace(li.Text())))
	}
	return told
}
