package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/sitetest"
)

// The one choice of time to answer sets the option of the game for seconds, and
// the time of the table for hours.
func TestTimeToAnswerIsOneChoice(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, tt := range []struct {
		wait, public, window string
		hours                time.Duration
		status               int
	}{
		{"", "", "", 0, http.StatusOK},
		{"5s", "", "5", 0, http.StatusOK},
		{"5s", "1", "5", 0, http.StatusOK},
		{"3", "", "", 3 * time.Hour, http.StatusOK},
		{"3", "1", "", 0, http.StatusUnprocessableEntity},
		{"4s", "", "", 0, http.StatusUnprocessableEntity},
		{"7", "", "", 0, http.StatusUnprocessableEntity},
		{"s", "", "", 0, http.StatusUnprocessableEntity},
	} {
		r := newReader(t, s.URL)
		r.open("/new?game=knizia")
		r.submit(`form[action="/matches"]`, "name", "Ada", "wait", tt.wait, "public", tt.public)
		if r.expect(tt.status); tt.status != http.StatusOK {
			if _, open := r.page.Find("#options").Attr("open"); !open {
				t.Errorf("wait %q, public %q: the options are closed after %s", tt.wait, tt.public, r.mainText())
			}
			continue
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/m/"), "?")
		m, err := s.site.Store.Match(t.Context(), id)
		if err != nil || m.Options["window"] != tt.window || m.Wait != tt.hours {
			t.Errorf("wait %q: window %q, wait %v, %v", tt.wait, m.Options["window"], m.Wait, err)
		}
	}
}

// A key leads no visitor to the table of another.
func TestKeysOfVisitorsWithoutACookie(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	r, s := newReader(t, site.URL), newReader(t, site.URL)
	for _, visitor := range []*reader{r, s} {
		visitor.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "key": {"1"}})
		visitor.expect(http.StatusOK)
	}
	if r.path == s.path {
		t.Errorf("two visitors sit at %s", r.path)
	}
}

// The host starts a table of a range of seats with the players who sit there, or with bots beside
// them. Too few players for the game are refused in words, and nobody else may start.
func TestStartNow(t *testing.T) {
	for game, fewest := range map[string]int{"knizia": 2, "shannon": 2, "kutschke": 2} {
		t.Run(game, func(t *testing.T) {
			s := newTestSite(t)
			ada, bo := s.Guest("Ada"), s.Guest("Bo")
			open := func() string {
				return ada.Post("/matches", map[string]any{"game": game, "seats": 4, "seat": 3, "public": true}).Want(t, http.StatusCreated, "").Match.ID
			}
			id := open()
			host, guest := reads(t, s, ada), reads(t, s, bo)
			if host.open("/m/" + id); host.page.Find("#start-now").Length() > 0 {
				t.Error("one can start alone")
			}
			ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "too_few_players")
			bo.Post("/matches/"+id+"/join", map[string]any{"seat": 1}).Want(t, http.StatusOK, "")
			bo.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusForbidden, "not_host")
			if guest.open("/m/" + id); guest.page.Find("#start-now, #start-bots").Length() > 0 {
				t.Error("who is not the host can start")
			}
			host.open("/m/" + id)
			if text := host.page.Find("#start-now").Text(); text != fmt.Sprintf("Start now with %d players", fewest) {
				t.Errorf("the button says %q", text)
			}
			host.submit(`form[action="/m/` + id + `/start"]`)
			host.expect(http.StatusOK)
			got := bo.Get("/matches/" + id).Match
			if got.Started == nil || len(got.Seats) != 2 || got.Seats[0].Player.Name != "Bo" || got.Seats[1].Player.Name != "Ada" || *got.You != 1 {
				t.Errorf("the match is %+v", got)
			}
			ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "started")

			id = open()
			host.open("/m/" + id)
			host.submit(`#start-bots form`, "level", "1")
			host.expect(http.StatusOK)
			got = ada.Get("/matches/" + id).Match
			bots := 0
			for _, seat := range got.Seats {
				if seat.Bot && seat.Level == 1 {
					bots++
				}
			}
			if got.Started == nil || len(got.Seats) != 4 || bots != 3 || *got.You != 3 {
				t.Errorf("the match is %+v", got)
			}
		})
	}
}

