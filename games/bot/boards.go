package bot

import (
	"errors"
	"fmt"
	"math"
	"strings"

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
	seed uint64
}

// strength is the strength of a level.
type strength struct {
	meek  bool   // takes as few pieces as the rules allow, and charges only where it must
	rash  int    // of 100 moves, those that it makes without a search
	depth int    // moves that it looks ahead at most; 0 for no limit
	noise int    // by how much its estimates are off at most, in hundredths of a man
	nodes uint64 // positions that it searches at most; 0 for no limit
}

// strengths are the levels at each game. The two weak ones search two moves ahead, with estimates
// that are a little wrong. The first also forgives: a beginner wins most matches against it. Levels
// 3 and 4 search few positions: each beats the level below in about four matches of five.
// Only the strongest estimates by the network of the board, if there is one. Every level sees moves
// that win at once, except charges at level 1.
var strengths = map[string][Levels]strength{
	"camelot":          {{meek: true, rash: 20, depth: 2, noise: 60}, {depth: 2, noise: 90}, {nodes: 170}, {nodes: 550}},
	"chivalry":         {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 75}, {nodes: 830}, {nodes: 2_800}},
	"chivalry-4-teams": {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 75}, {nodes: 830}, {nodes: 2_800}},
	"chivalry-4-solo":  {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 75}, {nodes: 830}, {nodes: 2_800}},
	"cam":              {{meek: true, rash: 60, depth: 2, noise: 60}, {depth: 2, noise: 120}, {nodes: 80}, {nodes: 450}},
	"camette":          {{meek: true, rash: 100, depth: 2, noise: 60}, {depth: 2, noise: 400}, {nodes: 60}, {nodes: 320}},
	"grand-camelot":    {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 87}, {nodes: 350}, {nodes: 900}},
	"grand-cam-97":     {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 61}, {nodes: 670}, {nodes: 2_000}},
	"grand-cam-93":     {{meek: true, depth: 2, noise: 60}, {depth: 2, noise: 61}, {nodes: 670}, {nodes: 2_000}},
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
		return &Level{b, search.New(b, o), s, seed}, nil
	}
	if o.TableBytes == 0 {
		o.TableBytes = smallTable
	}
	w := *search.WeightsFor(b)
	w.Network = nil
	o.Weights = &w
	return &Level{b, search.New(b, o), s, seed}, nil
}

// NewPlain returns the baseline against which the levels are measured. It has the search of
// captures, the table, killers and history, and an evaluation by material, steps to the
// castle, runners and guards. It has none of the improvements of the levels.
func NewPlain(game string) (*Level, error) {
	b := parker.BoardOf(game)
	if b == nil {
		return nil, fmt.Errorf("the game %s has no search", game)
	}
	return &Level{b, search.New(b, search.Options{Plain: true}), strength{}, 0}, nil
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
	limits := search.Limits{Depth: l.depth, Nodes: nodes, Stop: t.Stop, Among: t.Among}
	if l.meek {
		limits.Among = least(x, t.Among)
	}
	if m, ok := search.Stray(x, limits.Among, l.rash, l.seed); ok {
		limits.Among, limits.Single = []games.SearchMove{m}, true // it still has a value, which decides about draws
	}
	return l.search(x, limits), nil
}

// least returns the moves, of some or of all for nil, that take the fewest pieces. A charge is left
// out unless all are charges.
func least(x *parker.Search, among []games.SearchMove) (kept []games.SearchMove) {
	if among == nil {
		among = x.Moves(nil)
	}
	const charge = 1000 // more than the pieces that a move takes
	lowest := math.MaxInt
	for _, m := range among {
		text := x.Text(m)
		taken := strings.Count(text, "x")
		if taken > 0 && strings.Contains(text, "-") {
			taken += charge
		}
		if taken < lowest {
			kept, lowest = kept[:0], taken
		}
		if taken == lowest {
			kept = append(kept, m)
		}
	}
	return kept
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
