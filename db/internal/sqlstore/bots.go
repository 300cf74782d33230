package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
)

const (
	listBotsDue = `SELECT id, owner FROM (SELECT id, owner, bot_due, row_number() OVER (PARTITION BY owner ORDER BY bot_due) AS turn
		FROM (SELECT m.id, m.bot_due, coalesce((SELECT 'cup ' || g.cup FROM cup_matches g WHERE g.match = m.seq), m.host, '') AS owner
			FROM matches m WHERE m.bot_due <= ?) AS due) AS ranked
		ORDER BY turn, bot_due LIMIT ?`
	countAgainstBots = `SELECT
		(SELECT count(*) FROM seats JOIN matches ON matches.seq = seats.match WHERE seats.player = ? AND seats.over = 0 AND matches.against_bots = 1),
		(SELECT count(*) FROM matches WHERE host = ? AND against_bots = 1 AND started > ?)`
	listBotWins = `SELECT game, level, count(*) FROM (SELECT m.seq, m.game, min(p.bot) AS level
		FROM seats s JOIN matches m ON m.seq = s.match JOIN seats o ON o.match = s.match JOIN players p ON p.id = o.player AND p.bot > 0
		WHERE s.player = ? AND m.against_bots = 1 AND m.ended IS NOT NULL
			AND EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat)
		GROUP BY m.seq, m.game) AS won GROUP BY game, level ORDER BY game, level`
	nextBotDue      = `SELECT min(bot_due) FROM matches WHERE bot_due > ?`
	listExhibitions = selectMatch + `WHERE m.host = ? ORDER BY m.seq DESC LIMIT ?`
	deleteEvents    = `DELETE FROM events WHERE match = ?`
	deleteEnded     = `DELETE FROM matches WHERE seq = ? AND ended IS NOT NULL`
)

// bots implements db.Bots.
type bots struct{ *core }

func (s bots) BotsDue(ctx context.Context, by time.Time, most int) ([]db.DueBot, error) {
	scan := func(row scanner) (due db.DueBot, err error) {
		err = row.Scan(&due.Match, &due.For)
		return due, err
	}
	return collect(ctx, s.read, "list matches of bots", listBotsDue, scan, by.UnixMilli(), most)
}

func (s bots) NextBotDue(ctx context.Context, after time.Time) (time.Time, error) {
	var next time.Time
	err := s.read.QueryRow(ctx, nextBotDue, after.UnixMilli()).Scan(millis{&next})
	return next, wrap("find the next match of bots", err)
}

func (s bots) BotWins(ctx context.Context, player string) ([]db.BotWins, error) {
	scan := func(row scanner) (w db.BotWins, err error) {
		err = row.Scan(&w.Game, &w.Level, &w.Wins)
		return w, err
	}
	return collect(ctx, s.read, "count wins against bots", listBotWins, scan, player)
}

func (s bots) ListExhibitions(ctx context.Context, most int) ([]db.Match, error) {
	return listMatches(ctx, s.read, "list exhibitions", listExhibitions, db.Exhibitor().ID, min(max(most, 1), db.MaxPage))
}

func (s bots) DeleteExhibition(ctx context.Context, id string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, id); err != nil {
			return err
		}
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return err
		case !r.IsExhibition():
			return db.ErrNotFound
		case !r.Over:
			return db.ErrNotOver
		}
		t.changed(&r.Match, false)
		if err := t.run(ctx, "delete events of exhibition", deleteEvents, r.seq); err != nil {
			return err
		}
		return t.run(ctx, "delete exhibition", deleteEnded, r.seq)
	})
}

// hintsOfPly is the factor that separates plies in the column hinted, which also has the number of
// hints at the ply.
const hintsOfPly = 16

func (s bots) NoteHint(ctx context.Context, match string, ply, number int) (db.Match, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := t.LockMatch(ctx, match); err != nil {
			return db.Match{}, err
		}
		n, err := t.Exec(ctx, `UPDATE matches SET hinted = ?1, hints = hints + ?1 - CASE WHEN hinted > ?2 THEN hinted ELSE ?2 END
			WHERE id = ?3 AND hinted < ?1`, hintsOfPly*ply+number, hintsOfPly*ply, match)
		if err != nil {
			return db.Match{}, fmt.Errorf("note hint: %w", err)
		}
		r, err := findMatch(ctx, t, matchByID, match)
		if err == nil && n > 0 {
			t.changed(&r.Match, false)
		}
		return r.Match, err
	})
}

// missingBots is the error of a transaction that needs bots which may not be stored yet. The core
// stores them in another transaction, because others may need them at the same time. Then it runs
// the first one again.
type missingBots []string

func (e missingBots) Error() string { return "bots are missing: " + strings.Join(e, ", ") }

// expectBots returns missingBots unless the bots among the given player ids are stored.
func (t *tx) expectBots(players ...string) error {
	var missing missingBots
	for _, id := range players {
		_, isBot := db.FindBot(id)
		if _, stored := t.core.bots.Load(id); isBot && !stored {
			missing = append(missing, id)
		}
	}
	if missing == nil {
		return nil
	}
	return missing
}

