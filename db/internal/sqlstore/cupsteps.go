package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"tableronde/db"
)

// cupStepped is a cup after a step, with the matches that began.
type cupStepped struct {
	cup   db.Cup
	begun []db.Match
}

// StepCup implements db.Cups.
func (s *Store) StepCup(ctx context.Context, id string, decide func(db.Cup) (db.CupStep, error)) (db.Cup, []db.Match, error) {
	after, err := write(ctx, s, func(ctx context.Context, t *tx) (cupStepped, error) {
		c, err := lockCup(ctx, t, id)
		if err != nil || !c.Ended.IsZero() {
			return cupStepped{cup: c}, err
		}
		seen, err := collect(ctx, t, "list matches of a cup", cupMatchesOf, scanCupMatch, id)
		if err != nil {
			return cupStepped{}, err
		}
		c.Matches = nil // those that have ended in c are the ones that get settled
		for _, m := range seen {
			c.Matches = append(c.Matches, m.CupMatch)
		}
		step, err := decide(c)
		if err != nil {
			return cupStepped{}, err
		}
		begun, err := stepCup(ctx, t, id, step, seen)
		if err != nil {
			return cupStepped{}, err
		}
		c, err = loadCup(ctx, t, id)
		return cupStepped{c, begun}, err
	})
	return after.cup, after.begun, err
}

// stepCup stores a step of a cup, whose matches were as seen.
func stepCup(ctx context.Context, t *tx, id string, step db.CupStep, seen []storedCupMatch) (begun []db.Match, err error) {
	run := func(query string, args ...any) {
		if err == nil {
			_, err = t.Exec(ctx, query, args...)
		}
	}
	now := t.s.Millis()
	for i, player := range step.Order {
		run(`UPDATE cup_players SET number = ? WHERE cup = ? AND player = ?`, i+1, id, player)
	}
	if len(step.Order) > 0 {
		run(`UPDATE cups SET started = ? WHERE id = ?`, now, id)
	}
	for _, m := range seen {
		if m.Result != nil && !m.settled {
			run(`UPDATE cup_matches SET settled = 1 WHERE match = ?`, m.seq)
		}
	}
	if step.Over {
		run(`UPDATE cups SET ended = ? WHERE id = ?`, now, id)
	}
	run(`UPDATE cups SET due = 0 WHERE id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("step of a cup: %w", err)
	}
	for _, n := range step.Matches {
		m, err := beginCupMatch(ctx, t, n, now)
		if err != nil {
			return nil, err
		}
		begun = append(begun, m)
	}
	return begun, nil
}

// beginCupMatch creates a match of a cup.
func beginCupMatch(ctx context.Context, t *tx, n db.NewMatch, now int64) (db.Match, error) {
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return db.Match{}, fmt.Errorf("create match of a cup: %w", err)
	}
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("create match of a cup: %w", err)
	}
	return createMatch(ctx, t, n, toAct, players, now)
}

// insertCupPlace stores the place of a match in a cup.
func insertCupPlace(ctx context.Context, t *tx, match int64, p db.CupPlace) error {
	if p.Cup == "" {
		return nil
	}
	entries, err := json.Marshal(p.Entries)
	if err == nil {
		_, err = t.Exec(ctx, `INSERT INTO cup_matches (match, cup, round, pairing, number, entries) VALUES (?, ?, ?, ?, ?, ?)`,
			match, p.Cup, p.Round, p.Pairing, p.Number, string(entries))
	}
	if err != nil {
		return fmt.Errorf("store place in a cup: %w", err)
	}
	return nil
}
