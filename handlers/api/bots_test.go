package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/handlers"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// newBotSite is like newSite with bots that do not wait.
func newBotSite(t testing.TB) *sitetest.Site {
	set := handlers.DefaultSettings()
	set.BotPause = time.Millisecond
	return newSiteWith(t, handlers.Config{Settings: set})
}

// A guest plays a whole match against a bot over the API, from the second seat, and is
// told of each of its moves.
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
// seat. Who still plays after some moves on a board resigns.
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
		default:
			ada.Play(match.ID, match.Ply, match.Legal[len(match.Legal)/2]).Want(t, http.StatusOK, "")
			moves++
		}
	}
	for i, seat := range match.Seats {
		if seat.Bot != (i+1 < own) {
			t.Errorf("seat %d is %+v", i+1, seat)
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
