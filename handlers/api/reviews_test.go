package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/handlers"
	"tableronde/handlers/sitetest"
)

// judged is a review's judgment of a move.
type judged struct {
	Ply            int
	Seat           int
	Action         string
	Before, Played struct {
		Value  string
		Points *int
		EndsIn int `json:"ends_in"`
	}
	Loss   float64
	Swing  bool
	Better string
	Only   bool
	Line   []string
}

// reviewAnswer is a review in an answer of the API.
type reviewAnswer struct {
	Match, State string
	Exact        bool
	Reviewed, Of int
	Moves        []judged
	Decisions    []struct {
		Ply, Seat, Cost, Deals int
		Action                 string
		Options                []struct {
			Action  string
			Share   int
			Reasons []struct{ Kind string }
		}
		Moment struct {
			Phase string
			Round int
		}
		Chances []int
		Hand    []string
	}
	Starts []struct {
		Ply, Number, Deals int
		Chances, Average   []int
		Hands              []int
	}
}

// awaitReview asks for a review until it is complete.
func awaitReview(t *testing.T, c *sitetest.Client, id string) (r reviewAnswer) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		got := c.Get("/matches/" + id + "/review")
		if got.Read(t, &r); got.Status == http.StatusOK && r.State == "done" {
			return r
		}
		if got.Want(t, http.StatusAccepted, ""); got.Header.Get("Retry-After") == "" || r.State != "pending" || r.Reviewed != len(r.Moves)+len(r.Decisions) || r.Reviewed >= r.Of {
			t.Fatalf("while it is made: %s, %v", got.Body, got.Header)
		}
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
	}
}

// A match that is over is reviewed by estimates, for viewers who may see the match.
func TestAPIReview(t *testing.T) {
	t.Parallel()
	s := newSiteWith(t, handlers.Config{ReviewNodes: 2_000})
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Start(ada, bo, map[string]any{"game": "cam", "seat": 1})
	path := "/matches/" + m.ID + "/review"
	ada.Get(path).Want(t, http.StatusConflict, "not_over")
	for i := range 4 {
		player := []*sitetest.Client{ada, bo}[i%2]
		m = player.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match
		player.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": m.Ply, "action": m.Legal[0]}).Want(t, http.StatusOK, "")
	}
	ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": 4, "action": "resign"}).Want(t, http.StatusOK, "")
	cy.Get(path).Want(t, http.StatusNotFound, "not_found")
	s.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	r := awaitReview(t, bo, m.ID)
	if r.Match != m.ID || r.Exact || r.Of != 4 || len(r.Moves) != 4 {
		t.Fatalf("the review is %+v", r)
	}
	for i, one := range r.Moves {
		if one.Ply != i || one.Seat != 1+i%2 || one.Before.Value != "estimate" || one.Before.Points == nil || one.Swing != (one.Loss >= 0.15) {
			t.Errorf("move %d: %+v", i, one)
		}
		if (one.Better != "") != (len(one.Line) > 0) || one.Better == one.Action {
			t.Errorf("move %d: better %s, line %v", i, one.Better, one.Line)
		}
	}
}

// At cards the decisions are judged, each with its alternatives.
func TestAPIReviewAtCards(t *testing.T) {
	t.Parallel()
	s := newSiteWith(t, handlers.Config{ReviewNodes: 2_000})
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "seats": 2})
	path := "/matches/" + m.ID
	hands := make(map[int][]string)
	for m = ada.Get(path).Want(t, http.StatusOK, "").Match; m.Ply < 10; m = ada.Get(path).Want(t, http.StatusOK, "").Match {
		player := []*sitetest.Client{ada, bo}[m.ToAct[0]-1]
		own := player.Get(path).Want(t, http.StatusOK, "").Match
		hands[own.Ply] = handOf(t, own, m.ToAct[0])
		player.Post(path+"/actions", map[string]any{"ply": own.Ply, "action": own.Legal[0]}).Want(t, http.StatusOK, "")
	}
	ada.Post(path+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}).Want(t, http.StatusOK, "")
	r := awaitReview(t, bo, m.ID)
	if r.Of < 10 || len(r.Decisions) != r.Of || len(r.Moves) > 0 {
		t.Fatalf("the review is %+v", r)
	}
	for i, d := range r.Decisions {
		if hand, ok := hands[d.Ply]; ok && d.Action != "" && (len(hand) == 0 || !slices.Equal(d.Hand, hand)) {
			t.Errorf("decision %d is told with the hand %v, the seat held %v", i, d.Hand, hand)
		}
		played := 0
		for _, o := range d.Options {
			if o.Action == d.Action {
				played++
			}
			if len(o.Reasons) == 0 {
				t.Errorf("nothing speaks for %q in decision %d", o.Action, i)
			}
		}
		if d.Moment.Phase == "" || d.Moment.Round < 1 {
			t.Errorf("decision %d is of the moment %+v", i, d.Moment)
		}
		if d.Seat < 1 || (len(d.Options) > 0) != (played == 1) || (len(d.Options) > 0) != (d.Deals > 0) || (len(d.Options) > 0) != (len(d.Chances) == 2) {
			t.Errorf("decision %d: %+v", i, d)
		}
	}
	if len(r.Starts) == 0 || r.Starts[0].Number != 1 || len(r.Starts[0].Chances) != 2 || len(r.Starts[0].Average) != 2 || len(r.Starts[0].Hands) != 2 {
		t.Errorf("rounds begin: %+v", r.Starts)
	}
}

