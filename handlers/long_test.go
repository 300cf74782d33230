package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// A match that is longer than any game can only be ended.
func TestLongMatchesCanOnlyEnd(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	m := ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	m = ada.Play(m.ID, m.Ply, sitetest.Shuttle[m.Ply%len(sitetest.Shuttle)]).Want(t, http.StatusOK, "").Match
	for _, action := range []string{sitetest.Shuttle[0], "offer undo 1", "abort"} {
		got := ada.Play(m.ID, match.MaxEvents, action).Want(t, http.StatusUnprocessableEntity, "illegal_action")
		if !strings.Contains(got.Error.Message, "longer than any game") {
			t.Errorf("%s is refused by %q", action, got.Error.Message)
		}
	}
	ada.Play(m.ID, match.MaxEvents, "resign").Want(t, http.StatusOK, "")
	r := newReader(t, site.URL)
	r.upload(map[string]string{"text": shuttles(match.MaxEvents)}, "")
	r.send(http.MethodPost, strings.SplitN(r.path, "?", 2)[0], url.Values{"ply": {"2000"}, "action": {sitetest.Shuttle[0]}})
	if r.expect(http.StatusUnprocessableEntity); !strings.Contains(r.mainText(), "longer than any game") {
		t.Errorf("the page says %s", r.mainText())
	}
}
