package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/handlers/club/notify"
	notifypages "tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// act posts an action of a match, as its page would.
func (r *reader) act(match, action string) {
	r.t.Helper()
	r.open(match)
	form := url.Values{"action": {action}}
	for _, name := range []string{"ply", "key"} {
		if value, ok := r.page.Find("#match form [name=" + name + "]").Attr("value"); ok {
			form.Set(name, value)
		}
	}
	if form.Get("ply") == "" { // nothing to do for this player: the page has no form
		form.Set("ply", r.page.Find("#match").AttrOr("data-ply", ""))
	}
	r.send(http.MethodPost, match, form)
	r.expect(http.StatusOK)
}

// turnCount returns the count in the header of the home page.
func (r *reader) turnCount() string {
	r.t.Helper()
	r.open("/")
	return r.page.Find("#turns").AttrOr("data-turns", "")
}

func (r *reader) text(selector string) string { return textOf(r.page.Find(selector)) }

// textOf returns the text of a selection with single spaces.
func textOf(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// A draw that is offered counts as the other's turn and is answered on the home page or in the
// match. Each player reads the result of the answer.
func TestDrawIsOfferedToBoth(t *testing.T) {
	t.Parallel()
	ada, bo, match := startCamelot(t, newTestSite(t), false)
	ada.act(match, "E6-E8")
	if got := ada.text("#status"); !strings.Contains(got, "Move sent.") {
		t.Errorf("after a move: %q", got)
	}
	ada.act(match, "offer draw")
	if got := ada.text("#bar"); !strings.Contains(got, "Your offer is sent.") || !strings.Contains(got, "You have offered a draw. Bo has not answered yet.") {
		t.Errorf("who offers reads %q", got)
	}
	if got := ada.turnCount(); got != "0" {
		t.Errorf("who offers has %s turns", got)
	}
	if got := bo.turnCount(); got != "1" {
		t.Errorf("a turn with an offer counts %s times", got)
	}
	if got := bo.text(".offers"); !strings.Contains(got, "Ada offers a draw.") {
		t.Errorf("the home page says %q", got)
	}
	bo.submit(`.offers form:has([value="decline draw"])`)
	if got := bo.text("main"); bo.path != "/?done=decline_draw" || !strings.Contains(got, "You declined the draw.") || strings.Contains(got, "Move sent") {
		t.Errorf("after declining at home, on %s: %q", bo.path, got)
	}
	ada.open(match)
	if got := ada.text("#since"); !strings.Contains(got, "Bo declines the draw.") {
		t.Errorf("who offered reads %q", got)
	}
	bo.act(match, "H10-H9")
	bo.act(match, "offer draw")
	ada.open(match)
	if got := ada.text("#offer-draw"); !strings.HasPrefix(got, "Bo offers a draw. A move declines it.") {
		t.Errorf("whoever is to move reads %q", got)
	}
	ada.act(match, "I7-I8")
	if got := ada.text("#status"); !strings.Contains(got, "Move sent. It declines the draw.") {
		t.Errorf("after a move that declines: %q", got)
	}
	ada.act(match, "offer draw")
	bo.open(match)
	bo.submit(`#offer-draw form:has([value="accept draw"])`)
	if got := bo.text("#status"); !strings.Contains(got, "The match is drawn.") || !strings.Contains(got, "Draw agreed.") {
		t.Errorf("after accepting: %q", got)
	}
	if bo.turnCount() != "0" || ada.turnCount() != "0" {
		t.Error("a match that is over awaits somebody")
	}
}

// A player who is asked to go back out of turn has a turn for it.
func TestOfferOutOfTurnIsATurn(t *testing.T) {
	t.Parallel()
	ada, bo, match := startCamelot(t, newTestSite(t), false)
	ada.act(match, "E6-E8")
	bo.act(match, "H10-H9")
	bo.act(match, "offer undo 1")
	if ada.turnCount() != "1" || bo.turnCount() != "0" {
		t.Error("the request is not counted")
	}
	ada.act(match, "I7-I8") // the position has changed: the request has fallen
	ada.act(match, "offer undo 3")
	if bo.turnCount() != "1" {
		t.Error("a request to whoever is to move counts once")
	}
	ada.act(match, "offer draw")
	bo.act(match, "decline undo")
	if got := bo.text("#status"); !strings.Contains(got, "You declined to take back.") {
		t.Errorf("after declining: %q", got)
	}
	bo.open(match)
	if bo.page.Find("#offer-draw").Length() != 1 || bo.page.Find("#offer-undo").Length() != 0 {
		t.Errorf("one offer was declined, and there stand: %s", bo.mainText())
	}
	bo.act(match, "H9xJ7xH5")
	bo.open(match)
	if bo.page.Find(".pending").Length() != 0 {
		t.Errorf("what a move declined still stands: %s", bo.mainText())
	}
}

// A rematch begins when all have accepted it; until then it can be declined.
func TestRematchIsAnOffer(t *testing.T) {
	t.Parallel()
	ada, bo, match := startCamelot(t, newTestSite(t), false)
	ada.act(match, "resign")
	bo.open(match)
	bo.submit(`form[action$="/rematch"]`)
	if got := bo.text("#bar"); bo.path != match+"?done=offer_rematch" || !strings.Contains(got, "You have offered a rematch. Ada has not answered yet.") {
		t.Fatalf("after the offer, on %s: %q", bo.path, got)
	}
	bo.open(match)
	if bo.page.Find(`form[action$="/rematch"]`).Length() != 0 {
		t.Error("it can be offered twice")
	}
	if ada.turnCount() != "1" || bo.turnCount() != "0" {
		t.Error("the offer is not counted")
	}
	ada.submit(`.offers form[action$="/decline"]`)
	if got := ada.text("main"); !strings.Contains(got, "You declined the rematch.") || ada.turnCount() != "0" {
		t.Errorf("after declining: %q", got)
	}
	bo.open(match)
	if got := bo.text("#offer-rematch"); got != "Ada declined the rematch." {
		t.Errorf("who offered reads %q", got)
	}
	bo.send(http.MethodPost, match+"/rematch", url.Values{"key": {site.NewKey()}})
	bo.expect(http.StatusConflict)
	ada.open(match)
	ada.submit(`form[action$="/rematch"]`)
	bo.open(match)
	if got := bo.text("#offer-rematch p"); got != "Ada would like a rematch." {
		t.Errorf("who is asked reads %q", got)
	}
	ada.submit(`form[action$="/decline"]`)
	if got := ada.text("#bar"); !strings.Contains(got, "You took your offer back.") {
		t.Errorf("after taking it back: %q", got)
	}
	ada.submit(`form[action$="/rematch"]`)
	bo.open("/")
	bo.submit(`.offers form[action$="/rematch"]`)
	next := bo.path
	if next == match || bo.page.Find(".seat-b .strip").AttrOr("id", "") != "seat-1" {
		t.Fatalf("accepting led to %s: %s", next, bo.mainText())
	}
	ada.open(match)
	if ada.page.Find(`a[href="`+next+`"]`).Length() == 0 || ada.turnCount() != "0" || bo.turnCount() != "1" {
		t.Errorf("the rematch is not begun for both: %s", ada.mainText())
	}
}

func TestRematchByTheAPI(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+made.ID+"/join", map[string]any{"invite": strings.TrimPrefix(made.Invite, "/i/")}).Want(t, http.StatusOK, "")
	ada.Play(made.ID, 0, "resign").Want(t, http.StatusOK, "")
	path := "/matches/" + made.ID + "/rematch"
	ada.Call(http.MethodDelete, path, nil).Want(t, http.StatusConflict, "no_offer")
	if body := string(ada.Post(path, map[string]any{}).Want(t, http.StatusOK, "").Body); !strings.Contains(body, `"rematch_offer":{"seat":1,"accepted":[1],"awaited":[2],"declined":null,`) {
		t.Errorf("after the offer: %s", body)
	}
	if body := string(bo.Call(http.MethodDelete, path, nil).Want(t, http.StatusOK, "").Body); !strings.Contains(body, `"awaited":[],"declined":2,`) {
		t.Errorf("after it was declined: %s", body)
	}
	ada.Post(path, map[string]any{}).Want(t, http.StatusConflict, "rematch_declined")
	if list := bo.Get("/me/matches?turn=mine").Want(t, http.StatusOK, "").Body; string(list) != "[]\n" {
		t.Errorf("an offer is among the decisions that are owed: %s", list)
	}
	bo.Post(path, map[string]any{}).Want(t, http.StatusOK, "")
	next := ada.Post(path, map[string]any{}).Want(t, http.StatusOK, "").Match
	if next.ID == made.ID || *next.You != 2 {
		t.Errorf("all have accepted, and Ada has seat %d of %s", *next.You, next.ID)
	}
	solo := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	ada.Play(solo.ID, 0, "resign").Want(t, http.StatusOK, "")
	if again := ada.Post("/matches/"+solo.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match; again.ID == solo.ID || again.Started == nil {
		t.Errorf("the rematch of a table of one is %+v", again)
	}
	imported := ada.Post("/import", map[string]any{"text": "[Game \"camelot\"]\n[Seats \"2\"]\n[Seat1 \"Nolan\"]\n[Seat2 \"Chaxx\"]\n\n1: E6-E8\n2: resign\n"}).Want(t, http.StatusCreated, "").Match
	ada.Post("/matches/"+imported.ID+"/rematch", map[string]any{}).Want(t, http.StatusConflict, "no_rematch")
}

// At a table of one the last action is taken back at once, as often as one likes.
func TestTableOfOneTakesBack(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"camelot", "chivalry-4-solo"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			s := newTestSite(t)
			ada := newReader(t, s.URL)
			ada.send(http.MethodPost, "/solo", url.Values{"game": {game}, "key": {site.NewKey()}, "name": {"Ada"}})
			ada.expect(http.StatusOK)
			match := ada.path
			if ada.page.Find("#take-back").Length() != 0 {
				t.Error("nothing was played, and it can be taken back")
			}
			var boards []string
			for range 2 {
				ada.open(match)
				boards = append(boards, ada.placed())
				ada.act(match, s.legalIn(match))
			}
			slices.Reverse(boards)
			for _, want := range boards {
				ada.submit(`form:has(#take-back)`)
				ada.expect(http.StatusOK)
				if got := ada.placed(); got != want {
					t.Errorf("taken back to\n%s\nwant\n%s", got, want)
				}
				if got := ada.text("#status"); !strings.Contains(got, "Taken back.") {
					t.Errorf("taking back says %q", got)
				}
			}
			if ada.page.Find("#take-back").Length() != 0 || ada.page.Find(`a[href*="ask=resign"], a[href*="ask=offer"]`).Length() != 0 {
				t.Errorf("a table of one offers too much: %s", ada.mainText())
			}
		})
	}
}

