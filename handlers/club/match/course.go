package match

import (
	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/table"
)

// Course replays a match from the players' actions, as the server plays it. After each action it
// adds the results of advance orders, of the rules and of forced decisions. Checks compare it with
// the stored match. It has neither clocks nor windows.
type Course struct {
	of     Match
	orders db.Orders
}

// NewCourse returns the course of a stored match up to the first action of a seat.
func NewCourse(m db.Match) (*Course, error) {
	f, err := rulesFinder(catalog.Find).start(m)
	if err != nil {
		return nil, err
	}
	f.Match.Clock, f.Wait = clock.Clock{}, 0
	f.ToAct = f.Table.ToAct()
	c := &Course{of: f}
	return c, c.advance(0, (*txn).settle)
}

// advance lets a seat, or the server for seat 0, act in one transaction, and adds everything that
// follows.
func (c *Course) advance(seat games.Seat, do func(*txn) error) error {
	t := beginTxn(c.of, c.orders, c.of.Started, clock.Pauses{})
	if seat > 0 {
		t.actor = c.of.Seats[seat-1].ID
	}
	err := do(t)
	if err == nil {
		err = t.playForced()
	}
	if err == nil {
		c.of.ToAct = t.change().ToAct
		c.of.Table, c.orders = t.table, t.orders
	}
	return err
}

// Play plays an action of a seat and adds everything that follows.
func (c *Course) Play(seat games.Seat, action string) error {
	return c.advance(seat, func(t *txn) error { return t.play(seat, action) })
}

// Order gives orders for a seat.
func (c *Course) Order(seat games.Seat, text string) error {
	return c.advance(seat, func(t *txn) error { return t.order(seat, text) })
}

// Log returns the events so far.
func (c *Course) Log() []table.Event { return c.of.Table.Log() }

// Stored returns the orders of a seat, and the events they have posted, in stored form.
func (c *Course) Stored(seat games.Seat) string {
	if c.of.Table.Over() {
		return ""
	}
	return c.orders[seat]
}

// Acted counts the remembered events that orders have posted.
func (c *Course) Acted() (n int) {
	for _, text := range c.orders {
		n += len(decodeOrders(text).Acted)
	}
	return n
}

// Difference returns the index of the first event that differs from a stored log, -1 if the logs
// are equal.
func (c *Course) Difference(stored []db.Event) int {
	log := c.Log()
	for i := range max(len(log), len(stored)) {
		if i >= len(log) || i >= len(stored) || log[i].Seat != stored[i].Seat || log[i].Text != stored[i].Text {
			return i
		}
	}
	return -1
}
