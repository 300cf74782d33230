// Package tables stores the tables of solved positions in a folder. It has the command solve, the
// maker that a server runs in the background, and the players that use the tables.
package tables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// SolveCommand is the command solve.
type SolveCommand struct {
	Args struct {
		Game string `positional-arg-name:"<game>" description:"camette for all positions, or camelot, cam or chivalry for the positions with at most three pieces."`
	} `positional-args:"yes"`
	Tables   Folder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the tables."`
	Check    bool   `long:"check" description:"Compare every entry of the table with the entries after its moves, and count them."`
	Pieces   int    `long:"pieces" value-name:"N" description:"The largest number of pieces of the positions in the table of camette; by default all."`
	Attached bool   `long:"attached" hidden:"yes" description:"End with the program that holds standard input open."`
	Position string `long:"position" value-name:"TEXT" description:"Print the value of a position by the tables, and the values of its moves."`
}

// Validate implements validator.
func (c *SolveCommand) Validate() error {
	switch {
	case (c.Args.Game == "") == (c.Position == ""):
		return errors.New(`expected "<game>" or --position`)
	case c.Args.Game != "" && c.Args.Game != "camette" && !slices.Contains(solve.EndingGames(), c.Args.Game):
		return fmt.Errorf("cannot make a table for %q: name camette, or a game whose endings are solved: %s", c.Args.Game, strings.Join(solve.EndingGames(), ", "))
	case c.Pieces != 0 && (c.Args.Game != "camette" || c.Pieces < 2 || c.Pieces > 7 || c.Check):
		return errors.New("--pieces is for camette, from 2 to 7, and not together with --check")
	}
	return nil
}

// Run makes or checks the table, or prints the value of a position.
func (c *SolveCommand) Run(con *cli.Console) error {
	if c.Position != "" {
		return c.printValue(con.Out)
	}
	stopped, forget := c.stops(con.In)
	defer forget()
	step := func() error {
		select {
		case <-stopped:
			return errors.New("interrupted: the parts that are complete are kept")
		default:
			return nil
		}
	}
	progress := func(what string, done, all int64) {
		fmt.Fprintf(con.Err, "%3d %%  %s\n", 100*done/all, what)
	}
	unlock, err := c.Tables.Lock(c.Args.Game)
	if err != nil {
		return err
	}
	defer unlock()
	if c.Args.Game != "camette" {
		return c.makeEndings(con.Out, step, progress)
	}
	if c.Pieces > 0 {
		return solve.BuildUpTo(c.Tables, c.Pieces, step, progress)
	}
	if err := solve.Build(c.Tables, c.workers(), step, progress); err != nil {
		return err
	}
	if c.Check {
		census, err := solve.Check(c.Tables, c.workers(), step, progress)
		if err != nil {
			return err
		}
		printCensus(con.Out, census)
	}
	start, _ := parker.BoardOf("camette").Setup("")
	return c.printPosition(con.Out, start)
}

// stops returns a channel that is closed when the work must end, and a function to call afterwards.
func (c *SolveCommand) stops(in io.Reader) (<-chan struct{}, func()) {
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if c.Attached {
		go func() {
			_, _ = io.Copy(io.Discard, in) // until the other program closes it
			forget()
		}()
	}
	return ctx.Done(), forget
}

// workers returns the number of processors to use.
func (c *SolveCommand) workers() int { return runtime.GOMAXPROCS(0) }

// printValue prints the value of the position that the flag names.
func (c *SolveCommand) printValue(w io.Writer) error {
	p, err := parker.ParsePosition(c.Position)
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	return c.printPosition(w, p)
}

// printPosition prints the values of a position and of its moves, the best first.
func (c *SolveCommand) printPosition(w io.Writer, p parker.Position) error {
	state, err := p.State()
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	if state.Result() != nil {
		return errors.New("--position: the game is over")
	}
	value, moves, err := c.Tables.solve(state.(games.Searcher).Search().(*parker.Search))
	if err != nil {
		return err
	}
	fmt.Fprintln(w, describeValue(value))
	for _, m := range moves {
		fmt.Fprintln(w, m.Text, describeValue(m.Value))
	}
	return nil
}

