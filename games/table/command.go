package table

import (
	"strconv"
	"strings"
)

// deed is an event's text, understood.
type deed struct {
	kind kind
	line int    // of offerUndo
	text string // of action: what the ruleset is to understand
}

// kind tells the events apart.
type kind uint8

const (
	action kind = iota // the ruleset's
	resign
	offerDraw
	acceptDraw
	declineDraw
	claimDraw
	offerUndo // and a line
	acceptUndo
	declineUndo
	abort
	timeout
)

var words = [...]string{
	resign:      "resign",
	offerDraw:   "offer draw",
	acceptDraw:  "accept draw",
	declineDraw: "decline draw",
	claimDraw:   "claim draw",
	offerUndo:   "offer undo",
	acceptUndo:  "accept undo",
	declineUndo: "decline undo",
	abort:       "abort",
	timeout:     "timeout",
}

func (k kind) String() string { return words[k] }

// String is the canonical text.
func (d deed) String() string {
	switch d.kind {
	case action:
		return d.text
	case offerUndo:
		return words[offerUndo] + " " + strconv.Itoa(d.line)
	}
	return words[d.kind]
}

// IsSurrounding reports whether a text stands for a surrounding event, rather
// than for a game action.
func IsSurrounding(text string) bool {
	d, err := parse(text)
	return err != nil || d.kind != action
}

// parse understands a text in any case and spacing; what is no surrounding
// event is left to the ruleset as it stands. The error is an *games.Illegal.
func parse(text string) (deed, error) {
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for k := resign; k <= timeout; k++ {
		if k != offerUndo && plain == words[k] {
			return deed{kind: k}, nil
		}
	}
	number, ok := strings.CutPrefix(plain, words[offerUndo])
	if !ok || number != "" && number[0] != ' ' {
		return deed{text: text}, nil
	}
	line, err := strconv.ParseUint(strings.TrimSpace(number), 10, 31)
	if err != nil {
		return deed{}, refuse("table.undo.form", nil)
	}
	return deed{kind: offerUndo, line: int(line)}, nil
}
