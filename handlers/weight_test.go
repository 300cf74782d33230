package handlers

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/cup"
	"tableronde/games/review"
	"tableronde/games/study"
	"tableronde/handlers/api"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// maxPage is how many bytes no page exceeds, whatever it is about.
const maxPage = 300_000

// weigher asks for pages as a player, and fails for pages that are too large.
type weigher struct {
	*testSite
	t    *testing.T
	ada  *sitetest.Client
	as   *reader
	fill *strings.Replacer // of parts of paths
}

func newWeigher(t *testing.T) *weigher {
	site := newCardSite(t)
	ada := site.Guest("Ada")
	return &weigher{testSite: site, t: t, ada: ada, as: reads(t, site, ada)}
}

func (w *weigher) open(path string) {
	w.t.Helper()
	w.as.send(http.MethodGet, path, nil)
	if w.as.status >= 500 || len(w.as.body) > maxPage {
		w.t.Errorf("%s answers %d with %d bytes", path, w.as.status, len(w.as.body))
	}
}

// openAll opens all pages.
func (w *weigher) openAll(queries ...string) {
	w.t.Helper()
	for _, route := range w.echo.Routes() {
		path := route.Path
		if route.Method != http.MethodGet || strings.HasPrefix(path, api.Path) || strings.HasPrefix(path, "/static") || strings.HasSuffix(path, "events") || strings.HasSuffix(path, ".png") {
			continue
		}
		for _, query := range queries {
			w.open(w.fill.Replace(path) + query)
		}
	}
}

// walk follows the links to the next part of a list, and returns how many items there are.
func (w *weigher) walk(path, items string) (n int) {
	w.t.Helper()
	for w.open(path); ; w.open(path) {
		n += w.as.page.Find(items).Length()
		next, more := w.as.page.Find("[rel=next]").Attr("href")
		if !more {
			return n
		}
		path = strings.TrimPrefix(next, w.URL)
	}
}

// noted is a note as long as any.
var noted = strings.Repeat("&", db.MaxRemark)

// No page is larger than its bound, with a match of any length and with full lists. Links lead
// to the parts that do not fit.
func TestPagesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("opens all pages of a site with long lists")
	}
	t.Parallel()
	w := newWeigher(t)
	ctx, ada := t.Context(), w.ada.Player.ID
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	m := w.ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	m = w.ada.Play(m.ID, m.Ply, "resign").Want(t, http.StatusOK, "").Match
	var link struct{ Path string }
	w.ada.Post("/matches/"+m.ID+"/share", struct{}{}).Want(t, http.StatusCreated, "").Read(t, &link)
	open := w.ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	collection, err := w.site.Store.SaveCollection(ctx, db.Collection{Player: db.Player{ID: ada}, Title: noted[:100], Text: noted, Public: true})
	must(err)
	must(w.site.Store.Collect(ctx, collection.ID, ada, m.ID, 0))
	for i := range db.MaxAnnotations {
		must(w.site.Store.Annotate(ctx, collection.ID, ada, db.Remark{Match: m.ID, Ply: i, Text: noted}))
		must(w.site.Store.SetRemark(ctx, ada, db.Remark{Match: m.ID, Ply: i, Text: noted}))
	}
	for range db.MaxCollected - 1 {
		g := w.ada.Post("/import", map[string]any{"text": `[White "` + noted[:110] + `"]` + "\n[Black \"" + noted[:110] + "\"]\n" + shuttles(5)}).Want(t, http.StatusCreated, "").Match
		w.ada.Play(g.ID, g.Ply, "resign").Want(t, http.StatusOK, "")
		must(w.site.Store.Collect(ctx, collection.ID, ada, g.ID, 0))
	}
	for i := range db.MaxTies {
		p, err := w.site.Store.CreatePlayer(ctx, fmt.Sprintf("%03d%s", i, noted[:37]))
		must(err)
		must(w.site.Store.SetTie(ctx, ada, p.ID, db.TieFavorite))
	}
	w.addReview(m.ID)
	w.addStudy(m.ID)
	w.fill = strings.NewReplacer("/w/:token", link.Path, "/collections/:id/:match", "/collections/"+collection.ID+"/"+m.ID, "/collections/:id", "/collections/"+collection.ID,
		"/players/:id", "/players/"+ada, "/m/:id/invite", "/m/"+open.ID+"/invite", "/m/:id/challenge", "/m/"+open.ID+"/challenge", "/m/:id", "/m/"+m.ID, ":game", "camelot", ":token", "x", ":id", "x")
	w.openAll("", "?ply=1000", "?in="+collection.ID, "?see=log&turn=2&in="+collection.ID)
	for _, list := range []struct {
		path, items string
		want        int
	}{
		{"/m/" + m.ID + "/notes", ".remarks li", db.MaxAnnotations},
		{"/collections/" + collection.ID + "/" + m.ID, ".remarks li", db.MaxAnnotations},
		{"/m/" + m.ID + "/review?ply=0", ".judged tbody tr", m.Ply - 1},
		{"/m/" + m.ID + "/page?in=" + collection.ID, ".moves > li", m.Ply + 1},
		{"/settings", ".people li", db.MaxTies},
	} {
		if n := w.walk(list.path, list.items); n != list.want {
			t.Errorf("%s lists %d, want %d", list.path, n, list.want)
		}
	}
}

