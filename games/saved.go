package games

import (
	"encoding/binary"
	"errors"
	"math"
)

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

// AppendText appends a text to something saved, as SavedReader.Text reads it.
func AppendText[T string | []byte](saved []byte, text T) []byte {
	return append(binary.AppendUvarint(saved, uint64(len(text))), text...)
}

// SavedReader reads the values that a Saver has saved. Once a value is missing, the reader has
// failed and reads nothing any more.
type SavedReader struct {
	rest   []byte
	failed bool
}

// NewSavedReader returns a reader from the beginning.
func NewSavedReader(saved []byte) *SavedReader { return &SavedReader{rest: saved} }

// Number reads a number up to most, as binary.AppendUvarint writes it.
func (r *SavedReader) Number(most uint64) uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > most {
		r.rest, r.failed = nil, true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Bytes reads the next n bytes.
func (r *SavedReader) Bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.failed = nil, true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Text reads a text that AppendText has written.
func (r *SavedReader) Text() []byte { return r.Bytes(r.Number(math.MaxInt32)) }

// Left returns how many bytes are still to be read.
func (r *SavedReader) Left() uint64 { return uint64(len(r.rest)) }

// Failed reports whether something was missing.
func (r *SavedReader) Failed() bool { return r.failed }
