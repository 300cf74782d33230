package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/static"
	"tableronde/views"
	"tableronde/views/heraldry"
)

func TestDefaultMemoryIsSmall(t *testing.T) {
	s := DefaultSettings()
	if sum := s.PositionMemory + s.EventMemory + s.PictureMemory; sum > 64<<20 {
		t.Errorf("the caches take %v by default, want at most 64MiB", sum)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if s.GuestRate != 2.5 || s.Streams != 4000 || s.IdleTimeout != 2*time.Minute {
		t.Errorf("DefaultSettings = %+v", s)
	}
	s.GuestBurst = 0
	if err := s.Validate(); err == nil || err.Error() != "--guest-burst must be more than 0" {
		t.Errorf("Validate = %v", err)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{"40MiB": 40 << 20, "1GiB": 1 << 30, "12KiB": 12 << 10, "7B": 7, "0B": 0} {
		var got Size
		if err := got.UnmarshalFlag(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s reads as %d (%v), %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "40", "MiB", "-1MiB", "40 MiB", "9999999999GiB", "1.5MiB"} {
		if err := new(Size).UnmarshalFlag(text); err == nil {
			t.Errorf("%q is read as a size", text)
		}
	}
}

// A visitor without a name finds a page that asks for one; it holds from then on.
func TestSettingsAskForAName(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`a[href="/settings"]`)
	if r.page.Find(`#naming input[name=name]`).AttrOr("value", "") != "" || !strings.Contains(r.mainText(), "no name here yet") {
		t.Errorf("a stranger reads %s", r.mainText())
	}
	for name, problem := range map[string]string{"": "name", strings.Repeat("x", 41): "40", "\u200b": "characters"} {
		r.open("/settings")
		r.submit("#naming", "name", name)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.page.Find("#name-problem").Text(); !strings.Contains(got, problem) {
			t.Errorf("the name %q: the page says %q, want %q in it", name, got, problem)
		}
		if r.hasSession() {
			t.Fatalf("the name %q made a guest", name)
		}
	}
	r.submit("#naming", "name", "  Ada ")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Ada" || !strings.Contains(r.page.Find("#notice").Text(), "Ada") {
		t.Errorf("after a name was taken the field says %q, the page %s", got, r.mainText())
	}
	r.submit("#naming", "name", "Adèle")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Adèle" {
		t.Errorf("after a change the field says %q", got)
	}
	r.submit("#naming", "name", "Bo", "return", "https://example.org/")
	if r.path != "/" {
		t.Errorf("the form led to %s", r.path)
	}
}

// The language that is chosen on the page is the language of the page afterwards.
func TestSettingsChooseTheLanguage(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/settings")
	r.submit(`form[action="/language"]`, "language", "fr")
	if got := r.page.Find(`form[action="/language"] [aria-pressed=true]`).Text(); r.path != "/settings" || got != "Français" || r.page.Find("html").AttrOr("lang", "") != "fr" {
		t.Errorf("%s is in %q", r.path, got)
	}
}

// A visitor who chooses light or dark gets every page so, and by the system's choice again.
func TestThemeIsChosen(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`a[href="/settings"]`)
	for _, theme := range []string{"dark", "light", ""} {
		r.send(http.MethodPost, "/theme", url.Values{"theme": {theme}, "return": {"/settings"}})
		r.expect(http.StatusOK)
		if got := r.page.Find(`form[action="/theme"] [aria-pressed=true]`).AttrOr("value", "none"); r.path != "/settings" || got != theme {
			t.Errorf("%q led to %s, where %q is chosen", theme, r.path, got)
		}
		for _, path := range []string{"/", "/rules/camelot"} {
			r.open(path)
			if got := r.page.Find("html").AttrOr("data-theme", ""); got != theme {
				t.Errorf("%s is %q, want %q", path, got, theme)
			}
		}
	}
	r.send(http.MethodPost, "/theme", url.Values{"theme": {"sepia"}})
	r.expect(http.StatusBadRequest)
}

