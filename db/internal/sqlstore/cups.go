package sqlstore

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Queries for cups. In lists, ?1 is the player of the filter. coalesce makes the database use the
// index of cup_matches before any index of matches.
const (
	selectCup = `SELECT c.id, coalesce(c.host, ''), c.title, c.plan, c.places, c.invited, c.starts, c.made, c.started, c.ended,
		(SELECT count(*) FROM cup_players p WHERE p.cup = c.id AND p.withdrawn = 0),
		EXISTS (SELECT 1 FROM cup_players p WHERE p.cup = c.id AND p.player = ?1)
		FROM cups c `
	findCup     = selectCup + `WHERE c.id = ?2`
	openCups    = selectCup + `WHERE c.started IS NULL AND c.ended IS NULL AND NOT ` + blocksInCup + ` ORDER BY c.starts LIMIT ?2 OFFSET ?3`
	runningCups = selectCup + `WHERE c.started IS NOT NULL AND c.ended IS NULL ORDER BY c.made DESC LIMIT ?2 OFFSET ?3`
	overCups    = selectCup + `WHERE c.started IS NOT NULL AND c.ended IS NOT NULL ORDER BY c.ended DESC LIMIT ?2 OFFSET ?3`
	cupsOf      = selectCup + `WHERE c.id IN (SELECT o.cup FROM cup_players o WHERE o.player = ?1 UNION SELECT h.id FROM cups h WHERE h.host = ?1) ORDER BY c.made DESC, c.id LIMIT ?2 OFFSET ?3`

	// blocksInCup is the condition that a block exists between the player ?1 and the host or an
	// entrant of the cup c.
	blocksInCup = `(coalesce(c.host, '') <> ?1 AND NOT EXISTS (SELECT 1 FROM cup_players y WHERE y.cup = c.id AND y.player = ?1)
		AND (EXISTS (SELECT 1 FROM cup_players z JOIN ties b ON b.player = z.player AND b.other = ?1 AND b.kind = 'block' WHERE z.cup = c.id)
		OR EXISTS (SELECT 1 FROM cup_players z JOIN ties b ON b.player = ?1 AND b.other = z.player AND b.kind = 'block' WHERE z.cup = c.id)
		OR EXISTS (SELECT 1 FROM ties b WHERE b.player = c.host AND b.other = ?1 AND b.kind = 'block')
		OR EXISTS (SELECT 1 FROM ties b WHERE b.player = ?1 AND b.other = c.host AND b.kind = 'block')))`
	findBlocksInCup = `SELECT count(*) FROM cups c WHERE c.id = ?2 AND ` + blocksInCup

	entrantsOf = `SELECT p.id, p.name, p.created, p.habits, p.bot, coalesce(e.number, 0), e.withdrawn FROM cup_players e JOIN players p ON p.id = e.player
		WHERE e.cup = ? ORDER BY e.number, e.joined, e.player`
	cupMatchesOf = `SELECT g.match, g.settled, m.id, g.round, g.pairing, g.number, g.entries, m.ply, m.to_act, m.started, m.ended, m.result
		FROM cup_matches g JOIN matches m ON m.seq = g.match WHERE g.cup = ? ORDER BY g.round, g.pairing, g.number`
	dueCups = `SELECT id FROM cups WHERE due = 1 AND ended IS NULL
		UNION ALL SELECT id FROM cups WHERE started IS NULL AND ended IS NULL AND starts <= ?
		UNION ALL SELECT g.cup FROM cup_matches g JOIN matches m ON m.seq = g.match JOIN cups c ON c.id = g.cup WHERE g.settled = 0 AND coalesce(m.ended, 0) > 0 AND coalesce(c.ended, 0) = 0
		LIMIT ?`
)

// cups implements db.Cups.
type cups struct{ *core }

