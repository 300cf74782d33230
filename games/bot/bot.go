// Package bot has players that choose among legal actions by the facts that a person in their
// place would see: Level for the board games, Kutschke for Kutschke's Camelot, and the
// baselines for measuring them. Package search below it looks ahead, and package arena lets
// players play each other.
//
// A program that plays a board game for a level makes a player with NewLevel, from the
// level and a seed, for one match, and has it Choose each time its seat owes a decision:
//
//	player, err := bot.NewLevel("camelot", 3, seed)
//	choice, err := player.Choose(bot.Turn{State: state, Seat: seat, Nodes: 50_000, Stop: func() bool { return ctx.Err() != nil }})
//	next, events, err := state.Apply(seat, choice.Action)
//
// The same level, seed, Nodes and sequence of states give the same actions; Stop, which is
// asked every thousand positions or so, ends a search early, with the best move so far. A
// player that has a table of Camette is made with NewSolved. A player of the highest level has
// a table of 32 MiB, of the others 1 MiB; where there are many matches, make a player for each
// decision rather than keep it.
package bot

import "tableronde/games"

// Chooser chooses actions of one match. Only one goroutine may use it at a time.
type Chooser interface {
	// Choose returns a legal action for the seat of the turn.
	Choose(Turn) (Choice, error)
}

// Turn is a decision that a player has to make.
type Turn struct {
	State games.State
	Seat  games.Seat // owes a decision

	// Nodes and Stop bound the search, if there is one: the search calls Stop now and then to ask
	// whether the time is over. One of them must be given.
	Nodes uint64
	Stop  func() bool
	Among []games.SearchMove // the moves that a Level chooses from; nil for all

	// Setup and Past are the match so far, for players that replay it.
	Setup games.Setup
	Past  []Action
}

// Action is an action of a match.
type Action struct {
	Seat games.Seat
	Text string
}

// Choice is the decision of a player, with the results of its search.
type Choice struct {
	Action  string
	Search  bool     // the fields below are set
	Value   int      // for the seat, in hundredths of a man; in card games the chance to win, in percent
	Decided bool     // the game is decided with best play
	Moves   int      // moves to its end if it is decided, negative if it is lost
	Depth   int      // moves looked ahead, without captures and other forced ones
	Nodes   uint64   // positions searched
	Line    []string // the expected actions, beginning with the player's own
	Options []Option // in card games, the compared actions: first the action itself, then the others, the most often tried first
}

// Option is an action, and the chance to win with it, in percent.
type Option struct {
	Action string
	Share  int
}
