package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/arena"
	"tableronde/cmd/tableronde/tables"
	"tableronde/games"
	"tableronde/games/bot"
	lab "tableronde/games/bot/lab/arena"
	"tableronde/games/bot/lab/bestplay"
	"tableronde/games/bot/lab/learn"
	"tableronde/games/bot/lab/tactics"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

type learnCmd struct {
	Game    string  `long:"game" required:"yes" description:"The game, as listed by the command games; required."`
	Games   int     `long:"games" default:"1000" value-name:"N" description:"How many games the search plays against itself."`
	Nodes   uint64  `long:"nodes" default:"1000" value-name:"N" description:"How many positions to search for a move."`
	Seed    uint64  `long:"seed" default:"1" value-name:"N" description:"Random seed; the same seed gives the same result."`
	Rounds  int     `long:"rounds" default:"1" value-name:"N" description:"How many rounds of games a network learns from; the network of the round before plays each."`
	Decay   float64 `long:"decay" value-name:"X" description:"How strongly the parameters of a network are drawn to 0, against overfitting."`
	Network bool    `long:"network" description:"Learn a network that is added to the weights, rather than weights."`
	Fresh   bool    `long:"fresh" description:"Begin with the weights made by hand, rather than with the weights in the program."`
}

// Validate implements validator.
func (c *learnCmd) Validate() error {
	switch {
	case c.Games < 10 || c.Nodes < 1 || c.Rounds < 1:
		return errors.New("a flag is too small: --games is at least 10, --nodes and --rounds at least 1")
	case c.Decay < 0 || c.Decay > 1:
		return errors.New("--decay is from 0 to 1")
	case c.Decay > 0 && !c.Network:
		return errors.New("--decay needs --network")
	case c.Rounds > 1 && !c.Network:
		return errors.New("--rounds goes with --network")
	case c.Fresh && c.Network:
		return errors.New("--fresh does not go with --network, which is added to the weights in the program")
	}
	return nil
}

// Run prints the learned weights in the form of games/bot/search/weights, or the network in the
// form of games/bot/search/networks. It reports progress on standard error.
func (c *learnCmd) Run(con *cli.Console) error {
	b := parker.BoardOf(c.Game)
	if b == nil {
		return fmt.Errorf("unknown board game %q", c.Game)
	}
	RunWithInput := learn.Run{Board: b, Games: c.Games, Nodes: c.Nodes, Seed: c.Seed, Rounds: c.Rounds, Decay: c.Decay, From: search.WeightsFor(b)}
	command := fmt.Sprintf("trlab learn --game %s --games %d --nodes %d --seed %d", c.Game, c.Games, c.Nodes, c.Seed)
	if c.Fresh {
		RunWithInput.From = search.NewFeatures(b).Handmade()
		command += " --fresh"
	}
	play := RunWithInput.Learn
	if c.Network {
		play = RunWithInput.LearnNetwork
		command += " --network"
		if c.Rounds > 1 {
			command += fmt.Sprintf(" --rounds %d", c.Rounds)
		}
		if c.Decay > 0 {
			command += fmt.Sprintf(" --decay %g", c.Decay)
		}
	}
	learned, err := play(func(game, samples int) {
		if game%100 == 0 {
			fmt.Fprintf(con.Err, "%d games, %d quiet positions\n", game, samples)
		}
	})
	if err != nil {
		return err
	}
	learned.Command = command
	fmt.Fprintf(con.Err, "loss on every tenth game: %.4f before, %.4f after\n", learned.Before, learned.After)
	out := json.NewEncoder(con.Out)
	return out.Encode(learned)
}

// problems are the flags of the commands tactics, puzzles and problems.
type problems struct {
	Game  string `long:"game" required:"yes" description:"The game, as listed by the command games; required."`
	Count int    `long:"count" default:"100" value-name:"N" description:"How many positions."`
	Seed  uint64 `long:"seed" default:"1" value-name:"N" description:"Random seed; the same seed gives the same result."`
}

// Validate implements validator.
func (p *problems) Validate() error {
	if p.Count < 1 {
		return errors.New("--count must be at least 1")
	}
	return nil
}

// board returns the board of the game. Only a game of two has problems.
func (p *problems) board() (*parker.Board, error) {
	b := parker.BoardOf(p.Game)
	if b == nil || b.Seats() != 2 {
		return nil, fmt.Errorf("%q is not a board game of two", p.Game)
	}
	return b, nil
}

// progress writes the numbers of games played and positions found to the error stream, now and then.
func progress(con *cli.Console, every int) func(games, found int) {
	return func(games, found int) {
		if games%every == 0 {
			fmt.Fprintf(con.Err, "%d games, %d positions\n", games, found)
		}
	}
}

