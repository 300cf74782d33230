package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// position returns the position that the set-up page shows, as text.
func (r *reader) position() string {
	return r.page.Find("#position").AttrOr("value", "")
}

// label returns the accessible name of a square.
func (r *reader) label(square string) string {
	return r.page.Find("#sq-"+square).AttrOr("aria-label", "")
}

func TestSetupByLinksAlone(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/setup?game=cam")
	first := r.position()
	if !strings.HasPrefix(first, "cam 1 ") || r.page.Find("[role=gridcell] a[href]").Length() != 67 {
		t.Fatalf("the page begins with %q and %d squares", first, r.page.Find("[role=gridcell] a[href]").Length())
	}
	step := func(selector, want string) {
		t.Helper()
		if r.follow(selector); r.position() != want {
			t.Errorf("after %s the position is %q, want %q", selector, r.position(), want)
		}
	}
	step(`.more a:contains("Empty board")`, "cam 1 -/-")
	step("#sq-D5", "cam 1 D5/-")
	step("#tool-2K", "cam 1 D5/-")
	step("#sq-D9", "cam 1 D5/KD9")
	if got := r.label("D9"); got != "D9, black knight" {
		t.Errorf("D9 is called %q", got)
	}
	step("#sq-D5", "cam 1 -/KD5,KD9") // it replaces the piece there
	step("#sq-D5", "cam 1 -/KD9")     // taken away again
	step("#tool-1M", "cam 1 -/KD9")
	step("#sq-D4", "cam 1 D4/KD9")
	step("#turn-2", "cam 2 D4/KD9")
	if !strings.Contains(r.mainText(), "Black to move. The game can go on") {
		t.Errorf("the page says %s", r.mainText())
	}
	step("#tool-x", "cam 2 D4/KD9")
	step("#sq-D9", "cam 2 D4/-")
	step("#sq-E9", "cam 2 D4/-")
	step(`.more a:contains("First position")`, first)
	if on := r.page.Find(".tool[aria-current]").AttrOr("id", ""); on != "tool-x" {
		t.Errorf("the tool is %s, want the one held before", on)
	}
	if r.page.Find("#castle-1-0").Length() > 0 {
		t.Error("cam has castle moves")
	}
	r.follow(`.chips a:contains("Grand Camelot")`)
	if r.page.Find(".tool").Length() != 9 || r.page.Find(`.more a:contains("First position")`).Length() != 2 {
		t.Error("Grand Camelot has not its four armies and two setups")
	}
	r.follow("#castle-3-2")
	if !strings.HasSuffix(r.position(), " 0/0/2/0") {
		t.Errorf("castle moves are missing in %q", r.position())
	}
	r.follow("#flip")
	if got := r.page.Find("[role=gridcell] a").First().AttrOr("id", ""); got == "sq-H16" {
		t.Error("the board did not turn")
	}
	if link := r.page.Find("#address").AttrOr("value", ""); !strings.HasPrefix(link, s.URL+"/setup?position=grand-camelot+1+") {
		t.Errorf("the link is %q", link)
	}
	r.open(strings.TrimPrefix(r.page.Find("#address").AttrOr("value", ""), s.URL))
	if !strings.HasSuffix(r.position(), " 0/0/2/0") {
		t.Errorf("the link leads to %q", r.position())
	}
}

func TestSetupSaysWhatIsWrong(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	for _, tt := range []struct {
		name, position, says string
		playable             bool
	}{
		{"an empty board", "camelot 1 -/-", "Seat 1 is to move and has no pieces: give it one.", false},
		{"a castle taken", "camelot 2 F16,G16/C11,D11", "won by White. The enemy castle is taken.", false},
		{"nobody left", "camelot 1 -/D9,E9", "won by Black. The other side has no piece left.", false},
		{"one each", "camelot 1 C6/D9", "a draw. Nobody has more than one piece left.", false},
		{"on the way", "camelot 2 C6,D6/D9,E9", "Black to move. The game can go on", true},
		{"a seat that passes", "chivalry-4-teams 1 KG1/KH1,KF2,KG2,KH2,KE3,KG3,KI3/KH14/KC8", "White cannot move and passes. Yellow to move.", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r.t = t
			r.open("/setup?position=" + url.QueryEscape(tt.position))
			if said := r.page.Find("#status").Text(); !strings.Contains(said, tt.says) {
				t.Errorf("the page says %q, want %q", said, tt.says)
			}
			if r.position() != tt.position {
				t.Errorf("the position is %q", r.position())
			}
			off := r.page.Find("#alone").Is("[aria-disabled]")
			if _, open := r.page.Find("#open").Attr("href"); open != tt.playable || off == tt.playable {
				t.Errorf("it can be played: %v and %v, want %v", !off, open, tt.playable)
			}
		})
	}
}

