package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/games/rating"
)

// studies implements db.Studies.
type studies struct{ *core }

func (s studies) StudyOf(ctx context.Context, match, player string) (string, error) {
	var text string
	err := s.read.QueryRow(ctx, `SELECT x.text FROM matches m JOIN studies x ON x.match = m.seq
		WHERE m.id = ? AND x.player = ?`, match, player).Scan(&text)
	return text, wrap("load study", orNone(err))
}

func (s studies) ChangeStudy(ctx context.Context, match, player string, change func(string) (string, error)) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.lockExisting(ctx, player); err != nil {
			return err
		}
		var seq int64
		var stored sql.NullString
		err := t.QueryRow(ctx, `SELECT m.seq, x.text FROM matches m LEFT JOIN studies x ON x.match = m.seq AND x.player = ?
			WHERE m.id = ?`, player, match).Scan(&seq, &stored)
		if err != nil {
			return wrap("load study", err)
		}
		text, err := change(stored.String)
		switch {
		case err != nil:
			return err
		case text == stored.String:
			return nil
		case text == "":
			err = t.run(ctx, "remove study", `DELETE FROM studies WHERE player = ? AND match = ?`, player, seq)
		default:
			err = storeStudy(ctx, t, player, seq, text, !stored.Valid)
		}
		t.touch(player)
		return err
	})
}

// storeStudy stores a study. first is set if the player has none of the match yet.
func storeStudy(ctx context.Context, t *tx, player string, seq int64, text string, first bool) error {
	if first {
		if err := t.bound(ctx, db.MaxStudies, db.ErrTooManyStudies, `SELECT count(*) FROM studies WHERE player = ?`, player); err != nil {
			return err
		}
	}
	return t.run(ctx, "store study", `INSERT INTO studies (player, match, text, changed) VALUES (?, ?, ?, ?)
		ON CONFLICT (player, match) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, seq, text, t.core.Millis())
}

func (s studies) StudiesOf(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list studies", `SELECT m.id, x.changed FROM studies x JOIN matches m ON m.seq = x.match
		WHERE x.player = ? ORDER BY x.changed DESC, x.match`, func(r scanner) (one db.Study, err error) {
		err = r.Scan(&one.Match, millis{&one.Changed})
		return one, err
	}, player)
}

// remarks implements db.Remarks.
type remarks struct{ *core }

func (s remarks) RemarksOf(ctx context.Context, match, player string) ([]db.Remark, error) {
	return collect(ctx, s.read, "list remarks", `SELECT m.id, r.ply, r.text, r.changed FROM matches m JOIN remarks r ON r.match = m.seq
		WHERE m.id = ? AND r.player = ? ORDER BY r.ply`, func(row scanner) (r db.Remark, err error) {
		err = row.Scan(&r.Match, &r.Ply, &r.Text, millis{&r.Changed})
		return r, err
	}, match, player)
}

func (s remarks) SetRemark(ctx context.Context, player string, r db.Remark) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if r.Text == "" {
			return t.run(ctx, "remove remark", `DELETE FROM remarks WHERE player = ? AND match = (SELECT seq FROM matches WHERE id = ?) AND ply = ?`, player, r.Match, r.Ply)
		}
		err := t.bound(ctx, db.MaxRemarks, db.ErrTooManyRemarks, `SELECT count(*) FROM remarks WHERE player = ?1 AND NOT (match = (SELECT seq FROM matches WHERE id = ?2) AND ply = ?3)`,
			player, r.Match, r.Ply)
		if err != nil {
			return err
		}
		return t.expect(ctx, "store remark", `INSERT INTO remarks (player, match, ply, text, changed)
			SELECT CAST(?1 AS TEXT), m.seq, CAST(?2 AS BIGINT), CAST(?3 AS TEXT), CAST(?4 AS BIGINT) FROM matches m WHERE m.id = ?5
			ON CONFLICT (player, match, ply) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, r.Ply, r.Text, s.Millis(), r.Match)
	})
}

