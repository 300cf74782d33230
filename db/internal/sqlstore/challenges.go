package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// Queries for seats that are kept for players.
const (
	listChallenges = selectMatch + `WHERE m.seq IN (SELECT match FROM seats WHERE kept = ?1 AND declined = 0)
		AND NOT ` + shuns + ` ORDER BY m.seq DESC LIMIT ?2`
	findShuns = `SELECT count(*) FROM matches m WHERE m.seq = ?2 AND ` + shuns
)

// Challenge implements db.Challenges.
func (s *Store) Challenge(ctx context.Context, o db.Once, match, host, player string, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case r.Host != host:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		err = r.challenge(ctx, t, player, s.Millis())
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// challenge keeps an open seat for a player, and stores a notice for them.
func (r *storedMatch) challenge(ctx context.Context, t *tx, player string, now int64) error {
	if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
		return err
	}
	if len(r.SeatsOf(player)) > 0 || r.KeptFor(player) != 0 {
		return db.ErrAlreadySeated
	}
	seat, err := r.FreeSeat(0)
	if err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `UPDATE seats SET kept = NULL, declined = 0 WHERE match = ? AND kept = ?`, r.seq, player); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	if _, err := t.Exec(ctx, `UPDATE seats SET kept = ?, declined = 0 WHERE match = ? AND seat = ?`, player, r.seq, seat); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	t.touch(player)
	var shunned int
	if err := t.QueryRow(ctx, findShuns, player, r.seq).Scan(&shunned); err != nil {
		return fmt.Errorf("find blocks: %w", err)
	}
	if shunned == 0 {
		if err := r.storeNotices(ctx, t, []db.Notice{{Kind: db.NoticeInvited, Recipient: player}}, now); err != nil {
			return err
		}
	}
	*r, err = findMatch(ctx, t, matchByID, r.ID)
	return err
}

// EndChallenge implements db.Challenges.
func (s *Store) EndChallenge(ctx context.Context, o db.Once, match, player string, declined bool, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, match)
		switch {
		case err != nil:
			return db.Match{}, err
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		case r.KeptFor(player) == 0:
			return db.Match{}, db.ErrNotFound
		}
		var kept any
		if declined {
			kept = player
		}
		if _, err := t.Exec(ctx, `UPDATE seats SET kept = ?, declined = ? WHERE match = ? AND seat = ?`, kept, declined, r.seq, r.KeptFor(player)); err != nil {
			return db.Match{}, fmt.Errorf("end challenge: %w", err)
		}
		t.touch(player)
		r, err = findMatch(ctx, t, matchByID, match)
		t.changed(&r.Match, listable(r.Match))
		return r.Match, err
	}, note)
}

// ChallengesOf implements db.Challenges.
func (s *Store) ChallengesOf(ctx context.Context, player string, limit int) ([]db.Match, error) {
	return collect(ctx, s.read, "list challenges", listChallenges, func(r scanner) (db.Match, error) {
		m, err := scanMatch(r, s.key)
		return m.Match, err
	}, player, min(max(limit, 1), db.MaxPage))
}

// RenewInvite implements db.Tables.
func (s *Store) RenewInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, key secret.InviteKey) (string, int) {
		return secret.HashInvite(key.Token(r.ID, r.inviteNo+1)), r.inviteNo + 1
	})
}

// WithdrawInvite implements db.Tables.
func (s *Store) WithdrawInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, _ secret.InviteKey) (string, int) {
		return secret.WithdrawnInvite(r.ID), r.inviteNo
	})
}

func (s *Store) changeInvite(ctx context.Context, o db.Once, id, host string, note db.Note, next func(storedMatch, secret.InviteKey) (string, int)) (db.Match, error) {
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return db.Match{}, err
		case r.Host != host:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		stored, n := next(r, t.s.key)
		if _, err := t.Exec(ctx, `UPDATE matches SET invite = ?, invite_no = ? WHERE seq = ?`, stored, n, r.seq); err != nil {
			return db.Match{}, fmt.Errorf("change invitation: %w", err)
		}
		r, err = findMatch(ctx, t, matchByID, id)
		t.changed(&r.Match, false)
		return r.Match, err
	}, note)
}

// noExpiry is the expiry, in milliseconds, of an offer that never expires.
const noExpiry = math.MaxInt64

// decodeOffer decodes the offer in a row of selectMatch, the zero offer for null.
func decodeOffer(text []byte) (db.RematchOffer, error) {
	if len(text) == 0 {
		return db.RematchOffer{}, nil
	}
	var stored struct {
		Seat, Declined games.Seat
		Until          int64
		Accepted       []games.Seat
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		return db.RematchOffer{}, err
	}
	slices.Sort(stored.Accepted)
	return db.RematchOffer{By: stored.Seat, Until: time.UnixMilli(stored.Until).UTC(), Declined: stored.Declined, Accepted: stored.Accepted}, nil
}