func TestSetupRefuses(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	for _, tt := range []struct {
		name, query string
		status      int
		says        string
	}{
		{"an unknown game", "game=chess", 422, ""},
		{"no position", "position=mate+in+two", 422, "“mate” is not a board game"},
		{"a square off the board", "position=camelot+1+A1/D9", 422, "There is no square A1"},
		{"two pieces on a square", "position=camelot+1+D6,KD6/D9", 422, "Two pieces stand on D6"},
		{"a seat that is none", "position=camelot+3+D6/D9", 422, "from 1 to 2"},
		{"castle moves where there are none", "position=cam+1+D5/D9+1/0", 422, "Cam has no castle moves"},
		{"a novel", "position=" + strings.Repeat("A", 5000), 422, "not a position"},
		{"a piece that is none", "tool=Q", 400, ""},
		{"a piece of another board", "game=camelot&tool=3K", 400, ""},
		{"a seat at the bottom that is none", "turn=3", 400, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r.t = t
			r.send(http.MethodGet, "/setup?"+tt.query, nil)
			r.expect(tt.status)
			if !strings.Contains(r.mainText(), tt.says) {
				t.Errorf("the page does not say %q: %s", tt.says, r.mainText())
			}
			if r.page.Find("main h1").Length() != 1 {
				t.Error("the answer is no page")
			}
		})
	}
	t.Run("what was typed and what stood there are kept", func(t *testing.T) {
		r.t = t
		r.send(http.MethodGet, "/setup?position=cam+1+D5,D9&kept=cam+2+D5/D9&tool=1K", nil)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.position(); got != "cam 1 D5,D9" {
			t.Errorf("the field holds %q", got)
		}
		if got := r.page.Find("input[name=kept]").AttrOr("value", ""); got != "cam 2 D5/D9" {
			t.Errorf("the board shows %q", got)
		}
		if got := r.page.Find("#position-problem").Text(); !strings.Contains(got, "not 1") {
			t.Errorf("the problem is %q", got)
		}
	})
}

// TestSetupLeadsToPlay begins matches from a position, alone and with others,
// and finds the way back to the position.
func TestSetupLeadsToPlay(t *testing.T) {
	s := newTestSite(t)
	ada, bo := newReader(t, s.URL), newReader(t, s.URL)
	const position = "camelot 2 KE13,KF15/D7,C11,J11"
	page := "/setup?position=" + url.QueryEscape(position)
	ada.open(page)
	ada.submit(`form[action="/solo"]`)
	ada.expect(http.StatusOK)
	if !strings.HasPrefix(ada.path, "/m/") || !strings.Contains(ada.mainText(), "study from a position") {
		t.Fatalf("%s does not say that it is a study: %s", ada.path, ada.mainText())
	}
	if got := ada.label("E13"); got != "E13, white knight" {
		t.Errorf("E13 is called %q", got)
	}
	match := ada.path
	ada.follow("#study")
	if got := ada.position(); got != position {
		t.Errorf("the study begins from %q", got)
	}
	ada.post(match, 0, "C11-C10", "k")
	ada.open(match + "?ply=0")
	ada.follow("#setup-from")
	if got := ada.position(); got != position {
		t.Errorf("the way back from the first position leads to %q", got)
	}
	ada.open(match)
	ada.follow("#setup-from")
	if got, want := ada.position(), "camelot 1 KE13,KF15/D7,C10,J11"; got != want {
		t.Errorf("the way back from the present leads to %q, want %q", got, want)
	}

	ada.open(page)
	ada.follow("#open")
	if ada.page.Find(`main a[href^="/setup?position=camelot+2+"]`).Length() == 0 {
		t.Errorf("the form does not say that the match begins from a position: %s", ada.mainText())
	}
	ada.submit(`form[action="/matches"]`, "name", "Ada", "seat", "1", "public", "1")
	ada.expect(http.StatusOK)
	invite := ada.invite()
	bo.open("/tables")
	if bo.page.Find(`.turn a[href^="/setup?position="]`).Length() != 1 {
		t.Errorf("the list of tables does not say that it is a study: %s", bo.mainText())
	}
	bo.open(invite)
	bo.follow(`main a[href^="/setup?position="]`)
	if bo.position() != position {
		t.Errorf("the invitation shows %q", bo.position())
	}
	bo.open(invite)
	bo.submit(`form[action^="/i/"]`, "name", "Bo")
	bo.expect(http.StatusOK)
	if !strings.Contains(bo.mainText(), "study from a position") || bo.page.Find("#move").Length() == 0 {
		t.Errorf("Bo, who is to move, sees %s", bo.mainText())
	}
}

func TestNewTableRefusesPositions(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	for _, tt := range []struct{ name, position, says string }{
		{"no position", "x", "not a position"},
		{"one of another game", "cam 1 D5/D9", "a position of cam, not of camelot"},
		{"one that is decided", "camelot 1 -/D9,E9", "The game is over in this position"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r.t = t
			r.send(http.MethodGet, "/new?game=camelot&position="+url.QueryEscape(tt.position), nil)
			r.expect(http.StatusUnprocessableEntity)
			if !strings.Contains(r.mainText(), tt.says) {
				t.Errorf("the form says %s", r.mainText())
			}
			for _, path := range []string{"/matches", "/solo"} {
				r.send(http.MethodPost, path, url.Values{"game": {"camelot"}, "name": {"Ada"}, "option.camelot.position": {tt.position}})
				r.expect(http.StatusUnprocessableEntity)
				if !strings.Contains(r.mainText(), tt.says) {
					t.Errorf("%s says %s", path, r.mainText())
				}
			}
		})
	}
}

// A study of a position that play does not lead to says why.
func TestStudiesAreBounded(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	for _, tt := range []struct{ name, position, en, fr string }{
		{"crowded", sitetest.CrowdedPosition, "Seat 1 has 0 men and 5 knights", "La place 1 a 0 hommes et 5 chevaliers"},
		{"dense", sitetest.TooDensePosition, "more than 25000 legal moves", "plus de 25000 coups légaux"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, site.URL)
			r.open("/setup?position=" + url.QueryEscape(tt.position))
			if !strings.Contains(r.mainText(), tt.en) || r.page.Find(`#alone:not([aria-disabled])`).Length() > 0 {
				t.Errorf("the study says %s", r.mainText())
			}
			r.send(http.MethodPost, "/language", url.Values{"language": {"fr"}})
			if r.open("/setup?position=" + url.QueryEscape(tt.position)); !strings.Contains(r.mainText(), tt.fr) {
				t.Errorf("the study says %s", r.mainText())
			}
		})
	}
}
