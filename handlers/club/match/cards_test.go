package match_test

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
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// A match of chance has no state until its seed is made from all contributions, and its record
// proves that.
func TestChanceBeginsWithTheLastSeat(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager", Seats: 3, Seat: 2, Contribution: "by Ada"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := match.FairOf(f.Match)
	commitment := before.Commitment
	if f.Dealt() || f.ViewFor(2) != nil || len(f.Acting())+len(roomstest.Legal(f, 2)) != 0 || f.IsOver() || len(commitment) != 64 {
		t.Errorf("before the deal: %+v", f)
	}
	if _, err := c.Match.Match(t.Context(), f.ID, c.Players[0].ID); err != nil {
		t.Errorf("view before the deal: %v", err)
	}
	if _, err := c.Match.Play(t.Context(), match.Post{Match: f.ID, Player: c.Players[0].ID, Actions: []string{"play 1"}}); !errors.Is(err, match.ErrNotStarted) {
		t.Errorf("post before the deal: %v", err)
	}
	if _, err := f.Record(nil); !errors.Is(err, match.ErrNotStarted) {
		t.Errorf("record before the deal: %v", err)
	}
	for i, contribution := range []string{"by Bo", ""} {
		j := tables.Joining{Match: f.ID, Player: c.Players[i+1].ID, Seat: 1 + 2*i, Invite: f.Invite, Contribution: contribution}
		if f, err = c.Tables.Join(t.Context(), db.Once{}, j, nil); err != nil {
			t.Fatal(err)
		}
	}
	c.ID = f.ID
	fair, _ := match.FairOf(f.Match)
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
	f = c.MustPost(1, 0, "abort")
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
	c := roomstest.NewTable(t, clubtest.FindCards)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager", Seats: 3, Solo: true, Contribution: "me"}, nil)
	if err != nil || f.Contributions[0] != "me" || len(f.Contributions[2]) != 16 || len(f.Match.ToAct) != 3 {
		t.Fatalf("solo: %+v, %v", f, err)
	}
	c.Open(tables.Proposal{Game: "wager", Seats: 2})
	c.MustPost(1, 0, "abort")
	if _, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[1].ID, "again", nil); err != nil {
		t.Fatal(err)
	}
	next, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[0].ID, "", nil)
	if err != nil || next.Contributions[0] != "again" || len(next.Contributions[1]) != 16 || len(next.Match.ToAct) != 2 || next.Secret == f.Secret {
		t.Fatalf("rematch: %+v, %v", next, err)
	}
}

// Events that nobody has to decide are posted in the transaction of the event that leads to them.
func TestServerPostsWhatFollows(t *testing.T) {
	t.Parallel()
	for _, held := range []bool{true, false} {
		c, _, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3}, held)
		before := c.Ply()
		published := len(c.Hub.Changes)
		f := c.MustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
		if got := roomstest.Texts(f.Events[before:]); len(got) != 2 || got[1] != fmt.Sprintf("%d: pass", thief) {
			t.Errorf("held %v: %v", held, got)
		}
		if n := len(c.Hub.Changes) - published; n != 1 || c.Hub.Changes[published].Ply != before+2 {
			t.Errorf("%d changes published: %+v", n, c.Hub.Changes[published:])
		}
	}
}

func TestOrdersAreFollowed(t *testing.T) {
	t.Parallel()
	c, _, thief, holder := roomstest.NewTheft(t, tables.Proposal{Seats: 3}, true)
	ctx, player := t.Context(), c.Players[holder-1].ID
	before, published := c.Ply(), len(c.Hub.Changes)
	if left, err := c.Match.SetOrders(ctx, c.ID, player, 0, " shield  6 "); left != "shield 6" || err != nil {
		t.Fatalf("setOrders = %q, %v", left, err)
	}
	if c.Ply() != before || len(c.Hub.Changes) != published {
		t.Errorf("orders are told: ply %d, %d changes", c.Ply(), len(c.Hub.Changes)-published)
	}
	f := c.MustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
	// The bid that the orders go on with may be posted as well, if there is a 6.
	if got := roomstest.Texts(f.Events[before:]); len(got) < 2 || got[1] != fmt.Sprintf("%d: shield", holder) {
		t.Errorf("posted: %v", got)
	}
	want := "6"
	if len(f.Events) > before+2 {
		want = ""
	}
	if left, err := c.Match.Orders(ctx, c.ID, player, 0); left != want || err != nil {
		t.Errorf("orders afterwards: %q, %v, want %q", left, err, want)
	}
}
