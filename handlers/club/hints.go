package club

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
)

// What an answer to a person who waits may use: on one core of 2026, a third of a second.
const (
	askNodes = 250_000
	askBytes = 8 << 20
)

var (
	errNoOther = refuse(Invalid, "no_other_hint", "there is no other move to advise here")
	errNoHint  = refuse(Forbidden, "no_hint", "hints are for matches of one person against the computer")
	errNoRoom  = &Error{Kind: Unavailable, Code: "searches_busy", Text: "many are asking the computer at the moment: try again in a moment", Retry: 5}
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
func (s *Service) Hint(ctx context.Context, id, player string, number int) (Hint, error) {
	f, err := s.Match(ctx, id, player)
	if err != nil {
		return Hint{}, err
	}
	seat := SeatOf(f.Match, player)
	switch {
	case seat == 0:
		return Hint{}, ErrNoSeat
	case !f.IsPractice() || !BotsPlay(f.Game):
		return Hint{}, errNoHint
	case f.IsOver():
		return Hint{}, ErrOver
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
func (s *Service) advise(ctx context.Context, f Match, seat games.Seat, number int) (h Hint, err error) {
	h = Hint{Ply: f.Ply, Seat: seat, Number: number}
	if !onBoard(f.Game) {
		if number != 1 {
			return Hint{}, errNoOther
		}
		err = s.wait(ctx, func() (err error) {
			h.Cards, err = s.adviseCards(ctx, f, seat)
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
	err = s.ask(ctx, f.Game, func(j *judge.Judge) (err error) {
		h.Advice, err = j.Advise(state, askNodes, number)
		return err
	})
	return h, err
}

// asking bounds the searches that people wait for.
type asking struct {
	queue chan struct{} // of those who wait and those who are answered
	slots chan struct{} // of those who are answered
}

// maxAsking is how many people may wait for a search.
const maxAsking = 8

func newAsking() asking {
	slots := max(1, runtime.GOMAXPROCS(0)/2)
	return asking{queue: make(chan struct{}, slots+maxAsking), slots: make(chan struct{}, slots)}
}

// ask has a judge of a game answer somebody, as by wait.
func (s *Service) ask(ctx context.Context, game string, f func(*judge.Judge) error) error {
	return s.wait(ctx, func() error {
		j, err := judge.New(game, judge.Options{Bytes: askBytes, Solver: s.solver, Stop: func() bool {
			runtime.Gosched()
			return ctx.Err() != nil
		}})
		if err != nil {
			return err
		}
		return f(j)
	})
}

// wait makes searches for somebody who waits, a few at a time. The error is errNoRoom if
// many wait already, and that of ctx if it ends before.
func (s *Service) wait(ctx context.Context, search func() error) error {
	select {
	case s.asking.queue <- struct{}{}:
	default:
		return errNoRoom
	}
	defer func() { <-s.asking.queue }()
	select {
	case s.asking.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.asking.slots }()
	defer s.searching.begin()()
	if err := search(); err != nil {
		return err
	}
	return ctx.Err()
}
