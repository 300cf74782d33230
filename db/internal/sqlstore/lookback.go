package sqlstore

import (
	"context"
	"math"
	"strings"

	"tableronde/db"
)

const (
	// archivedAll and archivedOf are completed by more conditions and by latestFirst.
	archivedAll = selectMatch + `WHERE m.public = 1 AND m.outcome IS NOT NULL AND m.ended >= ? AND m.ended < ?
		AND (m.ended, m.seq) < (?, ?)`
	archivedOf = selectMatch + `JOIN played p ON p.match = m.seq WHERE p.player = ? AND p.opponent = ? AND p.ended >= ? AND p.ended < ?
		AND (p.ended, p.match) < (?, ?)`
	latestFirst = ` ORDER BY m.ended DESC, m.seq DESC LIMIT ?`
	annotated   = ` AND EXISTS (SELECT 1 FROM collected c JOIN collections k ON k.id = c.collection WHERE c.match = m.seq AND k.public = 1)`
	// annalsNamed selects historic games. Their titles begin with the players.
	annalsNamed = ` AND m.seq IN (SELECT c.match FROM collected c WHERE c.collection IN (SELECT k.id FROM collections k WHERE k.player IS NULL)) AND lower(m.title) LIKE ? ESCAPE '!'`
)

// likeEscape escapes a text for LIKE.
var likeEscape = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

func (s archive) Archived(ctx context.Context, viewer string, f db.ArchiveFilter, after string, limit int) (matches []db.Match, next string, err error) {
	before, ended, err := s.archivePlace(ctx, after)
	if err != nil {
		return nil, "", err
	}
	query, args := archiveQuery(viewer, f, ended, before)
	return s.page(ctx, query, limit, args)
}

// archivePlace returns the number and the end of the match after which a list continues.
func (s archive) archivePlace(ctx context.Context, after string) (seq, ended int64, err error) {
	seq, err = s.parseCursor(ctx, after)
	if err != nil || after == "" {
		return math.MaxInt64, math.MaxInt64, err
	}
	if err := s.read.QueryRow(ctx, `SELECT coalesce(ended, 0) FROM matches WHERE seq = ?`, seq).Scan(&ended); err != nil {
		return 0, 0, db.ErrCursor
	}
	return seq, ended, nil
}

// archiveQuery returns the query for the matches of a filter that ended before a match of the list,
// with its arguments except the limit.
func archiveQuery(viewer string, f db.ArchiveFilter, ended, seq int64) (query string, args []any) {
	since, until := int64(0), int64(math.MaxInt64)
	if !f.Since.IsZero() {
		since = f.Since.UnixMilli()
	}
	if !f.Until.IsZero() {
		until = f.Until.UnixMilli()
	}
	if ended < until {
		until = ended + 1 // later ones are on earlier pages
	}
	var q strings.Builder
	add := func(condition string, values ...any) {
		q.WriteString(condition)
		args = append(args, values...)
	}
	if f.Player == "" {
		add(archivedAll, since, until, ended, seq)
		if f.Game != "" {
			add(` AND m.game = ?`, f.Game)
		}
		if f.Given != "" {
			add(annalsNamed, "%"+likeEscape.Replace(f.Given)+"%")
		}
		if f.Annotated {
			add(annotated)
		}
		switch {
		case f.Seat != 0:
			add(` AND m.outcome = ?`, int(f.Seat))
		case f.Score != nil && *f.Score == db.Drew:
			add(` AND m.outcome = 0`)
		}
		add(latestFirst)
		return q.String(), args
	}
	add(archivedOf, f.Player, f.Opponent, since, until, ended, seq)
	if viewer == "" || viewer != f.Player && viewer != f.Opponent {
		add(` AND m.public = 1`)
	}
	if f.Game != "" {
		add(` AND p.game = ?`, f.Game)
	}
	if f.Annotated {
		add(annotated)
	}
	if f.Score != nil {
		add(` AND p.score = ?`, int(*f.Score))
	}
	add(` ORDER BY p.ended DESC, p.match DESC LIMIT ?`)
	return q.String(), args
}

