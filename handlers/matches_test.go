package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/sqlite/sqlitetest"
	"tableronde/games"
)

// hubSpy notes what is published.
type hubSpy struct {
	changes []Change
	tables  int // how often the list of open tables has changed
}

func (h *hubSpy) Publish(c Change, _ []string) { h.changes = append(h.changes, c) }
func (h *hubSpy) PublishTables(time.Time)      { h.tables++ }

// chamber is a match of council on a store of its own.
type chamber struct {
	*matches
	t       testing.TB
	hub     *hubSpy
	players []db.Player
	id      string
	path    string // of the store's file
}

func newChamber(t *testing.T, seats int, public bool) *chamber {
	t.Helper()
	c := newEmptyChamber(t, findCouncil)
	c.open(proposal{game: "council", seats: seats, seat: 1, public: public})
	return c
}

// newEmptyChamber has no match yet.
func newEmptyChamber(t testing.TB, find func(string, int) (games.Ruleset, error)) *chamber {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	store := sqlitetest.OpenFile(t, path, nil)
	c := &chamber{t: t, hub: new(hubSpy), path: path}
	c.matches = newMatches(store, c.hub, time.Now)
	c.find = find
	for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c.players = append(c.players, p)
	}
	return c
}

// open has the players sit down to a match, the first in seat 1 and so on.
func (c *chamber) open(p proposal) folded {
	c.t.Helper()
	p.seat = 1
	f, err := c.create(c.t.Context(), db.Once{}, c.players[0].ID, p, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	for seat := 2; seat <= len(f.Seats); seat++ {
		j := joining{match: f.ID, player: c.players[seat-1].ID, seat: seat, invite: f.Invite}
		if f, err = c.join(c.t.Context(), db.Once{}, j, nil); err != nil {
			c.t.Fatal(err)
		}
	}
	c.id = f.ID
	return f
}

// say posts as a seat.
func (c *chamber) say(seat, ply int, actions ...string) (folded, error) {
	return c.play(context.Background(), post{match: c.id, player: c.players[seat-1].ID, ply: ply, actions: actions})
}

func (c *chamber) mustSay(seat, ply int, actions ...string) folded {
	c.t.Helper()
	f, err := c.say(seat, ply, actions...)
	if err != nil {
		c.t.Fatalf("seat %d says %q at ply %d: %v", seat, actions, ply, err)
	}
	return f
}

func (c *chamber) ply() int {
	c.t.Helper()
	m, err := c.store.Match(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return m.Ply
}

// While several seats owe decisions at once, a post naming any ply since those
// decisions arose is good (API.md).
func TestPlayAcceptsWhatOthersDidNotChange(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 3, false)
	c.mustSay(1, 0, "yes")
	c.mustSay(3, 0, "no")
	if f := c.mustSay(2, 0, "yes"); f.Ply != 3 {
		t.Errorf("ply %d after three answers", f.Ply)
	}
	c.mustSay(2, 3, "no")
	for _, stale := range []struct {
		name      string
		seat, ply int
	}{
		{"a round before", 1, 0},
		{"within the round before", 1, 2},
		{"own answer since", 2, 3},
		{"a ply to come", 1, 5},
		{"no ply", 1, -1},
	} {
		_, err := c.say(stale.seat, stale.ply, "yes")
		var e *staleError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want a stale ply", stale.name, err)
		} else if e.now.Ply != 4 {
			t.Errorf("%s: the refusal carries ply %d, want 4", stale.name, e.now.Ply)
		}
	}
	c.mustSay(1, 3, "yes")
}

func TestPlayIsStaleAfterAnInterruptOrASurroundingEvent(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 3, false)
	c.mustSay(1, 0, "yes")
	c.mustSay(1, 1, "seize")
	var stale *staleError
	if _, err := c.say(2, 0, "yes"); !errors.As(err, &stale) {
		t.Errorf("after an interrupt: %v, want a stale ply", err)
	}
	c.mustSay(2, 2, "yes")
}

