package dbtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/db"
	"tableronde/games"
)

// checkReview checks the stored review of a match.
func checkReview(t *testing.T, s db.Store, match string, want db.Review) {
	t.Helper()
	got, err := s.ReviewOf(t.Context(), match)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("ReviewOf (-want +got):\n%s%v", diff, err)
	}
}

// checkPending checks which reviews are pending.
func checkPending(t *testing.T, s db.Store, last string, most int, want ...string) {
	t.Helper()
	got, err := s.PendingReviews(t.Context(), last, most)
	var ids []string
	for _, one := range got {
		ids = append(ids, one.Match)
	}
	if !slices.Equal(ids, want) || err != nil {
		t.Errorf("PendingReviews after %q = %v, %v, want %v", last, got, err, want)
	}
}

// A pending review becomes complete and then stays as it is. Players take turns, and each player's
// oldest request comes first.
func testReviews(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one, other := MustStart(t, s, ada, bo), MustStart(t, s, bo, ada)
	var turns []string
	if _, err := s.ReviewOf(ctx, one.ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a review that nobody has asked for: %v", err)
	}
	if err := s.AskReview(ctx, "nothing", ""); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the review of no match: %v", err)
	}
	asked := c.Now()
	mustAskReview(t, s, other.ID, "")
	c.Advance(time.Minute)
	mustAskReview(t, s, one.ID, "")
	mustAskReview(t, s, other.ID, "")
	checkReview(t, s, other.ID, db.Review{Asked: asked})
	checkPending(t, s, "", 9, other.ID, one.ID)
	checkPending(t, s, "", 1, other.ID)
	save := func(old, text string, done bool) {
		t.Helper()
		if err := s.SaveReview(ctx, other.ID, old, text, done); err != nil {
			t.Fatal(err)
		}
	}
	save("", "half", false)
	save("", "less", false)
	save("", "otherwise", true)
	checkReview(t, s, other.ID, db.Review{Text: "half", Asked: asked})
	checkPending(t, s, "", 9, other.ID, one.ID)
	c.Advance(time.Minute)
	redo := func(text string) {
		t.Helper()
		if err := s.RedoReview(ctx, other.ID, text); err != nil {
			t.Fatal(err)
		}
	}
	redo("half") // the review is incomplete
	save("half", "whole", true)
	save("whole", "again", true)
	save("whole", "again", false)
	mustAskReview(t, s, other.ID, "")
	whole := c.Now()
	c.Advance(time.Minute)
	redo("something else")
	checkReview(t, s, other.ID, db.Review{Text: "whole", Asked: asked, Done: whole})
	checkPending(t, s, "", 9, one.ID)
	redo("whole")
	checkReview(t, s, other.ID, db.Review{Asked: c.Now()})
	checkPending(t, s, "", 9, one.ID, other.ID)
	redone := c.Now()
	for i, asker := range []string{"b", "a", "a"} {
		c.Advance(time.Minute)
		turns = append(turns, MustStart(t, s, ada, bo).ID)
		mustAskReview(t, s, turns[i], asker)
	}
	checkPending(t, s, "", 9, turns[1], turns[2], turns[0], one.ID, other.ID)
	checkPending(t, s, "a", 9, turns[0], one.ID, other.ID, turns[1], turns[2])
	checkPending(t, s, "b", 1, one.ID)
	save("", "better", true)
	checkReview(t, s, other.ID, db.Review{Text: "better", Asked: redone, Done: c.Now()})
	for player, want := range map[string][]db.PlayerReview{
		ada.ID:    {{Match: other.ID, Game: other.Game, Seat: 2, Text: "better"}},
		bo.ID:     {{Match: other.ID, Game: other.Game, Seat: 1, Text: "better"}},
		"nothing": nil,
	} {
		got, err := s.ReviewsBy(ctx, player, 9)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("ReviewsBy (-want +got):\n%s%v", diff, err)
		}
	}
	if err := s.SaveReview(ctx, "nothing", "", "text", true); err != nil {
		t.Errorf("a review of a match that is gone: %v", err)
	}
}

