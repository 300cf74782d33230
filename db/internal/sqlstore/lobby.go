package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games/clock"
)

// Queries for open tables. The viewer is ?1.
const (
	openTables      = `m.public = 1 AND m.started IS NULL AND NOT ` + blocks
	countOpenTables = `SELECT count(*) FROM (SELECT m.seq FROM matches m WHERE ` + openTables + ` LIMIT ?2) AS counted`
	// blocks is the condition that a block exists between the player ?1 and somebody at the table
	// m.
	blocks = `(EXISTS (SELECT 1 FROM seats z JOIN ties b ON b.player = z.player AND b.other = ?1 AND b.kind = 'block' WHERE z.match = m.seq)
		OR EXISTS (SELECT 1 FROM seats z JOIN ties b ON b.player = ?1 AND b.other = z.player AND b.kind = 'block' WHERE z.match = m.seq))`

	notSeated = ` AND NOT EXISTS (SELECT 1 FROM seats y WHERE y.match = m.seq AND y.player = ?1)` + meets
	// meets is the condition that the viewer meets the Needs of a table.
	meets = ` AND (m.need_played = 0 OR m.need_played <= (SELECT coalesce(sum(x.matches), 0) FROM scores x WHERE x.player = ?1 AND x.opponent = ''))
		AND (m.need_low = 0 AND m.need_high = 0 OR EXISTS (SELECT 1 FROM ratings x WHERE x.player = ?1 AND x.game = m.game
			AND x.points + 0.5 >= m.need_low AND (m.need_high = 0 OR x.points < m.need_high + 0.5)))`
	// ofFavorites selects the newest table of each favorite. FILTER is replaced by a condition on
	// the tables. The plus makes SQLite find the tables by their host.
	ofFavorites = ` AND m.seq IN (SELECT (SELECT max(t.seq) FROM matches t WHERE t.host = f.other AND +t.public = 1 AND t.started IS NULL FILTER)
		FROM ties f WHERE f.player = ?1 AND f.kind = 'favorite')`
	listTastes = `SELECT m.game, m.clock FROM matches m WHERE m.started IS NOT NULL AND m.solo = 0
		AND m.seq IN (SELECT DISTINCT match FROM seats WHERE player = ? ORDER BY match DESC LIMIT ?) ORDER BY m.seq DESC`
)

// Limits on the search for tables that fit a player.
const (
	recentMatches = 30
	tastedGames   = 3
	tastedPaces   = 2
)

// lobby implements db.Lobby.
type lobby struct{ *core }

func (s lobby) OpenTables(ctx context.Context, viewer string, f db.TableFilter, after string, limit int) (matches []db.Match, next string, err error) {
	return s.openTables(ctx, viewer, f, "", after, limit)
}

// openTables lists the open tables that pass a filter and a condition. Each filter has an
// index.
func (s lobby) openTables(ctx context.Context, viewer string, f db.TableFilter, condition, after string, limit int) (matches []db.Match, next string, err error) {
	args := []any{viewer}
	of := func(column string, value any) string {
		args = append(args, value)
		return fmt.Sprintf(" AND TABLE.%s = ?%d", column, len(args))
	}
	var filter string
	if f.Game != "" {
		filter += of("game", f.Game)
	}
	if f.Seats != 0 {
		filter += of("seat_count", f.Seats)
	}
	if f.Pace != "" {
		filter += of("pace", string(f.Pace))
	}
	named := func(table string) string { return strings.ReplaceAll(filter, "TABLE", table) }
	query := selectMatch + `WHERE ` + openTables + strings.Replace(condition, "FILTER", named("t"), 1) + named("m") +
		fmt.Sprintf(" AND m.seq < ?%d ORDER BY m.seq DESC LIMIT ?%d", len(args)+1, len(args)+2)
	return s.list(ctx, query, after, limit, args...)
}

func (s lobby) CountOpenTables(ctx context.Context, viewer string) (int, error) {
	return count(ctx, s.read, "count open tables", countOpenTables, viewer, db.MostCounted)
}

func (s lobby) FittingTables(ctx context.Context, viewer string, f db.TableFilter, limit int) (fitting []db.Match, err error) {
	add := func(f db.TableFilter, condition string) error {
		if err != nil || len(fitting) >= limit {
			return err
		}
		var found []db.Match
		found, _, err = s.openTables(ctx, viewer, f, notSeated+condition, "", limit)
		for _, m := range found {
			if len(fitting) < limit && !slices.ContainsFunc(fitting, func(other db.Match) bool { return other.ID == m.ID }) {
				fitting = append(fitting, m)
			}
		}
		return err
	}
	if err := add(f, ofFavorites); err != nil {
		return nil, err
	}
	gamesPlayed, pacesPlayed, err := s.tastes(ctx, viewer)
	if err != nil {
		return nil, err
	}
	for _, game := range gamesPlayed {
		if f.Game == "" || f.Game == game {
			_ = add(db.TableFilter{Game: game, Seats: f.Seats, Pace: f.Pace}, "")
		}
	}
	for _, pace := range pacesPlayed {
		if f.Pace == "" || f.Pace == pace {
			_ = add(db.TableFilter{Game: f.Game, Seats: f.Seats, Pace: pace}, "")
		}
	}
	return fitting, err
}

