package main

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

	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// tableMaker solves positions by the tables in a folder: those of Camette, and the endings of
// other games. What is not there yet is made when somebody first asks for it, by a process of its own: it has the lowest
// priority and one processor, its memory does not count as that of the server, and it ends
// with the server. Parts that are complete are kept.
type tableMaker struct {
	folder  tableFolder
	pieces  int    // of the positions to make at most, 0 for all
	program string // that has the command solve
	log     *slog.Logger

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	endings    map[string]*endingMaker // by game
	endingSlot sync.Mutex              // held while those of a game are made

	mu     sync.RWMutex // held for reading while the table is read
	table  *solve.Table // of Camette, as far as it was there when it was opened; nil if there was nothing
	begun  bool         // a process was started to make it
	looked time.Time    // when the table was opened, or nothing was found
	closed bool
}

// newTableMaker returns a tableMaker. It goes on at once with a table that was begun. It
// must be closed.
func newTableMaker(folder tableFolder, pieces int, program string, log *slog.Logger) *tableMaker {
	m := &tableMaker{folder: folder, pieces: pieces, program: program, log: log}
	m.ctx, m.stop = context.WithCancel(context.Background())
	m.endings = newEndingMakers(m)
	if m.reopen(); m.table != nil && !m.table.Whole(pieces) {
		m.make()
	}
	return m
}

// Solve returns the value of a position and its moves, as solve.Table does. The error is
// solve.ErrAbsent while the table is being made, and for positions in none.
func (m *tableMaker) Solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if e := m.endings[x.Board().ID()]; e != nil {
		return e.solve(x)
	}
	v, moves, err := m.read(x)
	if !errors.Is(err, solve.ErrAbsent) {
		return v, moves, err
	}
	m.make()
	if m.isRecent() {
		return v, moves, err
	}
	m.reopen()
	return m.read(x)
}

// isRecent reports whether the table was opened within a second.
func (m *tableMaker) isRecent() bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return time.Since(m.looked) < time.Second
}

// read is Solve by what is open.
func (m *tableMaker) read(x *parker.Search) (solve.Value, []solve.Move, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.table == nil {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	return m.table.Solve(x)
}

// reopen opens what there is of the table.
func (m *tableMaker) reopen() {
	table, err := solve.Open(m.folder)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looked = time.Now()
	if err != nil {
		if !errors.Is(err, solve.ErrAbsent) {
			m.log.Error("the table of Camette cannot be read", "err", err)
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

// make starts the process that makes the table, unless that was done before or the table
// is whole.
func (m *tableMaker) make() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.begun || m.closed || m.table != nil && m.table.Whole(m.pieces) {
		return
	}
	m.begun = true
	m.work.Go(func() {
		var few []string
		if m.pieces > 0 {
			few = []string{"--pieces", strconv.Itoa(m.pieces)}
		}
		_ = m.runLogged("the table of Camette", "camette", few...)
		m.reopen()
	})
}

// runLogged makes tables of a game and logs what comes of it.
func (m *tableMaker) runLogged(what, game string, flags ...string) error {
	began := time.Now()
	m.log.Info("making "+what, "folder", string(m.folder))
	err := m.run(append([]string{game}, flags...)...)
	switch {
	case m.ctx.Err() != nil:
	case err != nil:
		m.log.Error("cannot make "+what, "err", err)
	default:
		m.log.Info("made "+what, "took", time.Since(began).Round(time.Second).String())
	}
	return err
}

// run makes tables by a process and waits for its end.
func (m *tableMaker) run(what ...string) error {
	args := append([]string{m.program, "solve", "--tables", string(m.folder), "--attached"}, what...)
	if nice, err := exec.LookPath("nice"); err == nil {
		args = append([]string{nice, "-n", "19"}, args...)
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
		text := complaints.Bytes()
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(text[bytes.LastIndexByte(bytes.TrimSpace(text), '\n')+1:]))
	}
	return nil
}

// close ends the work.
func (m *tableMaker) close() {
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
