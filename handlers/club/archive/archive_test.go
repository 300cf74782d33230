package archive_test

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
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// playOut plays some moves at random; then everybody resigns, seat 1 first, until it is
// over.
func playOut(c *roomstest.Table, moves int) match.Match {
	c.T.Helper()
	f := c.LoadNow()
	rng := rand.New(rand.NewPCG(3, uint64(len(f.Seats))))
	for range moves {
		if f.IsOver() {
			return f
		}
		seat := f.Acting()[0]
		legal, _ := as(c, seat).Legal(seat)
		f = c.MustPost(int(seat), c.Ply(), legal[rng.IntN(len(legal))])
	}
	for seat := 1; !f.IsOver(); seat++ {
		f = c.MustPost(seat, c.Ply(), "resign")
	}
	return f
}

// as loads the match as a seat sees it.
func as(c *roomstest.Table, seat games.Seat) match.Match {
	c.T.Helper()
	f, err := c.Match.Match(c.T.Context(), c.ID, c.Players[seat-1].ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return f
}

// Every game is archived at every number of players, with a rating for each of them.
func TestEveryGameIsArchived(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		for _, seats := range info.Seats {
			if seats > 5 {
				continue // no more players in the fixture
			}
			t.Run(fmt.Sprint(info.ID, seats), func(t *testing.T) {
				c := roomstest.NewTable(t, catalog.Find)
				f := c.Open(tables.Proposal{Game: info.ID, Seats: seats, Public: true})
				f = playOut(c, 6)
				c.ArchiveAll()
				list, _, err := c.Engine.Archived(t.Context(), "", db.ArchiveFilter{Game: info.ID}, "", 9)
				if err != nil || len(list) != 1 || list[0].ID != f.ID {
					t.Fatalf("the archive has %v, %v", list, err)
				}
				for seat := range seats {
					if got := c.RatingOf(c.Players[seat].ID); got.Rating.Matches != 1 || got.Game != info.ID {
						t.Errorf("seat %d has the rating %+v", seat+1, got)
					}
					scores, err := c.Engine.Scores(t.Context(), "", c.Players[seat].ID)
					if err != nil || len(scores) != 1 || scores[0].Matches != 1 || scores[0].Won != wins(c, seat) {
						t.Errorf("seat %d has the scores %+v, %v; the result is %+v", seat+1, scores, err, f.Result)
					}
				}
			})
		}
	}
}

// wins returns 1 for a player among the winners.
func wins(c *roomstest.Table, player int) int {
	if slices.Contains(c.LoadNow().Result.Winners, games.Seat(player+1)) {
		return 1
	}
	return 0
}

// The first moves of a match on a board are found by the position they lead to, with the result
// for their player.
func TestOpeningsAreFound(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	c.Open(tables.Proposal{Game: "camelot", Public: true})
	f := playOut(c, 2)
	c.ArchiveAll()
	start, _ := f.Table.At(0).State().View(games.Spectator).(parker.View)
	for ply, won := range []int{0, 1} { // seat 1 resigned
		move := f.Events[ply].Text
		got, err := c.Engine.Continuations(t.Context(), archive.HashPosition(start.Position()))
		if err != nil || len(got) != 1 || got[0] != (db.Continuation{Move: move, Matches: 1, Won: won}) {
			t.Errorf("after %d moves %v, %v follow, want %s, %d won", ply, got, err, move, won)
		}
		start, _ = f.Table.At(ply + 1).State().View(games.Spectator).(parker.View)
	}
}

// These do not count: casual matches, matches of one person, and matches that were called off.
// Matches against bots count only for the bots.
func TestWhatIsRated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		p      tables.Proposal
		plies  int
		rated  bool
		listed bool
	}{
		{"usual", tables.Proposal{}, 5, true, true},
		{"short", tables.Proposal{}, 4, false, true},
		{"private", tables.Proposal{}, 5, false, false},
		{"casual", tables.Proposal{Casual: true}, 5, false, true},
		{"bots", tables.Proposal{Bots: map[games.Seat]int{2: 3}}, 1, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := roomstest.NewTable(t, catalog.Find)
			test.p.Game, test.p.Public = "cam", test.listed
			if test.p.Bots == nil {
				c.Open(test.p)
			} else {
				test.p.Seat = 1
				f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, test.p, nil)
				if err != nil {
					t.Fatal(err)
				}
				c.ID = f.ID
			}
			for ply := range test.plies {
				seat := games.Seat(ply%2 + 1)
				c.MustPost(int(seat), ply, roomstest.Legal(as(c, seat), seat)[0])
			}
			c.MustPost(1, c.Ply(), "resign")
			c.ArchiveAll()
			if got := c.LoadNow(); archive.Counts(got.Match) != test.rated || archive.EndedEarly(got.Match) != (test.name == "short") {
				t.Errorf("the match says that it counts: %v, that it was short: %v", archive.Counts(got.Match), archive.EndedEarly(got.Match))
			}
			if got := c.RatingOf(c.Players[0].ID); (got.Rating.Matches > 0) != test.rated {
				t.Errorf("the player has the rating %+v", got)
			}
			bot := c.RatingOf(db.BotPlayer(3, 1).ID)
			if (bot.Rating.Matches > 0) != (test.p.Bots != nil) || test.p.Bots != nil && bot.Rating.Points <= 1500 {
				t.Errorf("the bot has the rating %+v", bot)
			}
			list, _, err := c.Engine.Archived(t.Context(), "", db.ArchiveFilter{}, "", 9)
			if err != nil || (len(list) == 1) != test.listed {
				t.Errorf("the archive has %v, %v", list, err)
			}
			own, _, err := c.Engine.Archived(t.Context(), c.Players[0].ID, db.ArchiveFilter{Player: c.Players[0].ID}, "", 9)
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
		if got := archive.AnswerStep(took); got != want {
			t.Errorf("answerStep(%v) = %d, want %d", took, got, want)
		}
	}
}

// A player who has left a rated match has lost it against everybody, whatever result the bot gets.
// The others are rated among themselves, and against that player.
func TestWhoLeavesARatedMatchIsLast(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "shannon", 3, clock.Control{Move: roomstest.Day})
	f := c.MustPost(2, 0, "resign")
	f = c.MustPost(1, f.Ply, "offer bot 2 5")
	f = c.MustPost(3, f.Ply, "accept bot")
	f.Rated, f.Ended = true, c.Wall
	f.Result = &games.Result{Winners: []games.Seat{2}, Scores: map[games.Seat]float64{1: 1, 2: 3, 3: 2}, Reason: "life"}
	e := archive.EndingOf(f)
	ada, bo, cy := c.Players[0].ID, c.Players[1].ID, c.Players[2].ID
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
	if e := archive.EndingOf(f); !slices.Equal(e.Rated, []string{ada, cy}) {
		t.Errorf("once bo has left the site, %v are rated", e.Rated)
	}
	f.Rated = false
	if e := archive.EndingOf(f); e.Rated != nil {
		t.Errorf("%v are rated by a match that is not", e.Rated)
	}
}
