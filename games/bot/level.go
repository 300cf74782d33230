package bot

import (
	"fmt"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Levels is the number of levels of the board games.
const Levels = 5

// Level is a player of one of the board games.
type Level struct {
	board  *parker.Board
	engine *search.Engine
	depth  int // moves that it looks ahead at most, 0 for no limit
}

// strengths says, for each level, how far it looks ahead and how far its estimates are
// off. What can be captured, and what is won at once, every level sees.
var strengths = [Levels]struct{ depth, noise int }{
	{1, 60},
	{2, 55},
	{3, 45},
	{5, 25},
	{0, 0},
}

// smallTable is the size of the table of the levels that do not look far ahead.
const smallTable = 1 << 20

// NewLevel returns a player of a game, from 1 for the weakest to Levels. The error is
// for a game without boards, and for a level that does not exist.
func NewLevel(game string, level int, seed uint64) (*Level, error) {
	return NewLevelWithin(game, level, seed, 0)
}

// NewLevelWithin is NewLevel for a player that keeps the positions it has searched in so
// many bytes; 0 means the usual size.
func NewLevelWithin(game string, level int, seed uint64, bytes int) (*Level, error) {
	b := parker.BoardOf(game)
	switch {
	case b == nil:
		return nil, fmt.Errorf("there is no search for the game %s", game)
	case level < 1 || level > Levels:
		return nil, fmt.Errorf("there is no level %d: they are 1 to %d", level, Levels)
	}
	strength := strengths[level-1]
	o := search.Options{Noise: strength.noise, Seed: seed, TableBytes: bytes}
	if bytes == 0 && strength.depth > 0 {
		o.TableBytes = smallTable
	}
	return &Level{b, search.New(b, o), strength.depth}, nil
}

// NewPlain returns the baseline that the levels are measured against: the search of
// captures, the table, killers and history, and an evaluation by material, steps to the
// castle, runners and guards; none of what makes the levels stronger.
func NewPlain(game string) (*Level, error) {
	b := parker.BoardOf(game)
	if b == nil {
		return nil, fmt.Errorf("there is no search for the game %s", game)
	}
	return &Level{b, search.New(b, search.Options{Plain: true}), 0}, nil
}

// Choose implements Chooser.
func (l *Level) Choose(t Turn) (Choice, error) {
	s, ok := t.State.(games.Searcher)
	if !ok {
		return Choice{}, fmt.Errorf("seat %d cannot be played by a search", t.Seat)
	}
	x, ok := s.Search().(*parker.Search)
	if !ok || x.Board() != l.board || x.ToAct() != t.Seat {
		return Choice{}, fmt.Errorf("seat %d is not to act on this board", t.Seat)
	}
	return l.search(x, search.Limits{Depth: l.depth, Nodes: t.Nodes, Stop: t.Stop}), nil
}

// search searches a position and puts what it finds into words.
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