// VoteRematch implements db.Rematches.
func (s *Store) VoteRematch(ctx context.Context, o db.Once, v db.RematchVote, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, v.Match, func(ctx context.Context, t *tx) (db.Match, error) {
		now := s.Millis()
		r, seat, err := findRematchable(ctx, t, v.Match, v.Player)
		if err != nil {
			return db.Match{}, err
		}
		offers := !r.Offered.Stands(time.UnixMilli(now))
		if offers {
			if err := r.offerRematch(ctx, t, seat, now, v.Lasts); err != nil {
				return db.Match{}, err
			}
		}
		_, err = t.Exec(ctx, `INSERT INTO rematch_votes (match, seat, contribution) VALUES (?, ?, ?)
			ON CONFLICT (match, seat) DO NOTHING`, r.seq, seat, nullText(v.Contribution))
		if err == nil {
			err = r.acceptForBots(ctx, t)
		}
		if err != nil {
			return db.Match{}, fmt.Errorf("vote for a rematch: %w", err)
		}
		if r, err = findMatch(ctx, t, matchByID, v.Match); err != nil {
			return db.Match{}, err
		}
		t.changed(&r.Match, false)
		if len(r.Offered.Accepted) == len(r.Seats) {
			return r.beginRematch(ctx, t, v.Next(r.Match), now)
		}
		shy, err := r.blockersOf(ctx, t, r.Seats[r.Offered.By-1].ID)
		if err != nil {
			return db.Match{}, err
		}
		if offers {
			if err := r.storeNotices(ctx, t, r.rematchNotices(shy), now); err != nil {
				return db.Match{}, err
			}
		}
		return r.awaitRematch(ctx, t, shy)
	}, note)
}

// DeclineRematch implements db.Rematches.
func (s *Store) DeclineRematch(ctx context.Context, o db.Once, match, player string, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		r, seat, err := findRematchable(ctx, t, match, player)
		switch {
		case err != nil:
			return db.Match{}, err
		case !r.Offered.Stands(time.UnixMilli(s.Millis())):
			return db.Match{}, db.ErrNoOffer
		case r.Offered.By == seat:
			_, err = t.Exec(ctx, `DELETE FROM rematches WHERE match = ?`, r.seq)
			r.Offered = db.RematchOffer{}
		default:
			_, err = t.Exec(ctx, `UPDATE rematches SET declined = ? WHERE match = ?`, seat, r.seq)
			r.Offered.Declined = seat
		}
		if err != nil {
			return db.Match{}, fmt.Errorf("decline a rematch: %w", err)
		}
		t.changed(&r.Match, false)
		return r.Match, r.setAsked(ctx, t, 0, 0)
	}, note)
}

// findRematchable reads a match that may have a rematch, and returns it with the
// seat of the player.
func findRematchable(ctx context.Context, t *tx, match, player string) (storedMatch, games.Seat, error) {
	r, err := findMatch(ctx, t, matchByID, match)
	if err != nil {
		return storedMatch{}, 0, err
	}
	seats := r.SeatsOf(player)
	switch {
	case len(seats) == 0:
		return storedMatch{}, 0, db.ErrNotFound
	case !r.Over:
		return storedMatch{}, 0, db.ErrNotOver
	case r.Rematch != "":
		return storedMatch{}, 0, &db.Rematched{ID: r.Rematch}
	}
	return r, seats[0], nil
}

// offerRematch stores a new offer in place of an earlier one that can no longer be
// answered.
func (r *storedMatch) offerRematch(ctx context.Context, t *tx, seat games.Seat, now int64, lasts time.Duration) error {
	if r.Offered.By == seat && r.Offered.Declined != 0 && r.Offered.Until.UnixMilli() > now {
		return db.ErrDeclined
	}
	if _, err := t.Exec(ctx, `DELETE FROM rematches WHERE match = ?`, r.seq); err != nil {
		return fmt.Errorf("offer a rematch: %w", err)
	}
	_, err := t.Exec(ctx, `INSERT INTO rematches (match, seat, until) VALUES (?, ?, ?)`, r.seq, seat, now+lasts.Milliseconds())
	if err != nil {
		return fmt.Errorf("offer a rematch: %w", err)
	}
	return nil
}

// rematchNotices returns a notice for each player who is to answer the offer, except on the
// seats in shy.
func (r *storedMatch) rematchNotices(shy []games.Seat) (notices []db.Notice) {
	for _, seat := range r.Offered.Awaiting(len(r.Seats)) {
		if !slices.Contains(shy, seat) {
			notices = append(notices, db.Notice{Kind: db.NoticeInvited, Recipient: r.Seats[seat-1].ID})
		}
	}
	return notices
}

