package dbtest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// Bots get seats of a new match, which starts at once when all other seats are theirs. They are due
// with the change that makes it their turn.
func testBots(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada := MustPlayer(t, s, "Ada")
	at := func(seconds int) time.Time { return c.Now().Add(time.Duration(seconds) * time.Second) }
	begin := func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{ToAct: []games.Seat{1}, BotDue: at(5)}, nil
	}
	m := MustCreate(t, s, db.NewMatch{Seats: 4, Host: ada.ID, HostSeat: 2, Bots: map[games.Seat]int{1: 3, 3: 3, 4: 5}, Begin: begin})
	var ids []string
	var levels []int
	for _, p := range m.Seats {
		ids, levels = append(ids, p.ID), append(levels, p.Bot)
	}
	want := []string{db.BotPlayer(3, 1).ID, ada.ID, db.BotPlayer(3, 2).ID, db.BotPlayer(5, 1).ID}
	if !slices.Equal(ids, want) || !slices.Equal(levels, []int{3, 0, 3, 5}) || m.Started.IsZero() || !m.AgainstBots() {
		t.Errorf("the seats are %v of levels %v, started %v", ids, levels, m.Started)
	}
	due := func(m db.Match, when time.Time) {
		t.Helper()
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" || !m.BotDue.Equal(when) {
			t.Errorf("due %v, want %v; stored (-returned +stored):\n%s", m.BotDue, when, diff)
		}
	}
	due(m, at(5))
	later := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 2, Bots: map[games.Seat]int{1: 3}, Begin: func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}}, ToAct: []games.Seat{1}, BotDue: at(7)}, nil
	}})
	due(later, at(7))
	checkBotsDue(t, s, at(7), 9, m.ID, later.ID)
	checkBotsDue(t, s, at(7), 1, m.ID)
	bo := MustPlayer(t, s, "Bo")
	other := MustCreate(t, s, db.NewMatch{Seats: 2, Host: bo.ID, HostSeat: 2, Bots: map[games.Seat]int{1: 3}, Begin: func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{ToAct: []games.Seat{1}, BotDue: at(9)}, nil
	}})
	if got, err := s.BotsDue(t.Context(), at(9), 9); err != nil || !slices.Equal(got, []db.DueBot{{Match: m.ID, For: ada.ID}, {Match: other.ID, For: bo.ID}, {Match: later.ID, For: ada.ID}}) {
		t.Errorf("BotsDue = %v, %v", got, err)
	}
	MustAppend(t, s, other.ID, Finish(1))
	checkBotsDue(t, s, at(4), 9)
	for after, want := range map[int]time.Time{0: at(5), 5: at(7), 7: {}} {
		if next, err := s.NextBotDue(t.Context(), at(after)); !next.Equal(want) || err != nil {
			t.Errorf("NextBotDue after %d s = %v, %v, want %v", after, next, err, want)
		}
	}
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{2: "x"}}, nil
	})
	due(m, at(5))
	m = MustAppend(t, s, m.ID, Move("y"))
	due(m, time.Time{})
	checkBotsDue(t, s, at(9), 9, later.ID)
	p, err := s.Player(t.Context(), db.BotPlayer(3, 2).ID)
	if p.Name != "Knight 2 (computer)" || p.Bot != 3 || err != nil {
		t.Errorf("the bot is %+v, %v", p, err)
	}
}

// Exhibitions are hosted by a bot, and listed for nobody else. They can be deleted once they are
// over, with their events.
func testExhibitions(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	show := func() db.Match {
		t.Helper()
		return MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Host: db.Exhibitor().ID, Bots: map[games.Seat]int{1: 4, 2: 5}, Begin: func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{ToAct: []games.Seat{1}}, nil
		}})
	}
	first, second := show(), show()
	practice := MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 5}})
	if !first.IsExhibition() || practice.IsExhibition() || first.Public || first.Started.IsZero() || first.AgainstBots() {
		t.Errorf("the exhibition is %+v", first)
	}
	listed := func(most int, want ...string) {
		t.Helper()
		list, err := s.ListExhibitions(t.Context(), most)
		var ids []string
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		if err != nil || !slices.Equal(ids, want) {
			t.Errorf("ListExhibitions(%d) = %v, %v, want %v", most, ids, err, want)
		}
	}
	listed(9, second.ID, first.ID)
	listed(1, second.ID)
	for _, over := range []bool{false, true} {
		if list, err := s.PublicMatches(t.Context(), over, 9); len(list) != 0 || err != nil {
			t.Errorf("public matches, over %v: %v, %v", over, list, err)
		}
	}
	MustAppend(t, s, first.ID, Move("x"))
	MustAppend(t, s, first.ID, Finish(1))
	MustAppend(t, s, practice.ID, Finish(1))
	for id, want := range map[string]error{second.ID: db.ErrNotOver, practice.ID: db.ErrNotFound, "absent000000": db.ErrNotFound} {
		if err := s.DeleteExhibition(t.Context(), id); !errors.Is(err, want) {
			t.Errorf("DeleteExhibition(%s) = %v, want %v", id, err, want)
		}
	}
	if err := s.DeleteExhibition(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	listed(9, second.ID)
	if _, err := s.Match(t.Context(), first.ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("after its deletion: %v", err)
	}
}

