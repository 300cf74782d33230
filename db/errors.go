package db

import (
	"context"
	"errors"
	"fmt"
)

// Errors that callers compare with errors.Is.
var (
	// ErrNotFound is also the answer about a private match to somebody without
	// its invitation.
	ErrNotFound           = errors.New("not found")
	ErrTaken              = errors.New("taken")
	ErrAlreadySeated      = errors.New("the player already holds a seat")
	ErrNoSeat             = errors.New("the match has no such seat")
	ErrNotStarted         = errors.New("the match has not started")
	ErrStarted            = errors.New("the match has started")
	ErrNotOver            = errors.New("the match is not over")
	ErrNoOffer            = errors.New("no offer waits for an answer")
	ErrDeclined           = errors.New("the offer was declined")
	ErrOver               = errors.New("the match is over")
	ErrKeyReused          = errors.New("the idempotency key was used for another request")
	ErrKeysUsedUp         = errors.New("the caller has used too many idempotency keys within a day")
	ErrTooManyTables      = errors.New("the host has too many open tables")
	ErrManyBotMatches     = errors.New("the player has too many unfinished matches against bots")
	ErrManyBotStarts      = errors.New("the player has begun too many matches against bots within an hour")
	ErrNameTaken          = errors.New("the name is taken")
	ErrNoInvite           = errors.New("the invitation is not good, or not any more")
	ErrHasAccount         = errors.New("the player has an account already")
	ErrTooManyTokens      = errors.New("the player has too many tokens")
	ErrTooManyPasskeys    = errors.New("the account has too many passkeys")
	ErrTooManyStudies     = errors.New("the player has too many studies")
	ErrSilent             = errors.New("the player may not write messages")
	ErrTooManyRemarks     = errors.New("the player has too many remarks")
	ErrTooManyReviews     = errors.New("too many reviews are waiting to be made")
	ErrTooManyMessages    = errors.New("the player has written too many messages in the match")
	ErrTooManyTies        = errors.New("the player has too many ties")
	ErrTooManyStanding    = errors.New("the player has too many standing offers")
	ErrEnoughTables       = errors.New("no table is to be opened for the standing offer")
	ErrNotOnLadder        = errors.New("the player does not stand on the ladder")
	ErrLadderBusy         = errors.New("the player is in a challenge on the ladder already")
	ErrOutOfReach         = errors.New("the player may not be challenged on the ladder")
	ErrTooManyTargets     = errors.New("the player has too many webhooks")
	ErrCounter            = errors.New("the counter of the passkey has gone back")
	ErrLastWayIn          = errors.New("it is the last way to sign in")
	ErrCursor             = errors.New("the cursor is not one of this list")
	ErrClosed             = errors.New("the store is closed")
	ErrTooManyCollections = errors.New("the player has too many collections")
	ErrTooManyCollected   = errors.New("the collection has too much in it")
	ErrTooManyCups        = errors.New("the player has too many cups")

	// ErrDamaged means that the content of the database differs from the data written to it.
	ErrDamaged = errors.New("damaged")
	// ErrGone means that the database file was removed or replaced since the store was opened.
	// A write to it would be lost.
	ErrGone = errors.New("the database file was removed or replaced")
)

// Answered is the error of a request that was already answered under the same idempotency key.
// Nothing was done now. The caller rebuilds the earlier response from the note.
type Answered struct {
	Status int
	Note   []byte
}

func (e *Answered) Error() string {
	return fmt.Sprintf("answered before with status %d", e.Status)
}

// Rematched is the error for a match that already has a rematch. It wraps ErrTaken.
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

// Unwrap returns the value of the panic if that was an error.
func (e *Panic) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Unavailable is an error of the database or the disk. The same request may succeed later. Engines
// wrap their errors in it.
type Unavailable struct {
	Reason string // in a few words: "the disk is full"
	Err    error
}

func (e *Unavailable) Error() string { return e.Err.Error() }

// Unwrap returns the error of the engine.
func (e *Unavailable) Unwrap() error { return e.Err }

// IsUnavailable reports whether an error comes from the database or the disk, so that the same
// request may succeed later.
func IsUnavailable(err error) bool { return Reason(err) != "" }

// Unanswered returns err. If err is not nil and the deadline of ctx has passed, it returns an
// Unavailable that wraps err: the database does not answer.
func Unanswered(ctx context.Context, err error) error {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Unavailable{Reason: "the database does not answer", Err: err}
	}
	return err
}

// Reason returns a few words about the failure of the database or the disk, "" for any other error.
func Reason(err error) string {
	var e *Unavailable
	switch {
	case errors.Is(err, ErrGone):
		return ErrGone.Error()
	case IsDamaged(err):
		return "the database file is damaged"
	case errors.Is(err, ErrClosed):
		return "the server is stopping"
	case errors.As(err, &e):
		return e.Reason
	}
	return ""
}

// IsDamaged reports whether an error wraps ErrDamaged: the content of a database differs from
// the data written to it.
func IsDamaged(err error) bool { return errors.Is(err, ErrDamaged) }
