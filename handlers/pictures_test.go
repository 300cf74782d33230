package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tableronde/views/board"
)

func positionPath(kind, position string, more ...string) string {
	q := url.Values{"position": {position}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "/position." + kind + "?" + q.Encode()
}

func TestPictureOfAMatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(id, 0, "E6-E8").Want(t, http.StatusOK, "")
	r := newReader(t, site.URL)

	r.open("/m/" + id + "/picture.svg")
	now := r.body
	if kind := r.answer.Get("Content-Type"); kind != "image/svg+xml" {
		t.Errorf("content type %q", kind)
	}
	for _, want := range []string{"Camelot. Ada – Bo", "E8, white man.", `class="lastmark"`} {
		if !strings.Contains(now, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if got := r.answer.Get("Cache-Control"); got != "public, max-age=60" {
		t.Errorf("Cache-Control %q", got)
	}
	for query, differs := range map[string]bool{"ply=1": false, "turn=1": false, "lang=en": false, "ply=0": true, "turn=2": true, "theme=dark": true, "lang=fr": true} {
		if r.open("/m/" + id + "/picture.svg?" + query); (r.body != now) != differs {
			t.Errorf("?%s changes the picture: %v, want %v", query, !differs, differs)
		}
	}
	for _, query := range []string{"ply=2", "ply=-1", "ply=x", "turn=3", "turn=0", "theme=sepia", "lang=tlh"} {
		if r.send(http.MethodGet, "/m/"+id+"/picture.svg?"+query, nil); r.status != http.StatusBadRequest {
			t.Errorf("?%s: status %d, want 400", query, r.status)
		}
	}

	r.open("/m/" + id + "/picture.png")
	img, err := png.Decode(strings.NewReader(r.body))
	if err != nil || img.Bounds().Dx() != board.CardWidth || img.Bounds().Dy() != board.CardHeight {
		t.Fatalf("the preview is %v, %v", img, err)
	}
	tag := r.answer.Get("ETag")
	r.header.Set("If-None-Match", `"other", W/`+tag)
	if r.send(http.MethodGet, "/m/"+id+"/picture.png", nil); r.status != http.StatusNotModified || r.body != "" {
		t.Errorf("asked again for what has not changed: status %d", r.status)
	}
	bo.Play(id, 1, "H11-F9").Want(t, http.StatusOK, "")
	if r.send(http.MethodGet, "/m/"+id+"/picture.png", nil); r.status != http.StatusOK || r.answer.Get("ETag") == tag {
		t.Errorf("after a move: status %d, ETag %s as before", r.status, tag)
	}
	if r.send(http.MethodHead, "/m/"+id+"/picture.png?ply=1", nil); r.status != http.StatusNotModified {
		t.Errorf("HEAD of the position before: status %d", r.status)
	}
}

// A private match is seen by its players, and by visitors with the invitation.
func TestPictureOfAPrivateMatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	made := ada.Post("/matches", map[string]any{"game": "grand-cam-97", "seat": 1}).Want(t, http.StatusCreated, "").Match
	stranger := newReader(t, site.URL)
	for _, kind := range []string{"svg", "png"} {
		if stranger.send(http.MethodGet, "/m/"+made.ID+"/picture."+kind, nil); stranger.status != http.StatusNotFound {
			t.Errorf("a stranger gets the %s: status %d", kind, stranger.status)
		}
		if stranger.send(http.MethodGet, "/i/mzxw6ytboi4dqmrqgezdgnbvgy/picture."+kind, nil); stranger.status != http.StatusNotFound {
			t.Errorf("an invitation to nothing has a %s: status %d", kind, stranger.status)
		}
		stranger.open(made.Invite + "/picture." + kind)
		if got := stranger.answer.Get("Cache-Control"); got != "private, max-age=60" {
			t.Errorf("Cache-Control of an invitation's %s %q", kind, got)
		}
	}
	if stranger.open(made.Invite + "/picture.svg"); !strings.Contains(stranger.body, "The match has not begun") {
		t.Error("the picture of an invitation does not say that the match has not begun")
	}

	host := newReader(t, site.URL)
	host.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	path := strings.Split(host.path, "?")[0]
	host.open(path + "/picture.svg")
	if got := host.answer.Get("Cache-Control"); got != "private, max-age=60" {
		t.Errorf("Cache-Control for a player %q", got)
	}
	if stranger.send(http.MethodGet, path+"/picture.svg", nil); stranger.status != http.StatusNotFound {
		t.Errorf("a stranger sees a table of one: status %d", stranger.status)
	}
}

func TestPictureOfAPosition(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	for name, position := range map[string]string{
		"one to play on": "camelot 2 KE13,F15/D7,C11,J11",
		"a decided one":  "camelot 1 D6/G9",
		"an empty board": "camette 1 -/-",
		"one of four":    "chivalry-4-solo 4 KA5/KA11/KN11/KN6",
	} {
		r.open(positionPath("svg", position))
		if !strings.HasPrefix(r.body, "<svg") {
			t.Errorf("%s is no drawing", name)
		}
		r.open(positionPath("png", position, "theme", "dark", "lang", "fr", "turn", "2"))
		if _, err := png.DecodeConfig(strings.NewReader(r.body)); err != nil {
			t.Errorf("%s has no preview: %v", name, err)
		}
		if got := r.answer.Get("Cache-Control"); got != "public, max-age=86400" {
			t.Errorf("Cache-Control %q", got)
		}
	}
	for position, status := range map[string]int{"": 422, "camelot": 422, "chess 1 E2/E7": 422, "camelot 1 A1/G9": 422} {
		r.send(http.MethodGet, positionPath("png", position), nil)
		if r.status != status || r.answer.Get("Cache-Control") != "no-store" || r.answer.Get("ETag") != "" {
			t.Errorf("%q: status %d, want %d; Cache-Control %q", position, r.status, status, r.answer.Get("Cache-Control"))
		}
	}
}

// A drawing that is opened by itself may use its own style sheet and no other.
func TestPictureHasAPolicyOfItsOwn(t *testing.T) {
	t.Parallel()
	r := newReader(t, newTestSite(t).URL)
	r.open(positionPath("svg", "camette 1 C2/C6,D5"))
	sheet := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(r.body)
	if sheet == nil {
		t.Fatal("no style sheet")
	}
	sum := sha256.Sum256([]byte(sheet[1]))
	want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if got := r.answer.Get("Content-Security-Policy"); !strings.Contains(got, want) || !strings.Contains(got, "default-src 'none'") {
		t.Errorf("policy %q, want %q", got, want)
	}
}

// New pictures cost: an address that wants many of them waits. Pictures made before, and drawings,
// are for everybody.
func TestPicturesAreBounded(t *testing.T) {
	t.Parallel()
	const burst = 3
	set := DefaultSettings()
	set.PictureBurst, set.PictureRate = burst, 1e-9 // no more after these, however slow the machine
	site := newTestSiteOn(t, Config{Settings: set})
	r := newReader(t, site.URL)
	path := func(i int) string { return positionPath("png", fmt.Sprintf("camette 1 C%d/D4", 2+i)) }
	for i := range burst {
		r.open(path(i))
	}
	r.send(http.MethodGet, path(burst), nil)
	r.expect(http.StatusTooManyRequests)
	if r.answer.Get("Retry-After") == "" || r.answer.Get("ETag") != "" {
		t.Errorf("Retry-After %q, ETag %q", r.answer.Get("Retry-After"), r.answer.Get("ETag"))
	}
	r.open(path(0))
	r.open(strings.Replace(path(burst), ".png", ".svg", 1))
}

func BenchmarkPicture(b *testing.B) {
	site := newTestSite(b)
	get := func(path string) {
		res, err := http.Get(site.URL + path)
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatal(res, err)
		}
		if err := res.Body.Close(); err != nil {
			b.Fatal(err)
		}
	}
	for _, kind := range []string{"svg", "png"} {
		b.Run(kind+", seen before", func(b *testing.B) {
			for b.Loop() {
				get(positionPath(kind, "camelot 2 KE13,F15/D7,C11,J11"))
			}
		})
	}
}

