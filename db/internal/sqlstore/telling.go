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
	"time"

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

// keepPush gives other keys to a push subscription that the player has already, and returns
// it. The error is db.ErrNotFound if there is none. It removes the same subscription of other
// players, and targets on the same device that were switched off.
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

// makeRoomForTarget refuses one webhook too many. For one push subscription too many it
// deletes the one with the oldest delivery.
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

const selectDelivery = `SELECT d.id, d.target, d.kind, d.player, m.id, d.ply, d.at, d.remains, d.due, d.tries, d.message FROM deliveries d JOIN matches m ON m.seq = d.match `

// storeDelivery stores a delivery of a notice that is in the outbox.
func (t *tx) storeDelivery(ctx context.Context, d db.NewDelivery) error {
	if d.Target == db.MailTarget(d.Recipient) {
		if err := t.insertTarget(ctx, d.Target, db.NewTarget{Player: d.Recipient, Channel: db.ByMail}); err != nil {
			return err
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO deliveries (id, target, kind, player, match, ply, at, remains, due, tries, message)
		SELECT CAST(? AS TEXT), t.id, n.kind, n.recipient, n.match, n.ply, n.at, n.remains, CAST(? AS BIGINT), 0, '' FROM notices n, targets t
		WHERE n.id = ? AND t.id = ? AND t.off IS NULL ON CONFLICT (id) DO NOTHING`,
		t.s.key.DeliveryID(d.ID, d.Target), d.Due.UnixMilli(), d.ID, d.Target)
	switch {
	case isReference(err):
		return fmt.Errorf("store delivery: %w", ErrConflict) // the target has gone since
	case err != nil:
		return fmt.Errorf("store delivery: %w", err)
	}
	return nil
}

// DueTargets implements db.Telling: it lists the first delivery of each target.
func (s *Store) DueTargets(ctx context.Context, limit int) ([]string, error) {
	return collect(ctx, s.read, "list targets that are due", `SELECT d.target FROM deliveries d WHERE d.due <= ?
		AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.target = d.target AND (e.due < d.due OR e.due = d.due AND e.id < d.id)) ORDER BY d.due LIMIT ?`,
		scanText, s.Millis(), limit)
}

// DueFor implements db.Telling.
func (s *Store) DueFor(ctx context.Context, target string, limit int) ([]db.Delivery, error) {
	return s.listDeliveries(ctx, `WHERE d.target = ? AND d.due <= ? ORDER BY d.due LIMIT ?`, target, s.Millis(), limit)
}

func (s *Store) listDeliveries(ctx context.Context, where string, args ...any) ([]db.Delivery, error) {
	return collect(ctx, s.read, "list deliveries", selectDelivery+where, func(r scanner) (d db.Delivery, err error) {
		var at, due int64
		var remains sql.NullInt64
		err = r.Scan(&d.ID, &d.Target, &d.Kind, &d.Recipient, &d.Match, &d.Ply, &at, &remains, &due, &d.Tries, &d.Message)
		d.At, d.Due, d.Left = time.UnixMilli(at).UTC(), time.UnixMilli(due).UTC(), time.Duration(remains.Int64)*time.Millisecond
		return d, err
	}, args...)
}

// JoinDeliveries implements db.Telling.
func (s *Store) JoinDeliveries(ctx context.Context, message string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.execEach(ctx, "join deliveries", `UPDATE deliveries SET message = ? WHERE id = ? AND message = ''`, ids, message)
	})
}

// Delivered implements db.Telling.
func (s *Store) Delivered(ctx context.Context, target string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.execEach(ctx, "forget deliveries", `DELETE FROM deliveries WHERE id = ?`, ids); err != nil {
			return err
		}
		return t.noteDelivered(ctx, target)
	})
}

// DropDeliveries implements db.Telling.
func (s *Store) DropDeliveries(ctx context.Context, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.execEach(ctx, "drop deliveries", `DELETE FROM deliveries WHERE id = ?`, ids)
	})
}

// FailDeliveries implements db.Telling.
func (s *Store) FailDeliveries(ctx context.Context, target string, ids []string, why string, wait time.Duration) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		now := s.Millis()
		until := now + wait.Milliseconds()
		if err := t.execEach(ctx, "note failure", `UPDATE deliveries SET tries = tries + 1 WHERE id = ?`, ids); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `UPDATE targets SET failing = coalesce(failing, ?), why = ?, tried = tried + 1 WHERE id = ?`, now, why, target)
		if err != nil {
			return fmt.Errorf("note failure: %w", err)
		}
		if _, err := t.Exec(ctx, `UPDATE deliveries SET due = ? WHERE target = ? AND due < ?`, until, target, until); err != nil {
			return fmt.Errorf("delay deliveries: %w", err)
		}
		var worn int
		if err := t.QueryRow(ctx, `SELECT count(*) FROM targets WHERE id = ? AND channel = 'webhook' AND tried >= ?`, target, db.MaxFailures).Scan(&worn); err != nil {
			return fmt.Errorf("count failures: %w", err)
		}
		if worn > 0 {
			return t.switchOff(ctx, target, why)
		}
		return nil
	})
}

// SwitchOff implements db.Telling.
func (s *Store) SwitchOff(ctx context.Context, target, why string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error { return t.switchOff(ctx, target, why) })
}

func (t *tx) switchOff(ctx context.Context, target, why string) error {
	now := t.s.Millis()
	if _, err := t.Exec(ctx, `UPDATE targets SET failing = coalesce(failing, ?), why = ?, off = ? WHERE id = ?`, now, why, now, target); err != nil {
		return fmt.Errorf("switch off: %w", err)
	}
	if _, err := t.Exec(ctx, `DELETE FROM deliveries WHERE target = ?`, target); err != nil {
		return fmt.Errorf("switch off: %w", err)
	}
	return nil
}

// execEach runs a statement for each delivery, whose id is its last argument. It locks their
// target first.
func (t *tx) execEach(ctx context.Context, doing, query string, ids []string, args ...any) error {
	if len(ids) > 0 {
		if _, err := t.Exec(ctx, `SELECT 1 FROM targets WHERE id = (SELECT target FROM deliveries WHERE id = ?) FOR NO KEY UPDATE`, ids[0]); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	for _, id := range ids {
		if _, err := t.Exec(ctx, query, append(args[:len(args):len(args)], id)...); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return nil
}

const (
	listNotices = `SELECT n.id, n.kind, n.recipient, m.id, n.ply, n.at, n.due, n.remains FROM notices n JOIN matches m ON m.seq = n.match
		WHERE n.due <= ? ORDER BY n.due, n.id LIMIT ?`
	deleteNotices = `DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))`
)

// Notices implements db.Outbox.
func (s *Store) Notices(ctx context.Context, limit int) ([]db.Notice, error) {
	return collect(ctx, s.read, "list notices", listNotices, func(r scanner) (n db.Notice, err error) {
		var at, due int64
		var remains sql.NullInt64
		err = r.Scan(&n.ID, &n.Kind, &n.Recipient, &n.Match, &n.Ply, &at, &due, &remains)
		n.At, n.Left = time.UnixMilli(at).UTC(), time.Duration(remains.Int64)*time.Millisecond
		if due > 0 {
			n.Due = time.UnixMilli(due).UTC()
		}
		return n, err
	}, s.Millis(), max(limit, 1))
}

// DispatchNotices implements db.Outbox.
func (s *Store) DispatchNotices(ctx context.Context, ids []int64, deliveries []db.NewDelivery) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("delete notices: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		for _, d := range deliveries {
			if err := t.storeDelivery(ctx, d); err != nil {
				return err
			}
		}
		if _, err := t.Exec(ctx, deleteNotices, string(list)); err != nil {
			return fmt.Errorf("delete notices: %w", err)
		}
		return nil
	})
}

// DelayNotice implements db.Outbox.
func (s *Store) DelayNotice(ctx context.Context, id int64, due time.Time) error {
	return s.execTelling(ctx, "delay notice", `UPDATE notices SET due = ? WHERE id = ?`, due.UnixMilli(), id)
}

// storeNotices puts the notices about a match into the outbox, in this order.
func (r *storedMatch) storeNotices(ctx context.Context, t *tx, notices []db.Notice, now int64) error {
	if len(notices) == 0 {
		return nil
	}
	args := make([]any, 0, 7*len(notices))
	for _, n := range notices {
		due, remains := int64(0), any(nil)
		if !n.Due.IsZero() {
			due = n.Due.UnixMilli()
		}
		if n.Left > 0 {
			remains = n.Left.Milliseconds()
		}
		args = append(args, string(n.Kind), n.Recipient, r.seq, r.Ply, now, due, remains)
	}
	return t.Queue(ctx, Statement{Doing: "store notices", Table: "notices", Args: args,
		Query: `INSERT INTO notices (kind, recipient, match, ply, at, due, remains) VALUES (?, ?, ?, ?, ?, ?, ?)` + strings.Repeat(`, (?, ?, ?, ?, ?, ?, ?)`, len(notices)-1)})
}
