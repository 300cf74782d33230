package table

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

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

// MostLevel is the highest level of bots; maxSeat is more than any table has.
const (
	MostLevel = 5
	maxSeat   = 62
)

// GrantedTime is what a grant gives.
const GrantedTime = 24 * time.Hour

// Surrounding events that an operator causes, at the seat that is first to act: the match
// ends without a result, or goes back to the position after a line.
const (
	Void   = "void"
	Rewind = "rewind"
)

// AcceptUndo is the event by which a match may go back.
const AcceptUndo = "accept undo"

// Surrounding events about clocks, which are kept elsewhere: Play refuses them, and who
// keeps the clocks carries them out by TimeOut and Grant.
const (
	ClaimTimeout = "claim timeout"
	Grant24h     = "grant 24h"
)

// Surrounding events about a bot that plays on at the seat of somebody who has left. Play
// refuses them: whoever knows who is missing, and which seats have bots, carries them out by
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

var commandWords = [...]string{
	cmdResign:      "resign",
	cmdOfferDraw:   "offer draw",
	cmdAcceptDraw:  "accept draw",
	cmdDeclineDraw: "decline draw",
	cmdClaimDraw:   "claim draw",
	cmdOfferUndo:   "offer undo",
	cmdAcceptUndo:  AcceptUndo,
	cmdDeclineUndo: "decline undo",
	cmdRewind:      Rewind,
	cmdAbort:       "abort",
	cmdTimeout:     "timeout",
	cmdVoid:        Void,

	cmdClaimTimeout: ClaimTimeout,
	cmdGrant:        Grant24h,

	cmdAcceptBot:  AcceptBot,
	cmdDeclineBot: DeclineBot,
	cmdOfferBot:   "offer bot",
	cmdBot:        "bot",
	cmdPlayer:     "player",
}

// numbersOf is how many numbers follow the words of a command.
var numbersOf = map[commandKind]int{cmdOfferUndo: 1, cmdRewind: 1, cmdOfferBot: 2, cmdBot: 1}

func (k commandKind) String() string { return commandWords[k] }

// String returns the canonical text.
func (c command) String() string {
	switch c.kind {
	case cmdAction:
		return c.text
	case cmdOfferUndo, cmdRewind:
		return commandWords[c.kind] + " " + strconv.Itoa(c.line)
	case cmdOfferBot:
		return fmt.Sprintf("%s %d %d", commandWords[c.kind], c.seat, c.level)
	case cmdBot:
		return commandWords[c.kind] + " " + strconv.Itoa(c.level)
	}
	return commandWords[c.kind]
}

// IsSurrounding reports whether a text is a surrounding event rather than a game
// action.
func IsSurrounding(text string) bool {
	c, err := parseCommand(text)
	return err != nil || c.kind != cmdAction
}

// AsSurrounding returns the canonical text of a surrounding event, "" for a text that is
// none.
func AsSurrounding(text string) string {
	c, err := parseCommand(text)
	if err != nil || c.kind == cmdAction {
		return ""
	}
	return c.String()
}

// parseCommand parses a text in any case and spacing, and of any typesetting: see games.Plain. A text that is no
// surrounding event is an action, for the ruleset to parse as it stands. The error
// is an *games.Illegal.
func parseCommand(text string) (command, error) {
	text = games.Plain(text)
	if !beginsCommand(text) {
		return command{text: text}, nil
	}
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for k := cmdResign; k <= cmdPlayer; k++ {
		rest, ok := strings.CutPrefix(plain, commandWords[k])
		switch {
		case !ok:
		case numbersOf[k] > 0 && (rest == "" || rest[0] == ' '):
			return parseNumbers(k, strings.Fields(rest))
		case rest == "":
			return command{kind: k}, nil
		}
	}
	return command{text: text}, nil
}

// parseNumbers parses the numbers that follow the words of a command.
func parseNumbers(k commandKind, fields []string) (command, error) {
	c, n := command{kind: k}, make([]int, len(fields))
	bad := len(fields) != numbersOf[k]
	for i, field := range fields {
		number, err := strconv.ParseUint(field, 10, 31)
		n[i], bad = int(number), bad || err != nil
	}
	switch {
	case k == cmdOfferUndo || k == cmdRewind:
		if bad {
			return command{}, refuse("table.undo.form", nil)
		}
		c.line = n[0]
	case bad || n[len(n)-1] < 1 || n[len(n)-1] > MostLevel || k == cmdOfferBot && n[0] > maxSeat:
		return command{}, refuse("table.bot.form", numbers{"most": MostLevel})
	case k == cmdOfferBot:
		c.seat, c.level = games.Seat(n[0]), n[1]
	default:
		c.level = n[0]
	}
	return c, nil
}

// beginsCommand reports whether the first word of a text is that of a surrounding event.
func beginsCommand(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 2 || '0' <= text[1] && text[1] <= '9' {
		return false // most moves on boards
	}
	const lower = 'a' - 'A'
	for _, word := range firstWords {
		if text[0]|lower == word[0] && text[1]|lower == word[1] && strings.EqualFold(firstWord(text), word) {
			return true
		}
	}
	return false
}

func firstWord(text string) string {
	if end := strings.IndexFunc(text, unicode.IsSpace); end >= 0 {
		return text[:end]
	}
	return text
}

// firstWords are those of commandWords.
var firstWords = [...]string{"resign", "offer", "accept", "decline", "claim", "abort", "timeout", "grant", "void", "rewind", "bot", "player"}
