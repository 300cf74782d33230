package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/handlers"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// newBotSite works like newSite with bots that do not wait.
func newBotSite(t testing.TB) *sitetest.Site {
	set := handlers.DefaultSettings()
	set.BotPause = time.Millisecond
	return newSiteWith(t, handlers.Config{Settings: set})
}

// A guest plays a whole match against a bot over the API, from the second seat, and gets each of
// its moves.
func TestAPIPlaysBot(t *testing.T) {
	t.Parallel()
	ada := newBotSite(t).Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "cam", "seat": 2, "bots": map[string]int{"1": 2}}).Want(t, http.StatusCreated, "").Match
	bot := match.Seats[0]
	if !bot.Bot || bot.Level != 2 || bot.Player == nil || bot.Player.Name != "Squire (computer)" || match.Seats[1].Bot || match.Invite == "" {
		t.Errorf("the seats are %+v, the invitation %q", match.Seats, match.Invite)
	}
	path := "/matches/" + match.ID
	events := ada.Listen(path + "/events")
	events.Begun()
	for match = ada.Get(path).Match; !match.Over; match = ada.Get(path).Match {
		if slices.Equal(match.ToAct, []int{2}) {
			action := match.Legal[len(match.Legal)/2]
			if slices.Contains(match.Offers, "claim draw") {
				action = "claim draw"
			}
			match = ada.Play(match.ID, match.Ply, action).Want(t, http.StatusOK, "").Match
		}
		if !match.Over && !slices.Equal(match.ToAct, []int{2}) {
			events.Next()
		}
	}
	record := string(ada.Get(path + "/record").Body)
	if !strings.Contains(record, `[Seat1 "Squire (computer)"]`) || !strings.Contains(record, `[Seat2 "Ada"]`) {
		t.Errorf("the record is\n%s", record)
	}
	again := ada.Post(path+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match
	if again.ID == match.ID || !again.Seats[1].Bot || again.Seats[1].Level != 2 {
		t.Errorf("the rematch is %+v", again)
	}
	answer := ada.Get("/matches/" + again.ID)
	if err := apitest.Load(t).CheckAnswer(http.MethodGet, "/matches/{id}", answer.Status, answer.Header, answer.Body); err != nil {
		t.Error(err)
	}
}

// Every game is played against bots over the API, by every number of players, from the last
// seat. After some actions a player resigns on a board, and leaves a game of cards where it is,
// unless no effort is spared.
func TestAPIPlaysEveryGameAgainstBots(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many matches")
	}
	t.Parallel()
	site := newBotSite(t)
	for _, info := range match.Games() {
		for _, own := range info.Seats {
			t.Run(fmt.Sprintf("%s for %d", info.ID, own), func(t *testing.T) {
				t.Parallel()
				playBots(t, site.Guest("Ada"), info, own)
			})
		}
	}
}

// playBots plays a match from the last seat, against bots.
func playBots(t *testing.T, ada *sitetest.Client, info games.Info, own int) {
	t.Helper()
	bots := make(map[string]int)
	for seat := 1; seat < own; seat++ {
		bots[strconv.Itoa(seat)] = 1
	}
	match := ada.Post("/matches", map[string]any{"game": info.ID, "seats": own, "seat": own, "bots": bots}).Want(t, http.StatusCreated, "").Match
	for i, seat := range match.Seats {
		if seat.Bot != (i+1 < own) {
			t.Errorf("seat %d is %+v", i+1, seat)
		}
	}
	path := "/matches/" + match.ID
	events := ada.Listen(path + "/events")
	events.Begun()
	moves := 0
	for match = ada.Get(path).Match; !match.Over; match = ada.Get(path).Match {
		switch {
		case !slices.Contains(match.ToAct, own):
			events.Next()
		case moves == 12 && !info.Hidden:
			ada.Play(match.ID, match.Ply, "resign").Want(t, http.StatusOK, "")
			moves++
		case moves == 12 && !effort.Full():
			return
		default:
			ada.Play(match.ID, match.Ply, match.Legal[len(match.Legal)/2]).Want(t, http.StatusOK, "")
			moves++
		}
	}
	if moves == 0 {
		t.Error("the match is over before the first move")
	}
}

