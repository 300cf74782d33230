package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// New orders answer at once a decision that the seat already owes.
func TestOrdersAnswerWhatIsOwed(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewWager(t, tables.Proposal{Seats: 2})
	hand := roomstest.OpenView(c.LoadStored()).Seats[1].Hand
	low, high := hand[len(hand)-2], hand[len(hand)-1]
	published := len(c.Hub.Changes)
	left, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[1].ID, 0, high+" "+low)
	if err != nil || left != low {
		t.Errorf("setOrders = %q, %v, want %q", left, err, low)
	}
	f := c.LoadStored()
	if got := roomstest.Texts(f.Events); len(got) != 1 || got[0] != "2: play "+high || !slices.Equal(f.Acting(), []games.Seat{1}) {
		t.Errorf("posted %v, to act %v", got, f.Acting())
	}
	if len(c.Hub.Changes) != published+1 {
		t.Errorf("%d changes published", len(c.Hub.Changes)-published)
	}
	for viewer, want := range map[games.Seat]string{1: "play ?", 2: "play " + high, games.Spectator: "play ?"} {
		if got := f.LogFor(viewer)[0].Text; got != want {
			t.Errorf("seat %d reads %q, want %q", viewer, got, want)
		}
	}
}

func TestOrdersAreRefused(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewWager(t, tables.Proposal{Seats: 2, Public: true})
	board, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "camelot", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	early, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	over := c.ID
	c.MustPost(1, 0, "abort")
	c.Open(tables.Proposal{Game: "wager", Seats: 3, Public: true})
	for _, tt := range []struct {
		name   string
		match  string
		player int // from 0
		as     games.Seat
		text   string
		kind   club.Kind
		code   string
	}{
		{"no match", "nothing", 0, 0, "", club.NotFound, "not_found"},
		{"a private match of others", early.ID, 1, 0, "", club.NotFound, "not_found"},
		{"without a seat", c.ID, 3, 0, "", club.Forbidden, "not_seated"},
		{"for another's seat", c.ID, 0, 2, "", club.Forbidden, "foreign_seat"},
		{"before the start", early.ID, 0, 0, "", club.Conflict, "not_started"},
		{"after the end", over, 0, 0, "", club.Conflict, "over"},
		{"a game without orders", board.ID, 0, 1, "", club.Invalid, "no_orders"},
		{"not understood", c.ID, 0, 0, "lancelot", club.Invalid, "illegal_action"},
		{"too long", c.ID, 0, 0, strings.Repeat("1 ", 2001), club.Invalid, "orders_long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := c.Match.SetOrders(t.Context(), tt.match, c.Players[tt.player].ID, tt.as, tt.text)
			if e := club.ErrorOf(err); e.Kind != tt.kind || e.Code != tt.code {
				t.Errorf("setOrders: %v %s (%v), want %v %s", e.Kind, e.Code, err, tt.kind, tt.code)
			}
			if tt.text != "" {
				return
			}
			_, err = c.Match.Orders(t.Context(), tt.match, c.Players[tt.player].ID, tt.as)
			if e := club.ErrorOf(err); e.Kind != tt.kind || e.Code != tt.code {
				t.Errorf("orders: %v %s (%v), want %v %s", e.Kind, e.Code, err, tt.kind, tt.code)
			}
		})
	}
	if c.Ply() != 0 {
		t.Error("a refusal has posted something")
	}
}

// At a solo table each seat has orders of its own.
func TestOrdersAtASoloTable(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager", Seats: 2, Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Match.SetOrders(t.Context(), f.ID, f.Host, 2, "shield"); err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[games.Seat]string{0: "", 1: "", 2: "shield"} {
		if got, err := c.Match.Orders(t.Context(), f.ID, f.Host, seat); got != want || err != nil {
			t.Errorf("orders of seat %d: %q, %v, want %q", seat, got, err, want)
		}
	}
}

