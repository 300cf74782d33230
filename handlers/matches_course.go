package handlers

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// maxPostings is far more than the server ever posts in a row: more is a fault of
// a ruleset, which must not hold up the one writing transaction for ever.
const maxPostings = 1000

// course is a match in the course of one transaction: what a player does, and
// what the server posts after it, for standing orders and where nobody has to
// decide.
type course struct {
	folded // as it is stored
	table  table.Match
	orders db.Orders // of all seats, as they are by now
	given  db.Orders // those that have changed
	now    time.Time

	due  time.Time  // when the window closes that is open now, zero for none
	held games.Seat // who is spoken for then
}

func (ms *matches) newCourse(m db.Match, orders db.Orders) (*course, error) {
	f, err := ms.fold(m)
	if err != nil {
		return nil, err
	}
	c := &course{folded: f, table: f.Table, orders: orders, now: ms.now(), due: m.Due}
	for _, seat := range f.Table.ToAct() {
		if f.spokenFor(seat) {
			c.held = seat
		}
	}
	return c, nil
}

// play lets a seat act, and the server after it.
func (c *course) play(seat games.Seat, text string) error {
	surrounding := table.IsSurrounding(text)
	if seat == c.held && !surrounding {
		return games.ErrNotYourTurn
	}
	if err := c.post(seat, text); err != nil {
		return err
	}
	if !surrounding {
		c.due, c.held = time.Time{}, 0
	}
	return c.settle()
}

// post plays what a seat or the server posts.
func (c *course) post(seat games.Seat, text string) error {
	next, err := c.table.Play(seat, text)
	if err == nil {
		c.table = next
	}
	return err
}

// settle posts what the server has to post. What others may prevent it posts
// only after the time that the match gives them, and all of that: it neither
// shortens nor renews a window that is open.
func (c *course) settle() error {
	due := c.due
	c.due, c.held = time.Time{}, 0
	for range maxPostings {
		p, ok := c.table.Follow(c.ordersOf)
		if !ok {
			return nil
		}
		if wait := max(p.Wait, c.Wait); p.Interruptible && wait > 0 {
			if c.due, c.held = due, p.Seat; due.IsZero() {
				c.due = c.now.Add(wait)
			}
			return nil
		}
		if err := c.follow(p); err != nil {
			return err
		}
		due = time.Time{}
	}
	return fmt.Errorf("match %s: the server posts without end", c.ID)
}

// follow posts for a seat.
func (c *course) follow(p games.Posting) error {
	if err := c.post(p.Seat, p.Action); err != nil {
		return fmt.Errorf("post for seat %d of match %s: %w", p.Seat, c.ID, fault{err})
	}
	c.order(p.Seat, p.Orders)
	return nil
}

// wake closes the window that is due, and goes on.
func (c *course) wake() error {
	p, ok := c.table.Follow(c.ordersOf)
	if !ok {
		return fmt.Errorf("match %s is due, and there is nothing to post", c.ID)
	}
	if err := c.follow(p); err != nil {
		return err
	}
	c.due = time.Time{}
	return c.settle()
}

func (c *course) ordersOf(seat games.Seat) string { return c.orders[seat] }

// order changes the standing orders of a seat.
func (c *course) order(seat games.Seat, text string) {
	if text == c.orders[seat] {
		return
	}
	if c.given == nil {
		c.given, c.orders = make(db.Orders), maps.Clone(c.orders)
	}
	if c.orders == nil {
		c.orders = make(db.Orders)
	}
	c.given[seat], c.orders[seat] = text, text
}

// toAct lists who owes a decision at the end of the course.
func (c *course) toAct() []games.Seat {
	return slices.DeleteFunc(slices.Clone(c.table.ToAct()), func(seat games.Seat) bool { return seat == c.held })
}

// change is what the course adds to the match.
func (c *course) change() db.Change {
	change := db.Change{ToAct: c.toAct(), Result: c.table.Result(), Due: c.due, Orders: c.given}
	if !c.Solo {
		change.Asked = c.table.Asked()
	}
	for _, e := range c.table.Log()[c.Table.Ply():] {
		change.Events = append(change.Events, db.Event{Seat: e.Seat, Text: e.Text})
	}
	return change
}

// fold is the match that the course has led to, as it is stored.
func (c *course) fold(m db.Match) (folded, error) {
	return folded{Match: m, Rules: c.Rules, Table: c.table, unplayed: c.unplayed}, nil
}

// begin is what the server posts when all seats are taken, before anybody acts.
func (ms *matches) begin(m db.Match, orders db.Orders) (db.Change, error) {
	c, err := ms.newCourse(m, orders)
	if err != nil {
		return db.Change{}, err
	}
	if err := c.settle(); err != nil {
		return db.Change{}, err
	}
	return c.change(), nil
}

// fault is a refusal by the rules that no player is to blame for.
type fault struct{ err error }

func (e fault) Error() string { return e.err.Error() }
