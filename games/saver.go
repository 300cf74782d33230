package games

import "errors"

// ErrSavedFormat means that something was saved by a program of another version, or for
// another version of the rules.
var ErrSavedFormat = errors.New("it was saved in another format")

// Saver is a State that can be written down, so that a long match need not be played
// again from its first action. No ruleset needs it.
type Saver interface {
	State
	// Save returns the state as bytes, the same for every state that the same actions
	// lead to. They begin with the number of their format.
	Save() []byte
	// Load is called on the first state of a match and returns the state of it that
	// Save has written. The error is ErrSavedFormat, or for what is no state.
	Load(saved []byte) (State, error)
}