// Visitors choose pieces and squares, without an account. Every page with a board has them, and the
// choice leads back to the match that it began from.
func TestLookOfBoardsIsChosen(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	match := r.path
	r.follow("#look-of")
	if fold := r.page.Find("details:has(#board)"); !fold.Is("[open]") || fold.Find("form[action='/look'] button svg").Length() != len(heraldry.Sets)+len(views.AllSquares) {
		t.Fatalf("%s has no open choice with a picture of each", r.path)
	}
	for _, set := range heraldry.Sets {
		for _, squares := range views.AllSquares {
			r.submit("form[action='/look']", "pieces", string(set))
			r.submit("form[action='/look']:has([name=squares])", "squares", string(squares))
			for name, want := range map[string]string{"pieces": string(set), "squares": string(squares)} {
				if got := r.page.Find("[aria-pressed=true][name="+name+"]").AttrOr("value", "none"); got != want {
					t.Errorf("%s on the settings is %q, want %q", name, got, want)
				}
			}
			for _, path := range []string{match, "/", "/rules/camelot", "/learn/camelot/1", "/puzzles/camelot/1", "/setup"} {
				r.open(path)
				for _, other := range heraldry.Sets {
					if drawn := strings.Contains(r.body, other.Defs()); drawn != (other == set) {
						t.Errorf("%s has the pieces %q: %v, after %q was chosen", path, other, drawn, set)
					}
				}
				if got := r.page.Find("html").AttrOr("data-squares", ""); got != string(squares) {
					t.Errorf("%s has the squares %q, want %q", path, got, squares)
				}
				if loads := r.page.Find("link[href='"+static.LookURL()+"']").Length() == 1; loads != (squares != "") {
					t.Errorf("%s loads the sheet of the other boards: %v, with %q", path, loads, squares)
				}
			}
			r.open(match)
			r.follow("#look-of")
		}
	}
	r.follow("details:has(#board) p a")
	if r.path != match {
		t.Errorf("the way back leads to %s, want %s", r.path, match)
	}
	for _, wrong := range []url.Values{{"pieces": {"chess"}}, {"squares": {"red"}}} {
		r.send(http.MethodPost, "/look", wrong)
		r.expect(http.StatusBadRequest)
	}
}

