package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/games"
)

// Orders that are given answer at once what the seat owes by then.
func TestOrdersAnswerWhatIsOwed(t *testing.T) {
	t.Parallel()
	c, _ := newWager(t, proposal{seats: 2})
	hand := openView(c.stored()).Seats[1].Hand
	low, high := hand[len(hand)-2], hand[len(hand)-1]
	published := len(c.hub.changes)
	left, err := c.setOrders(t.Context(), c.id, c.players[1].ID, 0, high+" "+low)
	if err != nil || left != low {
		t.Errorf("setOrders = %q, %v, want %q", left, err, low)
	}
	f := c.stored()
	if got := texts(f.Events); len(got) != 1 || got[0] != "2: play "+high || !slices.Equal(f.toAct(), []games.Seat{1}) {
		t.Errorf("posted %v, to act %v", got, f.toAct())
	}
	if len(c.hub.changes) != published+1 {
		t.Errorf("%d changes published", len(c.hub.changes)-published)
	}
	for viewer, want := range map[games.Seat]string{1: "play ?", 2: "play " + high, games.Spectator: "play ?"} {
		if got := f.log(viewer)[0].Text; got != want {
			t.Errorf("seat %d reads %q, want %q", viewer, got, want)
		}
	}
}

func TestOrdersAreRefused(t *testing.T) {
	t.Parallel()
	c, _ := newWager(t, proposal{seats: 2, public: true})
	board, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "camelot", solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	early, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "wager"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	over := c.id
	c.mustSay(1, 0, "abort")
	c.open(proposal{game: "wager", seats: 3, public: true})
	for _, tt := range []struct {
		name   string
		match  string
		player int // from 0
		as     games.Seat
		text   string
		status int
		code   string
	}{
		{"no match", "nothing", 0, 0, "", http.StatusNotFound, "not_found"},
		{"a private match of others", early.ID, 1, 0, "", http.StatusNotFound, "not_found"},
		{"without a seat", c.id, 3, 0, "", http.StatusForbidden, "not_seated"},
		{"for another's seat", c.id, 0, 2, "", http.StatusForbidden, "foreign_seat"},
		{"before the start", early.ID, 0, 0, "", http.StatusConflict, "not_started"},
		{"after the end", over, 0, 0, "", http.StatusConflict, "over"},
		{"a game without orders", board.ID, 0, 1, "", http.StatusUnprocessableEntity, "no_orders"},
		{"not understood", c.id, 0, 0, "lancelot", http.StatusUnprocessableEntity, "illegal_action"},
		{"too long", c.id, 0, 0, strings.Repeat("1 ", 2001), http.StatusUnprocessableEntity, "orders_long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := c.setOrders(t.Context(), tt.match, c.players[tt.player].ID, tt.as, tt.text)
			if p := problemOf(err); p.status != tt.status || p.code != tt.code {
				t.Errorf("setOrders: %d %s (%v), want %d %s", p.status, p.code, err, tt.status, tt.code)
			}
			if tt.text != "" {
				return
			}
			_, err = c.orders(t.Context(), tt.match, c.players[tt.player].ID, tt.as)
			if p := problemOf(err); p.status != tt.status || p.code != tt.code {
				t.Errorf("orders: %d %s (%v), want %d %s", p.status, p.code, err, tt.status, tt.code)
			}
		})
	}
	if c.ply() != 0 {
		t.Error("a refusal has posted something")
	}
}

// At a solo table each seat has orders of its own.
func TestOrdersAtASoloTable(t *testing.T) {
	t.Parallel()
	c := newEmptyChamber(t, findCards)
	f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "wager", seats: 2, solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.setOrders(t.Context(), f.ID, f.Host, 2, "shield"); err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[games.Seat]string{0: "", 1: "", 2: "shield"} {
		if got, err := c.orders(t.Context(), f.ID, f.Host, seat); got != want || err != nil {
			t.Errorf("orders of seat %d: %q, %v, want %q", seat, got, err, want)
		}
	}
}

