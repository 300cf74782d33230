package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

const (
	selectCollection = `SELECT k.id, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.created, 0), coalesce(p.bot, 0), k.title, k.text, k.public, k.changed,
		(SELECT count(*) FROM collected c WHERE c.collection = k.id)
		FROM collections k LEFT JOIN players p ON p.id = k.player `
	collectionByID    = selectCollection + `WHERE k.id = ?`
	collectionsOf     = selectCollection + `WHERE k.player = ? ORDER BY k.changed DESC, k.id DESC LIMIT ?`
	publicCollections = selectCollection + `WHERE k.public = 1 ORDER BY k.changed DESC, k.id DESC LIMIT ? OFFSET ?`
	collectionsWith   = selectCollection + `JOIN collected x ON x.collection = k.id
		WHERE x.match = (SELECT seq FROM matches WHERE id = ?) AND k.public = 1 ORDER BY k.changed DESC, k.id DESC LIMIT ?`
	listCollected = matchColumns + ` FROM collected c JOIN matches m ON m.seq = c.match WHERE c.collection = ? ORDER BY c.place, c.match`
)

func scanCollection(row scanner) (c db.Collection, err error) {
	var changed, created int64
	err = row.Scan(&c.ID, &c.Player.ID, &c.Player.Name, &created, &c.Player.Bot, &c.Title, &c.Text, &c.Public, &changed, &c.Matches)
	c.Changed = time.UnixMilli(changed).UTC()
	if c.Player.ID != "" {
		c.Player.Created = time.UnixMilli(created).UTC()
	}
	return c, err
}

// Collection implements db.Collections.
func (s *Store) Collection(ctx context.Context, id string) (db.Collection, error) {
	c, err := scanCollection(s.read.QueryRow(ctx, collectionByID, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Collection{}, fmt.Errorf("find collection: %w", db.ErrNotFound)
	case err != nil:
		return db.Collection{}, fmt.Errorf("load collection: %w", err)
	}
	return c, nil
}

// CollectionsOf implements db.Collections.
func (s *Store) CollectionsOf(ctx context.Context, player string) ([]db.Collection, error) {
	return collect(ctx, s.read, "list collections", collectionsOf, scanCollection, player, db.MaxCollections)
}

// PublicCollections implements db.Collections.
func (s *Store) PublicCollections(ctx context.Context, skip, limit int) ([]db.Collection, error) {
	return collect(ctx, s.read, "list public collections", publicCollections, scanCollection, min(max(limit, 1), db.MaxPage), max(skip, 0))
}

// CollectionsWith implements db.Collections.
func (s *Store) CollectionsWith(ctx context.Context, match string) ([]db.Collection, error) {
	return collect(ctx, s.read, "list collections of a match", collectionsWith, scanCollection, match, db.MaxPage)
}

// Collected implements db.Collections.
func (s *Store) Collected(ctx context.Context, id string) ([]db.Match, error) {
	return collect(ctx, s.read, "list matches of a collection", listCollected, func(row scanner) (db.Match, error) {
		r, err := scanMatch(row, s.key)
		return r.Match, err
	}, id)
}

// Annotations implements db.Collections.
func (s *Store) Annotations(ctx context.Context, id, match string) ([]db.Remark, error) {
	return collect(ctx, s.read, "list annotations", `SELECT m.id, a.ply, a.text, a.changed FROM matches m JOIN annotations a ON a.match = m.seq
		WHERE m.id = ? AND a.collection = ? ORDER BY a.ply`, func(row scanner) (r db.Remark, err error) {
		var changed int64
		err = row.Scan(&r.Match, &r.Ply, &r.Text, &changed)
		r.Changed = time.UnixMilli(changed).UTC()
		return r, err
	}, match, id)
}

// SaveCollection implements db.Collections.
func (s *Store) SaveCollection(ctx context.Context, c db.Collection) (db.Collection, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Collection, error) {
		if err := t.LockPlayer(ctx, c.Player.ID); err != nil {
			return db.Collection{}, err
		}
		if c.ID != "" {
			err := t.expect(ctx, "change collection", `UPDATE collections SET title = ?, text = ?, public = ?, changed = ? WHERE id = ? AND player = ?`,
				c.Title, c.Text, c.Public, s.Millis(), c.ID, c.Player.ID)
			if err != nil {
				return db.Collection{}, err
			}
		} else {
			var kept int
			if err := t.QueryRow(ctx, `SELECT count(*) FROM collections WHERE player = ?`, c.Player.ID).Scan(&kept); err != nil {
				return db.Collection{}, fmt.Errorf("count collections: %w", err)
			}
			if kept >= db.MaxCollections {
				return db.Collection{}, db.ErrTooManyCollections
			}
			c.ID = secret.NewID()
			_, err := t.Exec(ctx, `INSERT INTO collections (id, player, title, text, public, changed) VALUES (?, ?, ?, ?, ?, ?)`,
				c.ID, c.Player.ID, c.Title, c.Text, c.Public, s.Millis())
			if err != nil {
				return db.Collection{}, wrapReference("make collection", err)
			}
		}
		return scanCollection(t.QueryRow(ctx, collectionByID, c.ID))
	})
}

