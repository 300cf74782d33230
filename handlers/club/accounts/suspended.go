package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// SuspendedError refuses what a player who is suspended wants to do.
type SuspendedError struct {
	Act    db.ActKind // ActSuspend, or ActMute where they only may not write
	Until  time.Time
	Reason string
}

func (e *SuspendedError) Error() string {
	if e.Act == db.ActMute {
		return fmt.Sprintf("an operator has muted you until %s: %s", e.Until.UTC().Format("2 January 2006, 15:04 UTC"), e.Reason)
	}
	return fmt.Sprintf("an operator has suspended you until %s: %s", e.Until.UTC().Format("2 January 2006, 15:04 UTC"), e.Reason)
}

// Refusal describes the error to the caller.
func (e *SuspendedError) Refusal() *club.Error {
	if e.Act == db.ActMute {
		return club.Refuse(club.Forbidden, "muted", e.Error())
	}
	return club.Refuse(club.Forbidden, "suspended", e.Error())
}

// CheckSuspended returns a SuspendedError for a player who may not act.
func (s *Accounts) CheckSuspended(ctx context.Context, p db.Player) error {
	if !s.now().Before(p.Suspended) {
		return nil
	}
	return s.Barred(ctx, p.ID, db.ActSuspend, p.Suspended)
}

// entering returns a player who has shown who they are, unless they are suspended.
func (s *Accounts) entering(ctx context.Context, p db.Player, err error) (db.Player, error) {
	if err == nil {
		err = s.CheckSuspended(ctx, p)
	}
	if err != nil {
		return db.Player{}, err
	}
	return p, nil
}

// CheckSilent returns a SuspendedError for a player who may not write messages.
func (s *Accounts) CheckSilent(ctx context.Context, player string) error {
	p, err := s.store.Player(ctx, player)
	if err != nil || !s.now().Before(p.Silent) {
		return match.IgnoreNotFound(err)
	}
	return s.Barred(ctx, player, db.ActMute, p.Silent)
}

// Barred returns a SuspendedError with the kind, the end and the reason of an act against a
// player.
func (s *Accounts) Barred(ctx context.Context, player string, by db.ActKind, until time.Time) error {
	acts, err := s.store.ActsAbout(ctx, player)
	if err != nil {
		return err
	}
	e := &SuspendedError{Until: until, Act: by}
	if i := slices.IndexFunc(acts, func(a db.Act) bool { return a.Kind == by }); i >= 0 {
		e.Reason = acts[i].Reason
	}
	return e
}

// Silenced returns the error of a message that the store has refused.
func (s *Accounts) Silenced(ctx context.Context, player string, err error) error {
	if !errors.Is(err, db.ErrSilent) {
		return err
	}
	if barred := s.CheckSilent(ctx, player); barred != nil {
		return barred
	}
	return err
}
