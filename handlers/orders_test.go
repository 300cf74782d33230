package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// preparedGames are orders for a match of each kind in which seat 1 has acted, and the page's
// words about them in each language.
var preparedGames = []struct {
	game, orders string
	en, fr       []string
}{
	{"camelot", "after 1\nF10-F9: C6-C7\nG10-G9: C6-C7, D10-C9: C7-C8", []string{"If Bo plays F10-F9, you play C6-C7.", "If Bo plays G10-G9, you play C6-C7, and have an answer to what may follow."},
		[]string{"Si Bo joue F10-F9, vous jouez C6-C7.", "Si Bo joue G10-G9, vous jouez C6-C7, et avez réponse à ce qui peut suivre."}},
	{"knizia", "always: withdraw total>=18\n1: withdraw beaten\nunhorse any", []string{"You withdraw when the total to beat reaches 18 (in every tournament).", "You withdraw when you cannot beat the total with your cards (tournament 1).", "Lancelot, if he could answer: Your own orders."},
		[]string{"Vous vous retirez quand le total à battre atteint 18 (dans chaque tournoi).", "Vous vous retirez quand vos cartes ne peuvent le battre (tournoi 1).", "Lancelot, s’il pouvait répondre : Vos propres ordres."}},
	{"shannon", "favours raven deck\n1: move worst>2", []string{"At the count, your most wounding card goes to Bo.", "Favours that you prefer: Raven’s Flight, the unseen favour."},
		[]string{"Au décompte, votre carte la plus blessante va à Bo.", "Faveurs que vous préférez : Vol du corbeau, la faveur cachée."}},
	{"kutschke", "round 2: Q T\nround 1 plan: P hidden-valley, done\nround 1 bid: S1", []string{"In round 2 you would like, in this order: Quest and Tournament.", "Your turn of round 1: ride to the Hidden Valley.", "Your stake of round 1: sword 1."},
		[]string{"À la manche 2 vous voulez, dans cet ordre : Quête et Tournoi.", "Votre tour de la manche 1 : chevaucher jusqu’à la vallée cachée.", "Votre mise de la manche 1 : épée 1."}},
}

// A player's prepared actions are on the page of the match, for nobody else, in sentences of both
// languages. They can be changed from there, and withdrawn.
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
			reader.client.Jar.SetCookies(mustURL(t, reader.site), ada.cookies)
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

// Prepared moves are arrows on the board, with the numbers of the sentences beside it. Only the page
// of their player has them, and the page on which they are prepared.
func TestArrowsOfConditionsAreSecret(t *testing.T) {
	t.Parallel()
	s := newLookingSite(t, Config{}, 2)
	ada, bo, visitor := s.looking[0], s.looking[1], s.looking[len(s.looking)-1]
	ctx := t.Context()
	f, err := s.site.Club.Tables.OpenTable(ctx, db.Once{}, ada.player.ID, tables.Proposal{Game: "camelot", Seats: 2, Seat: 1, Public: true}, nil)
	if err == nil {
		f, err = s.site.Club.Tables.Join(ctx, db.Once{}, tables.Joining{Match: f.ID, Player: bo.player.ID, Seat: 2}, nil)
	}
	if err == nil {
		f, err = s.site.Club.Match.Play(ctx, match.Post{Match: f.ID, Player: ada.player.ID, Actions: []string{"E6-E8"}})
	}
	if err != nil {
		t.Fatal(err)
	}
	page := "/m/" + f.ID
	for _, tt := range []struct {
		orders        string
		arrows        int
		labels        string
		line          string // explored where the orders are prepared
		exploredLabel string
	}{
		{"after 1\nF10-F9: C6-C7", 1, "", "F10-F9", ""},
		{"after 1\nF10-F9: C6-C7\nG10-G9: C6-C7, D10-C9: C7-C8\nD10-C9: J6-K7", 2, "1,2 3", "G10-G9 C6-C7", ""},
		{"after 1\nF10-F9: C6-C7, D10-C9: C7-C8\nF10-F9: C6-C7, C11-C10: J6-K7", 1, "", "F10-F9 C6-C7", "1 2"},
	} {
		if _, err := s.site.Club.Match.SetOrders(ctx, f.ID, ada.player.ID, 0, tt.orders); err != nil {
			t.Fatal(err)
		}
		if n, labels := ada.arrows(page); n != tt.arrows || labels != tt.labels {
			t.Errorf("with %q Ada sees %d arrows with %q, want %d with %q", tt.orders, n, labels, tt.arrows, tt.labels)
		}
		if n, labels := ada.arrows(page + "/orders"); n != tt.arrows || labels != tt.labels {
			t.Errorf("with %q Ada prepares %d arrows with %q, want %d with %q", tt.orders, n, labels, tt.arrows, tt.labels)
		}
		if n, labels := ada.arrows(page + "/orders?" + url.Values{"line": {tt.line}}.Encode()); n == 0 || labels != tt.exploredLabel {
			t.Errorf("after %s Ada sees %d arrows with %q, want %q", tt.line, n, labels, tt.exploredLabel)
		}
		for name, n := range map[string]int{"Bo": first(bo.arrows(page)), "a visitor": first(visitor.arrows(page)), "the past": first(ada.arrows(page + "?ply=0"))} {
			if n != 0 {
				t.Errorf("with %q %s shows %d arrows", tt.orders, name, n)
			}
		}
	}
}

