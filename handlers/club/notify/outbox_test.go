package notify_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// outboxList lists the notices in the outbox as "kind seat ply".
func outboxList(c *roomstest.Table) (list []string) {
	c.T.Helper()
	found, err := c.Engine.Notices(c.T.Context(), db.MaxPage)
	if err != nil {
		c.T.Fatal(err)
	}
	for _, n := range found {
		seat := 0
		for i, p := range c.Players {
			if p.ID == n.Recipient {
				seat = i + 1
			}
		}
		list = append(list, fmt.Sprint(n.Kind, " ", seat, " ", n.Ply))
	}
	return list
}

// A player who comes to owe a decision or an answer gets a notice, and all others at the end;
// nobody gets one of their own acts.
func TestNotices(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	outbox := c.Notify.OutboxWorker(nil)
	c.Open(tables.Proposal{Game: "camelot", Seats: 2})
	c.MustPost(1, 0, "E6-E8")
	c.MustPost(2, 1, "E10-E9")
	c.MustPost(1, 2, "offer draw")
	c.MustPost(2, 3, "decline draw")
	c.MustPost(1, 4, "resign")
	<-outbox.Woken
	if _, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[1].ID, "", nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-outbox.Woken:
	default:
		t.Error("the offer of a rematch does not wake the outbox")
	}
	want := []string{"turn 1 0", "started 2 0", "turn 2 1", "turn 1 2", "offer 2 3", "over 2 5", "invited 1 5"}
	if diff := cmp.Diff(want, outboxList(c)); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

func TestNoticesOfASoloTable(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	m, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "camelot", Seats: 2, Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.ID = m.ID
	c.MustPost(1, 0, "E6-E8")
	if got := outboxList(c); len(got) != 0 {
		t.Errorf("notices %v of a solo table, want none", got)
	}
}

// When all decide at once, nobody gets another notice while they still owe the same decision.
func TestNoticesOfASimultaneousDecision(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 3, true)
	c.MustPost(1, 0, "yes")
	c.MustPost(2, 1, "yes")
	c.MustPost(3, 2, "no")
	want := []string{"turn 1 0", "turn 2 0", "turn 3 0", "turn 1 3", "turn 2 3"}
	if diff := cmp.Diff(want, outboxList(c)); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

// channelSpy keeps the delivered notices, and fails the given number of times.
type channelSpy struct {
	mu    sync.Mutex
	fails int
	got   []int // plies
	told  chan struct{}
}

func (s *channelSpy) Deliver(_ context.Context, n db.Notice) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails > 0 {
		s.fails--
		return errors.New("the channel is closed")
	}
	s.got = append(s.got, n.Ply)
	s.told <- struct{}{}
	return nil
}

// A notice stays in the store until it was delivered, whatever fails, and is deleted a little
// later, with others.
func TestOutboxDelivers(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewTable(t, catalog.Find), clubtest.NewClock()
	c.Now = clock.Now
	storetest.SetNow(c.Engine, clock.Now)
	c.Open(tables.Proposal{Game: "camelot", Seats: 2})
	spy := &channelSpy{fails: 1, told: make(chan struct{}, 10)}
	outbox := c.Notify.OutboxWorker(spy)
	carry := c.Workers(slog.New(slog.DiscardHandler), clock.After).Passes(outbox)
	pass := func(left int, told ...int) {
		t.Helper()
		spy.got = nil
		if err := carry(t.Context()); err != nil {
			t.Error(err)
		}
		if got := outboxList(c); len(got) != left || !slices.Equal(spy.got, told) {
			t.Errorf("%v are left, want %d, after plies %v, want %v", got, left, spy.got, told)
		}
	}
	pass(2, 0) // the first of two fails
	clock.Advance(club.FailurePause)
	pass(1, 0)
	c.MustPost(1, 0, "E6-E8")
	pass(2, 1)
	pass(2)
	clock.Advance(notify.OutboxDelay)
	c.MustPost(2, 1, "E10-E9")
	pass(1, 2)
	outbox.End(t.Context())
	pass(0)
}