// DeleteCollection implements db.Collections.
func (s *Store) DeleteCollection(ctx context.Context, id, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.expect(ctx, "delete collection", `DELETE FROM collections WHERE id = ? AND player = ?`, id, player)
	})
}

// ownCollection notes a change of a player's collection, after which nobody else changes
// it until the transaction ends.
func (t *tx) ownCollection(ctx context.Context, id, player string) error {
	return t.expect(ctx, "find collection", `UPDATE collections SET changed = ? WHERE id = ? AND player = ?`, t.s.Millis(), id, player)
}

// Collect implements db.Collections.
func (s *Store) Collect(ctx context.Context, id, player, match string, place int) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.ownCollection(ctx, id, player); err != nil {
			return err
		}
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return err
		case r.Ended.IsZero():
			return db.ErrNotOver
		case place < 0:
			return t.expect(ctx, "take match out", `DELETE FROM collected WHERE collection = ? AND match = ?`, id, r.seq)
		}
		return t.collect(ctx, id, r.seq, place)
	})
}

// collect puts a match at a place of a collection.
func (t *tx) collect(ctx context.Context, id string, match int64, place int) error {
	order, err := collect(ctx, t, "list collected", `SELECT match FROM collected WHERE collection = ? ORDER BY place, match`, scanNumber, id)
	if err != nil {
		return err
	}
	if at := slices.Index(order, match); at >= 0 {
		order = slices.Delete(order, at, at+1)
	} else if len(order) >= db.MaxCollected {
		return db.ErrTooManyCollected
	}
	for i, seq := range slices.Insert(order, min(place, len(order)), match) {
		_, err := t.Exec(ctx, `INSERT INTO collected (collection, match, place) VALUES (?, ?, ?)
			ON CONFLICT (collection, match) DO UPDATE SET place = excluded.place`, id, seq, i)
		if err != nil {
			return fmt.Errorf("collect match: %w", err)
		}
	}
	return nil
}

// Annotate implements db.Collections.
func (s *Store) Annotate(ctx context.Context, id, player string, r db.Remark) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.ownCollection(ctx, id, player); err != nil {
			return err
		}
		var seq int64
		var others int
		err := t.QueryRow(ctx, `SELECT m.seq, (SELECT count(*) FROM annotations a WHERE a.collection = ?1 AND a.match = m.seq AND a.ply <> ?2)
			FROM matches m JOIN collected c ON c.match = m.seq WHERE c.collection = ?1 AND m.id = ?3`, id, r.Ply, r.Match).Scan(&seq, &others)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return db.ErrNotFound
		case err != nil:
			return fmt.Errorf("find collected match: %w", err)
		case r.Text == "":
			_, err = t.Exec(ctx, `DELETE FROM annotations WHERE collection = ? AND match = ? AND ply = ?`, id, seq, r.Ply)
			return err
		case others >= db.MaxAnnotations:
			return db.ErrTooManyCollected
		}
		_, err = t.Exec(ctx, `INSERT INTO annotations (collection, match, ply, text, changed) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (collection, match, ply) DO UPDATE SET text = excluded.text, changed = excluded.changed`, id, seq, r.Ply, r.Text, s.Millis())
		if err != nil {
			return fmt.Errorf("annotate: %w", err)
		}
		return nil
	})
}