// Wins of one person against bots are counted by game and level: not the ones against people, of
// bots, of others, nor draws. Bots of two levels count for the lower one.
func testBotWins(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	play := func(game string, host db.Player, bots map[games.Seat]int, winners ...games.Seat) {
		t.Helper()
		m := MustCreate(t, s, db.NewMatch{Game: game, Seats: len(bots) + 1, Host: host.ID, HostSeat: 1, Bots: bots})
		MustAppend(t, s, m.ID, end(games.Result{Winners: winners, Reason: "castle"}))
	}
	play("cam", ada, map[games.Seat]int{2: 1}, 1)
	play("cam", ada, map[games.Seat]int{2: 1}, 1)
	play("cam", ada, map[games.Seat]int{2: 1}, 2)
	play("cam", ada, map[games.Seat]int{2: 3})
	play("cam", ada, map[games.Seat]int{2: 5}, 1)
	play("grand-camelot", ada, map[games.Seat]int{2: 4, 3: 2, 4: 4}, 1, 3)
	play("cam", bo, map[games.Seat]int{2: 1}, 1)
	MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 2}})
	MustAppend(t, s, MustStart(t, s, ada, bo).ID, end(games.Result{Winners: []games.Seat{1}, Reason: "castle"}))
	for player, want := range map[db.Player][]db.BotWins{
		ada: {{Game: "cam", Level: 1, Wins: 2}, {Game: "cam", Level: 5, Wins: 1}, {Game: "grand-camelot", Level: 2, Wins: 1}},
		bo:  {{Game: "cam", Level: 1, Wins: 1}},
	} {
		got, err := s.BotWins(t.Context(), player.ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("BotWins of %s, %v (-want +got):\n%s", player.Name, err, diff)
		}
	}
}

// Bots take the seats of players in a match that goes on, with an event or without one.
func testBotsTakeOver(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	at := c.Now().Add(time.Second)
	m := MustCreate(t, s, db.NewMatch{Seats: 4, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{4: 3}})
	for i, p := range []db.Player{bo, cy} {
		if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: p.ID, Seat: games.Seat(i + 2), Invite: m.Invite}, nil); err != nil {
			t.Fatal(err)
		}
	}
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}}, ToAct: []games.Seat{2, 3}}, nil
	})
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{TakenOver: map[games.Seat]int{2: 3}, BotDue: at}, nil
	})
	check := func(want ...string) {
		t.Helper()
		var ids []string
		for _, p := range m.Seats {
			ids = append(ids, p.ID)
		}
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" || !slices.Equal(ids, want) || !m.BotDue.Equal(at) {
			t.Errorf("seats %v, want %v, due %v; stored (-returned +stored):\n%s", ids, want, m.BotDue, diff)
		}
		checkBotsDue(t, s, at, 9, m.ID)
	}
	check(ada.ID, db.BotPlayer(3, 2).ID, cy.ID, db.BotPlayer(3, 1).ID)
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 3, Text: "y"}}, ToAct: []games.Seat{2}, TakenOver: map[games.Seat]int{3: 3}, BotDue: at}, nil
	})
	check(ada.ID, db.BotPlayer(3, 2).ID, db.BotPlayer(3, 3).ID, db.BotPlayer(3, 1).ID)
	live := db.Filter{Over: new(bool)}
	for p, want := range map[string]int{ada.ID: 1, bo.ID: 0, cy.ID: 0} {
		for _, f := range []db.Filter{{}, live} {
			if list, _, err := s.MatchesOf(t.Context(), p, f, "", db.MaxPage); len(list) != want || err != nil {
				t.Errorf("%s has %d matches, want %d, %v", p, len(list), want, err)
			}
		}
	}
	if m.LeftBy(ada.ID) || m.LeftBy("") || !m.LeftBy(bo.ID) || m.StandsFor[2] != (db.Player{ID: cy.ID, Name: "Cy"}) {
		t.Errorf("bots play on for %+v", m.StandsFor)
	}
	checkLeft(t, s, map[string][2]int{ada.ID: {1, 0}, bo.ID: {1, 1}, cy.ID: {1, 1}})
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Replaced: map[games.Seat]string{3: cy.ID}, BotDue: at}, nil
	})
	check(ada.ID, db.BotPlayer(3, 2).ID, cy.ID, db.BotPlayer(3, 1).ID)
	MustAppend(t, s, m.ID, Finish(1))
	checkLeft(t, s, map[string][2]int{ada.ID: {0, 0}, bo.ID: {0, 1}, cy.ID: {0, 0}})
	_, err := s.Append(t.Context(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{TakenOver: map[games.Seat]int{5: 3}}, nil
	})
	if !errors.Is(err, db.ErrNoSeat) {
		t.Errorf("a seat that is not there: %v", err)
	}
}

