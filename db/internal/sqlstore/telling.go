package sqlstore

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

const (
	selectRecipient = `SELECT p.id, p.name, p.created, p.habits, n.channels, n.digest, coalesce(n.zone, ''), coalesce(n.language, ''), coalesce(a.email, '')
		FROM players p LEFT JOIN notice_settings n ON n.player = p.id LEFT JOIN accounts a ON a.player = p.id WHERE p.id = ?`
	selectTarget = `SELECT id, player, channel, address, format, kinds, public, auth, device, made, delivered, failing, why, tried, off FROM targets `
)

// Recipient implements db.Telling.
func (s *Store) Recipient(ctx context.Context, player string) (db.Recipient, error) {
	var r db.Recipient
	var channels sql.NullString
	var created, digest sql.NullInt64
	err := s.read.QueryRow(ctx, selectRecipient, player).
		Scan(&r.ID, &r.Name, &created, &r.Habits, &channels, &digest, &r.Zone, &r.Language, &r.Address)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Recipient{}, db.ErrNotFound
	case err != nil:
		return db.Recipient{}, fmt.Errorf("load recipient: %w", err)
	}
	r.Created = timeFrom(created)
	if channels.Valid {
		if err := json.Unmarshal([]byte(channels.String), &r.Channels); err != nil {
			return db.Recipient{}, fmt.Errorf("load recipient: %w", err)
		}
	}
	if digest.Valid {
		hour := int(digest.Int64)
		r.Digest = &hour
	}
	r.Targets, err = listTargets(ctx, s.read, player)
	return r, err
}

func listTargets(ctx context.Context, q Queryer, player string) ([]db.Target, error) {
	return collect(ctx, q, "list targets", selectTarget+`WHERE player = ? ORDER BY made, id`, scanTarget, player)
}

func scanTarget(from scanner) (db.Target, error) {
	var t db.Target
	var kinds string
	var made, delivered, failing, off sql.NullInt64
	err := from.Scan(&t.ID, &t.Player, &t.Channel, &t.Address, &t.Format, &kinds, &t.Public, &t.Auth, &t.Device, &made, &delivered, &failing, &t.Why, &t.Tried, &off)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Target{}, db.ErrNotFound
	case err != nil:
		return db.Target{}, fmt.Errorf("load target: %w", err)
	}
	for kind := range strings.FieldsSeq(kinds) {
		t.Kinds = append(t.Kinds, db.NoticeKind(kind))
	}
	t.Made, t.Delivered, t.Failing, t.Off = timeFrom(made), timeFrom(delivered), timeFrom(failing), timeFrom(off)
	return t, nil
}

// SetNotices implements db.Telling.
func (s *Store) SetNotices(ctx context.Context, player string, n db.NoticeSettings) error {
	channels, err := json.Marshal(n.Channels)
	if err != nil {
		return fmt.Errorf("store notice settings: %w", err)
	}
	var digest any
	if n.Digest != nil {
		digest = int64(*n.Digest)
	}
	return s.execTelling(ctx, "store notice settings", `INSERT INTO notice_settings (player, channels, digest, zone, language) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET channels = excluded.channels, digest = excluded.digest, zone = excluded.zone, language = excluded.language`,
		player, string(channels), digest, n.Zone, n.Language)
}

// SetLanguage implements db.Telling.
func (s *Store) SetLanguage(ctx context.Context, player, language string, always bool) error {
	query := `INSERT INTO notice_settings (player, zone, language) VALUES (?, '', ?) ON CONFLICT (player) DO UPDATE SET language = excluded.language`
	if !always {
		query += ` WHERE notice_settings.language = ''`
	}
	return s.execTelling(ctx, "store language", query, player, language)
}

// AddTarget implements db.Telling.
func (s *Store) AddTarget(ctx context.Context, o db.Once, n db.NewTarget, note func(db.Target) (int, []byte)) (db.Target, error) {
	return writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (db.Target, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.Target{}, err
		}
		if n.Channel == db.ByPush {
			if kept, err := t.keepPush(ctx, n); err == nil || !errors.Is(err, db.ErrNotFound) {
				return kept, err
			}
		}
		if err := t.makeRoomForTarget(ctx, n); err != nil {
			return db.Target{}, err
		}
		id := secret.NewID()
		if err := t.insertTarget(ctx, id, n); err != nil {
			return db.Target{}, err
		}
		return scanTarget(t.QueryRow(ctx, selectTarget+`WHERE id = ?`, id))
	}, note)
}

// keepPush gives a push subscription that the player has already other keys, and returns
// it; the error is db.ErrNotFound if there is none. It removes what gives way to a new one.
func (t *tx) keepPush(ctx context.Context, n db.NewTarget) (db.Target, error) {
	if _, err := t.Exec(ctx, `DELETE FROM targets WHERE channel = 'push' AND address = ? AND player <> ?`, n.Address, n.Player); err != nil {
		return db.Target{}, fmt.Errorf("replace target: %w", err)
	}
	own, err := listTargets(ctx, t, n.Player)
	if err != nil {
		return db.Target{}, err
	}
	for _, other := range own {
		if other.Channel != db.ByPush || other.Device != n.Device || other.Address == n.Address || other.Off.IsZero() {
			continue
		}
		if _, err := t.Exec(ctx, `DELETE FROM targets WHERE id = ?`, other.ID); err != nil {
			return db.Target{}, fmt.Errorf("replace target: %w", err)
		}
	}
	_, err = t.Exec(ctx, `UPDATE targets SET public = ?, auth = ?, device = ?, off = NULL WHERE address = ? AND channel = 'push'`, n.Public, n.Auth, n.Device, n.Address)
	if err != nil {
		return db.Target{}, fmt.Errorf("renew target: %w", err)
	}
	return scanTarget(t.QueryRow(ctx, selectTarget+`WHERE address = ? AND channel = 'push'`, n.Address))
}

