package place_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/place"
	"tableronde/db/postgres/pgtest"
	"tableronde/games/catalog"
	"tableronde/handlers"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// visit records the pages and answers of a site before it moves. They must be the same
// afterwards. In its texts the address of the site is replaced.
type visit struct {
	tokens  []string
	pages   map[string]string // by token and path
	repeat  string            // the body of a post under an idempotency key
	answer  string            // to that post, whenever it is sent again
	table   string            // a private table with an open seat
	invited string            // the token of the invitation to it
	session []byte            // the data of a browser session
}

// A site with matches of all games moves to PostgreSQL and back. It has the same
// rows everywhere, and goes on at both places.
func TestSiteGoesOnAfterTheCopy(t *testing.T) {
	file, database, back := filepath.Join(t.TempDir(), "tableronde.db"), pgtest.NewDatabase(t), filepath.Join(t.TempDir(), "back.db")
	var v visit
	if !t.Run("before", func(t *testing.T) { v = makeVisit(t, serve(t, file)) }) {
		return
	}
	for _, way := range [][2]string{{file, database}, {database, back}} {
		copied, err := place.Copy(t.Context(), way[0], way[1], match.Verify)
		if err != nil || copied.Matches <= len(catalog.All()) {
			t.Fatalf("Copy to %s = %v, %v", way[1], copied, err)
		}
		if diff := cmp.Diff(rowsOf(t, way[0]), rowsOf(t, way[1])); diff != "" {
			t.Errorf("%s differs (-original +copy):\n%s", way[1], diff)
		}
	}
	for name, at := range map[string]string{"database": database, "file": back} {
		t.Run(name, func(t *testing.T) { v.check(t, serve(t, at)) })
	}
}

// serve serves the site on the store at a place until the end of the test.
func serve(t *testing.T, at string) *sitetest.Site {
	t.Helper()
	return sitetest.Start(t, openStore(t, at), nil, func(store db.Store, log *slog.Logger) (sitetest.Server, error) {
		return handlers.New(handlers.Config{Store: store, Log: log})
	})
}

// makeVisit plays a little of every game, with everything else that a site stores.
func makeVisit(t *testing.T, site *sitetest.Site) visit {
	t.Helper()
	v := visit{pages: make(map[string]string), session: []byte{7, 0, 7}}
	var guests []*sitetest.Client
	for i := range 6 {
		guests = append(guests, site.Guest(fmt.Sprint("Guest ", i)))
		v.tokens = append(v.tokens, guests[i].Token)
	}
	ada, bo := guests[0], guests[1]
	rng := rand.New(rand.NewPCG(1, 2))
	for _, rules := range catalog.All() {
		info := rules.Info()
		playSome(t, rng, guests[:info.Seats[0]], info.ID)
	}
	over := site.Start(ada, bo, map[string]any{"game": "camelot"})
	ada.Play(over.ID, 0, "resign").Want(t, http.StatusOK, "")
	bo.Post("/matches/"+over.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "")
	ada.Post("/matches", map[string]any{"game": "chivalry", "public": true}).Want(t, http.StatusCreated, "")
	ada.Post("/matches", map[string]any{"game": "chivalry", "challenge": bo.Player.ID}).Want(t, http.StatusCreated, "")
	bo.Post("/me/standing", map[string]any{"game": "cam", "most": 2}).Want(t, http.StatusCreated, "")

	v.repeat = `{"game":"camelot","seat":2}`
	made := ada.Call(http.MethodPost, "/matches", []byte(v.repeat), "Idempotency-Key", "once").Want(t, http.StatusCreated, "")
	v.answer = withoutURL(site, made.Body)
	v.table, v.invited = made.Match.ID, made.Match.Invite[strings.LastIndex(made.Match.Invite, "/")+1:]
	if err := site.Store.Sessions().Commit("session", v.session, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, guest := range guests {
		for _, id := range guest.MatchIDs("/me/matches") {
			v.pages[guest.Token+" /matches/"+id] = withoutURL(site, guest.Get("/matches/"+id).Want(t, http.StatusOK, "").Body)
		}
	}
	return v
}

// playSome has guests play random actions of a game.
func playSome(t *testing.T, rng *rand.Rand, guests []*sitetest.Client, game string) {
	t.Helper()
	made := guests[0].Post("/matches", map[string]any{"game": game, "seats": len(guests), "seat": 1}).Want(t, http.StatusCreated, "").Match
	invite := made.Invite[strings.LastIndex(made.Invite, "/")+1:]
	for i, guest := range guests[1:] {
		guest.Post("/matches/"+made.ID+"/join", map[string]any{"invite": invite, "seat": i + 2}).Want(t, http.StatusOK, "")
	}
	for range 20 {
		now := guests[0].Get("/matches/" + made.ID).Match
		if now.Over {
			return
		}
		actor := guests[now.ToAct[rng.IntN(len(now.ToAct))]-1]
		now = actor.Get("/matches/" + made.ID).Match
		actor.Play(made.ID, now.Ply, now.Legal[rng.IntN(len(now.Legal))]).Want(t, http.StatusOK, "")
	}
}

// check compares a site with the pages and answers that were recorded, and goes on.
func (v visit) check(t *testing.T, site *sitetest.Site) {
	t.Helper()
	for at, want := range v.pages {
		token, path, _ := strings.Cut(at, " ")
		got := withoutURL(site, site.Client(token).Get(path).Want(t, http.StatusOK, "").Body)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s differs (-before +after):\n%s", path, diff)
		}
	}
	ada := site.Client(v.tokens[0])
	again := ada.Call(http.MethodPost, "/matches", []byte(v.repeat), "Idempotency-Key", "once").Want(t, http.StatusCreated, "")
	if diff := cmp.Diff(v.answer, withoutURL(site, again.Body)); diff != "" {
		t.Errorf("a post that is sent again has another answer (-before +after):\n%s", diff)
	}
	if data, found, err := site.Store.Sessions().Find("session"); err != nil || !found || !slices.Equal(data, v.session) {
		t.Errorf("the session is %v, %v, %v", data, found, err)
	}
	cy := site.Guest("Cy")
	cy.Post("/matches/"+v.table+"/join", map[string]any{}).Want(t, http.StatusNotFound, "not_found")
	joined := cy.Post("/matches/"+v.table+"/join", map[string]any{"invite": v.invited}).Want(t, http.StatusOK, "").Match
	players := map[bool]*sitetest.Client{true: cy, false: ada}
	first := players[joined.ToAct[0] == *joined.You]
	first.Play(v.table, 0, first.Get("/matches/" + v.table).Match.Legal[0]).Want(t, http.StatusOK, "")
}

// withoutURL returns a body without the address of its site.
func withoutURL(site *sitetest.Site, body []byte) string {
	return strings.ReplaceAll(string(body), site.URL, "http://site")
}
