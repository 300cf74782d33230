package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// A call posted twice under one key has one effect and the same answer, byte by byte.
func TestAPIRepeatedPosts(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	twice := func(who *sitetest.Client, name, path, body string, status int) sitetest.Answer {
		t.Helper()
		key := []string{"Idempotency-Key", "key of " + name}
		first := who.Call(http.MethodPost, path, []byte(body), key...)
		second := who.Call(http.MethodPost, path, []byte(body), key...)
		if first.Status != status || second.Status != status || !bytes.Equal(first.Body, second.Body) {
			t.Fatalf("%s: %d %s\nthen %d %s", name, first.Status, first.Body, second.Status, second.Body)
		}
		return second
	}
	guest := twice(ada, "guest", "/guests", `{"name":"Cy"}`, http.StatusCreated)
	if !strings.Contains(string(guest.Body), `"token":"`) {
		t.Errorf("guest: %s", guest.Body)
	}
	made := twice(ada, "match", "/matches", `{"game":"camelot","seat":1,"public":true}`, http.StatusCreated)
	match := made.Match
	if got, want := made.Header.Get("Location"), api.Path+"/matches/"+match.ID; got != want {
		t.Errorf("the second answer has the location %q, want %q", got, want)
	}
	if n := len(ada.MatchIDs("/me/matches")); n != 1 {
		t.Fatalf("%d matches made by one post sent twice", n)
	}
	path := "/matches/" + match.ID
	twice(ada, "early", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusConflict)
	twice(bo, "join", path+"/join", `{"seat":2}`, http.StatusOK)
	moved := twice(ada, "move", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusOK).Match
	if moved.Ply != 1 {
		t.Errorf("ply %d after one move sent twice", moved.Ply)
	}
	twice(ada, "stale", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusConflict)
	twice(bo, "illegal", path+"/actions", `{"ply":1,"action":"F11-F8"}`, http.StatusUnprocessableEntity)
	twice(bo, "malformed", path+"/actions", `{"ply":1`, http.StatusBadRequest)
	twice(bo, "foreign", path+"/actions?as=1", `{"ply":1,"action":"E8-E9"}`, http.StatusForbidden)
	twice(bo, "nowhere", "/matches/none/actions", `{"ply":1,"action":"E8-E9"}`, http.StatusNotFound)

	// The first answer stays, though the match goes on.
	bo.Play(match.ID, 1, "H10-H9").Want(t, http.StatusOK, "")
	if again := ada.Post(path+"/actions", json.RawMessage(`{"ply":0,"action":"E6-E8"}`), "Idempotency-Key", "key of move"); again.Match.Ply != 1 {
		t.Errorf("later, the answer is of ply %d", again.Match.Ply)
	}
	// A refusal stays too: the key stands for that very call.
	ada.Post(path+"/actions", json.RawMessage(`{"ply":0,"action":"E6-E8"}`), "Idempotency-Key", "key of early").Want(t, http.StatusConflict, "not_started")

	twice(bo, "resign", path+"/actions", `{"ply":2,"action":"resign"}`, http.StatusOK)
	twice(ada, "rematch", path+"/rematch", `{}`, http.StatusOK)
	twice(bo, "rematch accepted", path+"/rematch", `{}`, http.StatusOK)
	twice(ada, "rematch that there is", path+"/rematch", `{"contribution":"again"}`, http.StatusOK)
	open := ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	twice(ada, "withdraw", "/matches/"+open.ID+"/withdraw", `{}`, http.StatusOK)
}

func TestAPIKeysBelongToCallerAndCall(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	key := []string{"Idempotency-Key", "1"}
	create := func(who *sitetest.Client, body string) sitetest.Answer {
		t.Helper()
		return who.Call(http.MethodPost, "/matches", []byte(body), key...)
	}
	first := create(ada, `{"game":"camelot"}`).Want(t, http.StatusCreated, "").Match
	create(ada, `{"game":"camelot","seat":1}`).Want(t, http.StatusUnprocessableEntity, "key_reused")
	ada.Call(http.MethodPost, "/matches/"+first.ID+"/withdraw", nil, key...).Want(t, http.StatusUnprocessableEntity, "key_reused")
	if other := create(bo, `{"game":"camelot"}`).Want(t, http.StatusCreated, "").Match; other.ID == first.ID {
		t.Error("a caller got the answer to another")
	}
	create(ada, `{"game":"camelot"}`).Want(t, http.StatusCreated, "")
	if n := len(ada.MatchIDs("/me/matches")); n != 1 {
		t.Errorf("%d matches, want 1", n)
	}
}

func TestAPISamePostAtOnce(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	for name, body := range map[string]string{"good": `{"ply":0,"action":"E6-E8"}`, "bad": `{"ply":0,"action":"E6-E9"}`} {
		answers := make([]sitetest.Answer, 8)
		errs := make([]error, len(answers))
		var done sync.WaitGroup
		for i := range answers {
			done.Go(func() {
				answers[i], errs[i] = ada.Try(http.MethodPost, "/matches/"+match.ID+"/actions", []byte(body), "Idempotency-Key", name)
			})
		}
		done.Wait()
		for i := range answers {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if answers[i].Status != answers[0].Status || !bytes.Equal(answers[i].Body, answers[0].Body) {
				t.Errorf("%s: %d %s\nand %d %s", name, answers[0].Status, answers[0].Body, answers[i].Status, answers[i].Body)
			}
		}
	}
	if now := ada.Get("/matches/" + match.ID).Match; now.Ply != 1 {
		t.Errorf("ply %d after one move sent eight times", now.Ply)
	}
}

// Neither a token nor an invitation gets to somebody it is not for, nor to the
// log.
func TestAPIKeepsSecrets(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, "Idempotency-Key", "secret key").Want(t, http.StatusCreated, "").Match
	invite := made.Invite[len("/i/"):]
	path := "/matches/" + made.ID
	bo.Post(path+"/join", map[string]any{"seat": 2, "invite": invite}).Want(t, http.StatusOK, "")
	bo.Get("/invitations/"+invite).Want(t, http.StatusOK, "")
	stream := cy.Listen(path + "/events")
	stream.Begun()
	ada.Play(made.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	secrets := []string{ada.Token, bo.Token, cy.Token, invite, "secret key"}
	hold := func(where, text string) {
		t.Helper()
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", where, secret)
			}
		}
	}
	e := stream.Next()
	hold("event", e.ID+e.Name+e.Data)
	for _, who := range []*sitetest.Client{cy, site.Nobody()} {
		hold("match", string(who.Get(path).Body))
		hold("record", string(who.Get(path+"/record").Body))
		hold("tables", string(who.Get("/tables").Body))
		hold("refusal", string(who.Play(made.ID, 1, "E6-E8").Body))
	}
	hold("own matches", string(cy.Get("/me/matches").Body))
	for _, token := range secrets[:3] {
		if strings.Contains(string(ada.Get(path).Body), token) {
			t.Error("a match holds a token")
		}
	}
	forged := site.Client(ada.Token + "x")
	forged.Get("/me").Want(t, http.StatusUnauthorized, "unauthorized")
	hold("log", site.Log.String())
	if !strings.Contains(site.Log.String(), "/api/v1/matches/:id/actions") {
		t.Errorf("the log names no routes:\n%s", site.Log)
	}
}

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

// A fault after the commit of a move is logged, and the error says to the program that the move is
// stored. The same call with its key gets the answer once that can be made.
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
	if !strings.Contains(told, "is stored") || strings.Contains(told, "Nothing was changed") {
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