// A public match stands in a frame that any site may show, without cookies and scripts. A match
// that is not public does not, and no other page may be framed.
func TestEmbed(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	closed := site.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "public": true, "watch": "none"}).ID
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "public": true}).ID
	ada.Play(public, 0, "E6-E8").Want(t, http.StatusOK, "")
	r := newReader(t, site.URL)
	for _, id := range []string{public, cards} {
		r.open("/m/" + id + "/embed?lang=fr")
		policy := r.answer.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors *") || strings.Contains(policy, "script") || len(r.answer.Values("Set-Cookie")) > 0 || r.answer.Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("the frame comes with %v", r.answer)
		}
		if strings.Contains(r.body, "<script") || r.text("h1") != "Ada – Bo" || r.page.Find("a").AttrOr("href", "") != site.URL+"/m/"+id || r.page.Find("html").AttrOr("lang", "") != "fr" {
			t.Errorf("the frame is %s", r.body)
		}
	}
	r.open("/m/" + public + "/embed?ply=0")
	before, tag := r.body, r.answer.Get("ETag")
	if r.open("/m/" + public + "/embed"); r.body == before || !strings.Contains(r.body, "E8, white man.") {
		t.Error("the frame does not show the position now")
	}
	r.header.Set("If-None-Match", tag)
	if r.send(http.MethodGet, "/m/"+public+"/embed?ply=0", nil); r.status != http.StatusNotModified || r.body != "" {
		t.Errorf("asked again: %d", r.status)
	}
	r.header.Del("If-None-Match")
	for _, path := range []string{"/m/" + private + "/embed", "/m/" + closed + "/embed", "/m/none/embed"} {
		for _, by := range []*reader{r, reads(t, site, ada)} {
			by.send(http.MethodGet, path, nil)
			if by.status != http.StatusNotFound || !strings.Contains(by.answer.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("%s: %d", path, by.status)
			}
		}
	}
	for _, path := range []string{"/m/" + public, "/m/" + public + "/elsewhere", "/m/" + public + "/moving.svg", "/"} {
		if r.open(path); !strings.Contains(r.answer.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s may be framed", path)
		}
	}
	r.open("/m/" + public + "/elsewhere")
	if code := r.page.Find("#embed-code").AttrOr("value", ""); !strings.HasPrefix(code, `<iframe src="`+site.URL+"/m/"+public+"/embed?lang=en\" title=\"Camelot: ") {
		t.Errorf("the HTML to copy is %s", code)
	}
}

