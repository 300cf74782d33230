package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
)

var (
	errNobodyNamed     = refuse(Invalid, "nobody_named", "no account and none of your favourites has this name").about("challenge")
	errChallengeSelf   = refuse(Invalid, "challenge_self", "you cannot challenge yourself").about("challenge")
	errBlocksThem      = refuse(Invalid, "challenge_blocked", "you have blocked this player: lift that first").about("challenge")
	errAskedAlready    = refuse(Conflict, "asked_already", "this player sits at the table, or has been asked to").about("challenge")
	errPublicChallenge = refuse(Invalid, "invalid_challenge", "a table at which a player is challenged is not public, and has a seat for them").about("challenge")
	errNoChallenge     = refuse(Conflict, "no_challenge", "no seat is kept here: the challenge was taken back, or answered")
)

// mostChallenges is how many challenges a player is shown.
const mostChallenges = 50

// FindChallenged returns the player whom somebody wants to challenge: the favorite or the
// account with a name, or the player with an id. Whether that player has blocked who asks
// makes no difference.
func (s *Service) FindChallenged(ctx context.Context, by, who string) (db.Player, error) {
	ties, err := s.store.TiesOf(ctx, by)
	if err != nil {
		return db.Player{}, err
	}
	var found db.Player
	for _, tie := range ties {
		if tie.Kind == db.TieFavorite && (tie.Other.ID == who || alike(tie.Other.Name, who)) {
			found = tie.Other
		}
	}
	if found.ID == "" {
		if found, err = s.findPlayer(ctx, who); errors.Is(err, errUnknownPlayer) {
			return db.Player{}, errNobodyNamed
		}
	}
	switch {
	case err != nil:
		return db.Player{}, err
	case found.ID == by:
		return db.Player{}, errChallengeSelf
	case slices.ContainsFunc(ties, func(t db.Tie) bool { return t.Other.ID == found.ID && t.Kind == db.TieBlock }):
		return db.Player{}, errBlocksThem
	}
	return found, nil
}

// Challenge keeps an open seat of a table for a player, and asks them to take it. Only the
// host may.
func (s *Service) Challenge(ctx context.Context, once db.Once, id, host, player string, n Note) (Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	switch {
	case err != nil:
		return Match{}, err
	case old.Public:
		return Match{}, errPublicChallenge
	}
	m, err := s.store.Challenge(ctx, once, id, host, player, n)
	if errors.Is(err, db.ErrAlreadySeated) {
		return Match{}, errAskedAlready
	}
	return s.challenged(ctx, m, err)
}

// DeclineChallenge opens the seat that is kept for a player to others, and has the host see
// that they do not want it.
func (s *Service) DeclineChallenge(ctx context.Context, once db.Once, id, player string, n Note) (Match, error) {
	if _, err := s.Match(ctx, id, player); err != nil {
		return Match{}, err
	}
	m, err := s.store.EndChallenge(ctx, once, id, player, true, n)
	return s.challenged(ctx, m, err)
}

// TakeBackChallenge opens the seat that is kept for a player to others. Only the host may.
func (s *Service) TakeBackChallenge(ctx context.Context, once db.Once, id, host, player string, n Note) (Match, error) {
	if _, err := s.requireChangeable(ctx, id, host); err != nil {
		return Match{}, err
	}
	m, err := s.store.EndChallenge(ctx, once, id, player, false, n)
	return s.challenged(ctx, m, err)
}

// challenged announces a table whose challenge has changed.
func (s *Service) challenged(ctx context.Context, m db.Match, err error) (Match, error) {
	switch {
	case errors.Is(err, db.ErrNotFound):
		return Match{}, errNoChallenge
	case errors.Is(err, db.ErrStarted):
		return Match{}, errStarted
	case err != nil:
		return Match{}, fmt.Errorf("change challenge: %w", err)
	}
	s.announce(m)
	s.publishTable(m)
	if m.Ladder {
		s.ladderDue.Send()
	}
	return s.load(ctx, m)
}

// Challenges lists the tables that keep a seat for a player, the newest first.
func (s *Service) Challenges(ctx context.Context, player string) ([]db.Match, error) {
	return s.store.ChallengesOf(ctx, player, mostChallenges)
}