// A bot that takes the seat of a bot plays on for the same player as the former bot, or for
// nobody.
func testBotsAfterBots(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{3: 3}})
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID, Seat: 2, Invite: m.Invite}, nil); err != nil {
		t.Fatal(err)
	}
	for _, levels := range []map[games.Seat]int{{2: 1}, {2: 5, 3: 2}} {
		m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{TakenOver: levels, BotDue: c.Now()}, nil
		})
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" || m.StandsFor[1].ID != bo.ID || m.StandsFor[2].ID != "" || m.Seats[1].Bot != levels[2] {
			t.Errorf("after %v, bots play on for %+v; (-returned +stored):\n%s", levels, m.StandsFor, diff)
		}
	}
}

// checkLeft compares two counts: the listed matches under way, including the ones that the
// player has left, and all matches that the player has left.
func checkLeft(t *testing.T, s db.Store, want map[string][2]int) {
	t.Helper()
	for player, want := range want {
		for i, f := range []db.Filter{{Over: new(bool), Left: true}, {Left: true}} {
			if list, _, err := s.MatchesOf(t.Context(), player, f, "", db.MaxPage); len(list) != want[i] || err != nil {
				t.Errorf("%s has %d matches by %+v, want %d, %v", player, len(list), f, want[i], err)
			}
		}
	}
}

func checkBotsDue(t *testing.T, s db.Store, by time.Time, most int, want ...string) {
	t.Helper()
	got, err := s.BotsDue(t.Context(), by, most)
	var ids []string
	for _, due := range got {
		ids = append(ids, due.Match)
	}
	if !slices.Equal(ids, want) || err != nil {
		t.Errorf("BotsDue = %v, %v, want %v", got, err, want)
	}
}

// The number of unfinished matches of a player against bots is limited, and so is the number
// begun within an hour. All ways to begin such a match count. Other matches do not.
func testMatchesAgainstBotsAreBounded(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	limits := db.BotLimits{Unfinished: 2, AnHour: 4}
	against := db.NewMatch{Game: "cam", Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 1}, BotLimits: limits}
	begin := func(want error) (m db.Match) {
		t.Helper()
		m, err := s.CreateMatch(t.Context(), db.Once{}, against, nil)
		if err != want {
			t.Fatalf("a match against a bot: %v, want %v", err, want)
		}
		return m
	}
	finish := func(m db.Match) {
		t.Helper()
		MustAppend(t, s, m.ID, Finish(1))
	}
	open := MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Host: ada.ID, HostSeat: 1, BotLimits: limits})
	MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Host: bo.ID, HostSeat: 1, Bots: against.Bots, BotLimits: limits})
	MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 3, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, Bots: map[games.Seat]int{3: 1}, BotLimits: limits})
	first, second := begin(nil), begin(nil)
	begin(db.ErrManyBotMatches)
	seat := db.Joining{Match: open.ID, Bot: 2, Host: ada.ID, BotLimits: limits}
	if _, err := s.JoinMatch(t.Context(), db.Once{}, seat, nil); err != db.ErrManyBotMatches {
		t.Errorf("a bot at an open table: %v", err)
	}
	finish(first)
	if _, err := s.JoinMatch(t.Context(), db.Once{}, seat, nil); err != nil {
		t.Errorf("a bot at an open table: %v", err)
	}
	finish(second)
	finish(begin(nil))
	begin(db.ErrManyBotStarts)
	vote := db.RematchVote{Match: first.ID, Player: ada.ID, Lasts: time.Hour, Next: func(old db.Match) db.NewMatch {
		return db.NewMatch{Game: "cam", Seats: 2, Host: ada.ID, Reserve: map[games.Seat]string{1: old.Seats[1].ID, 2: ada.ID}, BotLimits: limits}
	}}
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote, nil); err != db.ErrManyBotStarts {
		t.Errorf("a rematch: %v", err)
	}
	c.Advance(time.Hour)
	if _, err := s.VoteRematch(t.Context(), db.Once{}, vote, nil); err != nil {
		t.Errorf("a rematch after an hour: %v", err)
	}
}

