package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// rematchLasts is how long an offer of a rematch waits for its answers.
const rematchLasts = 7 * 24 * time.Hour

var (
	errNoRematch       = refuse(http.StatusConflict, "no_rematch", "a game that was played elsewhere has no rematch")
	errRematchDeclined = refuse(http.StatusConflict, "rematch_declined", "your offer of a rematch was declined")
	errNoOffer         = refuse(http.StatusConflict, "no_offer", "no rematch is on offer")
)

// rematch offers to play a match once more, each player one seat further, or
// accepts that offer. It returns the rematch once all have accepted it, which is
// at once at a table of one; until then the match itself. The contribution is
// what the player adds to the chance of the rematch, "" to have it drawn.
func (ms *matches) rematch(ctx context.Context, once db.Once, id, player, contribution string, n note) (folded, error) {
	old, err := ms.rematchable(ctx, id, player)
	switch {
	case err != nil:
		return folded{}, err
	case old.Rematch != "":
		return ms.view(ctx, old.Rematch, player)
	}
	next, err := ms.nextMatch(old.Match, player)
	if err != nil {
		return folded{}, err
	}
	var m db.Match
	if old.Solo {
		next.Contribution = contribution
		m, err = ms.store.CreateMatch(ctx, once, next, n.forStore())
	} else {
		vote := db.RematchVote{Match: id, Player: player, Contribution: contribution, Lasts: rematchLasts, Next: func(db.Match) db.NewMatch { return next }}
		m, err = ms.store.VoteRematch(ctx, once, vote, n.forStore())
	}
	var there *db.Rematched
	switch {
	case errors.As(err, &there):
		return ms.view(ctx, there.ID, player)
	case errors.Is(err, db.ErrDeclined):
		return folded{}, errRematchDeclined
	case err != nil:
		return folded{}, fmt.Errorf("vote for a rematch: %w", err)
	}
	if m.ID != id {
		ms.stored(m)
	}
	ms.publish(old.Match)
	return ms.foldStored(m)
}

// declineRematch takes back the player's own offer of a rematch, or declines that
// of another player. It returns the match.
func (ms *matches) declineRematch(ctx context.Context, once db.Once, id, player string, n note) (folded, error) {
	if _, err := ms.rematchable(ctx, id, player); err != nil {
		return folded{}, err
	}
	m, err := ms.store.DeclineRematch(ctx, once, id, player, n.forStore())
	var there *db.Rematched
	switch {
	case errors.Is(err, db.ErrNoOffer), errors.As(err, &there):
		return folded{}, errNoOffer
	case err != nil:
		return folded{}, fmt.Errorf("decline a rematch: %w", err)
	}
	ms.publish(m)
	return ms.foldStored(m)
}

// rematchable is a match that a player of it may play again.
func (ms *matches) rematchable(ctx context.Context, id, player string) (folded, error) {
	old, err := ms.view(ctx, id, player)
	switch {
	case err != nil:
		return folded{}, err
	case seatOf(old.Match, player) == 0:
		return folded{}, errNoSeat
	case !old.over():
		return folded{}, errNotOver
	case playedElsewhere(old.Match) != nil:
		return folded{}, errNoRematch
	}
	return old, nil
}

// nextMatch is what the rematch of a match is created from. Who sat in a seat sits
// in the next one.
func (ms *matches) nextMatch(old db.Match, host string) (db.NewMatch, error) {
	first, err := ms.setUp(proposal{game: old.Game, seats: len(old.Seats), options: old.Options})
	if err != nil {
		return db.NewMatch{}, err
	}
	info := first.Ruleset().Info()
	next := db.NewMatch{
		Game:      old.Game,
		Version:   info.Version,
		Options:   old.Options,
		Seats:     len(old.Seats),
		Public:    old.Public && !old.Shown,
		Solo:      old.Solo,
		Host:      host,
		RematchOf: old.ID,
		Chance:    info.Chance,
		Wait:      old.Wait,
		Begin:     ms.begin,
	}
	if !old.Solo {
		next.Reserve = make(map[games.Seat]string, len(old.Seats))
		for i, p := range old.Seats {
			next.Reserve[games.Seat(1+(i+1)%len(old.Seats))] = p.ID
		}
	}
	return next, nil
}
