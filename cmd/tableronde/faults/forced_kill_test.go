package faults

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
)

// TestForcedCardsOutliveKills plays Le Tournoi while the site is killed again and again. At its
// table the server plays cards without a choice, after a pause. It must play each such card, and
// not twice. Acknowledged cards must stay where they were played.
func TestForcedCardsOutliveKills(t *testing.T) {
	onBothEngines(t, time.Second, time.Second, func(t *testing.T, place killing) {
		r := newForcedRun(t, place.db)
		for range killsOf(t, 4) {
			for life := time.Now().Add(rand.N(place.lives)); time.Now().Before(life); {
				r.play()
			}
			r.sites[0].Kill()
			r.sites[0] = r.startPausing()
		}
		r.end()
	})
}

// forcedRun is a match of Le Tournoi on a site that is killed.
type forcedRun struct {
	botRun
	tokens []string // by seat from 0
	match  *botMatch
	forced int // events of the server in the match that was checked last
}

func newForcedRun(t *testing.T, db string) *forcedRun {
	t.Helper()
	r := &forcedRun{botRun: botRun{t: t, db: db}}
	r.sites = []*clitest.Server{r.startPausing()}
	for _, name := range []string{"Ada", "Bo", "Cy"} {
		var guest struct{ Token string }
		r.token = ""
		r.call("POST", "/guests", map[string]any{"name": name}, &guest)
		r.tokens = append(r.tokens, guest.Token)
	}
	r.begin()
	return r
}

func (r *forcedRun) startPausing() *clitest.Server {
	r.t.Helper()
	return clitest.StartServer(r.t, r.db, "--forced-pause", "300ms")
}

func (r *forcedRun) begin() {
	r.t.Helper()
	var m botState
	r.token = r.tokens[0]
	r.call("POST", "/matches", map[string]any{"game": "shannon", "seats": 3, "seat": 1, "public": true, "options": map[string]string{"auto": "later"}}, &m)
	for seat := 2; seat <= 3; seat++ {
		r.token = r.tokens[seat-1]
		r.call("POST", "/matches/"+m.ID+"/join", map[string]any{"seat": seat}, nil)
	}
	r.match = &botMatch{id: m.ID, acted: make(map[int]string)}
}

// play has every seat that has a choice act once. In a combat, one without waits.
func (r *forcedRun) play() {
	r.t.Helper()
	for seat := range r.tokens {
		r.token = r.tokens[seat]
		now := r.look(r.match)
		switch {
		case now.Over:
			r.check()
			r.begin()
			return
		case len(now.Legal) == 0 || len(now.Legal) == 1 && r.isForced(now):
			continue
		}
		action := now.Legal[rand.IntN(len(now.Legal))]
		r.post(now, seat+1, action)
	}
}

// post posts an action, unless the server acts before it.
func (r *forcedRun) post(now botState, seat int, action string) {
	r.t.Helper()
	post := clitest.Call{Site: r.sites[0].URL, Token: r.token, Method: http.MethodPost, Path: "/api/v1/matches/" + now.ID + "/actions",
		Body: map[string]any{"ply": now.Ply, "action": action}, Key: strconv.FormatUint(rand.Uint64(), 36), Host: toldHost}
	for deadline := time.Now().Add(time.Minute); r.look(r.match).Ply == now.Ply; {
		err := post.Do(nil)
		if err == nil {
			r.match.acted[now.Ply] = strconv.Itoa(seat) + ": " + action
			r.moves++
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatal(err)
		}
	}
}

// isForced reports whether the server says that it acts for the seat of r.token.
func (r *forcedRun) isForced(now botState) bool {
	r.t.Helper()
	var orders struct{ Forced bool }
	r.call("GET", "/matches/"+now.ID+"/orders", nil, &orders)
	return orders.Forced
}

// check compares the log with the acknowledged actions. It reads each entry as the seat that acted,
// and counts the events of the server.
func (r *forcedRun) check() {
	r.t.Helper()
	var seen []botState // by seat from 0
	for _, r.token = range r.tokens {
		seen = append(seen, r.look(r.match))
	}
	now := seen[0]
	r.forced = 0
	for ply, e := range now.Log {
		if e.Seat > 0 && ply < len(seen[e.Seat-1].Log) {
			e = seen[e.Seat-1].Log[ply]
		}
		switch acted, own := r.match.acted[ply]; {
		case !own:
			r.forced++
		case acted != strconv.Itoa(e.Seat)+": "+e.Action:
			r.t.Errorf("%s was acknowledged at ply %d, and %d: %s is there", acted, ply, e.Seat, e.Action)
		}
	}
	for ply := range r.match.acted {
		if ply >= len(now.Log) {
			r.t.Errorf("ply %d was acknowledged, and there are %d", ply, len(now.Log))
		}
	}
}

// end plays until the server has acted, and checks the last match.
func (r *forcedRun) end() {
	r.t.Helper()
	r.check()
	for deadline := time.Now().Add(time.Minute); r.forced == 0; r.check() {
		if time.Now().After(deadline) {
			r.t.Fatal("the server never plays")
		}
		r.play()
	}
	r.t.Logf("%d actions in all, %d by the server in the last match", r.moves, r.forced)
}
