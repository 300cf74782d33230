package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// ShowMatch implements db.Matches.
func (s *Store) ShowMatch(ctx context.Context, id string, shown bool) (db.Match, error) {
	change := `UPDATE matches SET public = 0, shown = 0 WHERE seq = ? AND shown = 1`
	if shown {
		change = `UPDATE matches SET public = 1, shown = 1 WHERE seq = ? AND public = 0`
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, change)
	})
}

// ShareMatch implements db.Matches.
func (s *Store) ShareMatch(ctx context.Context, o db.Once, id string, note func(token string) (int, []byte)) (string, error) {
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (string, error) {
		token := secret.NewLink()
		_, err := changeEnded(ctx, t, id, `UPDATE matches SET share = ?2 WHERE seq = ?1`, secret.HashToken(token))
		return token, err
	}, note)
}

// UnshareMatch implements db.Matches.
func (s *Store) UnshareMatch(ctx context.Context, id string) (db.Match, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, id); err != nil {
			return db.Match{}, err
		}
		return changeEnded(ctx, t, id, `UPDATE matches SET share = NULL WHERE seq = ?`)
	})
}

// changeEnded runs a statement on the row of a match that has ended and returns
// the match after it. The first argument of the statement is the number of the
// match.
func changeEnded(ctx context.Context, t *tx, id, statement string, args ...any) (db.Match, error) {
	r, err := findMatch(ctx, t, matchByID, id)
	switch {
	case err != nil:
		return db.Match{}, err
	case !r.Over:
		return db.Match{}, db.ErrNotOver
	}
	if _, err := t.Exec(ctx, statement, append([]any{r.seq}, args...)...); err != nil {
		return db.Match{}, fmt.Errorf("change who may see a match: %w", err)
	}
	r, err = findMatch(ctx, t, matchByID, id)
	t.changed(&r.Match, false)
	return r.Match, err
}

// MatchByShare implements db.Matches.
func (s *Store) MatchByShare(ctx context.Context, token string) (db.Match, error) {
	r, err := findMatch(ctx, s.read, matchByShare, secret.HashToken(token))
	return r.Match, err
}

const (
	matchByShare = selectMatch + `WHERE m.share = ?`

	listPublicLive = selectMatch + `WHERE m.public = 1 AND m.solo = 0 AND m.against_bots = 0 AND m.started IS NOT NULL AND m.ended IS NULL
		ORDER BY coalesce(m.moved, m.started) DESC LIMIT ?`
	listPublicOver = selectMatch + `WHERE m.public = 1 AND m.ended IS NOT NULL
		AND json_extract(m.result, '$.reason') <> 'aborted' ORDER BY m.ended DESC LIMIT ?`
)

// PublicMatches implements db.Lists.
func (s *Store) PublicMatches(ctx context.Context, over bool, limit int) ([]db.Match, error) {
	query := listPublicLive
	if over {
		query = listPublicOver
	}
	return collect(ctx, s.read, "list public matches", query, func(row scanner) (db.Match, error) {
		r, err := scanMatch(row, s.key)
		return r.Match, err
	}, min(max(limit, 1), db.MaxPage))
}
