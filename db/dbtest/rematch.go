package dbtest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

const week = 7 * 24 * time.Hour

// vote returns a player's vote to repeat a match, with each player moved on by one seat.
func vote(m db.Match, player db.Player) db.RematchVote {
	return db.RematchVote{Match: m.ID, Player: player.ID, Lasts: week, Next: func(m db.Match) db.NewMatch {
		reserve := make(map[games.Seat]string)
		for i, p := range m.Seats {
			reserve[games.Seat((i+1)%len(m.Seats)+1)] = p.ID
		}
		return db.NewMatch{Game: m.Game, Version: m.Version, Seats: len(m.Seats), Host: m.Host, Chance: m.Chance(),
			Reserve: reserve, ToAct: []games.Seat{1}}
	}}
}

func mustVote(t testing.TB, s db.Store, v db.RematchVote) db.Match {
	t.Helper()
	m, err := s.VoteRematch(context.Background(), db.Once{}, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkTurns checks the matches that wait for a player, by their number and in the lists.
func checkTurns(t *testing.T, s db.Store, p db.Player, want int, asked ...string) {
	t.Helper()
	turns, err := s.Turns(t.Context(), p.ID)
	if turns.Count != want || err != nil {
		t.Errorf("Turns of %s = %d, %v, want %d", p.Name, turns.Count, err, want)
	}
	await, _, err := s.MatchesOf(t.Context(), p.ID, db.Filter{Turn: true, Shared: true, Asked: true}, "", 10)
	if len(await) != want || err != nil {
		t.Errorf("%d matches await %s, %v, want %d", len(await), p.Name, err, want)
	}
	if newest := idsOf(await[:min(2, len(await))]); !slices.Equal(turns.First, newest) {
		t.Errorf("Turns of %s are the newest in %v, want %v", p.Name, turns.First, newest)
	}
	list, _, err := s.MatchesOf(t.Context(), p.ID, db.Filter{Asked: true}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	if ids := idsOf(list); !slices.Equal(ids, asked) {
		t.Errorf("%s is asked in %v, want %v", p.Name, ids, asked)
	}
}

func testRematchBeginsWhenAllHaveAccepted(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	old := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Chance: true, Reserve: map[games.Seat]string{2: bo.ID, 3: cy.ID}})
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote(old, ada), nil); err != db.ErrNotOver {
		t.Errorf("a rematch too early: %v, want %v", err, db.ErrNotOver)
	}
	MustAppend(t, s, old.ID, Finish(1))
	wish := vote(old, bo)
	wish.Contribution = "from Bo"
	got := mustVote(t, s, wish)
	offer := db.RematchOffer{By: 2, Until: c.Now().Add(week), Accepted: []games.Seat{2}}
	if diff := cmp.Diff(offer, got.Offered); diff != "" || got.ID != old.ID || !slices.Equal(got.Asked, []games.Seat{1, 3}) {
		t.Errorf("after the offer %v are asked, and it is (-want +got):\n%s", got.Asked, diff)
	}
	if again := mustVote(t, s, vote(old, bo)); again.ID != old.ID || len(again.Offered.Accepted) != 1 {
		t.Errorf("offered twice it is %+v", again.Offered)
	}
	checkTurns(t, s, ada, 1, old.ID)
	checkTurns(t, s, bo, 0)
	got = mustVote(t, s, vote(old, cy))
	if !slices.Equal(got.Asked, []games.Seat{1}) || !slices.Equal(got.Offered.Accepted, []games.Seat{2, 3}) {
		t.Errorf("after one has accepted, %v are asked, %v have accepted", got.Asked, got.Offered.Accepted)
	}
	checkTurns(t, s, cy, 0)
	next := mustVote(t, s, vote(old, ada))
	if next.RematchOf != old.ID || next.Started.IsZero() || next.Seats[0] != cy || next.Seats[2] != bo || next.Contributions[2] != "from Bo" {
		t.Errorf("the rematch is %+v", next)
	}
	if m := MustMatch(t, s, old.ID); m.Rematch != next.ID || m.Asked != nil || m.Offered.By != 0 {
		t.Errorf("the match before is left with rematch %q, %v asked, offer %+v", m.Rematch, m.Asked, m.Offered)
	}
	var there *db.Rematched
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote(old, ada), nil); !errors.As(err, &there) || there.ID != next.ID {
		t.Errorf("a rematch again: %v, want %s", err, next.ID)
	}
}