func first(n int, _ string) int { return n }

// arrows counts the arrows on the board of a page, and returns the numbers beside them.
func (o *onlooker) arrows(path string) (n int, labels string) {
	o.t.Helper()
	page := o.page(path)
	return page.Find("#board .arrow").Length(), strings.Join(page.Find("#board .arrow-t").Map(func(_ int, e *goquery.Selection) string { return e.Text() }), " ")
}

// page returns a page as the onlooker sees it.
func (o *onlooker) page(path string) *goquery.Document {
	o.t.Helper()
	_, body, _ := strings.Cut(o.get(path, "Accept-Encoding", "identity"), "<!")
	page, err := goquery.NewDocumentFromReader(strings.NewReader("<!" + body))
	if err != nil {
		o.t.Fatal(err)
	}
	return page
}

// prepared returns the lines about orders on the page of a match, nil if there are none.
func (o *onlooker) prepared(path string) (told []string) {
	o.t.Helper()
	for _, li := range o.page(path).Find("#prepared li").EachIter() {
		li.Find("b").Remove() // its number
		told = append(told, strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2068", "", "\u2069", "").Replace(strings.TrimSpace(li.Text())))
	}
	return told
}

// notation is the text that French and English share, in addition to names of one or two words.
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

// The forms of orders of every game, the orders in notation and the answers to them, are worded in
// English and in French. Both have the same sentences, none of them missing or left in the other
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
			for lang, notice := range map[string]string{"en": "remove", "fr": "retir"} {
				ada.header.Set("Accept-Language", lang)
				ada.open(path)
				if ada.page.Find("#withdraw-orders").Length() != 1 || !strings.Contains(strings.ToLower(ada.page.Find("#withdraw-orders").Text()), notice) {
					t.Errorf("in %s orders are withdrawn by %q", lang, ada.page.Find("#withdraw-orders").Text())
				}
			}
		})
	}
}

// conditionTable opens a game of Camelot between two readers, in which Ada has made her
// first move and Bo has to wait for the answer to his.
func conditionTable(t *testing.T, s *testSite) (ada, bo *reader, match string) {
	ada, bo = newReader(t, s.URL), newReader(t, s.URL)
	ada.send(http.MethodPost, "/matches", url.Values{"name": {"Ada"}, "game": {"camelot"}, "seat": {"1"}, "public": {"1"}})
	ada.expect(http.StatusOK)
	match = ada.path
	bo.send(http.MethodPost, match+"/join", url.Values{"name": {"Bo"}})
	bo.expect(http.StatusOK)
	ada.post(match, 0, "E6-E8", "plays")
	bo.post(match, 1, "F10-F9", "plays")
	return ada, bo, match
}

// try makes a move on the board of an analysis.
func (r *reader) try(from, to string) {
	r.t.Helper()
	r.follow("#sq-" + from)
	r.follow("#sq-" + to)
	r.follow("#next")
}

// moves returns the moves that a reader sees on the page of a match.
func (r *reader) moves(match string) []string {
	r.t.Helper()
	r.open(match)
	var all []string
	for _, cell := range r.page.Find("table.moves tbody td a").EachIter() {
		all = append(all, strings.TrimSpace(cell.Text()))
	}
	return all
}

