package handlers

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/feeds"
)

// feedSite is a site on a clock of its own with a match by correspondence between Ada, who
// moves first, and Bo, who has opened it.
type feedSite struct {
	*testSite
	clock   *clubtest.Clock
	ada, bo *reader
	match   string
}

func newFeedSite(t *testing.T) *feedSite {
	t.Helper()
	clock := clubtest.NewClock()
	s := &feedSite{clock: clock, testSite: newTestSiteOn(t, Config{Store: storetest.Open(t, clock.Now), Now: clock.Now, After: clock.After})}
	s.ada, s.bo = newReader(t, s.URL), newReader(t, s.URL)
	for r, name := range map[*reader]string{s.ada: "Ada; the Great, née \U0001F451", s.bo: "Bo & <Co>"} {
		r.open("/settings")
		r.submit(`form[action="/name"]`, "name", name)
	}
	s.bo.send(http.MethodPost, "/matches", url.Values{"game": {"camelot"}, "seat": {"2"}, "public": {"1"}, "pace": {"move-3d"}})
	s.bo.expect(http.StatusOK)
	s.match = strings.TrimPrefix(strings.Split(s.bo.path, "?")[0], "/m/")
	s.ada.send(http.MethodPost, "/m/"+s.match+"/join", url.Values{})
	s.ada.expect(http.StatusOK)
	return s
}

// addresses returns the paths of a reader's feed and calendar, as the settings show them.
func (s *feedSite) addresses(r *reader) (atom, calendar string) {
	s.T.Helper()
	r.open("/settings")
	for id, into := range map[string]*string{"#feed-atom": &atom, "#feed-calendar": &calendar} {
		address, _ := r.page.Find(id).Attr("value")
		*into = strings.TrimPrefix(address, s.URL)
		if *into == address || *into == "" {
			s.T.Fatalf("the settings show the address %q", address)
		}
	}
	return atom, calendar
}

// get asks for a feed as a program does, which has no session.
func (s *feedSite) get(path string, header ...string) (status int, body string, h http.Header) {
	s.T.Helper()
	r, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := s.serve(r, "")
	return w.Code, w.Body.String(), w.Header()
}

// A feed shows its player, and nobody else, the matches where it is their turn and the ones that
// are over: in Atom as RFC 4287 has it, under ids that stay the same.
func TestAtomFeed(t *testing.T) {
	s := newFeedSite(t)
	path, _ := s.addresses(s.ada)
	status, body, h := s.get(path)
	var f feeds.AtomFeed
	if err := xml.Unmarshal([]byte(body), &f); err != nil || status != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), "application/atom+xml") {
		t.Fatalf("the feed: %d %v %v\n%s", status, h, err, body)
	}
	if f.ID == "" || f.Title == "" || f.Author != "Table Ronde" || len(f.Links) != 2 || len(f.Entries) != 1 || f.Updated != f.Entries[0].Updated {
		t.Errorf("the feed is %+v", f)
	}
	e := f.Entries[0]
	if want := "It is your turn: Camelot against Bo & <Co>."; strings.NewReplacer("\u2068", "", "\u2069", "").Replace(e.Title) != want || !strings.HasSuffix(e.Link.Href, "/m/"+s.match) ||
		!strings.HasPrefix(e.ID, "tag:") || !strings.HasSuffix(e.ID, s.match+"/0/turn") {
		t.Errorf("the entry is %+v", e)
	}
	if _, err := time.Parse(time.RFC3339, e.Updated); err != nil {
		t.Error(err)
	}
	if status, body, _ := s.get(path, "If-None-Match", h.Get("ETag")); status != http.StatusNotModified || body != "" {
		t.Errorf("the same again: %d %q", status, body)
	}
	if _, body, _ := s.get(path + "?lang=fr"); !strings.Contains(body, "À vous de jouer") {
		t.Errorf("in French: %s", body)
	}
	s.ada.open("/")
	s.ada.submit(`form[action="/computer"]`, "game", "cam", "side", "first")
	if _, body, _ := s.get(path); strings.Count(body, "<entry>") != 1 || strings.Contains(body, "computer") {
		t.Errorf("of a match against the computer it tells %s", body)
	}
	other, _ := s.addresses(s.bo)
	if _, body, _ := s.get(other); strings.Contains(body, "<entry>") {
		t.Errorf("who is not to move is told %s", body)
	}
	s.ada.act("/m/"+s.match, "resign")
	if _, body, _ := s.get(other); !strings.Contains(body, "You have won") || strings.Contains(body, "your turn") {
		t.Errorf("the winner is told %s", body)
	}
	s.clock.Advance(feeds.FeedResults + time.Hour)
	if _, body, _ := s.get(other); strings.Contains(body, "You have won") {
		t.Error("a result is told after a month")
	}
}

// A calendar has an event for each deadline of its player's decisions, with alarms.
func TestCalendar(t *testing.T) {
	s := newFeedSite(t)
	_, path := s.addresses(s.ada)
	status, body, h := s.get(path)
	if status != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), "text/calendar") {
		t.Fatalf("the calendar: %d %v", status, h)
	}
	for line := range strings.SplitSeq(body, "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("line %q", line)
		}
	}
	cal, err := ics.ParseCalendar(strings.NewReader(body))
	if err != nil || len(cal.Events()) != 1 {
		t.Fatalf("%v in %s", err, body)
	}
	e := cal.Events()[0]
	at, err := e.GetStartAt()
	if want := s.clock.Now().Add(72 * time.Hour); err != nil || at.Before(want.Add(-time.Minute)) || len(e.Alarms()) != len(feeds.AlarmsBefore) {
		t.Errorf("the event begins at %v, %v, want after %v", at, err, want)
	}
	if got := e.GetProperty(ics.ComponentPropertySummary).Value; !strings.Contains(got, "Bo & <Co>") {
		t.Errorf("the event is %q", got)
	}
	if !strings.HasPrefix(e.Id(), s.match+"-1@") {
		t.Errorf("its id is %q", e.Id())
	}
	_, other := s.addresses(s.bo)
	if _, body, _ := s.get(other); strings.Contains(body, "VEVENT") {
		t.Errorf("who is not to move has %s", body)
	}
	s.ada.act("/m/"+s.match, "resign")
	if _, body, _ := s.get(path); strings.Contains(body, "VEVENT") {
		t.Errorf("after the end there is %s", body)
	}
}

// The addresses of feeds end when they are changed.
func TestFeedsAreRenewed(t *testing.T) {
	s := newFeedSite(t)
	atom, calendar := s.addresses(s.ada)
	s.ada.submit(`form[action="/settings/feeds"]`)
	if s.ada.expect(http.StatusOK); s.ada.path != "/settings?saved=feeds" {
		t.Errorf("changing them led to %s", s.ada.path)
	}
	for _, path := range []string{atom, calendar, "/feed/x", "/calendar/"} {
		if status, body, _ := s.get(path); status != http.StatusNotFound || strings.Contains(body, "<entry>") {
			t.Errorf("%s: %d", path, status)
		}
	}
	atom, calendar = s.addresses(s.ada)
	for _, path := range []string{atom, calendar} {
		if status, _, _ := s.get(path); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
	}
}