// At a table of teams bots take the open seats; without them the refusal says why.
func TestStartNowOfTeams(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Ada")
	id := ada.Post("/matches", map[string]any{"game": "chivalry-4-teams", "seat": 1}).Want(t, http.StatusCreated, "").Match.ID
	r := reads(t, s, ada)
	if r.open("/m/" + id); r.page.Find("#start-now").Length() > 0 || r.page.Find("#start-bots").Length() != 1 {
		t.Errorf("the page offers %s", r.mainText())
	}
	got := ada.Post("/matches/"+id+"/start", map[string]any{}).Want(t, http.StatusConflict, "too_few_players")
	if !strings.Contains(string(got.Body), "is played by 4") {
		t.Errorf("the refusal is %s", got.Body)
	}
	ada.Post("/matches/"+id+"/start", map[string]any{"level": 9}).Want(t, http.StatusUnprocessableEntity, "invalid_level")
	if m := ada.Post("/matches/"+id+"/start", map[string]any{"level": 1}).Want(t, http.StatusOK, "").Match; m.Started == nil || !m.Seats[1].Bot {
		t.Errorf("the match is %+v", m)
	}
}

// The host shows the invitation as a QR code, on a page that nobody else has and that asks
// nobody else for anything.
func TestInvitationAsQRCode(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := ada.Post("/matches", map[string]any{"game": "grand-camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
	host, guest := reads(t, s, ada), reads(t, s, bo)
	host.open("/m/" + m.ID)
	host.follow(`a[href="/m/` + m.ID + `/invite"]`)
	if host.page.Find("svg.qr-code path").AttrOr("d", "") == "" || host.page.Find("#invite-address").AttrOr("value", "") != s.URL+m.Invite {
		t.Errorf("the page has no code of %s: %s", s.URL+m.Invite, host.mainText())
	}
	if host.page.Find("img, iframe, object").Length() > 0 {
		t.Error("the page asks for more")
	}
	anySeat := host.page.Find("svg.qr-code path").AttrOr("d", "")
	host.open("/m/" + m.ID + "/invite?seat=3")
	if d := host.page.Find("svg.qr-code path").AttrOr("d", ""); d == anySeat || host.page.Find("#invite-address").AttrOr("value", "") != s.URL+m.Invite+"?seat=3" {
		t.Error("the code of one seat is that of any")
	}
	if guest.send(http.MethodGet, "/m/"+m.ID+"/invite", nil); guest.status != http.StatusForbidden || strings.Contains(guest.body, m.Invite) {
		t.Errorf("another gets %d", guest.status)
	}
	ada.Post("/matches/"+m.ID+"/start", map[string]any{"level": 1}).Want(t, http.StatusOK, "")
	if host.open("/m/" + m.ID + "/invite"); host.path != "/m/"+m.ID {
		t.Errorf("after the start the page is %s", host.path)
	}
}

// openPublic opens a public table by the API and returns its id.
func openPublic(t *testing.T, by *sitetest.Client, table map[string]any) string {
	t.Helper()
	table["public"] = true
	return by.Post("/matches", table).Want(t, http.StatusCreated, "").Match.ID
}

// tablesIn lists the ids of the tables in a part of the page.
func (r *reader) tablesIn(part string) []string {
	return r.page.Find(part + " .turn[id^='table-']").Map(func(_ int, row *goquery.Selection) string { return row.AttrOr("id", "")[len("table-"):] })
}

// The list of open tables is chosen by game, seats and pace by a form that needs no scripts. It
// works in both ways to ask, and says so when no such table is there.
func TestLobbyIsFiltered(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Ada")
	days, live := map[string]any{"move": "72h"}, map[string]any{"bank": "5m", "increment": "5s"}
	cam := openPublic(t, ada, map[string]any{"game": "cam", "clock": days})
	quick := openPublic(t, ada, map[string]any{"game": "cam", "clock": live})
	cards := openPublic(t, ada, map[string]any{"game": "knizia", "seats": 4, "clock": days})
	untimed := openPublic(t, ada, map[string]any{"game": "camelot"})
	r := newReader(t, s.URL)
	for _, tt := range []struct {
		game, seats, pace string
		want              []string
	}{
		{"", "", "", []string{untimed, cards, quick, cam}},
		{"cam", "", "", []string{quick, cam}},
		{"", "4", "", []string{cards}},
		{"", "", "days", []string{cards, cam}},
		{"", "", "none", []string{untimed}},
		{"cam", "2", "live", []string{quick}},
		{"knizia", "2", "", nil},
	} {
		r.open("/tables")
		_, form := r.formFields("form.sieve")
		for name, value := range map[string]string{"game": tt.game, "seats": tt.seats, "pace": tt.pace} {
			if _, there := form[name]; !there {
				t.Errorf("the form has no %s", name)
			}
			form.Set(name, value)
		}
		r.open("/tables?" + form.Encode())
		if got := r.tablesIn("main"); !slices.Equal(got, tt.want) {
			t.Errorf("the page lists %q for %+v", got, tt)
		}
		if got := ada.MatchIDs("/tables?" + form.Encode()); !slices.Equal(got, tt.want) {
			t.Errorf("the API lists %q for %+v", got, tt)
		}
		for name, value := range map[string]string{"game": tt.game, "seats": tt.seats, "pace": tt.pace} {
			if got := r.page.Find("form.sieve [name="+name+"] option[selected]").AttrOr("value", ""); got != value {
				t.Errorf("the form shows %s %q, want %q", name, got, value)
			}
		}
	}
	if r.open("/tables?game=knizia&seats=2&pace="); r.page.Find(`main a[href="/tables"]`).Length() == 0 {
		t.Error("nothing leads from no table to all of them")
	}
	for _, query := range []string{"game=chess", "seats=x", "seats=-1", "pace=slow"} {
		r.send(http.MethodGet, "/tables?"+query, nil)
		if r.status < 400 || r.status >= 500 {
			t.Errorf("%s: %d", query, r.status)
		}
		if got := ada.Get("/tables?" + query); got.Status < 400 || got.Status >= 500 {
			t.Errorf("the API answers %s with %d", query, got.Status)
		}
	}
}

// The tables that fit the visitor are on top, once, and marked apart from the others: tables of
// favorites, then of games that they play. Older pages have no such part.
func TestLobbyBeginsWithWhatFits(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	byFavorite := openPublic(t, bo, map[string]any{"game": "grand-camelot"})
	byGame := openPublic(t, cy, map[string]any{"game": "cam"})
	other := openPublic(t, cy, map[string]any{"game": "camette", "clock": map[string]any{"move": "24h"}})
	s.Start(ada, cy, map[string]any{"game": "cam"})
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	r := reads(t, s, ada)
	r.open("/tables")
	if got, want := r.tablesIn("main"), []string{byFavorite, byGame, other}; !slices.Equal(got, want) {
		t.Errorf("the page lists %q, want %q", got, want)
	}
	if got, want := r.tablesIn("section[aria-labelledby=fitting]"), []string{byFavorite, byGame}; !slices.Equal(got, want) {
		t.Errorf("on top are %q, want %q", got, want)
	}
	if got, want := ada.MatchIDs("/tables?fitting=true"), []string{byFavorite, byGame}; !slices.Equal(got, want) {
		t.Errorf("the API says that %q fit, want %q", got, want)
	}
	if r.open("/tables?after=" + other); r.page.Find("#fitting").Length() > 0 {
		t.Error("an older page begins with what fits")
	}
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	if r.open("/tables"); slices.Contains(r.tablesIn("main"), byFavorite) {
		t.Error("the table of a favorite who has blocked the visitor is listed")
	}
	stranger := newReader(t, s.URL)
	if stranger.open("/tables"); stranger.page.Find("#fitting").Length() > 0 || !slices.Contains(stranger.tablesIn("main"), byFavorite) {
		t.Error("something fits nobody in particular, or a table is missing")
	}
}

// A guest has a dozen tables that wait for players, and no more: on the page the form comes back
// as it was filled in, with advice.
func TestGuestsHaveFewOpenTables(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := s.Guest("Ada")
	var last string
	for i := range tables.MaxOpenTables {
		last = ada.Post("/matches", map[string]any{"game": "camelot", "public": i%2 == 0}).Want(t, http.StatusCreated, "").Match.ID
	}
	for range 2 {
		ada.Post("/matches", map[string]any{"game": "camelot"}, "Idempotency-Key", "one more").Want(t, http.StatusConflict, "too_many_tables")
	}
	ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "")
	ada.Post("/matches/"+last+"/withdraw", map[string]any{}).Want(t, http.StatusOK, "")
	ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "")

	bo := newReader(t, s.URL)
	for i := range tables.MaxOpenTables {
		bo.open("/new")
		bo.submit(`form[action="/matches"]`, "name", "Bo", "public", "1")
		if bo.expect(http.StatusOK); !strings.HasPrefix(bo.path, "/m/") {
			t.Fatalf("table %d: %s", i+1, bo.mainText())
		}
	}
	for lang, says := range map[string]string{
		"en": "Twelve of your tables already wait for players",
		"fr": "Douze de vos tables attendent déjà",
	} {
		bo.header.Set("Accept-Language", lang)
		bo.open("/new?game=grand-camelot")
		bo.submit(`form[action="/matches"]`, "seat", "3", "public", "1")
		bo.expect(http.StatusConflict)
		if got := bo.text(`[role="alert"]`); !strings.Contains(got, says) {
			t.Errorf("%s: told %q", lang, got)
		}
		if bo.page.Find(`[name="seat"][value="3"][checked], [name="seat"] option[value="3"][selected]`).Length() != 1 ||
			bo.page.Find(`[name="public"][value="1"][checked]`).Length() != 1 || bo.page.Find(`[name="game"][value="grand-camelot"]`).Length() != 1 {
			t.Errorf("%s: what was filled in is lost: %s", lang, bo.body)
		}
	}
	if list, _, err := s.site.Store.OpenTables(t.Context(), "", db.TableFilter{}, "", 100); err != nil || len(list) != tables.MaxOpenTables+tables.MaxOpenTables/2 {
		t.Errorf("%d public tables, %v", len(list), err)
	}
}