// Each player who must answer an offer gets one notification, in the transaction of the offer.
func testRematchOfferIsInTheOutbox(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	old := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID, 3: cy.ID}})
	MustAppend(t, s, old.ID, Finish(1))
	check := func(doing string, want ...db.Player) {
		t.Helper()
		list, err := s.Notices(t.Context(), 10)
		var ids []int64
		var got, players []string
		for _, n := range list {
			ids = append(ids, n.ID)
			got = append(got, n.Recipient)
			n.ID = 0
			if diff := cmp.Diff(db.Notice{Kind: db.NoticeInvited, Recipient: n.Recipient, Match: old.ID, Ply: 1, At: c.Now()}, n); diff != "" {
				t.Errorf("%s: notice (-want +got):\n%s", doing, diff)
			}
		}
		for _, p := range want {
			players = append(players, p.ID)
		}
		if !slices.Equal(got, players) || err != nil {
			t.Errorf("%s: notices for %v, %v, want %v", doing, got, err, players)
		}
		if err := s.DispatchNotices(t.Context(), ids, nil); err != nil {
			t.Error(err)
		}
	}
	mustVote(t, s, vote(old, bo))
	check("an offer", ada, cy)
	mustVote(t, s, vote(old, bo))
	check("the same offer again")
	if _, err := s.DeclineRematch(t.Context(), db.Once{}, old.ID, bo.ID, nil); err != nil {
		t.Fatal(err)
	}
	check("taken back")
	mustVote(t, s, vote(old, cy))
	check("another offer", ada, bo)
	mustVote(t, s, vote(old, ada))
	check("accepted by one")
	mustVote(t, s, vote(old, bo))
	check("accepted by all")
}

func testRematchIsDeclinedOrTakenBack(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	old := MustStart(t, s, ada, bo)
	MustAppend(t, s, old.ID, Finish(1))
	decline := func(p db.Player, want error) {
		t.Helper()
		if _, err := s.DeclineRematch(t.Context(), db.Once{}, old.ID, p.ID, nil); err != want {
			t.Errorf("DeclineRematch by %s: %v, want %v", p.Name, err, want)
		}
	}
	decline(bo, db.ErrNoOffer)
	mustVote(t, s, vote(old, ada))
	decline(ada, nil)
	checkTurns(t, s, bo, 0)
	mustVote(t, s, vote(old, ada))
	checkTurns(t, s, bo, 1, old.ID)
	decline(bo, nil)
	checkTurns(t, s, bo, 0)
	if m := MustMatch(t, s, old.ID); m.Offered.By != 1 || m.Offered.Declined != 2 || m.Asked != nil {
		t.Errorf("the declined offer is %+v", m.Offered)
	}
	decline(ada, db.ErrNoOffer)
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote(old, ada), nil); err != db.ErrDeclined {
		t.Errorf("offering again: %v, want %v", err, db.ErrDeclined)
	}
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote(old, MustPlayer(t, s, "Eve")), nil); err != db.ErrNotFound {
		t.Errorf("offered by a stranger: %v, want %v", err, db.ErrNotFound)
	}
	if m := mustVote(t, s, vote(old, bo)); m.Offered.By != 2 || m.Offered.Declined != 0 || m.RematchOf != "" {
		t.Errorf("who declined offers: %+v", m.Offered)
	}
	other := MustStart(t, s, ada, bo)
	checkTurns(t, s, ada, 2, old.ID)
	MustAppend(t, s, other.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "move"}}, ToAct: []games.Seat{2}}, nil
	})
	checkTurns(t, s, ada, 1, old.ID)
	c.Advance(week)
	checkTurns(t, s, ada, 0)
	MustAppend(t, s, other.ID, Finish(2))
	decline(ada, db.ErrNoOffer)
	if m := mustVote(t, s, vote(old, ada)); m.ID != old.ID || m.Offered.By != 1 {
		t.Errorf("accepting what has expired offers anew: %+v", m.Offered)
	}
	checkTurns(t, s, bo, 1, old.ID)
}

func testRematchOfManyVotesIsOne(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	old := MustStart(t, s, ada, bo)
	MustAppend(t, s, old.ID, Finish(1))
	var wg sync.WaitGroup
	for range 8 {
		for _, p := range []db.Player{ada, bo} {
			wg.Go(func() {
				var there *db.Rematched
				if _, err := s.VoteRematch(context.Background(), db.Once{}, vote(old, p), nil); err != nil && !errors.As(err, &there) {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if list, _, err := s.MatchesOf(t.Context(), ada.ID, db.Filter{}, "", 10); len(list) != 2 || err != nil {
		t.Errorf("%d matches, %v, want the old one and its rematch", len(list), err)
	}
}

// An offer within a match waits for the answers of some seats, until the match
// goes on without it.
func testAsked(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	post := func(text string, asked ...games.Seat) db.Decide {
		return func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: []db.Event{{Seat: 1, Text: text}}, ToAct: []games.Seat{1}, Asked: asked}, nil
		}
	}
	checkTurns(t, s, bo, 0)
	if got := MustAppend(t, s, m.ID, post("offer draw", 2)); !slices.Equal(got.Asked, []games.Seat{2}) {
		t.Errorf("asked: %v", got.Asked)
	}
	checkTurns(t, s, ada, 1)
	checkTurns(t, s, bo, 1, m.ID)
	if list, _, err := s.MatchesOf(t.Context(), bo.ID, db.Filter{Turn: true}, "", 10); len(list) != 0 || err != nil {
		t.Errorf("%d matches, %v, in which a decision is owed", len(list), err)
	}
	MustAppend(t, s, m.ID, post("decline draw"))
	checkTurns(t, s, bo, 0)
	MustAppend(t, s, m.ID, post("offer draw", 2))
	MustAppend(t, s, m.ID, Finish(1))
	checkTurns(t, s, bo, 0)
	if got := MustMatch(t, s, m.ID); got.Asked != nil {
		t.Errorf("after the end %v are asked", got.Asked)
	}
}
