package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tableronde/db"
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
