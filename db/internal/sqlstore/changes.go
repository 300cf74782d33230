package sqlstore

import (
	"context"
	"encoding/json"
	"slices"

	"tableronde/db"
)

// change is a row of the table changes, from which db.Feed reads.
type change struct {
	match  *db.Match // in its state at the end of the transaction
	listed bool
	talk   int // see the column
	heard  db.Audience
}

// changed records that the transaction changes a match. listed is set if the match was or is on the
// list of open tables, or is now closed to people without a seat. m is read when the transaction
// ends.
func (t *tx) changed(m *db.Match, listed bool) {
	for i, c := range t.changes {
		if c.match.ID == m.ID && c.talk == 0 {
			t.changes[i] = change{match: m, listed: c.listed || listed}
			return
		}
	}
	t.changes = append(t.changes, change{match: m, listed: listed})
}

// told records a new message in a match with ply events.
func (t *tx) told(match string, ply int, to db.Audience) {
	c := change{match: &db.Match{ID: match, Ply: ply}, talk: 1, heard: to}
	if to.Others {
		c.talk = 2
	}
	t.changes = append(t.changes, c)
}

// endStreams records that the event streams of a player must end in every process.
func (t *tx) endStreams(player string) {
	t.changes = append(t.changes, change{match: new(db.Match), talk: 3, heard: db.Audience{Players: []string{player}}})
}

// listable reports whether a match is on the list of open tables until it starts.
func listable(m db.Match) bool { return m.Public && !m.Solo }

// storeChanges stores the recorded changes of the transaction. They get their numbers later, when
// they are visible to others.
func (t *tx) storeChanges(ctx context.Context) error {
	if t.core.origin == "" {
		return nil
	}
	for _, c := range t.changes {
		players := append(make([]string, 0, db.MaxSeats), c.heard.Players...)
		for _, p := range c.match.Seats {
			if p.ID != "" {
				players = append(players, p.ID)
			}
		}
		slices.Sort(players)
		list, err := json.Marshal(slices.Compact(players))
		if err != nil {
			return err
		}
		due := !c.match.WindowEnds.IsZero() || !c.match.Deadline.IsZero() || !c.match.BotDue.IsZero() || !c.match.ForcedDue.IsZero()
		var talk any
		if c.talk != 0 {
			talk = c.talk
		}
		err = t.Queue(ctx, Statement{Doing: "store change", Table: "changes",
			Query: `INSERT INTO changes (match, ply, players, listed, due, at, origin, talk) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			Args:  []any{c.match.ID, c.match.Ply, string(list), c.listed, due, t.core.Millis(), t.core.origin, talk}})
		if err != nil {
			return err
		}
	}
	return nil
}
