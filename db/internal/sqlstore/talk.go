package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Queries for messages. A player does not see messages by muted or blocked authors.
const (
	notMuted = `NOT EXISTS (SELECT 1 FROM ties b WHERE b.player = %s AND b.other = %s AND b.kind <> 'favorite')`

	selectMessages = `SELECT x.id, m.id, p.id, p.name, x.room, x.text, x.at FROM messages x
		JOIN matches m ON m.seq = x.match JOIN players p ON p.id = x.player `
)

var (
	listMessages = selectMessages + `WHERE x.match = (SELECT seq FROM matches WHERE id = ?1) AND x.number < ?2 AND ` + readable + ` ORDER BY x.number DESC LIMIT ?6`
	findMessage  = selectMessages + `WHERE x.id = ?2 AND m.id = ?1 AND ` + readable
	readable     = `((x.room & ?3) <> 0 OR x.room = ?4) AND ` +
		fmt.Sprintf(notMuted, "?5", "x.player")
	listWritten = selectMessages + `WHERE x.player = ? AND x.id > ? ORDER BY x.id LIMIT ?`
	countUnread = `UPDATE seats SET unread = unread + 1 WHERE match = ?1 AND player <> ?2
		AND ((CAST(1 AS BIGINT) << CAST(seat AS INTEGER)) & ?3) <> 0 AND ` + fmt.Sprintf(notMuted, "seats.player", "?2")
)

// noticeMessages puts a notification into the outbox for each player who has read all earlier
// messages.
var noticeMessages = `INSERT INTO notices (kind, recipient, match, ply, at, due)
	SELECT '` + string(db.NoticeMessage) + `', p.id, seats.match, CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), 0 FROM seats JOIN players p ON p.id = seats.player
	WHERE seats.match = ?1 AND seats.unread = 0 AND p.id <> ?2 AND p.bot = 0
		AND ((CAST(1 AS BIGINT) << CAST(seats.seat AS INTEGER)) & ?3) <> 0 AND ` + fmt.Sprintf(notMuted, "p.id", "?2")

// talk implements db.Talk.
type talk struct{ *core }