// describeValue returns "win 9", "loss 4" or "draw -".
func describeValue(v solve.Value) string {
	switch {
	case v.Wins():
		return fmt.Sprint("win ", v.Moves)
	case v.Loses():
		return fmt.Sprint("loss ", v.Moves)
	}
	return "draw -"
}

// makeEndings makes and checks the tables of the endings of a game.
func (c *SolveCommand) makeEndings(w io.Writer, step func() error, progress solve.Progress) error {
	if err := solve.BuildEndings(c.Args.Game, c.Tables, c.workers(), step, progress); err != nil {
		return err
	}
	if c.Check {
		census, err := solve.CheckEndings(c.Args.Game, c.Tables, c.workers(), step, progress)
		if err != nil {
			return err
		}
		printCensus(w, census)
	}
	return nil
}

// printCensus prints the statistics of a table.
func printCensus(w io.Writer, c solve.Census) {
	fmt.Fprintf(w, "%d positions: %d won, %d lost, %d drawn for the side to move\nlongest win: %d moves, %s\n",
		c.Positions, c.Won, c.Lost, c.Drawn, c.Longest, c.Example)
}

// solve returns the value of a position and its moves by the tables in the folder.
func (d Folder) solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	game := x.Board().ID()
	if slices.Contains(solve.EndingGames(), game) {
		endings, err := solve.ReadEndings(game, d)
		if err != nil {
			return solve.Value{}, nil, fmt.Errorf("%s: %w (tableronde solve %s makes it)", d, err, game)
		}
		v, moves, err := endings.Solve(x)
		if errors.Is(err, solve.ErrAbsent) {
			err = errors.New("--position: the tables have positions with at most three pieces")
		}
		return v, moves, err
	}
	t, err := solve.Open(d)
	if err != nil {
		return solve.Value{}, nil, fmt.Errorf("%s: %w (tableronde solve camette makes it)", d, err)
	}
	defer t.Close()
	return t.Solve(x)
}

// Maker solves positions with the tables in a folder: the table of Camette, and the endings of
// other games. Missing tables are made by a separate process with low priority on one processor.
// Its memory does not count as the server's, and it ends with the server. Completed parts are kept.
type Maker struct {
	folder  Folder
	pieces  int    // the most pieces of the endings to make, 0 for all
	program string // path of the program with the command solve
	log     *slog.Logger

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	endings map[string]*endingReader // by game

	mu     sync.RWMutex // held for reading while the table is used
	table  *solve.Table // of Camette, with the parts that existed when it was opened; nil for none
	looked time.Time    // time of the last attempt to open the table
	closed bool
}

// NewMaker returns a Maker, which the caller must close.
func NewMaker(folder Folder, pieces int, program string, log *slog.Logger) *Maker {
	m := &Maker{folder: folder, pieces: pieces, program: program, log: log, endings: make(map[string]*endingReader)}
	m.ctx, m.stop = context.WithCancel(context.Background())
	for _, game := range solve.EndingGames() {
		m.endings[game] = &endingReader{game: game, folder: folder, log: log}
	}
	m.reopen()
	return m
}

// Endings returns the endings of a game for searches, nil without tables. See bot.EndingsOf.
func (m *Maker) Endings(game string) search.Endings {
	if e := m.endings[game]; e != nil {
		return e
	}
	return nil
}

// Solve returns the value of a position and its moves, as solve.Table does. It returns
// solve.ErrAbsent while the table is absent, and for positions in no table.
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

// isRecent reports whether the last attempt to open the table is less than a minute ago.
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

