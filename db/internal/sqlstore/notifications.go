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
	selectRecipient = `SELECT p.id, p.name, p.created, p.habits, coalesce(n.channels, 'null'), n.digest, coalesce(n.zone, ''), coalesce(n.language, ''), coalesce(a.email, '')
		FROM players p LEFT JOIN notice_settings n ON n.player = p.id LEFT JOIN accounts a ON a.player = p.id WHERE p.id = ?`
	selectTarget = `SELECT id, player, channel, address, format, kinds, public, auth, device, made, delivered, failing, why, tried, off FROM targets `
)

// notifications implements db.Notifications.
type notifications struct{ *core }

func (s notifications) Recipient(ctx context.Context, player string) (db.Recipient, error) {
	var r db.Recipient
	var channels string
	var digest sql.Null[int]
	err := s.read.QueryRow(ctx, selectRecipient, player).
		Scan(&r.ID, &r.Name, millis{&r.Created}, &r.Habits, &channels, &digest, &r.Zone, &r.Language, &r.Address)
	if err != nil {
		return db.Recipient{}, wrap("load recipient", err)
	}
	if err := json.Unmarshal([]byte(channels), &r.Channels); err != nil {
		return db.Recipient{}, wrap("load recipient", err)
	}
	if digest.Valid {
		r.Digest = &digest.V
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
	err := from.Scan(&t.ID, &t.Player, &t.Channel, &t.Address, &t.Format, &kinds, &t.Public, &t.Auth, &t.Device, millis{&t.Made}, millis{&t.Delivered}, millis{&t.Failing}, &t.Why, &t.Tried, millis{&t.Off})
	if err != nil {
		return db.Target{}, wrap("load target", err)
	}
	for kind := range strings.FieldsSeq(kinds) {
		t.Kinds = append(t.Kinds, db.NoticeKind(kind))
	}
	return t, nil
}

func (s notifications) SetNotices(ctx context.Context, player string, n db.NoticeSettings) error {
	channels, err := json.Marshal(n.Channels)
	if err != nil {
		return fmt.Errorf("store notice settings: %w", err)
	}
	var digest any
	if n.Digest != nil {
		digest = int64(*n.Digest)
	}
	return s.exec(ctx, "store notice settings", `INSERT INTO notice_settings (player, channels, digest, zone, language) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET channels = excluded.channels, digest = excluded.digest, zone = excluded.zone, language = excluded.language`,
		player, string(channels), digest, n.Zone, n.Language)
}

func (s notifications) SetLanguage(ctx context.Context, player, language string, always bool) error {
	query := `INSERT INTO notice_settings (player, zone, language) VALUES (?, '', ?) ON CONFLICT (player) DO UPDATE SET language = excluded.language`
	if !always {
		query += ` WHERE notice_settings.language = ''`
	}
	return s.exec(ctx, "store language", query, player, language)
}

func (s notifications) AddTarget(ctx context.Context, o db.Once, n db.NewTarget, note func(db.Target) (int, []byte)) (db.Target, error) {
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.Target, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.Target{}, err
		}
		if n.Channel == db.ByPush {
			if kept, err := keepPush(ctx, t, n); err == nil || !errors.Is(err, db.ErrNotFound) {
				return kept, err
			}
		}
		if err := makeRoomForTarget(ctx, t, n); err != nil {
			return db.Target{}, err
		}
		id := secret.NewID()
		if err := insertTarget(ctx, t, id, n); err != nil {
			return db.Target{}, err
		}
		return scanTarget(t.QueryRow(ctx, selectTarget+`WHERE id = ?`, id))
	}, note)
}

// keepPush changes the keys of a push subscription that the player already has, and returns it. The
// error is db.ErrNotFound if there is none. It deletes the same subscription of other players, and
// switched-off targets on the same device.
func keepPush(ctx context.Context, t *tx, n db.NewTarget) (db.Target, error) {
	if err := t.run(ctx, "replace target", `DELETE FROM targets WHERE channel = 'push' AND address = ? AND player <> ?`, n.Address, n.Player); err != nil {
		return db.Target{}, err
	}
	own, err := listTargets(ctx, t, n.Player)
	if err != nil {
		return db.Target{}, err
	}
	for _, other := range own {
		if other.Channel != db.ByPush || other.Device != n.Device || other.Address == n.Address || other.Off.IsZero() {
			continue
		}
		if err := t.run(ctx, "replace target", `DELETE FROM targets WHERE id = ?`, other.ID); err != nil {
			return db.Target{}, err
		}
	}
	err = t.run(ctx, "renew target", `UPDATE targets SET public = ?, auth = ?, device = ?, off = NULL WHERE address = ? AND channel = 'push'`, n.Public, n.Auth, n.Device, n.Address)
	if err != nil {
		return db.Target{}, err
	}
	return scanTarget(t.QueryRow(ctx, selectTarget+`WHERE address = ? AND channel = 'push'`, n.Address))
}