// Conditions are entered by nothing but links and forms, on a page that plays nothing,
// and play when their moment comes.
func TestConditionalMovesWithoutScripts(t *testing.T) {
	ada, bo, match := conditionTable(t, newTestSite(t))
	bo.open(match)
	bo.follow(`.actions a#orders`)
	before := ada.moves(match)

	bo.try("C6", "C7") // Ada's move
	bo.try("D10", "C9")
	if bo.page.Find(`form[action="`+match+`"]`).Length() != 0 {
		t.Error("a form of the page plays a move")
	}
	bo.submit(`form:has(#keep)`)
	bo.expect(http.StatusOK)
	if got := strings.Join(strings.Fields(bo.page.Find(".conditions .cond").Text()), " "); got != "If Ada plays C6-C7 I play D10-C9" {
		t.Errorf("the page keeps %q", got)
	}

	// A second pair, from the first, then it is taken back.
	bo.follow("#look-1")
	bo.try("J6", "K7")
	bo.try("G10", "G9")
	bo.submit(`form:has(#keep)`)
	if n := bo.page.Find(".conditions .cond").Length(); n != 2 {
		t.Errorf("%d pairs are kept", n)
	}
	bo.submit(`form:has(#cut-2)`)
	if n := bo.page.Find(".conditions .cond").Length(); n != 1 {
		t.Errorf("%d pairs are left", n)
	}
	if got := ada.moves(match); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Errorf("keeping conditions has played %v", got)
	}

	// An order that is not understood comes back as it was typed.
	bo.submit(`form:has(#save)`, "text", "C6-C7: D10-D1")
	bo.expect(http.StatusUnprocessableEntity)
	if got := bo.page.Find("textarea#text").Text(); !strings.Contains(got, "D10-D1") || bo.page.Find("#problem").Text() == "" {
		t.Errorf("what was typed comes back as %q, %q", got, bo.mainText())
	}

	ada.post(match, 2, "C6-C7", "plays")
	if got := strings.Join(ada.moves(match), " "); got != "E6-E8 F10-F9 C6-C7 D10-C9" {
		t.Errorf("after the move that was foreseen the moves are %s", got)
	}
	bo.open(match + "/orders")
	if bo.page.Find(".conditions .cond").Length() != 0 {
		t.Error("the condition that was played is still kept")
	}
}

// The page of conditions shows whose turn it is, and nobody else sees it.
func TestConditionsAreForThoseWhoWait(t *testing.T) {
	ada, bo, match := conditionTable(t, newTestSite(t))
	ada.open(match + "/orders")
	if ada.page.Find("#board").Length() != 0 || !strings.Contains(ada.mainText(), "It is your turn") {
		t.Errorf("Ada, who is to move, reads %q", ada.mainText())
	}
	bo.send(http.MethodPost, match+"/orders", url.Values{"text": {"C6-C7: D10-C9"}, "after": {"2"}})
	bo.expect(http.StatusOK)
	ada.open(match + "/orders")
	if strings.Contains(ada.body, "D10-C9") || strings.Contains(ada.body, "after 2") {
		t.Error("Ada reads the conditions of Bo")
	}
	ada.send(http.MethodPost, match+"/orders", url.Values{"text": {"F9-F8: C6-C7"}, "after": {"2"}})
	ada.expect(http.StatusUnprocessableEntity)
	// A page that is out of date says nothing else than it was meant to.
	ada.post(match, 2, "J6-K7", "plays")
	bo.send(http.MethodPost, match+"/orders", url.Values{"add": {"C6-C7: D10-C9"}, "kept": {""}, "after": {"2"}})
	bo.expect(http.StatusUnprocessableEntity)
}

// A player whose conditional moves have not met the other's move reads so until their next move.
// That holds on the page of the match, kept or made again, and in the feed. Nobody else reads it.
func TestPagesTellWhatOrdersMiss(t *testing.T) {
	s := newTestSite(t)
	ada, bo, path := startCamelot(t, s, true)
	nobody := newReader(t, s.URL)
	const word = "Your orders did not fit the new situation."
	reads := func(when string, r *reader, want bool) {
		t.Helper()
		for range 2 {
			r.open(path)
			if got := strings.Contains(r.mainText(), word); got != want {
				t.Errorf("%s: it is told: %v\n%s", when, got, r.mainText())
			}
		}
	}
	ada.post(path, 0, "E6-E8", "k0")
	m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(path, "/m/"))
	if err != nil {
		t.Fatal(err)
	}
	reads("before", ada, false)
	if _, err := s.site.Club.Match.SetOrders(t.Context(), m.ID, m.Seats[0].ID, 0, "after 1\nH11-F9: E8-E9"); err != nil {
		t.Fatal(err)
	}
	reads("with orders", ada, false)
	bo.post(path, 1, "F10-F9", "k1")
	bo.expect(http.StatusOK)
	reads("the owner", ada, true)
	tells := func(when string, seat int, want bool) {
		t.Helper()
		token, err := s.site.Store.FeedToken(t.Context(), m.Seats[seat-1].ID)
		if err != nil {
			t.Fatal(err)
		}
		for lang, sentence := range map[string]string{"en": "Your orders did not fit the new situation.", "fr": "Vos ordres ne convenaient pas à la nouvelle situation."} {
			nobody.open("/feed/" + token + "?lang=" + lang)
			if got := strings.Contains(nobody.body, sentence); got != want {
				t.Errorf("%s: the feed tells it: %v\n%s", when, got, nobody.body)
			}
		}
	}
	tells("the owner", 1, true)
	tells("the other", 2, false)
	reads("the other", bo, false)
	reads("a visitor", nobody, false)
	f, err := s.site.Club.Match.Match(t.Context(), m.ID, m.Seats[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	ada.post(path, 2, f.Table.Legal(1)[0], "k2")
	reads("after the move", ada, false)
	tells("after the move", 1, false)
}
