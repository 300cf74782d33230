package club

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/parker"
	"tableronde/games/rating"
)

// playOut plays some moves at random; then everybody resigns, seat 1 first, until it is
// over.
func (c *testTable) playOut(moves int) Match {
	c.t.Helper()
	f := c.loadNow()
	rng := rand.New(rand.NewPCG(3, uint64(len(f.Seats))))
	for range moves {
		if f.IsOver() {
			return f
		}
		seat := f.Acting()[0]
		legal, _ := c.as(seat).Legal(seat)
		f = c.mustPost(int(seat), c.ply(), legal[rng.IntN(len(legal))])
	}
	for seat := 1; !f.IsOver(); seat++ {
		f = c.mustPost(seat, c.ply(), "resign")
	}
	return f
}

// as loads the match as a seat sees it.
func (c *testTable) as(seat games.Seat) Match {
	c.t.Helper()
	f, err := c.Match(c.t.Context(), c.id, c.players[seat-1].ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// Every game is archived at every number of players, with a rating for each of them.
func TestEveryGameIsArchived(t *testing.T) {
	t.Parallel()
	for _, info := range Games() {
		for _, seats := range info.Seats {
			if seats > 5 {
				continue // no more players in the fixture
			}
			t.Run(fmt.Sprint(info.ID, seats), func(t *testing.T) {
				c := newTestTable(t, catalog.Find)
				f := c.open(Proposal{Game: info.ID, Seats: seats, Public: true})
				f = c.playOut(4)
				c.archiveAll()
				list, _, err := c.engine.Archived(t.Context(), "", db.ArchiveFilter{Game: info.ID}, "", 9)
				if err != nil || len(list) != 1 || list[0].ID != f.ID {
					t.Fatalf("the archive has %v, %v", list, err)
				}
				for seat := range seats {
					if got := c.ratingOf(c.players[seat].ID); got.Rating.Matches != 1 || got.Game != info.ID {
						t.Errorf("seat %d has the rating %+v", seat+1, got)
					}
					scores, err := c.engine.Scores(t.Context(), c.players[seat].ID)
					if err != nil || len(scores) != 1 || scores[0].Matches != 1 || scores[0].Won != c.wins(seat) {
						t.Errorf("seat %d has the scores %+v, %v; the result is %+v", seat+1, scores, err, f.Result)
					}
				}
			})
		}
	}
}

// wins returns 1 for a player among the winners.
func (c *testTable) wins(player int) int {
	if slices.Contains(c.loadNow().Result.Winners, games.Seat(player+1)) {
		return 1
	}
	return 0
}

// The first moves of a match on a board are found by the position they lead to, with the
// result for who made them.
func TestOpeningsAreFound(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	c.open(Proposal{Game: "camelot", Public: true})
	f := c.playOut(2)
	c.archiveAll()
	start, _ := f.Table.At(0).State().View(games.Spectator).(parker.View)
	for ply, won := range []int{0, 1} { // seat 1 resigned
		move := f.Events[ply].Text
		got, err := c.engine.Continuations(t.Context(), HashPosition(start.Position()))
		if err != nil || len(got) != 1 || got[0] != (db.Continuation{Move: move, Matches: 1, Won: won}) {
			t.Errorf("after %d moves %v, %v follow, want %s, %d won", ply, got, err, move, won)
		}
		start, _ = f.Table.At(ply + 1).State().View(games.Spectator).(parker.View)
	}
}

// What does not count: casual matches, those of one person, those that were called off,
// and for people those against bots, which count for the bots.
func TestWhatIsRated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		p      Proposal
		rated  bool
		listed bool
	}{
		{"usual", Proposal{}, true, true},
		{"private", Proposal{}, true, false},
		{"casual", Proposal{Casual: true}, false, true},
		{"bots", Proposal{Bots: map[games.Seat]int{2: 3}}, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newTestTable(t, catalog.Find)
			test.p.Game, test.p.Public = "cam", test.listed
			if test.p.Bots == nil {
				c.open(test.p)
			} else {
				test.p.Seat = 1
				f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, test.p, nil)
				if err != nil {
					t.Fatal(err)
				}
				c.id = f.ID
			}
			c.mustPost(1, 0, c.as(1).legal(1)[0])
			c.mustPost(1, c.ply(), "resign")
			c.archiveAll()
			if got := c.ratingOf(c.players[0].ID); (got.Rating.Matches > 0) != test.rated {
				t.Errorf("the player has the rating %+v", got)
			}
			bot := c.ratingOf(db.BotPlayer(3, 1).ID)
			if (bot.Rating.Matches > 0) != (test.p.Bots != nil) || test.p.Bots != nil && bot.Rating.Points <= 1500 {
				t.Errorf("the bot has the rating %+v", bot)
			}
			list, _, err := c.engine.Archived(t.Context(), "", db.ArchiveFilter{}, "", 9)
			if err != nil || (len(list) == 1) != test.listed {
				t.Errorf("the archive has %v, %v", list, err)
			}
			own, _, err := c.engine.Archived(t.Context(), c.players[0].ID, db.ArchiveFilter{Player: c.players[0].ID}, "", 9)
			if err != nil || len(own) != 1 {
				t.Errorf("the player finds %v, %v", own, err)
			}
		})
	}
}