type tacticsCmd struct{ problems }

// Run prints positions with the one move that wins within a number of moves.
func (c *tacticsCmd) Run(con *cli.Console) error {
	b, err := c.board()
	if err != nil {
		return err
	}
	list, err := tactics.Find(b, c.Count, c.Seed, progress(con, 100))
	if err != nil {
		return err
	}
	for _, p := range list {
		if _, err := fmt.Fprintln(con.Out, p); err != nil {
			return err
		}
	}
	return nil
}

type puzzlesCmd struct {
	problems
	Defence bool `long:"defence" description:"Find positions in which one move alone saves from a win of the other side."`
}

// Run prints puzzles in the form of games/puzzles, the easiest first, and on the error stream how
// many problems were rejected.
func (c *puzzlesCmd) Run(con *cli.Console) error {
	b, err := c.board()
	if err != nil {
		return err
	}
	find := tactics.FindPuzzles
	if c.Defence {
		find = tactics.FindDefences
	}
	list, rejected, err := find(b, c.Count, c.Seed, progress(con, 1000))
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b tactics.Puzzle) int { return cmp.Compare(a.Rating, b.Rating) })
	for _, why := range slices.Sorted(maps.Keys(rejected)) {
		fmt.Fprintf(con.Err, "rejected: %d %s\n", rejected[why], why)
	}
	for _, p := range list {
		if _, err := fmt.Fprintf(con.Out, "%s\t%s\t%d\n", p.Position, strings.Join(p.Line, " "), p.Rating); err != nil {
			return err
		}
	}
	return nil
}

type problemsCmd struct{ problems }

// Run prints decisions at cards in the form of games/problems, and on the error stream how many
// decisions were rejected.
func (c *problemsCmd) Run(con *cli.Console) error {
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return err
	}
	tally, err := bestplay.Plan{Rules: rules, Count: c.Count, Seed: c.Seed, Found: func(p bestplay.Problem, t bestplay.Tally) error {
		fmt.Fprintf(con.Err, "%+v\n", t)
		_, err := fmt.Fprintln(con.Out, p)
		return err
	}}.Find()
	fmt.Fprintf(con.Err, "%+v\n", tally)
	return err
}

type waitsCmd struct {
	Game  string `long:"game" description:"The game, as listed by the command games; by default all."`
	Seats int    `long:"seats" description:"The number of players; every number if left out."`
	Games int    `long:"games" default:"100" description:"How many games to play of each."`
	Seed  uint64 `long:"seed" default:"1" description:"Random seed; the same seed gives the same result."`
}

// Validate implements validator.
func (c *waitsCmd) Validate() error {
	if c.Games < 1 {
		return errors.New("--games must be at least 1")
	}
	return nil
}

// Run prints a line for each game and number of players: the median and the total of the waits,
// without orders and with them, and the percentage of the median that remains.
func (c *waitsCmd) Run(con *cli.Console) error {
	counted, err := c.rulesets()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "game\tseats\tgames\tmedian before\tmedian after\tleft\ttotal before\ttotal after\t")
	for _, rules := range counted {
		for _, seats := range rules.Info().Seats {
			if c.Seats != 0 && c.Seats != seats {
				continue
			}
			before, after, err := c.count(rules, seats)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d %%\t%d\t%d\t\n", rules.Info().ID, seats, c.Games,
				before.median, after.median, 100*after.median/max(before.median, 1), before.total, after.total)
		}
	}
	return w.Flush()
}

// rulesets returns the games to count. It returns an error if the flags name an unknown game, or a
// number of seats that the game does not allow.
func (c *waitsCmd) rulesets() ([]games.Ruleset, error) {
	if c.Game == "" {
		return catalog.All(), nil
	}
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return nil, err
	}
	if info := rules.Info(); c.Seats != 0 && !slices.Contains(info.Seats, c.Seats) {
		return nil, fmt.Errorf("%s is not played by %d", c.Game, c.Seats)
	}
	return []games.Ruleset{rules}, nil
}

// waitCount holds the waits of several games.
type waitCount struct{ median, total int }

// count plays the games, without orders and with them.
func (c *waitsCmd) count(rules games.Ruleset, seats int) (before, after waitCount, err error) {
	all, left := make([]int, c.Games), make([]int, c.Games)
	for i := range all {
		n := c.Seed + uint64(i)
		if all[i], left[i], err = waitsOf(rules, seats, n); err != nil {
			return before, after, fmt.Errorf("game %d of %s for %d: %w", n, rules.Info().ID, seats, err)
		}
	}
	return sumWaits(all), sumWaits(left), nil
}

