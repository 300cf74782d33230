package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// The game of rules/parker.md §5, White and Black in turn; Black wins by
// resignation.
const nolanCHAXX = `E6-E8 H11-F9 H6-F8 F11-H9 G6-G8 D11-D9 E8xC10xC12 D10-C11 C12xC10 E10-E12 G8xE10
I10-G8xG6xE6xE8xG8xE6xC8 I7-G7 J11-H11-F11-D11xF9 J6-H6-H8-F6 H9-I8 H7xJ9 C8-C7
C6-E6-G6-G8xE10 C7xE5 F6xD4 F10xD10xB10 D4-E5 B10-C9 E5-F6 G11-H11 F6-H8 G10-H9
I6-H7 H9-G9 H8xF10xD12xF12 I11-G11-I9 J9xH9 H10xH8xH6xF8`

// Two guests play a match to its end over the API, and are notified of every move. The record that
// they download replays to the same end.
func TestAPIWholeGame(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seats": 2, "seat": 1})
	path := "/matches/" + match.ID
	events := bo.Listen(path + "/events")
	events.Begun()
	if !slices.Equal(match.ToAct, []int{1}) || len(match.Legal) != 100 || match.You == nil || *match.You != 1 {
		t.Fatalf("at the start: to_act %v, %d legal actions, you %v", match.ToAct, len(match.Legal), match.You)
	}
	moves := strings.Fields(nolanCHAXX)
	players := []*sitetest.Client{ada, bo}
	for ply, move := range moves {
		got := players[ply%2].Play(match.ID, ply, move).Want(t, http.StatusOK, "").Match
		if got.Ply != ply+1 || got.Log[ply].Seat != ply%2+1 {
			t.Fatalf("after %s: ply %d, log %+v", move, got.Ply, got.Log[ply])
		}
		if diff := cmp.Diff(sitetest.PlyEvent(ply+1), events.Next(), cmp.AllowUnexported(sitetest.Event{})); diff != "" {
			t.Fatalf("event after %s: %s", move, diff)
		}
		view := players[(ply+1)%2].Get(path).Match
		if len(view.Legal) == 0 || !slices.Equal(view.ToAct, []int{(ply+1)%2 + 1}) {
			t.Fatalf("after %s: to_act %v with %d legal actions", move, view.ToAct, len(view.Legal))
		}
	}
	end := ada.Play(match.ID, len(moves), "resign").Want(t, http.StatusOK, "").Match
	if end.Result == nil || !end.Over || end.Result.Reason != "resignation" || !slices.Equal(end.Result.Winners, []int{2}) ||
		end.Result.Scores["2"] != 1 || len(end.Legal)+len(end.ToAct)+len(end.Offers) != 0 {
		t.Fatalf("after the end: %+v", end)
	}
	bo.Play(match.ID, len(moves)+1, "F8-F7").Want(t, http.StatusUnprocessableEntity, "illegal_action")

	text := bo.Get(path+"/record").Want(t, http.StatusOK, "")
	if kind := text.Header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
		t.Errorf("content type of the record %q", kind)
	}
	rec, err := record.Parse(bytes.NewReader(text.Body))
	if err != nil {
		t.Fatal(err)
	}
	if rec.Tag("Seat1") != "Ada" || rec.Tag("Seat2") != "Bo" || rec.Tag("Result") != "0-1" {
		t.Errorf("head of the record:\n%s", text.Body)
	}
	replayed, err := rec.Match(catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	state, err := json.Marshal(replayed.State().View(1))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(state), string(ada.Get(path).Match.State)); diff != "" {
		t.Errorf("the record ends otherwise than the match: %s", diff)
	}
}

