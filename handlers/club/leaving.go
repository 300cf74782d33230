package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
)

// leavingAtOnce is how many matches are left in the request of a player who leaves.
const leavingAtOnce = 10

var errFormer = refuse(Conflict, "player_left", "somebody who has played here has left for good: there is no rematch")

// HasFormer reports whether a player of a match has left for good.
func HasFormer(m db.Match) bool {
	return slices.ContainsFunc(m.Seats, func(p db.Player) bool { return p.Name == db.FormerName })
}

// Leave lets a player leave for good: name, account and whatever else is stored of them
// goes at once, then they resign in their matches and withdraw their tables, in the first ones
// at once. The others, and what of that fails or a crash interrupts, are left to a worker.
func (s *Service) Leave(ctx context.Context, player string) error {
	if err := s.store.Leave(ctx, player); err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	s.hub.EndPlayer(player)
	defer signal(s.leaving)
	list, err := s.unfinished(ctx, player, leavingAtOnce)
	for _, m := range list {
		if err == nil {
			err = s.leaveMatch(context.WithoutCancel(ctx), m, player)
		}
	}
	return nil // the worker does the rest
}

// unfinished lists matches of a player that are not over, at most so many.
func (s *Service) unfinished(ctx context.Context, player string, most int) (list []db.Match, err error) {
	over, cursor := false, ""
	for {
		page, next, err := s.MatchesOf(ctx, player, db.Filter{Over: &over}, cursor, min(most-len(list), db.MaxPage))
		if list = append(list, page...); err != nil || next == "" || len(list) >= most {
			return list, err
		}
		cursor = next
	}
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

// leavingWorker takes those who leave out of their matches, one after the other, and ends the
// leaving of those who have left for db.LeavingLasts.
func (s *Service) leavingWorker() Worker {
	return Worker{Name: "leavers", Pause: longPause, Woken: s.leaving, List: func(ctx context.Context, look Look) (items []Item, _ time.Time, err error) {
		leavers, err := s.store.Leaving(ctx)
		for _, l := range leavers {
			list, err := s.unfinished(ctx, l.Player, look.Most)
			if err != nil {
				return nil, time.Time{}, err
			}
			tried := true // in all of them, of which some may go on without who has left
			for _, m := range list {
				id := l.Player + " " + m.ID
				tried = tried && look.Skip[id]
				items = append(items, Item{id, func(ctx context.Context) error { return s.leaveMatch(ctx, m, l.Player) }})
			}
			if tried && s.now().Sub(l.Since) >= db.LeavingLasts {
				items = append(items, Item{l.Player, func(ctx context.Context) error { return s.store.HasLeft(ctx, l.Player) }})
			}
		}
		return items, time.Time{}, err
	}}
}
