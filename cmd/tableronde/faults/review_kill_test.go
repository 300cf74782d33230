package faults

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/cmd/tableronde/tables"
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/catalog"
	"tableronde/games/review"
)

// The matches of TestReviewsOutliveKills, and the searches of their reviews.
const (
	reviewedMatches = 2
	reviewedMoves   = 32
	reviewedNodes   = 10_000 // each
)

// TestReviewsOutliveKills asks for the reviews of some matches while the site is killed again and
// again. The first kill comes when a review is half made. Each acknowledged review is completed
// without a second request. Moves judged before a kill stand, and a complete review is not made
// twice. In the end the reviews equal the reviews of a site without kills. Long runs kill two
// processes on a database too.
func TestReviewsOutliveKills(t *testing.T) {
	onBothEngines(t, 2*time.Second, 6*time.Second, func(t *testing.T, place killing) {
		if place.processes > 1 {
			clitest.NeedLong(t)
		}
		r := newReviewRun(t, place.db, place.processes)
		r.awaitHalf()
		for range killsOf(t, 4) {
			i := rand.IntN(place.processes)
			r.sites[i].Kill()
			r.compare()
			r.sites[i] = r.startReviewing()
			time.Sleep(rand.N(place.lives))
		}
		r.end()
	})
}

// reviewRun is a site of several processes that are killed, and matches that are reviewed.
type reviewRun struct {
	botRun
	tables tables.Folder        // with all endings
	asked  []string             // ids of matches, whose reviews were acknowledged to be asked for
	cards  string               // id of the match of cards among them
	last   map[string]db.Review // as they were after the last kill
	half   int                  // reviews that were cut off by a kill
}

func newReviewRun(t *testing.T, at string, processes int) *reviewRun {
	t.Helper()
	r := &reviewRun{botRun: botRun{t: t, db: at}, tables: tables.Folder(t.TempDir()), last: make(map[string]db.Review)}
	clitest.MustRun(t, "solve", "cam", "--tables", string(r.tables))
	for range processes {
		r.sites = append(r.sites, r.startReviewing())
	}
	var guest struct{ Token string }
	r.call("POST", "/guests", map[string]any{"name": "Ada"}, &guest)
	r.token = guest.Token
	for range reviewedMatches {
		r.asked = append(r.asked, r.playToReview("cam"))
	}
	r.cards = r.playToReview("knizia")
	r.asked = append(r.asked, r.cards)
	for _, id := range r.asked {
		r.progress(id)
	}
	return r
}

func (r *reviewRun) startReviewing() *clitest.Server {
	r.t.Helper()
	return clitest.StartServer(r.t, r.db, "--reviews", "asked", "--review-positions", strconv.Itoa(reviewedNodes), "--tables", string(r.tables))
}

// playToReview plays a match of a game at a table of one that ends by resignation, and
// returns its id.
func (r *reviewRun) playToReview(game string) string {
	r.t.Helper()
	var m botState
	r.call("POST", "/matches", map[string]any{"game": game, "seats": 2, "solo": true}, &m)
	for range reviewedMoves {
		action := m.Legal[rand.IntN(len(m.Legal))]
		r.call("POST", "/matches/"+m.ID+"/actions", map[string]any{"ply": m.Ply, "action": action}, &m)
		if m.Over {
			return m.ID
		}
	}
	r.call("POST", "/matches/"+m.ID+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}, &m)
	return m.ID
}

// progress returns the progress of a review. Its request also starts the review, if there is none
// yet.
func (r *reviewRun) progress(id string) (reviewed, of int) {
	r.t.Helper()
	var now struct{ Reviewed, Of int }
	r.call("GET", "/matches/"+id+"/review", nil, &now)
	return now.Reviewed, now.Of
}

// awaitHalf waits until a review is half made.
func (r *reviewRun) awaitHalf() {
	r.t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, id := range r.asked {
			if reviewed, of := r.progress(id); reviewed > 0 && reviewed < of {
				return
			}
		}
	}
	r.t.Fatal("no review is ever half made")
}

