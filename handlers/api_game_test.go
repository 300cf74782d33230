package handlers

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/api"
)

// The game of rules/parker.md §5, White and Black in turn; Black wins by
// resignation.
const nolanCHAXX = `E6-E8 H11-F9 H6-F8 F11-H9 G6-G8 D11-D9 E8xC10xC12 D10-C11 C12xC10 E10-E12 G8xE10
I10-G8xG6xE6xE8xG8xE6xC8 I7-G7 J11-H11-F11-D11xF9 J6-H6-H8-F6 H9-I8 H7xJ9 C8-C7
C6-E6-G6-G8xE10 C7xE5 F6xD4 F10xD10xB10 D4-E5 B10-C9 E5-F6 G11-H11 F6-H8 G10-H9
I6-H7 H9-G9 H8xF10xD12xF12 I11-G11-I9 J9xH9 H10xH8xH6xF8`

// Two guests play a match to its end over the API, are told of every move, and
// download the record, which replays to the same end.
func TestAPIWholeGame(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	match := site.start(ada, bo, map[string]any{"game": "camelot", "seats": 2, "seat": 1})
	path := "/matches/" + match.ID
	events := bo.listen(path + "/events")
	events.begun()
	if !slices.Equal(match.ToAct, []int{1}) || len(match.Legal) != 100 || match.You == nil || *match.You != 1 {
		t.Fatalf("at the start: to_act %v, %d legal actions, you %v", match.ToAct, len(match.Legal), match.You)
	}
	moves := strings.Fields(nolanCHAXX)
	players := []*apiClient{ada, bo}
	for ply, move := range moves {
		got := players[ply%2].play(match.ID, ply, move).want(t, http.StatusOK, "").match
		if got.Ply != ply+1 || got.Log[ply].Seat != ply%2+1 {
			t.Fatalf("after %s: ply %d, log %+v", move, got.Ply, got.Log[ply])
		}
		if diff := cmp.Diff(plyEvent(ply+1), events.next(), cmp.AllowUnexported(streamed{})); diff != "" {
			t.Fatalf("event after %s: %s", move, diff)
		}
		view := players[(ply+1)%2].get(path).match
		if len(view.Legal) == 0 || !slices.Equal(view.ToAct, []int{(ply+1)%2 + 1}) {
			t.Fatalf("after %s: to_act %v with %d legal actions", move, view.ToAct, len(view.Legal))
		}
	}
	end := ada.play(match.ID, len(moves), "resign").want(t, http.StatusOK, "").match
	if end.Result == nil || !end.Over || end.Result.Reason != "resignation" || !slices.Equal(end.Result.Winners, []int{2}) ||
		end.Result.Scores["2"] != 1 || len(end.Legal)+len(end.ToAct)+len(end.Offers) != 0 {
		t.Fatalf("after the end: %+v", end)
	}
	bo.play(match.ID, len(moves)+1, "F8-F7").want(t, http.StatusUnprocessableEntity, "illegal_action")

	text := bo.get(path+"/record").want(t, http.StatusOK, "")
	if kind := text.header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
		t.Errorf("content type of the record %q", kind)
	}
	rec, err := record.Parse(bytes.NewReader(text.body))
	if err != nil {
		t.Fatal(err)
	}
	if rec.Tag("Seat1") != "Ada" || rec.Tag("Seat2") != "Bo" || rec.Tag("Result") != "0-1" {
		t.Errorf("head of the record:\n%s", text.body)
	}
	replayed, err := rec.Match(catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	state, err := json.Marshal(replayed.State().View(1))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(state), string(ada.get(path).match.State)); diff != "" {
		t.Errorf("the record ends otherwise than the match: %s", diff)
	}
}

