package sqlstore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// InviteAccount implements db.Accounts.
func (s *Store) InviteAccount(ctx context.Context, until time.Time) (token string, err error) {
	token = secret.NewLink()
	return token, s.execTelling(ctx, "invite", `INSERT INTO account_invites (token, expires) VALUES (?, ?)`, secret.HashToken(token), until.UnixMilli())
}

// IsAccountInvite implements db.Accounts.
func (s *Store) IsAccountInvite(ctx context.Context, token string) (bool, error) {
	var n int
	err := s.read.QueryRow(ctx, `SELECT count(*) FROM account_invites WHERE token = ? AND expires > ?`, secret.HashToken(token), s.Millis()).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("find invitation: %w", err)
	}
	return n > 0, nil
}

// useInvite uses up an invitation to make an account.
func (t *tx) useInvite(ctx context.Context, token string) error {
	n, err := t.Exec(ctx, `DELETE FROM account_invites WHERE token = ? AND expires > ?`, secret.HashToken(token), t.s.Millis())
	switch {
	case err != nil:
		return fmt.Errorf("use invitation: %w", err)
	case n == 0:
		return db.ErrNoInvite
	}
	return nil
}

// ListAccounts implements db.Accounts.
func (s *Store) ListAccounts(ctx context.Context, limit int) ([]db.Account, error) {
	return collect(ctx, s.read, "list accounts", selectAccount+`ORDER BY a.opened DESC, p.id LIMIT ?`, scanAccount, limit)
}

// deeds are the columns with players who have done something.
var deeds = []string{"accounts.player", "seats.player", "seats.kept", "seats.stands_for", "matches.host", "messages.player", "reports.player", "remarks.player",
	"studies.player", "collections.player", "cups.host", "cup_players.player", "standing.player", "rungs.player", "ties.player", "ties.other", "targets.player",
	"played.player", "acts.player", "leaving.player"}

// purgeGuests deletes the guests of at least db.GuestLifetime who have done nothing. It
// asks for those of a time once in the life of the store.
func (s *Store) purgeGuests(ctx context.Context) error {
	const step = 500
	var done []string
	for _, deed := range deeds {
		table, column, _ := strings.Cut(deed, ".")
		done = append(done, fmt.Sprintf(`SELECT 1 FROM %s x WHERE x.%s = players.id`, table, column))
	}
	// PostgreSQL plans one condition in 10 ms, and one per table in 200 ms.
	idle := `FROM players WHERE created > ? AND created <= ? AND bot = 0 AND NOT EXISTS (` + strings.Join(done, ` UNION ALL `) + `)`
	since, until := s.purgedGuests.Load(), s.Millis()-db.GuestLifetime.Milliseconds()
	for {
		deleted, err := write(ctx, s, func(ctx context.Context, t *tx) (int64, error) {
			t.renames = true
			ids := `(SELECT id ` + idle + ` ORDER BY created LIMIT ?)`
			if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE player IN `+ids, since, until, step); err != nil {
				return 0, err
			}
			return t.Exec(ctx, `DELETE FROM players WHERE id IN `+ids, since, until, step)
		})
		if err != nil {
			return fmt.Errorf("purge guests: %w", err)
		}
		if deleted < step {
			s.purgedGuests.Store(until)
			return nil
		}
	}
}