// legalIn returns a legal action of a seat that is to act in a match.
func (s *testSite) legalIn(match string) string {
	s.T.Helper()
	m := s.mustMatch(s.T, match)
	f, err := s.site.Club.Match.Match(s.T.Context(), m.ID, m.Host)
	if err != nil {
		s.T.Fatal(err)
	}
	return f.Table.Legal(f.Table.ToAct()[0])[0]
}

// placed lists the pieces and their squares, by the labels of the squares.
func (r *reader) placed() string {
	labels := r.page.Find("#board [role=gridcell] a").Map(func(_ int, s *goquery.Selection) string {
		name, what, _ := strings.Cut(s.AttrOr("aria-label", ""), ", ")
		piece, _, _ := strings.Cut(what, ",")
		return name + " " + piece
	})
	return strings.Join(labels, "\n")
}

// Events while a player was away stay on the page through reloads, until the player touches a
// piece.
func TestNewsStaysUntilTheFirstTouch(t *testing.T) {
	t.Parallel()
	ada, bo, match := startCamelot(t, newTestSite(t), false)
	ada.act(match, "E6-E8")
	const news = "Ada played E6-E8."
	expect := func(path, want string) {
		t.Helper()
		bo.open(path)
		if got := bo.text("#since p"); got != want {
			t.Errorf("%s tells %q, want %q", path, got, want)
		}
	}
	expect(match, news)
	expect(match, news)
	expect(match+"?try=all", news)
	bo.follow("#again")
	if bo.page.Find("#board .path").Length() == 0 || !strings.HasPrefix(bo.text("#status"), news) {
		t.Errorf("seen again: %s", bo.mainText())
	}
	expect(match, news)
	expect(match+"?m=C11", "")
	expect(match, "")
	ada.act(match, "offer draw")
	bo.act(match, "C11-C10")
	expect(match, "")
	ada.act(match, "E8-E9")
	expect(match, "Ada played E8-E9.")
}

