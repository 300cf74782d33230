package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/cryptotest"

	"github.com/PuerkitoBio/goquery"
)

// kniziaTable is a table of Knizia's Camelot and its readers.
type kniziaTable struct {
	t       *testing.T
	match   string
	readers []*reader
	rng     *rand.Rand
	played  map[string]bool // verbs of the actions that were posted
}

func newKniziaTable(t *testing.T, s *testSite, seats int) *kniziaTable {
	l := &kniziaTable{t: t, rng: rand.New(rand.NewPCG(5, uint64(seats))), played: map[string]bool{}}
	for range seats {
		l.readers = append(l.readers, newReader(t, s.URL))
	}
	host := l.readers[0]
	host.open("/new?game=knizia")
	host.submit(`form[action="/matches"]`, "name", "Knight 1", "seat", "1", "seats", fmt.Sprint(seats), "contribution", "a licorne")
	host.expect(http.StatusOK)
	l.match = host.path
	link := strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
	for i, guest := range l.readers[1:] {
		guest.open(link)
		if seal := guest.page.Find(".hash").Text(); len(seal) != 64 {
			t.Fatalf("the invitation shows the seal %q", seal)
		}
		guest.submit(`form[action^="/i/"]`, "name", fmt.Sprint("Knight ", i+2), "seat", fmt.Sprint(i+2))
		guest.expect(http.StatusOK)
	}
	return l
}

// turn has a reader who owes a decision make one; it returns false once the match is
// over.
func (l *kniziaTable) turn() bool {
	l.t.Helper()
	for _, r := range l.readers {
		r.open(l.match)
		switch {
		case r.page.Find(`form[action$="/rematch"]`).Length() > 0:
			return false
		case r.page.Find(".own-lane.act").Length() > 0:
			l.decide(r)
			return true
		}
	}
	l.t.Fatalf("nobody is to act\n%s", l.readers[0].mainText())
	return false
}

// decide follows links at random until a form is sent.
func (l *kniziaTable) decide(r *reader) {
	l.t.Helper()
	for range 80 {
		forms := r.page.Find("#bar form")
		links := r.page.Find("#bar .colors a:not([aria-disabled]), #bar .aiming a, .lane .aim a, #bar .hand li:not(.no):not(.up):not(.idle) a[href*='?'], #bar .group a")
		switch {
		case forms.Length() > 0 && (links.Length() == 0 || l.rng.IntN(3) > 0):
			l.send(r, forms.Eq(l.rng.IntN(forms.Length())))
			return
		case links.Length() > 0:
			r.open(links.Eq(l.rng.IntN(links.Length())).AttrOr("href", ""))
		default:
			r.follow("#withdraw[href]:not([aria-disabled]), #restart[href]")
		}
	}
	l.t.Fatalf("no end of links\n%s", r.mainText())
}

func (l *kniziaTable) send(r *reader, form *goquery.Selection) {
	l.t.Helper()
	values := url.Values{}
	form.Find("input").Each(func(_ int, in *goquery.Selection) {
		values.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
	})
	for _, action := range values["action"] {
		verb, _, _ := strings.Cut(action, " ")
		l.played[verb] = true
	}
	r.send(http.MethodPost, form.AttrOr("action", ""), values)
	r.expect(http.StatusOK)
	if alert := r.page.Find("#bar [role=alert]"); alert.Length() > 0 && !strings.Contains(alert.Text(), "came in between") {
		l.t.Fatalf("%v: %s", values["action"], alert.Text())
	}
}

// TestKniziaWithoutScripts plays to the end by nothing but links and forms, with
// two to five, and looks at what is opened then.
func TestKniziaWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, one page after the other")
	}
	cryptotest.SetGlobalRandom(t, 1)
	s := newTestSite(t)
	missing := map[string]bool{}
	for _, verb := range []string{"colour", "play", "end", "withdraw", "riposte", "dodge", "outwit", "charge", "knock_down", "shield", "stunned", "adapt", "keep", "token"} {
		missing[verb] = true
	}
	for game := 0; game < 4 || game < 20 && len(missing) > 0; game++ {
		l := newKniziaTable(t, s, 2+game%4)
		l.closed()
		turns := 0
		for turns < 3000 && l.turn() {
			turns++
		}
		t.Logf("%d seats: %d decisions", len(l.readers), turns)
		l.opened()
		for verb := range l.played {
			delete(missing, verb)
		}
	}
	if len(missing) > 0 {
		t.Errorf("nobody ever posted any of %v", missing)
	}
}

