package tables

import (
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// tableRetry is how long tables that are not there count as absent: then their folder is
// read again, for another process may have made them.
const tableRetry = time.Minute

// endingReader solves the endings of one game. It reads the tables of a folder into memory
// when a search first comes to a position with few pieces, which waits for that, so that it
// finds the same whenever they are there. It implements search.Endings.
type endingReader struct {
	game    string
	folder  Folder
	log     *slog.Logger
	endings atomic.Pointer[solve.Endings]
	reading sync.Mutex
	again   atomic.Int64 // when to read the folder again, in seconds
}

// Ending implements search.Endings.
func (e *endingReader) Ending(x *parker.Search) (moves int, ok bool) {
	if t := e.tables(); t != nil {
		return t.Ending(x)
	}
	return 0, false
}

// solve returns the value of a position and of its moves. The error is solve.ErrAbsent while
// the tables are not there, and for positions in none.
func (e *endingReader) solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if x.Pieces(1)+x.Pieces(2) <= solve.EndingPieces {
		if t := e.tables(); t != nil {
			return t.Solve(x)
		}
	}
	return solve.Value{}, nil, solve.ErrAbsent
}

// tables returns the tables, nil while they are not there.
func (e *endingReader) tables() *solve.Endings {
	isFresh := func() bool { return time.Now().Unix() < e.again.Load() }
	if t := e.endings.Load(); t != nil || isFresh() {
		return t
	}
	e.reading.Lock()
	defer e.reading.Unlock()
	if t := e.endings.Load(); t != nil || isFresh() {
		return t
	}
	t, err := solve.ReadEndings(e.game, e.folder)
	if err != nil && !errors.Is(err, solve.ErrAbsent) {
		e.log.Error("cannot read the tables of endings", "game", e.game, "err", err)
	}
	if err == nil {
		e.endings.Store(t)
	}
	e.again.Store(time.Now().Add(tableRetry).Unix())
	return e.endings.Load()
}
