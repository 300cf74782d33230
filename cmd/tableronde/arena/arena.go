// Package arena is the command arena of tableronde and trlab, in which computer players or programs
// play each other.
package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/tables"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/lab/arena"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/table"
)

// Command is the command arena.
type Command struct {
	Game    string        `long:"game" required:"yes" description:"The game, as listed by the command games; required."`
	A       string        `long:"a" required:"yes" value-name:"PLAYER" description:"LEVEL, beginner, plain, uct or random, with the budget of a turn behind it, a time or a number of positions, as in 5@100ms and plain@20000; at cards LEVEL, isamcts, sensible, beginner or random, counted in imagined deals; or exec:COMMAND, which reads a record and prints an action; required."`
	B       string        `long:"b" required:"yes" value-name:"PLAYER" description:"The other; required."`
	Seats   int           `long:"seats" value-name:"N" description:"At cards: how many play, A alone against players like B; otherwise as few as can."`
	Games   int           `long:"games" default:"100" value-name:"N" description:"How many games, each opening or deal once with every exchange of seats."`
	Seed    uint64        `long:"seed" default:"1" value-name:"N" description:"Random seed; the same seed gives the same result."`
	Tables  tables.Folder `long:"tables" value-name:"DIR" description:"The folder of the tables, by which level 5 plays and which name the drawn openings of Camette; by default none."`
	Verbose bool          `long:"verbose" description:"Print the score after every game."`
}

// Validate implements validator.
func (c *Command) Validate() error {
	if c.Games < 1 {
		return errors.New("--games must be at least 1")
	}
	return nil
}

// Run plays the games and prints the score of A. It measures a turn in processor time, so that
// other programs do not shorten it. A player exec:COMMAND manages its own time.
func (c *Command) Run(con *cli.Console) error {
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return err
	}
	var play func(func(arena.Tally)) (arena.Tally, error)
	if parker.BoardOf(c.Game) == nil {
		m, err := c.cardMatch(rules)
		if err != nil {
			return err
		}
		play = m.Play
	} else {
		m, done, err := c.boardMatch(rules)
		if err != nil {
			return err
		}
		defer done()
		play = m.Play
	}
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	tally, err := playUntil(ctx, play, func(t arena.Tally) {
		if c.Verbose {
			fmt.Fprintln(con.Err, t)
		}
	})
	if err != nil && !errors.Is(err, errCutOff) {
		return err
	}
	if err != nil {
		err = fmt.Errorf("%w after %d of %d games", err, tally.Games, c.Games)
	}
	_, printed := fmt.Fprintf(con.Out, "%s against %s at %s: %v, %d plies a game", c.A, c.B, c.Game, tally, tally.Plies/max(1, tally.Games))
	if err != nil {
		fmt.Fprintf(con.Out, ", %v", err)
	}
	fmt.Fprintln(con.Out)
	return errors.Join(err, printed)
}

// errCutOff means that not all games were played.
var errCutOff = errors.New("cut off")

// playUntil plays until all games are played or ctx ends. Then the error is errCutOff, and the
// tally has the completed games. It does not wait for a game in progress.
func playUntil(ctx context.Context, play func(func(arena.Tally)) (arena.Tally, error), report func(arena.Tally)) (arena.Tally, error) {
	type outcome struct {
		tally arena.Tally
		err   error
	}
	played, done := make(chan arena.Tally), make(chan outcome, 1)
	go func() {
		tally, err := play(func(t arena.Tally) {
			select {
			case played <- t:
			case <-ctx.Done():
			}
		})
		done <- outcome{tally, err}
	}()
	var so arena.Tally
	for {
		select {
		case so = <-played:
			report(so)
		case o := <-done:
			return o.tally, o.err
		case <-ctx.Done():
			return so, errCutOff
		}
	}
}

// boardMatch returns the match of a board game that the flags describe. The caller must call done
// after the match.
func (c *Command) boardMatch(rules games.Ruleset) (m arena.Match, done func(), err error) {
	m = arena.Match{Rules: rules, Games: c.Games, Seed: c.Seed}
	if c.Seats != 0 && c.Seats != rules.Info().Seats[0] {
		return m, nil, fmt.Errorf("%s is not played by %d", rules.Info().Name.En, c.Seats)
	}
	var k tables.Known
	if c.Tables != "" {
		if k, err = c.Tables.OpenFor(rules.Info().ID); err != nil {
			return m, nil, err
		}
		if k.Table != nil {
			m.Solver = k.Table
		}
	}
	if m.A, err = contestant(rules, k, c.A); err != nil {
		return m, nil, fmt.Errorf("--a: %w", err)
	}
	if m.B, err = contestant(rules, k, c.B); err != nil {
		return m, nil, fmt.Errorf("--b: %w", err)
	}
	return m, k.Close, nil
}

// defaultBudget is the default time of a turn.
const defaultBudget = 100 * time.Millisecond

