package api_test

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers"
	"tableronde/handlers/sitetest"
)

// unencodable are rules whose positions cannot be sent as JSON after a move, as long
// as broken is set.
type unencodable struct {
	games.Ruleset
	broken *atomic.Bool
}

func (r unencodable) New(s games.Setup) (games.State, error) {
	state, err := r.Ruleset.New(s)
	return unencodableState{State: state, broken: r.broken}, err
}

type unencodableState struct {
	games.State
	broken *atomic.Bool
	moved  bool
}

func (s unencodableState) Apply(seat games.Seat, action string) (games.State, string, error) {
	next, text, err := s.State.Apply(seat, action)
	return unencodableState{State: next, broken: s.broken, moved: true}, text, err
}

func (s unencodableState) View(viewer games.Seat) games.View {
	if s.moved && s.broken.Load() {
		return unencodableView{}
	}
	return s.State.View(viewer)
}

var errEncode = errors.New("the position cannot be encoded")

type unencodableView struct{}

func (unencodableView) MarshalJSON() ([]byte, error) { return nil, errEncode }

// A fault after the commit of a move is logged, and the program is told that the move
// is stored. The same call with its key gets the answer once that can be made.
func TestAPIFaultAfterTheCommit(t *testing.T) {
	t.Parallel()
	var broken atomic.Bool
	broken.Store(true)
	site := newSiteWith(t, handlers.Config{Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := catalog.Find(game, version)
		return unencodable{rules, &broken}, err
	}})
	ada := site.Guest("Ada")
	id := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match.ID
	move := func() sitetest.Answer {
		return ada.Post("/matches/"+id+"/actions", map[string]any{"ply": 0, "action": "E6-E8"}, "Idempotency-Key", "move")
	}
	told := move().Want(t, http.StatusInternalServerError, "internal").Error.Message
	if !strings.Contains(told, "is stored") || strings.Contains(told, "nothing was changed") {
		t.Errorf("told %q", told)
	}
	if !strings.Contains(site.Log.String(), errEncode.Error()) {
		t.Errorf("the fault is not logged: %s", site.Log)
	}
	if m, err := site.Store.Match(t.Context(), id); m.Ply != 1 || err != nil {
		t.Errorf("ply %d, %v, want 1", m.Ply, err)
	}
	broken.Store(false)
	if again := move().Want(t, http.StatusOK, ""); again.Match.Ply != 1 {
		t.Errorf("the call again is answered with ply %d", again.Match.Ply)
	}
}