// compare compares the stored reviews with their state after the kill before. A review must not be
// asked for again, nor change its judged moves, nor change once complete.
func (r *reviewRun) compare() {
	r.t.Helper()
	store, closeStore, err := upkeep.OpenStore(context.Background(), r.db, upkeep.StoreSettings{Connections: 1})
	if err != nil {
		r.t.Fatal(err)
	}
	defer closeStore()
	for _, id := range r.asked {
		now, err := store.ReviewOf(r.t.Context(), id)
		if err != nil {
			r.t.Fatalf("the review of %s: %v", id, err)
		}
		before, known := r.last[id]
		switch {
		case known && !now.Asked.Equal(before.Asked):
			r.t.Errorf("the review of %s was asked for at %v, and again at %v", id, before.Asked, now.Asked)
		case !before.Done.IsZero() && now != before:
			r.t.Errorf("the review of %s was complete, and is made again:\n%s", id, cmp.Diff(before, now))
		}
		old, next := mustParse(r.t, before.Text), mustParse(r.t, now.Text)
		all := next.Judged()
		next.Moves = next.Moves[:min(len(old.Moves), len(next.Moves))]
		next.Decisions = next.Decisions[:min(len(old.Decisions), len(next.Decisions))]
		next.Starts = next.Starts[:min(len(old.Starts), len(next.Starts))]
		if diff := cmp.Diff(old, next, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(review.Review{}, "Exact", "Edition")); diff != "" {
			r.t.Errorf("the review of %s has not gone on after its first %d moves (-before +now):\n%s", id, old.Judged(), diff)
		}
		if now.Done.IsZero() && all > 0 {
			r.half++
		}
		r.last[id] = now
	}
}

func mustParse(t *testing.T, text string) review.Review {
	t.Helper()
	r, err := review.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// end waits until every review is complete, and compares the reviews with reviews made without
// kills. The wait itself asks again for a lost review. Its time of request then differs, and
// compare reports it.
func (r *reviewRun) end() {
	r.t.Helper()
	r.await()
	for _, s := range r.sites {
		s.Kill()
	}
	r.compare()
	r.t.Logf("%d reviews, %d times one was half made when the site was killed", len(r.asked), r.half)
	if r.half == 0 {
		r.t.Error("no review was cut off")
	}
	r.redoCards()
	r.sites[0] = r.startReviewing()
	for _, id := range r.asked {
		if id == r.cards {
			continue
		}
		if diff := cmp.Diff(r.judge(id), mustParse(r.t, r.last[id].Text).Moves); diff != "" {
			r.t.Errorf("the review of %s (-in one go +with kills):\n%s", id, diff)
		}
	}
	r.compareCards()
}

// redoCards has the review of the match of cards made once more, by the next site.
func (r *reviewRun) redoCards() {
	r.t.Helper()
	killed := r.last[r.cards].Text
	if len(mustParse(r.t, killed).Decisions) < reviewedMoves/2 {
		r.t.Errorf("the review at cards is %s", killed)
	}
	store, closeStore, err := upkeep.OpenStore(context.Background(), r.db, upkeep.StoreSettings{Connections: 1})
	if err != nil {
		r.t.Fatal(err)
	}
	defer closeStore()
	if err := store.RedoReview(r.t.Context(), r.cards, killed); err != nil {
		r.t.Fatal(err)
	}
}

// compareCards compares that review, which was made without kills, with the one before.
func (r *reviewRun) compareCards() {
	r.t.Helper()
	r.await()
	r.sites[0].Kill()
	store, closeStore, err := upkeep.OpenStore(context.Background(), r.db, upkeep.StoreSettings{Connections: 1})
	if err != nil {
		r.t.Fatal(err)
	}
	defer closeStore()
	again, err := store.ReviewOf(r.t.Context(), r.cards)
	if diff := cmp.Diff(again.Text, r.last[r.cards].Text); diff != "" || err != nil {
		r.t.Errorf("the review at cards (-in one go +with kills):\n%s%v", diff, err)
	}
}

// await waits until every review is complete.
func (r *reviewRun) await() {
	r.t.Helper()
	for deadline := time.Now().Add(4 * time.Minute); !r.complete(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatal("the reviews are never complete")
		}
	}
}

// complete reports whether all reviews are made.
func (r *reviewRun) complete() bool {
	r.t.Helper()
	return !slices.ContainsFunc(r.asked, func(id string) bool {
		reviewed, of := r.progress(id)
		return reviewed < of
	})
}

// judge returns the review of a match as it is made without kills.
func (r *reviewRun) judge(id string) []review.Move {
	r.t.Helper()
	j, err := judge.New("cam", judge.Options{Bytes: 8 << 20, Nodes: reviewedNodes, Solver: tables.NewMaker(r.tables, 0, "", slog.New(slog.DiscardHandler))})
	if err != nil {
		r.t.Fatal(err)
	}
	rules, err := catalog.Find("cam", 0)
	if err != nil {
		r.t.Fatal(err)
	}
	state, err := rules.New(games.Setup{})
	if err != nil {
		r.t.Fatal(err)
	}
	var moves []review.Move
	for ply, e := range r.look(&botMatch{id: id}).Log {
		if e.Action == "resign" {
			break
		}
		m, _, err := j.Move(state, e.Action)
		if err != nil {
			r.t.Fatal(err)
		}
		m.Ply = ply
		if moves = append(moves, m); state.ToAct()[0] != games.Seat(e.Seat) {
			r.t.Fatalf("seat %d acts at ply %d", e.Seat, ply)
		}
		if state, _, err = state.Apply(games.Seat(e.Seat), e.Action); err != nil {
			r.t.Fatal(err)
		}
	}
	return moves
}
