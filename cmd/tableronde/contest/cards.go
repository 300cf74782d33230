package contest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/arena"
)

// cardMatch returns the match of a card game that the flags describe.
func (c *ArenaCommand) cardMatch(rules games.Ruleset) (arena.CardMatch, error) {
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

// cardContestant parses a player of cards: LEVEL, isamcts, sensible, random or exec:COMMAND.
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
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewRandom(seed), nil }
	case name == "sensible":
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewSensible(game, seed) }
	case name == "isamcts":
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewISMCTS(game, seed) }
	case level >= 1 && level <= bot.Levels:
		c.New = func(seed uint64) (bot.Chooser, error) { return bot.NewPlayer(game, level, seed) }
	default:
		return c, fmt.Errorf("there is no player %q", name)
	}
	return c, nil
}