// addReview stores a review of a match on a board.
func (w *weigher) addReview(match string) {
	w.t.Helper()
	f, err := w.site.Club.Match.Match(w.t.Context(), match, w.ada.Player.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	var r review.Review
	for i, e := range f.Events[:f.Ply-1] {
		r.Moves = append(r.Moves, review.Move{Ply: i, Seat: e.Seat, Text: e.Text, Value: review.Value(i%3000 - 1500), Played: review.Value(i%2000 - 1800), Best: e.Text})
	}
	w.saveReview(match, r)
}

func (w *weigher) saveReview(match string, r review.Review) {
	w.t.Helper()
	text, err := r.Encode()
	if err == nil {
		err = errors.Join(w.site.Store.AskReview(w.t.Context(), match, ""), w.site.Store.SaveReview(w.t.Context(), match, "", text, true))
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// addStudy stores an analysis of lines as deep as any, with notes.
func (w *weigher) addStudy(match string) {
	w.t.Helper()
	var after func(depth int) []study.Move
	after = func(depth int) []study.Move {
		if depth == study.MaxDepth {
			return nil
		}
		return []study.Move{{Seat: games.Seat(depth%2 + 1), Text: sitetest.Shuttle[depth%len(sitetest.Shuttle)], Note: noted[:80], Lines: after(depth + 1)}}
	}
	w.ada.Put("/matches/"+match+"/analysis", map[string]any{"from": []study.Root{{Lines: after(0)}}}).Want(w.t, http.StatusOK, "")
}

// The same of the longest matches at cards, and of four players on a board.
func TestPagesOfManySeatsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole matches")
	}
	for game, seats := range map[string]int{"knizia": 5, "shannon": 6, "kutschke": 4, "chivalry-4-solo": 4} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			w := newWeigher(t)
			id := w.ada.Post("/matches", map[string]any{"game": game, "seats": seats, "solo": true}).Want(t, http.StatusCreated, "").Match.ID
			rng := rand.New(rand.NewPCG(1, 2))
			f, err := w.site.Club.Match.Match(t.Context(), id, w.ada.Player.ID)
			r := review.Review{Edition: review.Edition}
			for ; err == nil && !f.IsOver() && f.Ply < match.MaxEvents; f, err = w.site.Club.Match.Match(t.Context(), id, w.ada.Player.ID) {
				seat := f.Acting()[0]
				legal := sitetest.LegalOf(f, seat)
				text := legal[rng.IntN(len(legal))]
				d := review.Decision{Ply: f.Ply, Seat: seat, Text: text, Deals: 40, Chances: slices.Repeat([]int{100 / seats}, seats)}
				for _, o := range legal[:min(len(legal), 9)] {
					d.Options = append(d.Options, review.Option{Text: o, Share: rng.IntN(100)})
				}
				r.Decisions = append(r.Decisions, d)
				if _, err := w.site.Club.Match.Play(t.Context(), match.Post{Match: id, Player: w.ada.Player.ID, As: seat, Ply: f.Ply, Actions: []string{text}}); err != nil {
					t.Fatal(err)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.IsOver() && game != "chivalry-4-solo" {
				w.saveReview(id, r)
			}
			w.fill = strings.NewReplacer("/m/:id", "/m/"+id, ":game", game, ":token", "x", ":id", "x")
			w.openAll("", "?see=log&ply=100")
			if n := w.walk("/m/"+id+"/page", ".moves > li"); n == 0 {
				t.Error("the file lists nothing")
			}
		})
	}
}

// A cup of most players, each against each other twice, has a page of its last rounds.
func TestPageOfAFullCupIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a thousand matches")
	}
	t.Parallel()
	w := newWeigher(t)
	var c struct{ ID string }
	w.ada.Post("/cups", map[string]any{"title": "Cup", "game": "camette", "format": "double", "places": cup.MaxEntries, "plays": true, "clock": map[string]any{"move": "24h"}}).Want(t, http.StatusCreated, "").Read(t, &c)
	for i := range cup.MaxEntries - 1 {
		p, err := w.site.Store.CreatePlayer(t.Context(), fmt.Sprintf("%02d%s", i, noted[:38]))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.site.Club.Cups.JoinCup(t.Context(), c.ID, p, ""); err != nil {
			t.Fatal(err)
		}
	}
	now, err := w.site.Club.Cups.Cup(t.Context(), c.ID, w.ada.Player.ID)
	for ; err == nil && now.Ended.IsZero(); now, err = w.site.Club.Cups.Cup(t.Context(), c.ID, w.ada.Player.ID) {
		for _, m := range now.Matches {
			if m.Result == nil {
				f, err := w.site.Store.Match(t.Context(), m.ID)
				if err == nil && !f.Over {
					_, err = w.site.Club.Match.Play(t.Context(), match.Post{Match: m.ID, Player: f.Seats[0].ID, As: 1, Ply: f.Ply, Actions: []string{"resign"}})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(20 * time.Millisecond) // until the worker has taken the next step
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := w.walk("/cups/"+c.ID, ".duels > li"); n != cup.MaxEntries*(cup.MaxEntries-1) {
		t.Errorf("the pages of the cup list %d matches", n)
	}
}
