package sqlstore

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
)

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

// rematches implements db.Rematches.
type rematches struct{ *core }

func (s rematches) VoteRematch(ctx context.Context, o db.Once, v db.RematchVote, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, v.Match, func(ctx context.Context, t *tx) (db.Match, error) {
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
		if err := r.vote(ctx, t, seat, v.Contribution); err != nil {
			return db.Match{}, err
		}
		if r, err = findMatch(ctx, t, matchByID, v.Match); err != nil {
			return db.Match{}, err
		}
		if err := r.noteChange(ctx, t, now); err != nil {
			return db.Match{}, err
		}
		if len(r.Offered.Accepted) == len(r.Seats) {
			return r.beginRematch(ctx, t, v.Next(r.Match), now)
		}
		blockers, err := r.blockersOf(ctx, t, r.Seats[r.Offered.By-1].ID)
		if err != nil {
			return db.Match{}, err
		}
		if offers {
			if err := r.storeNotices(ctx, t, r.rematchNotices(blockers), now); err != nil {
				return db.Match{}, err
			}
		}
		return r.awaitRematch(ctx, t, blockers)
	}, note)
}

func (s rematches) DeclineRematch(ctx context.Context, o db.Once, match, player string, note db.Note) (db.Match, error) {
	return writeOnce(ctx, s.core, o, match, func(ctx context.Context, t *tx) (db.Match, error) {
		now := s.Millis()
		r, seat, err := findRematchable(ctx, t, match, player)
		switch {
		case err != nil:
			return db.Match{}, err
		case !r.Offered.Stands(time.UnixMilli(now)):
			return db.Match{}, db.ErrNoOffer
		case r.Offered.By == seat:
			err = t.run(ctx, "take back a rematch", `DELETE FROM rematches WHERE match = ?`, r.seq)
			r.Offered = db.RematchOffer{}
		default:
			err = t.run(ctx, "decline a rematch", `UPDATE rematches SET declined = ? WHERE match = ?`, seat, r.seq)
			r.Offered.Declined = seat
		}
		if err != nil {
			return db.Match{}, err
		}
		if err := r.noteChange(ctx, t, now); err != nil {
			return db.Match{}, err
		}
		return r.Match, r.setAsked(ctx, t, 0, 0)
	}, note)
}

// findRematchable reads a match that may have a rematch, and the seat of the player.
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

// noteChange records a change of the offer at a time in milliseconds, for open pages and for those
// that come back.
func (r *storedMatch) noteChange(ctx context.Context, t *tx, now int64) error {
	t.changed(&r.Match, false)
	return t.run(ctx, "note a change", `UPDATE seats SET changed = greatest(changed, ?) WHERE match = ?`, now, r.seq)
}

// offerRematch stores a new offer. It replaces an earlier one that has expired.
func (r *storedMatch) offerRematch(ctx context.Context, t *tx, seat games.Seat, now int64, lasts time.Duration) error {
	if r.Offered.By == seat && r.Offered.Declined != 0 && r.Offered.Until.UnixMilli() > now {
		return db.ErrDeclined
	}
	if err := t.run(ctx, "offer a rematch", `DELETE FROM rematches WHERE match = ?`, r.seq); err != nil {
		return err
	}
	return t.run(ctx, "offer a rematch", `INSERT INTO rematches (match, seat, until) VALUES (?, ?, ?)`, r.seq, seat, now+lasts.Milliseconds())
}

// vote stores that a seat accepts the rematch, and that the bots do.
func (r *storedMatch) vote(ctx context.Context, t *tx, seat games.Seat, contribution string) error {
	for i, p := range r.Seats {
		given := ""
		if games.Seat(i+1) == seat {
			given = contribution
		} else if p.Bot == 0 {
			continue
		}
		err := t.run(ctx, "vote for a rematch", `INSERT INTO rematch_votes (match, seat, contribution) VALUES (?, ?, ?) ON CONFLICT (match, seat) DO NOTHING`,
			r.seq, i+1, nullText(given))
		if err != nil {
			return err
		}
	}
	return nil
}

// rematchNotices returns a notification for each player who must answer the offer, except at the
// seats in blockers.
func (r *storedMatch) rematchNotices(blockers []games.Seat) (notices []db.Notice) {
	for _, seat := range r.Offered.Awaiting(len(r.Seats)) {
		if !slices.Contains(blockers, seat) {
			notices = append(notices, db.Notice{Kind: db.NoticeInvited, Recipient: r.Seats[seat-1].ID})
		}
	}
	return notices
}

// blockersOf lists the seats whose players have blocked a player. They are not asked, and the
// player cannot notice that.
func (r *storedMatch) blockersOf(ctx context.Context, t *tx, player string) ([]games.Seat, error) {
	return collect(ctx, t, "find blocks", `SELECT z.seat FROM seats z JOIN ties b ON b.player = z.player AND b.other = ? AND b.kind = 'block' WHERE z.match = ?`,
		func(row scanner) (seat games.Seat, err error) {
			err = row.Scan(&seat)
			return seat, err
		}, player, r.seq)
}

// awaitRematch marks the seats that have not accepted the offer, except the seats in blockers.
func (r *storedMatch) awaitRematch(ctx context.Context, t *tx, blockers []games.Seat) (db.Match, error) {
	var awaited uint64
	for i := range r.Seats {
		if seat := games.Seat(i + 1); !slices.Contains(r.Offered.Accepted, seat) && !slices.Contains(blockers, seat) {
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
	if err := r.setAsked(ctx, t, 0, 0); err != nil {
		return db.Match{}, err
	}
	next, err := createMatch(ctx, t, n, now)
	if err != nil {
		return db.Match{}, err
	}
	return next, t.run(ctx, "create rematch", `DELETE FROM rematches WHERE match = ?`, r.seq)
}

// rematchContributions returns the contributions to the chance of the rematch, by
// player.
func (r *storedMatch) rematchContributions(ctx context.Context, t *tx) (map[string]string, error) {
	given := make(map[string]string)
	err := each(ctx, t, `SELECT seat, contribution FROM rematch_votes WHERE match = ? AND contribution IS NOT NULL`, func(row scanner) error {
		var seat int
		var text string
		if err := row.Scan(&seat, &text); err != nil {
			return err
		}
		given[r.Seats[seat-1].ID] = text
		return nil
	}, []any{r.seq})
	return given, wrap("contributions to a rematch", err)
}

// setAsked marks exactly the given seats as owing an answer to an offer that expires at until, in
// milliseconds.
func (r *storedMatch) setAsked(ctx context.Context, t *tx, asked uint64, until int64) error {
	before, err := bitsOf(r.Asked)
	if err != nil || asked == before && (asked == 0 || until == noExpiry) {
		return err
	}
	err = t.run(ctx, "mark seats that are asked", `UPDATE seats SET asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`, int64(asked), until, r.seq)
	if err != nil {
		return err
	}
	r.Asked = seatsOf(asked)
	return nil
}