func (s remarks) RemarkedBy(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list matches with remarks", `SELECT m.id, max(r.changed) FROM remarks r JOIN matches m ON m.seq = r.match
		WHERE r.player = ? GROUP BY m.id ORDER BY 2 DESC, 1`, func(row scanner) (one db.Study, err error) {
		err = row.Scan(&one.Match, millis{&one.Changed})
		return one, err
	}, player)
}

// reviews implements db.Reviews.
type reviews struct{ *core }

func (s reviews) ReviewOf(ctx context.Context, match string) (r db.Review, err error) {
	err = s.read.QueryRow(ctx, `SELECT x.text, x.asked, x.done, CASE WHEN x.asker = ? THEN 1 ELSE 0 END FROM matches m JOIN reviews x ON x.match = m.seq
		WHERE m.id = ?`, db.NoAsker, match).Scan(&r.Text, millis{&r.Asked}, millis{&r.Done}, &r.Unasked)
	return r, wrap("load review", err)
}

func (s reviews) AskReview(ctx context.Context, match, asker string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var seq int64
		var before sql.NullString // asker
		var pending, own int
		err := t.QueryRow(ctx, `SELECT m.seq, x.asker, (SELECT count(*) FROM reviews WHERE done IS NULL AND asker <> ?1), (SELECT count(*) FROM reviews WHERE done IS NULL AND asker = ?2)
			FROM matches m LEFT JOIN reviews x ON x.match = m.seq WHERE m.id = ?3`, db.NoAsker, asker, match).Scan(&seq, &before, &pending, &own)
		switch {
		case err != nil:
			return wrap("find review", err)
		case before.Valid && before.String != db.NoAsker:
			return nil
		case pending >= db.MaxPendingReviews || own >= db.MaxPlayerPendingReviews:
			return db.ErrTooManyReviews
		}
		return t.run(ctx, "ask for review", `INSERT INTO reviews (match, asked, text, asker) VALUES (?, ?, '', ?)
			ON CONFLICT (match) DO UPDATE SET asker = excluded.asker WHERE reviews.asker = ?`, seq, t.core.Millis(), asker, db.NoAsker)
	})
}

func (s reviews) RedoReview(ctx context.Context, match, text string) error {
	return s.exec(ctx, "ask for review again", `UPDATE reviews SET text = '', asked = ?, done = NULL
		WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NOT NULL AND text = ?`, s.Millis(), match, text)
}

func (s reviews) SaveReview(ctx context.Context, match, old, text string, done bool) error {
	return s.exec(ctx, "save review", `UPDATE reviews SET text = ?, done = CASE CAST(? AS BIGINT) WHEN 1 THEN greatest(asked, CAST(? AS BIGINT)) END,
		asker = CASE CAST(? AS BIGINT) WHEN 1 THEN '' ELSE asker END
		WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NULL AND text = ?`, text, done, s.Millis(), done, match, old)
}

func (s reviews) PendingReviews(ctx context.Context, last string, most int) ([]db.PendingReview, error) {
	scan := func(row scanner) (r db.PendingReview, err error) {
		err = row.Scan(&r.Match, &r.Asker)
		return r, err
	}
	return collect(ctx, s.read, "list pending reviews", `SELECT m.id, x.asker FROM reviews x JOIN matches m ON m.seq = x.match
		WHERE x.done IS NULL ORDER BY CASE WHEN x.asker = ?1 THEN 2 WHEN x.asker > ?2 THEN 0 ELSE 1 END, x.asker, x.asked, x.match LIMIT ?3`, scan, db.NoAsker, last, most)
}

func (s reviews) Unreviewed(ctx context.Context) ([]string, error) {
	return collect(ctx, s.read, "list matches to review", `SELECT id FROM (SELECT seq, id, outcome, tags, moved FROM matches WHERE ended IS NOT NULL AND moved > 0 ORDER BY moved DESC LIMIT ?) m
		WHERE outcome IS NOT NULL AND tags = '{}' AND NOT EXISTS (SELECT 1 FROM reviews WHERE match = m.seq) ORDER BY moved DESC`, scanText, db.RecentlyEnded)
}

func (s reviews) ReviewsBy(ctx context.Context, player string, most int) ([]db.PlayerReview, error) {
	scan := func(row scanner) (r db.PlayerReview, err error) {
		err = row.Scan(&r.Match, &r.Game, &r.Seat, millis{&r.Ended}, &r.Text)
		return r, err
	}
	return collect(ctx, s.read, "list reviews of a player", `SELECT m.id, m.game, s.seat, m.ended, x.text
		FROM seats s JOIN matches m ON m.seq = s.match JOIN reviews x ON x.match = s.match
		WHERE s.player = ? AND m.solo = 0 AND x.done IS NOT NULL ORDER BY s.match DESC LIMIT ?`, scan, player, most)
}

// lessons implements db.Lessons.
type lessons struct{ *core }

func (s lessons) LessonsOf(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list lessons", `SELECT lesson FROM lessons WHERE player = ? ORDER BY lesson`,
		func(r scanner) (lesson string, err error) { return lesson, r.Scan(&lesson) }, player)
}

func (s lessons) AddLessons(ctx context.Context, player string, names ...string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.lockExisting(ctx, player); err != nil {
			return err
		}
		for _, name := range slices.Sorted(slices.Values(names)) {
			if err := t.run(ctx, "store lesson", `INSERT INTO lessons (player, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// puzzles implements db.Puzzles.
type puzzles struct{ *core }

const puzzleColumns = `game, number, day, wrong, solved, shown, tried, points, deviation, volatility, gain`

func scanPuzzle(row scanner) (p db.TriedPuzzle, err error) {
	var wrong string
	err = row.Scan(&p.Game, &p.Number, &p.Day, &wrong, &p.Solved, &p.Shown, millis{&p.Tried}, &p.Rating.Points, &p.Rating.Deviation, &p.Rating.Volatility, &p.Gain)
	p.Wrong, p.Rating.At = strings.Fields(wrong), p.Tried
	return p, err
}

const puzzleTry = `SELECT ` + puzzleColumns + ` FROM puzzle_tries WHERE player = ? AND game = ? AND number = ?`

func (s puzzles) PuzzleTry(ctx context.Context, player string, p db.PuzzleID) (db.PuzzleTry, error) {
	got, err := scanPuzzle(s.read.QueryRow(ctx, puzzleTry, player, p.Game, p.Number))
	return got.PuzzleTry, wrap("load answers to a puzzle", orNone(err))
}

func (s puzzles) PuzzleRating(ctx context.Context, p db.PuzzleID) (rating.Rating, error) {
	return puzzleRating(ctx, s.read, p)
}

func puzzleRating(ctx context.Context, q Queryer, p db.PuzzleID) (r rating.Rating, err error) {
	err = q.QueryRow(ctx, `SELECT points, deviation, volatility, attempts, at FROM puzzle_ratings WHERE game = ? AND number = ?`, p.Game, p.Number).
		Scan(&r.Points, &r.Deviation, &r.Volatility, &r.Matches, millis{&r.At})
	return r, wrap("load the rating of a puzzle", orNone(err))
}

func (s puzzles) PuzzlePoints(ctx context.Context, game string) (map[int]float64, error) {
	points := make(map[int]float64)
	err := each(ctx, s.read, `SELECT number, points FROM puzzle_ratings WHERE game = ?`, func(r scanner) error {
		var number int
		var p float64
		err := r.Scan(&number, &p)
		points[number] = p
		return err
	}, []any{game})
	return points, wrap("list the ratings of puzzles", err)
}

func (s puzzles) AnswerPuzzle(ctx context.Context, player string, p db.PuzzleID, change db.PuzzleAnswer) (after db.PuzzleTry, err error) {
	err = s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.lockExisting(ctx, player); err != nil {
			return err
		}
		before, err := scanPuzzle(t.QueryRow(ctx, puzzleTry, player, p.Game, p.Number))
		if err = orNone(err); err != nil {
			return wrap("load answers to a puzzle", err)
		}
		latest, err := scanPuzzle(t.QueryRow(ctx, `SELECT `+puzzleColumns+` FROM puzzle_tries WHERE player = ? AND game = ? ORDER BY tried DESC, number DESC LIMIT 1`, player, p.Game))
		if err = orNone(err); err != nil {
			return wrap("load the rating at puzzles", err)
		}
		if latest.Number == 0 {
			latest.Rating = rating.New()
		}
		old, err := puzzleRating(ctx, t, p)
		if err != nil {
			return err
		}
		try, puzzle := change(before.PuzzleTry, latest.Rating, old)
		after = try
		err = t.run(ctx, "store an answer to a puzzle", `INSERT INTO puzzle_tries (player, `+puzzleColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, game, number) DO UPDATE SET wrong = excluded.wrong, solved = excluded.solved, shown = excluded.shown`,
			player, p.Game, p.Number, try.Day, strings.Join(try.Wrong, " "), try.Solved, try.Shown, try.Tried.UnixMilli(),
			try.Rating.Points, try.Rating.Deviation, try.Rating.Volatility, try.Gain)
		if err != nil || puzzle == old {
			return err
		}
		// Of two players who answer at once, the second sees the rating after the first.
		return t.expectOr(ctx, ErrConflict, "store the rating of a puzzle", `INSERT INTO puzzle_ratings (game, number, points, deviation, volatility, attempts, at) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (game, number) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, attempts = excluded.attempts, at = excluded.at
			WHERE puzzle_ratings.attempts = excluded.attempts - 1`,
			p.Game, p.Number, puzzle.Points, puzzle.Deviation, puzzle.Volatility, puzzle.Matches, puzzle.At.UnixMilli())
	})
	return after, err
}

func (s puzzles) PuzzlesTried(ctx context.Context, player string) ([]db.TriedPuzzle, error) {
	return collect(ctx, s.read, "list puzzles of a player", `SELECT `+puzzleColumns+` FROM puzzle_tries WHERE player = ? ORDER BY game, number`, scanPuzzle, player)
}

func (s puzzles) PuzzlesTriedOf(ctx context.Context, player, game string) ([]db.TriedPuzzle, error) {
	return collect(ctx, s.read, "list puzzles of a game of a player", `SELECT `+puzzleColumns+` FROM puzzle_tries WHERE player = ? AND game = ? ORDER BY number`, scanPuzzle, player, game)
}

func (s puzzles) PuzzleDays(ctx context.Context, player string, most int) ([]int, error) {
	return collect(ctx, s.read, "list days of puzzles", `SELECT DISTINCT day FROM puzzle_tries WHERE player = ? AND day > 0 AND solved = 1 ORDER BY day DESC LIMIT ?`,
		func(r scanner) (day int, err error) { return day, r.Scan(&day) }, player, most)
}
