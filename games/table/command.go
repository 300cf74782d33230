package table

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// command is a parsed event text.
type command struct {
	kind commandKind
	line int    // of cmdOfferUndo and cmdRewind
	text string // of cmdAction, for the ruleset to parse
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
}

func (k commandKind) String() string { return commandWords[k] }

// String returns the canonical text.
func (c command) String() string {
	switch c.kind {
	case cmdAction:
		return c.text
	case cmdOfferUndo, cmdRewind:
		return commandWords[c.kind] + " " + strconv.Itoa(c.line)
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

// parseCommand parses a text in any case and spacing. A text that is no
// surrounding event is an action, for the ruleset to parse as it stands. The error
// is an *games.Illegal.
func parseCommand(text string) (command, error) {
	if !beginsCommand(text) {
		return command{text: text}, nil
	}
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for k := cmdResign; k <= cmdGrant; k++ {
		if k != cmdOfferUndo && k != cmdRewind && plain == commandWords[k] {
			return command{kind: k}, nil
		}
	}
	kind := cmdOfferUndo
	if strings.HasPrefix(plain, Rewind) {
		kind = cmdRewind
	}
	number, ok := strings.CutPrefix(plain, commandWords[kind])
	if !ok || number != "" && number[0] != ' ' {
		return command{text: text}, nil
	}
	line, err := strconv.ParseUint(strings.TrimSpace(number), 10, 31)
	if err != nil {
		return command{}, refuse("table.undo.form", nil)
	}
	return command{kind: kind, line: int(line)}, nil
}

// beginsCommand reports whether the first word of a text is that of a surrounding event.
func beginsCommand(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 2 || '0' <= text[1] && text[1] <= '9' {
		return false // most moves on boards
	}
	if end := strings.IndexFunc(text, unicode.IsSpace); end >= 0 {
		text = text[:end]
	}
	for _, word := range firstWords {
		if len(text) >= len(word) && strings.EqualFold(text, word) {
			return true
		}
	}
	return false
}

// firstWords are those of commandWords.
var firstWords = [...]string{"resign", "offer", "accept", "decline", "claim", "abort", "timeout", "grant", "void", "rewind"}