func TestPlayStoresAllOrNothing(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	_, err := c.say(1, 0, "seize", "yes", "maybe", "no")
	var action *actionError
	if !errors.As(err, &action) || action.index != 2 || !errors.Is(err, games.ErrNotYourTurn) {
		t.Errorf("got %v, want a refusal of the action with index 2", err)
	}
	var illegal *games.Illegal
	if _, err := c.say(1, 0, "maybe"); !errors.As(err, &illegal) || !errors.As(err, &action) || action.index != 0 {
		t.Errorf("got %v, want an illegal action with index 0", err)
	}
	if ply := c.ply(); ply != 0 {
		t.Fatalf("%d events stored of refused posts", ply)
	}
	if f := c.mustSay(1, 0, "seize", "yes"); f.Ply != 2 || f.Events[1].Text != "yes" {
		t.Errorf("two actions at once: %+v", f.Events)
	}
}

func TestPlaySurvivesAPanicOfTheRules(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	published := len(c.hub.changes)
	if _, err := c.say(1, 0, "seize", "crash"); err == nil || refused(err) {
		t.Errorf("got %v, want a fault", err)
	}
	if ply := c.ply(); ply != 0 || len(c.hub.changes) != published {
		t.Errorf("the panic left ply %d and %d changes", ply, len(c.hub.changes)-published)
	}
	c.mustSay(1, 0, "yes")
}

func TestPlayIsForThoseSeated(t *testing.T) {
	t.Parallel()
	private, public := newChamber(t, 3, false), newChamber(t, 3, true)
	stranger := func(c *chamber) error {
		_, err := c.say(4, 0, "yes")
		return err
	}
	if err := stranger(private); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("private match: %v, want not found", err)
	}
	if err := stranger(public); !errors.Is(err, errNoSeat) {
		t.Errorf("public match: %v, want errNoSeat", err)
	}
	for _, as := range []games.Seat{2, 4, -1} {
		_, err := public.play(t.Context(), post{match: public.id, player: public.players[0].ID, as: as, actions: []string{"yes"}})
		if !errors.Is(err, errForeignSeat) {
			t.Errorf("as %d: %v, want errForeignSeat", as, err)
		}
	}
}

func TestPlayBeforeTheStart(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "council", seat: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.id = f.ID
	if _, err := c.say(1, 0, "yes"); !errors.Is(err, errNotStarted) {
		t.Errorf("host: %v, want errNotStarted", err)
	}
	if _, err := c.say(2, 0, "yes"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("stranger: %v, want not found", err)
	}
}

func TestSoloActsForTheSeatToAct(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "council", seats: 3, solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.id = f.ID
	f = c.mustSay(1, 0, "yes", "no", "yes", "no")
	var seats []games.Seat
	for _, e := range f.Events {
		seats = append(seats, e.Seat)
	}
	if diff := cmp.Diff([]games.Seat{1, 2, 3, 1}, seats); diff != "" {
		t.Error(diff)
	}
	f, err = c.play(t.Context(), post{match: c.id, player: c.players[0].ID, as: 3, ply: 4, actions: []string{"yes"}})
	if err != nil || f.Last.Seat != 3 {
		t.Errorf("as seat 3: %+v, %v", f.Last, err)
	}
}

func TestChangesArePublishedAfterEachEffect(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false) // created and joined
	c.mustSay(1, 0, "yes")
	if _, err := c.say(1, 0, "no"); err == nil {
		t.Fatal("a stale post was played")
	}
	var plies []int
	for _, change := range c.hub.changes {
		plies = append(plies, change.Ply)
	}
	if diff := cmp.Diff([]int{0, 0, 1}, plies); diff != "" {
		t.Error(diff)
	}
}

