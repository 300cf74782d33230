package bots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// What an answer to a person who waits may use: on one core of 2026, a third of a second.
const (
	askNodes = 250_000
	askBytes = 8 << 20
)

var (
	errNoOther = club.Refuse(club.Invalid, "no_other_hint", "there is no other move to advise here")
	ErrNoHint  = club.Refuse(club.Forbidden, "no_hint", "hints are for matches of one person against the computer")
	errNoRoom  = &club.Error{Kind: club.Unavailable, Code: "searches_busy", Text: "many are asking the computer at the moment: try again in a moment", Retry: 5}
)

// Hint is a move that is advised to a seat.
type Hint struct {
	Ply    int
	Seat   games.Seat
	Number int          // in this position: 1 is the best move
	More   bool         // there is one with the next number
	Given  int          // in the match until now
	Advice judge.Advice // on a board
	Cards  []CardOption // at cards: the action that is advised, and what else there was
	Moment games.Moment // at cards
}

// Hint advises a player a move: the best one for the number 1, the next best for 2, up to
// db.MaxHints. Each counts for the match, and the record tells how many there were. Only a
// match of one person against bots has hints. Other errors: errNoOther, db.ErrNotFound, ErrNoSeat, games.ErrNotYourTurn, ErrOver, errNoRoom, and those of
// Config.MayAsk.
func (s *Bots) Hint(ctx context.Context, id, player string, number int) (Hint, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return Hint{}, err
	}
	seat := match.SeatOf(f.Match, player)
	switch {
	case seat == 0:
		return Hint{}, match.ErrNoSeat
	case !f.IsPractice() || !match.BotsPlay(f.Game):
		return Hint{}, ErrNoHint
	case f.IsOver():
		return Hint{}, match.ErrOver
	}
	if !slices.Contains(f.Acting(), seat) {
		return Hint{}, games.ErrNotYourTurn
	}
	if err := s.mayAsk(player); err != nil {
		return Hint{}, err
	}
	h, err := s.advise(ctx, f, seat, number)
	switch {
	case errors.Is(err, judge.ErrNoOther):
		return Hint{}, errNoOther
	case err != nil:
		return Hint{}, err
	}
	m, err := s.store.NoteHint(ctx, id, f.Ply, number)
	if err != nil {
		return Hint{}, fmt.Errorf("note hint: %w", err)
	}
	h.Given = m.Hints
	return h, nil
}

// advise searches for a hint. At cards the first compares what there is, and no other follows.
func (s *Bots) advise(ctx context.Context, f match.Match, seat games.Seat, number int) (h Hint, err error) {
	h = Hint{Ply: f.Ply, Seat: seat, Number: number}
	if !match.OnBoard(f.Game) {
		if number != 1 {
			return Hint{}, errNoOther
		}
		err = s.ask(ctx, f.Seats[seat-1].ID, func(stop func() bool) (err error) {
			h.Cards, err = s.adviseCards(f, seat, stop)
			return err
		})
		h.Moment = judge.Moment(f.Table.State().View(seat))
		return h, err
	}
	most := 0
	state := f.Table.State()
	if x, ok := state.(games.Searcher); ok {
		most = min(len(x.Search().Moves(nil)), db.MaxHints)
	}
	if number < 1 || number > most {
		return Hint{}, errNoOther
	}
	h.More = number < most
	err = s.ask(ctx, f.Seats[seat-1].ID, func(stop func() bool) error {
		j, err := s.newJudge(f.Game, stop)
		if err == nil {
			h.Advice, err = j.Advise(state, askNodes, number)
		}
		return err
	})
	return h, err
}

// newJudge returns a judge of a game that answers a player who waits.
func (s *Bots) newJudge(game string, stop func() bool) (*judge.Judge, error) {
	return judge.New(game, judge.Options{Bytes: askBytes, Solver: s.solver, Stop: stop})
}

// ask makes a search for a player who waits for it, outside of the bounds of the request. The
// error is errNoRoom if many wait already, and the one of ctx if it ends before.
func (s *Bots) ask(ctx context.Context, player string, search func(stop func() bool) error) error {
	return s.aside(ctx, func() error { return cmp.Or(s.searches.run(ctx, player, forPerson, search), ctx.Err()) })
}