const (
	listThrough = matchColumns + `, p.ply FROM positions p JOIN matches m ON m.seq = p.match
		WHERE p.position = ? AND m.public = 1 ORDER BY p.match DESC LIMIT ?`
	// countThrough counts at most the latest MostPassed matches.
	countThrough = `SELECT move, count(*), count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1)
		FROM (SELECT p.move, p.score FROM positions p JOIN matches m ON m.seq = p.match
			WHERE p.position = ? AND m.public = 1 ORDER BY p.match DESC LIMIT ?) AS latest
		GROUP BY move ORDER BY count(*) DESC, move`
	listOpenings = `SELECT move, matches, won, drawn FROM openings WHERE position = ? ORDER BY matches DESC, move LIMIT ?`
)

func (s archive) Through(ctx context.Context, position int64, limit int) (matches []db.Match, plies []int, err error) {
	return s.listPassed(ctx, listThrough, position, min(max(limit, 1), db.MaxPage))
}

// listPassed lists matches with the plies at which they left a position.
func (s archive) listPassed(ctx context.Context, query string, args ...any) (matches []db.Match, plies []int, err error) {
	err = each(ctx, s.read, query, func(row scanner) error {
		var ply int
		r, err := scanMatch(row, s.key, &ply)
		matches, plies = append(matches, r.Match), append(plies, ply)
		return err
	}, args)
	return matches, plies, wrap("list matches through a position", err)
}

func scanContinuation(row scanner) (c db.Continuation, err error) {
	err = row.Scan(&c.Move, &c.Matches, &c.Won, &c.Drawn)
	return c, err
}

// Continuations also counts matches that were made private again after their end, if a position is
// frequent.
func (s archive) Continuations(ctx context.Context, position int64) ([]db.Continuation, error) {
	list, err := collect(ctx, s.read, "count matches through a position", countThrough, scanContinuation, position, db.MostPassed+1)
	counted := 0
	for _, c := range list {
		counted += c.Matches
	}
	if err != nil || counted <= db.MostPassed {
		return list, err
	}
	return collect(ctx, s.read, "list openings", listOpenings, scanContinuation, position, db.MaxPage)
}

// latestPassing selects the latest matches with a position. Conditions are appended to it.
const latestPassing = ` FROM (SELECT match, ply, move, score FROM positions WHERE position = ? ORDER BY match DESC LIMIT ?) p
	JOIN matches m ON m.seq = p.match WHERE m.public = 1`

func (s archive) Passing(ctx context.Context, position int64, f db.PassedFilter, limit int) (next []db.Continuation, matches []db.Match, plies []int, err error) {
	conditions, args := passedConditions(f)
	args = append([]any{position, db.MostPassed}, args...)
	next, err = collect(ctx, s.read, "count chosen matches through a position",
		`SELECT p.move, count(*), count(*) FILTER (WHERE p.score = 2), count(*) FILTER (WHERE p.score = 1)`+latestPassing+conditions+` GROUP BY p.move ORDER BY count(*) DESC, p.move`,
		scanContinuation, args...)
	if err != nil {
		return nil, nil, nil, err
	}
	matches, plies, err = s.listPassed(ctx, matchColumns+`, p.ply`+latestPassing+conditions+` ORDER BY p.match DESC LIMIT ?`, append(args, min(max(limit, 1), db.MaxPage))...)
	return next, matches, plies, err
}