func TestAnswerSteps(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]int{
		-time.Second: 0, 0: 0, 59 * time.Second: 0, time.Minute: 1, 119 * time.Second: 1, 2 * time.Minute: 2,
		time.Hour: 6, 24 * time.Hour: 11, 400 * 24 * time.Hour: db.AnswerSteps - 1,
	} {
		if got := answerStep(took); got != want {
			t.Errorf("answerStep(%v) = %d, want %d", took, got, want)
		}
	}
}

// Whoever has left a rated match has lost it against everybody, whatever the bot makes of
// it; the others are rated among themselves, and against who has left.
func TestWhoLeavesARatedMatchIsLast(t *testing.T) {
	t.Parallel()
	c := newClockTable(t, "shannon", 3, clock.Control{Move: day})
	f := c.mustPost(2, 0, "resign")
	f = c.mustPost(1, f.Ply, "offer bot 2 5")
	f = c.mustPost(3, f.Ply, "accept bot")
	f.Rated, f.Ended = true, c.wall
	f.Result = &games.Result{Winners: []games.Seat{2}, Scores: map[games.Seat]float64{1: 1, 2: 3, 3: 2}, Reason: "life"}
	e := f.ending()
	ada, bo, cy := c.players[0].ID, c.players[1].ID, c.players[2].ID
	if diff := cmp.Diff([]string{ada, bo, cy}, e.Rated); diff != "" {
		t.Fatalf("rated (-want +got):\n%s", diff)
	}
	after := e.Rate(map[string]rating.Rating{ada: rating.New(), bo: rating.New(), cy: rating.New()})
	if cyNow, adaNow, boNow := after[cy].Points, after[ada].Points, after[bo].Points; !(cyNow > adaNow && adaNow > boNow && boNow < 1500) {
		t.Errorf("ratings are %+v", after)
	}
	want := map[[2]string]db.Score{{bo}: db.Lost, {bo, ada}: db.Lost, {bo, cy}: db.Lost, {ada, bo}: db.Won, {cy, bo}: db.Won, {ada}: db.Lost, {cy}: db.Lost, {ada, cy}: db.Lost, {cy, ada}: db.Won}
	got := make(map[[2]string]db.Score)
	for _, p := range e.Played {
		got[[2]string{p.Player, p.Opponent}] = p.Score
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	f.StandsFor[1].Name = db.FormerName
	if e := f.ending(); !slices.Equal(e.Rated, []string{ada, cy}) {
		t.Errorf("once bo has left the site, %v are rated", e.Rated)
	}
	f.Rated = false
	if e := f.ending(); e.Rated != nil {
		t.Errorf("%v are rated by a match that is not", e.Rated)
	}
}
