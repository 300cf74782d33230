package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// A caller has forced decisions made, which changes neither the name nor other habits,
// and is shown it in /me alone.
func TestAPIAutoPlay(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	var me struct {
		Name string
		Auto bool `json:"auto_play"`
	}
	patch := func(body string) {
		t.Helper()
		me.Auto = false
		ada.Call(http.MethodPatch, "/me", []byte(body)).Want(t, http.StatusOK, "").Read(t, &me)
	}
	patch(`{"auto_play":true}`)
	if !me.Auto || me.Name != "Ada" {
		t.Errorf("me is %+v", me)
	}
	patch(`{"name":"Ada L"}`)
	if !me.Auto || me.Name != "Ada L" {
		t.Errorf("after a change of name, me is %+v", me)
	}
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	if body := string(bo.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Body); strings.Contains(body, "auto") {
		t.Errorf("others are told of it: %s", body)
	}
	patch(`{"auto_play":false}`)
	if me.Auto {
		t.Errorf("me is %+v", me)
	}
	for _, wrong := range []string{`{}`, `{"auto_play":1}`, `{"auto_play":null}`} {
		ada.Call(http.MethodPatch, "/me", []byte(wrong)).Want(t, http.StatusBadRequest, "malformed")
	}
}
