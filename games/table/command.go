package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
)

// command is a parsed event text.
type command struct {
	kind commandKind
	line int // of cmdOfferUndo and cmdRewind

	seat  games.Seat // of cmdOfferBot
	level int        // of cmdOfferBot and cmdBot
	text  string     // of cmdAction, for the ruleset to parse
}

type commandKind uint8

const (
	cmdAction commandKind = iota // an action of the ruleset
	cmdResign
	cmdOfferDraw
	cmdAcceptDraw
	cmdDeclineDraw
	cmdClaimDraw
	cmdOfferUndo // followed by a line
	cmdRewind    // likewise
	cmdAcceptUndo
	cmdDeclineUndo
	cmdAbort
	cmdTimeout
	cmdVoid
	cmdClaimTimeout
	cmdGrant
	cmdAcceptBot
	cmdDeclineBot
	cmdOfferBot // followed by a seat and a level
	cmdBot      // followed by a level
	cmdPlayer
)

// MostLevel is the highest level of bots. No table has more than maxSeat seats.
const (
	MostLevel = 5
	maxSeat   = 62
)

// GrantedTime is the time that a grant gives.
const GrantedTime = 24 * time.Hour

// Surrounding events that an operator causes, at the seat that is first to act: the match
// ends without a result, or goes back to the position after a line.
const (
	Void   = "void"
	Rewind = "rewind"
)

// AcceptUndo is the event by which a match may go back.
const AcceptUndo = "accept undo"

// Surrounding events about clocks, which are kept elsewhere. Play refuses them: the keeper of the
// clocks carries them out by TimeOut and Grant.
const (
	ClaimTimeout = "claim timeout"
	Grant24h     = "grant 24h"
)

// Surrounding events about a bot that plays on at the seat of somebody who has left. Play refuses
// them: the server has the list of missing players and of bots, and carries them out by
// NegotiateBot and SeatBot.
const (
	AcceptBot  = "accept bot"
	DeclineBot = "decline bot"
)

// OfferBot returns the event that asks the others to have a bot of a level play on at a seat.
func OfferBot(seat games.Seat, level int) string {
	return command{kind: cmdOfferBot, seat: seat, level: level}.String()
}

// IsAboutBot reports whether a text is an offer of a bot or an answer to one.
func IsAboutBot(text string) bool {
	c, err := parseCommand(text)
	return err == nil && (c.kind == cmdOfferBot || c.kind == cmdAcceptBot || c.kind == cmdDeclineBot)
}

// IsTakeOver reports whether an event has a bot or another player play on at its seat.
func IsTakeOver(text string) bool {
	c, err := parseCommand(text)
	return err == nil && (c.kind == cmdBot || c.kind == cmdPlayer)
}

// commands has the words of every command and how many numbers follow them.
var commands = [...]struct {
	words   string
	numbers int
}{
	cmdResign:       {"resign", 0},
	cmdOfferDraw:    {"offer draw", 0},
	cmdAcceptDraw:   {"accept draw", 0},
	cmdDeclineDraw:  {"decline draw", 0},
	cmdClaimDraw:    {"claim draw", 0},
	cmdOfferUndo:    {"offer undo", 1},
	cmdRewind:       {Rewind, 1},
	cmdAcceptUndo:   {AcceptUndo, 0},
	cmdDeclineUndo:  {"decline undo", 0},
	cmdAbort:        {"abort", 0},
	cmdTimeout:      {"timeout", 0},
	cmdVoid:         {Void, 0},
	cmdClaimTimeout: {ClaimTimeout, 0},
	cmdGrant:        {Grant24h, 0},
	cmdAcceptBot:    {AcceptBot, 0},
	cmdDeclineBot:   {DeclineBot, 0},
	cmdOfferBot:     {"offer bot", 2},
	cmdBot:          {"bot", 1},
	cmdPlayer:       {"player", 0},
}

func (k commandKind) String() string { return commands[k].words }

// String returns the canonical text.
func (c command) String() string {
	switch c.kind {
	case cmdAction:
		return c.text
	case cmdOfferUndo, cmdRewind:
		return fmt.Sprint(c.kind, " ", c.line)
	case cmdOfferBot:
		return fmt.Sprint(c.kind, " ", int(c.seat), " ", c.level)
	case cmdBot:
		return fmt.Sprint(c.kind, " ", c.level)
	}
	return c.kind.String()
}

// IsSurrounding reports whether a text is a surrounding event rather than a game
// action.
func IsSurrounding(text string) bool {
	c, err := parseCommand(text)
	return err != nil || c.kind != cmdAction
}

// AsSurrounding returns the canonical text of a surrounding event, "" for any other text.
func AsSurrounding(text string) string {
	c, err := parseCommand(text)
	if err != nil || c.kind == cmdAction {
		return ""
	}
	return c.String()
}

// parseCommand parses a text in any case, spacing and typesetting; see games.Plain. Any text but
// a surrounding event is an action, for the ruleset to parse as it stands. The error is an
// *games.Illegal.
func parseCommand(text string) (command, error) {
	text = games.Plain(text)
	if len(text) > 1 && '0' <= text[1] && text[1] <= '9' { // most moves on boards
		return command{text: text}, nil
	}
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for k := cmdResign; k <= cmdPlayer; k++ {
		rest, ok := strings.CutPrefix(plain, commands[k].words)
		switch {
		case !ok:
		case commands[k].numbers > 0 && (rest == "" || rest[0] == ' '):
			return parseNumbers(k, strings.Fields(rest))
		case rest == "":
			return command{kind: k}, nil
		}
	}
	return command{text: text}, nil
}

// parseNumbers parses the numbers that follow the words of a command.
func parseNumbers(k commandKind, fields []string) (command, error) {
	n := make([]int, len(fields))
	bad := len(fields) != commands[k].numbers
	for i, field := range fields {
		number, err := strconv.ParseUint(field, 10, 31)
		n[i], bad = int(number), bad || err != nil
	}
	switch {
	case bad && (k == cmdOfferUndo || k == cmdRewind):
		return command{}, refuse("table.undo.form", nil)
	case k == cmdOfferUndo || k == cmdRewind:
		return command{kind: k, line: n[0]}, nil
	case bad || n[len(n)-1] < 1 || n[len(n)-1] > MostLevel || k == cmdOfferBot && n[0] > maxSeat:
		return command{}, refuse("table.bot.form", numbers{"most": MostLevel})
	case k == cmdOfferBot:
		return command{kind: k, seat: games.Seat(n[0]), level: n[1]}, nil
	}
	return command{kind: k, level: n[0]}, nil
}
