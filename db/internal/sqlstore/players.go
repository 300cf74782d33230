package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
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