// handOf returns the hand of a seat of Knizia's game as the player at it sees it.
func handOf(t *testing.T, m sitetest.Match, seat int) []string {
	t.Helper()
	var state struct{ Seats []struct{ Hand []string } }
	if err := json.Unmarshal(m.State, &state); err != nil {
		t.Fatal(err)
	}
	return state.Seats[seat-1].Hand
}

// lateTable is the table of Camette, which is not there at first.
type lateTable struct {
	*solve.Table
	there atomic.Bool
}

func (l *lateTable) Solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if !l.there.Load() {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	return l.Table.Solve(x)
}

// Where the table of Camette is present, the values are true ones: a review that was estimated
// before is made again.
func TestAPIReviewOfCamette(t *testing.T) {
	t.Parallel()
	files := tableMemory{}
	if err := solve.BuildUpTo(files, 3, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(files)
	if err != nil {
		t.Fatal(err)
	}
	late := &lateTable{Table: table}
	s := newSiteWith(t, handlers.Config{Solver: late, ReviewNodes: 1_000})
	ada := s.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "camette", "solo": true, "options": map[string]string{"position": "camette 1 C6/B2"}}).Want(t, http.StatusCreated, "").Match
	ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": 0, "action": "C6-B6"}).Want(t, http.StatusOK, "")
	ada.Post("/matches/"+m.ID+"/actions?as=2", map[string]any{"ply": 1, "action": "resign"}).Want(t, http.StatusOK, "")
	for range 2 {
		if r := awaitReview(t, ada, m.ID); r.Exact || len(r.Moves) != 1 || r.Moves[0].Played.Value == "draw" {
			t.Fatalf("without the table the review is %+v", r)
		}
	}
	late.there.Store(true)
	r := awaitReview(t, ada, m.ID)
	if !r.Exact || len(r.Moves) != 1 {
		t.Fatalf("the review is %+v", r)
	}
	if one := r.Moves[0]; one.Before.Value != "win" || one.Before.EndsIn != 1 || one.Better != "C6-C7" || !one.Swing && one.Played.Value != "win" {
		t.Errorf("a win in one that was not taken: %+v", one)
	}
}

// tableMemory is a solve.Store in memory.
type tableMemory map[string][]byte

func (m tableMemory) Open(name string) (solve.Part, int64, error) {
	text, ok := m[name]
	if !ok {
		return nil, 0, solve.ErrAbsent
	}
	return tablePart{bytes.NewReader(text)}, int64(len(text)), nil
}

func (m tableMemory) Write(name string, parts ...[]byte) error {
	m[name] = bytes.Join(parts, nil)
	return nil
}

type tablePart struct{ *bytes.Reader }

func (tablePart) Close() error { return nil }

