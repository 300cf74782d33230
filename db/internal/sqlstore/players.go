package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// CreatePlayer implements db.Players.
func (s *Store) CreatePlayer(ctx context.Context, name string) (db.Player, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Player, error) {
		return createPlayer(ctx, t, name, s.Millis())
	})
}

// CreateGuest implements db.Players.
func (s *Store) CreateGuest(ctx context.Context, o db.Once, name string, note func(p db.Player, token string) (int, []byte)) (db.Player, string, error) {
	type guest struct {
		db.Player
		token string
	}
	var noteGuest func(guest) (int, []byte)
	if note != nil {
		noteGuest = func(g guest) (int, []byte) { return note(g.Player, g.token) }
	}
	g, err := writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (guest, error) {
		p, err := createPlayer(ctx, t, name, s.Millis())
		if err != nil {
			return guest{}, err
		}
		_, token, err := t.createToken(ctx, db.NewToken{Player: p.ID, Scopes: db.AllScopes})
		return guest{p, token}, err
	}, noteGuest)
	return g.Player, g.token, err
}

const (
	selectPlayer           = `SELECT id, name, created, habits, bot, suspended, silent FROM players WHERE id = ?`
	selectPlayerAndAccount = `SELECT id, name, created, habits, bot, suspended, silent, EXISTS (SELECT 1 FROM accounts WHERE player = id) FROM players WHERE id = ?`
)

// longerRow is a row with one column more than its reader takes.
type longerRow struct {
	scanner
	last any
}

func (r longerRow) Scan(into ...any) error { return r.scanner.Scan(append(into, r.last)...) }

// Player implements db.Players.
func (s *Store) Player(ctx context.Context, id string) (db.Player, error) {
	return getKept(ctx, s.kept, "player", id, func(ctx context.Context) (db.Player, error) {
		var account bool
		p, err := scanPlayer(longerRow{s.read.QueryRow(ctx, selectPlayerAndAccount, id), &account})
		p.Account = account
		return p, err
	})
}

// RenamePlayer implements db.Players.
func (s *Store) RenamePlayer(ctx context.Context, id, name string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.rename(ctx, id, name)
	})
}

func (t *tx) rename(ctx context.Context, player, name string) error {
	t.renames = true
	n, err := t.Exec(ctx, `UPDATE players SET name = ? WHERE id = ?`, name, player)
	if err != nil {
		return fmt.Errorf("rename player: %w", err)
	}
	return expectOne(n)
}

// SetHabits implements db.Players.
func (s *Store) SetHabits(ctx context.Context, id, habits string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, id)); err != nil {
			return err
		}
		return t.setHabits(ctx, id, habits)
	})
}

func (t *tx) setHabits(ctx context.Context, player, habits string) error {
	t.renames = true
	n, err := t.Exec(ctx, `UPDATE players SET habits = ? WHERE id = ?`, habits, player)
	if err != nil {
		return fmt.Errorf("set habits: %w", err)
	}
	return expectOne(n)
}

