package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"tableronde/db/internal/secret"

	"github.com/pressly/goose/v3"
)

// hashInvites is the migration after which matches.invite holds the text of
// secret.HashInvite or secret.WithdrawnInvite, and invite_no counts the tokens
// that were derived for the match, 0 where the first was drawn at random. Existing
// links remain valid.
func hashInvites() *goose.Migration {
	return goose.NewGoMigration(9, &goose.GoFunc{RunTx: func(ctx context.Context, t *sql.Tx) error {
		const add = `ALTER TABLE matches ADD COLUMN invite_no INTEGER NOT NULL DEFAULT 0 CHECK (invite_no >= 0)`
		if _, err := t.ExecContext(ctx, add); err != nil {
			return err
		}
		tokens, err := plainInvites(ctx, t)
		if err != nil {
			return fmt.Errorf("read invitations: %w", err)
		}
		update, err := t.PrepareContext(ctx, `UPDATE matches SET invite = ? WHERE seq = ?`)
		if err != nil {
			return err
		}
		defer update.Close()
		for seq, token := range tokens {
			if _, err := update.ExecContext(ctx, secret.HashInvite(token), seq); err != nil {
				return fmt.Errorf("hash invitation: %w", err)
			}
		}
		return nil
	}}, nil)
}

// plainInvites returns the tokens of all matches by their number.
func plainInvites(ctx context.Context, t *sql.Tx) (map[int64]string, error) {
	rows, err := t.QueryContext(ctx, `SELECT seq, invite FROM matches`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	tokens := make(map[int64]string)
	for rows.Next() {
		var seq int64
		var token string
		if err := rows.Scan(&seq, &token); err != nil {
			return nil, err
		}
		tokens[seq] = token
	}
	return tokens, rows.Err()
}