// The host alone gives seats to bots, without an invitation. The last one starts the match.
func testSeatBots(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1})
	for _, tt := range []struct {
		name string
		host string
		seat games.Seat
		want error
	}{
		{"another than the host", bo.ID, 2, db.ErrNotFound},
		{"a taken seat", ada.ID, 1, db.ErrTaken},
		{"no such seat", ada.ID, 4, db.ErrNoSeat},
	} {
		if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Bot: 2, Host: tt.host, Seat: tt.seat}, nil); err != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	for seat := games.Seat(2); seat <= 3; seat++ {
		var err error
		if m, err = s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Bot: 2, Host: ada.ID, Seat: seat}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if m.Seats[1].ID != db.BotPlayer(2, 1).ID || m.Seats[2].ID != db.BotPlayer(2, 2).ID || m.Started.IsZero() {
		t.Errorf("the seats are %v, started %v", m.Seats, m.Started)
	}
	if _, err := s.CreateMatch(t.Context(), db.Once{}, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{1: 2}}, nil); err == nil {
		t.Error("a bot got the seat of the host")
	}
}

// Bots accept a rematch at once. A match against bots alone does not count as a match with others.
func testRematchWithBots(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	m := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 4}})
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}}, Result: &games.Result{Winners: []games.Seat{1}, Reason: "goal"}, BotDue: s0}, nil
	})
	if !m.BotDue.IsZero() {
		t.Errorf("a bot is due at %v after the end", m.BotDue)
	}
	vote := db.RematchVote{Match: m.ID, Player: ada.ID, Lasts: time.Hour, Next: func(old db.Match) db.NewMatch {
		return db.NewMatch{Game: "camette", Seats: 2, Host: ada.ID, Reserve: map[games.Seat]string{1: old.Seats[1].ID, 2: ada.ID}}
	}}
	again, err := s.VoteRematch(t.Context(), db.Once{}, vote, nil)
	if err != nil || again.ID == m.ID || again.Seats[0].Bot != 4 || again.Started.IsZero() {
		t.Errorf("the rematch is %+v, %v", again, err)
	}
	if tally, err := s.Tally(t.Context(), ada.ID); tally.Finished != 1 || tally.Won != 1 || tally.Alone != 0 || tally.Live != 1 || err != nil {
		t.Errorf("Tally = %+v, %v", tally, err)
	}
}

// s0 is the time of the first decision.
var s0 = time.UnixMilli(1).UTC()

// A hint counts once, and so do earlier hints in the same position.
func testHints(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	m := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 4}, ToAct: []games.Seat{1}})
	for _, tt := range []struct{ ply, number, want int }{{0, 1, 1}, {0, 1, 1}, {0, 2, 2}, {0, 1, 2}, {3, 3, 5}, {3, 2, 5}, {3, 5, 7}, {2, 1, 7}, {4, 1, 8}} {
		got, err := s.NoteHint(t.Context(), m.ID, tt.ply, tt.number)
		if err != nil || got.Hints != tt.want || got.ID != m.ID {
			t.Errorf("hint %d at ply %d: %d hints, %v, want %d", tt.number, tt.ply, got.Hints, err, tt.want)
		}
		if stored, err := s.Match(t.Context(), m.ID); err != nil || stored.Hints != tt.want {
			t.Errorf("Match has %d hints, %v, want %d", stored.Hints, err, tt.want)
		}
	}
	if _, err := s.NoteHint(t.Context(), "nothing", 0, 1); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a hint in no match: %v", err)
	}
}
