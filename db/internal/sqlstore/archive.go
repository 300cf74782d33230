package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"tableronde/db"
)

// Stages of archiving a match. See the column matches.archived.
const (
	withoutPositions = 1
	withPositions    = 2
)

// archive implements db.Archive.
type archive struct{ *core }

func (s archive) Unarchived(ctx context.Context, most int) ([]string, error) {
	return collect(ctx, s.read, "list matches to archive", `SELECT id FROM matches
		WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1) ORDER BY ended, seq LIMIT ?`, scanText, most)
}

func (s archive) Archive(ctx context.Context, match string, e db.Ending) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, match); err != nil {
			return err
		}
		t.touch(match)
		m := archivedMatch{tx: t, Ending: e}
		var ended sql.NullInt64
		var before int
		err := t.QueryRow(ctx, `SELECT seq, game, ended, public, archived FROM matches WHERE id = ?`, match).Scan(&m.seq, &m.game, &ended, &m.public, &before)
		switch {
		case err != nil:
			return wrap("find match to archive", err)
		case !ended.Valid:
			return db.ErrNotOver
		}
		m.ended = ended.Int64
		return m.archive(ctx, before)
	})
}

// archivedMatch is a match that is being archived.
type archivedMatch struct {
	*tx
	db.Ending
	seq, ended int64
	game       string
	public     bool
}

// archive stores the missing data of a match in the archive. before is the stage that was
// reached earlier: 0, withoutPositions or withPositions.
func (m *archivedMatch) archive(ctx context.Context, before int) error {
	after := withoutPositions
	if m.public {
		after = withPositions
	}
	if before >= after {
		return nil
	}
	if err := m.lockPlayers(ctx); err != nil {
		return err
	}
	if before == 0 {
		if err := m.storePlayed(ctx); err != nil {
			return err
		}
		if err := m.rate(ctx); err != nil {
			return err
		}
	}
	if after == withPositions {
		if err := m.storeAnswers(ctx); err != nil {
			return err
		}
		if err := m.storePositions(ctx); err != nil {
			return err
		}
	}
	var outcome any
	if m.Listed {
		outcome = int(m.Outcome)
	}
	return m.queue(ctx, "matches", `UPDATE matches SET archived = ?, outcome = ? WHERE seq = ?`, after, outcome, m.seq)
}

// lockPlayers locks all players whose results, answers or ratings will change.
func (m *archivedMatch) lockPlayers(ctx context.Context) error {
	players := slices.Clone(m.Rated)
	for _, p := range m.Played {
		players = append(players, p.Player)
	}
	for _, a := range m.Answers {
		players = append(players, a.Player)
	}
	slices.Sort(players)
	for _, player := range slices.Compact(players) {
		if err := m.LockPlayer(ctx, player); err != nil {
			return err
		}
	}
	return nil
}

func (m *archivedMatch) queue(ctx context.Context, table, query string, args ...any) error {
	return m.Queue(ctx, Statement{Doing: "archive a match", Table: table, Query: query, Args: args})
}

// storePlayed stores the results of the players.
func (m *archivedMatch) storePlayed(ctx context.Context) error {
	for _, p := range m.Played {
		err := m.queue(ctx, "played", `INSERT INTO played (player, opponent, ended, match, game, score) VALUES (?, ?, ?, ?, ?, ?)`,
			p.Player, p.Opponent, m.ended, m.seq, m.game, int(p.Score))
		if err != nil {
			return err
		}
		err = m.queue(ctx, "scores", `INSERT INTO scores (player, opponent, game, matches, won, drawn, fell) VALUES (?, ?, ?, 1, ?, ?, ?)
			ON CONFLICT (player, opponent, game) DO UPDATE SET matches = scores.matches + 1,
				won = scores.won + excluded.won, drawn = scores.drawn + excluded.drawn, fell = scores.fell + excluded.fell`,
			p.Player, p.Opponent, m.game, p.Score == db.Won, p.Score == db.Drew, p.Fell)
		if err != nil {
			return err
		}
	}
	return nil
}

// storeAnswers stores the players' answering times, which everybody may see.
func (m *archivedMatch) storeAnswers(ctx context.Context) error {
	for _, a := range m.Answers {
		for step, count := range a.Counts {
			if count == 0 {
				continue
			}
			err := m.queue(ctx, "answers", `INSERT INTO answers (player, step, count) VALUES (?, ?, ?)
				ON CONFLICT (player, step) DO UPDATE SET count = answers.count + excluded.count`, a.Player, step, count)
			if err != nil {
				return err
			}
		}
		for hour, count := range a.Hours {
			if count == 0 {
				continue
			}
			err := m.queue(ctx, "answer_hours", `INSERT INTO answer_hours (player, hour, count) VALUES (?, ?, ?)
				ON CONFLICT (player, hour) DO UPDATE SET count = answer_hours.count + excluded.count`, a.Player, hour, count)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// storePositions stores the positions of the match.
func (m *archivedMatch) storePositions(ctx context.Context) error {
	passed := slices.SortedFunc(slices.Values(m.Passed), func(a, b db.Passed) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.Move, b.Move))
	})
	for _, p := range passed {
		err := m.queue(ctx, "positions", `INSERT INTO positions (position, match, ply, move, score) VALUES (?, ?, ?, ?, ?)`,
			p.Position, m.seq, p.Ply, p.Move, int(p.Score))
		if err != nil {
			return err
		}
		err = m.queue(ctx, "openings", `INSERT INTO openings (position, move, matches, won, drawn) VALUES (?, ?, 1, ?, ?)
			ON CONFLICT (position, move) DO UPDATE SET matches = openings.matches + 1,
				won = openings.won + excluded.won, drawn = openings.drawn + excluded.drawn`,
			p.Position, p.Move, p.Score == db.Won, p.Score == db.Drew)
		if err != nil {
			return err
		}
	}
	return nil
}
