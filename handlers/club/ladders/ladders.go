// Package ladders runs the ladders of the games: the places of players, and the challenges on them.
// It may import tables, accounts, match and the root of the club.
package ladders

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
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// The rules of ladders.
const (
	LadderPlaces = 3                   // a player may challenge this far above their own place
	LadderTenth  = 10                  // or this fraction of all players, if that is more
	LadderAnswer = 7 * 24 * time.Hour  // time for the challenged player to accept
	LadderAgain  = 30 * 24 * time.Hour // time until the same player may be challenged again
	LadderAbsent = 60 * 24 * time.Hour // time without a move or a sign-in, after which a player is removed

	// LadderRows is the number of places on a page of a ladder.
	LadderRows = 50

	ladderSeats   = 2
	ladderResults = 10 // settled challenges that a ladder shows
	absentLook    = time.Hour
)

var (
	errNoLadder    = club.Refuse(club.Invalid, "no_ladder", "this game has no ladder: choose a game for two players").About("game")
	errNotOnLadder = club.Refuse(club.Conflict, "not_on_ladder", "you are not on this ladder: join it first")
	errLadderBusy  = club.Refuse(club.Conflict, "ladder_busy", "you already have a challenge on this ladder: finish or withdraw it first")
	errOutOfReach  = club.Refuse(club.Conflict, "out_of_reach", "you cannot challenge this player now: choose a free player within your reach, whom you have not challenged recently").About("player")
)

// LadderGames lists the games that have a ladder: the games for two players.
func LadderGames() []games.Info {
	return slices.DeleteFunc(slices.Clone(match.Games()), func(g games.Info) bool { return !slices.Contains(g.Seats, ladderSeats) })
}

// HasLadder reports whether a game has a ladder.
func HasLadder(game string) bool {
	info, ok := match.GameNamed(game)
	return ok && slices.Contains(info.Seats, ladderSeats)
}

// LadderReach returns how far above their own place players may challenge, on a ladder with this
// many players.
func LadderReach(players int) int { return max(LadderPlaces, players/LadderTenth) }

// Ladder is one page of a ladder.
type Ladder struct {
	Rungs   []db.Rung
	More    bool // a next page exists
	Players int  // on the whole ladder
	Own     *db.Rung
	Results []db.LadderChallenge // the latest settled challenges
}

// Reaches reports whether the viewer, who has a place on the ladder, may challenge the player of
// another place.
func (l Ladder) Reaches(r db.Rung) bool {
	return l.Own != nil && l.Own.Challenge == nil && r.Challenge == nil && !r.Barred &&
		r.Place < l.Own.Place && r.Place >= l.Own.Place-LadderReach(l.Players)
}

// Ladder returns the places of a ladder after the first skip, at most LadderRows. The viewer is ""
// for a visitor. The error is errNoLadder for a game without a ladder.
func (s *Ladders) Ladder(ctx context.Context, game, viewer string, skip int) (l Ladder, err error) {
	if !HasLadder(game) {
		return Ladder{}, errNoLadder
	}
	if l.Rungs, err = s.store.Ladder(ctx, game, viewer, s.now().Add(-LadderAgain), skip, LadderRows+1); err != nil {
		return Ladder{}, err
	}
	if l.More = len(l.Rungs) > LadderRows; l.More {
		l.Rungs = l.Rungs[:LadderRows]
	}
	sizes, err := s.store.LadderSizes(ctx)
	if err != nil {
		return Ladder{}, err
	}
	l.Players = sizes[game]
	own, err := s.RungsOf(ctx, viewer)
	if err != nil {
		return Ladder{}, err
	}
	if i := slices.IndexFunc(own, func(r db.Rung) bool { return r.Game == game }); i >= 0 {
		l.Own = &own[i]
	}
	l.Results, err = s.store.LadderResults(ctx, game, ladderResults)
	return l, err
}

// RungsOf lists the places of a player on all ladders.
func (s *Ladders) RungsOf(ctx context.Context, player string) ([]db.Rung, error) {
	if player == "" {
		return nil, nil
	}
	return s.store.RungsOf(ctx, player)
}

// JoinLadder adds a player at the foot of a ladder, unless they are on it already.
func (s *Ladders) JoinLadder(ctx context.Context, game, player string) error {
	if !HasLadder(game) {
		return errNoLadder
	}
	return s.store.JoinLadder(ctx, game, player)
}

