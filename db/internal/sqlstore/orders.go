package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/games"
)

const (
	ordersOfSeat  = `SELECT o.text FROM matches m JOIN orders o ON o.match = m.seq WHERE m.id = ? AND o.seat = ?`
	ordersOfMatch = `SELECT seat, text FROM orders WHERE match = ?`
)

// OrdersOf implements db.Matches.
func (s *Store) OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error) {
	var text string
	err := s.read.QueryRow(ctx, ordersOfSeat, match, int(seat)).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("load orders: %w", err)
	}
	return text, nil
}

func readOrders(ctx context.Context, t *tx, seq int64) (db.Orders, error) {
	rows, err := t.Query(ctx, ordersOfMatch, seq)
	if err != nil {
		return nil, fmt.Errorf("load orders: %w", err)
	}
	defer rows.Close()
	var orders db.Orders
	for rows.Next() {
		var seat games.Seat
		var text string
		if err := rows.Scan(&seat, &text); err != nil {
			return nil, fmt.Errorf("load orders: %w", err)
		}
		if orders == nil {
			orders = make(db.Orders)
		}
		orders[seat] = text
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("load orders: %w", err)
	}
	return orders, nil
}

func writeOrders(ctx context.Context, t *tx, seq int64, changed db.Orders) error {
	for seat, text := range changed {
		st := Statement{Doing: fmt.Sprintf("store orders of seat %d", seat), Table: "orders", Args: []any{seq, int(seat)}}
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