// storeBots stores bots that may be missing.
func (c *core) storeBots(ctx context.Context, ids []string) error {
	for _, id := range ids {
		p, _ := db.FindBot(id)
		err := c.exec(ctx, "create bot", `INSERT INTO players (id, name, created, bot) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, p.ID, p.Name, c.Millis(), p.Bot)
		if err != nil {
			return err
		}
		c.bots.Store(id, true)
	}
	return nil
}

// checkBotLimits returns db.ErrManyBotMatches or db.ErrManyBotStarts if starting the match would
// exceed the limits of its only person.
func (r *storedMatch) checkBotLimits(ctx context.Context, t *tx, most db.BotLimits, now int64) error {
	if most == (db.BotLimits{}) || !r.AgainstBots() {
		return nil
	}
	player := r.Seats[slices.IndexFunc(r.Seats, func(p db.Player) bool { return p.Bot == 0 })].ID
	if err := t.LockPlayer(ctx, player); err != nil {
		return err
	}
	var unfinished, begun int
	err := t.QueryRow(ctx, countAgainstBots, player, player, now-time.Hour.Milliseconds()).Scan(&unfinished, &begun)
	switch {
	case err != nil:
		return wrap("count matches against bots", err)
	case most.Unfinished > 0 && unfinished >= most.Unfinished:
		return db.ErrManyBotMatches
	case most.AnHour > 0 && begun >= most.AnHour:
		return db.ErrManyBotStarts
	}
	return nil
}

// takeOver gives seats to bots and to other players.
func (r *storedMatch) takeOver(ctx context.Context, t *tx, c db.Change, now int64) error {
	if len(c.TakenOver)+len(c.Replaced) == 0 {
		return nil
	}
	r.Seats = slices.Clone(r.Seats)
	for _, seat := range slices.Sorted(maps.Keys(c.TakenOver)) {
		if err := r.replace(ctx, t, seat, r.FreeBot(c.TakenOver[seat]), true, now); err != nil {
			return err
		}
	}
	for _, seat := range slices.Sorted(maps.Keys(c.Replaced)) {
		if err := r.replace(ctx, t, seat, c.Replaced[seat], false, now); err != nil {
			return err
		}
	}
	if len(c.Events) > 0 {
		return nil
	}
	r.BotDue = ceilMillis(c.BotDue)
	return t.Queue(ctx, Statement{Doing: "store when a bot is due", Table: "matches",
		Query: `UPDATE matches SET bot_due = ? WHERE seq = ?`, Args: []any{nullTime(r.BotDue), r.seq}})
}

// replace gives a seat to another player, who has no unread messages. With plays, the new player
// plays on for the former one.
func (r *storedMatch) replace(ctx context.Context, t *tx, seat games.Seat, id string, plays bool, now int64) error {
	if seat < 1 || int(seat) > len(r.Seats) {
		return fmt.Errorf("seat %d: %w", seat, db.ErrNoSeat)
	}
	if err := t.expectBots(id); err != nil {
		return err
	}
	p, err := scanPlayer(t.QueryRow(ctx, selectPlayer, id))
	if err != nil {
		return err
	}
	left := r.Seats[seat-1]
	leaver := left
	if left.Bot > 0 { // the player for whom the bot plays on
		leaver = db.Player{}
		if r.StandsFor != nil {
			leaver = r.StandsFor[seat-1]
		}
	}
	plays = plays && leaver.ID != ""
	if left.Bot == 0 {
		t.endStreams(left.ID)
	}
	for _, player := range []string{id, left.ID} {
		t.touch(player)
		t.touch(visitKey(r.ID, player))
	}
	var standsFor any
	if plays {
		standsFor = leaver.ID
	}
	if err := t.run(ctx, "seat another player", `UPDATE seats SET player = ?, stands_for = ?, unread = 0 WHERE match = ? AND seat = ?`, id, standsFor, r.seq, int(seat)); err != nil {
		return err
	}
	r.setStandIn(seat, leaver, plays)
	p.Suspended, p.Silent = time.Time{}, time.Time{} // seats of matches do not have these times
	if r.Seats[seat-1] = p; r.Unread != nil {
		r.Unread = slices.Clone(r.Unread)
		r.Unread[seat-1] = 0
		if slices.Max(r.Unread) == 0 {
			r.Unread = nil
		}
	}
	return nil
}

// setStandIn stores whether the new holder of a seat plays on for the player who has left it.
func (r *storedMatch) setStandIn(seat games.Seat, left db.Player, plays bool) {
	if !plays && r.StandsFor == nil {
		return
	}
	if r.StandsFor == nil {
		r.StandsFor = make([]db.Player, len(r.Seats))
	}
	r.StandsFor = slices.Clone(r.StandsFor)
	if r.StandsFor[seat-1] = (db.Player{}); plays {
		r.StandsFor[seat-1] = db.Player{ID: left.ID, Name: left.Name}
	}
	if !slices.ContainsFunc(r.StandsFor, func(p db.Player) bool { return p.ID != "" }) {
		r.StandsFor = nil
	}
}