// contestant parses a player. The highest level plays by the tables.
func contestant(rules games.Ruleset, k tables.Known, text string) (arena.Contestant, error) {
	c := arena.Contestant{Name: text, Limit: func(*bot.Turn) {}}
	if command, ok := strings.CutPrefix(text, "exec:"); ok {
		c.New = func(uint64) (bot.Chooser, error) { return external{rules, command}, nil }
		return c, nil
	}
	name, budget, _ := strings.Cut(text, "@")
	var err error
	if c.Limit, err = parseBudget(budget); err != nil {
		return c, err
	}
	game := rules.Info().ID
	switch name {
	case "random":
		c.New = func(seed uint64) (bot.Chooser, error) { return arena.NewRandom(seed), nil }
	case "uct":
		c.New = func(seed uint64) (bot.Chooser, error) { return arena.NewUCT(seed), nil }
	case "beginner":
		c.New = func(seed uint64) (bot.Chooser, error) { return arena.NewBeginner(game, seed) }
	case "plain":
		c.New = func(uint64) (bot.Chooser, error) { return bot.NewPlain(game) }
	default:
		level, err := strconv.Atoi(name)
		if err != nil || level < 1 || level > bot.Levels {
			return c, fmt.Errorf("unknown player %q", name)
		}
		c.New = func(seed uint64) (bot.Chooser, error) { return k.Player(game, level, seed) }
	}
	return c, nil
}

// parseBudget parses the budget of a turn: a time, or a number of positions.
func parseBudget(text string) (func(*bot.Turn), error) {
	if nodes, err := strconv.ParseUint(text, 10, 64); err == nil && nodes > 0 {
		return func(t *bot.Turn) { t.Nodes = nodes }, nil
	}
	limit := defaultBudget
	if text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil || limit <= 0 {
			return nil, fmt.Errorf("%q is neither a time nor a number of positions", text)
		}
	}
	return func(t *bot.Turn) {
		began := ProcessorTime()
		t.Stop = func() bool { return ProcessorTime()-began >= limit }
	}, nil
}

// external is a player run by another program.
type external struct {
	rules   games.Ruleset
	command string
}

// Choose implements bot.Chooser. It passes the program the record of the match so far.
func (e external) Choose(t bot.Turn) (bot.Choice, error) {
	m, err := table.New(e.rules, t.Setup)
	if err != nil {
		return bot.Choice{}, err
	}
	for _, a := range t.Past {
		if m, err = m.Play(a.Seat, a.Text, time.Time{}); err != nil {
			return bot.Choice{}, err
		}
	}
	var in, out, complaints bytes.Buffer
	if _, err := record.Of(m, nil, time.Time{}).WriteTo(&in); err != nil {
		return bot.Choice{}, err
	}
	cmd := exec.Command("sh", "-c", e.command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &complaints
	if err := cmd.Run(); err != nil {
		return bot.Choice{}, fmt.Errorf("%s: %w: %s", e.command, err, strings.TrimSpace(complaints.String()))
	}
	action, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
	return bot.Choice{Action: strings.TrimSpace(action)}, nil
}

// cardMatch returns the match of a card game that the flags describe.
func (c *Command) cardMatch(rules games.Ruleset) (arena.CardMatch, error) {
	m := arena.CardMatch{Rules: rules, Seats: c.Seats, Games: c.Games, Seed: c.Seed}
	if info := rules.Info(); c.Seats != 0 && !slices.Contains(info.Seats, c.Seats) {
		return m, fmt.Errorf("%s is not played by %d", info.Name.En, c.Seats)
	}
	var err error
	if m.A, err = cardContestant(rules, c.A); err != nil {
		return m, fmt.Errorf("--a: %w", err)
	}
	if m.B, err = cardContestant(rules, c.B); err != nil {
		return m, fmt.Errorf("--b: %w", err)
	}
	return m, nil
}

// cardContestant parses a player of cards: LEVEL, isamcts, sensible, beginner, random or exec:COMMAND.
// The budget may be absent for levels, which have one of their own.
func cardContestant(rules games.Ruleset, text string) (arena.Contestant, error) {
	c := arena.Contestant{Name: text, Limit: func(*bot.Turn) {}}
	if command, ok := strings.CutPrefix(text, "exec:"); ok {
		c.New = func(uint64) (bot.Chooser, error) { return external{rules, command}, nil }
		return c, nil
	}
	at := strings.IndexAny(text, "@:")
	name, budget := text, ""
	if at >= 0 {
		name, budget = text[:at], text[at+1:]
	}
	level, err := strconv.Atoi(name)
	if budget != "" || err != nil {
		if c.Limit, err = parseBudget(budget); err != nil {
			return c, err
		}
	}
	game := rules.Info().ID
	switch {
	case name == "random":
		c.New = func(seed uint64) (bot.Chooser, error) { return arena.NewRandom(seed), nil }
	case name == "beginner":
		c.New = func(seed uint64) (bot.Chooser, error) { return arena.NewBeginner(game, seed) }
	case name == "sensible":
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewSensible(game, seed) }
	case name == "isamcts":
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewISMCTS(game, seed) }
	case level >= 1 && level <= bot.Levels:
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewPlayer(game, level, seed) }
	default:
		return c, fmt.Errorf("unknown player %q", name)
	}
	return c, nil
}