// Tablemates implements db.Players.
func (s *Store) Tablemates(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list tablemates", `SELECT DISTINCT p.name
		FROM seats own JOIN seats other ON other.match = own.match JOIN players p ON p.id = other.player
		WHERE own.player = ?1 AND own.over = 0 AND other.player <> ?1 AND p.bot = 0`, scanText, player)
}

func createPlayer(ctx context.Context, t *tx, name string, now int64) (db.Player, error) {
	p := db.Player{ID: secret.NewID(), Name: name, Created: time.UnixMilli(now).UTC()}
	if _, err := t.Exec(ctx, `INSERT INTO players (id, name, created) VALUES (?, ?, ?)`, p.ID, name, now); err != nil {
		return db.Player{}, fmt.Errorf("create player: %w", err)
	}
	return p, nil
}

func scanPlayer(from scanner) (db.Player, error) {
	var p db.Player
	var created, suspended, silent sql.NullInt64
	switch err := from.Scan(&p.ID, &p.Name, &created, &p.Habits, &p.Bot, &suspended, &silent); {
	case errors.Is(err, sql.ErrNoRows):
		return db.Player{}, db.ErrNotFound
	case err != nil:
		return db.Player{}, fmt.Errorf("load player: %w", err)
	}
	p.Created, p.Suspended, p.Silent = timeFrom(created), timeFrom(suspended), timeFrom(silent)
	return p, nil
}

// expectOne returns db.ErrNotFound for a statement that has changed no row.
func expectOne(affected int64) error {
	if affected == 0 {
		return db.ErrNotFound
	}
	return nil
}

// tokenUses are uses of tokens that wait to be stored. They are stored together, apart from
// the writes for which the tokens are used.
type tokenUses struct {
	mu    sync.Mutex
	uses  map[string]int64 // in milliseconds, by hash
	timer *time.Timer      // to store them; nil while none waits
}

// add notes a use and has store called, db.TokenUseDelay later at most.
func (u *tokenUses) add(hash string, at int64, store func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.uses == nil {
		u.uses = make(map[string]int64)
	}
	u.uses[hash] = at
	if u.timer == nil {
		u.timer = time.AfterFunc(db.TokenUseDelay, store)
	}
}

// of returns the use of a token that waits, the zero time for none.
func (u *tokenUses) of(hash string) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at, ok := u.uses[hash]; ok {
		return time.UnixMilli(at).UTC()
	}
	return time.Time{}
}

// take returns all uses that wait. They stay in memory until forget drops them.
func (u *tokenUses) take() map[string]int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.timer != nil {
		u.timer.Stop()
		u.timer = nil
	}
	return maps.Clone(u.uses)
}

// forget drops uses that are stored, unless there is a later one.
func (u *tokenUses) forget(stored map[string]int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for hash, at := range stored {
		if u.uses[hash] == at {
			delete(u.uses, hash)
		}
	}
}

// StoreUses stores the uses of tokens that wait. After an error they wait on, for the
// next use.
func (s *Store) StoreUses(ctx context.Context) error {
	uses := s.uses.take()
	if len(uses) == 0 {
		return nil
	}
	err := s.do(ctx, func(ctx context.Context, t *tx) error {
		for hash, at := range uses {
			t.touch(hash)
			if _, err := t.Exec(ctx, `UPDATE tokens SET used = ? WHERE hash = (SELECT hash FROM tokens WHERE hash = ? FOR UPDATE SKIP LOCKED)`, at, []byte(hash)); err != nil {
				return fmt.Errorf("note use of token: %w", err)
			}
		}
		return nil
	})
	if err == nil {
		s.uses.forget(uses)
	}
	return err
}

// storeUsesLater is called by a timer. db.Health.LastFailure reports its failures.
func (s *Store) storeUsesLater() { _ = s.StoreUses(context.Background()) }

// notedVisits are visits that wait to be stored, so that opening a match does not cost a
// commit of its own.
type notedVisits struct {
	mu     sync.Mutex
	visits map[visitor]db.Visit
	timer  *time.Timer // to store them; nil while none waits
}

type visitor struct{ match, player string }

// visit returns the part of a player's visits to a match that waits to be stored, the zero
// Visit for none.
func (n *notedVisits) visit(match, player string) db.Visit {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.visits[visitor{match, player}]
}

// add notes a visit and has store called, db.VisitDelay later at most.
func (n *notedVisits) add(match, player string, v db.Visit, store func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.visits == nil {
		n.visits = make(map[visitor]db.Visit)
	}
	by := visitor{match, player}
	n.visits[by] = latestVisit(n.visits[by], v)
	if n.timer == nil {
		n.timer = time.AfterFunc(db.VisitDelay, store)
	}
}

// take returns all visits that wait. They stay in memory until forget drops them.
func (n *notedVisits) take() map[visitor]db.Visit {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timer != nil {
		n.timer.Stop()
		n.timer = nil
	}
	return maps.Clone(n.visits)
}

// forget drops visits that are stored, unless a later visit has been noted.
func (n *notedVisits) forget(stored map[visitor]db.Visit) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for by, v := range stored {
		if n.visits[by] == v {
			delete(n.visits, by)
		}
	}
}

// latestVisit combines two records of a player's visits.
func latestVisit(a, b db.Visit) db.Visit {
	return db.Visit{
		Seen:   max(a.Seen, b.Seen),
		Told:   max(a.Told, b.Told),
		Began:  laterOf(a.Began, b.Began),
		Latest: laterOf(a.Latest, b.Latest),
		Orders: a.Orders, // as they were read
	}
}

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// StoreVisits stores the visits that wait. After an error they wait on: the next visit
// that is noted has them tried again.
func (s *Store) StoreVisits(ctx context.Context) error {
	visits := s.noted.take()
	if len(visits) == 0 {
		return nil
	}
	err := s.do(ctx, func(ctx context.Context, t *tx) error {
		for by, v := range visits {
			// The match may have been deleted in between.
			if err := storeVisit(ctx, t, by.match, by.player, v); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.noted.forget(visits)
	}
	return err
}

// storeNoted is called by a timer. db.Health.LastFailure reports its failures.
func (s *Store) storeNoted() { _ = s.StoreVisits(context.Background()) }

const countTally = `SELECT
	count(*) FILTER (WHERE solo = 0 AND owes = 1),
	count(*) FILTER (WHERE solo = 0 AND started IS NOT NULL AND ended IS NULL),
	count(*) FILTER (WHERE solo = 0 AND started IS NULL),
	count(*) FILTER (WHERE solo = 1 AND ended IS NULL),
	count(*) FILTER (WHERE ended IS NOT NULL),
	count(*) FILTER (WHERE solo = 0 AND won = 1),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners = 0),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners > 0 AND won = 0)
FROM (SELECT m.solo, m.started, m.ended, max(s.owes) AS owes,
		max(CASE WHEN EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat) THEN 1 ELSE 0 END) AS won,
		json_extract(m.result, '$.reason') AS reason, coalesce(json_array_length(m.result, '$.winners'), 0) AS winners
	FROM seats s JOIN matches m ON m.seq = s.match WHERE s.player = ?2 GROUP BY m.seq, m.solo, m.started, m.ended, m.result) AS played`

// Tally implements db.Lists.
func (s *Store) Tally(ctx context.Context, player string) (db.Tally, error) {
	var t db.Tally
	err := s.read.QueryRow(ctx, countTally, games.ReasonAborted, player).Scan(
		&t.Awaiting, &t.Live, &t.Open, &t.Alone, &t.Finished, &t.Won, &t.Drawn, &t.Lost)
	if err != nil {
		return db.Tally{}, fmt.Errorf("count matches of a player: %w", err)
	}
	return t, nil
}
