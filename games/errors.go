package games

import "errors"

// Refusals without further explanation.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrFinished    = errors.New("the game is over")
)

// Illegal is a refusal by the rules. Its text says why and, where possible, names
// an action that would be legal.
type Illegal struct {
	Key  string            // of the sentence in the catalogues of package views: "parker.capture"
	Args map[string]string // of the sentence: squares, pieces, actions
	Rule string            // the section of the rules page: "moves.obligation"
	Text string            // the whole sentence in English
}

func (e *Illegal) Error() string { return e.Text }
