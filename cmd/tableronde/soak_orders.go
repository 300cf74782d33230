package main

import (
	"net/http"
	"slices"
	"strings"
)

// soakOrders are the wishes that a seat of Kutschke's Camelot has left, as the server
// acknowledged them.
type soakOrders struct {
	seat   int
	wishes int // how many
	after  int // all that its orders had posted before lies below this ply
}

// orderAnswer holds the fields of an answer about orders that a client reads.
type orderAnswer struct {
	Orders string
	Acted  []struct{ Ply int }
}

// count returns the wishes that are left of orders.
func (a orderAnswer) count() int {
	_, list, _ := strings.Cut(a.Orders, ":")
	return len(strings.Fields(list))
}

// actedSince returns how many events the orders have posted from a ply on.
func (a orderAnswer) actedSince(ply int) (n int) {
	for _, e := range a.Acted {
		if e.Ply >= ply {
			n++
		}
	}
	return n
}

// order sometimes has a seat that waits leave wishes, and looks what has become of those
// that were left before: each has been taken once, or is still there.
func (c *soakClient) order(m *soakMatch, now soakAnswer) error {
	if m.game != "kutschke" {
		return nil
	}
	if o := m.orders; o != nil {
		var kept orderAnswer
		if err := c.readOrders(m, o.seat, &kept); err != nil {
			return err
		}
		left, acted := kept.count(), kept.actedSince(o.after)
		switch {
		case acted > o.wishes:
			c.ledger.twice("%s: %d orders of seat %d have acted %d times", m.id, o.wishes, o.seat, acted)
		case left > 0 && left+acted != o.wishes:
			c.ledger.lose(1, "%s: of %d orders of seat %d, %d have acted and %d are left", m.id, o.wishes, o.seat, acted, left)
		case left == 0:
			m.orders = nil
		}
		return nil
	}
	seat := 1 + c.rng.IntN(len(m.tokens))
	if c.rng.IntN(3) > 0 || slices.Contains(now.ToAct, seat) {
		return nil
	}
	var kept orderAnswer
	put := request{method: http.MethodPut, path: "/matches/" + m.id + "/orders", token: m.tokens[seat-1], body: map[string]any{"orders": "T Q P ES A"}}
	if _, err := c.ledger.call(put, http.StatusOK, &kept); err != nil {
		return err
	}
	if kept.count() != 5 || kept.actedSince(now.Ply) != 0 {
		c.ledger.lose(1, "%s: orders of seat %d are kept as %q at ply %d", m.id, seat, kept.Orders, now.Ply)
	}
	c.ledger.order()
	m.orders = &soakOrders{seat: seat, wishes: kept.count(), after: now.Ply}
	return nil
}

func (c *soakClient) readOrders(m *soakMatch, seat int, into *orderAnswer) error {
	_, err := c.ledger.call(request{method: http.MethodGet, path: "/matches/" + m.id + "/orders", token: m.tokens[seat-1]}, http.StatusOK, into)
	return err
}
