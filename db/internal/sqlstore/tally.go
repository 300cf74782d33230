package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
	"tableronde/games"
)

const countTally = `SELECT
	count(*) FILTER (WHERE solo = 0 AND owes = 1),
	count(*) FILTER (WHERE solo = 0 AND started IS NOT NULL AND ended IS NULL),
	count(*) FILTER (WHERE solo = 0 AND started IS NULL),
	count(*) FILTER (WHERE solo = 1 AND ended IS NULL),
	count(*) FILTER (WHERE ended IS NOT NULL),
	count(*) FILTER (WHERE solo = 0 AND won = 1),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners = 0),
	count(*) FILTER (WHERE solo = 0 AND reason <> ?1 AND winners > 0 AND won = 0)
FROM (SELECT m.solo, m.started, m.ended, max(s.owes) AS owes,
		max(CASE WHEN EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat) THEN 1 ELSE 0 END) AS won,
		json_extract(m.result, '$.reason') AS reason, coalesce(json_array_length(m.result, '$.winners'), 0) AS winners
	FROM seats s JOIN matches m ON m.seq = s.match WHERE s.player = ?2 GROUP BY m.seq, m.solo, m.started, m.ended, m.result) AS played`

// Tally implements db.Lists.
func (s *Store) Tally(ctx context.Context, player string) (db.Tally, error) {
	var t db.Tally
	err := s.read.QueryRow(ctx, countTally, games.ReasonAborted, player).Scan(
		&t.Awaiting, &t.Live, &t.Open, &t.Alone, &t.Finished, &t.Won, &t.Drawn, &t.Lost)
	if err != nil {
		return db.Tally{}, fmt.Errorf("count matches of a player: %w", err)
	}
	return t, nil
}