// tastes returns the games and the tempos of a player's last matches, the latest first.
func (s lobby) tastes(ctx context.Context, player string) (played []string, paces []db.Tempo, err error) {
	err = each(ctx, s.read, listTastes, func(row scanner) error {
		var game string
		var clocks []byte
		var c clock.Clock
		if err := row.Scan(&game, &clocks); err != nil {
			return err
		}
		if clocks != nil {
			if err := json.Unmarshal(clocks, &c); err != nil {
				return err
			}
		}
		if !slices.Contains(played, game) && len(played) < tastedGames {
			played = append(played, game)
		}
		if pace := db.TempoOf(c); !slices.Contains(paces, pace) && len(paces) < tastedPaces {
			paces = append(paces, pace)
		}
		return nil
	}, []any{player, recentMatches})
	return played, paces, wrap("list recent games", err)
}

// Queries for standing offers. coalesce makes the database use the index of standing_tables
// before any index of matches.
const (
	selectStanding = `SELECT o.id, o.player, o.proposal, o.most, o.paused, o.made,
		coalesce((SELECT m.id FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0), ''),
		(SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) > 0 AND coalesce(m.ended, 0) = 0)
		FROM standing o `
	listStanding = selectStanding + `WHERE o.player = ? ORDER BY o.made, o.id`

	// hungry is whether a table is to be opened for an offer. ?1 is the time.
	hungry = `o.paused = 0 AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = o.player AND p.suspended > ?1)
		AND NOT EXISTS (SELECT 1 FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0)
		AND (SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.ended, 0) = 0) < o.most`
	listHungry   = selectStanding + `WHERE o.id > ?2 AND ` + hungry + ` ORDER BY o.id LIMIT ?3`
	listHungryOf = selectStanding + `WHERE o.player = ?2 AND ` + hungry + ` ORDER BY o.made, o.id LIMIT ?3`
	findHungry   = `SELECT o.player FROM standing o WHERE o.id = ?2 AND ` + hungry
	dropOver     = `DELETE FROM standing_tables WHERE offer = ? AND match IN (SELECT t.match FROM standing_tables t JOIN matches m ON m.seq = t.match
		WHERE t.offer = ? AND coalesce(m.ended, 0) > 0)`
)

func scanStanding(r scanner) (o db.StandingOffer, err error) {
	err = r.Scan(&o.ID, &o.Player, &o.Proposal, &o.Most, &o.Paused, millis{&o.Made}, &o.Open, &o.Live)
	return o, err
}

// standing implements db.Standing.
type standing struct{ *core }

func (s standing) AddStanding(ctx context.Context, o db.Once, n db.StandingOffer, note func(db.StandingOffer) (int, []byte)) (db.StandingOffer, error) {
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.StandingOffer, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		if err := t.bound(ctx, db.MaxStanding, db.ErrTooManyStanding, `SELECT count(*) FROM standing WHERE player = ?`, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		made := db.StandingOffer{ID: secret.NewID(), Player: n.Player, Proposal: n.Proposal, Most: n.Most, Made: time.UnixMilli(s.Millis()).UTC()}
		err := t.run(ctx, "store standing offer", `INSERT INTO standing (id, player, proposal, most, paused, made) VALUES (?, ?, ?, ?, 0, ?)`,
			made.ID, made.Player, made.Proposal, made.Most, made.Made.UnixMilli())
		return made, err
	}, note)
}

func (s standing) StandingOf(ctx context.Context, player string) ([]db.StandingOffer, error) {
	return collect(ctx, s.read, "list standing offers", listStanding, scanStanding, player)
}

func (s standing) SetStanding(ctx context.Context, player, id string, most int, paused bool) error {
	return s.changeStanding(ctx, player, `UPDATE standing SET most = ?, paused = ? WHERE id = ? AND player = ?`, most, paused, id, player)
}

func (s standing) RemoveStanding(ctx context.Context, player, id string) error {
	return s.changeStanding(ctx, player, `DELETE FROM standing WHERE id = ? AND player = ?`, id, player)
}

// changeStanding runs a statement that changes one offer of a player.
func (s standing) changeStanding(ctx context.Context, player, statement string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		return t.expect(ctx, "change standing offer", statement, args...)
	})
}

func (s standing) TablesToReopen(ctx context.Context, player, after string, limit int) ([]db.StandingOffer, error) {
	query, of := listHungry, after
	if player != "" {
		query, of = listHungryOf, player
	}
	return collect(ctx, s.read, "list hungry offers", query, scanStanding, s.Millis(), of, max(limit, 1))
}

// OpenStanding locks the player, so that the second of two calls at the same time finds the
// table of the first.
func (s standing) OpenStanding(ctx context.Context, id string, n db.NewMatch) (db.Match, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockPlayer(ctx, n.Host); err != nil {
			return db.Match{}, err
		}
		owners, err := collect(ctx, t, "find hungry offer", findHungry, scanText, s.Millis(), id)
		switch {
		case err != nil:
			return db.Match{}, err
		case len(owners) == 0 || owners[0] != n.Host:
			return db.Match{}, db.ErrEnoughTables
		}
		m, err := createMatch(ctx, t, n, s.Millis())
		if err != nil {
			return db.Match{}, err
		}
		if err := t.run(ctx, "forget matches of an offer", dropOver, id, id); err != nil {
			return db.Match{}, err
		}
		return m, t.run(ctx, "note standing table", `INSERT INTO standing_tables (match, offer) SELECT seq, CAST(? AS TEXT) FROM matches WHERE id = ?`, id, m.ID)
	})
}
