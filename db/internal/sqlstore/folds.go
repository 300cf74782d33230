package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"math"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
)

func (s matches) FoldOf(ctx context.Context, match string) ([]byte, error) {
	var state []byte
	err := s.read.QueryRow(ctx, `SELECT f.state FROM folds f JOIN matches m ON m.seq = f.match WHERE m.id = ?`, match).Scan(&state)
	return state, wrap("load fold", orNone(err))
}

func (s matches) Logs(ctx context.Context, ids []string) (map[string]db.Log, error) {
	logs := make(map[string]db.Log)
	if len(ids) == 0 {
		return logs, nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = each(ctx, s.read, `SELECT m.id, e.ply, e.seat, e.text, e.at FROM matches m JOIN events e ON e.match = m.seq
		WHERE m.id IN json_texts(?) ORDER BY m.seq, e.ply`, func(row scanner) error {
		var id string
		var e db.Event
		err := row.Scan(&id, &e.Ply, &e.Seat, &e.Text, millis{&e.At})
		log := logs[id]
		log.Events = append(log.Events, e)
		logs[id] = log
		return err
	}, []any{string(list)})
	if err == nil {
		err = each(ctx, s.read, `SELECT m.id, f.state FROM folds f JOIN matches m ON m.seq = f.match WHERE m.id IN json_texts(?)`, func(row scanner) error {
			var id string
			var state []byte
			err := row.Scan(&id, &state)
			log := logs[id]
			log.Fold = state
			logs[id] = log
			return err
		}, []any{string(list)})
	}
	return logs, wrap("load logs", err)
}

// storeFold stores the packed events of a match with the fold of the rules.
func storeFold(ctx context.Context, t *tx, seq int64, events []db.Event, state []byte) error {
	var kept any
	if state != nil {
		kept = state
	}
	return t.Queue(ctx, Statement{Doing: "store fold", Table: "folds",
		Query: `INSERT INTO folds (match, ply, events, state) VALUES (?, ?, ?, ?)
			ON CONFLICT (match) DO UPDATE SET ply = excluded.ply, events = excluded.events, state = excluded.state`,
		Args: []any{seq, len(events), PackEvents(events), kept}})
}

// readFolded returns the packed events of a match. It returns nil if there are none or they are
// damaged. They are the first events of the match, at most ply, in a slice with room for ply
// events.
func readFolded(ctx context.Context, q Queryer, seq int64, ply int) ([]db.Event, error) {
	var packed []byte
	err := q.QueryRow(ctx, `SELECT events FROM folds WHERE match = ?`, seq).Scan(&packed)
	events := unpackEvents(packed, ply)
	return events[:min(len(events), ply)], orNone(err)
}

// readFold reads the fold of a match and compares its packed events with the log. It ignores a fold
// in another format.
func (r *storedMatch) readFold(ctx context.Context, q Queryer) error {
	var packed []byte
	err := q.QueryRow(ctx, `SELECT events, state FROM folds WHERE match = ?`, r.seq).Scan(&packed, &r.Fold)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case len(packed) > 0 && packed[0] != packedFormat:
		return nil
	}
	events := unpackEvents(packed, 0)
	if len(events) == 0 {
		return errors.New("its packed events are damaged")
	}
	if n := min(len(events), len(r.Events)); !slices.Equal(events[:n], r.Events[:n]) {
		return errors.New("its packed events differ from its log")
	}
	return nil
}

// packedFormat is the number of the format of PackEvents.
const packedFormat = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// PackEvents returns a compact encoding of the first events of a match.
func PackEvents(events []db.Event) []byte {
	out := binary.AppendUvarint([]byte{packedFormat}, uint64(len(events)))
	var before int64
	for _, e := range events {
		at := e.At.UnixMilli()
		out = binary.AppendVarint(out, at-before)
		out = binary.AppendVarint(out, int64(e.Seat))
		out = append(binary.AppendUvarint(out, uint64(len(e.Text))), e.Text...)
		before = at
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// unpackEvents is the inverse of PackEvents. It returns nil for any other data. The texts of the
// events share their memory. The slice has room for at least room events.
func unpackEvents(packed []byte, room int) []db.Event {
	body := len(packed) - crc32.Size
	if body < 1 || packed[0] != packedFormat || crc32.Checksum(packed[:body], castagnoli) != binary.LittleEndian.Uint32(packed[body:]) {
		return nil
	}
	all := string(packed[:body])
	at := 1 // index into packed
	count, n := binary.Uvarint(packed[at:body])
	if at += n; n <= 0 || count > uint64(body) {
		return nil
	}
	events := make([]db.Event, count, max(int(count), room))
	var millis int64
	for i := range events {
		later, n := binary.Varint(packed[at:body])
		seat, m := binary.Varint(packed[at+max(n, 0) : body])
		size, k := binary.Uvarint(packed[at+max(n, 0)+max(m, 0) : body])
		if at += n + m + k; n <= 0 || m <= 0 || k <= 0 || size > math.MaxInt32 || int(size) > body-at {
			return nil
		}
		millis += later
		events[i] = db.Event{Ply: i, Seat: games.Seat(seat), Text: all[at : at+int(size)], At: time.UnixMilli(millis).UTC()}
		at += int(size)
	}
	if at != body {
		return nil
	}
	return events
}