func sumWaits(waits []int) waitCount {
	slices.Sort(waits)
	sum := waitCount{median: waits[len(waits)/2]}
	for _, n := range waits {
		sum.total += n
	}
	return sum
}

// waitsOf plays the n-th game. A board game is played once, a card game with the same deal without
// and with orders.
func waitsOf(rules games.Ruleset, seats int, n uint64) (before, after int, err error) {
	setup, info := games.Setup{Seats: seats}, rules.Info()
	if info.Chance {
		setup.Seed = waits.SeedOf(n)
	}
	if parker.BoardOf(info.ID) != nil {
		return waits.CountOnBoard(rules, setup, n)
	}
	player, ok := bot.PlayerOf(info.ID)
	if !ok {
		return 0, 0, fmt.Errorf("no player of %s is known", info.ID)
	}
	after, err = waits.Count(rules, setup, player, rand.New(rand.NewPCG(n, uint64(seats))))
	if err != nil {
		return 0, 0, err
	}
	before, err = waits.Count(rules, setup, bot.Player{Choose: player.Choose}, rand.New(rand.NewPCG(n, uint64(seats))))
	return before, after, err
}

type benchCmd struct {
	Game      string        `long:"game" value-name:"GAME" description:"The game, as listed by the command games; by default all boards."`
	Time      time.Duration `long:"time" default:"1s" value-name:"DURATION" description:"The processor time of the searches of a board, all positions together."`
	Positions int           `long:"positions" default:"10" value-name:"N" description:"How many positions are searched; they are the same in every run."`
}

// Validate implements validator.
func (c *benchCmd) Validate() error {
	switch {
	case c.Time <= 0 || c.Positions < 1:
		return fmt.Errorf("--time and --positions must be more than 0")
	case c.Game != "" && parker.BoardOf(c.Game) == nil:
		return fmt.Errorf("--game: unknown board game %q", c.Game)
	}
	return nil
}

// Run prints the work of one processor in a second on each board: searched positions, and moves of
// perft, counted in bulk and one by one.
func (c *benchCmd) Run(con *cli.Console) error {
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "GAME\tNODES/S\tPLAIN NODES/S\tDEPTH\tPERFT MOVES/S\t")
	for _, rules := range catalog.All() {
		game := rules.Info().ID
		if parker.BoardOf(game) == nil || c.Game != "" && c.Game != game {
			continue
		}
		states, err := benchStates(rules, c.Positions)
		if err != nil {
			return err
		}
		level, err := bot.NewLevel(game, bot.Levels, 0)
		if err != nil {
			return err
		}
		plain, err := bot.NewPlain(game)
		if err != nil {
			return err
		}
		nodes, depth, err := c.search(level, states)
		if err != nil {
			return err
		}
		plainNodes, _, err := c.search(plain, states)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.1f\t%.0f\t\n", game, nodes, plainNodes, depth, c.perft(states))
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// benchStates returns positions of random play.
func benchStates(rules games.Ruleset, n int) ([]games.State, error) {
	states := make([]games.State, 0, n)
	for seed := uint64(0); len(states) < n; seed++ {
		rng := rand.New(rand.NewPCG(seed, 19))
		s, err := rules.New(games.Setup{})
		if err != nil {
			return nil, err
		}
		random := lab.NewRandom(seed)
		for range rng.IntN(24) {
			if s.Result() != nil {
				break
			}
			seat := s.ToAct()[0]
			choice, err := random.Choose(bot.Turn{State: s, Seat: seat})
			if err != nil {
				return nil, err
			}
			if s, _, err = s.Apply(seat, choice.Action); err != nil {
				return nil, err
			}
		}
		if s.Result() == nil {
			states = append(states, s)
		}
	}
	return states, nil
}

// search searches the positions in equal shares of the time. It returns the nodes a second and the
// mean depth.
func (c *benchCmd) search(player bot.Chooser, states []games.State) (nodes, depth float64, err error) {
	share := c.Time / time.Duration(len(states))
	start := arena.ProcessorTime()
	for _, s := range states {
		began := arena.ProcessorTime()
		choice, err := player.Choose(bot.Turn{State: s, Seat: s.ToAct()[0], Stop: func() bool { return arena.ProcessorTime()-began >= share }})
		if err != nil {
			return 0, 0, err
		}
		nodes += float64(choice.Nodes)
		depth += float64(choice.Depth) / float64(len(states))
	}
	return nodes / (arena.ProcessorTime() - start).Seconds(), depth, nil
}

// perft counts sequences of two moves from the positions and returns the moves a second.
func (c *benchCmd) perft(states []games.State) float64 {
	start, moves := arena.ProcessorTime(), uint64(0)
	for moves == 0 || arena.ProcessorTime()-start < c.Time/4 {
		for _, s := range states {
			moves += parker.Perft(s, 2)
		}
	}
	return float64(moves) / (arena.ProcessorTime() - start).Seconds()
}

const (
	// forwardMoves is the depth in moves of the search for an end from a random position.
	forwardMoves = 7

	// sampleNodes is the number of positions that level 5 searches for a move.
	sampleNodes = 2_000
)

type sampleCmd struct {
	Args struct {
		Game string `positional-arg-name:"<game>" description:"camette, or a game whose endings are solved."`
	} `positional-args:"yes" required:"yes"`
	Tables tables.Folder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the tables."`
	Count  int           `long:"count" default:"10000" value-name:"N" description:"How many random positions."`
	Seed   uint64        `long:"seed" default:"1" value-name:"N" description:"Random seed; the same seed gives the same result."`
}

// Run compares a table with a search by the rules at random positions. The error names a wrong
// position.
func (c *sampleCmd) Run(con *cli.Console) error {
	if c.Args.Game == "camette" {
		return c.sampleWhole(con.Out)
	}
	endings, err := solve.ReadEndings(c.Args.Game, c.Tables)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x73616d706c65))
	decided := 0
	for range c.Count {
		found, err := endings.Forward(endings.Sample(rng), forwardMoves)
		if err != nil {
			return err
		}
		if found {
			decided++
		}
	}
	c.printAgreement(con.Out, decided)
	return nil
}

