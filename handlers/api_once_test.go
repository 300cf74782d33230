package handlers

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"tableronde/handlers/api"
)

// Whatever is posted twice under one key has one effect and the same answer,
// byte by byte.
func TestAPIRepeatedPosts(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	twice := func(who *apiClient, name, path, body string, status int) apiAnswer {
		t.Helper()
		key := []string{"Idempotency-Key", "key of " + name}
		first := who.call(http.MethodPost, path, []byte(body), key...)
		second := who.call(http.MethodPost, path, []byte(body), key...)
		if first.status != status || second.status != status || !bytes.Equal(first.body, second.body) {
			t.Fatalf("%s: %d %s\nthen %d %s", name, first.status, first.body, second.status, second.body)
		}
		return second
	}
	guest := twice(ada, "guest", "/guests", `{"name":"Cy"}`, http.StatusCreated)
	if !strings.Contains(string(guest.body), `"token":"`) {
		t.Errorf("guest: %s", guest.body)
	}
	made := twice(ada, "match", "/matches", `{"game":"camelot","seat":1,"public":true}`, http.StatusCreated)
	match := made.match
	if got, want := made.header.Get("Location"), api.Path+"/matches/"+match.ID; got != want {
		t.Errorf("the second answer has the location %q, want %q", got, want)
	}
	if n := len(ada.walk("/me/matches")); n != 1 {
		t.Fatalf("%d matches made by one post sent twice", n)
	}
	path := "/matches/" + match.ID
	twice(ada, "early", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusConflict)
	twice(bo, "join", path+"/join", `{"seat":2}`, http.StatusOK)
	moved := twice(ada, "move", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusOK).match
	if moved.Ply != 1 {
		t.Errorf("ply %d after one move sent twice", moved.Ply)
	}
	twice(ada, "stale", path+"/actions", `{"ply":0,"action":"E6-E8"}`, http.StatusConflict)
	twice(bo, "illegal", path+"/actions", `{"ply":1,"action":"F11-F8"}`, http.StatusUnprocessableEntity)
	twice(bo, "malformed", path+"/actions", `{"ply":1`, http.StatusBadRequest)
	twice(bo, "foreign", path+"/actions?as=1", `{"ply":1,"action":"E8-E9"}`, http.StatusForbidden)
	twice(bo, "nowhere", "/matches/none/actions", `{"ply":1,"action":"E8-E9"}`, http.StatusNotFound)

	// The first answer stays, though the match goes on.
	bo.play(match.ID, 1, "H10-H9").want(t, http.StatusOK, "")
	if again := ada.post(path+"/actions", json.RawMessage(`{"ply":0,"action":"E6-E8"}`), "Idempotency-Key", "key of move"); again.match.Ply != 1 {
		t.Errorf("later, the answer is of ply %d", again.match.Ply)
	}
	// A refusal stays too: the key stands for that very call.
	ada.post(path+"/actions", json.RawMessage(`{"ply":0,"action":"E6-E8"}`), "Idempotency-Key", "key of early").want(t, http.StatusConflict, "not_started")

	twice(bo, "resign", path+"/actions", `{"ply":2,"action":"resign"}`, http.StatusOK)
	twice(ada, "rematch", path+"/rematch", `{}`, http.StatusOK)
	twice(bo, "rematch accepted", path+"/rematch", `{}`, http.StatusOK)
	twice(ada, "rematch that there is", path+"/rematch", `{"contribution":"again"}`, http.StatusOK)
	open := ada.post("/matches", map[string]any{"game": "camelot"}).want(t, http.StatusCreated, "").match
	twice(ada, "withdraw", "/matches/"+open.ID+"/withdraw", `{}`, http.StatusOK)
}

func TestAPIKeysBelongToCallerAndCall(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	key := []string{"Idempotency-Key", "1"}
	create := func(who *apiClient, body string) apiAnswer {
		t.Helper()
		return who.call(http.MethodPost, "/matches", []byte(body), key...)
	}
	first := create(ada, `{"game":"camelot"}`).want(t, http.StatusCreated, "").match
	create(ada, `{"game":"camelot","seat":1}`).want(t, http.StatusUnprocessableEntity, "key_reused")
	ada.call(http.MethodPost, "/matches/"+first.ID+"/withdraw", nil, key...).want(t, http.StatusUnprocessableEntity, "key_reused")
	if other := create(bo, `{"game":"camelot"}`).want(t, http.StatusCreated, "").match; other.ID == first.ID {
		t.Error("a caller got the answer to another")
	}
	create(ada, `{"game":"camelot"}`).want(t, http.StatusCreated, "")
	if n := len(ada.walk("/me/matches")); n != 1 {
		t.Errorf("%d matches, want 1", n)
	}
}

func TestAPISamePostAtOnce(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	match := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	for name, body := range map[string]string{"good": `{"ply":0,"action":"E6-E8"}`, "bad": `{"ply":0,"action":"E6-E9"}`} {
		answers := make([]apiAnswer, 8)
		errs := make([]error, len(answers))
		var done sync.WaitGroup
		for i := range answers {
			done.Go(func() {
				answers[i], errs[i] = ada.try(http.MethodPost, "/matches/"+match.ID+"/actions", []byte(body), "Idempotency-Key", name)
			})
		}
		done.Wait()
		for i := range answers {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if answers[i].status != answers[0].status || !bytes.Equal(answers[i].body, answers[0].body) {
				t.Errorf("%s: %d %s\nand %d %s", name, answers[0].status, answers[0].body, answers[i].status, answers[i].body)
			}
		}
	}
	if now := ada.get("/matches/" + match.ID).match; now.Ply != 1 {
		t.Errorf("ply %d after one move sent eight times", now.Ply)
	}
}

// Neither a token nor an invitation gets to somebody it is not for, nor to the
// log.
func TestAPIKeepsSecrets(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo, cy := site.guest("Ada"), site.guest("Bo"), site.guest("Cy")
	made := ada.post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, "Idempotency-Key", "secret key").want(t, http.StatusCreated, "").match
	invite := made.Invite[len("/i/"):]
	path := "/matches/" + made.ID
	bo.post(path+"/join", map[string]any{"seat": 2, "invite": invite}).want(t, http.StatusOK, "")
	bo.get("/invitations/"+invite).want(t, http.StatusOK, "")
	stream := cy.listen(path + "/events")
	stream.begun()
	ada.play(made.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	secrets := []string{ada.token, bo.token, cy.token, invite, "secret key"}
	hold := func(where, text string) {
		t.Helper()
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", where, secret)
			}
		}
	}
	e := stream.next()
	hold("event", e.id+e.event+e.data)
	for _, who := range []*apiClient{cy, site.nobody()} {
		hold("match", string(who.get(path).body))
		hold("record", string(who.get(path+"/record").body))
		hold("tables", string(who.get("/tables").body))
		hold("refusal", string(who.play(made.ID, 1, "E6-E8").body))
	}
	hold("own matches", string(cy.get("/me/matches").body))
	for _, token := range secrets[:3] {
		if strings.Contains(string(ada.get(path).body), token) {
			t.Error("a match holds a token")
		}
	}
	forged := &apiClient{apiSite: site, token: ada.token + "x"}
	forged.get("/me").want(t, http.StatusUnauthorized, "unauthorized")
	hold("log", site.log.String())
	if !strings.Contains(site.log.String(), "/api/v1/matches/:id/actions") {
		t.Errorf("the log names no routes:\n%s", site.log)
	}
}
