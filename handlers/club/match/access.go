package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
)

var (
	ErrClosed      = club.Refuse(club.Forbidden, "closed", "only those who play this match see it: its table was opened like that")
	errForeignSeat = club.Refuse(club.Forbidden, "foreign_seat", "this seat is not yours")

	// ErrNoSeat refuses what only those at a table may do.
	ErrNoSeat = club.Refuse(club.Forbidden, "not_seated", "you have no seat at this table")
)

// Match returns a match for a player who may see it: a public one, or one where
// they sit or are the host.
func (s *Matches) Match(ctx context.Context, id, player string) (Match, error) {
	m, err := s.store.Match(ctx, id)
	if err != nil {
		return Match{}, fmt.Errorf("load match: %w", err)
	}
	switch {
	case Visible(m, player):
	case m.Closed():
		return Match{}, ErrClosed
	default:
		return Match{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
	}
	if err := s.CheckBlocks(ctx, m, player); err != nil {
		return Match{}, err
	}
	if !m.Clock.IsZero() {
		s.heart.refresh() // until the next beat, clocks use only the pauses of the last one
	}
	return s.Load(ctx, m)
}

// IsVisible reports whether a player may see a match.
func (s *Matches) IsVisible(ctx context.Context, id, player string) (bool, error) {
	m, err := s.store.Match(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err == nil && Visible(m, player) {
		err = s.CheckBlocks(ctx, m, player)
		return err == nil, IgnoreNotFound(err)
	}
	return false, err
}

// CheckBlocks returns db.ErrNotFound for a table that waits for players, where somebody has
// blocked a player who does not sit there, or is blocked by them: to that player it is as
// if the table had been withdrawn.
func (s *Matches) CheckBlocks(ctx context.Context, m db.Match, player string) error {
	if player == "" || !m.Started.IsZero() || SeatOf(m, player) != 0 {
		return nil
	}
	shuns, err := s.store.Shuns(ctx, m.ID, player)
	if err == nil && shuns {
		err = fmt.Errorf("table of who is blocked: %w", db.ErrNotFound)
	}
	return err
}

func IgnoreNotFound(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// MatchByShare returns the match that a link shows to everybody who has it.
func (s *Matches) MatchByShare(ctx context.Context, token string) (Match, error) {
	m, err := s.store.MatchByShare(ctx, token)
	if err != nil {
		return Match{}, fmt.Errorf("load shared match: %w", err)
	}
	return s.Load(ctx, m)
}

// Visible reports whether a player may see a match. A player who has left a match may see it,
// unless it is over and closed to spectators.
func Visible(m db.Match, player string) bool {
	return m.Public || player != "" && (m.Host == player || SeatOf(m, player) != 0 || m.KeptFor(player) != 0 ||
		m.LeftBy(player) && !(m.Over && m.Closed()))
}

// Watchers counts who looks at a match through this process without playing it.
func (s *Matches) Watchers(m db.Match) int { return s.hub.Watchers(m.ID, PlayersOf(m)) }

// SeatOf returns the first seat that a player holds, 0 if they hold none.
func SeatOf(m db.Match, player string) games.Seat {
	if player == "" {
		return 0
	}
	return games.Seat(1 + slices.IndexFunc(m.Seats, func(p db.Player) bool { return p.ID == player }))
}

// SeatFor returns the seat that a player sees the match from and acts for: as, if
// the player holds it. For as = 0 it is the player's own, at a solo table the first
// seat to act, and games.Spectator for one without a seat. Any other as is
// errForeignSeat.
func (m Match) SeatFor(player string, as games.Seat) (games.Seat, error) {
	switch {
	case as != 0 && (as < 1 || int(as) > len(m.Seats) || player == "" || m.Seats[as-1].ID != player):
		return games.Spectator, errForeignSeat
	case as != 0:
		return as, nil
	case m.Solo && SeatOf(m.Match, player) != 0 && m.Dealt():
		if act := m.Table.ToAct(); len(act) > 0 {
			return act[0], nil
		}
	}
	return SeatOf(m.Match, player), nil
}

// requireSeat is like SeatFor but returns ErrNoSeat for spectators.
func (m Match) requireSeat(player string, as games.Seat) (games.Seat, error) {
	seat, err := m.SeatFor(player, as)
	if err == nil && seat == games.Spectator {
		err = ErrNoSeat
	}
	return seat, err
}

// PlayersOf lists the host and the players of a match, each of them once.
func PlayersOf(m db.Match) []string {
	ids := []string{m.Host}
	for _, p := range m.Seats {
		if p.ID != "" && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
