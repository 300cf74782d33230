package sqlstore

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// players implements db.Players.
type players struct{ *core }

func (s players) CreatePlayer(ctx context.Context, name string) (db.Player, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Player, error) {
		return createPlayer(ctx, t, name, s.Millis())
	})
}

func (s players) CreateGuest(ctx context.Context, o db.Once, name string, note func(p db.Player, token string) (int, []byte)) (db.Player, string, error) {
	type guest struct {
		db.Player
		token string
	}
	var noteGuest func(guest) (int, []byte)
	if note != nil {
		noteGuest = func(g guest) (int, []byte) { return note(g.Player, g.token) }
	}
	g, err := writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (guest, error) {
		p, err := createPlayer(ctx, t, name, s.Millis())
		if err != nil {
			return guest{}, err
		}
		_, token, err := createToken(ctx, t, db.NewToken{Player: p.ID, Scopes: db.AllScopes})
		return guest{p, token}, err
	}, noteGuest)
	return g.Player, g.token, err
}

const (
	selectPlayer           = `SELECT id, name, created, habits, bot, suspended, silent FROM players WHERE id = ?`
	selectPlayerAndAccount = `SELECT id, name, created, habits, bot, suspended, silent, EXISTS (SELECT 1 FROM accounts WHERE player = id) FROM players WHERE id = ?`
)

func (s players) Player(ctx context.Context, id string) (db.Player, error) {
	return getKept(ctx, s.kept, "player", id, func(ctx context.Context) (db.Player, error) {
		var account bool
		p, err := scanPlayer(s.read.QueryRow(ctx, selectPlayerAndAccount, id), &account)
		p.Account = account
		return p, err
	})
}

func (s players) RenamePlayer(ctx context.Context, id, name string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return rename(ctx, t, id, name)
	})
}

func rename(ctx context.Context, t *tx, player, name string) error {
	t.renames = true
	return t.expect(ctx, "rename player", `UPDATE players SET name = ? WHERE id = ?`, name, player)
}

func (s players) SetHabits(ctx context.Context, id, habits string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, id)); err != nil {
			return err
		}
		return setHabits(ctx, t, id, habits)
	})
}

func setHabits(ctx context.Context, t *tx, player, habits string) error {
	t.renames = true
	return t.expect(ctx, "set habits", `UPDATE players SET habits = ? WHERE id = ?`, habits, player)
}

func (s players) Tablemates(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list tablemates", `SELECT DISTINCT p.name
		FROM seats own JOIN seats other ON other.match = own.match JOIN players p ON p.id = other.player
		WHERE own.player = ?1 AND own.over = 0 AND other.player <> ?1 AND p.bot = 0`, scanText, player)
}

func createPlayer(ctx context.Context, t *tx, name string, now int64) (db.Player, error) {
	p := db.Player{ID: secret.NewID(), Name: name, Created: time.UnixMilli(now).UTC()}
	if err := t.run(ctx, "create player", `INSERT INTO players (id, name, created) VALUES (?, ?, ?)`, p.ID, name, now); err != nil {
		return db.Player{}, err
	}
	return p, nil
}

// scanPlayer reads the columns of selectPlayer, and the columns after them into more.
func scanPlayer(from scanner, more ...any) (p db.Player, err error) {
	err = from.Scan(append([]any{&p.ID, &p.Name, millis{&p.Created}, &p.Habits, &p.Bot, millis{&p.Suspended}, millis{&p.Silent}}, more...)...)
	return p, wrap("load player", err)
}