// makeRoomForTarget refuses a webhook beyond the limit. For a push subscription beyond the limit,
// it deletes the one with the oldest delivery.
func makeRoomForTarget(ctx context.Context, t *tx, n db.NewTarget) error {
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
		return t.run(ctx, "make room for target", `DELETE FROM targets WHERE id = ?`, oldest.ID)
	}
	return nil
}

// insertTarget stores a target, unless its id exists.
func insertTarget(ctx context.Context, t *tx, id string, n db.NewTarget) error {
	kinds := make([]string, len(n.Kinds))
	for i, kind := range n.Kinds {
		kinds[i] = string(kind)
	}
	return t.run(ctx, "store target", `INSERT INTO targets (id, player, channel, address, format, kinds, public, auth, device, made, why, tried)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0) ON CONFLICT (id) DO NOTHING`,
		id, n.Player, string(n.Channel), n.Address, n.Format, strings.Join(kinds, " "), n.Public, n.Auth, n.Device, t.core.Millis())
}

func (s notifications) RemoveTarget(ctx context.Context, player, id string) error {
	return s.expect(ctx, "remove target", `DELETE FROM targets WHERE id = ? AND player = ?`, id, player)
}

func (s notifications) NoteTarget(ctx context.Context, target, why string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if why == "" {
			return noteDelivered(ctx, t, target)
		}
		return t.run(ctx, "note target", `UPDATE targets SET failing = coalesce(failing, ?), why = ? WHERE id = ?`, s.Millis(), why, target)
	})
}

func noteDelivered(ctx context.Context, t *tx, target string) error {
	return t.run(ctx, "note delivery", `UPDATE targets SET delivered = ?, failing = NULL, why = '', tried = 0, off = NULL WHERE id = ?`, t.core.Millis(), target)
}

func (s notifications) MuteToken(player string) string { return s.key.MuteToken(player) }

func (s notifications) PlayerByMute(ctx context.Context, token string) (db.Player, error) {
	player := s.key.MutedBy(token)
	if player == "" {
		return db.Player{}, db.ErrNotFound
	}
	return scanPlayer(s.read.QueryRow(ctx, selectPlayer, player))
}

func (s notifications) PushKey() []byte { return s.key.PushKey() }

func (s notifications) FeedToken(ctx context.Context, player string) (string, error) {
	var changed int64
	err := s.read.QueryRow(ctx, `SELECT feed FROM notice_settings WHERE player = ?`, player).Scan(&changed)
	return s.key.FeedToken(player, changed), wrap("load feed", orNone(err))
}

func (s notifications) RenewFeed(ctx context.Context, player string) error {
	return s.exec(ctx, "renew feed", renewFeed, player)
}

const renewFeed = `INSERT INTO notice_settings (player, zone, language, feed) VALUES (?, '', '', 1)
	ON CONFLICT (player) DO UPDATE SET feed = notice_settings.feed + 1`

func (s notifications) PlayerByFeed(ctx context.Context, token string) (db.Player, error) {
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

const selectDelivery = `SELECT d.id, d.target, d.kind, d.player, m.id, d.ply, d.at, coalesce(d.remains, 0), d.due, d.tries, d.message FROM deliveries d JOIN matches m ON m.seq = d.match `

// DueTargets uses the first delivery of each target.
func (s notifications) DueTargets(ctx context.Context, limit int) ([]string, error) {
	return collect(ctx, s.read, "list targets that are due", `SELECT d.target FROM deliveries d WHERE d.due <= ?
		AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.target = d.target AND (e.due < d.due OR e.due = d.due AND e.id < d.id)) ORDER BY d.due LIMIT ?`,
		scanText, s.Millis(), limit)
}

func (s notifications) DueFor(ctx context.Context, target string, limit int) ([]db.Delivery, error) {
	return s.listDeliveries(ctx, `WHERE d.target = ? AND d.due <= ? ORDER BY d.due LIMIT ?`, target, s.Millis(), limit)
}

func (s notifications) listDeliveries(ctx context.Context, where string, args ...any) ([]db.Delivery, error) {
	return collect(ctx, s.read, "list deliveries", selectDelivery+where, func(r scanner) (d db.Delivery, err error) {
		var left int64
		err = r.Scan(&d.ID, &d.Target, &d.Kind, &d.Recipient, &d.Match, &d.Ply, millis{&d.At}, &left, millis{&d.Due}, &d.Tries, &d.Message)
		d.Left = time.Duration(left) * time.Millisecond
		return d, err
	}, args...)
}

func (s notifications) JoinDeliveries(ctx context.Context, message string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return execEach(ctx, t, "join deliveries", `UPDATE deliveries SET message = ? WHERE id = ? AND message = ''`, ids, message)
	})
}

func (s notifications) Delivered(ctx context.Context, target string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := execEach(ctx, t, "forget deliveries", `DELETE FROM deliveries WHERE id = ?`, ids); err != nil {
			return err
		}
		return noteDelivered(ctx, t, target)
	})
}