// A form leads back to a page of this site alone, whatever a browser or a header drops from
// the address before it is parsed.
func TestReturnStaysOnTheSite(t *testing.T) {
	s := newTestSite(t)
	for target, want := range map[string]string{
		"/": "/", "/settings#look": "/settings#look", "/new?game=camelot&return=%2Ftables": "/new?game=camelot&return=%2Ftables",
		"/players/a-b_c": "/players/a-b_c", "/m/x/": "/m/x/", "/?a=//b": "/?a=//b",
		"": "/", "https://evil.example": "/", "//evil.example": "/", "/\\evil.example": "/", "\\/evil.example": "/",
		"/\t/evil.example": "/", "/\x00/evil.example": "/", "/\x0b/evil.example": "/", "\x01//evil.example": "/", "/\x7f/evil.example": "/", "/\u0085/evil.example": "/",
		" /settings": "/", "/ /evil.example": "/", "/%2fevil.example": "/", "/%2Fevil.example": "/", "/%5cevil.example": "/", "/%09/evil.example": "/", "/%252fevil.example": "/",
		"/.//evil.example": "/", "/..//evil.example": "/", "/a//b": "/", "/m/../..//evil.example": "/", "/a?b\x00": "/", "/a#\r\nb": "/",
	} {
		req := httptest.NewRequest(http.MethodPost, "/theme", strings.NewReader(url.Values{"theme": {"dark"}, "return": {target}}.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		if got := rec.Header().Get("Location"); got != want {
			t.Errorf("return=%q leads to %q, want %q", target, got, want)
		}
	}
}

// setHabits has a visitor choose some habits in the settings.
func (r *reader) setHabits(names ...string) {
	r.t.Helper()
	r.open("/settings")
	r.send(http.MethodPost, "/habits", url.Values{"habit": names})
	r.expect(http.StatusOK)
	checked := r.page.Find(`input[name=habit][checked]`)
	if checked.Length() != len(names) || !strings.Contains(r.mainText(), "Your choices are saved") {
		r.t.Errorf("%d habits are kept, want %v", checked.Length(), names)
	}
}

// A player who likes White below sees boards so, from one page to the next.
func TestHabitOfTheBoard(t *testing.T) {
	s := newTestSite(t)
	_, bo, match := startCamelot(t, s, true)
	bottom := func() string { return bo.page.Find(".seat-b .strip").AttrOr("id", "") }
	bo.open(match)
	if got := bottom(); got != "seat-2" {
		t.Errorf("at the bottom is %q", got)
	}
	bo.setHabits("first")
	bo.open(match)
	if got := bottom(); got != "seat-1" {
		t.Errorf("with White below, at the bottom is %q", got)
	}
	bo.setHabits()
	bo.open(match)
	if got := bottom(); got != "seat-2" {
		t.Errorf("after all, at the bottom is %q", got)
	}
}

// A player who likes to go on is shown the next match after a move. They stay while they still
// have to act or there is no next match.
func TestHabitOfGoingOn(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		s := newTestSite(t)
		ada, bo, first := startCamelot(t, s, true)
		ada.setHabits("next", "keys")
		second := startAgain(t, ada, bo)
		post := func(match, ply, action string) (to string) {
			t.Helper()
			if htmx {
				ada.header.Set("HX-Request", "true")
				defer ada.header.Del("HX-Request")
			}
			ada.send(http.MethodPost, match, url.Values{"ply": {ply}, "action": {action}})
			if htmx {
				return ada.answer.Get("HX-Redirect")
			}
			return ada.path
		}
		if to := post(first, "0", "offer draw"); strings.HasPrefix(to, second) {
			t.Errorf("htmx %v: an offer leads to %q", htmx, to)
		}
		if to := post(first, "1", "E6-E8"); to != second {
			t.Errorf("htmx %v: the move leads to %q, want %q", htmx, to, second)
		}
		if to := post(second, "0", "E6-E8"); to != "" && !strings.HasPrefix(to, second) {
			t.Errorf("htmx %v: with no other match, the move leads to %q", htmx, to)
		}
		ada.open(second)
		if _, ok := ada.page.Find("body").Attr("data-keys"); !ok {
			t.Error("the page does not know the habit of keys")
		}
	}
}

// startAgain has two visitors begin one more match of Camelot, and returns its path.
func startAgain(t *testing.T, ada, bo *reader) string {
	t.Helper()
	ada.open("/new?game=camelot")
	ada.submit(`form[action="/matches"]`, "seat", "1", "pace", "none")
	match := strings.SplitN(ada.path, "?", 2)[0]
	invite := ada.page.Find("#invite").AttrOr("value", "")
	at := strings.Index(invite, "/i/")
	if at < 0 {
		t.Fatalf("no invitation on %s", ada.path)
	}
	bo.open(invite[at:])
	bo.submit(`form[action^="/i/"]`)
	if !slices.Contains([]string{match}, strings.SplitN(bo.path, "?", 2)[0]) {
		t.Fatalf("the invitation leads to %s", bo.path)
	}
	return match
}

// Habits belong to the player: they are kept by a stranger who becomes a guest, and found on
// another device and by programs.
func TestHabitsGoWithThePlayer(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.setHabits("first", "auto")
	ada.signUp("Ada")
	phone := newReader(t, s.URL)
	phone.setHabits("keys") // of a stranger there
	phone.signIn("Ada", goodPassword)
	checked := func(r *reader) string {
		r.open("/settings")
		return strings.Join(r.page.Find(`input[name=habit][checked]`).Map(func(_ int, box *goquery.Selection) string { return box.AttrOr("value", "") }), " ")
	}
	if got := checked(phone); got != "first auto" {
		t.Errorf("on another device the habits are %q", got)
	}
	phone.setHabits()
	if got := checked(ada); got != "" {
		t.Errorf("after they were given up, the habits are %q", got)
	}
}

// settingsAnchors are the parts of the settings that addresses name, of an account with mail.
var settingsAnchors = []string{
	"who", "look", "play", "account", "board", "notices", "pushes", "webhooks", "feeds", "password", "new-address", "passkeys", "devices", "people", "programs", "data",
}

// The settings show twelve lines at most, each with its control and a sentence. Everything else is
// in folds, which are closed.
func TestSettingsBeginWithFewLines(t *testing.T) {
	s := newMailSite(t, Config{})
	guest := s.browser()
	guest.open("/settings")
	guest.submit("#naming", "name", "Ada")
	for name, tt := range map[string]struct {
		*reader
		lines, folds int
	}{"a stranger": {s.browser(), 10, 1}, "a guest": {guest, 12, 9}, "an account": {s.account("Bo", "bo@example.org"), 12, 12}} {
		for _, lang := range []string{"en", "fr"} {
			tt.header.Set("Accept-Language", lang)
			tt.open("/settings")
			lines := tt.page.Find(".lines .line")
			if lines.Length() != tt.lines || lines.Length() > 12 {
				t.Errorf("%s has %d lines, want %d", name, lines.Length(), tt.lines)
			}
			lines.Each(func(_ int, line *goquery.Selection) {
				effect := strings.TrimSpace(line.Find("small, .small").First().Text())
				if line.Find("button, a.btn, input[type=checkbox], select").Length() == 0 || strings.Count(effect, ". ") > 0 || !strings.HasSuffix(effect, ".") {
					t.Errorf("%s reads the line %q", name, line.Text())
				}
			})
			folds := tt.page.Find("main > details")
			if folds.Length() != tt.folds || folds.Filter("[open]").Length() > 0 || tt.page.Find("details details").Length() > 0 {
				t.Errorf("%s has %d folds, want %d", name, folds.Length(), tt.folds)
			}
			if n := tt.page.Find("main form").Not("details form, .lines form").Length(); n > 0 {
				t.Errorf("%s has %d forms beside the lines and folds", name, n)
			}
		}
	}
}

// Each address of a part of the settings leads to it. A part in a fold is within the hidden
// content, so browsers open the fold. The server opens it when the query names it.
func TestSettingsOpenWhatIsAskedFor(t *testing.T) {
	s := newMailSite(t, Config{})
	bo := s.account("Bo", "bo@example.org")
	bo.open("/settings")
	for _, id := range settingsAnchors {
		part := bo.page.Find(`[id="` + id + `"]`)
		if part.Length() != 1 || part.Is("details, summary") {
			t.Errorf("%d parts %s", part.Length(), id)
		}
	}
	for more, id := range map[string]string{
		"board":   "board",
		"notices": "notices", "pushes": "pushes", "webhooks": "webhooks", "feeds": "feeds", "password": "password", "address": "new-address",
		"passkeys": "passkeys", "devices": "devices", "people": "people", "programs": "programs", "data": "data",
	} {
		bo.openPart("/settings?more=" + more + "#" + id)
		if n := bo.page.Find("details[open]").Length(); n != 1 {
			t.Errorf("%d folds are open for %s", n, more)
		}
	}
	for path, ids := range map[string][]string{
		"/settings?saved=notices": {"notices"}, "/settings?saved=webhook": {"webhooks"}, "/settings?saved=push": {"pushes"}, "/settings?saved=feeds": {"feeds"},
		"/settings?saved=ended": {"devices"}, "/settings?saved=revoked": {"programs"}, "/settings?saved=passkey": {"passkeys"}, "/settings?saved=passkey_removed": {"passkeys"},
		"/settings?saved=tested": {"notices", "pushes", "webhooks"}, "/settings?saved=test_failed": {"notices", "pushes", "webhooks"}, "/settings?saved=removed": {"notices", "pushes", "webhooks"},
		"/settings?people=1": {"people"}, "/settings?more=nothing": nil, "/settings?saved=name": nil,
	} {
		bo.open(path)
		for _, id := range ids {
			if bo.page.Find("details[open] #"+id).Length() != 1 {
				t.Errorf("%s does not open %s", path, id)
			}
		}
		if n := bo.page.Find("details[open]").Length(); n != len(ids) {
			t.Errorf("%s opens %d folds, want %q", path, n, ids)
		}
	}
}

// A form that is refused is shown again in its fold, open, with the problem.
func TestSettingsOpenWhatWasRefused(t *testing.T) {
	s := newMailSite(t, Config{})
	bo := s.account("Bo", "bo@example.org")
	for path, tt := range map[string]struct {
		form    url.Values
		problem string
	}{
		"/settings/notices/webhooks": {url.Values{"url": {"ftp://example.org"}, "format": {"json"}}, "#webhook-problem"},
		"/settings/tokens":           {url.Values{"name": {"program"}}, "#token-problem"},
		"/account/password":          {url.Values{"old": {"none"}, "password": {"ten grey geese"}}, "#password-problem"},
	} {
		bo.send(http.MethodPost, path, tt.form)
		if open := bo.page.Find("details[open]"); open.Length() != 1 || open.Find(tt.problem).Length() != 1 {
			t.Errorf("after %s is refused, %d folds are open: %s", path, open.Length(), open.Text())
		}
	}
}

// The line about notifications names the channels that bring some.
func TestSettingsNameTheChannels(t *testing.T) {
	s := newMailSite(t, Config{})
	bo := s.account("Bo", "bo@example.org")
	line := func() string {
		bo.open("/settings")
		return bo.text("#told small")
	}
	if got := line(); !strings.Contains(got, "Page") || !strings.Contains(got, "E-mail") || strings.Contains(got, "Webhook") || strings.Contains(got, "Push") {
		t.Errorf("at first it says %q", got)
	}
	bo.send(http.MethodPost, "/settings/notices", url.Values{"turn": {"email"}})
	if got := line(); !strings.Contains(got, "E-mail") || strings.Contains(got, "Page") {
		t.Errorf("by mail alone it says %q", got)
	}
	bo.send(http.MethodPost, "/settings/notices", url.Values{})
	if got := line(); !strings.Contains(got, "off") {
		t.Errorf("without any it says %q", got)
	}
}
