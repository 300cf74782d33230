package sqlite

import (
	"context"
	"fmt"

	"tableronde/db"
	"tableronde/games"
)

const countTally = `SELECT
	coalesce(sum(NOT solo AND owes), 0),
	coalesce(sum(NOT solo AND started IS NOT NULL AND ended IS NULL), 0),
	coalesce(sum(NOT solo AND started IS NULL), 0),
	coalesce(sum(solo), 0),
	coalesce(sum(NOT solo AND ended IS NOT NULL), 0),
	coalesce(sum(NOT solo AND won), 0),
	coalesce(sum(NOT solo AND drawn), 0),
	coalesce(sum(NOT solo AND ended IS NOT NULL AND NOT won AND NOT drawn AND NOT aborted), 0)
FROM (SELECT m.solo, m.started, m.ended, max(s.owes) AS owes,
		m.ended IS NOT NULL AND max(EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat)) AS won,
		m.ended IS NOT NULL AND json_extract(m.result, '$.reason') = ?1 AS aborted,
		m.ended IS NOT NULL AND json_extract(m.result, '$.reason') <> ?1
			AND coalesce(json_array_length(m.result, '$.winners'), 0) = 0 AS drawn
	FROM seats s JOIN matches m ON m.seq = s.match WHERE s.player = ?2 GROUP BY s.match)`

// Tally implements db.Lists.
func (s *Store) Tally(ctx context.Context, player string) (db.Tally, error) {
	var t db.Tally
	err := s.r.queryRow(ctx, countTally, games.ReasonAborted, player).Scan(
		&t.Awaiting, &t.Live, &t.Open, &t.Alone, &t.Finished, &t.Won, &t.Drawn, &t.Lost)
	if err != nil {
		return db.Tally{}, fmt.Errorf("count matches of a player: %w", err)
	}
	return t, nil
}
