package api_test

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clockOf is the clock of a match as API.md has it.
type clockOf struct {
	Move, Bank, Increment, Cap string
	Seats                      []struct {
		Seat     int
		Left     int64 `json:"left_ms"`
		Deadline *string
	}
	Vacation int64 `json:"vacation_left_ms"`
}

func readClock(t *testing.T, body []byte) clockOf {
	t.Helper()
	var m struct{ Clock *clockOf }
	if err := json.Unmarshal(body, &m); err != nil || m.Clock == nil {
		t.Fatalf("%v: no clock in %s", err, body)
	}
	return *m.Clock
}

// Each form of a clock comes back as it was given. Before the start nobody has time;
// then the seat that owes a decision has a deadline, and it alone, in the match and in
// the lists.
func TestAPIClocks(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	const hour = int64(time.Hour / time.Millisecond)
	for form, want := range map[string]struct {
		clock clockOf
		left  int64
	}{
		`{"move":"72h"}`: {clockOf{Move: "72h", Vacation: 14 * 24 * hour}, 72 * hour},
		`{"bank":"240h","increment":"36h","cap":"240h"}`: {clockOf{Bank: "240h", Increment: "36h", Cap: "240h", Vacation: 14 * 24 * hour}, 240 * hour},
		`{"bank":"10m","increment":"10s"}`:               {clockOf{Bank: "10m", Increment: "10s"}, hour / 6},
	} {
		made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "clock": json.RawMessage(form)}).Want(t, http.StatusCreated, "")
		got := readClock(t, made.Body)
		if want.clock.Seats = got.Seats; len(got.Seats) != 0 {
			t.Errorf("%s: before the start the seats have %+v", form, got.Seats)
		}
		if diff := cmp.Diff(want.clock, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", form, diff)
		}
		bo.Post("/matches/"+made.Match.ID+"/join", map[string]any{"invite": path.Base(made.Match.Invite)}).Want(t, http.StatusOK, "")
		answers := map[string][]byte{"the match": bo.Get("/matches/"+made.Match.ID).Want(t, http.StatusOK, "").Body}
		var list []json.RawMessage
		ada.Get("/me/matches?limit=1").Want(t, http.StatusOK, "").Read(t, &list)
		answers["the list"] = list[0]
		for name, body := range answers {
			got := readClock(t, body)
			if len(got.Seats) != 2 || got.Seats[1].Deadline != nil || got.Seats[1].Left != want.left || got.Seats[0].Deadline == nil || got.Seats[0].Left > want.left || got.Seats[0].Left < want.left-hour/6 {
				t.Fatalf("%s in %s: the seats have %s", form, name, body)
			}
			at, err := time.Parse(time.RFC3339, *got.Seats[0].Deadline)
			left := time.Until(at).Milliseconds()
			if all := want.left + want.clock.Vacation; err != nil || left > all || left < all-hour/6 {
				t.Errorf("%s in %s: the deadline is %s, %v", form, name, *got.Seats[0].Deadline, err)
			}
		}
	}
}

// A day may be given to who has a day left; nothing can be claimed while there is time.
func TestAPIClaimAndGrant(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "clock": map[string]any{"move": "24h", "vacation": "0s"}})
	bo.Play(m.ID, 0, "claim timeout").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	ada.Play(m.ID, 0, "grant 24h").Want(t, http.StatusUnprocessableEntity, "illegal_action") // to oneself
	after := bo.Play(m.ID, 0, "grant 24h").Want(t, http.StatusOK, "")
	if got := readClock(t, after.Body).Seats[0]; got.Left < 47*3_600_000 || got.Left > 48*3_600_000 {
		t.Errorf("after the grant %+v", got)
	}
	if log := string(after.Body); after.Match.Ply != 1 || !strings.Contains(log, `"seat":2,"action":"grant 24h"`) {
		t.Errorf("the match is %s", log)
	}
	bo.Play(m.ID, 1, "grant 24h").Want(t, http.StatusUnprocessableEntity, "illegal_action") // there is more than a day left
	ada.Play(m.ID, 1, "E6-E8").Want(t, http.StatusOK, "")
}