func TestRematchIsOne(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 3, false)
	if _, err := c.rematch(t.Context(), db.Once{}, c.id, c.players[0].ID, "", nil); !errors.Is(err, errNotOver) {
		t.Errorf("before the end: %v, want errNotOver", err)
	}
	c.mustSay(2, 0, "resign")
	var first folded
	for _, i := range []int{2, 0, 1} {
		var err error
		if first, err = c.rematch(t.Context(), db.Once{}, c.id, c.players[i].ID, "", nil); err != nil {
			t.Fatal(err)
		}
		if begun := first.ID != c.id; begun != (i == 1) {
			t.Errorf("begun after the vote of player %d: %v", i, begun)
		}
	}
	again, err := c.rematch(t.Context(), db.Once{}, c.id, c.players[0].ID, "", nil)
	if err != nil || again.ID != first.ID {
		t.Errorf("asked again: %s, %v, want %s", again.ID, err, first.ID)
	}
	var names []string
	for _, p := range first.Seats {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"Cy", "Ada", "Bo"}, names); diff != "" || first.Started.IsZero() {
		t.Errorf("the seats did not move on by one: %s", diff)
	}
	if _, err := c.rematch(t.Context(), db.Once{}, c.id, c.players[3].ID, "", nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("stranger: %v, want not found", err)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	if err := c.withdraw(t.Context(), c.id, c.players[0].ID); !errors.Is(err, errStarted) {
		t.Errorf("after the start: %v, want errStarted", err)
	}
	f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "council", public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.withdraw(t.Context(), f.ID, c.players[1].ID); !errors.Is(err, errNotHost) {
		t.Errorf("not the host: %v, want errNotHost", err)
	}
	if err := c.withdraw(t.Context(), f.ID, c.players[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := c.view(t.Context(), f.ID, c.players[0].ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("after it was withdrawn: %v, want not found", err)
	}
}

func TestCreateRefusesWhatTheGameDoesNotKnow(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	for _, tt := range []struct {
		name string
		p    proposal
		code string
	}{
		{"game", proposal{game: "chess"}, "unknown_game"},
		{"too many", proposal{game: "council", seats: 4}, "invalid_seats"},
		{"seat", proposal{game: "council", seats: 3, seat: 4}, "invalid_seat"},
		{"option", proposal{game: "council", options: map[string]string{"x": "y"}}, "unknown_option"},
		{"value", proposal{game: "council", options: map[string]string{"mood": "odd"}}, "invalid_option"},
	} {
		_, err := c.create(t.Context(), db.Once{}, c.players[0].ID, tt.p, nil)
		if p := problemOf(err); p.status != http.StatusUnprocessableEntity || p.code != tt.code || p.field == "" {
			t.Errorf("%s: %d %s about %q, want 422 %s about a field", tt.name, p.status, p.code, p.field, tt.code)
		}
	}
}

func TestRecordOfHiddenGameWaitsForTheEnd(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	f := c.mustSay(1, 0, "yes")
	if _, err := recordOf(f); !errors.Is(err, errHiddenRecord) {
		t.Errorf("while it goes on: %v, want errHiddenRecord", err)
	}
	text, err := recordOf(c.mustSay(2, 1, "resign"))
	if err != nil || !strings.Contains(string(text), "1: yes\n2: resign\n") {
		t.Errorf("after the end: %v\n%s", err, text)
	}
}

func TestFoldFromTheCacheIsThatFromTheStart(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	before, err := c.view(t.Context(), c.id, c.players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	c.mustSay(1, 0, "yes")
	after := c.mustSay(2, 1, "no")
	fresh := newMatches(c.store, c.hub, time.Now)
	fresh.find = findCouncil
	again, err := fresh.view(t.Context(), c.id, c.players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(encode(t, after), encode(t, again)); diff != "" {
		t.Error(diff)
	}
	older, err := c.fold(before.Match)
	if err != nil || older.Table.Ply() != 0 {
		t.Errorf("an older reading of the match folds to ply %d, %v", older.Table.Ply(), err)
	}
}

func encode(t *testing.T, f folded) string {
	t.Helper()
	text, err := json.MarshalIndent(newMatchJSON(f, f.Host, 1), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTableCacheForgetsTheLeastUsed(t *testing.T) {
	t.Parallel()
	c := newChamber(t, 2, false)
	first := c.mustSay(1, 0, "yes").Table
	cache := newTableCache(4) // two matches of two positions
	cache.put("a", first)
	cache.put("b", first)
	cache.get("a")
	cache.put("c", first)
	for id, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := cache.get(id); ok != want {
			t.Errorf("%s is kept: %v, want %v", id, ok, want)
		}
	}
	second := c.mustSay(2, 1, "no").Table
	cache.put("a", second)
	if _, ok := cache.get("c"); ok {
		t.Error("a match that has become longer is kept with too many others")
	}
	cache.put("a", first.At(0))
	if kept, _ := cache.get("a"); kept.Ply() != 2 {
		t.Errorf("a shorter fold took the place of a longer one")
	}
	cache.drop("a")
	if _, ok := cache.get("a"); ok {
		t.Error("a dropped match is kept")
	}
	if cache.held != 0 {
		t.Errorf("%d positions of no match are counted", cache.held)
	}
}

// legal lists what a seat may post of the game's actions.
func (f folded) legal(seat games.Seat) []string {
	list, _ := f.listLegal(seat)
	return list
}
