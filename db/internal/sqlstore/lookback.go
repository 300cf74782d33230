package sqlstore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

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
	// annalsNamed takes the games that the site brings along; their titles begin with the players.
	annalsNamed = ` AND m.seq IN (SELECT c.match FROM collected c WHERE c.collection IN (SELECT k.id FROM collections k WHERE k.player IS NULL)) AND lower(m.title) LIKE ? ESCAPE '!'`
)

// likeEscape escapes a text for LIKE.
var likeEscape = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// Archived implements db.Archive.
func (s *Store) Archived(ctx context.Context, viewer string, f db.ArchiveFilter, after string, limit int) (matches []db.Match, next string, err error) {
	before, ended, err := s.archivePlace(ctx, after)
	if err != nil {
		return nil, "", err
	}
	limit = min(max(limit, 1), db.MaxPage)
	query, args := archiveQuery(viewer, f, ended, before)
	var last int64
	err = each(ctx, s.read, query, func(row scanner) error {
		if len(matches) == limit {
			next = formatCursor(last)
			return nil
		}
		r, err := scanMatch(row, s.key)
		matches, last = append(matches, r.Match), r.seq
		return err
	}, append(args, limit+1))
	if err != nil {
		return nil, "", fmt.Errorf("list the archive: %w", err)
	}
	return matches, next, nil
}

// archivePlace returns the number and the end of the match after which a list continues.
func (s *Store) archivePlace(ctx context.Context, after string) (seq, ended int64, err error) {
	seq, err = s.parseCursor(ctx, after)
	if err != nil || after == "" {
		return math.MaxInt64, math.MaxInt64, err
	}
	if err := s.read.QueryRow(ctx, `SELECT coalesce(ended, 0) FROM matches WHERE seq = ?`, seq).Scan(&ended); err != nil {
		return 0, 0, db.ErrCursor
	}
	return seq, ended, nil
}