func (s cups) MakeCup(ctx context.Context, o db.Once, n db.NewCup, note func(db.Cup) (int, []byte)) (db.Cup, error) {
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.Cup, error) {
		if err := t.LockPlayer(ctx, n.Host); err != nil {
			return db.Cup{}, err
		}
		if err := t.bound(ctx, db.MaxCups, db.ErrTooManyCups, `SELECT count(*) FROM cups WHERE host = ? AND ended IS NULL`, n.Host); err != nil {
			return db.Cup{}, err
		}
		id, now := secret.NewID(), s.Millis()
		err := t.run(ctx, "make cup", `INSERT INTO cups (id, host, title, plan, places, invited, starts, made, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, n.Host, n.Title, n.Plan, n.Places, n.Invited, n.Starts.UnixMilli(), now, len(n.Entrants) >= n.Places)
		if err != nil {
			return db.Cup{}, err
		}
		if err := t.expectBots(n.Entrants...); err != nil {
			return db.Cup{}, err
		}
		for _, player := range n.Entrants {
			if err := enter(ctx, t, id, player, now); err != nil {
				return db.Cup{}, err
			}
		}
		return loadCup(ctx, t, id)
	}, note)
}

func enter(ctx context.Context, t *tx, cup, player string, now int64) error {
	return t.run(ctx, "enter a cup", `INSERT INTO cup_players (cup, player, joined) VALUES (?, ?, ?)`, cup, player, now)
}

func (s cups) Cup(ctx context.Context, id string) (db.Cup, error) { return loadCup(ctx, s.read, id) }

func (s cups) Cups(ctx context.Context, f db.CupFilter) ([]db.Cup, error) {
	query, ok := map[db.CupState]string{db.CupOpen: openCups, db.CupRunning: runningCups, db.CupOver: overCups, "": cupsOf}[f.State]
	if !ok {
		return nil, fmt.Errorf("cups in the state %q: %w", f.State, db.ErrNotFound)
	}
	return collect(ctx, s.read, "list cups", query, scanCup(s.key), f.Player, min(max(f.Limit, 1), db.MaxPage), max(f.Skip, 0))
}

func (s cups) BlocksInCup(ctx context.Context, cup, player string) (bool, error) {
	found, err := count(ctx, s.read, "find blocks in a cup", findBlocksInCup, player, cup)
	return found > 0, err
}

// scanCup returns a reader of rows of selectCup. The key recovers the token of the invitation.
func scanCup(key secret.InviteKey) func(scanner) (db.Cup, error) {
	return func(row scanner) (c db.Cup, err error) {
		err = row.Scan(&c.ID, &c.Host, &c.Title, &c.Plan, &c.Places, &c.Invited, millis{&c.Starts}, millis{&c.Made}, millis{&c.Started}, millis{&c.Ended}, &c.Entered, &c.AsEntrant)
		if c.Invited && key != nil {
			c.Invite = key.CupToken(c.ID)
		}
		return c, err
	}
}

// loadCup reads a cup with its entrants and matches.
func loadCup(ctx context.Context, q source, id string) (db.Cup, error) {
	c, err := scanCup(q.store().key)(q.QueryRow(ctx, findCup, "", id))
	if err != nil {
		return db.Cup{}, wrap("load cup", err)
	}
	if c.Entrants, err = collect(ctx, q, "list entrants", entrantsOf, scanEntrant, id); err != nil {
		return db.Cup{}, err
	}
	list, err := collect(ctx, q, "list matches of a cup", cupMatchesOf, scanCupMatch, id)
	for _, m := range list {
		c.Matches = append(c.Matches, m.CupMatch)
	}
	return c, err
}

func scanEntrant(row scanner) (e db.Entrant, err error) {
	err = row.Scan(&e.Player.ID, &e.Player.Name, millis{&e.Player.Created}, &e.Player.Habits, &e.Player.Bot, &e.Number, &e.Withdrawn)
	return e, err
}

// storedCupMatch is a match of a cup with the columns that are hidden from package db.
type storedCupMatch struct {
	db.CupMatch
	seq     int64
	settled bool
}

func scanCupMatch(row scanner) (m storedCupMatch, err error) {
	var toAct uint64
	var entries, result []byte
	err = row.Scan(&m.seq, &m.settled, &m.ID, &m.Round, &m.Pairing, &m.Number, &entries, &m.Ply, &toAct, millis{&m.Started}, millis{&m.Ended}, &result)
	if err == nil {
		err = json.Unmarshal(entries, &m.Entries)
	}
	if err == nil && !m.Ended.IsZero() {
		err = json.Unmarshal(result, &m.Result)
	}
	m.ToAct = seatsOf(toAct)
	return m, err
}

// lockCup locks a cup against other transactions and returns it.
func lockCup(ctx context.Context, t *tx, id string) (db.Cup, error) {
	if err := t.run(ctx, "lock cup", `UPDATE cups SET due = due WHERE id = ?`, id); err != nil {
		return db.Cup{}, err
	}
	return loadCup(ctx, t, id)
}

func (s cups) JoinCup(ctx context.Context, id, player, invite string) (db.Cup, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Cup, error) {
		c, err := lockCup(ctx, t, id)
		switch {
		case err != nil:
			return db.Cup{}, err
		case slices.ContainsFunc(c.Entrants, func(e db.Entrant) bool { return e.Player.ID == player }):
			return db.Cup{}, db.ErrAlreadySeated
		case !c.Started.IsZero() || !c.Ended.IsZero():
			return db.Cup{}, db.ErrStarted
		case c.Invited && player != c.Host && subtle.ConstantTimeCompare([]byte(t.core.key.CupToken(id)), []byte(invite)) != 1:
			return db.Cup{}, db.ErrNotFound
		case len(c.Entrants) >= c.Places:
			return db.Cup{}, db.ErrTaken
		}
		if err := enter(ctx, t, id, player, s.Millis()); err != nil {
			return db.Cup{}, err
		}
		if len(c.Entrants)+1 == c.Places {
			if err := setCupDue(ctx, t, id, true); err != nil {
				return db.Cup{}, err
			}
		}
		return loadCup(ctx, t, id)
	})
}

func setCupDue(ctx context.Context, t *tx, id string, due bool) error {
	return t.run(ctx, "store whether a cup is due", `UPDATE cups SET due = ? WHERE id = ?`, due, id)
}

func (s cups) LeaveCup(ctx context.Context, id, player string) (db.Cup, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Cup, error) {
		c, err := lockCup(ctx, t, id)
		switch {
		case err != nil:
			return db.Cup{}, err
		case !slices.ContainsFunc(c.Entrants, func(e db.Entrant) bool { return e.Player.ID == player }):
			return db.Cup{}, db.ErrNotFound
		case !c.Ended.IsZero():
			return db.Cup{}, db.ErrOver
		}
		leave := `DELETE FROM cup_players WHERE cup = ? AND player = ?`
		if !c.Started.IsZero() {
			leave = `UPDATE cup_players SET withdrawn = 1 WHERE cup = ? AND player = ?`
		}
		if err := t.run(ctx, "leave cup", leave, id, player); err != nil {
			return db.Cup{}, err
		}
		if err := setCupDue(ctx, t, id, !c.Started.IsZero()); err != nil {
			return db.Cup{}, err
		}
		return loadCup(ctx, t, id)
	})
}

func (s cups) DueCups(ctx context.Context, limit int) ([]string, error) {
	list, err := collect(ctx, s.read, "list cups that are due", dueCups, scanText, s.Millis(), max(limit, 1))
	slices.Sort(list)
	return slices.Compact(list), err
}

// cupStepped is a cup after a step, with the newly begun matches.
type cupStepped struct {
	cup   db.Cup
	begun []db.Match
}

func (s cups) StepCup(ctx context.Context, id string, decide func(db.Cup) (db.CupStep, error)) (db.Cup, []db.Match, error) {
	after, err := write(ctx, s.core, func(ctx context.Context, t *tx) (cupStepped, error) {
		c, err := lockCup(ctx, t, id)
		if err != nil || !c.Ended.IsZero() {
			return cupStepped{cup: c}, err
		}
		seen, err := collect(ctx, t, "list matches of a cup", cupMatchesOf, scanCupMatch, id)
		if err != nil {
			return cupStepped{}, err
		}
		c.Matches = nil // the step settles the ended matches in c
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

// stepCup stores a step of a cup. seen are its matches when the step was decided.
func stepCup(ctx context.Context, t *tx, id string, step db.CupStep, seen []storedCupMatch) (begun []db.Match, err error) {
	run := func(query string, args ...any) {
		if err == nil {
			_, err = t.Exec(ctx, query, args...)
		}
	}
	now := t.core.Millis()
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
		m, err := createMatch(ctx, t, n, now)
		if err != nil {
			return nil, err
		}
		begun = append(begun, m)
	}
	return begun, nil
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