// A match that cannot be replayed delays no other player's notification of low time, and no
// notification on its way to another target. A panic delays none either.
func TestNoticesOfADamagedMatch(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func() (games.Ruleset, error){
		"an error": func() (games.Ruleset, error) { return nil, errors.New("no rules") },
		"a panic":  func() (games.Ruleset, error) { panic("no rules") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newNewsRoom(t, &clock.Control{Move: 30 * time.Hour})
			m, err := r.Tables.OpenTable(t.Context(), db.Once{}, r.players[0].ID, tables.Proposal{Game: "cam", Seats: 2, Public: true, Seat: 1, Clock: &clock.Control{Move: 30 * time.Hour}}, nil)
			if err == nil {
				m, err = r.Tables.Join(t.Context(), db.Once{}, tables.Joining{Match: m.ID, Player: r.players[1].ID}, nil)
			}
			if err == nil {
				_, err = r.Match.Play(t.Context(), match.Post{Match: m.ID, Player: r.players[0].ID, Actions: m.Table.Legal(1)[:1]})
			}
			if err != nil {
				t.Fatal(err)
			}
			r.move(1)
			r.Match.Evict(m.ID)
			r.Rules = func(game string, version int) (games.Ruleset, error) {
				if game == "cam" {
					return damage()
				}
				return catalog.Find(game, version)
			}
			r.expect("Bo webhook turn 1")
			r.pass(15 * time.Hour)
			r.expect("Bo email turn 1+time_low 1", "Bo webhook time_low 1")
			for range club.MostFailures {
				r.pass(time.Hour)
				r.carry()
			}
			parked, err := r.Store.ListParked(t.Context(), "")
			workers := make(map[string]bool)
			for _, p := range parked {
				workers[p.Worker] = true
			}
			if err != nil || !workers["outbox"] || !workers["notices"] {
				t.Errorf("parked are %+v, %v", parked, err)
			}
			r.move(2)
			r.move(1)
			r.expect("Bo webhook turn 3")
		})
	}
}

// A stream gets a notice, unless the change was published to it.
func TestStreamChannel(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 10, Player: 5, Address: 5})
	bo, other := roomstest.Subscribe(t, h, live.PlayerTopic("bo")), roomstest.Subscribe(t, h, live.PlayerTopic("cy"))
	channel := notify.StreamChannel{Hub: h, Now: time.Now}
	for _, tt := range []struct {
		name      string
		published int
		notice    int
		want      bool
	}{
		{"of another process", 0, 3, true},
		{"published", 4, 4, false},
		{"published later", 5, 4, false},
		{"not yet published", 5, 6, true},
	} {
		if tt.published > 0 {
			h.Publish(club.Change{Match: "m", Ply: tt.published}, []string{"bo"})
			bo.Take()
		}
		if err := channel.Deliver(t.Context(), db.Notice{Kind: db.NoticeTurn, Recipient: "bo", Match: "m", Ply: tt.notice}); err != nil {
			t.Error(err)
		}
		if got := bo.Take(); (len(got) == 1) != tt.want || tt.want && got[0].Ply != tt.notice {
			t.Errorf("%s: %v, want told %t", tt.name, got, tt.want)
		}
	}
	if got := other.Take(); len(got) != 0 {
		t.Errorf("somebody else is told %v", got)
	}
}

const outboxVariable = "TABLERONDE_TEST_OUTBOX" // the file that a process under test plays on

// stdoutChannel reports deliveries on stdout. When stuck, it never returns.
type stdoutChannel struct{ stuck bool }

func (c stdoutChannel) Deliver(_ context.Context, n db.Notice) error {
	if c.stuck {
		fmt.Println("stuck", n.Match, n.Ply)
		select {}
	}
	fmt.Println("delivered", n.Match, n.Ply)
	return nil
}