// archiveQuery returns the question for the matches of a filter that ended before a match
// of the list; the last argument, the limit, is still missing.
func archiveQuery(viewer string, f db.ArchiveFilter, ended, seq int64) (query string, args []any) {
	since, until := int64(0), int64(math.MaxInt64)
	if !f.Since.IsZero() {
		since = f.Since.UnixMilli()
	}
	if !f.Until.IsZero() {
		until = f.Until.UnixMilli()
	}
	if ended < until {
		until = ended + 1 // later ones are on the pages before
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
	// countThrough counts the latest matches, which are all unless there are many.
	countThrough = `SELECT move, count(*), count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1)
		FROM (SELECT p.move, p.score FROM positions p JOIN matches m ON m.seq = p.match
			WHERE p.position = ? AND m.public = 1 ORDER BY p.match DESC LIMIT ?) AS latest
		GROUP BY move ORDER BY count(*) DESC, move`
	listOpenings = `SELECT move, matches, won, drawn FROM openings WHERE position = ? ORDER BY matches DESC, move LIMIT ?`
)

// Through implements db.Archive.
func (s *Store) Through(ctx context.Context, position int64, limit int) (matches []db.Match, plies []int, err error) {
	err = each(ctx, s.read, listThrough, func(row scanner) error {
		var ply int
		r, err := scanMatch(row, s.key, &ply)
		matches, plies = append(matches, r.Match), append(plies, ply)
		return err
	}, []any{position, min(max(limit, 1), db.MaxPage)})
	if err != nil {
		return nil, nil, fmt.Errorf("list matches through a position: %w", err)
	}
	return matches, plies, nil
}

// Continuations implements db.Archive. Where a position is frequent, matches that were
// made private again after their end are still counted.
func (s *Store) Continuations(ctx context.Context, position int64) ([]db.Continuation, error) {
	scan := func(row scanner) (c db.Continuation, err error) {
		err = row.Scan(&c.Move, &c.Matches, &c.Won, &c.Drawn)
		return c, err
	}
	list, err := collect(ctx, s.read, "count matches through a position", countThrough, scan, position, db.MostPassed+1)
	counted := 0
	for _, c := range list {
		counted += c.Matches
	}
	if err != nil || counted <= db.MostPassed {
		return list, err
	}
	return collect(ctx, s.read, "list openings", listOpenings, scan, position, db.MaxPage)
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

// Scores implements db.Archive.
func (s *Store) Scores(ctx context.Context, viewer, player string) ([]db.Tallied, error) {
	query := listScores
	if viewer != player {
		query = publicScores
	}
	return collect(ctx, s.read, "list scores", query, scanTallied, player)
}

// ScoresAgainst implements db.Archive.
func (s *Store) ScoresAgainst(ctx context.Context, viewer, player string, limit int) ([]db.Tallied, error) {
	query := listAgainst
	if viewer != player {
		query = publicAgainst
	}
	return collect(ctx, s.read, "list scores by opponent", query, scanTallied, player, min(max(limit, 1), db.MaxPage))
}

// AnswersOf implements db.Archive.
func (s *Store) AnswersOf(ctx context.Context, player string) (db.Answers, error) {
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
	if err != nil {
		return db.Answers{}, fmt.Errorf("count answers: %w", err)
	}
	return a, nil
}

const (
	selectRating = `SELECT r.game, p.id, p.name, p.created, p.habits, p.bot, r.points, r.deviation, r.volatility, r.matches, r.at
		FROM ratings r JOIN players p ON p.id = r.player `
	ratingOf    = selectRating + `WHERE r.player = ? AND r.game = ?`
	listRatings = selectRating + `WHERE r.player = ? ORDER BY r.matches DESC, r.game`
	listLeaders = selectRating + `WHERE r.game = ? AND r.matches >= ? AND r.at >= ? AND CASE WHEN p.bot > 0 THEN 1 ELSE 0 END = ?
		ORDER BY r.low DESC, r.player DESC LIMIT ? OFFSET ?`
)

// scanRating reads a row of selectRating.
func scanRating(row scanner) (r db.Rated, err error) {
	var at, created int64
	err = row.Scan(&r.Game, &r.Player.ID, &r.Player.Name, &created, &r.Player.Habits, &r.Player.Bot,
		&r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility, &r.Rating.Matches, &at)
	if err == nil {
		r.Player.Created, r.Rating.At = time.UnixMilli(created).UTC(), time.UnixMilli(at).UTC()
	}
	return r, err
}

// RatingsOf implements db.Archive.
func (s *Store) RatingsOf(ctx context.Context, player string) ([]db.Rated, error) {
	return collect(ctx, s.read, "list ratings", listRatings, scanRating, player)
}

// RatingSteps implements db.Archive.
func (s *Store) RatingSteps(ctx context.Context, player, game string, most int) ([]db.RatingStep, error) {
	steps, err := collect(ctx, s.read, "list steps of a rating", `SELECT at, points, deviation FROM rating_steps
		WHERE player = ? AND game = ? ORDER BY at DESC, match DESC LIMIT ?`, func(row scanner) (r db.RatingStep, err error) {
		var at int64
		err = row.Scan(&at, &r.Points, &r.Deviation)
		r.At = time.UnixMilli(at).UTC()
		return r, err
	}, player, game, most)
	slices.Reverse(steps)
	return steps, err
}

// Leaders implements db.Archive.
func (s *Store) Leaders(ctx context.Context, l db.LeadersOf) ([]db.Rated, error) {
	since := int64(0)
	if !l.Since.IsZero() {
		since = l.Since.UnixMilli()
	}
	return collect(ctx, s.read, "list leaders", listLeaders, scanRating,
		l.Game, l.Matches, since, l.Bots, min(max(l.Limit, 1), db.MaxPage), max(l.Skip, 0))
}

// mostPaired is how many ratings, the highest first, are searched for pairs.
const mostPaired = 500

// RatedPairs implements db.Archive.
func (s *Store) RatedPairs(ctx context.Context, matches int) ([]db.RatedPair, error) {
	seen := make(map[[3]string]bool)
	list, err := collect(ctx, s.read, "list pairs", `SELECT c.game, a.id, a.name, b.id, b.name, count(*)
		FROM (SELECT r.player, r.game, r.matches FROM ratings r JOIN players p ON p.id = r.player WHERE r.matches >= ?1 AND p.bot = 0 ORDER BY r.low DESC LIMIT ?2) AS c
		JOIN played d ON d.player = c.player AND d.opponent <> '' AND d.game = c.game
		JOIN rating_steps s ON s.player = d.player AND s.game = d.game AND s.at = d.ended AND s.match = d.match
		JOIN ratings o ON o.player = d.opponent AND o.game = c.game
		JOIN players a ON a.id = c.player JOIN players b ON b.id = d.opponent
		GROUP BY c.game, a.id, a.name, b.id, b.name, c.matches, o.matches
		HAVING count(*) >= ?1 AND 10 * count(*) >= 9 * c.matches AND 10 * count(*) >= 9 * o.matches ORDER BY count(*) DESC, c.game, a.name, a.id LIMIT ?2`,
		func(row scanner) (p db.RatedPair, err error) {
			err = row.Scan(&p.Game, &p.One.ID, &p.One.Name, &p.Other.ID, &p.Other.Name, &p.Matches)
			return p, err
		}, matches, mostPaired)
	return slices.DeleteFunc(list, func(p db.RatedPair) bool {
		seen[[3]string{p.Game, p.One.ID, p.Other.ID}] = true
		return seen[[3]string{p.Game, p.Other.ID, p.One.ID}]
	}), err
}