// TestAPISolution asks for the values of positions; the table has the positions of three pieces.
func TestAPISolution(t *testing.T) {
	t.Parallel()
	m := tableMemory{}
	if err := solve.BuildUpTo(m, 3, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(m)
	if err != nil {
		t.Fatal(err)
	}
	nobody := newSiteWith(t, handlers.Config{Solver: table}).Nobody()
	ask := func(position string) string { return "/solution?position=" + url.QueryEscape(position) }
	for _, tt := range []struct {
		position, value string
		endsIn          int
		best            string
	}{
		{"camette 1 C6/B2", "win", 1, "C6-C7"},
		{"camette 2 C6/B2", "win", 1, "B2-C1"},
		{"camette 1 C2/B4", "loss", 6, ""},
	} {
		var got struct {
			Position, Value string
			Seat            int
			EndsIn          int `json:"ends_in"`
			Moves           []struct {
				Action, Value string
				EndsIn        int `json:"ends_in"`
			}
		}
		body := nobody.Get(ask(tt.position)).Want(t, http.StatusOK, "").Body
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		if got.Position != tt.position || got.Value != tt.value || got.EndsIn != tt.endsIn || len(got.Moves) == 0 {
			t.Errorf("%s: %s", tt.position, body)
			continue
		}
		if best := got.Moves[0]; tt.best != "" && best.Action != tt.best || best.Value != tt.value || best.EndsIn != tt.endsIn {
			t.Errorf("%s: the best move is %+v", tt.position, best)
		}
	}
	for query, want := range map[string]struct {
		status int
		code   string
	}{
		"/solution":                  {http.StatusNotFound, "unsolved"},
		ask("camette 1 B3/C3,C4,C5"): {http.StatusNotFound, "unsolved"},
		ask("cam 1 D4/D9"):           {http.StatusUnprocessableEntity, "not_solved"},
		ask("camette 1 C7/B3"):       {http.StatusUnprocessableEntity, "finished"},
		ask("camette"):               {http.StatusUnprocessableEntity, "illegal_action"},
	} {
		nobody.Get(query).Want(t, want.status, want.code)
	}
	newSite(t).Nobody().Get("/solution").Want(t, http.StatusNotFound, "not_found")
}

// An analysis belongs to its author: the answers and the streams of others are the same to the
// byte.
func TestAPIAnalysis(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	watcher := site.Guest("Cy")
	path := "/matches/" + m.ID + "/analysis"
	before := [][]byte{bo.Get("/matches/" + m.ID).Body, watcher.Get("/matches/" + m.ID).Body, bo.Get("/me/matches").Body}
	stream := bo.Listen("/matches/" + m.ID + "/events")
	stream.Begun()

	const empty = "{\"from\":[]}\n"
	if got := string(ada.Get(path).Want(t, http.StatusOK, "").Body); got != empty {
		t.Errorf("at first: %s", got)
	}
	given := `{"from":[{"after":0,"note":"To begin","lines":[{"move":"e6-e8","lines":[{"move":"F10-F9","note":"\u265e"}]},{"move":"D6-D8"}]}]}`
	const want = `{"from":[{"after":0,"note":"To begin","lines":[{"seat":1,"move":"E6-E8","lines":[{"seat":2,"move":"F10-F9","note":"♞"}]},{"seat":1,"move":"D6-D8"}]}]}` + "\n"
	if got := string(ada.Call(http.MethodPut, path, []byte(given)).Want(t, http.StatusOK, "").Body); got != want {
		t.Errorf("PUT = %s, want %s", got, want)
	}
	if got := string(ada.Get(path).Want(t, http.StatusOK, "").Body); got != want {
		t.Errorf("GET = %s", got)
	}
	for i, after := range [][]byte{bo.Get("/matches/" + m.ID).Body, watcher.Get("/matches/" + m.ID).Body, bo.Get("/me/matches").Body} {
		if !bytes.Equal(after, before[i]) {
			t.Errorf("others see %s, and saw %s", after, before[i])
		}
	}
	if got := string(bo.Get(path).Want(t, http.StatusOK, "").Body); got != empty {
		t.Errorf("another has %s", got)
	}
	watcher.Put(path, json.RawMessage(want)).Want(t, http.StatusOK, "")
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	if change := stream.Next(); !strings.Contains(change.Data, `"ply":1`) {
		t.Errorf("the stream tells %+v first", change)
	}
	ada.Call(http.MethodPut, path, []byte(`{"from":[]}`)).Want(t, http.StatusOK, "")
	if got := string(watcher.Get(path).Body); got != want {
		t.Errorf("the watcher's is %s", got)
	}
	site.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	site.Nobody().Call(http.MethodPut, path, []byte(given)).Want(t, http.StatusUnauthorized, "unauthorized")
}

func TestAPIAnalysisRefusals(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	path := "/matches/" + m.ID + "/analysis"
	deep := strings.Repeat(`{"move":"E6-E8","lines":[`, 41) + strings.Repeat(`]}`, 41)
	for body, want := range map[string]struct {
		status int
		code   string
	}{
		`{}`:                     {http.StatusBadRequest, "malformed"},
		`{"from":null}`:          {http.StatusBadRequest, "malformed"},
		`{"from":[{"x":1}]}`:     {http.StatusBadRequest, "malformed"},
		`{"from":[{"after":1}]}`: {http.StatusUnprocessableEntity, "invalid_position"},
		`{"from":[{"after":0,"lines":[{"move":"E6-E9"}]}]}`:                                         {http.StatusUnprocessableEntity, "illegal_action"},
		`{"from":[{"after":0,"lines":[{"move":"E6-E8"},{"move":"e6-e8"}]}]}`:                        {http.StatusUnprocessableEntity, "study_twice"},
		`{"from":[{"after":0,"note":"` + strings.Repeat("x", 501) + `"}]}`:                          {http.StatusUnprocessableEntity, "study_note"},
		`{"from":[{"after":0,"lines":[` + deep + `]}]}`:                                             {http.StatusUnprocessableEntity, "study_depth"},
		`{"from":[{"after":0,"lines":[` + strings.Repeat(`{"move":"a"},`, 300) + `{"move":"b"}]}]}`: {http.StatusUnprocessableEntity, "study_moves"},
	} {
		ada.Call(http.MethodPut, path, []byte(body)).Want(t, want.status, want.code)
	}
	site.Guest("Eve").Get(path).Want(t, http.StatusNotFound, "not_found")
	waiting := ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	ada.Get("/matches/"+waiting.ID+"/analysis").Want(t, http.StatusConflict, "not_started")
	cards := site.Start(ada, bo, map[string]any{"game": "knizia"})
	ada.Get("/matches/"+cards.ID+"/analysis").Want(t, http.StatusUnprocessableEntity, "no_analysis")
}