// makeRoomForTarget refuses one webhook too many, and deletes the push subscription that
// gives way to a new one.
func (t *tx) makeRoomForTarget(ctx context.Context, n db.NewTarget) error {
	list, err := listTargets(ctx, t, n.Player)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(other db.Target) bool { return other.Channel != n.Channel })
	switch {
	case n.Channel == db.ByWebhook && len(list) >= db.MaxWebhooks:
		return db.ErrTooManyTargets
	case n.Channel == db.ByPush && len(list) >= db.MaxPushes:
		oldest := slices.MinFunc(list, func(a, b db.Target) int { return laterOf(a.Made, a.Delivered).Compare(laterOf(b.Made, b.Delivered)) })
		if _, err := t.Exec(ctx, `DELETE FROM targets WHERE id = ?`, oldest.ID); err != nil {
			return fmt.Errorf("make room for target: %w", err)
		}
	}
	return nil
}

// insertTarget stores a target, unless there is one with its id.
func (t *tx) insertTarget(ctx context.Context, id string, n db.NewTarget) error {
	kinds := make([]string, len(n.Kinds))
	for i, kind := range n.Kinds {
		kinds[i] = string(kind)
	}
	_, err := t.Exec(ctx, `INSERT INTO targets (id, player, channel, address, format, kinds, public, auth, device, made, why, tried)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0) ON CONFLICT (id) DO NOTHING`,
		id, n.Player, string(n.Channel), n.Address, n.Format, strings.Join(kinds, " "), n.Public, n.Auth, n.Device, t.s.Millis())
	if err != nil {
		return wrapReference("store target", err)
	}
	return nil
}

// RemoveTarget implements db.Telling.
func (s *Store) RemoveTarget(ctx context.Context, player, id string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		n, err := t.Exec(ctx, `DELETE FROM targets WHERE id = ? AND player = ?`, id, player)
		if err != nil {
			return fmt.Errorf("remove target: %w", err)
		}
		return expectOne(n)
	})
}

// NoteTarget implements db.Telling.
func (s *Store) NoteTarget(ctx context.Context, target, why string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if why == "" {
			return t.noteDelivered(ctx, target)
		}
		_, err := t.Exec(ctx, `UPDATE targets SET failing = coalesce(failing, ?), why = ? WHERE id = ?`, s.Millis(), why, target)
		if err != nil {
			return fmt.Errorf("note target: %w", err)
		}
		return nil
	})
}

func (t *tx) noteDelivered(ctx context.Context, target string) error {
	_, err := t.Exec(ctx, `UPDATE targets SET delivered = ?, failing = NULL, why = '', tried = 0, off = NULL WHERE id = ?`, t.s.Millis(), target)
	if err != nil {
		return fmt.Errorf("note delivery: %w", err)
	}
	return nil
}

// MuteToken implements db.Telling.
func (s *Store) MuteToken(player string) string { return s.key.MuteToken(player) }

// PlayerByMute implements db.Telling.
func (s *Store) PlayerByMute(ctx context.Context, token string) (db.Player, error) {
	player := s.key.MutedBy(token)
	if player == "" {
		return db.Player{}, db.ErrNotFound
	}
	return scanPlayer(s.read.QueryRow(ctx, selectPlayer, player))
}

// PushKey implements db.Telling.
func (s *Store) PushKey() []byte { return s.key.PushKey() }

// FeedToken implements db.Telling.
func (s *Store) FeedToken(ctx context.Context, player string) (string, error) {
	var changed int64
	err := s.read.QueryRow(ctx, `SELECT feed FROM notice_settings WHERE player = ?`, player).Scan(&changed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("load feed: %w", err)
	}
	return s.key.FeedToken(player, changed), nil
}

// RenewFeed implements db.Telling.
func (s *Store) RenewFeed(ctx context.Context, player string) error {
	return s.execTelling(ctx, "renew feed", renewFeed, player)
}

const renewFeed = `INSERT INTO notice_settings (player, zone, language, feed) VALUES (?, '', '', 1)
	ON CONFLICT (player) DO UPDATE SET feed = notice_settings.feed + 1`

// PlayerByFeed implements db.Telling.
func (s *Store) PlayerByFeed(ctx context.Context, token string) (db.Player, error) {
	if len(token) <= secret.IDLength {
		return db.Player{}, db.ErrNotFound
	}
	p, err := scanPlayer(s.read.QueryRow(ctx, selectPlayer, token[:secret.IDLength]))
	if err != nil {
		return db.Player{}, err
	}
	good, err := s.FeedToken(ctx, p.ID)
	switch {
	case err != nil:
		return db.Player{}, err
	case subtle.ConstantTimeCompare([]byte(good), []byte(token)) == 0 || p.Name == db.FormerName:
		return db.Player{}, db.ErrNotFound
	}
	return p, nil
}

// execTelling runs one statement in a transaction of its own.
func (s *Store) execTelling(ctx context.Context, doing, query string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, query, args...); err != nil {
			return wrapReference(doing, err)
		}
		return nil
	})
}
