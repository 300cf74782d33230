package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/club"
)

// A match that is longer than any game can only be ended.
func TestLongMatchesCanOnlyEnd(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	m := ada.post("/import", map[string]any{"text": shuttles(club.MaxEvents - 1)}).want(t, http.StatusCreated, "").match
	m = ada.play(m.ID, m.Ply, shuttle[m.Ply%len(shuttle)]).want(t, http.StatusOK, "").match
	for _, action := range []string{shuttle[0], "offer undo 1", "abort"} {
		got := ada.play(m.ID, club.MaxEvents, action).want(t, http.StatusUnprocessableEntity, "illegal_action")
		if !strings.Contains(got.fault.Message, "longer than any game") {
			t.Errorf("%s is refused by %q", action, got.fault.Message)
		}
	}
	ada.play(m.ID, club.MaxEvents, "resign").want(t, http.StatusOK, "")
	r := newReader(t, site.url)
	r.upload(map[string]string{"text": shuttles(club.MaxEvents)}, "")
	r.send(http.MethodPost, strings.SplitN(r.path, "?", 2)[0], url.Values{"ply": {"2000"}, "action": {shuttle[0]}})
	if r.expect(http.StatusUnprocessableEntity); !strings.Contains(r.said(), "longer than any game") {
		t.Errorf("the page says %s", r.said())
	}
}