func TestAPIGames(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	var list []struct {
		ID    string            `json:"id"`
		Name  map[string]string `json:"name"`
		Seats []int             `json:"seats"`
	}
	if err := json.Unmarshal(site.nobody().get("/games").want(t, http.StatusOK, "").body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 || list[0].ID != "camelot" || list[0].Name["fr"] == "" || !slices.Equal(list[0].Seats, []int{2}) {
		t.Errorf("games: %+v", list)
	}
}

func TestAPISetUp(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo, cy := site.guest("Ada"), site.guest("Bo"), site.guest("Cy")
	made := ada.post("/matches", map[string]any{"game": "camelot", "seat": 2, "public": true}).want(t, http.StatusCreated, "")
	open := made.match
	if made.header.Get("Location") != api.Path+"/matches/"+open.ID {
		t.Errorf("Location %q", made.header.Get("Location"))
	}
	if open.Seats[0].Player != nil || open.Seats[1].Player == nil || *open.Seats[1].Player != ada.player ||
		len(open.ToAct)+len(open.Legal) != 0 || open.Started != nil || open.Invite == "" {
		t.Errorf("before the start: %s", made.body)
	}
	ada.play(open.ID, 0, "E7-E8").want(t, http.StatusConflict, "not_started")
	ada.get("/matches/"+open.ID+"/record").want(t, http.StatusConflict, "not_started")

	var tables []matchAnswer
	if err := json.Unmarshal(site.nobody().get("/tables?game=camelot").want(t, http.StatusOK, "").body, &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 || tables[0].ID != open.ID || tables[0].Invite != "" {
		t.Errorf("open tables: %+v", tables)
	}

	join := "/matches/" + open.ID + "/join"
	bo.post(join, map[string]any{"seat": 2}).want(t, http.StatusConflict, "taken")
	bo.post(join, map[string]any{"seat": 3}).want(t, http.StatusUnprocessableEntity, "invalid_seat")
	ada.post(join, map[string]any{}).want(t, http.StatusConflict, "already_seated")
	started := bo.call(http.MethodPost, join, nil).want(t, http.StatusOK, "").match
	if *started.You != 1 || started.Started == nil || len(started.Legal) != 100 {
		t.Errorf("after the start: you %v, started %v", started.You, started.Started)
	}
	cy.post(join, map[string]any{}).want(t, http.StatusConflict, "taken")
	ada.post("/matches/"+open.ID+"/withdraw", map[string]any{}).want(t, http.StatusConflict, "started")
	ada.post("/matches/"+open.ID+"/rematch", map[string]any{}).want(t, http.StatusConflict, "not_over")

	bo.play(open.ID, 0, "resign").want(t, http.StatusOK, "")
	if offered := bo.post("/matches/"+open.ID+"/rematch", map[string]any{}).want(t, http.StatusOK, "").match; offered.ID != open.ID {
		t.Errorf("the offer of a rematch is answered with %s", offered.ID)
	}
	next := ada.post("/matches/"+open.ID+"/rematch", map[string]any{}).want(t, http.StatusOK, "").match
	if *next.You != 1 || next.Started == nil {
		t.Errorf("rematch: you %v, started %v", next.You, next.Started)
	}
	again := bo.post("/matches/"+open.ID+"/rematch", map[string]any{}).want(t, http.StatusOK, "").match
	if again.ID != next.ID || bo.get("/matches/"+open.ID).match.Rematch != next.ID {
		t.Errorf("a second rematch: %s, want %s", again.ID, next.ID)
	}
}

func TestAPIDraw(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	match := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	ada.post("/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "actions": []string{"E6-E8", "offer draw"}}).want(t, http.StatusOK, "")
	got := bo.get("/matches/" + match.ID).match
	if !slices.Contains(got.Offers, "accept draw") || slices.Contains(got.Legal, "accept draw") {
		t.Errorf("offers %v, legal %v", got.Offers, got.Legal)
	}
	end := bo.play(match.ID, 2, "accept draw").want(t, http.StatusOK, "")
	if end.match.Result.Scores["1"] != 0.5 || !bytes.Contains(end.body, []byte(`"winners":[]`)) {
		t.Errorf("after the draw: %s", end.body)
	}
}

func TestAPISolo(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	match := ada.post("/matches", map[string]any{"game": "camelot", "solo": true}).want(t, http.StatusCreated, "").match
	if *match.You != 1 || len(match.Legal) != 100 || match.Invite == "" {
		t.Fatalf("solo table: %+v", match)
	}
	path := "/matches/" + match.ID
	match = ada.post(path+"/actions", map[string]any{"ply": 0, "actions": []string{"E6-E8", "H10-H9"}}).want(t, http.StatusOK, "").match
	if match.Ply != 2 || *match.You != 1 {
		t.Errorf("after a move each: ply %d, you %d", match.Ply, *match.You)
	}
	if got := ada.get(path + "?as=2").match; *got.You != 2 || len(got.Legal) != 0 {
		t.Errorf("as seat 2: you %d with %d legal actions", *got.You, len(got.Legal))
	}
	ada.post(path+"/actions?as=2", map[string]any{"ply": 2, "action": "H9-H8"}).want(t, http.StatusUnprocessableEntity, "not_your_turn")
	ada.get(path+"?as=3").want(t, http.StatusForbidden, "foreign_seat")
	ada.get(path+"?as=black").want(t, http.StatusBadRequest, "malformed")
	end := ada.post(path+"/actions?as=2", map[string]any{"ply": 2, "action": "resign"}).want(t, http.StatusOK, "").match
	if !slices.Equal(end.Result.Winners, []int{1}) {
		t.Errorf("after Black resigned: %+v", end.Result)
	}
}

func TestAPIListsOwnMatches(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	var ids []string
	for range 5 {
		ids = append(ids, site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID)
	}
	slices.Reverse(ids)
	bo.get("/me/matches").want(t, http.StatusOK, "")
	ada.play(ids[2], 0, "E7-E8").want(t, http.StatusOK, "")
	ada.play(ids[3], 0, "resign").want(t, http.StatusOK, "")

	for _, tt := range []struct {
		name  string
		who   *apiClient
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
		if diff := cmp.Diff(tt.want, tt.who.walk("/me/matches"+tt.query)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	for _, bad := range []string{"?turn=yours", "?limit=0", "?limit=x", "?after=!", "?over=1", "?after=aaaaaaaaaaaa"} {
		ada.get("/me/matches"+bad).want(t, http.StatusBadRequest, "malformed")
	}
}

// walk reads a list to its end by the links to the next page.
func (c *apiClient) walk(path string) []string {
	c.t.Helper()
	var ids []string
	for path != "" {
		got := c.get(path).want(c.t, http.StatusOK, "")
		var page []matchAnswer
		if err := json.Unmarshal(got.body, &page); err != nil {
			c.t.Fatal(err)
		}
		for _, m := range page {
			ids = append(ids, m.ID)
		}
		link, _, ok := strings.Cut(strings.TrimPrefix(got.header.Get("Link"), "<"+api.Path), `>; rel="next"`)
		if path = link; !ok {
			path = ""
		}
	}
	return ids
}

func TestAPIMe(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("  Ada   Lovelace ")
	if ada.player.Name != "Ada Lovelace" {
		t.Errorf("name %q", ada.player.Name)
	}
	ada.call(http.MethodPatch, "/me", []byte(`{"name":"Zoe\u0308"}`)).want(t, http.StatusOK, "")
	var me api.Player
	if err := json.Unmarshal(ada.get("/me").want(t, http.StatusOK, "").body, &me); err != nil {
		t.Fatal(err)
	}
	if want := (api.Player{ID: ada.player.ID, Name: "Zoë"}); me != want {
		t.Errorf("me %+v, want %+v", me, want)
	}
}