// passedConditions returns the conditions of a filter, each a lookup by the match's keys.
func passedConditions(f db.PassedFilter) (conditions string, args []any) {
	var q strings.Builder
	add := func(condition string, values ...any) {
		q.WriteString(" AND " + condition)
		args = append(args, values...)
	}
	if !f.Since.IsZero() {
		add(`m.ended >= ?`, f.Since.UnixMilli())
	}
	if f.Outcome != nil {
		add(`m.outcome = ?`, int(*f.Outcome))
	}
	switch {
	case f.Player != "" && f.Seat != 0:
		add(`EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND s.seat = ? AND s.player = ?)`, int(f.Seat), f.Player)
	case f.Player != "":
		add(`EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND s.player = ?)`, f.Player)
	}
	if f.Player != "" && f.Score != nil {
		add(`EXISTS (SELECT 1 FROM played d WHERE d.player = ? AND d.opponent = '' AND d.ended = m.ended AND d.match = p.match AND d.score = ?)`, f.Player, int(*f.Score))
	}
	if f.Rating > 0 {
		add(`NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = p.match AND NOT EXISTS (SELECT 1 FROM rating_steps r
			WHERE r.player = s.player AND r.game = m.game AND r.at = m.ended AND r.match = p.match AND r.points >= ?))`, f.Rating)
	}
	return q.String(), args
}

const (
	listScores = `SELECT s.game, '', '', 0, s.matches, s.won, s.drawn, s.fell FROM scores s
		WHERE s.player = ? AND s.opponent = '' ORDER BY s.matches DESC, s.game`
	// Public matches are counted one by one.
	countPlayed  = `count(*), count(*) FILTER (WHERE d.score = 2), count(*) FILTER (WHERE d.score = 1), count(*) FILTER (WHERE d.score = 0 AND m.result LIKE '%"reason":"timeout"%')`
	publicScores = `SELECT d.game, '', '', 0, ` + countPlayed + ` FROM played d JOIN matches m ON m.seq = d.match
		WHERE d.player = ? AND d.opponent = '' AND m.public = 1 GROUP BY d.game ORDER BY count(*) DESC, d.game`
	publicAgainst = `SELECT '', p.id, p.name, p.bot, ` + countPlayed + ` FROM played d JOIN matches m ON m.seq = d.match JOIN players p ON p.id = d.opponent
		WHERE d.player = ? AND d.opponent <> '' AND m.public = 1 GROUP BY p.id, p.name, p.bot ORDER BY count(*) DESC, p.id LIMIT ?`
	listAgainst = `SELECT '', p.id, p.name, p.bot, sum(s.matches), sum(s.won), sum(s.drawn), sum(s.fell) FROM scores s JOIN players p ON p.id = s.opponent
		WHERE s.player = ? AND s.opponent <> '' GROUP BY p.id, p.name, p.bot ORDER BY sum(s.matches) DESC, p.id LIMIT ?`
)

func scanTallied(row scanner) (t db.Tallied, err error) {
	err = row.Scan(&t.Game, &t.Opponent.ID, &t.Opponent.Name, &t.Opponent.Bot, &t.Matches, &t.Won, &t.Drawn, &t.Fell)
	return t, err
}

func (s archive) Scores(ctx context.Context, viewer, player string) ([]db.Tallied, error) {
	query := listScores
	if viewer != player {
		query = publicScores
	}
	return collect(ctx, s.read, "list scores", query, scanTallied, player)
}

func (s archive) ScoresAgainst(ctx context.Context, viewer, player string, limit int) ([]db.Tallied, error) {
	query := listAgainst
	if viewer != player {
		query = publicAgainst
	}
	return collect(ctx, s.read, "list scores by opponent", query, scanTallied, player, min(max(limit, 1), db.MaxPage))
}

func (s archive) AnswersOf(ctx context.Context, player string) (db.Answers, error) {
	a := db.Answers{Player: player}
	err := each(ctx, s.read, `SELECT 0, step, count FROM answers WHERE player = ?1 AND step >= 0 AND step < ?2
		UNION ALL SELECT 1, hour, count FROM answer_hours WHERE player = ?1`, func(row scanner) error {
		var byHour bool
		var at, count int
		err := row.Scan(&byHour, &at, &count)
		switch {
		case err != nil:
			return err
		case byHour:
			a.Hours[at] = count
		default:
			a.Counts[at] = count
		}
		return nil
	}, []any{player, db.AnswerSteps})
	return a, wrap("count answers", err)
}
