package club

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/record"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
	"tableronde/handlers/club/clubtest"
)

// A match of chance has no state until its seed is made, of what all contribute,
// and its record proves that.
func TestChanceBeginsWithTheLastSeat(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, clubtest.FindCards)
	f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "wager", Seats: 3, Seat: 2, Contribution: "by Ada"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := FairOf(f.Match)
	commitment := before.Commitment
	if f.Dealt() || f.ViewFor(2) != nil || len(f.Acting())+len(f.legal(2)) != 0 || f.IsOver() || len(commitment) != 64 {
		t.Errorf("before the deal: %+v", f)
	}
	if _, err := c.Match(t.Context(), f.ID, c.players[0].ID); err != nil {
		t.Errorf("view before the deal: %v", err)
	}
	if _, err := c.Play(t.Context(), Post{Match: f.ID, Player: c.players[0].ID, Actions: []string{"play 1"}}); !errors.Is(err, ErrNotStarted) {
		t.Errorf("post before the deal: %v", err)
	}
	if _, err := f.Record(nil); !errors.Is(err, ErrNotStarted) {
		t.Errorf("record before the deal: %v", err)
	}
	for i, contribution := range []string{"by Bo", ""} {
		j := Joining{Match: f.ID, Player: c.players[i+1].ID, Seat: 1 + 2*i, Invite: f.Invite, Contribution: contribution}
		if f, err = c.Join(t.Context(), db.Once{}, j, nil); err != nil {
			t.Fatal(err)
		}
	}
	c.id = f.ID
	fair, _ := FairOf(f.Match)
	if fair.Commitment != commitment || fair.Secret != "" || fair.Seed != "" || fair.Contributions[0] != "by Bo" ||
		fair.Contributions[1] != "by Ada" || len(fair.Contributions[2]) != 16 {
		t.Errorf("after the start: %+v", fair)
	}
	seed := f.Secret.Seed(f.ID, []string{"by Bo", "by Ada", fair.Contributions[2]})
	want, err := table.New(wager.Rules{}, games.Setup{Seats: 3, Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.State().View(games.Omniscient), f.Table.State().View(games.Omniscient)); diff != "" {
		t.Errorf("dealt otherwise than by the seed: %s", diff)
	}
	if !slices.Equal(f.Match.ToAct, []games.Seat{1, 2, 3}) {
		t.Errorf("to act as stored: %v", f.Match.ToAct)
	}
	f = c.mustPost(1, 0, "abort")
	text, err := f.Record(nil)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := rec.Verify(clubtest.FindCards); err != nil || v.Commitment != commitment || !v.Seed {
		t.Errorf("Verify = %+v, %v\n%s", v, err, text)
	}
}

func TestSoloAndRematchOfChance(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, clubtest.FindCards)
	f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "wager", Seats: 3, Solo: true, Contribution: "me"}, nil)
	if err != nil || f.Contributions[0] != "me" || len(f.Contributions[2]) != 16 || len(f.Match.ToAct) != 3 {
		t.Fatalf("solo: %+v, %v", f, err)
	}
	c.open(Proposal{Game: "wager", Seats: 2})
	c.mustPost(1, 0, "abort")
	if _, err := c.Rematch(t.Context(), db.Once{}, c.id, c.players[1].ID, "again", nil); err != nil {
		t.Fatal(err)
	}
	next, err := c.Rematch(t.Context(), db.Once{}, c.id, c.players[0].ID, "", nil)
	if err != nil || next.Contributions[0] != "again" || len(next.Contributions[1]) != 16 || len(next.Match.ToAct) != 2 || next.Secret == f.Secret {
		t.Fatalf("rematch: %+v, %v", next, err)
	}
}

// What nobody has to decide is posted in the transaction of what leads to it.
func TestServerPostsWhatFollows(t *testing.T) {
	t.Parallel()
	for _, held := range []bool{true, false} {
		c, _, thief, _ := newTheft(t, Proposal{Seats: 3}, held)
		before := c.ply()
		published := len(c.hub.changes)
		f := c.mustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
		if got := texts(f.Events[before:]); len(got) != 2 || got[1] != fmt.Sprintf("%d: pass", thief) {
			t.Errorf("held %v: %v", held, got)
		}
		if n := len(c.hub.changes) - published; n != 1 || c.hub.changes[published].Ply != before+2 {
			t.Errorf("%d changes published: %+v", n, c.hub.changes[published:])
		}
	}
}

func TestOrdersAreFollowed(t *testing.T) {
	t.Parallel()
	c, _, thief, holder := newTheft(t, Proposal{Seats: 3}, true)
	ctx, player := t.Context(), c.players[holder-1].ID
	before, published := c.ply(), len(c.hub.changes)
	if left, err := c.SetOrders(ctx, c.id, player, 0, " shield  6 "); left != "shield 6" || err != nil {
		t.Fatalf("setOrders = %q, %v", left, err)
	}
	if c.ply() != before || len(c.hub.changes) != published {
		t.Errorf("orders are told: ply %d, %d changes", c.ply(), len(c.hub.changes)-published)
	}
	f := c.mustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
	// The bid that the orders go on with may be posted as well, if there is a 6.
	if got := texts(f.Events[before:]); len(got) < 2 || got[1] != fmt.Sprintf("%d: shield", holder) {
		t.Errorf("posted: %v", got)
	}
	want := "6"
	if len(f.Events) > before+2 {
		want = ""
	}
	if left, err := c.Orders(ctx, c.id, player, 0); left != want || err != nil {
		t.Errorf("orders afterwards: %q, %v, want %q", left, err, want)
	}
}