// blockersOf lists the seats whose players have blocked a player. They are not asked, and
// the player does not learn of it.
func (r *storedMatch) blockersOf(ctx context.Context, t *tx, player string) ([]games.Seat, error) {
	return collect(ctx, t, "find blocks", `SELECT z.seat FROM seats z JOIN ties b ON b.player = z.player AND b.other = ? AND b.kind = 'block' WHERE z.match = ?`,
		func(row scanner) (seat games.Seat, err error) {
			err = row.Scan(&seat)
			return seat, err
		}, player, r.seq)
}

// awaitRematch marks the seats that have not accepted the offer, except the seats in shy.
func (r *storedMatch) awaitRematch(ctx context.Context, t *tx, shy []games.Seat) (db.Match, error) {
	var awaited uint64
	for i := range r.Seats {
		if seat := games.Seat(i + 1); !slices.Contains(r.Offered.Accepted, seat) && !slices.Contains(shy, seat) {
			awaited |= 1 << seat
		}
	}
	return r.Match, r.setAsked(ctx, t, awaited, r.Offered.Until.UnixMilli())
}

// beginRematch creates the rematch after all players have accepted it.
func (r *storedMatch) beginRematch(ctx context.Context, t *tx, n db.NewMatch, now int64) (db.Match, error) {
	n.RematchOf = r.ID
	if n.Chance {
		contributions, err := r.rematchContributions(ctx, t)
		if err != nil {
			return db.Match{}, err
		}
		n.Contributions = contributions
	}
	toAct, err := bitsOf(n.ToAct)
	if err != nil {
		return db.Match{}, fmt.Errorf("create rematch: %w", err)
	}
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("create rematch: %w", err)
	}
	if err := r.setAsked(ctx, t, 0, 0); err != nil {
		return db.Match{}, err
	}
	next, err := createMatch(ctx, t, n, toAct, players, now)
	if err != nil {
		return db.Match{}, err
	}
	if _, err := t.Exec(ctx, `DELETE FROM rematches WHERE match = ?`, r.seq); err != nil {
		return db.Match{}, fmt.Errorf("create rematch: %w", err)
	}
	return next, nil
}

// rematchContributions returns the contributions to the chance of the rematch, by
// player.
func (r *storedMatch) rematchContributions(ctx context.Context, t *tx) (map[string]string, error) {
	rows, err := t.Query(ctx, `SELECT seat, contribution FROM rematch_votes WHERE match = ? AND contribution IS NOT NULL`, r.seq)
	if err != nil {
		return nil, fmt.Errorf("contributions to a rematch: %w", err)
	}
	defer rows.Close()
	given := make(map[string]string)
	for rows.Next() {
		var seat int
		var text string
		if err := rows.Scan(&seat, &text); err != nil {
			return nil, fmt.Errorf("contributions to a rematch: %w", err)
		}
		given[r.Seats[seat-1].ID] = text
	}
	return given, rows.Err()
}

