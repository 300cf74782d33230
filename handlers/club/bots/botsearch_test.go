package bots_test

import (
	"context"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
)

// A search rests while somebody waits for a response, and comes to its end all the same.
func TestSearchGivesWay(t *testing.T) {
	t.Parallel()
	busy := func() bool { return false }
	c, _ := roomstest.NewBotTable(t, "chivalry", 2, 2, func(cfg *rooms.Config) { cfg.Busy = func() bool { return busy() } })
	want, err := c.Bots.Search(t.Context(), c.LoadNow(), 1, 4)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	busy = func() bool { asked++; return asked%8 != 0 }
	got, err := c.Bots.Search(t.Context(), c.LoadNow(), 1, 4)
	if err != nil || got.Action != want.Action || got.Nodes != want.Nodes {
		t.Errorf("%s after %d positions, %v, want %s after %d", got.Action, got.Nodes, err, want.Action, want.Nodes)
	}
	if want.Nodes < 1024 || asked < 8*int(want.Nodes/1024) {
		t.Errorf("in %d positions it was asked %d times whether somebody waits", want.Nodes, asked)
	}
}

// oneValue is a table that says of every position that its last move wins, and counts how
// often it is asked.
type oneValue struct{ asked int }

func (o *oneValue) Solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if o.asked++; o.asked > 1 {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	moves := x.Moves(nil)
	m, v := moves[len(moves)-1], solve.Value{Decided: true, Moves: 1}
	return v, []solve.Move{{Move: m, Text: x.Text(m), Value: v}}, nil
}

// The highest level plays Camette by the table, no other level and no other game.
func TestBotAsksTheTable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		game  string
		level int
		asks  bool
	}{{"camette", db.BotLevels, true}, {"camette", db.BotLevels - 1, false}, {"cam", db.BotLevels, false}} {
		table := new(oneValue)
		ctx, stop := context.WithCancel(t.Context())
		c, _ := roomstest.NewBotTable(t, test.game, 2, 2, func(cfg *rooms.Config) {
			cfg.Solver = table
			cfg.Busy = func() bool { stop(); return false } // a search by itself is none of this
		})
		f := c.LoadNow()
		x := f.Table.State().(games.Searcher).Search()
		moves := x.Moves(nil)
		choice, _ := c.Bots.Search(ctx, f, 1, test.level)
		if test.asks && choice.Action != x.Text(moves[len(moves)-1]) || test.asks != (table.asked > 0) {
			t.Errorf("level %d of %s plays %s, and has asked %d times", test.level, test.game, choice.Action, table.asked)
		}
		stop()
	}
}

// endingsOf is a solver that has no position, and counts how often searches ask for endings.
type endingsOf struct {
	game  string
	asked int
}

func (*endingsOf) Solve(*parker.Search) (solve.Value, []solve.Move, error) {
	return solve.Value{}, nil, solve.ErrAbsent
}

func (e *endingsOf) Endings(game string) search.Endings {
	if game != e.game {
		return nil
	}
	return e
}

func (e *endingsOf) Ending(*parker.Search) (moves int, ok bool) {
	e.asked++
	return 0, false
}

// The highest level asks for the endings of its game where few pieces are left.
func TestBotAsksForEndings(t *testing.T) {
	t.Parallel()
	p, err := parker.ParsePosition("cam 1 B5,G6/D6")
	if err != nil {
		t.Fatal(err)
	}
	state, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		game  string
		level int
		asks  bool
	}{{"cam", db.BotLevels, true}, {"cam", db.BotLevels - 1, false}, {"camelot", db.BotLevels, false}} {
		known := &endingsOf{game: test.game}
		s := rooms.New(rooms.Config{Solver: known})
		player, err := s.Bots.Chooser(match.Match{Match: db.Match{Game: "cam"}}, 1, test.level)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := player.Choose(bot.Turn{State: state, Seat: 1, Nodes: 500}); err != nil {
			t.Fatal(err)
		}
		if test.asks != (known.asked > 0) {
			t.Errorf("level %d, with endings of %s: they are asked %d times", test.level, test.game, known.asked)
		}
	}
}