// playUntilKilled plays a match and delivers its notices.
func playUntilKilled(t *testing.T, path string, stuck bool) {
	store := storetest.OpenAt(t, path, nil)
	s := rooms.New(rooms.Config{Store: store, Hub: live.NewHub(live.Limits{All: 10, Player: 5, Address: 5})})
	workers := club.Workers{Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now, After: time.After}
	go workers.Run(t.Context(), s.Notify.OutboxWorker(stdoutChannel{stuck}))
	var players []string
	for _, name := range []string{"Ada", "Bo"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p.ID)
	}
	m, err := s.Tables.OpenTable(t.Context(), db.Once{}, players[0], tables.Proposal{Game: "camelot", Seats: 2, Seat: 1, Public: true}, nil)
	if err == nil {
		m, err = s.Tables.Join(t.Context(), db.Once{}, tables.Joining{Match: m.ID, Player: players[1]}, nil)
	}
	for err == nil && !m.IsOver() {
		if fmt.Println("stored", m.ID, m.Ply); m.Ply == db.MaxPage/2 {
			select {} // a busy machine kills late, and at most one page of notices is checked afterwards
		}
		seat := m.Acting()[0]
		list, _ := m.Legal(seat)
		m, err = s.Match.Play(t.Context(), match.Post{Match: m.ID, Player: players[seat-1], Ply: m.Ply, Actions: list[:1]})
	}
	fmt.Println("ended", err)
	select {}
}

// Killed at any instant, a process loses no notice of a change that it has acknowledged: the next
// one delivers the rest.
func TestOutboxOutlivesAKill(t *testing.T) {
	if path := os.Getenv(outboxVariable); path != "" {
		playUntilKilled(t, path, os.Getenv("TABLERONDE_TEST_STUCK") != "")
	}
	t.Parallel()
	for name, tt := range map[string]struct {
		stuck string
		lines int // after which the process is killed
	}{
		"between commit and delivery": {"yes", 2},
		"after a few":                 {"", 7},
		"at work":                     {"", 60},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := storetest.New(t)
			stored, delivered := playAndKill(t, path, tt.stuck, tt.lines)
			if tt.stuck != "" && len(delivered) != 0 || len(stored) == 0 {
				t.Fatalf("%d stored, delivered %v before the kill", len(stored), delivered)
			}
			for change := range deliverRest(t, path) {
				delivered[change] = true
			}
			for change := range stored {
				if !delivered[change] {
					t.Errorf("the notice of %s is lost", change)
				}
			}
		})
	}
}

// playAndKill runs playUntilKilled in a process of its own and kills it after it
// has printed some lines. It returns the changes that were acknowledged and those
// that were delivered.
func playAndKill(t *testing.T, path, stuck string, lines int) (stored, delivered map[string]bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOutboxOutlivesAKill$")
	cmd.Env = append(os.Environ(), outboxVariable+"="+path, "TABLERONDE_TEST_STUCK="+stuck)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stored, delivered = make(map[string]bool), make(map[string]bool)
	n := 0
	for in := bufio.NewScanner(out); in.Scan(); {
		what, change, _ := strings.Cut(in.Text(), " ")
		switch what {
		case "stored":
			stored[change] = true
		case "delivered":
			delivered[change] = true
		case "stuck":
		default:
			t.Errorf("the process says %q", in.Text())
		}
		if n++; n == lines {
			cmd.Process.Kill()
		}
	}
	cmd.Wait() // it was killed
	return stored, delivered
}

// deliverRest delivers the notices that a killed process has left in the outbox.
func deliverRest(t *testing.T, path string) map[string]bool {
	t.Helper()
	store := storetest.OpenAt(t, path, nil)
	list, err := store.Notices(t.Context(), db.MaxPage)
	if err != nil {
		t.Fatal(err)
	}
	spy := &restSpy{left: len(list), delivered: make(map[string]bool), done: make(chan struct{})}
	if len(list) == 0 {
		return spy.delivered
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	s := rooms.New(rooms.Config{Store: store, Hub: live.NewHub(live.Limits{All: 10, Player: 5, Address: 5})})
	go func() {
		defer close(ended)
		workers := club.Workers{Store: store, Log: slog.New(slog.DiscardHandler), Now: time.Now, After: time.After}
		workers.Run(ctx, s.Notify.OutboxWorker(spy))
	}()
	<-spy.done
	stop()
	<-ended
	if left, err := store.Notices(t.Context(), db.MaxPage); len(left) != 0 || err != nil {
		t.Errorf("%d notices are left, %v, want none", len(left), err)
	}
	return spy.delivered
}

// restSpy says when a number of notices has been delivered.
type restSpy struct {
	left      int
	delivered map[string]bool
	done      chan struct{}
}

func (s *restSpy) Deliver(_ context.Context, n db.Notice) error {
	s.delivered[fmt.Sprint(n.Match, " ", n.Ply)] = true
	if s.left--; s.left == 0 {
		close(s.done)
	}
	return nil
}