// closed tells that nothing is opened before the end.
func (l *kniziaTable) closed() {
	l.t.Helper()
	r := l.readers[0]
	r.open(l.match + "/deal")
	if r.page.Find("#secret, #seed").Length() > 0 || !strings.Contains(r.mainText(), "a licorne") {
		l.t.Errorf("before the end the deal's page says %s", r.mainText())
	}
	if r.open(l.match); r.page.Find(`a[href$="/record"]`).Length() > 0 {
		l.t.Error("the record is offered before the end")
	}
	r.send(http.MethodGet, l.match+"/record", nil)
	r.expect(http.StatusForbidden)
	r.open(l.match + "/orders?preset=protect")
	r.submit(`form[action$="/orders"]`)
	r.expect(http.StatusOK)
	if r.page.Find("#saved").Length() != 1 || r.page.Find("#when-riposte option[selected]").AttrOr("value", "") != "cost" {
		l.t.Errorf("the orders are not kept: %s", r.mainText())
	}
	r.submit(`form[action$="/orders"]`, "when-riposte", "if", "loss-riposte", "many")
	r.expect(http.StatusUnprocessableEntity)
	if !strings.Contains(r.mainText(), "a number from 1 to 99") || r.page.Find("input[name=loss-riposte]").AttrOr("value", "") != "many" {
		l.t.Errorf("orders that cannot be read: %s", r.mainText())
	}
	other := l.readers[1]
	other.open(l.match + "/orders")
	if got := other.page.Find("#when-riposte option[selected]").AttrOr("value", ""); got != "never" {
		l.t.Errorf("another seat has the orders %q", got)
	}
	stranger := newReader(l.t, l.readers[0].site)
	for _, page := range []string{"", "/orders", "/deal", "/record"} {
		stranger.send(http.MethodGet, l.match+page, nil)
		if stranger.status != http.StatusNotFound && stranger.status != http.StatusForbidden {
			l.t.Errorf("a stranger gets %d for %s", stranger.status, page)
		}
	}
}

// opened tells that everything is, after it.
func (l *kniziaTable) opened() {
	l.t.Helper()
	r := l.readers[1]
	r.open(l.match)
	if n := r.page.Find(".lane .fan.open").Length(); n == 0 {
		l.t.Error("no hand is shown at the end")
	}
	r.open(l.match + "/deal")
	secret := r.page.Find("#secret").Text()
	if len(secret) != 64 {
		l.t.Errorf("the secret is %q", secret)
	}
	r.open(l.match + "/record")
	for _, want := range []string{"[Seed ", "a licorne", secret} {
		if !strings.Contains(r.body, want) {
			l.t.Errorf("the record lacks %q", want)
		}
	}
	r.open(l.match + "?ply=3")
	if r.page.Find("#tournament").Length() != 1 || r.page.Find("#bar form").Length() > 0 {
		l.t.Error("the past cannot be looked at, or changed")
	}
	r.open("/")
	if got := r.page.Find(".waits").Text(); !strings.Contains(got, "Knizia") {
		l.t.Errorf("home lists %q", got)
	}
}

// The text of a card closes by itself once the card is not where it was opened.
func TestTextOfACardThatIsGoneIsClosed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := s.Guest("Ada")
	m := s.Start(ada, s.Guest("Bo"), map[string]any{"game": "knizia", "seat": 1, "options": map[string]string{"dealer": "2"}})
	m = ada.Play(m.ID, 0, m.Legal[0]).Want(t, http.StatusOK, "").Match
	card := strings.TrimPrefix(m.Legal[0], "play ")
	r := reads(t, s, ada)
	r.open("/m/" + m.ID)
	copies := r.page.Find("#bar .hand a[id^='hand-" + card + "-']").Length()
	at := fmt.Sprintf("/m/%s?try=read+%s+hand-%s-%d", m.ID, card, card, copies)
	if r.open(at); r.page.Find("#reading").Length() != 1 {
		t.Fatalf("%s is not read: %s", card, r.mainText())
	}
	ada.Play(m.ID, m.Ply, m.Legal[0]).Want(t, http.StatusOK, "")
	if r.open(at); r.page.Find("#reading").Length() != 0 || r.page.Find("#bar .hand a").Length() == 0 {
		t.Errorf("%s is gone, and read: %s", card, r.text("#reading"))
	}
	at = fmt.Sprintf("/m/%s?try=read+%s+at-1-1", m.ID, card)
	if r.open(at); r.page.Find("#reading").Length() != 1 {
		t.Error("the card that is played is not read")
	}
	if r.open(strings.Replace(at, card, "charge", 1)); r.page.Find("#reading").Length() != 0 {
		t.Error("another card is read than lies there")
	}
}