// ReportCollection implements db.Collections.
func (s *Store) ReportCollection(ctx context.Context, id, player string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		n, err := t.Exec(ctx, `INSERT INTO collection_reports (collection, player, at) SELECT k.id, CAST(?2 AS TEXT), CAST(?3 AS BIGINT) FROM collections k
			WHERE k.id = ?1 AND k.public = 1 ON CONFLICT (collection, player) DO UPDATE SET at = collection_reports.at`, id, player, s.Millis())
		if err != nil {
			return wrapReference("report collection", err)
		}
		return expectOne(n)
	})
}

// AddAnnal implements db.Collections.
func (s *Store) AddAnnal(ctx context.Context, a db.Annal) error {
	n := a.NewMatch()
	players, err := n.Seating()
	if err != nil {
		return fmt.Errorf("add game of the past: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.expectBots(n.Host); err != nil {
			return err
		}
		if err := t.LockPlayer(ctx, n.Host); err != nil {
			return err
		}
		_, err := findMatch(ctx, t, matchByID, a.ID)
		if !errors.Is(err, db.ErrNotFound) {
			return err
		}
		played := a.Played.UnixMilli()
		if _, err := createMatch(ctx, t, n, 0, players, played); err != nil {
			return err
		}
		k := a.Collection
		if _, err := t.Exec(ctx, `INSERT INTO collections (id, title, text, public, changed) VALUES (?, ?, ?, 1, ?) ON CONFLICT (id) DO NOTHING`, k.ID, k.Title, k.Text, played); err != nil {
			return fmt.Errorf("make collection of the past: %w", err)
		}
		_, err = t.Exec(ctx, `INSERT INTO collected (collection, match, place) SELECT CAST(?1 AS TEXT), m.seq, CAST(?2 AS BIGINT) FROM matches m WHERE m.id = ?3`, k.ID, a.Place, a.ID)
		if err != nil {
			return fmt.Errorf("collect game of the past: %w", err)
		}
		return nil
	})
}

// judgeCollection removes a public collection, or a game that the site has brought along, or
// declines the reports of a collection.
func (t *tx) judgeCollection(ctx context.Context, a *db.NewAct) error {
	if db.IsAnnal(a.Detail) && a.Kind == db.ActRemove {
		a.Match = a.Detail
		if _, err := t.Exec(ctx, `DELETE FROM collected WHERE match = (SELECT seq FROM matches WHERE id = ?)`, a.Detail); err != nil {
			return fmt.Errorf("take game of the past out: %w", err)
		}
		return t.expect(ctx, "remove game of the past", `UPDATE matches SET public = 0 WHERE id = ? AND public = 1`, a.Detail)
	}
	if a.Kind == db.ActDecline {
		return t.expect(ctx, "decline reports", `DELETE FROM collection_reports WHERE collection = ?`, a.Detail)
	}
	k, err := scanCollection(t.QueryRow(ctx, collectionByID, a.Detail))
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && !k.Public:
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("find collection: %w", err)
	case k.Player.ID == "": // else the next start would make it again
		return t.expect(ctx, "hide collection", `UPDATE collections SET public = 0 WHERE id = ?`, k.ID)
	}
	a.Player = k.Player.ID
	return t.expect(ctx, "remove collection", `DELETE FROM collections WHERE id = ?`, k.ID)
}

// listCollectionReports lists the reported collections. The oldest report comes first.
const listCollectionReports = `SELECT k.id, p.id, p.name, k.title, k.text, f.name, r.reporters, r.first
	FROM (SELECT collection, min(at) AS first, count(*) AS reporters, min(player) AS by FROM collection_reports GROUP BY collection) r
	JOIN collections k ON k.id = r.collection LEFT JOIN players p ON p.id = k.player JOIN players f ON f.id = r.by
	ORDER BY r.first LIMIT ?`

func (s *Store) reportedCollections(ctx context.Context) ([]db.Report, error) {
	return collect(ctx, s.read, "list reports of collections", listCollectionReports, func(row scanner) (r db.Report, err error) {
		var writer, name sql.NullString
		var text string
		var first int64
		err = row.Scan(&r.Message, &writer, &name, &r.Text, &text, &r.By, &r.Reporters, &first)
		r.Writer.ID, r.Writer.Name, r.At = writer.String, name.String, time.UnixMilli(first).UTC()
		if r.Collection = true; text != "" {
			r.Text += "\n" + text
		}
		return r, err
	}, db.MaxPage)
}
