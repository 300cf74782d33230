package db

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Refusals that the caller is meant to tell apart.
var (
	// ErrNotFound is also the answer about a private match to somebody without
	// its invitation.
	ErrNotFound      = errors.New("not found")
	ErrTaken         = errors.New("taken")
	ErrAlreadySeated = errors.New("the player already holds a seat")
	ErrNoSeat        = errors.New("there is no such seat")
	ErrNotStarted    = errors.New("the match has not started")
	ErrStarted       = errors.New("the match has started")
	ErrNotOver       = errors.New("the match is not over")
	ErrNoOffer       = errors.New("there is no offer to answer")
	ErrDeclined      = errors.New("the offer was declined")
	ErrOver          = errors.New("the match is over")
	ErrKeyReused     = errors.New("the idempotency key was used for another request")
	ErrKeysUsedUp    = errors.New("the caller has used too many idempotency keys within a day")
	ErrTooManyTables = errors.New("the host has too many open tables")
	ErrCursor        = errors.New("the cursor is not one of this list")
	ErrClosed        = errors.New("the store is closed")
)

// Answered says that a request was answered before: nothing was done now, and
// the caller is to give the same answer again, of which the note tells.
type Answered struct {
	Status int
	Note   []byte
}

func (e *Answered) Error() string {
	return fmt.Sprintf("answered before with status %d", e.Status)
}

// Rematched says that a match has its rematch already. It is an ErrTaken.
type Rematched struct {
	ID string // of the rematch
}

func (e *Rematched) Error() string { return "the rematch exists: " + e.ID }

// Unwrap makes errors.Is(e, ErrTaken) true.
func (e *Rematched) Unwrap() error { return ErrTaken }

// Panic is a panic in a function that was called inside a transaction. The
// transaction was rolled back.
type Panic struct {
	Value any
	Stack []byte
}

func (e *Panic) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap gives the value of the panic if that was an error.
func (e *Panic) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// isForeignKey tells whether a row was refused because what it refers to does
// not exist.
func isForeignKey(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// isBusy tells whether the database was locked by somebody else for too long.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// isCorrupt tells whether SQLite has come upon pages that make no sense.
func isCorrupt(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// asDamage makes ErrDamaged of an error where SQLite has come upon damage.
func asDamage(err error) error {
	if isCorrupt(err) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