func (s notifications) DropDeliveries(ctx context.Context, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return execEach(ctx, t, "drop deliveries", `DELETE FROM deliveries WHERE id = ?`, ids)
	})
}

func (s notifications) FailDeliveries(ctx context.Context, target string, ids []string, why string, wait time.Duration) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		now := s.Millis()
		until := now + wait.Milliseconds()
		if err := execEach(ctx, t, "note failure", `UPDATE deliveries SET tries = tries + 1 WHERE id = ?`, ids); err != nil {
			return err
		}
		err := t.run(ctx, "note failure", `UPDATE targets SET failing = coalesce(failing, ?), why = ?, tried = tried + 1 WHERE id = ?`, now, why, target)
		if err != nil {
			return err
		}
		if err := t.run(ctx, "delay deliveries", `UPDATE deliveries SET due = ? WHERE target = ? AND due < ?`, until, target, until); err != nil {
			return err
		}
		worn, err := count(ctx, t, "count failures", `SELECT count(*) FROM targets WHERE id = ? AND channel = 'webhook' AND tried >= ?`, target, db.MaxFailures)
		if worn > 0 {
			return switchOff(ctx, t, target, why)
		}
		return err
	})
}

func (s notifications) SwitchOff(ctx context.Context, target, why string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error { return switchOff(ctx, t, target, why) })
}

func switchOff(ctx context.Context, t *tx, target, why string) error {
	now := t.core.Millis()
	if err := t.run(ctx, "switch off", `UPDATE targets SET failing = coalesce(failing, ?), why = ?, off = ? WHERE id = ?`, now, why, now, target); err != nil {
		return err
	}
	return t.run(ctx, "switch off", `DELETE FROM deliveries WHERE target = ?`, target)
}

// execEach runs a statement for each delivery, whose id is its last argument. It locks the target
// first.
func execEach(ctx context.Context, t *tx, doing, query string, ids []string, args ...any) error {
	if len(ids) > 0 {
		if err := t.run(ctx, doing, `SELECT 1 FROM targets WHERE id = (SELECT target FROM deliveries WHERE id = ?) FOR NO KEY UPDATE`, ids[0]); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := t.run(ctx, doing, query, append(args[:len(args):len(args)], id)...); err != nil {
			return err
		}
	}
	return nil
}

const (
	listNotices = `SELECT n.id, n.kind, n.recipient, m.id, n.ply, n.at, nullif(n.due, 0), coalesce(n.remains, 0) FROM notices n JOIN matches m ON m.seq = n.match
		WHERE n.due <= ? ORDER BY n.due, n.id LIMIT ?`
	deleteNotices = `DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))`
)

// outbox implements db.Outbox.
type outbox struct{ *core }

func (s outbox) Notices(ctx context.Context, limit int) ([]db.Notice, error) {
	return collect(ctx, s.read, "list notices", listNotices, func(r scanner) (n db.Notice, err error) {
		var left int64
		err = r.Scan(&n.ID, &n.Kind, &n.Recipient, &n.Match, &n.Ply, millis{&n.At}, millis{&n.Due}, &left)
		n.Left = time.Duration(left) * time.Millisecond
		return n, err
	}, s.Millis(), max(limit, 1))
}

func (s outbox) DispatchNotices(ctx context.Context, ids []int64, deliveries []db.NewDelivery) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("delete notices: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		for _, d := range deliveries {
			if err := storeDelivery(ctx, t, d); err != nil {
				return err
			}
		}
		return t.run(ctx, "delete notices", deleteNotices, string(list))
	})
}

// storeDelivery stores a delivery of a notice that is in the outbox.
func storeDelivery(ctx context.Context, t *tx, d db.NewDelivery) error {
	if d.Target == db.MailTarget(d.Recipient) {
		if err := insertTarget(ctx, t, d.Target, db.NewTarget{Player: d.Recipient, Channel: db.ByMail}); err != nil {
			return err
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO deliveries (id, target, kind, player, match, ply, at, remains, due, tries, message)
		SELECT CAST(? AS TEXT), t.id, n.kind, n.recipient, n.match, n.ply, n.at, n.remains, CAST(? AS BIGINT), 0, '' FROM notices n, targets t
		WHERE n.id = ? AND t.id = ? AND t.off IS NULL ON CONFLICT (id) DO NOTHING`,
		t.core.key.DeliveryID(d.ID, d.Target), d.Due.UnixMilli(), d.ID, d.Target)
	if isReference(err) {
		return fmt.Errorf("store delivery: %w", ErrConflict) // the target has gone since
	}
	return wrap("store delivery", err)
}

func (s outbox) DelayNotice(ctx context.Context, id int64, due time.Time) error {
	return s.exec(ctx, "delay notice", `UPDATE notices SET due = ? WHERE id = ?`, due.UnixMilli(), id)
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
