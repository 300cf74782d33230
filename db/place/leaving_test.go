package place_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/postgres/pgtest"
	"tableronde/games/catalog"
	"tableronde/handlers/sitetest"
)

// The name of a player who has left is in no table of the database, except the table that
// reserves it.
func TestWhoHasLeftIsNowhere(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all bytes of both engines")
	}
	const name = "Zéphirine"
	left := []string{"orders", "passes", "accounts", "reports", "ties", "remarks", "cups", "collections", "annotations", "watchers", "standing", "standing_tables", "ladder_challenges"}
	for engine, at := range map[string]string{"file": filepath.Join(t.TempDir(), "tableronde.db"), "database": pgtest.NewDatabase(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Run("leave", func(t *testing.T) { leaveEverything(t, serve(t, at), name) })
			for table, rows := range rowsOf(t, at) {
				for _, row := range rows {
					if strings.Contains(row, name) || strings.Contains(strings.ToLower(row), "zephirine") && table != "account_names" {
						t.Errorf("%s: %s", table, row)
					}
				}
				if slices.Contains(left, table) && len(rows) > 0 || table == "rungs" && len(rows) != 1 {
					t.Errorf("%s: %v", table, rows)
				}
			}
		})
	}
}

// life is the data that a player has left at a site.
type life struct {
	*sitetest.Client
	bo                *sitetest.Client // who meets them everywhere
	over, hers, asked string           // matches: one that is over, and tables of bo: one that they joined, one that is kept for them
}

// liveEverything has somebody play a little of every game. The player also uses every other
// part of the site that stores data of a player.
func liveEverything(t *testing.T, site *sitetest.Site, name string) life {
	t.Helper()
	guests := []*sitetest.Client{site.Guest(name)}
	for i := range 5 {
		guests = append(guests, site.Guest(fmt.Sprint("Guest ", i)))
	}
	gone, bo := guests[0], guests[1]
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rules := range catalog.All() {
		info := rules.Info()
		playSome(t, rng, guests[:info.Seats[0]], info.ID)
	}
	gone.Post("/accounts", map[string]any{"name": name, "password": "nine white swans"}, "Idempotency-Key", "account").Want(t, http.StatusCreated, "")
	gone.Post("/me/tokens", map[string]any{"name": name + " bot", "scopes": []string{"read"}}, "Idempotency-Key", "token").Want(t, http.StatusCreated, "")
	gone.Post("/matches", map[string]any{"game": "chivalry", "public": true}).Want(t, http.StatusCreated, "")
	enterEverything(t, gone, bo, name)
	asked := bo.Post("/matches", map[string]any{"game": "cam", "challenge": gone.Player.ID}).Want(t, http.StatusCreated, "").Match
	gone.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "")
	hers := bo.Post("/matches", map[string]any{"game": "knizia", "seats": 3, "public": true}).Want(t, http.StatusCreated, "").Match
	gone.Post("/matches/"+hers.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	over := site.Start(gone, bo, map[string]any{"game": "camelot", "public": true, "seat": 1})
	players := []*sitetest.Client{gone, bo}
	for ply := range 5 { // enough for ratings
		players[(over.ToAct[0]-1+ply)%2].Play(over.ID, ply, sitetest.Shuttle[ply%len(sitetest.Shuttle)]).Want(t, http.StatusOK, "")
	}
	players[over.ToAct[0]%2].Play(over.ID, 5, "resign").Want(t, http.StatusOK, "")
	gone.Post("/matches/"+over.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "")
	talkOfEverything(t, site, gone, bo, guests[2], name, over.ID)
	operateOn(t, site, gone, bo, name)
	if _, err := site.Store.CreatePass(t.Context(), gone.Player.ID); err != nil {
		t.Fatal(err)
	}
	return life{gone, bo, over.ID, hers.ID, asked.ID}
}

// leaveEverything has somebody live everything, and leave.
func leaveEverything(t *testing.T, site *sitetest.Site, name string) {
	t.Helper()
	gone := liveEverything(t, site, name)
	bo, matches := gone.bo, gone.MatchIDs("/me/matches?limit=50")
	gone.Call(http.MethodDelete, "/me", []byte(`{"password":"nine white swans"}`)).Want(t, http.StatusNoContent, "")
	gone.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusUnauthorized, "unauthorized")
	site.Nobody().Post("/sessions", map[string]any{"name": name, "password": "nine white swans"}).Want(t, http.StatusUnauthorized, "wrong_credentials")
	site.Guest("Eve").Post("/accounts", map[string]any{"name": name, "password": "ten grey geese"}).Want(t, http.StatusConflict, "name_taken")
	bo.Post("/matches/"+gone.over+"/rematch", map[string]any{}).Want(t, http.StatusConflict, "player_left")
	if got := bo.Get("/matches/"+gone.hers).Want(t, http.StatusOK, "").Match; len(got.Seats) != 3 || !got.Public {
		t.Errorf("the table of another is %+v", got)
	}
	if got := bo.Get("/matches/"+gone.asked).Want(t, http.StatusOK, "").Match; got.Seats[0].Kept != nil || got.Seats[1].Kept != nil {
		t.Errorf("a seat is kept for who has left: %+v", got.Seats)
	}
	checkResigned(t, site, gone.Player.ID)
	seen := 0
	for _, id := range matches {
		for _, path := range []string{"", "/record", "/story"} {
			if body := string(bo.Get("/matches/" + id + path).Body); strings.Contains(body, name) {
				t.Errorf("%s%s: %s", id, path, body)
			} else if strings.Contains(body, db.FormerName) {
				seen++
			}
		}
	}
	if seen < len(catalog.All()) {
		t.Errorf("only %d answers tell of a former player", seen)
	}
}

