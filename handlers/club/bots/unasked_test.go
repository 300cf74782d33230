package bots_test

import (
	"errors"
	"testing"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// unaskedToo lets a site review matches that nobody has asked for.
func unaskedToo(cfg *rooms.Config) { cfg.AllReviews = true }

// endMatch plays a match of Cam to the resignation after some moves.
func endMatch(c *roomstest.Table, moves int) (id string) {
	c.T.Helper()
	f := c.Open(tables.Proposal{Game: "cam", Seats: 2})
	for range moves {
		seat := f.Acting()[0]
		legal, _ := f.Legal(seat)
		f = c.MustPost(int(seat), f.Ply, legal[0])
	}
	c.MustPost(int(f.Acting()[0]), f.Ply, "resign")
	return c.ID
}

// wantReview checks whether a match has a complete review, or one that is not complete, or none.
func wantReview(c *roomstest.Table, when, id string, begun, done bool) {
	c.T.Helper()
	r, err := c.Engine.ReviewOf(c.T.Context(), id)
	if got := err == nil; got != begun || err != nil && !errors.Is(err, db.ErrNotFound) || !r.Done.IsZero() != done {
		c.T.Errorf("%s: the review is %+v, %v", when, r, err)
	}
}

// A match that has ended is reviewed without an asker. One of a single move is not.
func TestMatchesAreReviewedByThemselves(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, fewNodes, unaskedToo)
	older, short, newer := endMatch(c, 2*bots.ReviewStep+1), endMatch(c, 1), endMatch(c, 2)
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "before the archive has it", older, false, false)
	c.ArchiveAll()
	c.Work(c.Bots.ReviewWorker())
	for _, id := range []string{older, newer} {
		wantReview(c, "after the work", id, true, true)
	}
	wantReview(c, "of one move", short, false, false)
	if list, err := c.Engine.PendingReviews(t.Context(), "", 9); len(list) > 0 || err != nil {
		t.Errorf("pending are %v, %v", list, err)
	}
	f, err := c.Match.Match(t.Context(), short, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := c.Bots.ReviewOf(t.Context(), f, c.Players[0].ID); err != nil || r.Done || r.Of != 1 {
		t.Errorf("the review of one move is %+v, %v", r, err)
	}
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "asked for", short, true, true)
}

// A site that makes only the reviews that are asked for leaves the others.
func TestReviewsOnlyIfAsked(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, fewNodes)
	id := endMatch(c, 4)
	c.ArchiveAll()
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "nobody asked", id, false, false)
}

// mustReview opens the review of a match for the first player.
func mustReview(c *roomstest.Table, id string) bots.Reviewed {
	c.T.Helper()
	r, err := c.Bots.Review(c.T.Context(), id, c.Players[0].ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return r
}

// A review without an asker rests while somebody waits for another one. Once somebody asks for it,
// it is made like all others.
func TestUnaskedReviewRestsForAskers(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, fewNodes, unaskedToo)
	begun, asked := endMatch(c, 2*bots.ReviewStep+1), endMatch(c, 2*bots.ReviewStep+1)
	if err := c.Engine.AskReview(t.Context(), begun, db.NoAsker); err != nil {
		t.Fatal(err)
	}
	mustReview(c, asked)
	if err := c.Bots.GoOn(t.Context(), begun); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Engine.ReviewOf(t.Context(), begun); err != nil || r.Text != "" || !r.Unasked {
		t.Errorf("while somebody waits: %+v, %v", r, err)
	}
	if r := mustReview(c, begun); r.Done || r.Of != 2*bots.ReviewStep+1 {
		t.Errorf("opened before it is made: %+v", r)
	}
	if r, err := c.Engine.ReviewOf(t.Context(), begun); err != nil || r.Unasked {
		t.Errorf("after somebody has asked: %+v, %v", r, err)
	}
	for range 3 { // steps
		c.Work(c.Bots.ReviewWorker())
	}
	wantReview(c, "asked for", asked, true, true)
	wantReview(c, "begun before", begun, true, true)
}

// A review without an asker that was begun before a restart is completed after it.
func TestUnaskedReviewGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, fewNodes, unaskedToo)
	id := endMatch(c, 2*bots.ReviewStep+1)
	if err := c.Engine.AskReview(t.Context(), id, db.NoAsker); err != nil {
		t.Fatal(err)
	}
	if done, err := c.Bots.ContinueReview(t.Context(), id); err != nil || done {
		t.Fatalf("ContinueReview = %v, %v", done, err)
	}
	c.Reopen(func(string) {})
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "after the restart", id, true, true)
	if r := mustReview(c, id); len(r.Review.Moves) != 2*bots.ReviewStep+1 {
		t.Errorf("the review has %d moves", len(r.Review.Moves))
	}
}

// While a bot has a move to make, nothing is reviewed without an asker.
func TestUnaskedReviewRestsForBots(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "cam", 2, 2, fewNodes, unaskedToo)
	bot := c.ID
	ended := endMatch(c, 4)
	c.ArchiveAll()
	clock.Advance(match.BotPause)
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "while the bot is to move", ended, false, false)
	c.ID = bot
	c.MustPlayBot(clock)
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "after its move", ended, true, true)
}

// While another search runs, a review without an asker waits for no place: the worker stays free for
// the reviews that somebody asks for.
func TestUnaskedReviewRestsForSearches(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, fewNodes, unaskedToo)
	unasked, asked := endMatch(c, 4), endMatch(c, 4)
	if err := c.Engine.AskReview(t.Context(), unasked, db.NoAsker); err != nil {
		t.Fatal(err)
	}
	end := c.Bots.Searches().Occupy(t, 1)
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "beside another search", unasked, true, false)
	mustReview(c, asked)
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "asked for beside another search", asked, true, true)
	wantReview(c, "beside another search", unasked, true, false)
	end()
	c.Work(c.Bots.ReviewWorker())
	wantReview(c, "alone", unasked, true, true)
}