// The moves of a match are played in a picture: all of them, some, or the last.
func TestMovingPicture(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(id, 0, "E6-E8").Want(t, http.StatusOK, "")
	bo.Play(id, 1, "F10-F9").Want(t, http.StatusOK, "")
	ada.Play(id, 2, "D6-C7").Want(t, http.StatusOK, "")
	bo.Play(id, 3, "offer draw").Want(t, http.StatusOK, "")
	r := newReader(t, site.URL)
	for query, want := range map[string]struct {
		moving int
		title  string
	}{
		"": {3, "Camelot. Ada – Bo"}, "?last=1": {1, "Camelot. Ada – Bo Moves 3 to 3."}, "?from=1": {2, "Moves 2 to 3."}, "?to=2": {2, "Camelot. Ada – Bo"},
		"?from=1&to=2": {1, "Moves 2 to 2."}, "?from=3": {0, ""}, "?to=0": {0, ""}, "?loop=1": {3, ""},
	} {
		r.open("/m/" + id + "/moving.svg" + query)
		if got := strings.Count(r.body, "@keyframes"); got != want.moving || !strings.Contains(r.body, want.title) || strings.Contains(r.body, "infinite") != (query == "?loop=1") {
			t.Errorf("%s: %d pieces move, want %d", query, got, want.moving)
		}
		if strings.Contains(r.answer.Get("Content-Security-Policy"), "unsafe") || r.answer.Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s comes with %v", query, r.answer)
		}
	}
	for _, query := range []string{"?to=9", "?from=3&to=2", "?from=x", "?theme=sepia"} {
		if r.send(http.MethodGet, "/m/"+id+"/moving.svg"+query, nil); r.status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, r.status)
		}
	}
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	for _, id := range []string{cards, private} {
		if r.send(http.MethodGet, "/m/"+id+"/moving.svg", nil); r.status != http.StatusNotFound {
			t.Errorf("a match of cards, or a private one: %d", r.status)
		}
	}
}