// Everybody sees until when a table waits for players. Then it ends: the open pages of it and of
// the list of tables get that change, and nothing of it is kept.
func TestOpenTablesEnd(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	store := storetest.Open(t, clock.Now)
	s := newTestSiteOn(t, Config{Store: store, Now: clock.Now})
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	made := ada.Post("/matches", map[string]any{"game": "grand-camelot", "seats": 4, "public": true}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+made.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")

	end := clock.Now().Add(db.OpenLifetime)
	host := newReader(t, s.URL)
	host.open("/new")
	host.submit(`form[action="/matches"]`, "name", "Cy")
	link := host.invite()
	for _, path := range []string{host.path, link} {
		reads := newReader(t, s.URL)
		reads.client.Jar = host.client.Jar
		if path == link {
			reads = newReader(t, s.URL)
		}
		for lang, says := range map[string]string{
			"en": "This table stays open until " + end.Format("2 January") + ".",
			"fr": "Cette table reste ouverte jusqu’au " + end.Format("2") + " " + frenchMonths[end.Month()] + ".",
		} {
			reads.header.Set("Accept-Language", lang)
			if reads.open(path); !strings.Contains(reads.mainText(), says) {
				t.Errorf("%s says %q, want %q", path, reads.mainText(), says)
			}
		}
	}

	tables, own := (s.Nobody()).ListenAt(s.URL+"/events?tables=1"), bo.Listen("/me/events")
	tables.Begun()
	own.Begun()
	clock.Advance(db.OpenLifetime - time.Millisecond)
	if err := s.site.Club.Tables.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	bo.Get("/matches/"+made.ID).Want(t, http.StatusOK, "")
	clock.Advance(time.Millisecond)
	if err := s.site.Club.Tables.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := own.Next(); !strings.Contains(e.Data, made.ID) {
		t.Errorf("who sits there is told %+v", e)
	}
	if e := tables.Next(); e.Name != "tables" {
		t.Errorf("who looks at the list is told %+v", e)
	}
	bo.Get("/matches/"+made.ID).Want(t, http.StatusNotFound, "not_found")
}

// frenchMonths are the names of the months.
var frenchMonths = [...]string{time.January: "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}

// A visitor who opened a table for themselves, and so is called Guest, is asked for a name when
// they open a table for others.
func TestOpeningATableAsksForAName(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	r.open("/settings")
	if got := r.page.Find("#naming input[name=name]").AttrOr("value", "?"); got != "" {
		t.Errorf("the field for a name holds %q", got)
	}
	r.open("/new?game=camelot")
	for name, problem := range map[string]string{"": "not given a name", "Guest": "players without a name", "invité": "players without a name"} {
		r.submit(`form[action="/matches"]`, "name", name)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.page.Find("#name-problem").Text(); !strings.Contains(got, problem) {
			t.Errorf("the name %q: %q, want %q in it", name, got, problem)
		}
	}
	r.submit(`form[action="/matches"]`, "name", "Aliénor")
	link := r.page.Find("#invite").AttrOr("value", "")
	friend := newReader(t, s.URL)
	friend.open(strings.TrimPrefix(link, s.URL))
	if !strings.Contains(friend.mainText(), "Aliénor invites you") || strings.Contains(friend.mainText(), "Guest") {
		t.Errorf("the invitation says %s", friend.mainText())
	}
	r.open("/new?game=camelot")
	if r.page.Find("#name").Length() != 0 {
		t.Error("a visitor with a name is asked for it again")
	}
}

// A player called Guest is asked for a name when they take a seat, by a link and at a public
// table. A refused name is asked for again, with the typed text.
func TestJoiningAsksForAName(t *testing.T) {
	s := newTestSite(t)
	open := func(public string) (host *reader, match, link string) {
		host = newReader(t, s.URL)
		host.open("/new?game=camelot")
		host.submit(`form[action="/matches"]`, "name", "Ada", "public", public)
		return host, host.path, host.invite()
	}
	_, match, link := open("1")
	_, _, private := open("")
	for _, path := range []string{match, private} {
		guest := newReader(t, s.URL)
		guest.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
		guest.open(path)
		form := "#bar form, #invitation form"
		guest.submit(form, "name", "\u200b")
		guest.expect(http.StatusUnprocessableEntity)
		if field := guest.page.Find("#name"); field.AttrOr("value", "") != "\u200b" || guest.page.Find("#name-problem").Text() == "" {
			t.Errorf("%s: after a bad name the page says %s", path, guest.mainText())
		}
		guest.submit(form, "name", "Bo")
		if !strings.HasPrefix(guest.path, "/m/") || !strings.Contains(guest.mainText(), "Bo") || strings.Contains(guest.mainText(), "Guest") {
			t.Errorf("%s leads to %s: %s", path, guest.path, guest.mainText())
		}
	}
	late := newReader(t, s.URL)
	late.send(http.MethodGet, link, nil)
	if late.expect(http.StatusGone); late.page.Find("#name").Length() != 0 {
		t.Error("a full table asks for a name")
	}
}

// The lobby leads visitors without a name of their own to the form that asks for it.
func TestLobbyLeadsTheNamelessToTheForm(t *testing.T) {
	s := newTestSite(t)
	host, guest := newReader(t, s.URL), newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada", "public", "1")
	guest.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	guest.open("/tables")
	if guest.page.Find(`form[action$="/join"]`).Length() != 0 {
		t.Error("the lobby seats a guest without a name")
	}
	guest.send(http.MethodPost, "/name", url.Values{"name": {"Bo"}})
	guest.open("/tables")
	if guest.page.Find(`form[action$="/join"]`).Length() != 1 {
		t.Error("the lobby does not seat a guest with a name")
	}
}

// Nobody sits at a table, or is renamed there, by a name that looks like another
// player's; one who is refused gets the form back.
func TestNamesAtATableAreToldApart(t *testing.T) {
	s := newTestSite(t)
	host := newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada")
	link := host.invite()
	guest := newReader(t, s.URL)
	guest.open(link)
	for _, name := range []string{"Ada", "ada", "Аdа"} {
		guest.submit("#invitation form", "name", name)
		guest.expect(http.StatusConflict)
		if got := guest.page.Find("#name-problem").Text(); !strings.Contains(got, "a similar one") || guest.page.Find("#name").AttrOr("value", "") != name {
			t.Errorf("joining as %q: %s", name, guest.mainText())
		}
	}
	guest.submit("#invitation form", "name", "Bo")
	match := guest.path
	guest.open("/settings")
	guest.submit("#naming", "name", "Аda")
	guest.expect(http.StatusConflict)
	if got := guest.page.Find("#name-problem").Text(); !strings.Contains(got, "a similar one") {
		t.Errorf("renamed to what looks like Ada: %s", guest.mainText())
	}
	guest.open(match)
	if !strings.Contains(guest.mainText(), "Bo") {
		t.Errorf("the match says %s", guest.mainText())
	}
	elsewhere := newReader(t, s.URL)
	elsewhere.open("/new?game=camelot")
	elsewhere.submit(`form[action="/matches"]`, "name", "Ada")
	elsewhere.expect(http.StatusOK) // at another table there may be another Ada
}

func TestNamesAreToldApartByTheAPI(t *testing.T) {
	s := newTestSite(t)
	ada, double, cy := s.Guest("Ada"), s.Guest("Аda"), s.Guest("Cy")
	table := ada.Post("/matches", map[string]any{"game": "chivalry-4-solo", "public": true, "seat": 1}).Match.ID
	if a := double.Post("/matches/"+table+"/join", map[string]any{}); a.Status != http.StatusConflict || a.Error.Code != "name_alike" {
		t.Errorf("a double of Ada joins: %d %s", a.Status, a.Body)
	}
	if a := cy.Post("/matches/"+table+"/join", map[string]any{}); a.Status != http.StatusOK {
		t.Errorf("Cy joins: %d %s", a.Status, a.Body)
	}
	if a := cy.Call(http.MethodPatch, "/me", []byte(`{"name":"ADA"}`)); a.Status != http.StatusConflict || a.Error.Code != "name_alike" {
		t.Errorf("Cy becomes ADA: %d %s", a.Status, a.Body)
	}
}

// A name that is read from right to left turns nothing around it; the API gives it
// as it was typed.
func TestNamesAreIsolated(t *testing.T) {
	const name, isolated = "עדה", "\u2068עדה\u2069"
	s := newTestSite(t)
	host := newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", name, "public", "1")
	if got := host.page.Find("bdi").Text(); !strings.Contains(got, isolated) {
		t.Errorf("the table names its host %q", got)
	}
	stranger := newReader(t, s.URL)
	for _, path := range []string{"/tables", host.path, host.invite()} {
		stranger.open(path)
		text := strings.ReplaceAll(stranger.page.Text(), isolated, "")
		if strings.Contains(text, name) || stranger.page.Text() == text {
			t.Errorf("%s holds the name as it is, or not at all: %s", path, stranger.mainText())
		}
	}
	host.open("/settings")
	if got := host.page.Find("#naming input[name=name]").AttrOr("value", ""); got != name {
		t.Errorf("the field for a name holds %q", got)
	}
	m := s.Nobody().Get("/tables")
	if !strings.Contains(string(m.Body), `"`+name+`"`) {
		t.Errorf("the API says %s", m.Body)
	}
}

// A visitor who is refused a seat has not become a guest by asking.
func TestNobodyBecomesAGuestForNothing(t *testing.T) {
	s := newTestSite(t)
	ada, _, full := startCamelot(t, s, true)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "game", "camelot", "seat", "1", "public", "0")
	private, invite := ada.path, ada.invite()
	for _, tt := range []struct {
		name, path, seat string
		status           int
	}{
		{"a full table", full + "/join", "", http.StatusConflict},
		{"a table that is gone", "/m/aaaaaaaaaaaa/join", "", http.StatusNotFound},
		{"a private table", private + "/join", "", http.StatusNotFound},
		{"a taken seat", invite, "1", http.StatusConflict},
		{"no such seat", invite, "3", http.StatusUnprocessableEntity},
	} {
		visitor := newReader(t, s.URL)
		visitor.send(http.MethodPost, tt.path, url.Values{"name": {"Cy"}, "seat": {tt.seat}, "key": {"k"}})
		if visitor.status != tt.status {
			t.Errorf("%s: %d, want %d: %s", tt.name, visitor.status, tt.status, visitor.mainText())
		}
		if visitor.hasSession() {
			t.Errorf("%s: the visitor has become a guest", tt.name)
		}
	}
}

// hasSession reports whether the browser has been given a session.
func (r *reader) hasSession() bool {
	r.t.Helper()
	return len(r.client.Jar.Cookies(mustURL(r.t, r.site))) > 0
}

// Each visitor without an account gets a form with a key of its own: a shared key would
// make two visitors behind one address one guest.
func TestVisitorsShareNoKey(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot", "seat", "1", "public", "1")
	keys := make(map[string]bool)
	for range 3 {
		visitor := newReader(t, s.URL)
		visitor.open(ada.path)
		_, form := visitor.formFields(`form[action$="/join"]`)
		keys[form.Get("key")] = true
	}
	if len(keys) != 3 || keys[""] {
		t.Errorf("%d keys for 3 visitors: %v", len(keys), keys)
	}
}

// Two tabs of one page share a key, and the site accepts the posts of both.
func TestTabsOfOneKey(t *testing.T) {
	s := newTestSite(t)
	ada, bo, path := startCamelot(t, s, false)
	for ply, post := range []struct {
		by     *reader
		action string
	}{{ada, "E6-E8"}, {ada, "offer draw"}, {bo, "decline draw"}, {bo, "H11-F9"}, {ada, "offer undo 0"}} {
		post.by.post(path, ply, post.action, "one key")
		post.by.expect(http.StatusOK)
	}
	if f, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(path, "/m/")); err != nil || f.Ply != 5 {
		t.Errorf("ply %d, %v, want 5", f.Ply, err)
	}
}
