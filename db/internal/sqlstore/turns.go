package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
)

const (
	// findTurns has the newest four matches that wait for a player's decision or answer. Each row
	// also has the number of all these matches and the time at which the next offer expires. It
	// also has the two matches in which the player's clock falls first.
	findTurns = `SELECT m.seq, m.id, (SELECT count(DISTINCT match) FROM seats WHERE player = ?1 AND owes = 1 AND ` + notSolo + `)
		+ (SELECT count(DISTINCT match) FROM seats s WHERE player = ?1 AND asked > ?2
			AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player = ?1 AND o.owes = 1)),
		(SELECT min(asked) FROM seats WHERE player = ?1 AND asked > ?2),
		` + pressing + ` LIMIT 1), ` + pressing + ` LIMIT 1 OFFSET 1)
		FROM matches m WHERE m.seq IN (SELECT match FROM seats WHERE player = ?1 AND owes = 1 AND ` + notSolo + `
		UNION SELECT match FROM seats WHERE player = ?1 AND asked > ?2 ORDER BY match DESC LIMIT 4) ORDER BY m.seq DESC`
	pressing = `(SELECT t.id FROM seats d JOIN matches t ON t.seq = d.match WHERE d.player = ?1 AND d.deadline IS NOT NULL ORDER BY d.deadline`
)

func (s lists) Turns(ctx context.Context, player string) (db.Turns, error) {
	now := s.Millis()
	t, err := getKept(ctx, s.kept, "turns", player, func(ctx context.Context) (keptTurns, error) { return s.findTurns(ctx, player, now) }, player)
	if err == nil && t.until.Valid && t.until.Int64 <= now {
		t, err = s.findTurns(ctx, player, now)
	}
	if err != nil {
		return db.Turns{}, fmt.Errorf("find turns: %w", err)
	}
	return t.Turns, nil
}

// keptTurns are the cached turns of a player.
type keptTurns struct {
	db.Turns
	newest   []turn        // the newest of these matches, at most four, so that First stays valid over some moves
	pressing []string      // ids of at most two matches in which the player's clock falls first
	until    sql.NullInt64 // in milliseconds: the next expiry of an offer among the turns
}

// turn is a match that waits for a player.
type turn struct {
	seq int64
	id  string
}

func (s lists) findTurns(ctx context.Context, player string, now int64) (t keptTurns, err error) {
	var pressing [2]sql.NullString
	err = each(ctx, s.read, findTurns, func(row scanner) error {
		var m turn
		err := row.Scan(&m.seq, &m.id, &t.Count, &t.until, &pressing[0], &pressing[1])
		t.newest = append(t.newest, m)
		return err
	}, []any{player, now})
	for _, id := range pressing {
		if id.Valid {
			t.pressing = append(t.pressing, id.String)
		}
	}
	t.fillFirst()
	return t, err
}

// fillFirst sets the most urgent matches.
func (t *keptTurns) fillFirst() {
	t.First = slices.Clone(t.pressing)
	for _, m := range t.newest {
		if len(t.First) < 2 && !slices.Contains(t.First, m.id) {
			t.First = append(t.First, m.id)
		}
	}
}

// after returns the turns of a player after a move in a match: whether the player owed a decision
// before, owes one now, and has a running clock now. ok is false if the turns must be read again:
// offers are open, clocks run in other matches, or matches outside of newest come first.
func (t keptTurns) after(m turn, owed, owes, runs bool) (now keptTurns, ok bool) {
	if t.until.Valid || slices.ContainsFunc(t.pressing, func(id string) bool { return id != m.id }) {
		return t, false
	}
	if owed == owes && runs == (len(t.pressing) > 0) {
		return t, true
	}
	now.newest = slices.DeleteFunc(slices.Clone(t.newest), func(other turn) bool { return other == m })
	if now.Count = t.Count; owed {
		now.Count--
	}
	if owes {
		at, _ := slices.BinarySearchFunc(now.newest, m, func(a, b turn) int { return cmp.Compare(b.seq, a.seq) })
		if at < len(now.newest) || len(now.newest) == now.Count {
			now.newest = slices.Insert(now.newest, at, m)
		}
		now.newest = now.newest[:min(len(now.newest), 4)]
		now.Count++
	}
	if runs {
		now.pressing = []string{m.id}
	}
	now.fillFirst()
	return now, len(now.newest) >= min(2, now.Count)
}

// willOwe caches the turns of the match's players after a move, if their present turns are cached.
// was is the match before the move, with the same players.
func (t *tx) willOwe(was, is storedMatch) {
	for i, p := range is.Seats {
		if slices.ContainsFunc(is.Seats[:i], func(other db.Player) bool { return other.ID == p.ID }) {
			continue // the player's first seat represents the others
		}
		row, known := t.core.kept.current("turns", p.ID)
		if !known {
			continue
		}
		var seats uint64
		asked, runs := false, false
		for j := i; j < len(is.Seats); j++ {
			if seat := games.Seat(j + 1); is.Seats[j].ID == p.ID {
				seats |= 1 << seat
				asked = asked || slices.Contains(was.Asked, seat) || slices.Contains(is.Asked, seat)
				runs = runs || j < len(is.Deadlines) && !is.Deadlines[j].IsZero()
			}
		}
		owes := func(m storedMatch) bool { return !m.Solo && m.toActBits&seats != 0 }
		if turns, ok := row.(keptTurns).after(turn{is.seq, is.ID}, owes(was), owes(is), runs); ok && !asked {
			t.willBe("turns", p.ID, turns)
		}
	}
}
