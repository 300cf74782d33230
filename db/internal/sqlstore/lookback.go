package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games/rating"
)

const (
	// archivedAll and archivedOf are completed by more conditions and by latestFirst.
	archivedAll = selectMatch + `WHERE m.public = 1 AND m.outcome IS NOT NULL AND m.ended >= ? AND m.ended < ?
		AND (m.ended, m.seq) < (?, ?)`
	archivedOf = selectMatch + `JOIN played p ON p.match = m.seq WHERE p.player = ? AND p.opponent = ? AND p.ended >= ? AND p.ended < ?
		AND (p.ended, p.match) < (?, ?)`
	latestFirst = ` ORDER BY m.ended DESC, m.seq DESC LIMIT ?`
	annotated   = ` AND EXISTS (SELECT 1 FROM collected c JOIN collections k ON k.id = c.collection WHERE c.match = m.seq AND k.public = 1)`
	// annalsNamed takes the games that the site brings along. Their titles begin with the
	// players.
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

// archiveQuery returns the question for the matches of a filter that ended before a match of
// the list. The last argument, the limit, is still missing.
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

// How far a match is archived. See the column matches.archived.
const (
	withoutPositions = 1
	withPositions    = 2
)

// Unarchived implements db.Archive.
func (s *Store) Unarchived(ctx context.Context, most int) ([]string, error) {
	return collect(ctx, s.read, "list matches to archive", `SELECT id FROM matches
		WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1) ORDER BY ended, seq LIMIT ?`, scanText, most)
}

// Archive implements db.Archive.
func (s *Store) Archive(ctx context.Context, match string, e db.Ending) error {
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
		case errors.Is(err, sql.ErrNoRows):
			return db.ErrNotFound
		case err != nil:
			return fmt.Errorf("find match to archive: %w", err)
		case !ended.Valid:
			return db.ErrNotOver
		}
		m.ended = ended.Int64
		return m.archive(ctx, before)
	})
}

// archivedMatch is a match while it is archived.
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

// lockPlayers locks all players with changes of their results, answers or ratings.
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

// storeAnswers stores how long the players took to answer. Everybody sees it.
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

// rate changes the ratings of the players.
func (m *archivedMatch) rate(ctx context.Context) error {
	if m.Rate == nil {
		return nil
	}
	if often, err := m.ratedOften(ctx); err != nil {
		return err
	} else if often {
		return m.queue(ctx, "matches", `UPDATE matches SET rated = 0 WHERE seq = ?`, m.seq)
	}
	players := slices.Compact(slices.Sorted(slices.Values(m.Rated)))
	before := make(map[string]rating.Rating, len(players))
	for _, player := range players {
		r, err := scanRating(m.QueryRow(ctx, ratingOf, player, m.game))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			r.Rating = rating.New()
		case err != nil:
			return fmt.Errorf("load rating: %w", err)
		}
		before[player] = r.Rating
	}
	after := m.Rate(before)
	for _, player := range players {
		r, changed := after[player]
		if !changed || r == before[player] {
			continue
		}
		err := m.queue(ctx, "ratings", `INSERT INTO ratings (player, game, points, deviation, volatility, matches, at, low) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, game) DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
				volatility = excluded.volatility, matches = excluded.matches, at = excluded.at, low = excluded.low`,
			player, m.game, r.Points, r.Deviation, r.Volatility, r.Matches, r.At.UnixMilli(), r.Low())
		if err != nil {
			return err
		}
		err = m.queue(ctx, "rating_steps", `INSERT INTO rating_steps (player, game, at, match, points, deviation) VALUES (?, ?, ?, ?, ?, ?)`,
			player, m.game, r.At.UnixMilli(), m.seq, r.Points, r.Deviation)
		if err != nil {
			return err
		}
	}
	return nil
}

// ratedOften reports whether two of the players have had as many rated results against each
// other as a day may have.
func (m *archivedMatch) ratedOften(ctx context.Context) (bool, error) {
	for _, p := range m.Played {
		if !slices.Contains(m.Rated, p.Player) || !slices.Contains(m.Rated, p.Opponent) {
			continue
		}
		var n int
		err := m.QueryRow(ctx, `SELECT count(*) FROM played d JOIN rating_steps s ON s.player = d.player AND s.game = d.game AND s.at = d.ended AND s.match = d.match
			WHERE d.player = ? AND d.opponent = ? AND d.ended > ? AND d.match <> ?`, p.Player, p.Opponent, m.ended-(24*time.Hour).Milliseconds(), m.seq).Scan(&n)
		if err != nil {
			return false, fmt.Errorf("count rated results: %w", err)
		}
		if n >= db.MostRated {
			return true, nil
		}
	}
	return false, nil
}

// storePositions stores the positions that the match has passed.
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

// latestPassing is completed by conditions: the matches among the latest that passed a
// position.
const latestPassing = ` FROM (SELECT match, ply, move, score FROM positions WHERE position = ? ORDER BY match DESC LIMIT ?) p
	JOIN matches m ON m.seq = p.match WHERE m.public = 1`

// Passing implements db.Archive.
func (s *Store) Passing(ctx context.Context, position int64, f db.PassedFilter, limit int) (next []db.Continuation, matches []db.Match, plies []int, err error) {
	conditions, args := passedConditions(f)
	args = append([]any{position, db.MostPassed}, args...)
	next, err = collect(ctx, s.read, "count chosen matches through a position",
		`SELECT p.move, count(*), count(*) FILTER (WHERE p.score = 2), count(*) FILTER (WHERE p.score = 1)`+latestPassing+conditions+` GROUP BY p.move ORDER BY count(*) DESC, p.move`,
		func(row scanner) (c db.Continuation, err error) {
			err = row.Scan(&c.Move, &c.Matches, &c.Won, &c.Drawn)
			return c, err
		}, args...)
	if err != nil {
		return nil, nil, nil, err
	}
	err = each(ctx, s.read, matchColumns+`, p.ply`+latestPassing+conditions+` ORDER BY p.match DESC LIMIT ?`, func(row scanner) error {
		var ply int
		r, err := scanMatch(row, s.key, &ply)
		matches, plies = append(matches, r.Match), append(plies, ply)
		return err
	}, append(args, min(max(limit, 1), db.MaxPage)))
	return next, matches, plies, err
}

// passedConditions returns the conditions of a filter. Each asks of a match by its keys.
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
