package tables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// Maker solves positions by the tables in a folder: the tables of Camette, and the endings of
// other games. Solving reads tables and makes none. The operator has absent tables made by a
// process of its own, with a low priority and one processor. The memory of that process does
// not count as the server's, and the process ends with the server. Complete parts are kept.
type Maker struct {
	folder  Folder
	pieces  int    // of the positions to make at most, 0 for all
	program string // that has the command solve
	log     *slog.Logger

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	endings map[string]*endingReader // by game

	mu     sync.RWMutex // held for reading while the table is read
	table  *solve.Table // of Camette, as far as it was there when it was opened; nil if there was nothing
	looked time.Time    // when the table was opened, or nothing was found
	closed bool
}

// NewMaker returns a tableMaker. It must be closed.
func NewMaker(folder Folder, pieces int, program string, log *slog.Logger) *Maker {
	m := &Maker{folder: folder, pieces: pieces, program: program, log: log, endings: make(map[string]*endingReader)}
	m.ctx, m.stop = context.WithCancel(context.Background())
	for _, game := range solve.EndingGames() {
		m.endings[game] = &endingReader{game: game, folder: folder, log: log}
	}
	m.reopen()
	return m
}

// Endings returns the endings of a game for searches, nil if there are no tables of them. See
// bot.EndingsOf.
func (m *Maker) Endings(game string) search.Endings {
	if e := m.endings[game]; e != nil {
		return e
	}
	return nil
}

// Solve returns the value of a position and its moves, as solve.Table does. The error is
// solve.ErrAbsent while the table is not there, and for positions in none.
func (m *Maker) Solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if e := m.endings[x.Board().ID()]; e != nil {
		return e.solve(x)
	}
	v, moves, err := m.read(x)
	if !errors.Is(err, solve.ErrAbsent) || m.isWhole() || m.isRecent() {
		return v, moves, err
	}
	m.reopen()
	return m.read(x)
}

// isRecent reports whether the table was opened within a minute.
func (m *Maker) isRecent() bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return time.Since(m.looked) < tableRetry
}

func (m *Maker) isWhole() bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.table != nil && m.table.Whole(m.pieces)
}

// read is Solve by the tables that are open.
func (m *Maker) read(x *parker.Search) (solve.Value, []solve.Move, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.table == nil {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	return m.table.Solve(x)
}

// reopen opens the parts of the table that are there.
func (m *Maker) reopen() {
	table, err := solve.Open(m.folder)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looked = time.Now()
	if err != nil {
		if !errors.Is(err, solve.ErrAbsent) {
			m.log.Error("cannot read the table of Camette", "err", err)
		}
		return
	}
	if m.closed {
		table.Close()
		return
	}
	if m.table != nil {
		m.table.Close()
	}
	m.table = table
}

// MakeAll makes all tables that are not there, one game after the other, in the background.
// The program under, with its arguments, sets the priority.
func (m *Maker) MakeAll(under ...string) {
	m.work.Go(func() {
		for _, game := range append([]string{"camette"}, solve.EndingGames()...) {
			if m.ctx.Err() == nil {
				m.make(game, under...)
			}
		}
	})
}

// make makes the tables of a game, unless they are there, and logs the outcome.
func (m *Maker) make(game string, under ...string) {
	args, read := []string{game}, m.reopen
	if e := m.endings[game]; e != nil {
		if e.tables() != nil {
			return
		}
		read = func() { e.again.Store(0) }
	} else if m.isWhole() {
		return
	} else if m.pieces > 0 {
		args = append(args, "--pieces", strconv.Itoa(m.pieces))
	}
	began := time.Now()
	m.log.Info("making tables", "game", game, "folder", string(m.folder))
	err := m.run(under, args...)
	read()
	switch {
	case m.ctx.Err() != nil:
	case err != nil:
		m.log.Error("cannot make tables", "game", game, "err", err)
	default:
		m.log.Info("made tables", "game", game, "took", time.Since(began).Round(time.Second).String())
	}
}

// run makes tables by a process and waits for its end.
func (m *Maker) run(under []string, what ...string) error {
	args := append([]string{m.program, "solve", "--tables", string(m.folder), "--attached"}, what...)
	if len(under) > 0 {
		if _, err := exec.LookPath(under[0]); err == nil {
			args = append(under, args...)
		}
	}
	cmd := exec.CommandContext(m.ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	held, err := cmd.StdinPipe() // closed by the system, if this process is killed
	if err != nil {
		return err
	}
	defer held.Close()
	if err := cmd.Run(); err != nil {
		text := bytes.TrimSpace(complaints.Bytes())
		return fmt.Errorf("%w: %s", err, text[bytes.LastIndexByte(text, '\n')+1:])
	}
	return nil
}

// Close ends the work.
func (m *Maker) Close() {
	m.stop()
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.work.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.table != nil {
		m.table.Close()
		m.table = nil
	}
}
