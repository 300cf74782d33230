package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// A public match stands in a frame that any site may show, without cookies and scripts; what
// is not public does not, and no other page may be framed.
func TestEmbed(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	closed := site.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "public": true, "watch": "none"}).ID
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "public": true}).ID
	ada.Play(public, 0, "E6-E8").Want(t, http.StatusOK, "")
	r := newStranger(t, site)
	for _, id := range []string{public, cards} {
		r.open("/m/" + id + "/embed?lang=fr")
		policy := r.answer.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors *") || strings.Contains(policy, "script") || len(r.answer.Values("Set-Cookie")) > 0 || r.answer.Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("the frame comes with %v", r.answer)
		}
		if strings.Contains(r.body, "<script") || r.pageText("h1") != "Ada – Bo" || r.page.Find("a").AttrOr("href", "") != site.URL+"/m/"+id || r.page.Find("html").AttrOr("lang", "") != "fr" {
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
	r := newStranger(t, site)
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
