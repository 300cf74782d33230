package handlers

import (
	"net/http"
	"strings"
	"testing"
)

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

// Two tabs of one page share a key, and the site does what either posts.
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
