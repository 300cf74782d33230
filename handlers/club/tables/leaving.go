package tables

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// leavingAtOnce is how many matches are left in the request of a player who leaves.
const leavingAtOnce = 10

// Leave lets a player leave for good. First their name, their account and all other stored
// data go. Then they resign in their matches and close their tables, in the first ones at
// once. A worker does the others, and the ones where this fails or a crash interrupts it.
func (s *Tables) Leave(ctx context.Context, player string) error {
	if err := s.store.Leave(ctx, player); err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	s.hub.EndPlayer(player)
	defer s.leaving.Send()
	list, err := s.Unfinished(ctx, player, leavingAtOnce)
	for _, m := range list {
		if err == nil {
			err = s.LeaveMatch(context.WithoutCancel(ctx), m, player)
		}
	}
	return nil // the worker does the rest
}

// Unfinished lists matches of a player that are not over. The parameter most limits their
// number.
func (s *Tables) Unfinished(ctx context.Context, player string, most int) (list []db.Match, err error) {
	over, cursor := false, ""
	for {
		page, next, err := s.lists.MatchesOf(ctx, player, db.Filter{Over: &over}, cursor, min(most-len(list), db.MaxPage))
		if list = append(list, page...); err != nil || next == "" || len(list) >= most {
			return list, err
		}
		cursor = next
	}
}

// LeaveMatch takes a player out of a match, or out of a table where it has not begun.
func (s *Tables) LeaveMatch(ctx context.Context, m db.Match, player string) (err error) {
	switch {
	case !m.Started.IsZero():
		err = s.matches.Resign(ctx, m.ID, player)
	case m.Host == player:
		if err = s.store.DeleteOpenMatch(ctx, m.ID, player); err == nil {
			s.AnnounceDeleted(m)
		}
	default:
		var after db.Match
		if after, err = s.store.LeaveTable(ctx, m.ID, player); err == nil {
			s.matches.Publish(after)
			s.matches.PublishTable(after)
		}
	}
	if errors.Is(err, db.ErrStarted) { // meanwhile
		err = s.matches.Resign(ctx, m.ID, player)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil // somebody else has withdrawn it meanwhile
	}
	return err
}

// LeavingWorker takes leaving players out of their matches, one after the other. It ends the
// leaving of a player db.LeavingLasts after its start.
func (s *Tables) LeavingWorker() club.Worker {
	return club.Worker{Name: "leavers", Pause: club.LongPause, Woken: s.leaving, List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		leavers, err := s.store.Leaving(ctx)
		for _, l := range leavers {
			list, err := s.Unfinished(ctx, l.Player, look.Most)
			if err != nil {
				return nil, time.Time{}, err
			}
			tried := true // in all of them, of which some may go on without who has left
			for _, m := range list {
				id := l.Player + " " + m.ID
				tried = tried && look.Skip[id]
				items = append(items, club.Item{ID: id, Do: func(ctx context.Context) error { return s.LeaveMatch(ctx, m, l.Player) }})
			}
			if tried && s.now().Sub(l.Since) >= db.LeavingLasts {
				items = append(items, club.Item{ID: l.Player, Do: func(ctx context.Context) error { return s.store.HasLeft(ctx, l.Player) }})
			}
		}
		return items, time.Time{}, err
	}}
}
