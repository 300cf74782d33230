package faults

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/games/catalog"
	"tableronde/games/record"
)

const botMatches = 8 // of TestBotsOutliveKills

// TestBotsOutliveKills plays matches against bots while the site is killed again and again. In the
// end every acknowledged move must be there, and every bot must have answered once.
func TestBotsOutliveKills(t *testing.T) {
	onBothEngines(t, time.Second, 6*time.Second, func(t *testing.T, place killing) {
		r := newBotRun(t, place.db, place.processes)
		for range killsOf(t, 4) {
			for life := time.Now().Add(rand.N(place.lives)); time.Now().Before(life); {
				r.moveAll()
			}
			i := rand.IntN(place.processes)
			r.sites[i].Kill()
			r.sites[i] = r.start()
		}
		r.end()
	})
}

// botRun is a site of several processes, and matches of Ada against bots there.
type botRun struct {
	t       *testing.T
	db      string
	sites   []*clitest.Server
	token   string
	matches []*botMatch
	moves   int
}

// botMatch is a match with all acknowledged moves of Ada, by the last ply that she had read before
// her move.
type botMatch struct {
	id    string
	seat  int
	cards bool
	acted map[int]string
	over  bool
}

// killTables are the tables of TestBotsOutliveKills: the games, and their numbers of seats.
var killTables = []struct {
	game  string
	seats int
}{{"cam", 2}, {"knizia", 3}, {"cam", 2}, {"shannon", 4}, {"cam", 2}, {"kutschke", 3}}

// botState is the state of a match as the API returns it.
type botState struct {
	ID    string
	Ply   int
	Over  bool
	Legal []string
	ToAct []int `json:"to_act"`
	Log   []struct {
		Seat   int
		Action string
	}
}

func newBotRun(t *testing.T, db string, processes int) *botRun {
	t.Helper()
	r := &botRun{t: t, db: db}
	for range processes {
		r.sites = append(r.sites, r.start())
	}
	var guest struct{ Token string }
	r.call("POST", "/guests", map[string]any{"name": "Ada"}, &guest)
	r.token = guest.Token
	for range botMatches {
		r.begin()
	}
	return r
}

func (r *botRun) start() *clitest.Server {
	r.t.Helper()
	return clitest.StartServer(r.t, r.db, "--bot-pause", "1ms", "--bot-starts", "1000000")
}

// begin begins one more match, in which bots have all seats but one.
func (r *botRun) begin() {
	r.t.Helper()
	table := killTables[len(r.matches)%len(killTables)]
	own, bots := 1+len(r.matches)/2%2, make(map[string]int)
	for seat := 1; seat <= table.seats; seat++ {
		if seat != own {
			bots[strconv.Itoa(seat)] = 3
		}
	}
	var m botState
	r.call("POST", "/matches", map[string]any{"game": table.game, "seats": table.seats, "seat": own, "bots": bots}, &m)
	r.matches = append(r.matches, &botMatch{id: m.ID, seat: own, cards: table.game != "cam", acted: make(map[int]string)})
}

// isTurn reports whether Ada owes a decision.
func (m *botMatch) isTurn(now botState) bool { return slices.Contains(now.ToAct, m.seat) }

// moveAll moves in every match in which it is Ada's turn.
func (r *botRun) moveAll() {
	for _, m := range r.matches {
		now := r.look(m)
		switch {
		case m.over:
			continue
		case now.Over:
			m.over = true
			r.begin()
		case m.isTurn(now):
			action := now.Legal[rand.IntN(len(now.Legal))]
			r.call("POST", "/matches/"+m.id+"/actions", map[string]any{"ply": now.Ply, "action": action}, nil)
			m.acted[now.Ply] = action
			r.moves++
		}
	}
}

func (r *botRun) look(m *botMatch) botState {
	r.t.Helper()
	var now botState
	r.call("GET", "/matches/"+m.id, nil, &now)
	return now
}

// end waits until every bot has answered, and checks the logs. On a board the seats must move in
// turn. Every acknowledged action must be there.
func (r *botRun) end() {
	r.t.Helper()
	answers := 0
	for _, m := range r.matches {
		now := r.look(m)
		for deadline := time.Now().Add(3 * time.Minute); !now.Over && !m.isTurn(now); now = r.look(m) {
			if time.Now().After(deadline) {
				r.t.Fatalf("match %s: no bot answers at ply %d", m.id, now.Ply)
			}
			time.Sleep(20 * time.Millisecond)
		}
		if m.cards {
			answers += r.checkCards(m, now)
			continue
		}
		for ply, e := range now.Log {
			if e.Seat != 1+ply%2 {
				r.t.Errorf("match %s: seat %d has ply %d, %s", m.id, e.Seat, ply, e.Action)
			}
			if action, own := m.acted[ply]; own && action != e.Action {
				r.t.Errorf("match %s: %s was acknowledged at ply %d, and %s is there", m.id, action, ply, e.Action)
			} else if !own {
				answers++
			}
		}
		if last := slices.Max(append(slices.Collect(maps.Keys(m.acted)), -1)); last >= now.Ply {
			r.t.Errorf("match %s: ply %d was acknowledged, and it has %d", m.id, last, now.Ply)
		}
	}
	r.t.Logf("%d moves, %d answers in %d matches", r.moves, answers, len(r.matches))
	if answers == 0 || r.moves == 0 {
		r.t.Error("nothing was played")
	}
}

// checkCards checks the log of a match at cards. The acknowledged actions of Ada must be there in
// their order, among the actions of the server for her. When the match is over, its record must be
// playable, which a doubled action prevents. It returns the number of events of the others.
func (r *botRun) checkCards(m *botMatch, now botState) (answers int) {
	r.t.Helper()
	var left, got []string
	for _, ply := range slices.Sorted(maps.Keys(m.acted)) {
		left = append(left, m.acted[ply])
	}
	for _, e := range now.Log {
		if e.Seat != m.seat {
			answers++
			continue
		}
		got = append(got, e.Action)
		if len(left) > 0 && left[0] == e.Action {
			left = left[1:]
		}
	}
	if len(left) > 0 {
		r.t.Errorf("match %s: acknowledged were %q at the end, and there are\n%q", m.id, left, got)
	}
	if !now.Over {
		return answers
	}
	var text string
	r.call("GET", "/matches/"+m.id+"/record", nil, &text)
	if rec, err := record.Parse(strings.NewReader(text)); err != nil {
		r.t.Errorf("match %s: %v", m.id, err)
	} else if played, err := rec.Match(catalog.Find); err != nil || played.Ply() != now.Ply {
		r.t.Errorf("match %s: its record has %d of %d events, %v", m.id, played.Ply(), now.Ply, err)
	}
	return answers
}

// call makes a call of the API at any process, and again until it is answered.
func (r *botRun) call(method, path string, body, into any) {
	r.t.Helper()
	callAny(r.t, r.sites, clitest.Call{Token: r.token, Method: method, Path: "/api/v1" + path, Body: body, Host: toldHost}, into)
}