// The last matches to end are listed for a review until they have one. A review that nobody has
// asked for comes after all others, until somebody asks for it.
func testUnaskedReviews(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	newestFirst := func(ids []string) []string {
		ids = slices.Clone(ids)
		slices.Reverse(ids)
		return ids
	}
	unreviewed := func(want ...string) {
		t.Helper()
		if got, err := s.Unreviewed(ctx); !slices.Equal(got, want) || err != nil {
			t.Errorf("Unreviewed = %v, %v, want %v", got, err, want)
		}
	}
	var ended []string
	for _, n := range []db.NewMatch{{}, {Tags: map[string]string{"Seat1": "Nolan"}}, {}, {Solo: true}, {}} {
		m := MustStart(t, s, ada, bo)
		if n.Solo || n.Tags != nil {
			n.Game, n.Seats, n.Host, n.ToAct, n.Solo = "camelot", 2, ada.ID, []games.Seat{1}, true
			m = MustCreate(t, s, n)
		}
		c.Advance(time.Minute)
		MustAppend(t, s, m.ID, Finish(1))
		unreviewed(newestFirst(ended)...)
		mustArchive(t, s, MustMatch(t, s, m.ID), db.Ending{Listed: !n.Solo || n.Tags != nil})
		if !n.Solo {
			ended = append(ended, m.ID)
		}
	}
	MustStart(t, s, ada, bo)
	first, second, third := ended[0], ended[1], ended[2]
	unreviewed(third, second, first)
	asked := c.Now()
	mustAskReview(t, s, second, db.NoAsker)
	checkReview(t, s, second, db.Review{Asked: asked, Unasked: true})
	mustAskReview(t, s, first, db.NoAsker)
	mustAskReview(t, s, first, db.NoAsker)
	unreviewed(third)
	c.Advance(time.Minute)
	mustAskReview(t, s, third, ada.ID)
	mustAskReview(t, s, third, db.NoAsker)
	unreviewed()
	checkPending(t, s, "", 9, third, first, second)
	checkPending(t, s, ada.ID, 9, third, first, second)
	if err := s.SaveReview(ctx, second, "", "half", false); err != nil {
		t.Fatal(err)
	}
	mustAskReview(t, s, second, "")
	checkReview(t, s, second, db.Review{Text: "half", Asked: asked})
	checkPending(t, s, "", 9, third, second, first)
	if err := s.SaveReview(ctx, first, "", "whole", true); err != nil {
		t.Fatal(err)
	}
	checkReview(t, s, first, db.Review{Text: "whole", Asked: asked, Done: c.Now()})
	unreviewed()
}

func mustAskReview(t *testing.T, s db.Store, match, asker string) {
	t.Helper()
	if err := s.AskReview(t.Context(), match, asker); err != nil {
		t.Fatal(err)
	}
}

// At most MaxPendingReviews wait, and at most MaxPlayerPendingReviews of one player. Complete
// reviews do not count.
func testManyReviews(t *testing.T, e Engine) {
	s, _ := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var matches []string
	tooMany := func(asker string) {
		t.Helper()
		if err := s.AskReview(t.Context(), MustStart(t, s, ada, bo).ID, asker); !errors.Is(err, db.ErrTooManyReviews) {
			t.Errorf("one review too many of %s: %v", asker, err)
		}
	}
	mustAskReview(t, s, MustStart(t, s, ada, bo).ID, db.NoAsker) // does not count
	for i := range db.MaxPendingReviews {
		matches = append(matches, MustStart(t, s, ada, bo).ID)
		mustAskReview(t, s, matches[i], fmt.Sprintf("player %02d", i/db.MaxPlayerPendingReviews))
		if i == db.MaxPlayerPendingReviews-1 {
			tooMany("player 00")
		}
	}
	tooMany("somebody else")
	tooMany(db.NoAsker)
	mustAskReview(t, s, matches[0], "somebody else")
	if err := s.SaveReview(context.Background(), matches[0], "", "whole", true); err != nil {
		t.Fatal(err)
	}
	mustAskReview(t, s, MustStart(t, s, ada, bo).ID, "player 00")
	tooMany("player 00")
	checkPending(t, s, "", 1, matches[1])
}
