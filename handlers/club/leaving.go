package club

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"tableronde/db"
)

// leavingPause is how long the worker waits before it looks at those who leave again.
const leavingPause = time.Minute

var errFormer = refuse(Conflict, "player_left", "somebody who has played here has left for good: there is no rematch")

// HasFormer reports whether a player of a match has left for good.
func HasFormer(m db.Match) bool {
	return slices.ContainsFunc(m.Seats, func(p db.Player) bool { return p.Name == db.FormerName })
}

// Leave lets a player leave for good: name, account and whatever else is stored of them
// goes at once, then they resign in their matches and withdraw their tables. What of
// that fails, or a crash interrupts, Leavers does.
func (s *Service) Leave(ctx context.Context, player string) error {
	if err := s.store.Leave(ctx, player); err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	s.hub.EndPlayer(player)
	if err := s.leaveMatches(context.WithoutCancel(ctx), player); err != nil {
		signal(s.leaving)
	}
	return nil
}

// leaveMatches takes a player out of all matches that are not over.
func (s *Service) leaveMatches(ctx context.Context, player string) error {
	return s.eachUnfinished(ctx, player, func(m db.Match) error { return s.leaveMatch(ctx, m, player) })
}

// eachUnfinished calls f with each match of a player that is not over, and returns all its
// errors.
func (s *Service) eachUnfinished(ctx context.Context, player string, f func(db.Match) error) error {
	over, cursor := false, ""
	var list []db.Match
	for {
		page, next, err := s.MatchesOf(ctx, player, db.Filter{Over: &over}, cursor, db.MaxPage)
		if err != nil {
			return err
		}
		list = append(list, page...)
		if cursor = next; cursor == "" {
			break
		}
	}
	var failed error
	for _, m := range list {
		if err := f(m); err != nil {
			failed = errors.Join(failed, fmt.Errorf("match %s: %w", m.ID, err))
		}
	}
	return failed
}

// leaveMatch takes a player out of a match, or out of a table where it has not begun.
func (s *Service) leaveMatch(ctx context.Context, m db.Match, player string) (err error) {
	switch {
	case !m.Started.IsZero():
		err = s.resign(ctx, m.ID, player)
	case m.Host == player:
		if err = s.store.DeleteOpenMatch(ctx, m.ID, player); err == nil {
			s.announceDeleted(m)
		}
	default:
		var after db.Match
		if after, err = s.store.LeaveTable(ctx, m.ID, player); err == nil {
			s.publish(after)
			s.publishTable(after)
		}
	}
	if errors.Is(err, db.ErrStarted) { // meanwhile
		err = s.resign(ctx, m.ID, player)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil // somebody else has withdrawn it meanwhile
	}
	return err
}

// resign resigns with all seats of a player who has left, where the rules let them: not
// twice, for instance. Where the table says so, bots take the seats instead.
func (s *Service) resign(ctx context.Context, id, player string) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		t.actor = player
		for _, seat := range t.before.SeatsOf(player) {
			if t.table.Over() {
				return nil
			}
			if t.takesOver(seat) {
				if err := t.takeOver(seat, takeOverLevel); err != nil {
					return err
				}
			} else if err := t.play(seat, "resign"); err != nil && !IsRefusal(err) {
				return err
			}
		}
		return nil
	})
	return err
}

// Leavers is the worker that goes on with those who leave.
type Leavers struct {
	matches *Service
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time
}

// NewLeavers returns the worker of a service; after is like time.After.
func NewLeavers(s *Service, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Leavers {
	return &Leavers{matches: s, log: log, after: after}
}

// Run takes those who leave out of their matches until ctx ends.
func (l *Leavers) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := l.matches.FinishLeaving(ctx); err != nil && ctx.Err() == nil {
			l.log.LogAttrs(ctx, slog.LevelError, "leaving", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
		case <-l.after(leavingPause):
		case <-l.matches.leaving:
		}
	}
}

// FinishLeaving takes all who leave out of their matches, and ends the leaving of those
// who have left for db.LeavingLasts.
func (s *Service) FinishLeaving(ctx context.Context) error {
	list, err := s.store.Leaving(ctx)
	for _, l := range list {
		left := s.leaveMatches(ctx, l.Player)
		if left == nil && s.now().Sub(l.Since) >= db.LeavingLasts {
			left = s.store.HasLeft(ctx, l.Player)
		}
		if left != nil {
			err = errors.Join(err, fmt.Errorf("player %s: %w", l.Player, left))
		}
	}
	return err
}