func TestAPIGames(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	var list []struct {
		ID    string            `json:"id"`
		Name  map[string]string `json:"name"`
		Seats []int             `json:"seats"`
	}
	if err := json.Unmarshal(site.Nobody().Get("/games").Want(t, http.StatusOK, "").Body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 || list[0].ID != "camelot" || list[0].Name["fr"] == "" || !slices.Equal(list[0].Seats, []int{2}) {
		t.Errorf("games: %+v", list)
	}
}

func TestAPISetUp(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	made := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 2, "public": true}).Want(t, http.StatusCreated, "")
	open := made.Match
	if made.Header.Get("Location") != api.Path+"/matches/"+open.ID {
		t.Errorf("Location %q", made.Header.Get("Location"))
	}
	if open.Seats[0].Player != nil || open.Seats[1].Player == nil || *open.Seats[1].Player != ada.Player ||
		len(open.ToAct)+len(open.Legal) != 0 || open.Started != nil || open.Invite == "" {
		t.Errorf("before the start: %s", made.Body)
	}
	ada.Play(open.ID, 0, "E7-E8").Want(t, http.StatusConflict, "not_started")
	ada.Get("/matches/"+open.ID+"/record").Want(t, http.StatusConflict, "not_started")

	var tables []sitetest.Match
	if err := json.Unmarshal(site.Nobody().Get("/tables?game=camelot").Want(t, http.StatusOK, "").Body, &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 || tables[0].ID != open.ID || tables[0].Invite != "" {
		t.Errorf("open tables: %+v", tables)
	}

	join := "/matches/" + open.ID + "/join"
	bo.Post(join, map[string]any{"seat": 2}).Want(t, http.StatusConflict, "taken")
	bo.Post(join, map[string]any{"seat": 3}).Want(t, http.StatusUnprocessableEntity, "invalid_seat")
	ada.Post(join, map[string]any{}).Want(t, http.StatusConflict, "already_seated")
	started := bo.Call(http.MethodPost, join, nil).Want(t, http.StatusOK, "").Match
	if *started.You != 1 || started.Started == nil || len(started.Legal) != 100 {
		t.Errorf("after the start: you %v, started %v", started.You, started.Started)
	}
	cy.Post(join, map[string]any{}).Want(t, http.StatusConflict, "taken")
	ada.Post("/matches/"+open.ID+"/withdraw", map[string]any{}).Want(t, http.StatusConflict, "started")
	ada.Post("/matches/"+open.ID+"/rematch", map[string]any{}).Want(t, http.StatusConflict, "not_over")

	bo.Play(open.ID, 0, "resign").Want(t, http.StatusOK, "")
	if offered := bo.Post("/matches/"+open.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match; offered.ID != open.ID {
		t.Errorf("the offer of a rematch is answered with %s", offered.ID)
	}
	next := ada.Post("/matches/"+open.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match
	if *next.You != 1 || next.Started == nil {
		t.Errorf("rematch: you %v, started %v", next.You, next.Started)
	}
	again := bo.Post("/matches/"+open.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match
	if again.ID != next.ID || bo.Get("/matches/"+open.ID).Match.Rematch != next.ID {
		t.Errorf("a second rematch: %s, want %s", again.ID, next.ID)
	}
}

func TestAPIDraw(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	ada.Post("/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "actions": []string{"Ｅ6‑Ｅ8", "offer\u00a0draw"}}).Want(t, http.StatusOK, "")
	got := bo.Get("/matches/" + match.ID).Match
	if !slices.Contains(got.Offers, "accept draw") || slices.Contains(got.Legal, "accept draw") {
		t.Errorf("offers %v, legal %v", got.Offers, got.Legal)
	}
	end := bo.Play(match.ID, 2, "accept draw").Want(t, http.StatusOK, "")
	if end.Match.Result.Scores["1"] != 0.5 || !bytes.Contains(end.Body, []byte(`"winners":[]`)) {
		t.Errorf("after the draw: %s", end.Body)
	}
}

func TestAPISolo(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	if *match.You != 1 || len(match.Legal) != 100 || match.Invite == "" {
		t.Fatalf("solo table: %+v", match)
	}
	path := "/matches/" + match.ID
	match = ada.Post(path+"/actions", map[string]any{"ply": 0, "actions": []string{"E6-E8", "H10-H9"}}).Want(t, http.StatusOK, "").Match
	if match.Ply != 2 || *match.You != 1 {
		t.Errorf("after a move each: ply %d, you %d", match.Ply, *match.You)
	}
	if got := ada.Get(path + "?as=2").Match; *got.You != 2 || len(got.Legal) != 0 {
		t.Errorf("as seat 2: you %d with %d legal actions", *got.You, len(got.Legal))
	}
	ada.Post(path+"/actions?as=2", map[string]any{"ply": 2, "action": "H9-H8"}).Want(t, http.StatusUnprocessableEntity, "not_your_turn")
	ada.Get(path+"?as=3").Want(t, http.StatusForbidden, "foreign_seat")
	ada.Get(path+"?as=black").Want(t, http.StatusBadRequest, "malformed")
	end := ada.Post(path+"/actions?as=2", map[string]any{"ply": 2, "action": "resign"}).Want(t, http.StatusOK, "").Match
	if !slices.Equal(end.Result.Winners, []int{1}) {
		t.Errorf("after Black resigned: %+v", end.Result)
	}
}

func TestAPIListsOwnMatches(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	var ids []string
	for range 5 {
		ids = append(ids, site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID)
	}
	slices.Reverse(ids)
	bo.Get("/me/matches").Want(t, http.StatusOK, "")
	ada.Play(ids[2], 0, "E7-E8").Want(t, http.StatusOK, "")
	ada.Play(ids[3], 0, "resign").Want(t, http.StatusOK, "")

	for _, tt := range []struct {
		name  string
		who   *sitetest.Client
		query string
		want  []string
	}{
		{"all, newest first", ada, "?limit=2", ids},
		{"his turn", bo, "?turn=mine", ids[2:3]},
		{"her turn", ada, "?turn=mine&limit=1", []string{ids[0], ids[1], ids[4]}},
		{"over", bo, "?over=true", ids[3:4]},
		{"after a match", ada, "?limit=2&after=" + ids[1], ids[2:]},
		{"live", ada, "?over=false&limit=3", []string{ids[0], ids[1], ids[2], ids[4]}},
	} {
		if diff := cmp.Diff(tt.want, tt.who.MatchIDs("/me/matches"+tt.query)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	for _, bad := range []string{"?turn=yours", "?limit=0", "?limit=51", "?limit=x", "?after=!", "?over=1", "?after=aaaaaaaaaaaa"} {
		ada.Get("/me/matches"+bad).Want(t, http.StatusBadRequest, "malformed")
	}
}

func TestAPIMe(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("  Ada   Lovelace ")
	if ada.Player.Name != "Ada Lovelace" {
		t.Errorf("name %q", ada.Player.Name)
	}
	ada.Call(http.MethodPatch, "/me", []byte(`{"name":"Zoe\u0308"}`)).Want(t, http.StatusOK, "")
	var me api.Player
	if err := json.Unmarshal(ada.Get("/me").Want(t, http.StatusOK, "").Body, &me); err != nil {
		t.Fatal(err)
	}
	if want := (api.Player{ID: ada.Player.ID, Name: "Zoë"}); me != want {
		t.Errorf("me %+v, want %+v", me, want)
	}
}

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

// A day may be given to a player who has a day left; nothing can be claimed while there is time.
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

// Players climb a ladder by the API: they see the players they may challenge, and only the two
// learn of the match.
func TestLadderByCalls(t *testing.T) {
	s := newSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	for _, p := range []*sitetest.Client{ada, bo, cy} {
		p.Put("/ladders/camette/me", nil).Want(t, http.StatusNoContent, "")
	}
	var ladder struct {
		Players, Reach int
		You            *int
		Rungs          []struct {
			Place     int
			Player    struct{ ID string }
			InReach   bool `json:"in_reach"`
			Challenge *struct{ Match string }
		}
	}
	cy.Get("/ladders/camette").Want(t, http.StatusOK, "").Read(t, &ladder)
	if ladder.Players != 3 || ladder.Reach != 3 || ladder.You == nil || *ladder.You != 3 || len(ladder.Rungs) != 3 || !ladder.Rungs[0].InReach || ladder.Rungs[2].InReach {
		t.Errorf("the ladder is %+v", ladder)
	}
	challenge := map[string]any{"player": ada.Player.ID}
	made := cy.Post("/ladders/camette/challenges", challenge, "Idempotency-Key", "up").Want(t, http.StatusCreated, "").Match
	if again := cy.Post("/ladders/camette/challenges", challenge, "Idempotency-Key", "up").Want(t, http.StatusCreated, "").Match; again.ID != made.ID {
		t.Errorf("the same request made %s and %s", made.ID, again.ID)
	}
	cy.Post("/ladders/camette/challenges", map[string]any{"player": bo.Player.ID}).Want(t, http.StatusConflict, "ladder_busy")
	bo.Post("/ladders/camette/challenges", challenge).Want(t, http.StatusConflict, "out_of_reach")
	cy.Post("/ladders/grand-camelot/challenges", challenge).Want(t, http.StatusUnprocessableEntity, "no_ladder")
	s.Guest("Di").Post("/ladders/camette/challenges", challenge).Want(t, http.StatusConflict, "not_on_ladder")
	cy.Post("/matches/"+made.ID+"/bots", map[string]any{"seat": 1, "level": 1}).Want(t, http.StatusConflict, "ladder_table")
	for who, sees := range map[*sitetest.Client]bool{ada: true, cy: true, bo: false, s.Nobody(): false} {
		if got := strings.Contains(string(who.Get("/ladders/camette").Body), made.ID); got != sees {
			t.Errorf("%+v learns of the match: %v", who.Player, got)
		}
	}
	ada.Post("/matches/"+made.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	bo.Call(http.MethodDelete, "/ladders/camette/me", nil).Want(t, http.StatusNoContent, "")
	bo.Call(http.MethodDelete, "/ladders/camette/me", nil).Want(t, http.StatusConflict, "not_on_ladder")
	s.Guest("Ed").Post("/matches", map[string]any{"game": "cam", "min_played": 3}).Want(t, http.StatusUnprocessableEntity, "invalid_needs")
	asks := s.Guest("Fay").Post("/matches", map[string]any{"game": "cam", "public": true, "min_rating": 1400}).Want(t, http.StatusCreated, "").Match
	ada.Post("/matches/"+asks.ID+"/join", map[string]any{}).Want(t, http.StatusForbidden, "needs_rating")
	for path, want := range map[string]string{"/matches/" + asks.ID: `"min_rating":1400`, "/tables?limit=1": `"min_rating":1400`, "/matches/" + made.ID: `"ladder":true`, "/me/matches": `"ladder":true`} {
		if got := cy.Get(path).Want(t, http.StatusOK, ""); !strings.Contains(string(got.Body), want) {
			t.Errorf("%s lacks %s: %s", path, want, got.Body)
		}
	}
}