// setAsked marks exactly the given seats as not having answered an offer, which
// expires at a time in milliseconds.
func (r *storedMatch) setAsked(ctx context.Context, t *tx, asked uint64, until int64) error {
	before, err := bitsOf(r.Asked)
	if err != nil || asked == before && (asked == 0 || until == noExpiry) {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE seats SET asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`, int64(asked), until, r.seq)
	if err != nil {
		return fmt.Errorf("mark seats that are asked: %w", err)
	}
	r.Asked = seatsOf(asked)
	return nil
}

// Queries for standing offers. coalesce makes the database use the index of standing_tables
// before any index of matches.
const (
	selectStanding = `SELECT o.id, o.player, o.proposal, o.most, o.paused, o.made,
		coalesce((SELECT m.id FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0), ''),
		(SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) > 0 AND coalesce(m.ended, 0) = 0)
		FROM standing o `
	listStanding = selectStanding + `WHERE o.player = ? ORDER BY o.made, o.id`

	// hungry is whether a table is to be opened for an offer. ?1 is the time.
	hungry = `o.paused = 0 AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = o.player AND p.suspended > ?1)
		AND NOT EXISTS (SELECT 1 FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.started, 0) = 0)
		AND (SELECT count(*) FROM standing_tables t JOIN matches m ON m.seq = t.match WHERE t.offer = o.id AND coalesce(m.ended, 0) = 0) < o.most`
	listHungry   = selectStanding + `WHERE o.id > ?2 AND ` + hungry + ` ORDER BY o.id LIMIT ?3`
	listHungryOf = selectStanding + `WHERE o.player = ?2 AND ` + hungry + ` ORDER BY o.made, o.id LIMIT ?3`
	findHungry   = `SELECT o.player FROM standing o WHERE o.id = ?2 AND ` + hungry
	dropOver     = `DELETE FROM standing_tables WHERE offer = ? AND match IN (SELECT t.match FROM standing_tables t JOIN matches m ON m.seq = t.match
		WHERE t.offer = ? AND coalesce(m.ended, 0) > 0)`
)

func scanStanding(r scanner) (o db.StandingOffer, err error) {
	var made int64
	err = r.Scan(&o.ID, &o.Player, &o.Proposal, &o.Most, &o.Paused, &made, &o.Open, &o.Live)
	o.Made = time.UnixMilli(made).UTC()
	return o, err
}

// AddStanding implements db.Standing.
func (s *Store) AddStanding(ctx context.Context, o db.Once, n db.StandingOffer, note func(db.StandingOffer) (int, []byte)) (db.StandingOffer, error) {
	return writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (db.StandingOffer, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return db.StandingOffer{}, err
		}
		var has int
		if err := t.QueryRow(ctx, `SELECT count(*) FROM standing WHERE player = ?`, n.Player).Scan(&has); err != nil {
			return db.StandingOffer{}, fmt.Errorf("count standing offers: %w", err)
		}
		if has >= db.MaxStanding {
			return db.StandingOffer{}, db.ErrTooManyStanding
		}
		made := db.StandingOffer{ID: secret.NewID(), Player: n.Player, Proposal: n.Proposal, Most: n.Most, Made: time.UnixMilli(s.Millis()).UTC()}
		_, err := t.Exec(ctx, `INSERT INTO standing (id, player, proposal, most, paused, made) VALUES (?, ?, ?, ?, 0, ?)`,
			made.ID, made.Player, made.Proposal, made.Most, made.Made.UnixMilli())
		if err != nil {
			return db.StandingOffer{}, wrapReference("store standing offer", err)
		}
		return made, nil
	}, note)
}

// StandingOf implements db.Standing.
func (s *Store) StandingOf(ctx context.Context, player string) ([]db.StandingOffer, error) {
	return collect(ctx, s.read, "list standing offers", listStanding, scanStanding, player)
}

// SetStanding implements db.Standing.
func (s *Store) SetStanding(ctx context.Context, player, id string, most int, paused bool) error {
	return s.changeStanding(ctx, player, `UPDATE standing SET most = ?, paused = ? WHERE id = ? AND player = ?`, most, paused, id, player)
}

// RemoveStanding implements db.Standing.
func (s *Store) RemoveStanding(ctx context.Context, player, id string) error {
	return s.changeStanding(ctx, player, `DELETE FROM standing WHERE id = ? AND player = ?`, id, player)
}

// changeStanding runs a statement that changes one offer of a player.
func (s *Store) changeStanding(ctx context.Context, player, statement string, args ...any) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		n, err := t.Exec(ctx, statement, args...)
		switch {
		case err != nil:
			return fmt.Errorf("change standing offer: %w", err)
		case n == 0:
			return db.ErrNotFound
		}
		return nil
	})
}

// HungryStanding implements db.Standing.
func (s *Store) HungryStanding(ctx context.Context, player, after string, limit int) ([]db.StandingOffer, error) {
	query, of := listHungry, after
	if player != "" {
		query, of = listHungryOf, player
	}
	return collect(ctx, s.read, "list hungry offers", query, scanStanding, s.Millis(), of, max(limit, 1))
}

// OpenStanding implements db.Standing. Of two calls at the same time, the lock on the player
// lets the second one find the table of the first.
func (s *Store) OpenStanding(ctx context.Context, id string, n db.NewMatch) (db.Match, error) {
	players, err := n.Seating()
	if err != nil {
		return db.Match{}, fmt.Errorf("open standing table: %w", err)
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Match, error) {
		if err := checkOpen(ctx, t, n.Host, n.MaxOpen); err != nil {
			return db.Match{}, err
		}
		owners, err := collect(ctx, t, "find hungry offer", findHungry, scanText, s.Millis(), id)
		switch {
		case err != nil:
			return db.Match{}, err
		case len(owners) == 0 || owners[0] != n.Host:
			return db.Match{}, db.ErrNotHungry
		}
		m, err := createMatch(ctx, t, n, 0, players, s.Millis())
		if err != nil {
			return db.Match{}, err
		}
		if _, err := t.Exec(ctx, dropOver, id, id); err != nil {
			return db.Match{}, fmt.Errorf("forget matches of an offer: %w", err)
		}
		_, err = t.Exec(ctx, `INSERT INTO standing_tables (match, offer) SELECT seq, CAST(? AS TEXT) FROM matches WHERE id = ?`, id, m.ID)
		if err != nil {
			return db.Match{}, fmt.Errorf("note standing table: %w", err)
		}
		return m, nil
	})
}