// The host gives open seats to bots, one by one; nobody else may.
func TestAPISeatsBots(t *testing.T) {
	t.Parallel()
	site := newBotSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := ada.Post("/matches", map[string]any{"game": "chivalry-4-teams", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + match.ID + "/bots"
	bot := func(seat, level int) map[string]any { return map[string]any{"seat": seat, "level": level} }
	bo.Post(path, bot(2, 3)).Want(t, http.StatusForbidden, "not_host")
	ada.Post(path, map[string]any{"seat": 2}).Want(t, http.StatusBadRequest, "malformed")
	ada.Post(path, bot(5, 3)).Want(t, http.StatusUnprocessableEntity, "invalid_bots")
	ada.Post(path, bot(2, 9)).Want(t, http.StatusUnprocessableEntity, "invalid_level")
	ada.Post(path, bot(1, 3)).Want(t, http.StatusConflict, "taken")
	if m := ada.Post(path, bot(2, 3), "Idempotency-Key", "seat-2").Want(t, http.StatusOK, "").Match; !m.Seats[1].Bot || len(m.ToAct) != 0 {
		t.Errorf("after the first bot: %+v", m)
	}
	ada.Post(path, bot(2, 3), "Idempotency-Key", "seat-2").Want(t, http.StatusOK, "")
	bo.Post("/matches/"+match.ID+"/join", map[string]any{"seat": 3}).Want(t, http.StatusOK, "")
	if m := ada.Post(path, bot(4, 1)).Want(t, http.StatusOK, "").Match; len(m.ToAct) == 0 || m.Seats[3].Level != 1 {
		t.Errorf("after the last bot: %+v", m)
	}
	ada.Post(path, bot(4, 1)).Want(t, http.StatusConflict, "started")

	for body, code := range map[string]string{
		`{"game":"knizia","seats":2,"bots":{"2":6}}`:       "invalid_level",
		`{"game":"cam","seat":1,"bots":{"1":3}}`:           "invalid_bots",
		`{"game":"cam","bots":{"2":0}}`:                    "invalid_level",
		`{"game":"cam","solo":true,"bots":{"2":1}}`:        "invalid_bots",
		`{"game":"grand-camelot","seat":1,"bots":{"9":1}}`: "invalid_bots",
	} {
		ada.Call(http.MethodPost, "/matches", []byte(body)).Want(t, http.StatusUnprocessableEntity, code)
	}
	ada.Call(http.MethodPost, "/matches", []byte(`{"game":"cam","bots":{"two":1}}`)).Want(t, http.StatusBadRequest, "malformed")
	table := ada.Post("/matches", map[string]any{"game": "shannon", "seat": 1}).Want(t, http.StatusCreated, "").Match
	if m := ada.Post("/matches/"+table.ID+"/bots", bot(2, 3)).Want(t, http.StatusOK, "").Match; !m.Seats[1].Bot || len(m.ToAct) == 0 {
		t.Errorf("a tournament against a bot: %+v", m)
	}
}

// Over the API, too, a bot is asked for and agreed on. A player who has left finds the match among
// the left ones and in the download. They see it like a viewer without a seat, and play no more.
func TestAPIOffersABotForWhoHasLeft(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Seat(map[string]any{"game": "shannon", "seats": 3}, ada, bo, cy)
	path := "/matches/" + m.ID
	m = bo.Play(m.ID, ada.Get(path).Match.Ply, "resign").Want(t, http.StatusOK, "").Match
	if m = ada.Get(path).Match; !slices.Contains(m.Offers, "offer bot 2 3") {
		t.Fatalf("ada may post %q", m.Offers)
	}
	ada.Play(m.ID, m.Ply, "offer bot 2 9").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	ada.Play(m.ID, m.Ply, "offer bot 2 1").Want(t, http.StatusOK, "")
	check := func(p *sitetest.Client, path, described string) (answer sitetest.Answer) {
		t.Helper()
		answer = p.Get(path).Want(t, http.StatusOK, "")
		if err := apitest.Load(t).CheckAnswer(http.MethodGet, described, answer.Status, answer.Header, answer.Body); err != nil {
			t.Error(err)
		}
		return answer
	}
	asked := check(cy, path, "/matches/{id}")
	if !strings.Contains(string(asked.Body), `"bot_offer":{"by":1,"seat":2,"level":1,"agreed":[1],"awaited":[3]}`) {
		t.Errorf("cy reads %s", asked.Body)
	}
	m = cy.Play(m.ID, asked.Match.Ply, "accept bot").Want(t, http.StatusOK, "").Match
	if !m.Seats[1].Bot || m.Seats[1].Level != 1 {
		t.Errorf("the seats are %+v", m.Seats)
	}
	left := check(bo, path, "/matches/{id}")
	if body := string(left.Body); left.Match.You != nil || len(left.Match.Legal) > 0 || !strings.Contains(body, `"stands_for":{"id":"`+bo.Player.ID+`","name":"Bo"}`) {
		t.Errorf("bo reads %s", body)
	}
	bo.Play(m.ID, left.Match.Ply, "resign").Want(t, http.StatusForbidden, "not_seated")
	if got := bo.MatchIDs("/me/matches?left=true"); !slices.Equal(got, []string{m.ID}) {
		t.Errorf("bo has left %v", got)
	}
	check(bo, "/me/matches?left=true", "/me/matches")
	if got := bo.MatchIDs("/me/matches"); len(got) > 0 {
		t.Errorf("bo plays %v", got)
	}
	bo.Get("/me/matches?left=true&over=false").Want(t, http.StatusBadRequest, "malformed")
	if list := downloadedMatches(t, bo); !strings.Contains(list, m.ID) {
		t.Errorf("the download has %s", list)
	}
}

// downloadedMatches returns the matches in the download of a player.
func downloadedMatches(t *testing.T, p *sitetest.Client) string {
	t.Helper()
	body := p.Get("/me/export").Want(t, http.StatusOK, "").Body
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := archive.Open("matches.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A hint names a move that the caller can post, and the reasons for it; it is for matches against
// bots alone.
func TestAPIHint(t *testing.T) {
	t.Parallel()
	set := handlers.DefaultSettings()
	set.BotPause = time.Hour
	s := newSiteWith(t, handlers.Config{Settings: set})
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := ada.Post("/matches", map[string]any{"game": "cam", "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + m.ID + "/hint"
	var got struct {
		Ply, Seat     int
		Number, Hints int
		More          bool
		Action        string
		Line          []string
		Reasons       []struct{ Kind string }
	}
	ada.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Ply != 0 || got.Seat != 1 || len(got.Line) == 0 || got.Line[0] != got.Action || len(got.Reasons) == 0 || got.Number != 1 || got.Hints != 1 || !got.More {
		t.Errorf("the hint is %+v", got)
	}
	first := got
	for number, more := range map[string]bool{"4": true, "5": false} {
		ada.Get(path+"?number="+number).Want(t, http.StatusOK, "").Read(t, &got)
		if got.Action == first.Action || got.More != more || got.Hints < 4 {
			t.Errorf("hint %s is %+v", number, got)
		}
	}
	ada.Get(path+"?number=6").Want(t, http.StatusUnprocessableEntity, "no_other_hint")
	ada.Get(path+"?number=0").Want(t, http.StatusBadRequest, "malformed")
	if m := ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, ""); !strings.Contains(string(m.Body), `"hints":5`) {
		t.Errorf("the match is %s", m.Body)
	}
	ada.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": got.Ply, "action": got.Action}).Want(t, http.StatusOK, "")
	ada.Get(path).Want(t, http.StatusUnprocessableEntity, "not_your_turn")
	bo.Get(path).Want(t, http.StatusNotFound, "not_found")
	s.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	people := s.Start(ada, bo, map[string]any{"game": "cam", "seat": 1})
	ada.Get("/matches/"+people.ID+"/hint").Want(t, http.StatusForbidden, "no_hint")
}

// A hint at cards compares actions, each with the reasons visible to the caller, and has the
// moment of the match.
func TestAPIHintAtCards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "kutschke", "seats": 2, "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match
	for end := time.Now().Add(time.Minute); len(m.Legal) < 2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
		m = ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match
	}
	var got struct {
		Options []struct {
			Action  string
			Reasons []struct {
				Kind   string
				Number int
			}
		}
		Moment struct {
			Phase       string
			Round, Step int
		}
	}
	ada.Get("/matches/"+m.ID+"/hint").Want(t, http.StatusOK, "").Read(t, &got)
	if got.Moment.Phase != "pick" || got.Moment.Round != 1 || got.Moment.Step != 1 || len(got.Options) < 2 {
		t.Errorf("the hint is %+v", got)
	}
	for _, o := range got.Options {
		if len(o.Reasons) == 0 || o.Reasons[0].Kind == "" {
			t.Errorf("nothing speaks for %s: %+v", o.Action, o)
		}
	}
}

// The value of a position comes with the best line and moves, but not to the players of a match
// that stands there. A player who asks often has to wait.
func TestAPIValue(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Start(ada, bo, map[string]any{"game": "camette", "seat": 1, "public": true})
	path := "/matches/" + m.ID + "/analysis/value"
	ada.Get(path).Want(t, http.StatusForbidden, "match_under_way")
	var got struct {
		Seat  int
		Value struct{ Value string }
		Line  []string
		Moves []struct{ Action string }
	}
	cy.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Seat != 1 || got.Value.Value == "" || len(got.Line) == 0 || len(got.Moves) == 0 {
		t.Errorf("the value is %+v", got)
	}
	first := got.Line[0]
	cy.Get(path+"?line="+url.QueryEscape(first)).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Seat != 2 {
		t.Errorf("after %s seat %d is to move", first, got.Seat)
	}
	cy.Get(path+"?line=A1-A2").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	cy.Get(path+"?after=7").Want(t, http.StatusUnprocessableEntity, "invalid_position")
	cy.Get(path+"?after=x").Want(t, http.StatusBadRequest, "malformed")
	s.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	if testing.Short() {
		return // searches are slow under the race detector
	}
	var refused atomic.Int32
	var asks sync.WaitGroup
	for range 30 { // at once, because a slow machine has searched when the next is allowed
		asks.Go(func() {
			if cy.Get(path).Status == http.StatusTooManyRequests {
				refused.Add(1)
			}
		})
	}
	asks.Wait()
	if refused.Load() == 0 {
		t.Error("nobody has to wait")
	}
}
