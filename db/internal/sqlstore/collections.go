package sqlstore

import (
	"context"
	"errors"
	"slices"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

const (
	selectCollection = `SELECT k.id, coalesce(p.id, ''), coalesce(p.name, ''), p.created, coalesce(p.bot, 0), k.title, k.text, k.public, k.changed,
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
	err = row.Scan(&c.ID, &c.Player.ID, &c.Player.Name, millis{&c.Player.Created}, &c.Player.Bot, &c.Title, &c.Text, &c.Public, millis{&c.Changed}, &c.Matches)
	return c, err
}

// collections implements db.Collections.
type collections struct{ *core }

func (s collections) Collection(ctx context.Context, id string) (db.Collection, error) {
	c, err := scanCollection(s.read.QueryRow(ctx, collectionByID, id))
	return c, wrap("load collection", err)
}

func (s collections) CollectionsOf(ctx context.Context, player string) ([]db.Collection, error) {
	return collect(ctx, s.read, "list collections", collectionsOf, scanCollection, player, db.MaxCollections)
}

func (s collections) PublicCollections(ctx context.Context, skip, limit int) ([]db.Collection, error) {
	return collect(ctx, s.read, "list public collections", publicCollections, scanCollection, min(max(limit, 1), db.MaxPage), max(skip, 0))
}

func (s collections) CollectionsWith(ctx context.Context, match string) ([]db.Collection, error) {
	return collect(ctx, s.read, "list collections of a match", collectionsWith, scanCollection, match, db.MaxPage)
}

func (s collections) Collected(ctx context.Context, id string) ([]db.Match, error) {
	return listMatches(ctx, s.read, "list matches of a collection", listCollected, id)
}

func (s collections) Annotations(ctx context.Context, id, match string) ([]db.Remark, error) {
	return collect(ctx, s.read, "list annotations", `SELECT m.id, a.ply, a.text, a.changed FROM matches m JOIN annotations a ON a.match = m.seq
		WHERE m.id = ? AND a.collection = ? ORDER BY a.ply`, func(row scanner) (r db.Remark, err error) {
		err = row.Scan(&r.Match, &r.Ply, &r.Text, millis{&r.Changed})
		return r, err
	}, match, id)
}

func (s collections) SaveCollection(ctx context.Context, c db.Collection) (db.Collection, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Collection, error) {
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
			if err := t.bound(ctx, db.MaxCollections, db.ErrTooManyCollections, `SELECT count(*) FROM collections WHERE player = ?`, c.Player.ID); err != nil {
				return db.Collection{}, err
			}
			c.ID = secret.NewID()
			err := t.run(ctx, "make collection", `INSERT INTO collections (id, player, title, text, public, changed) VALUES (?, ?, ?, ?, ?, ?)`,
				c.ID, c.Player.ID, c.Title, c.Text, c.Public, s.Millis())
			if err != nil {
				return db.Collection{}, err
			}
		}
		return scanCollection(t.QueryRow(ctx, collectionByID, c.ID))
	})
}

func (s collections) DeleteCollection(ctx context.Context, id, player string) error {
	return s.expect(ctx, "delete collection", `DELETE FROM collections WHERE id = ? AND player = ?`, id, player)
}

// ownCollection locks a player's collection for a change, until the transaction ends.
func ownCollection(ctx context.Context, t *tx, id, player string) error {
	return t.expect(ctx, "find collection", `UPDATE collections SET changed = ? WHERE id = ? AND player = ?`, t.core.Millis(), id, player)
}

func (s collections) Collect(ctx context.Context, id, player, match string, place int) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := ownCollection(ctx, t, id, player); err != nil {
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
		return collectMatch(ctx, t, id, r.seq, place)
	})
}

// collectMatch puts a match at a place of a collection.
func collectMatch(ctx context.Context, t *tx, id string, match int64, place int) error {
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
		err := t.run(ctx, "collect match", `INSERT INTO collected (collection, match, place) VALUES (?, ?, ?)
			ON CONFLICT (collection, match) DO UPDATE SET place = excluded.place`, id, seq, i)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s collections) Annotate(ctx context.Context, id, player string, r db.Remark) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := ownCollection(ctx, t, id, player); err != nil {
			return err
		}
		var seq int64
		var others int
		err := t.QueryRow(ctx, `SELECT m.seq, (SELECT count(*) FROM annotations a WHERE a.collection = ?1 AND a.match = m.seq AND a.ply <> ?2)
			FROM matches m JOIN collected c ON c.match = m.seq WHERE c.collection = ?1 AND m.id = ?3`, id, r.Ply, r.Match).Scan(&seq, &others)
		switch {
		case err != nil:
			return wrap("find collected match", err)
		case r.Text == "":
			return t.run(ctx, "remove annotation", `DELETE FROM annotations WHERE collection = ? AND match = ? AND ply = ?`, id, seq, r.Ply)
		case others >= db.MaxAnnotations:
			return db.ErrTooManyCollected
		}
		return t.run(ctx, "annotate", `INSERT INTO annotations (collection, match, ply, text, changed) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (collection, match, ply) DO UPDATE SET text = excluded.text, changed = excluded.changed`, id, seq, r.Ply, r.Text, s.Millis())
	})
}

func (s collections) ReportCollection(ctx context.Context, id, player string) error {
	return s.expect(ctx, "report collection", `INSERT INTO collection_reports (collection, player, at) SELECT k.id, CAST(?2 AS TEXT), CAST(?3 AS BIGINT) FROM collections k
		WHERE k.id = ?1 AND k.public = 1 ON CONFLICT (collection, player) DO UPDATE SET at = collection_reports.at`, id, player, s.Millis())
}

func (s collections) AddAnnal(ctx context.Context, a db.HistoricGame) error {
	n := a.NewMatch()
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
		if _, err := createMatch(ctx, t, n, played); err != nil {
			return err
		}
		k := a.Collection
		if err := t.run(ctx, "make collection of the past", `INSERT INTO collections (id, title, text, public, changed) VALUES (?, ?, ?, 1, ?) ON CONFLICT (id) DO NOTHING`, k.ID, k.Title, k.Text, played); err != nil {
			return err
		}
		return t.run(ctx, "collect game of the past", `INSERT INTO collected (collection, match, place) SELECT CAST(?1 AS TEXT), m.seq, CAST(?2 AS BIGINT) FROM matches m WHERE m.id = ?3`, k.ID, a.Place, a.ID)
	})
}

// judgeCollection removes a public collection or a historic game, or declines the reports of a
// collection.
func judgeCollection(ctx context.Context, t *tx, a *db.NewAct) error {
	if db.IsAnnal(a.Detail) && a.Kind == db.ActRemove {
		a.Match = a.Detail
		if err := t.run(ctx, "take game of the past out", `DELETE FROM collected WHERE match = (SELECT seq FROM matches WHERE id = ?)`, a.Detail); err != nil {
			return err
		}
		return t.expect(ctx, "remove game of the past", `UPDATE matches SET public = 0 WHERE id = ? AND public = 1`, a.Detail)
	}
	if a.Kind == db.ActDecline {
		return t.expect(ctx, "decline reports", `DELETE FROM collection_reports WHERE collection = ?`, a.Detail)
	}
	k, err := scanCollection(t.QueryRow(ctx, collectionByID, a.Detail))
	switch {
	case err != nil:
		return wrap("find collection", err)
	case !k.Public:
		return db.ErrNotFound
	case k.Player.ID == "": // otherwise the next start would store it again
		return t.expect(ctx, "hide collection", `UPDATE collections SET public = 0 WHERE id = ?`, k.ID)
	}
	a.Player = k.Player.ID
	return t.expect(ctx, "remove collection", `DELETE FROM collections WHERE id = ?`, k.ID)
}

// listCollectionReports lists the reported collections. The oldest report comes first.
const listCollectionReports = `SELECT k.id, coalesce(p.id, ''), coalesce(p.name, ''), k.title, k.text, f.name, r.reporters, r.first
	FROM (SELECT collection, min(at) AS first, count(*) AS reporters, min(player) AS by FROM collection_reports GROUP BY collection) r
	JOIN collections k ON k.id = r.collection LEFT JOIN players p ON p.id = k.player JOIN players f ON f.id = r.by
	ORDER BY r.first LIMIT ?`

func reportedCollections(ctx context.Context, q Queryer) ([]db.Report, error) {
	return collect(ctx, q, "list reports of collections", listCollectionReports, func(row scanner) (r db.Report, err error) {
		var text string
		err = row.Scan(&r.Message, &r.Writer.ID, &r.Writer.Name, &r.Text, &text, &r.By, &r.Reporters, millis{&r.At})
		if r.Collection = true; text != "" {
			r.Text += "\n" + text
		}
		return r, err
	}, db.MaxPage)
}
