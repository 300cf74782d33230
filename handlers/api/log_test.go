package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"tableronde/games"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// fields reads an answer as JSON, with its log apart.
func fields(t *testing.T, body []byte) (rest map[string]json.RawMessage, log []json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(body, &rest); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(rest["log"], &log); err != nil {
		t.Fatal(err)
	}
	delete(rest, "log")
	return rest, log
}

// checkSince compares answers since each ply with the whole one.
func checkSince(t *testing.T, c *sitetest.Client, path string) {
	t.Helper()
	rest, whole := fields(t, c.Get(path).Want(t, http.StatusOK, "").Body)
	for since := range len(whole) + 3 {
		got, log := fields(t, c.Get(fmt.Sprint(path, "?since=", since)).Want(t, http.StatusOK, "").Body)
		want := whole[min(since, len(whole)):]
		if fmt.Sprintf("%s", log) != fmt.Sprintf("%s", want) {
			t.Fatalf("%s since %d has the log %s, want %s", path, since, log, want)
		}
		if fmt.Sprintf("%s", got) != fmt.Sprintf("%s", rest) {
			t.Fatalf("%s since %d is %s, want %s", path, since, got, rest)
		}
	}
}

func TestLogSince(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + m.ID
	for ply := range 4 {
		body := map[string]any{"ply": ply, "action": sitetest.Shuttle[ply]}
		played := ada.Post(fmt.Sprint(path, "/actions?since=", ply), body, "Idempotency-Key", fmt.Sprint("k", ply)).Want(t, http.StatusOK, "")
		if _, log := fields(t, played.Body); len(log) != 1 || !bytes.Contains(log[0], []byte(sitetest.Shuttle[ply])) {
			t.Errorf("the answer to ply %d has the log %s", ply, log)
		}
		again := ada.Post(fmt.Sprint(path, "/actions?since=", ply), body, "Idempotency-Key", fmt.Sprint("k", ply)).Want(t, http.StatusOK, "")
		if !bytes.Equal(again.Body, played.Body) {
			t.Errorf("asked again, the answer is %s, was %s", again.Body, played.Body)
		}
	}
	checkSince(t, ada, path)
	var late struct{ Match json.RawMessage }
	stale := ada.Post(path+"/actions?since=3", map[string]any{"ply": 1, "action": "E6-E7"}).Want(t, http.StatusConflict, "stale_ply")
	if err := json.Unmarshal(stale.Body, &late); err != nil {
		t.Fatal(err)
	}
	if _, log := fields(t, late.Match); len(log) != 1 {
		t.Errorf("a late post is told %s", log)
	}
	for _, since := range []string{"-1", "x", "1.5", "99999999999999999999"} {
		ada.Get(path+"?since="+since).Want(t, http.StatusBadRequest, "malformed")
		ada.Post(path+"/actions?since="+since, map[string]any{"ply": 4, "action": "E6-E7"}).Want(t, http.StatusBadRequest, "malformed")
	}
	if got := ada.Get(path).Want(t, http.StatusOK, "").Match; got.Ply != 4 {
		t.Errorf("a refused post was played: ply %d", got.Ply)
	}
}

// The log of a long match, which is kept encoded, reads like the log of a short one. That holds
// for all of it or a part, before and after more is played. It holds for a repeated post and for
// one that comes too late.
func TestLogOfALongMatch(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + m.ID
	var first, again []byte
	for ply := range 150 {
		body := map[string]any{"ply": ply, "action": sitetest.Shuttle[ply%len(sitetest.Shuttle)]}
		played := ada.Post(path+"/actions", body, "Idempotency-Key", fmt.Sprint("k", ply)).Want(t, http.StatusOK, "")
		if _, log := fields(t, played.Body); len(log) != ply+1 {
			t.Fatalf("the answer to ply %d has %d events", ply, len(log))
		}
		if ply == 100 {
			first = played.Body
		}
	}
	checkSince(t, ada, path)
	again = ada.Post(path+"/actions", map[string]any{"ply": 100, "action": sitetest.Shuttle[0]}, "Idempotency-Key", "k100").Want(t, http.StatusOK, "").Body
	_, want := fields(t, first)
	if _, log := fields(t, again); fmt.Sprintf("%s", log) != fmt.Sprintf("%s", want) {
		t.Errorf("a repeated post is told %s, was told %s", log, want)
	}
	var late struct{ Match json.RawMessage }
	stale := ada.Post(path+"/actions", map[string]any{"ply": 1, "action": "E6-E7"}).Want(t, http.StatusConflict, "stale_ply")
	if err := json.Unmarshal(stale.Body, &late); err != nil {
		t.Fatal(err)
	}
	_, got := fields(t, late.Match)
	_, want = fields(t, ada.Get(path).Want(t, http.StatusOK, "").Body)
	if fmt.Sprintf("%s", got) != fmt.Sprintf("%s", want) {
		t.Errorf("a late post is told %s, want %s", got, want)
	}
}

// A part of a log is veiled as all of it is.
func TestLogSinceIsVeiled(t *testing.T) {
	t.Parallel()
	for _, rules := range clubtest.CardRules {
		f := newBenchSite(t).longMatch(rules.Info(), 80)
		for viewer := games.Spectator; int(viewer) <= len(f.Seats); viewer++ {
			whole := api.NewMatch(f, "", viewer).Events()
			for since := range whole {
				got := api.NewMatchSince(f, "", viewer, since).Events()
				if fmt.Sprint(got) != fmt.Sprint(whole[since:]) {
					t.Fatalf("%s: since %d viewer %d reads %v, want %v", rules.Info().ID, since, viewer, got, whole[since:])
				}
			}
		}
	}
}