// A request that a hidden page makes by itself is no visit.
func TestHiddenPagesDoNotLook(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, id := startCamelot(t, s, false)
	ada.act(id, "E6-E8")
	seen := func() int {
		t.Helper()
		f, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(id, "/m/"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.site.Store.Visit(t.Context(), f.ID, f.Seats[1].ID)
		if err != nil {
			t.Fatal(err)
		}
		return v.Seen
	}
	bo.header.Set(site.HiddenPage, "1")
	bo.open(id)
	if got := seen(); got != 0 {
		t.Errorf("a hidden page has shown %d events", got)
	}
	bo.header.Del(site.HiddenPage)
	bo.open(id)
	if got := seen(); got != 1 {
		t.Errorf("a page has shown %d events, want 1", got)
	}
}

// The computer is suggested in the match, and answered on the home page, where it counts as a
// turn. A player who has left a private match goes on watching it, and nobody else does.
func TestComputerIsSuggestedForWhoHasLeft(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Seat(map[string]any{"game": "knizia", "seats": 3}, ada, bo, cy)
	match := "/m/" + m.ID
	bo.Play(m.ID, bo.Get("/matches/"+m.ID).Match.Ply, "resign").Want(t, http.StatusOK, "")
	asks, left, answers := reads(t, s, ada), reads(t, s, bo), reads(t, s, cy)
	asks.open(match)
	if got := asks.text("#offer-left-2"); !strings.Contains(got, "Bo does not play any more.") {
		t.Errorf("who may suggest the computer reads %q", got)
	}
	if got := viewtest.Values(asks.page, "#bot-left-2 option"); !slices.Equal(got, []string{"offer bot 2 1", "offer bot 2 2", "offer bot 2 3", "offer bot 2 4", "offer bot 2 5"}) {
		t.Errorf("the levels are %q", got)
	}
	if left.open(match); left.page.Find("[id^=offer-]").Length() > 0 {
		t.Errorf("who has resigned reads %q", left.text("#bar"))
	}
	asks.act(match, "offer bot 2 2")
	if got := asks.text("#bar"); !strings.Contains(got, "whether the computer (Gareth) may play on for Bo. Still to answer: Cy.") {
		t.Errorf("who asks reads %q", got)
	}
	if left.open(match); !strings.Contains(left.text("#offer-bot"), "Ada would like the computer (Gareth) to play on for you.") || left.page.Find("#offer-bot button").Length() > 0 {
		t.Errorf("who has resigned reads %q", left.text("#bar"))
	}
	if got := answers.turnCount(); got != "1" {
		t.Errorf("who is asked has %s turns", got)
	}
	if got := answers.text(".offers"); !strings.Contains(got, "Ada would like the computer (Gareth) to play on for Bo.") {
		t.Errorf("the home page says %q", got)
	}
	answers.submit(`.offers form:has([value="accept bot"])`)
	if got := answers.text("main"); answers.path != "/?done=accept_bot" || !strings.Contains(got, "You agreed to the computer.") {
		t.Errorf("after agreeing at home, on %s: %q", answers.path, got)
	}
	if answers.open(match); !strings.Contains(answers.mainText(), "Gareth (computer) plays on for Bo.") {
		t.Errorf("who has agreed reads %q", answers.mainText())
	}
	if left.open("/"); !strings.Contains(left.mainText(), "The computer plays on for you") {
		t.Errorf("the home page of who has left says %q", left.mainText())
	}
	if left.open("/me"); !strings.Contains(left.mainText(), "The computer plays on for you") {
		t.Errorf("the page of who has left says %q", left.mainText())
	}
	left.open(match)
	if got := left.text("#bar"); !strings.Contains(got, "Gareth (computer) plays on for you. You may still watch the match.") || left.page.Find("#match form[method=post]").Length() > 0 {
		t.Errorf("who has left reads %q", got)
	}
	s.Guest("Di").Get("/matches/"+m.ID).Want(t, http.StatusNotFound, "not_found")
	rated := s.Seat(map[string]any{"game": "knizia", "seats": 3, "public": true}, ada, bo, cy)
	bo.Play(rated.ID, bo.Get("/matches/"+rated.ID).Match.Ply, "resign").Want(t, http.StatusOK, "")
	asks.open("/m/" + rated.ID)
	if got := asks.text("#offer-left-2"); !strings.Contains(got, "For ratings, Bo comes last") {
		t.Errorf("who may suggest the computer in a rated match reads %q", got)
	}
	checkToldOfLeaving(t, s, m.ID, bo.Player.ID)
}

// checkToldOfLeaving fails the test unless a player's pages say that the computer plays on for
// them in a match.
func checkToldOfLeaving(t *testing.T, s *testSite, match, player string) {
	t.Helper()
	f, err := s.site.Club.Match.Match(t.Context(), match, player)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[views.Lang]string{views.English: "The computer plays on for you: ", views.French: "L’ordinateur joue désormais à votre place"} {
		news := notify.News{Delivery: db.Delivery{Notice: db.Notice{Kind: db.NoticeOver, Recipient: player, Match: match}}, Of: f}
		if got := notifypages.NoticeSentence(views.Page{Lang: lang}, news); !strings.HasPrefix(got, want) {
			t.Errorf("who has left is told %q", got)
		}
	}
}