// A wish list that is not used up ends with its round; a list for the coming round
// stays.
func TestOrdersThatTimeHasGoneBy(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "kutschke", Seats: 2, Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.Acting()[0], 3-f.Acting()[0]
	for seat, list := range map[games.Seat]string{first: "round 2: Q", second: "round 1: A"} {
		if _, err := c.Match.SetOrders(t.Context(), f.ID, f.Host, seat, list); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(when, want string) {
		t.Helper()
		got, err := c.Match.Orders(t.Context(), f.ID, f.Host, second)
		if got != want || err != nil {
			t.Errorf("%s, orders %q, %v, want %q", when, got, err, want)
		}
	}
	for n, pick := range []string{"A", "ES", "EL", "ED", "EB", "P", "P", "P"} { // the only Round Table goes to the first
		if f, err = c.Match.Play(t.Context(), match.Post{Match: f.ID, Player: f.Host, As: []games.Seat{first, second}[n%2], Ply: f.Ply, Actions: []string{"pick " + pick}}); err != nil {
			t.Fatal(err)
		}
		if n == 6 {
			kept("before the last pick", "round 1: A")
		}
	}
	kept("after the last pick", "")
	if got, err := c.Match.Orders(t.Context(), f.ID, f.Host, first); got != "round 2: Q" || err != nil {
		t.Errorf("the list for round 2 is %q, %v", got, err)
	}
}

// A player who has resigned goes on by default, as the rules say, and is never waited for.
func TestServerPlaysForWhoHasResigned(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewWager(t, tables.Proposal{Seats: 3})
	f := c.MustPost(3, 0, "resign")
	if got := roomstest.Texts(f.Events); len(got) != 2 || !strings.HasPrefix(got[1], "3: play ") || !slices.Equal(f.Acting(), []games.Seat{1, 2}) {
		t.Errorf("posted %v, to act %v", got, f.Acting())
	}
	for !f.IsOver() && f.Ply < 500 {
		seat := f.Acting()[0]
		if seat == 3 {
			t.Fatalf("waiting for a seat that has resigned: %v", roomstest.Texts(f.Events))
		}
		f = c.MustPost(int(seat), f.Ply, roomstest.Legal(f, seat)[0])
	}
	if !f.IsOver() || f.WindowEnds.IsZero() == false {
		t.Errorf("ply %d: the match does not end", f.Ply)
	}
}

// Of two posts for one ply, one is stored, also where events follow on the first.
func TestTwoPostsWithWhatFollows(t *testing.T) {
	t.Parallel()
	c, _, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3}, true)
	before := c.Ply()
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wg.Go(func() { _, errs[i] = c.Post(thief, before, []string{fmt.Sprint("steal ", thief%3+1), "end"}[i%2]) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		var stale *match.StaleError
		switch {
		case err == nil:
			won++
		case !errors.As(err, &stale):
			t.Error(err)
		}
	}
	f := c.LoadStored()
	if won != 1 || f.Ply != before+1 && f.Ply != before+2 {
		t.Errorf("%d posts were stored: %v", won, roomstest.Texts(f.Events[before:]))
	}
}

// A fault in the events that follow undoes the action.
func TestFaultInWhatFollows(t *testing.T) {
	t.Parallel()
	c, _, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3}, true)
	before := c.Ply()
	for _, fault := range []string{"illegal", "endless", "panic"} {
		c.Rules = func(string, int) (games.Ruleset, error) { return clubtest.Faulty{Fault: fault}, nil }
		c.Match.Evict(c.ID)
		published := len(c.Hub.Changes)
		_, err := c.Post(thief, before, "steal "+fmt.Sprint(thief%3+1))
		if err == nil || club.ErrorOf(err).Kind != club.Internal {
			t.Errorf("%s: %v, want a fault", fault, err)
		}
		if c.Ply() != before || len(c.Hub.Changes) != published {
			t.Errorf("%s: ply %d, %d changes", fault, c.Ply(), len(c.Hub.Changes)-published)
		}
	}
	c.Rules = clubtest.FindCards
	c.Match.Evict(c.ID)
	c.MustPost(thief, before, "end")
}

// In a game with hidden parts a list of actions is refused only for reasons that its player could
// see, and nothing of it is played then.
func TestListsOfActionsTellNothing(t *testing.T) {
	t.Parallel()
	c, _, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3}, true)
	before := c.Ply()
	steal := fmt.Sprint("steal ", thief%3+1)
	for _, tt := range []struct {
		actions []string
		index   int
		key     string
	}{
		{[]string{steal, "play 6"}, 1, "wager.one"},
		{[]string{"dance", "end"}, 0, "wager.action"},
		{[]string{steal, "resign"}, 1, "post.alone"},
		{[]string{"abort", "end"}, 0, "post.alone"},
	} {
		_, err := c.Match.Play(t.Context(), match.Post{Once: db.Once{}, Match: c.ID, Player: c.Players[thief-1].ID, Ply: before, Actions: tt.actions})
		action, _ := err.(*match.ActionError)
		illegal := club.ErrorOf(err).Illegal
		if action == nil || action.Index != tt.index || illegal == nil || illegal.Key != tt.key {
			t.Errorf("%v: %v, want index %d, %s", tt.actions, err, tt.index, tt.key)
		}
	}
	if c.Ply() != before {
		t.Errorf("ply %d, was %d", c.Ply(), before)
	}
}