func (s talk) AddMessage(ctx context.Context, o db.Once, n db.NewMessage, note func(db.Message) (int, []byte)) (db.Message, error) {
	room, err := bitsOf(n.To)
	if err != nil {
		return db.Message{}, err
	}
	return writeOnce(ctx, s.core, o, n.Match, func(ctx context.Context, t *tx) (db.Message, error) {
		m := db.Message{ID: secret.NewID(), Match: n.Match, To: n.To, Text: n.Text, At: time.UnixMilli(s.Millis()).UTC()}
		var err error
		if m.Writer, err = scanPlayer(t.QueryRow(ctx, selectPlayer, n.Player)); err != nil {
			return db.Message{}, err
		}
		if m.At.Before(m.Writer.Silent) {
			return db.Message{}, db.ErrSilent
		}
		var seq, last, ply int64
		var written int
		err = t.QueryRow(ctx, `SELECT m.seq, m.ply, (SELECT coalesce(max(x.number), 0) FROM messages x WHERE x.match = m.seq),
			(SELECT count(*) FROM messages x WHERE x.match = m.seq AND x.player = ?) FROM matches m WHERE m.id = ?`, n.Player, n.Match).Scan(&seq, &ply, &last, &written)
		switch {
		case err != nil:
			return db.Message{}, wrap("find match of a message", err)
		case written >= db.MaxMessages:
			return db.Message{}, db.ErrTooManyMessages
		}
		if err := t.run(ctx, "store message", `INSERT INTO messages (id, match, number, player, room, text, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			m.ID, seq, last+1, n.Player, int64(room), n.Text, m.At.UnixMilli()); err != nil {
			return db.Message{}, err
		}
		if room != 0 {
			if err := t.run(ctx, "store notices", noticeMessages, seq, n.Player, int64(room), ply, m.At.UnixMilli()); err != nil {
				return db.Message{}, err
			}
			if err := t.run(ctx, "count unread", countUnread, seq, n.Player, int64(room)); err != nil {
				return db.Message{}, err
			}
		}
		t.told(n.Match, int(ply), n.Heard)
		return m, nil
	}, note)
}

func (s talk) MessagesOf(ctx context.Context, match string, r db.Reader, before string, limit int) ([]db.Message, error) {
	seats, watchers, err := roomsOf(r)
	if err != nil {
		return nil, err
	}
	from := int64(math.MaxInt64)
	if before != "" {
		err := s.read.QueryRow(ctx, `SELECT x.number FROM messages x JOIN matches m ON m.seq = x.match WHERE x.id = ? AND m.id = ?`, before, match).Scan(&from)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil, db.ErrCursor
		case err != nil:
			return nil, fmt.Errorf("find message: %w", err)
		}
	}
	return s.listMessages(ctx, listMessages, match, from, seats, watchers, r.Player, min(max(limit, 1), db.MaxPage))
}

// roomsOf returns the arguments of the query for the rooms of a reader. A room matches if it shares
// a bit with seats, or equals watchers.
func roomsOf(r db.Reader) (seats, watchers int64, err error) {
	set, err := bitsOf(r.Seats)
	if watchers = -1; r.Watchers {
		watchers = 0
	}
	return int64(set), watchers, err
}

func (s talk) MessageTo(ctx context.Context, match, message string, r db.Reader) (db.Message, error) {
	seats, watchers, err := roomsOf(r)
	if err != nil {
		return db.Message{}, err
	}
	list, err := s.listMessages(ctx, findMessage, match, message, seats, watchers, r.Player)
	switch {
	case err != nil:
		return db.Message{}, err
	case len(list) == 0:
		return db.Message{}, db.ErrNotFound
	}
	return list[0], nil
}

func (s talk) MessagesBy(ctx context.Context, player, after string, limit int) ([]db.Message, error) {
	return s.listMessages(ctx, listWritten, player, after, min(max(limit, 1), db.MaxPage))
}

func (s talk) listMessages(ctx context.Context, query string, args ...any) ([]db.Message, error) {
	return collect(ctx, s.read, "list messages", query, func(r scanner) (m db.Message, err error) {
		var room uint64
		err = r.Scan(&m.ID, &m.Match, &m.Writer.ID, &m.Writer.Name, &room, &m.Text, millis{&m.At})
		m.To = seatsOf(room)
		return m, err
	}, args...)
}

func (s talk) ReadMessages(ctx context.Context, match, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, match); err != nil {
			return err
		}
		t.touch(match)
		return t.run(ctx, "read messages", `UPDATE seats SET unread = 0 WHERE match = (SELECT seq FROM matches WHERE id = ?) AND player = ? AND unread > 0`, match, player)
	})
}

// SeeWatchers writes nothing if the player has seen all messages.
func (s talk) SeeWatchers(ctx context.Context, match, player string) error {
	var seen bool
	err := s.read.QueryRow(ctx, `SELECT w.seen = (SELECT coalesce(max(x.number), 0) FROM messages x WHERE x.match = m.seq)
		FROM matches m JOIN watchers w ON w.match = m.seq WHERE m.id = ? AND w.player = ?`, match, player).Scan(&seen)
	if seen || orNone(err) != nil {
		return err
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(visitKey(match, player))
		return t.expect(ctx, "see watchers", `INSERT INTO watchers (match, player, seen)
			SELECT m.seq, CAST(?2 AS TEXT), (SELECT coalesce(max(x.number), 0) FROM messages x WHERE x.match = m.seq) FROM matches m WHERE m.id = ?1
			ON CONFLICT (match, player) DO UPDATE SET seen = excluded.seen`, match, player)
	})
}

func (s talk) WatchedBy(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list watched matches", `SELECT m.id FROM watchers w JOIN matches m ON m.seq = w.match WHERE w.player = ? ORDER BY w.match DESC`, scanText, player)
}

func (s talk) UnreadWatchers(ctx context.Context, match, player string) (int, error) {
	return count(ctx, s.read, "count unread", `SELECT count(*) FROM matches m JOIN watchers w ON w.match = m.seq JOIN messages x ON x.match = w.match
		WHERE m.id = ?1 AND w.player = ?2 AND x.number > w.seen AND x.room = 0 AND x.player <> ?2 AND `+fmt.Sprintf(notMuted, "?2", "x.player"), match, player)
}

func (s talk) ReportMessage(ctx context.Context, match, message, player string) error {
	return s.expect(ctx, "report message", `INSERT INTO reports (message, player, at) SELECT x.id, CAST(?3 AS TEXT), CAST(?4 AS BIGINT) FROM messages x JOIN matches m ON m.seq = x.match
		WHERE x.id = ?1 AND m.id = ?2 ON CONFLICT (message, player) DO UPDATE SET at = reports.at`, message, match, player, s.Millis())
}

func (s talk) ReportedBy(ctx context.Context, player string) ([]string, error) {
	return collect(ctx, s.read, "list reports", `SELECT message FROM reports WHERE player = ?1 UNION ALL SELECT collection FROM collection_reports WHERE player = ?1 ORDER BY 1`, scanText, player)
}

func (s talk) SetTie(ctx context.Context, player, other string, kind db.TieKind) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		t.touch(player)
		t.touch(other)
		if kind == "" {
			return t.run(ctx, "remove tie", `DELETE FROM ties WHERE player = ? AND other = ?`, player, other)
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, other)); err != nil {
			return err
		}
		if err := t.bound(ctx, db.MaxTies, db.ErrTooManyTies, `SELECT count(*) FROM ties WHERE player = ? AND other <> ?`, player, other); err != nil {
			return err
		}
		return t.run(ctx, "store tie", `INSERT INTO ties (player, other, kind, since) VALUES (?, ?, ?, ?)
			ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind, since = excluded.since`, player, other, string(kind), s.Millis())
	})
}

func (s talk) Blocks(ctx context.Context, match, player string) (bool, error) {
	found, err := count(ctx, s.read, "find blocks", `SELECT count(*) FROM matches m WHERE m.id = ?2 AND `+blocks, player, match)
	return found > 0, err
}

func (s talk) TiesOf(ctx context.Context, player string) ([]db.Tie, error) {
	return collect(ctx, s.read, "list ties", `SELECT p.id, p.name, b.kind, b.since FROM ties b JOIN players p ON p.id = b.other
		WHERE b.player = ? ORDER BY b.since DESC, b.other`, func(r scanner) (tie db.Tie, err error) {
		err = r.Scan(&tie.Other.ID, &tie.Other.Name, &tie.Kind, millis{&tie.Since})
		return tie, err
	}, player)
}