// A wish list that is not used up ends with its round; a list for the coming round
// stays.
func TestOrdersThatTimeHasGoneBy(t *testing.T) {
	t.Parallel()
	c := newEmptyChamber(t, findCards)
	f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "kutschke", seats: 2, solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.toAct()[0], 3-f.toAct()[0]
	for seat, list := range map[games.Seat]string{first: "round 2: Q", second: "round 1: A"} {
		if _, err := c.setOrders(t.Context(), f.ID, f.Host, seat, list); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(when, want string) {
		t.Helper()
		got, err := c.orders(t.Context(), f.ID, f.Host, second)
		if got != want || err != nil {
			t.Errorf("%s, orders %q, %v, want %q", when, got, err, want)
		}
	}
	for n, pick := range []string{"A", "ES", "EL", "ED", "EB", "P", "P", "P"} { // the only Round Table goes to the first
		if f, err = c.play(t.Context(), post{match: f.ID, player: f.Host, as: []games.Seat{first, second}[n%2], ply: f.Ply, actions: []string{"pick " + pick}}); err != nil {
			t.Fatal(err)
		}
		if n == 6 {
			kept("before the last pick", "round 1: A")
		}
	}
	kept("after the last pick", "")
	if got, err := c.orders(t.Context(), f.ID, f.Host, first); got != "round 2: Q" || err != nil {
		t.Errorf("the list for round 2 is %q, %v", got, err)
	}
}

// Who has resigned goes on by default, as the rules say, and is never waited for.
func TestServerPlaysForWhoHasResigned(t *testing.T) {
	t.Parallel()
	c, _ := newWager(t, proposal{seats: 3})
	f := c.mustSay(3, 0, "resign")
	if got := texts(f.Events); len(got) != 2 || !strings.HasPrefix(got[1], "3: play ") || !slices.Equal(f.toAct(), []games.Seat{1, 2}) {
		t.Errorf("posted %v, to act %v", got, f.toAct())
	}
	for !f.over() && f.Ply < 500 {
		seat := f.toAct()[0]
		if seat == 3 {
			t.Fatalf("waiting for a seat that has resigned: %v", texts(f.Events))
		}
		f = c.mustSay(int(seat), f.Ply, f.legal(seat)[0])
	}
	if !f.over() || f.Due.IsZero() == false {
		t.Errorf("ply %d: the match does not end", f.Ply)
	}
}

// Of two posts for one ply, what follows on the first included, one is stored.
func TestTwoPostsWithWhatFollows(t *testing.T) {
	t.Parallel()
	c, _, thief, _ := newTheft(t, proposal{seats: 3}, true)
	before := c.ply()
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wg.Go(func() { _, errs[i] = c.say(thief, before, []string{fmt.Sprint("steal ", thief%3+1), "end"}[i%2]) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		var stale *staleError
		switch {
		case err == nil:
			won++
		case !errors.As(err, &stale):
			t.Error(err)
		}
	}
	f := c.stored()
	if won != 1 || f.Ply != before+1 && f.Ply != before+2 {
		t.Errorf("%d posts were stored: %v", won, texts(f.Events[before:]))
	}
}

// A fault in what follows undoes what was played.
func TestFaultInWhatFollows(t *testing.T) {
	t.Parallel()
	c, _, thief, _ := newTheft(t, proposal{seats: 3}, true)
	before := c.ply()
	for _, fault := range []string{"illegal", "endless", "panic"} {
		c.find = func(string, int) (games.Ruleset, error) { return faulty{fault}, nil }
		c.tables.drop(c.id)
		published := len(c.hub.changes)
		_, err := c.say(thief, before, "steal "+fmt.Sprint(thief%3+1))
		if p := problemOf(err); err == nil || p.status != http.StatusInternalServerError {
			t.Errorf("%s: %v, want a fault", fault, err)
		}
		if c.ply() != before || len(c.hub.changes) != published {
			t.Errorf("%s: ply %d, %d changes", fault, c.ply(), len(c.hub.changes)-published)
		}
	}
	c.find = findCards
	c.tables.drop(c.id)
	c.mustSay(thief, before, "end")
}