// meta returns the content of a meta element of the page.
func (r *reader) meta(name string) string {
	return r.page.Find(`head meta[property="`+name+`"], head meta[name="`+name+`"]`).AttrOr("content", "")
}

// TestLinksArePreviewed lets a visitor who has nothing but a link find a title, a description and
// a picture behind it.
func TestLinksArePreviewed(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	ada.post(match, 0, "E6-E8", "k")
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "game", "grand-camelot", "seat", "2")
	invite := ada.invite()
	const position = "camelot 2 KE13,KF15/D7,C11,J11"
	for _, tt := range []struct{ name, path, url, title, says, alt string }{
		{"home", "/", "/", "Camelot, live or by correspondence", "no account", "Camelot at the start of a game"},
		{"rules", "/rules", "/rules", "Rules", "The games of Camelot", "Camelot at the start of a game"},
		{"the rules of a game", "/rules/grand-cam-93", "/rules/grand-cam-93", "Grand Cam", "4 players", "Grand Cam, 93 squares at the start of a game"},
		{"the rules of a game of cards", "/rules/shannon", "/rules/shannon", "Tournament at Camelot", "2 to 6 players", "The arms of Tournament at Camelot"},
		{"a match", match, match, "Ada against Bo", "Camelot. Bo to move.", "Board of Camelot, 160 squares"},
		{"a match as it was", match + "?ply=0", match + "?ply=0", "Ada against Bo", "The beginning", "Board of Camelot"},
		{"an invitation", invite, invite, "Ada invites you", "Grand Camelot", "Board of Grand Camelot, 180 squares"},
		{"a position", "/setup?position=" + url.QueryEscape(position) + "&tool=2K", "/setup?position=" + strings.ReplaceAll(position, " ", "+"),
			"Set up a position", "Black to move", "Board of Camelot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.open(tt.path)
			for name, want := range map[string]string{"og:title": tt.title, "og:description": tt.says, "description": tt.says, "og:image:alt": tt.alt} {
				if got := r.meta(name); !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			for name, want := range map[string]string{
				"og:url": s.URL + tt.url, "og:type": "website", "og:site_name": "Table Ronde", "og:locale": "en_US", "twitter:card": "summary_large_image",
			} {
				if got := r.meta(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			image, ok := strings.CutPrefix(r.meta("og:image"), s.URL)
			if !ok {
				t.Fatalf("the image is at %q", r.meta("og:image"))
			}
			r.open(image)
			size, err := png.DecodeConfig(bytes.NewReader([]byte(r.body)))
			if err != nil || size.Width != 1200 || size.Height != 630 {
				t.Errorf("the image is %+v, %v", size, err)
			}
		})
	}
}

// A private page is shown to nobody else, not even as a preview. Players at the table get no
// preview either, so that none is passed on.
func TestPrivateMatchesAreNotPreviewed(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, false)
	for _, path := range []string{match, "/new", "/tables", "/import"} {
		ada.open(path)
		if got := ada.meta("og:image"); got != "" {
			t.Errorf("%s is previewed by %s", path, got)
		}
	}
	stranger := newReader(t, s.URL)
	stranger.send(http.MethodGet, match, nil)
	if stranger.status != http.StatusNotFound || stranger.meta("og:image") != "" {
		t.Errorf("a stranger sees %d and %s", stranger.status, stranger.meta("og:image"))
	}
}
