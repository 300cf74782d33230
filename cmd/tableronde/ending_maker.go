package main

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// endingRetry is how long the maker waits before it tries again to make the tables of
// endings: another process may be about to make them.
const endingRetry = time.Minute

// endingMaker knows the endings of one game. It reads the tables of a tableMaker's folder
// into memory when a search first comes to a position with few pieces, which waits for that,
// so that it finds the same whenever they are there; those that are not are made in the
// background. It implements search.Endings.
type endingMaker struct {
	game    string
	maker   *tableMaker
	endings atomic.Pointer[solve.Endings]
	looking sync.Mutex  // held while it is looked whether they are there
	looked  atomic.Bool // they are there, or being made
}

// newEndingMakers returns one for every game that has tables of endings.
func newEndingMakers(m *tableMaker) map[string]*endingMaker {
	all := make(map[string]*endingMaker)
	for _, game := range solve.EndingGames() {
		all[game] = &endingMaker{game: game, maker: m}
	}
	return all
}

// Endings returns the endings of a game for searches, nil if there are no tables of them. See
// bot.EndingsOf.
func (m *tableMaker) Endings(game string) search.Endings {
	if e := m.endings[game]; e != nil {
		return e
	}
	return nil
}

// Ending implements search.Endings.
func (e *endingMaker) Ending(x *parker.Search) (moves int, ok bool) {
	if t := e.tables(); t != nil {
		return t.Ending(x)
	}
	return 0, false
}

// solve returns the value of a position and of its moves. The error is solve.ErrAbsent while
// the tables are not there, and for positions in none.
func (e *endingMaker) solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if x.Pieces(1)+x.Pieces(2) <= solve.EndingPieces {
		if t := e.tables(); t != nil {
			return t.Solve(x)
		}
	}
	return solve.Value{}, nil, solve.ErrAbsent
}

// tables returns the tables, nil while they are not there.
func (e *endingMaker) tables() *solve.Endings {
	if t := e.endings.Load(); t != nil || e.looked.Load() {
		return t
	}
	e.looking.Lock()
	defer e.looking.Unlock()
	if e.looked.Load() {
		return e.endings.Load()
	}
	if err := e.read(); errors.Is(err, solve.ErrAbsent) {
		e.make()
	} else {
		e.report(err)
	}
	e.looked.Store(true)
	return e.endings.Load()
}

// make has the tables made in the background, one game after the other.
func (e *endingMaker) make() {
	m := e.maker
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.work.Go(func() {
		m.endingSlot.Lock()
		err := m.runLogged("the endings of "+e.game, e.game)
		m.endingSlot.Unlock()
		if err == nil {
			err = e.read()
		}
		if m.ctx.Err() != nil || err == nil {
			return
		}
		e.report(err)
		select {
		case <-m.ctx.Done():
		case <-time.After(endingRetry):
			e.looked.Store(false)
		}
	})
}

// read reads the tables.
func (e *endingMaker) read() error {
	t, err := solve.ReadEndings(e.game, e.maker.folder)
	if err == nil {
		e.endings.Store(t)
	}
	return err
}

// report logs an error.
func (e *endingMaker) report(err error) {
	if err != nil {
		e.maker.log.Error("the endings cannot be read", "game", e.game, "err", err)
	}
}
