package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

var (
	errNobodyNamed     = club.Refuse(club.Invalid, "nobody_named", "no account and none of your favourites has this name: check the spelling").About("challenge")
	errChallengeSelf   = club.Refuse(club.Invalid, "challenge_self", "you cannot challenge yourself: name another player").About("challenge")
	errBlocksThem      = club.Refuse(club.Invalid, "challenge_blocked", "you have blocked this player: unblock them first").About("challenge")
	errAskedAlready    = club.Refuse(club.Conflict, "asked_already", "this player already has a seat or a challenge at this table: ask somebody else").About("challenge")
	errPublicChallenge = club.Refuse(club.Invalid, "invalid_challenge", "this table cannot keep a seat for a player: make it private, with an open seat").About("challenge")
	errNoChallenge     = club.Refuse(club.Conflict, "no_challenge", "this challenge no longer exists: it was answered or taken back")
)

// mostChallenges is the most challenges that a player is shown.
const mostChallenges = 50

// FindChallenged returns the player to challenge: the favorite or the account with a name, or the
// player with an id. A block by that player makes no difference.
func (s *Tables) FindChallenged(ctx context.Context, by, who string) (db.Player, error) {
	ties, err := s.cfg.Store.TiesOf(ctx, by)
	if err != nil {
		return db.Player{}, err
	}
	return s.findOpponent(ctx, by, ties, who)
}

// findOpponent works like FindChallenged, with the relations of the player who challenges.
func (s *Tables) findOpponent(ctx context.Context, by string, ties []db.Tie, who string) (found db.Player, err error) {
	for _, tie := range ties {
		if tie.Kind == db.TieFavorite && (tie.Other.ID == who || accounts.Alike(tie.Other.Name, who)) {
			found = tie.Other
		}
	}
	if found.ID == "" {
		if found, err = s.cfg.Accounts.FindPlayer(ctx, who); errors.Is(err, accounts.ErrUnknownPlayer) {
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

// MostHere is the most players that Askable lists.
const MostHere = 12

// Askable lists the first players, of some ids, that a player may challenge. It leaves out the
// player, and players where either of the two has blocked the other. A visitor without an id may
// challenge nobody.
func (s *Tables) Askable(ctx context.Context, by string, ids []string) (list []db.Player, err error) {
	if by == "" || len(ids) == 0 {
		return nil, nil
	}
	own, err := s.cfg.Store.TiesOf(ctx, by)
	if err != nil {
		return nil, fmt.Errorf("list relations: %w", err)
	}
	for _, id := range ids {
		if len(list) == MostHere {
			break
		}
		p, err := s.findOpponent(ctx, by, own, id)
		if club.IsRefusal(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("find player: %w", err)
		}
		ties, err := s.cfg.Store.TiesOf(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("list relations: %w", err)
		}
		if !slices.ContainsFunc(ties, func(t db.Tie) bool { return t.Other.ID == by && t.Kind == db.TieBlock }) {
			list = append(list, p)
		}
	}
	return list, nil
}

// Challenge reserves an open seat of a table for a player, and asks the player to take it. Only the
// host may.
func (s *Tables) Challenge(ctx context.Context, once db.Once, id, host, player string, n match.Note) (match.Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	switch {
	case err != nil:
		return match.Match{}, err
	case old.Public:
		return match.Match{}, errPublicChallenge
	}
	m, err := s.cfg.Store.Challenge(ctx, once, id, host, player, n)
	return s.challenged(ctx, m, err)
}

// DeclineChallenge opens the seat reserved for a player to others. The host sees that the player
// declined.
func (s *Tables) DeclineChallenge(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	if _, err := s.cfg.Matches.Match(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.EndChallenge(ctx, once, id, player, true, n)
	return s.challenged(ctx, m, err)
}

// TakeBackChallenge opens the seat reserved for a player to others. Only the host may.
func (s *Tables) TakeBackChallenge(ctx context.Context, once db.Once, id, host, player string, n match.Note) (match.Match, error) {
	if _, err := s.requireChangeable(ctx, id, host); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.EndChallenge(ctx, once, id, player, false, n)
	return s.challenged(ctx, m, err)
}

// challenged announces a table whose challenge has changed.
func (s *Tables) challenged(ctx context.Context, m db.Match, err error) (match.Match, error) {
	if err != nil {
		refusals := club.Refusals{db.ErrAlreadySeated: errAskedAlready, db.ErrNotFound: errNoChallenge, db.ErrStarted: ErrStarted}
		return match.Match{}, fmt.Errorf("change challenge: %w", refusals.Of(err))
	}
	s.cfg.Matches.Announce(m)
	s.cfg.Matches.PublishTable(m)
	if m.Ladder {
		s.cfg.Wakes.Wake(club.LadderMatches)
	}
	return s.cfg.Matches.Load(ctx, m)
}

// Challenges lists the tables with a seat reserved for a player, the newest first.
func (s *Tables) Challenges(ctx context.Context, player string) ([]db.Match, error) {
	return s.cfg.Store.ChallengesOf(ctx, player, mostChallenges)
}

var ErrInvitationEnded = club.Refuse(club.Gone, "invitation_ended", "this invitation has ended: all seats are taken and the match has begun")

// RenewInvite gives a table a new invitation, which replaces the old one. Only its host may, before
// the match begins.
func (s *Tables) RenewInvite(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.cfg.Store.RenewInvite)
}

// WithdrawInvite withdraws the invitation, under the same conditions as RenewInvite.
func (s *Tables) WithdrawInvite(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.cfg.Store.WithdrawInvite)
}

func (s *Tables) changeInvite(ctx context.Context, once db.Once, id, player string, n match.Note,
	change func(context.Context, db.Once, string, string, db.Note) (db.Match, error),
) (match.Match, error) {
	if _, err := s.requireChangeable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := change(ctx, once, id, player, n)
	if err != nil {
		return match.Match{}, fmt.Errorf("change invitation: %w", club.Refusals{db.ErrStarted: ErrStarted}.Of(err))
	}
	s.cfg.Matches.Publish(m)
	return s.cfg.Matches.Load(ctx, m)
}

// MatchByInvite returns the match of an invitation. Once the match has begun, only its players get
// it. For others the error is ErrInvitationEnded.
func (s *Tables) MatchByInvite(ctx context.Context, token, player string) (match.Match, error) {
	m, err := s.cfg.Store.MatchByInvite(ctx, token)
	switch {
	case err != nil:
		return match.Match{}, fmt.Errorf("load invitation: %w", err)
	case !m.Started.IsZero() && match.SeatOf(m, player) == 0:
		return match.Match{}, ErrInvitationEnded
	}
	if err := s.cfg.Matches.CheckBlocks(ctx, m, player); err != nil {
		return match.Match{}, err
	}
	return s.cfg.Matches.Load(ctx, m)
}

// checkAdmitted refuses a player who may not sit down at an open table, because of a block between
// them and somebody there, or because of the table's needs.
func (s *Tables) checkAdmitted(ctx context.Context, m db.Match, player string) error {
	if err := s.cfg.Matches.CheckBlocks(ctx, m, player); err != nil {
		return err
	}
	return s.checkMeets(ctx, m, player)
}