func (c *sampleCmd) printAgreement(w io.Writer, decided int) {
	fmt.Fprintf(w, "%d random positions agree with a search by the rules, which finds the end of %d within %d moves\n", c.Count, decided, forwardMoves)
}

// sampleWhole compares the table with a search by the rules at random positions. In each position
// it also plays a move by the table, and one by the search of the highest level alone. The error
// names a wrong position.
func (c *sampleCmd) sampleWhole(w io.Writer) error {
	t, err := solve.Open(c.Tables)
	if err != nil {
		return err
	}
	defer t.Close()
	perfect, err := bot.NewSolved(t, 0)
	if err != nil {
		return err
	}
	alone, err := bot.NewLevel("camette", bot.Levels, 0)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x73616d706c65))
	decided, byTable, bySearch := 0, mistakes{}, mistakes{}
	for range c.Count {
		x := solve.Sample(rng)
		found, err := t.Forward(x, forwardMoves)
		if err != nil {
			return err
		}
		if found {
			decided++
		}
		if err := byTable.count(t, perfect, x); err != nil {
			return err
		}
		if err := bySearch.count(t, alone, x); err != nil {
			return err
		}
	}
	c.printAgreement(w, decided)
	fmt.Fprintf(w, "level 5 by the table: %v\n", byTable)
	fmt.Fprintf(w, "level 5 by the search of %d positions alone: %v\n", sampleNodes, bySearch)
	return nil
}

// mistakes counts positions by value, and the moves that lose value.
type mistakes struct {
	wins, winsGiven, winsSlower int // won positions, then moves that lose the win, or delay it
	draws, drawsGiven           int
	losses, lossesHastened      int
}

// String returns the counts in words.
func (m mistakes) String() string {
	return fmt.Sprintf("of %d wins %d given away and %d not by the shortest way, of %d draws %d given away, of %d losses %d hastened",
		m.wins, m.winsGiven, m.winsSlower, m.draws, m.drawsGiven, m.losses, m.lossesHastened)
}

// count lets a player choose a move, and compares its value with the best move's value.
func (m *mistakes) count(t *solve.Table, player bot.Chooser, x *parker.Search) error {
	state, err := x.Position().State()
	if err != nil {
		return err
	}
	choice, err := player.Choose(bot.Turn{State: state, Seat: x.ToAct(), Nodes: sampleNodes})
	if err != nil {
		return err
	}
	value, moves, err := t.Solve(x)
	if err != nil {
		return err
	}
	for _, move := range moves {
		if move.Text == choice.Action {
			m.add(value, move.Value)
			return nil
		}
	}
	return fmt.Errorf("%s: %s is not a move", x.Position(), choice.Action)
}

// add counts a move by the value of the best one and its own.
func (m *mistakes) add(best, played solve.Value) {
	switch {
	case best.Wins():
		m.wins++
		if !played.Wins() {
			m.winsGiven++
		} else if played.Moves > best.Moves {
			m.winsSlower++
		}
	case best.Loses():
		m.losses++
		if played.Moves < best.Moves {
			m.lossesHastened++
		}
	default:
		m.draws++
		if played.Loses() {
			m.drawsGiven++
		}
	}
}