// enterEverything has a player make a standing offer, a challenge on a ladder, and cups.
func enterEverything(t *testing.T, gone, bo *sitetest.Client, name string) {
	t.Helper()
	gone.Post("/me/standing", map[string]any{"game": "cam", "most": 1}).Want(t, http.StatusCreated, "")
	for _, p := range []*sitetest.Client{bo, gone} {
		p.Put("/ladders/camette/me", nil).Want(t, http.StatusNoContent, "")
	}
	gone.Post("/ladders/camette/challenges", map[string]any{"player": bo.Player.ID}).Want(t, http.StatusCreated, "")
	for _, title := range []string{"Cup of " + name, name} {
		gone.Post("/cups", map[string]any{"title": title, "game": "cam", "format": "swiss", "places": 4, "plays": true}).Want(t, http.StatusCreated, "")
	}
}

// operateOn has operators act about the player gone, who is an operator, too.
func operateOn(t *testing.T, site *sitetest.Site, gone, bo *sitetest.Client, name string) {
	t.Helper()
	for _, act := range []db.NewAct{
		{Kind: db.ActRename, Player: gone.Player.ID, Name: name + " the second", Keys: []string{strings.ToLower(name) + " the second"}, Reason: name + " is taken"},
		{Kind: db.ActMute, Player: gone.Player.ID, Until: time.Now().Add(time.Hour), Reason: name + " was rude"},
		{Kind: db.ActSuspend, Operator: gone.Player.ID, Player: bo.Player.ID, Until: time.Now().Add(-time.Hour), Reason: "Bo was rude"},
	} {
		if err := site.Store.Act(t.Context(), act); err != nil {
			t.Fatal(err)
		}
	}
}

// talkOfEverything has a player write, read and note everything beside a match with another
// player. The other player reacts to it.
func talkOfEverything(t *testing.T, site *sitetest.Site, gone, bo, other *sitetest.Client, name, over string) {
	t.Helper()
	gone.Post("/matches/"+over+"/messages", map[string]any{"text": "It was " + name}).Want(t, http.StatusCreated, "")
	said := bo.Post("/matches/"+over+"/messages", map[string]any{"text": "x"}).Want(t, http.StatusCreated, "")
	var message struct{ ID string }
	said.Read(t, &message)
	gone.Post("/matches/"+over+"/messages/"+message.ID+"/report", nil).Want(t, http.StatusNoContent, "")
	gone.Put("/matches/"+over+"/notes/all", map[string]any{"text": name + " noted it"}).Want(t, http.StatusNoContent, "")
	collection, err := site.Store.SaveCollection(t.Context(), db.Collection{Player: db.Player{ID: gone.Player.ID}, Title: name + " collects", Text: "by " + name, Public: true})
	if err == nil {
		err = errors.Join(site.Store.Collect(t.Context(), collection.ID, gone.Player.ID, over, 0),
			site.Store.Annotate(t.Context(), collection.ID, gone.Player.ID, db.Remark{Match: over, Ply: 0, Text: name + " was here"}), site.Store.ReportCollection(t.Context(), collection.ID, bo.Player.ID))
	}
	if err != nil {
		t.Fatal(err)
	}
	watched := site.Start(bo, other, map[string]any{"game": "camelot", "public": true})
	gone.Post("/matches/"+watched.ID+"/messages/seen", nil).Want(t, http.StatusNoContent, "")
	gone.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	bo.Put("/me/ties/"+gone.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
}

// checkResigned waits until a player owes a decision in no match, except in matches of teams.
// There the seat plays on until the partner resigns as well. A worker leaves the matches one by
// one.
func checkResigned(t *testing.T, site *sitetest.Site, player string) {
	t.Helper()
	for {
		list, _, err := site.Store.MatchesOf(t.Context(), player, db.Filter{Turn: true}, "", 50)
		if err != nil {
			t.Fatal(err)
		}
		waiting := slices.DeleteFunc(list, func(m db.Match) bool {
			m, err := site.Store.Match(t.Context(), m.ID)
			return err == nil && len(m.Seats) == 4 && slices.ContainsFunc(m.Events, func(e db.Event) bool { return e.Text == "resign" && m.Seats[e.Seat-1].ID == player })
		})
		if len(waiting) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