// LeaveLadder removes a player from a ladder. A challenge that is not accepted yet ends. A match in
// progress goes on, but no longer changes the ladder.
func (s *Ladders) LeaveLadder(ctx context.Context, game, player string) error {
	if !HasLadder(game) {
		return errNoLadder
	}
	defer s.wakes.Wake(club.LadderMatches)
	return club.Refusals{db.ErrNotOnLadder: errNotOnLadder}.Of(s.store.LeaveLadder(ctx, game, player))
}

// ChallengeOnLadder opens a table for a match that decides two places on a ladder. Seats are drawn
// by lot, and the clock is the default one.
func (s *Ladders) ChallengeOnLadder(ctx context.Context, once db.Once, game, challenger, challenged string, n match.Note) (match.Match, error) {
	if !HasLadder(game) {
		return match.Match{}, errNoLadder
	}
	pace, _ := clock.FindPace(clock.DefaultPace)
	p := tables.Proposal{Game: game, Seats: ladderSeats, Challenged: challenged, Clock: &pace.Control}
	first, err := s.tables.Proposed(p)
	if err != nil {
		return match.Match{}, err
	}
	if err := s.checkRivals(ctx, challenger, challenged); err != nil {
		return match.Match{}, err
	}
	table := s.tables.NewTable(first, challenger, p)
	table.Rated = true // the ladder shows everybody the outcome
	m, err := s.store.ChallengeOnLadder(ctx, once, db.NewLadderChallenge{Table: table,
		Until: s.now().Add(LadderAnswer), Reach: LadderReach, Again: s.now().Add(-LadderAgain)}, n)
	if err != nil {
		return match.Match{}, club.Refusals{db.ErrNotOnLadder: errNotOnLadder, db.ErrLadderBusy: errLadderBusy,
			db.ErrOutOfReach: errOutOfReach, db.ErrTooManyTables: tables.ErrTooManyTables}.Of(err)
	}
	s.matches.Announce(m)
	return s.matches.Load(ctx, m)
}

// checkRivals refuses two players whose names look too similar for one table.
func (s *Ladders) checkRivals(ctx context.Context, challenger, challenged string) error {
	own, err := s.store.Player(ctx, challenger)
	if err != nil {
		return err
	}
	theirs, err := s.store.Player(ctx, challenged)
	if errors.Is(err, db.ErrNotFound) || err == nil && accounts.Alike(own.Name, theirs.Name) {
		return errOutOfReach
	}
	return err
}

// LadderWorker settles challenges on ladders. The store settles each of them once.
func (s *Ladders) LadderWorker() club.Worker {
	return club.Worker{Name: "ladders", Pause: club.WorkPause, Woken: s.wakes.Woken(club.LadderMatches), List: club.ItemsOf(s.store.LadderDue, s.settleLadder)}
}

// AbsenceWorker removes absent players from ladders.
func (s *Ladders) AbsenceWorker() club.Worker {
	return club.Worker{Name: "absence", Pause: absentLook, Round: func(ctx context.Context) error { return s.store.LeaveAbsent(ctx, s.now().Add(-LadderAbsent)) }}
}

// settleLadder settles a challenge, and announces its table if that was withdrawn.
func (s *Ladders) settleLadder(ctx context.Context, match string) error {
	_, withdrawn, err := s.store.SettleLadder(ctx, match)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("settle challenge: %w", err)
	}
	if withdrawn.ID != "" {
		s.tables.AnnounceDeleted(withdrawn)
	}
	return nil
}

// Ladders ranks players by challenges.
type Ladders struct {
	store   Store
	now     func() time.Time
	matches *match.Matches
	tables  *tables.Tables
	wakes   *club.Wakes
}

// Store is the part of the store that ladders need.
type Store interface {
	db.Ladders
	Player(ctx context.Context, id string) (db.Player, error)
}

// New returns Ladders. The signal due wakes its worker.
func New(store Store, now func() time.Time, matches *match.Matches, tables *tables.Tables, wakes *club.Wakes) *Ladders {
	return &Ladders{store: store, now: now, matches: matches, tables: tables, wakes: wakes}
}
