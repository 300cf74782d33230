package handlers

import (
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

// newStranger returns a reader whom the site does not know.
func newStranger(t *testing.T, site *testSite) *reader { return newReader(t, site.URL) }

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
	r := newStranger(t, site)

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

// A private match is seen by its players, and by who has the invitation.
func TestPictureOfAPrivateMatch(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	made := ada.Post("/matches", map[string]any{"game": "grand-cam-97", "seat": 1}).Want(t, http.StatusCreated, "").Match
	stranger := newStranger(t, site)
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

	host := newStranger(t, site)
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
	r := newStranger(t, newTestSite(t))
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
	r := newStranger(t, newTestSite(t))
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

// New pictures cost: an address that wants many of them waits. Those made
// before, and drawings, are for everybody.
func TestPicturesAreBounded(t *testing.T) {
	t.Parallel()
	const burst = 3
	set := DefaultSettings()
	set.PictureBurst, set.PictureRate = burst, 1e-9 // no more after these, however slow the machine
	site := newTestSiteOn(t, Config{Settings: set})
	r := newStranger(t, site)
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
