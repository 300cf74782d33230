package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
)

// reads returns a browser in which the player of a client is signed in.
func reads(t *testing.T, s *testSite, c *sitetest.Client) *reader {
	t.Helper()
	cookie, err := site.SignIn(t.Context(), s.site.Store, c.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t, s.URL)
	r.client.Jar.SetCookies(mustURL(t, s.URL), []*http.Cookie{cookie})
	return r
}

// A player who leaves in the middle of a match has resigned there. Pages call them a former
// player, in the language of the reader.
func TestLeavingInTheMiddle(t *testing.T) {
	const name = "Zéphirine"
	for game, seats := range map[string]int{"camelot": 2, "chivalry-4-solo": 4, "knizia": 3, "shannon": 3, "kutschke": 3} {
		t.Run(game, func(t *testing.T) {
			s := newTestSite(t)
			gone, bo := s.Guest(name), s.Guest("Bo")
			made := gone.Post("/matches", map[string]any{"game": game, "seats": seats, "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
			for i := range seats - 1 {
				by := bo
				if i > 0 {
					by = s.Guest(fmt.Sprint("Guest ", i))
				}
				by.Post("/matches/"+made.ID+"/join", map[string]any{"seat": i + 2}).Want(t, http.StatusOK, "")
			}
			path, opponent, spectator := "/m/"+made.ID, reads(t, s, bo), newReader(t, s.URL)
			spectator.header.Set("Accept-Language", "fr")
			for _, r := range []*reader{opponent, spectator} {
				if r.open(path); !strings.Contains(r.body, name) {
					t.Fatalf("before, the page names nobody: %s", r.mainText())
				}
			}
			gone.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
			now := bo.Get("/matches/"+made.ID).Want(t, http.StatusOK, "").Match
			if now.Seats[0].Player.Name != db.FormerName || now.Over != (seats == 2) {
				t.Errorf("the match is %+v", now)
			}
			for _, path := range []string{"/matches/" + made.ID, "/matches/" + made.ID + "/story", "/watch", "/me/matches"} {
				if got := bo.Get(path); strings.Contains(string(got.Body), name) {
					t.Errorf("%s: %s", path, got.Body)
				}
			}
			for r, called := range map[*reader]string{opponent: "a former player", spectator: "un ancien joueur"} {
				for _, page := range []string{path, path + "?history=1", "/", "/tables", path + "/deal"} {
					r.send(http.MethodGet, page, nil)
					if strings.Contains(r.body, name) {
						t.Errorf("%s tells the name", page)
					}
				}
				if r.open(path); !strings.Contains(r.page.Text(), called) {
					t.Errorf("the page does not say %q: %s", called, r.mainText())
				}
			}
			if slices.Contains(now.ToAct, 1) {
				t.Errorf("it is the turn of who has left: %+v", now)
			}
			if strings.Contains(s.Log.String(), name) {
				t.Errorf("the log tells the name: %s", s.Log)
			}
		})
	}
}

// Leaving an account takes its password and a confirmation; then every browser is signed out, and
// the name cannot be had.
func TestLeavingAnAccount(t *testing.T) {
	s := newTestSite(t)
	first, second, _ := threeDevices(t, s)
	first.open("/settings")
	first.follow(`a[href="/settings/leave"]`)
	if got := first.mainText(); !strings.Contains(got, "The name Ada") || !strings.Contains(got, "Nobody can restore any of it") {
		t.Errorf("the page says %s", got)
	}
	for problem, form := range map[string]url.Values{
		"Tick the box":      {"password": {goodPassword}},
		"not your password": {"password": {"nine black swans"}, "sure": {"1"}},
	} {
		first.send(http.MethodPost, "/settings/leave", form)
		if got := first.page.Find("#leave-problem").Text(); first.status < 400 || !strings.Contains(got, problem) {
			t.Errorf("%d: %q, want %q in it", first.status, got, problem)
		}
	}
	if second.named() != "Ada" {
		t.Fatal("the account has gone already")
	}
	first.open("/settings/leave")
	first.submit("#leave-form", "password", goodPassword, "sure", "1")
	first.expect(http.StatusOK)
	if got := first.page.Find("#notice").Text(); first.path != "/settings?saved=left" || !strings.Contains(got, "You have left") || first.hasSession() {
		t.Errorf("the form led to %s: %q", first.path, got)
	}
	if first.named() != "" || second.named() != "" {
		t.Errorf("after leaving one browser is %q, another %q", first.named(), second.named())
	}
	second.signIn("Ada", goodPassword)
	second.expect(http.StatusUnauthorized)
	second.submit("#join-form", "name", "Ada", "password", goodPassword)
	second.expect(http.StatusConflict)
	for _, taken := range []string{"a former player", "Un Ancien Joueur", "а former player"} {
		second.open("/settings")
		second.submit("#naming", "name", taken)
		second.expect(http.StatusUnprocessableEntity)
	}
}

// After a match with somebody who has left no rematch is on offer.
func TestNoRematchWithWhoHasLeft(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot"})
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	r := reads(t, s, bo)
	if r.open("/m/" + m.ID); r.page.Find(`form[action$="/rematch"]`).Length() == 0 {
		t.Fatalf("before, no rematch is on offer: %s", r.mainText())
	}
	ada.Post("/matches/"+m.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "")
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
	if r.open("/m/" + m.ID); r.page.Find(`form[action*="/rematch"]`).Length() != 0 {
		t.Errorf("a rematch is on offer: %s", r.mainText())
	}
	if r.open("/"); strings.Contains(r.mainText(), "rematch") {
		t.Errorf("the home page tells of the offer: %s", r.mainText())
	}
	bo.Post("/matches/"+m.ID+"/rematch", map[string]any{}).Want(t, http.StatusConflict, "player_left")
}

// An export has all that is the player's, and nothing that the player may not see.
func TestExport(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	over := s.Start(ada, bo, map[string]any{"game": "knizia"})
	running := s.Start(ada, bo, map[string]any{"game": "knizia"})
	board := s.Start(ada, bo, map[string]any{"game": "camelot"})
	s.Start(bo, s.Guest("Cy"), map[string]any{"game": "camelot"})
	ada.Order(running.ID, riposteOrder)
	bo.Order(running.ID, "riposte any")
	bo.Play(over.ID, over.Ply, "resign").Want(t, http.StatusOK, "")
	ada.Post("/me/tokens", map[string]any{"name": "notebook", "scopes": []string{"read"}}).Want(t, http.StatusCreated, "")
	hello := talkOf(t, board.ID, ada, bo)
	collection := collectionOf(t, s, ada, over.ID)
	collectionOf(t, s, bo, over.ID)
	r := reads(t, s, ada)
	waitArchived(t, s)

	got := ada.Get("/me/export").Want(t, http.StatusOK, "")
	r.send(http.MethodPost, "/settings/export", url.Values{})
	for name, archive := range map[string][]byte{"API": got.Body, "page": []byte(r.body)} {
		files := sitetest.Unzip(t, archive)
		var rows []struct{ ID string }
		var about struct {
			ID, Name string
			Sessions []struct{ Device string }
			Tokens   []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(files["matches.json"]), &rows); err != nil || len(rows) != 3 {
			t.Errorf("%s: matches %v, %s", name, err, files["matches.json"])
		}
		if err := json.Unmarshal([]byte(files["player.json"]), &about); err != nil || about.ID != ada.Player.ID || about.Name != "Ada" || len(about.Tokens) != 2 || len(about.Sessions) != 1 {
			t.Errorf("%s: player %v, %s", name, err, files["player.json"])
		}
		orders := "orders/" + running.ID + "-" + seatText(t, s, running.ID) + ".txt"
		want := []string{collection, "analyses/" + board.ID + ".json", "matches.json", "notes/" + board.ID + ".json", orders, "people.json", "player.json", "results.json", "records/" + board.ID + ".txt", "records/" + over.ID + ".txt"}
		var names []string
		for file, text := range files {
			names = append(names, file)
			if strings.Contains(text, ada.Token) || strings.Contains(text, "riposte any\n") {
				t.Errorf("%s: %s holds a secret: %s", name, file, text)
			}
		}
		slices.Sort(names)
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("%s: files %q, want %q", name, names, want)
		}
		checkPeople(t, name+": people.json", files["people.json"]+files["notes/"+board.ID+".json"]+files[collection], hello.ID)
		if record := string(ada.Get("/matches/" + over.ID + "/record").Body); files["records/"+over.ID+".txt"] != record {
			t.Errorf("%s: the record differs from %s", name, record)
		}
		if ratings := files["results.json"]; !strings.Contains(ratings, `"game": "knizia"`) || !strings.Contains(ratings, `"name": "Bo"`) || !strings.Contains(ratings, `"matches": 1`) {
			t.Errorf("%s: the results are %s", name, ratings)
		}
		if !strings.HasPrefix(files[orders], riposteOrder) || !strings.Contains(files["analyses/"+board.ID+".json"], `"Ada’s note"`) {
			t.Errorf("%s: the orders are %q, the analysis is %q", name, files[orders], files["analyses/"+board.ID+".json"])
		}
	}
	checkExportsAreFew(t, s, ada, bo)
}

// collectionOf has a player make a collection with a note on a match; it returns the name of its file.
func collectionOf(t *testing.T, s *testSite, by *sitetest.Client, match string) string {
	t.Helper()
	name := by.Player.Name
	c, err := s.site.Store.SaveCollection(t.Context(), db.Collection{Player: db.Player{ID: by.Player.ID}, Title: name + "’s collection"})
	if err == nil {
		err = s.site.Store.Collect(t.Context(), c.ID, by.Player.ID, match, 0)
	}
	if err == nil {
		err = s.site.Store.Annotate(t.Context(), c.ID, by.Player.ID, db.Remark{Match: match, Ply: 0, Text: "a canary in a collection of " + name})
	}
	if err != nil {
		t.Fatal(err)
	}
	return "collections/" + c.ID + ".json"
}

// checkExportsAreFew checks that a player who has exported twice may do so twice more.
func checkExportsAreFew(t *testing.T, s *testSite, ada, bo *sitetest.Client) {
	t.Helper()
	for range 2 {
		ada.Get("/me/export").Want(t, http.StatusOK, "")
	}
	if got := ada.Get("/me/export").Want(t, http.StatusTooManyRequests, "too_many_exports"); got.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	bo.Get("/me/export").Want(t, http.StatusOK, "")
	s.Nobody().Get("/me/export").Want(t, http.StatusUnauthorized, "unauthorized")
}

// talkOf makes two players analyse a match, write to each other and note their opinions; it
// returns the message of the first.
func talkOf(t *testing.T, match string, ada, bo *sitetest.Client) said {
	t.Helper()
	ada.Put("/matches/"+match+"/analysis", map[string]any{"from": []any{map[string]any{"after": 0, "note": "Ada’s note"}}}).Want(t, http.StatusOK, "")
	bo.Put("/matches/"+match+"/analysis", map[string]any{"from": []any{map[string]any{"after": 0, "note": "riposte any\n"}}}).Want(t, http.StatusOK, "")
	note(t, ada, match, "all", "Ada’s remark")
	note(t, bo, match, "all", "Bo’s remark")
	hello := say(t, ada, match, "", "Ada’s message")
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	ada.Post("/matches/"+match+"/messages/"+say(t, bo, match, "", "Bo’s message").ID+"/report", nil).Want(t, http.StatusNoContent, "")
	return hello
}

// checkPeople checks that an export of Ada's has the acts of talkOf.
func checkPeople(t *testing.T, name, text, message string) {
	t.Helper()
	for part, has := range map[string]bool{message: true, "Ada’s message": true, "Ada’s remark": true, "Bo’s remark": false, "a canary in a collection of Ada": true, "Ada’s collection": true, "a canary in a collection of Bo": false, "favorite": true, `"reported": [`: true, "Bo’s message": false, "block": false} {
		if strings.Contains(text, part) != has {
			t.Errorf("%s has %q: %v in %s", name, part, !has, text)
		}
	}
}

// seatText returns the number of the seat that Ada holds.
func seatText(t *testing.T, s *testSite, match string) string {
	t.Helper()
	m, err := s.site.Store.Match(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Seats {
		if p.Name == "Ada" {
			return string(rune('1' + i))
		}
	}
	return ""
}