// The owner of orders learns which events they have posted, and nobody else does.
func TestOrdersTellWhatTheyDid(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f := c.Open(tables.Proposal{Game: "kutschke", Seats: 2, Public: true})
	f = c.MustPost(int(f.Acting()[0]), 0, "pick A")
	waiting := f.Acting()[0]
	first := 3 - waiting
	if _, err := c.Match.SetOrders(t.Context(), f.ID, c.Players[first-1].ID, 0, "T P"); err != nil {
		t.Fatal(err)
	}
	f = c.MustPost(int(waiting), 1, "pick Q") // then the first has T taken
	if got := roomstest.Texts(f.Events); len(got) != 3 || !strings.HasSuffix(got[2], "pick T") {
		t.Fatalf("the log is %v", got)
	}
	for seat, want := range map[games.Seat]match.SeatOrders{first: {Text: "round 1: P", Acted: []int{2}}, waiting: {}} {
		got, err := c.Match.SeatOrders(t.Context(), f.ID, c.Players[seat-1].ID, 0)
		if err != nil || got.Text != want.Text || !slices.Equal(got.Acted, want.Acted) {
			t.Errorf("seat %d has %+v, %v, want %+v", seat, got, err, want)
		}
	}
	// Orders that are changed or taken back leave it as it is.
	if left, err := c.Match.SetOrders(t.Context(), f.ID, c.Players[first-1].ID, 0, ""); left != "" || err != nil {
		t.Errorf("%q is left, %v", left, err)
	}
	if got, err := c.Match.SeatOrders(t.Context(), f.ID, c.Players[first-1].ID, 0); got.Text != "" || !slices.Equal(got.Acted, []int{2}) || err != nil {
		t.Errorf("then it has %+v, %v", got, err)
	}
}

// A seat whose turn comes although conditional moves were left for it learns so until it acts, and
// nobody else does.
func TestOrdersTellWhatTheyMiss(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	f := c.Open(tables.Proposal{Game: "camelot", Seats: 2, Public: true})
	ada, bo := c.Players[0].ID, c.Players[1].ID
	f = c.MustPost(1, 0, "E6-E8")
	if left, err := c.Match.SetOrders(t.Context(), f.ID, ada, 0, "after 1\nH11-F9: E8-E9"); left == "" || err != nil {
		t.Fatalf("%q, %v", left, err)
	}
	missed := func(player string) int {
		t.Helper()
		o, err := c.Match.SeatOrders(t.Context(), f.ID, player, 0)
		if err != nil {
			t.Fatal(err)
		}
		if stored, err := c.Engine.OrdersOf(t.Context(), f.ID, match.SeatOf(f.Match, player)); err != nil || c.LoadNow().HasMissed(match.SeatOf(f.Match, player), stored) != (o.Missed > 0) {
			t.Errorf("the stored orders are %q, %v", stored, err)
		}
		return o.Missed
	}
	if missed(ada) != 0 {
		t.Error("nothing is missed yet")
	}
	f = c.MustPost(2, 1, "F10-F9")
	if a, b := missed(ada), missed(bo); a != 2 || b != 0 || f.Ply != 2 {
		t.Errorf("ply %d: missed %d and %d", f.Ply, a, b)
	}
	f = c.MustPost(1, 2, roomstest.Legal(f, 1)[0])
	if missed(ada) != 0 {
		t.Error("it is told after the move")
	}
	// Conditional moves that answer have missed nothing.
	answer := roomstest.Legal(f, 2)[0]
	after := mustPlay(t, f, 2, answer)
	if _, err := c.Match.SetOrders(t.Context(), f.ID, ada, 0, "after 3\n"+answer+": "+after.Legal(1)[0]); err != nil {
		t.Fatal(err)
	}
	if f = c.MustPost(2, 3, answer); f.Ply != 5 || missed(ada) != 0 {
		t.Errorf("ply %d: missed %d", f.Ply, missed(ada))
	}
}

func mustPlay(t *testing.T, f match.Match, seat games.Seat, action string) table.Match {
	t.Helper()
	after, err := f.Table.Play(seat, action, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func TestStoredOrdersHaveRoom(t *testing.T) {
	t.Parallel()
	var plies []int
	for n := range 60 {
		plies = append(plies, n)
	}
	for _, o := range []match.SeatOrders{{}, {Text: "round 1: P"}, {Acted: []int{3, 4}}, {Text: "a\nb", Acted: []int{12}}, {Missed: 7}, {Text: "a", Acted: []int{1}, Missed: 9}} {
		if got := match.DecodeOrders(o.Encode()); got.Text != o.Text || got.Missed != o.Missed || !slices.Equal(got.Acted, o.Acted) {
			t.Errorf("%+v comes back as %+v", o, got)
		}
	}
	if got := match.DecodeOrders(match.SeatOrders{Text: "a", Acted: plies}.Encode()); len(got.Acted) != match.MostActed || got.Acted[match.MostActed-1] != 59 {
		t.Errorf("%v is remembered", got.Acted)
	}
	long := strings.Repeat("a", match.MaxOrders)
	if got := (match.SeatOrders{Text: long, Acted: plies}).Encode(); got != long {
		t.Errorf("%d characters are stored", len(got))
	}
}
