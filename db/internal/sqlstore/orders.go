package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"tableronde/db"
	"tableronde/games"
)

const ordersOfSeat = `SELECT o.text FROM matches m JOIN orders o ON o.match = m.seq WHERE m.id = ? AND o.seat = ?`

func (s matches) OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error) {
	var text string
	err := s.read.QueryRow(ctx, ordersOfSeat, match, int(seat)).Scan(&text)
	return text, wrap("load orders", orNone(err))
}

func (s matches) OrdersBy(ctx context.Context, player string) (map[string]string, error) {
	orders := make(map[string]string)
	err := each(ctx, s.read, `SELECT m.id, max(o.text) FROM seats s JOIN orders o ON o.match = s.match AND o.seat = s.seat JOIN matches m ON m.seq = s.match
		WHERE s.player = ? AND s.over = 0 GROUP BY m.id`, func(row scanner) error {
		var id, text string
		err := row.Scan(&id, &text)
		orders[id] = text
		return err
	}, []any{player})
	return orders, wrap("list orders of a player", err)
}

// decodeOrders decodes the orders in a row of matchAndOrders.
func decodeOrders(text []byte) (db.Orders, error) {
	if len(text) == 0 || string(text) == "[]" {
		return nil, nil
	}
	var stored [][2]any
	if err := json.Unmarshal(text, &stored); err != nil {
		return nil, fmt.Errorf("orders: %w", err)
	}
	orders := make(db.Orders, len(stored))
	for _, o := range stored {
		seat, _ := o[0].(float64)
		orders[games.Seat(seat)], _ = o[1].(string)
	}
	return orders, nil
}

// ordersKey is the id of a match's advance orders in versions. It differs from the id of the match,
// so that an event leaves cached orders valid.
func ordersKey(match string) string { return match + "#orders" }

// changesOrders reports whether a change replaces orders, or deletes them all with the end
// of the match.
func changesOrders(c db.Change) bool { return len(c.Orders) > 0 || c.Result != nil }

// changesOrdersOf reports whether a change replaces orders of a player. They are cached with the
// player's visits.
func (r *storedMatch) changesOrdersOf(player string, c db.Change) bool {
	for _, seat := range r.SeatsOf(player) {
		if _, ok := c.Orders[seat]; ok {
			return true
		}
	}
	return false
}

// writeOrders stores the orders of a change.
func (r *storedMatch) writeOrders(ctx context.Context, t *tx, c db.Change) error {
	if changesOrders(c) {
		t.touch(ordersKey(r.ID))
	}
	for seat, text := range c.Orders {
		if i := int(seat) - 1; i >= 0 && i < len(r.Seats) {
			t.touch(visitKey(r.ID, r.Seats[i].ID))
		}
		st := Statement{Doing: fmt.Sprintf("store orders of seat %d", seat), Table: "orders", Args: []any{r.seq, int(seat)}}
		if text == "" {
			st.Query = `DELETE FROM orders WHERE match = ? AND seat = ?`
		} else {
			st.Query = `INSERT INTO orders (match, seat, text) VALUES (?, ?, ?)
				ON CONFLICT (match, seat) DO UPDATE SET text = excluded.text`
			st.Args = append(st.Args, text)
		}
		if err := t.Queue(ctx, st); err != nil {
			return err
		}
	}
	return nil
}
