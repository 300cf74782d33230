package sqlstore

import (
	"context"
	"errors"
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

// lockExisting locks a player. It returns db.ErrNotFound for a player who has left.
func (t *tx) lockExisting(ctx context.Context, player string) error {
	if err := t.LockPlayer(ctx, player); err != nil {
		return err
	}
	_, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player))
	return err
}

func (s players) Visit(ctx context.Context, match, player string) (db.Visit, error) {
	key := visitKey(match, player)
	noted := s.visits.of(visitor{match, player}) // before the row, which has visits that are stored in between
	stored, err := getKept(ctx, s.kept, "visit", key, func(ctx context.Context) (db.Visit, error) { return s.findVisit(ctx, match, player) }, key)
	return latestVisit(stored, noted), err
}

// visitKey is the id of a player's visits to a match in versions.
func visitKey(match, player string) string { return match + "/" + player }

func (s players) findVisit(ctx context.Context, match, player string) (db.Visit, error) {
	var v db.Visit
	err := s.read.QueryRow(ctx, `SELECT coalesce(v.ply, 0), coalesce(v.told, 0), v.began, v.latest,
			coalesce((SELECT max(o.text) FROM seats s JOIN orders o ON o.match = s.match AND o.seat = s.seat WHERE s.match = m.seq AND s.player = ?), '')
		FROM matches m LEFT JOIN visits v ON v.match = m.seq AND v.player = ?
		WHERE m.id = ?`, player, player, match).Scan(&v.Seen, &v.Told, millis{&v.Began}, millis{&v.Latest}, &v.Orders)
	return v, wrap("look up visit", orNone(err))
}

func (s players) VisitsOf(ctx context.Context, player string) ([]db.MatchVisit, error) {
	return collect(ctx, s.read, "list visits", `SELECT m.id, v.ply, v.told, v.began, v.latest FROM visits v JOIN matches m ON m.seq = v.match WHERE v.player = ? ORDER BY v.match DESC`,
		func(r scanner) (v db.MatchVisit, err error) {
			err = r.Scan(&v.Match, &v.Seen, &v.Told, millis{&v.Began}, millis{&v.Latest})
			return v, err
		}, player)
}

// NoteVisit stores the visit a little later, together with others, where nobody else reads the
// database.
func (s players) NoteVisit(ctx context.Context, match, player string, v db.Visit) error {
	if s.kept == nil {
		return s.do(ctx, func(ctx context.Context, t *tx) error { return storeVisit(ctx, t, match, player, v) })
	}
	if _, err := s.match(ctx, match); err != nil {
		return err
	}
	if _, err := s.Player(ctx, player); err != nil {
		return err
	}
	v = db.Visit{Seen: v.Seen, Told: v.Told, Began: toMillis(v.Began), Latest: toMillis(v.Latest)}
	s.visits.add(visitor{match, player}, func(before db.Visit) db.Visit { return latestVisit(before, v) }, db.VisitDelay, s.StoreVisits)
	s.kept.countNoted(visitKey(match, player))
	return nil
}

// countNoted counts a visit that is noted and not yet stored: the row stays as it is.
func (k *keptRows) countNoted(key string) {
	before, idle := k.versions.of(key)
	row, found := k.rows.GetIfPresent("visit/" + key)
	k.versions.count(key).commits.Add(1)
	if !found || !idle || row.version != before {
		return
	}
	if after, idle := k.versions.of(key); idle && after == before+1 {
		k.rows.Set("visit/"+key, &keptRow{after, row.value})
	}
}

// willVisit notes the state of a visit once v is stored, if the state before is in the cache.
func (t *tx) willVisit(key string, v db.Visit) {
	k := t.core.kept
	if k == nil {
		return
	}
	row, found := k.rows.GetIfPresent("visit/" + key)
	if before, idle := k.versions.of(key); !found || !idle || row.version != before {
		return
	}
	v.Began, v.Latest = toMillis(v.Began), toMillis(v.Latest)
	t.willBe("visit", key, latestVisit(row.value.(db.Visit), v))
	if last := t.rows[len(t.rows)-1]; last.before != row.version {
		t.rows = t.rows[:len(t.rows)-1] // another commit came between
	}
}

// storeVisit stores a visit in a transaction.
func storeVisit(ctx context.Context, t *tx, match, player string, v db.Visit) error {
	if err := t.LockMatch(ctx, match); err != nil {
		return err
	}
	var seq int64
	if err := t.QueryRow(ctx, seqOfMatch, match).Scan(&seq); err != nil {
		return wrap("note visit", err)
	}
	t.touch(visitKey(match, player))
	st := visitStatement(seq, player, v)
	if err := t.run(ctx, st.Doing, st.Query, st.Args...); err != nil {
		return err
	}
	t.willVisit(visitKey(match, player), v)
	return nil
}

// visitStatement stores a visit. No column ever decreases.
func visitStatement(seq int64, player string, v db.Visit) Statement {
	return Statement{Doing: "note visit", Table: "visits",
		Query: `INSERT INTO visits (match, player, ply, told, began, latest) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, player) DO UPDATE SET ply = greatest(visits.ply, excluded.ply), told = greatest(visits.told, excluded.told),
				began = greatest(visits.began, excluded.began), latest = greatest(visits.latest, excluded.latest)`,
		Args: []any{seq, player, v.Seen, v.Told, v.Began.UnixMilli(), v.Latest.UnixMilli()}}
}

// visitor is a player at a match.
type visitor struct{ match, player string }

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

// StoreVisits stores the visits that wait.
func (s players) StoreVisits(ctx context.Context) error {
	return s.visits.store(func(visits map[visitor]db.Visit) error {
		return s.do(ctx, func(ctx context.Context, t *tx) error {
			for by, v := range visits {
				// The match may have been deleted in between.
				if err := storeVisit(ctx, t, by.match, by.player, v); err != nil && !errors.Is(err, db.ErrNotFound) {
					return err
				}
			}
			return nil
		})
	})
}
