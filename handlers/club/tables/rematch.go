package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// rematchLasts is how long an offer of a rematch stands.
const rematchLasts = 7 * 24 * time.Hour

var (
	ErrNotOver         = club.Refuse(club.Conflict, "not_over", "a rematch is for when the match is over")
	errNoRematch       = club.Refuse(club.Conflict, "no_rematch", "a game that was played elsewhere has no rematch")
	errRematchDeclined = club.Refuse(club.Conflict, "rematch_declined", "your offer of a rematch was declined")
	errNoOffer         = club.Refuse(club.Conflict, "no_offer", "no rematch is on offer")
)

// Rematch offers to play a match once more, each player one seat further, or
// accepts that offer. It returns the rematch once all have accepted it, which is
// at once at a table of one; until then the match itself. The contribution is
// what the player adds to the chance of the rematch, "" to have it drawn.
func (s *Tables) Rematch(ctx context.Context, once db.Once, id, player, contribution string, n match.Note) (match.Match, error) {
	old, err := s.requireRematchable(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case old.Rematch != "":
		return s.matches.Match(ctx, old.Rematch, player)
	}
	next, err := s.newRematch(old.Match, player)
	if err != nil {
		return match.Match{}, err
	}
	var m db.Match
	if old.Solo {
		next.Contribution = contribution
		m, err = s.store.CreateMatch(ctx, once, next, n)
	} else {
		vote := db.RematchVote{Match: id, Player: player, Contribution: contribution, Lasts: rematchLasts, Next: func(db.Match) db.NewMatch { return next }}
		m, err = s.store.VoteRematch(ctx, once, vote, n)
	}
	var there *db.Rematched
	switch {
	case errors.As(err, &there):
		return s.matches.Match(ctx, there.ID, player)
	case errors.Is(err, db.ErrDeclined):
		return match.Match{}, errRematchDeclined
	case err != nil:
		return match.Match{}, fmt.Errorf("vote for a rematch: %w", err)
	}
	if m.ID != id {
		s.matches.Announce(m)
	}
	s.matches.Publish(old.Match)
	s.noticed.Send()
	return s.matches.Load(ctx, m)
}

// DeclineRematch takes back the player's own offer of a rematch, or declines that
// of another player. It returns the match.
func (s *Tables) DeclineRematch(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	if _, err := s.requireRematchable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.store.DeclineRematch(ctx, once, id, player, n)
	var there *db.Rematched
	switch {
	case errors.Is(err, db.ErrNoOffer), errors.As(err, &there):
		return match.Match{}, errNoOffer
	case err != nil:
		return match.Match{}, fmt.Errorf("decline a rematch: %w", err)
	}
	s.matches.Publish(m)
	return s.matches.Load(ctx, m)
}

// requireRematchable loads a match that the player has played and that can be played
// again.
func (s *Tables) requireRematchable(ctx context.Context, id, player string) (match.Match, error) {
	old, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case match.SeatOf(old.Match, player) == 0:
		return match.Match{}, match.ErrNoSeat
	case !old.IsOver():
		return match.Match{}, ErrNotOver
	case PlayedElsewhere(old.Match) != nil:
		return match.Match{}, errNoRematch
	case HasFormer(old.Match):
		return match.Match{}, errFormer
	}
	return old, nil
}

// newRematch describes the rematch of a match. Each player moves on by one seat.
func (s *Tables) newRematch(old db.Match, host string) (db.NewMatch, error) {
	first, err := s.Proposed(Proposal{Game: old.Game, Seats: len(old.Seats), Options: old.Options})
	if err != nil {
		return db.NewMatch{}, err
	}
	info := first.Ruleset().Info()
	next := db.NewMatch{
		Game:      old.Game,
		Version:   info.Version,
		Options:   old.Options,
		Seats:     len(old.Seats),
		Public:    (old.Public || old.Closed()) && !old.Shown,
		Solo:      old.Solo,
		Host:      host,
		RematchOf: old.ID,
		Chance:    info.Chance,
		NoTalk:    old.NoTalk,
		Watch:     old.Watch,
		Rated:     old.Rated && !old.Ladder,
		Wait:      old.Wait,
		Begin:     s.matches.Begin,
		BotLimits: s.botLimits,
	}
	if !old.Clock.IsZero() {
		next.Clock = clock.Of(old.Clock.Control())
	}
	if !old.Solo {
		next.Reserve = make(map[games.Seat]string, len(old.Seats))
		for i, p := range old.Seats {
			next.Reserve[games.Seat(1+(i+1)%len(old.Seats))] = p.ID
		}
	}
	return next, nil
}

var errFormer = club.Refuse(club.Conflict, "player_left", "somebody who has played here has left for good: there is no rematch")

// HasFormer reports whether a player of a match has left for good.
func HasFormer(m db.Match) bool {
	return slices.ContainsFunc(m.Seats, func(p db.Player) bool { return p.Name == db.FormerName })
}
