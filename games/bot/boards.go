package bot

import (
	"errors"
	"fmt"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// Levels is the number of levels of the board games.
const Levels = 5

// Level is a player of one of the board games.
type Level struct {
	board  *parker.Board
	engine *search.Engine
	strength
}

// strength is the strength of a level.
type strength struct {
	depth int    // the most moves that it looks ahead; 0 for no limit
	noise int    // the greatest error of its estimates, in hundredths of a man
	nodes uint64 // the most positions that it searches; 0 for no limit
}

// strengths are the levels of each game. The weak ones search a few moves ahead, with estimates
// that are a little wrong. The levels above search several times as many positions as the level
// below. Only the strongest estimates by the network of the board, if there is one. Every level
// sees pieces that can be captured, and moves that win at once. A move ahead is worth more on some
// boards than on others, and so is an error.
var strengths = map[string][Levels]strength{
	"camelot":          {{depth: 2, noise: 60}, {depth: 3, noise: 55}, {nodes: 10_000}, {nodes: 72_000}},
	"chivalry":         {{depth: 2, noise: 60}, {depth: 3, noise: 60}, {nodes: 16_000}, {nodes: 80_000}},
	"chivalry-4-teams": {{depth: 2, noise: 60}, {depth: 3, noise: 60}, {nodes: 16_000}, {nodes: 80_000}},
	"chivalry-4-solo":  {{depth: 2, noise: 60}, {depth: 3, noise: 60}, {nodes: 16_000}, {nodes: 80_000}},
	"cam":              {{depth: 2, noise: 12}, {depth: 3, noise: 10}, {nodes: 6_500}, {nodes: 32_000}},
	"camette":          {{depth: 2, noise: 12}, {depth: 3, noise: 10}, {nodes: 6_500}, {nodes: 32_000}},
	"grand-camelot":    {{depth: 3, noise: 80}, {depth: 3, noise: 30}, {nodes: 10_000}, {nodes: 44_000}},
	"grand-cam-97":     {{depth: 3, noise: 80}, {depth: 3, noise: 20}, {nodes: 5_000}, {nodes: 12_000}},
	"grand-cam-93":     {{depth: 3, noise: 80}, {depth: 3, noise: 20}, {nodes: 5_000}, {nodes: 12_000}},
}

// smallTable is the size of the table of levels that search few moves ahead.
const smallTable = 2 << 20

// LevelOptions are the settings of a level beside its strength. The zero value is the usual
// one.
type LevelOptions struct {
	Bytes   int            // of memory for the positions that it has searched; 0 for the usual size
	Endings search.Endings // the true values of positions with few pieces, which only the highest level asks for; nil for none
}

// NewLevel returns a player of a game, from 1 for the weakest to Levels. The error is
// for a game without boards, and for a level that does not exist.
func NewLevel(game string, level int, seed uint64) (*Level, error) {
	return NewLevelWith(game, level, seed, LevelOptions{})
}

// NewLevelWith is NewLevel with options.
func NewLevelWith(game string, level int, seed uint64, options LevelOptions) (*Level, error) {
	b := parker.BoardOf(game)
	switch {
	case b == nil:
		return nil, fmt.Errorf("the game %s has no search", game)
	case level < 1 || level > Levels:
		return nil, fmt.Errorf("level %d is outside 1 to %d", level, Levels)
	}
	s := strengths[game][level-1]
	o := search.Options{Noise: s.noise, Seed: seed, TableBytes: options.Bytes}
	if level == Levels {
		o.Endings = options.Endings
		return &Level{b, search.New(b, o), s}, nil
	}
	if o.TableBytes == 0 {
		o.TableBytes = smallTable
	}
	w := *search.WeightsFor(b)
	w.Network = nil
	o.Weights = &w
	return &Level{b, search.New(b, o), s}, nil
}

// NewPlain returns the baseline against which the levels are measured. It has the search of
// captures, the table, killers and history, and an evaluation by material, steps to the
// castle, runners and guards. It has none of the improvements of the levels.
func NewPlain(game string) (*Level, error) {
	b := parker.BoardOf(game)
	if b == nil {
		return nil, fmt.Errorf("the game %s has no search", game)
	}
	return &Level{b, search.New(b, search.Options{Plain: true}), strength{}}, nil
}

// Choose implements Chooser.
func (l *Level) Choose(t Turn) (Choice, error) {
	x, ok := parker.SearchOf(t.State)
	if !ok || x.Board() != l.board || x.ToAct() != t.Seat {
		return Choice{}, fmt.Errorf("seat %d is not to act on this board", t.Seat)
	}
	nodes := t.Nodes
	if l.nodes > 0 && (nodes == 0 || nodes > l.nodes) {
		nodes = l.nodes
	}
	return l.search(x, search.Limits{Depth: l.depth, Nodes: nodes, Stop: t.Stop, Among: t.Among}), nil
}

// search searches a position and returns the finding as a Choice.
func (l *Level) search(x *parker.Search, limits search.Limits) Choice {
	f := l.engine.Search(x, limits)
	c := Choice{Action: x.Text(f.Move), Search: true, Value: f.Value, Depth: f.Depth, Nodes: f.Nodes}
	c.Moves, c.Decided = search.Decided(f.Value)
	for _, m := range f.Line {
		c.Line = append(c.Line, x.Text(m))
		x.Make(m)
	}
	return c
}

// Solved is a perfect player of Camette: it never gives away a won or drawn position, wins as fast
// as possible and loses as late as possible. Among moves that keep a draw, and in positions that
// the table lacks, it plays like the highest level.
type Solved struct {
	table Solver
	level *Level
}

// Solver returns the true values of positions, as a solve.Table does for Camette. The error is
// solve.ErrAbsent for a position without a value.
type Solver interface {
	Solve(x *parker.Search) (solve.Value, []solve.Move, error)
}

// EndingsOf returns a solver's endings of a game other than Camette, for searches: the solver
// may have a method Endings. It returns nil if there are none.
func EndingsOf(s Solver, game string) search.Endings {
	if all, ok := s.(interface {
		Endings(game string) search.Endings
	}); ok {
		return all.Endings(game)
	}
	return nil
}

// NewSolved returns a player with a table of Camette. The player stores searched positions in the
// given number of bytes, 0 for the usual size.
func NewSolved(t Solver, bytes int) (*Solved, error) {
	level, err := NewLevelWith("camette", Levels, 0, LevelOptions{Bytes: bytes})
	return &Solved{t, level}, err
}

// Choose implements Chooser.
func (p *Solved) Choose(t Turn) (Choice, error) {
	x, ok := parker.SearchOf(t.State)
	if !ok || x.Board() != p.level.board || x.ToAct() != t.Seat {
		return Choice{}, fmt.Errorf("seat %d is not to act in Camette", t.Seat)
	}
	value, moves, err := p.table.Solve(x)
	if errors.Is(err, solve.ErrAbsent) {
		return p.level.Choose(t)
	}
	if err != nil {
		return Choice{}, err
	}
	if value.Decided {
		return p.decided(x, value, moves[0])
	}
	var draws []games.SearchMove
	for _, m := range moves {
		if !m.Value.Decided {
			draws = append(draws, m.Move)
		}
	}
	c := p.level.search(x, search.Limits{Nodes: t.Nodes, Stop: t.Stop, Among: draws})
	c.Value, c.Decided, c.Moves = 0, false, 0
	return c, nil
}

// decided returns the choice of the best move, with the following moves by the table.
func (p *Solved) decided(x *parker.Search, v solve.Value, best solve.Move) (Choice, error) {
	c := Choice{Action: best.Text, Search: true, Decided: true, Moves: v.Moves, Value: search.Won - v.Moves}
	if v.Loses() {
		c.Moves, c.Value = -v.Moves, v.Moves-search.Won
	}
	for {
		c.Line = append(c.Line, best.Text)
		x.Make(best.Move)
		if _, over := x.Won(); over {
			return c, nil
		}
		_, moves, err := p.table.Solve(x)
		if errors.Is(err, solve.ErrAbsent) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		best = moves[0]
	}
}