// read works like Solve with the opened tables.
func (m *Maker) read(x *parker.Search) (solve.Value, []solve.Move, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.table == nil {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	return m.table.Solve(x)
}

// reopen opens the existing parts of the table.
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

// MakeAll makes all missing tables in the background, one game after the other. under is a program
// that sets the priority, with its arguments.
func (m *Maker) MakeAll(under ...string) {
	m.work.Go(func() {
		for _, game := range append([]string{"camette"}, solve.EndingGames()...) {
			if m.ctx.Err() == nil {
				m.make(game, under...)
			}
		}
	})
}

// make makes the tables of a game, unless they exist, and logs the result.
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

// run makes tables in another process and waits for its end.
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
	held, err := cmd.StdinPipe() // the system closes it when this process is killed
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

// tableRetry is the time after which missing tables are looked up again, because another process
// may have made them.
const tableRetry = time.Minute

// endingReader solves the endings of one game. The first search that reaches a position with few
// pieces waits while the tables are read into memory. Thus all searches have the same results once
// the tables exist. It implements search.Endings.
type endingReader struct {
	game    string
	folder  Folder
	log     *slog.Logger
	endings atomic.Pointer[solve.Endings]
	reading sync.Mutex
	again   atomic.Int64 // time to read the folder again, in Unix seconds
}

// Ending implements search.Endings.
func (e *endingReader) Ending(x *parker.Search) (moves int, ok bool) {
	if t := e.tables(); t != nil {
		return t.Ending(x)
	}
	return 0, false
}

// solve returns the value of a position and of its moves. It returns solve.ErrAbsent while the
// tables are absent, and for positions in no table.
func (e *endingReader) solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if x.Pieces(1)+x.Pieces(2) <= solve.EndingPieces {
		if t := e.tables(); t != nil {
			return t.Solve(x)
		}
	}
	return solve.Value{}, nil, solve.ErrAbsent
}

// tables returns the tables, nil while they are missing.
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

// Folder is the path of a folder with tables. It is a solve.Store.
type Folder string

// Lock keeps other processes from making the tables of a game until unlock is called, if the system
// has locks.
func (d Folder) Lock(game string) (unlock func() error, err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(string(d), game+".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another process makes the tables of %s: %w", d, game, err)
	}
	return f.Close, nil
}

// Open implements solve.Store.
func (d Folder) Open(name string) (solve.Part, int64, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, 0, solve.ErrAbsent
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// Write implements solve.Store. A file gets its name when it is complete.
func (d Folder) Write(name string, parts ...[]byte) (err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return err
	}
	path := filepath.Join(string(d), name)
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return errors.Join(err, os.Remove(path+".part"))
	}
	return os.Rename(path+".part", path)
}

// Player returns a player of a level, and a function that closes its tables.
func (d Folder) Player(game string, level int, seed uint64) (p bot.Chooser, done func(), err error) {
	if level < bot.Levels {
		p, err = Known{}.Player(game, level, seed)
		return p, func() {}, err
	}
	k, err := d.OpenFor(game)
	if err != nil {
		return nil, nil, err
	}
	p, err = k.Player(game, level, seed)
	return p, k.Close, err
}

// Known holds the tables of a game from a folder.
type Known struct {
	Table   *solve.Table   // of Camette; nil if it is missing
	endings search.Endings // of another game; nil if they are missing
}

// OpenFor opens the tables of a game in the folder.
func (d Folder) OpenFor(game string) (k Known, err error) {
	switch {
	case game == "camette":
		k.Table, err = solve.Open(d)
	case slices.Contains(solve.EndingGames(), game):
		var found *solve.Endings
		if found, err = solve.ReadEndings(game, d); err == nil {
			k.endings = found
		}
	}
	if err != nil && !errors.Is(err, solve.ErrAbsent) {
		return k, fmt.Errorf("%s: %w", d, err)
	}
	return k, nil
}

// Player returns a computer player of a level. The highest level plays by the tables.
func (k Known) Player(game string, level int, seed uint64) (bot.Chooser, error) {
	switch {
	case parker.BoardOf(game) == nil:
		return bot.NewPlayer(game, level, seed)
	case level == bot.Levels && k.Table != nil:
		return bot.NewSolved(k.Table, 0)
	case level == bot.Levels:
		return bot.NewLevelWith(game, level, seed, bot.LevelOptions{Endings: k.endings})
	}
	return bot.NewLevel(game, level, seed)
}

// Close closes the table of Camette.
func (k Known) Close() {
	if k.Table != nil {
		k.Table.Close()
	}
}
