package club

import (
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/record"
)

// Kind is the kind of a refusal. Each way to reach the club translates a kind into one answer: a
// status over HTTP, an exit status on a command line.
type Kind int

const (
	Internal     Kind = iota // a fault of the program or of stored data, not of the caller
	Invalid                  // the request cannot be met, now or later
	Unauthorized             // the caller is not signed in, or has not proved their identity
	Forbidden                // the caller may not do this
	NotFound                 // there is no such thing, or the caller may not see it
	Conflict                 // the caller came too late or too early
	Gone                     // the thing has ended
	TooLarge                 // a text is longer than the site takes
	TooMany                  // the caller has asked too often
	Unavailable              // the site cannot do this at the moment
)

// Error is a refusal that the caller may read. Programs compare its Code and people read its Text;
// both are stable.
type Error struct {
	Kind    Kind
	Code    string         // "unknown_game"
	Text    string         // an English sentence
	Field   string         // the wrong field, as forms and API name it; "" for none in particular
	Retry   int            // seconds until the next try makes sense; 0 if unknown
	Illegal *games.Illegal // the refusal of the rules that led to this one, or nil
}

func (e *Error) Error() string { return e.Text }

func Refuse(kind Kind, code, text string) *Error {
	return &Error{Kind: kind, Code: code, Text: text}
}

func (e *Error) About(field string) *Error {
	with := *e
	with.Field = field
	return &with
}

// InvalidField returns the refusal of a value in a field of a request.
func InvalidField(code, field, format string, args ...any) error {
	return Refuse(Invalid, code, fmt.Sprintf(format, args...)).About(field)
}

// retryUnavailable is the number of seconds after which a caller should repeat a request that
// failed because of the database or the disk.
const retryUnavailable = 30

// refusal is an error of a room that describes itself as an Error.
type refusal interface {
	error
	Refusal() *Error
}

// ErrorOf describes any error that the club returns to its callers. An error of unknown origin
// becomes Internal, and its description reveals none of its text.
func ErrorOf(err error) *Error {
	var (
		own     *Error
		illegal *games.Illegal
		other   refusal
	)
	switch {
	case errors.As(err, &other):
		return other.Refusal()
	case errors.As(err, &own):
		return own
	case errors.As(err, &illegal):
		return &Error{Kind: Invalid, Code: "illegal_action", Text: illegal.Text, Illegal: illegal}
	case errors.As(storeRefusals.Of(err), &own):
		return own
	case db.IsUnavailable(err):
		return &Error{Kind: Unavailable, Code: "unavailable", Text: "the site cannot read or store anything now", Retry: retryUnavailable}
	}
	return Refuse(Internal, "internal", "something went wrong on our side, and nothing was changed: try again later")
}

// storeRefusals are the refusals of the store and of the rules that mean the same everywhere.
var storeRefusals = Refusals{
	games.ErrNotYourTurn: Refuse(Invalid, "not_your_turn", games.ErrNotYourTurn.Error()),
	games.ErrFinished:    Refuse(Invalid, "illegal_action", games.ErrFinished.Error()),
	db.ErrNotFound:       Refuse(NotFound, "not_found", "this does not exist, or you may not see it: check the address, or sign in"),
	db.ErrTaken:          Refuse(Conflict, "taken", "this seat is taken: choose another one"),
	db.ErrAlreadySeated:  Refuse(Conflict, "already_seated", "you already have a seat at this table"),
	db.ErrKeyReused:      Refuse(Invalid, "key_reused", "this Idempotency-Key was used for another request: send a new one"),
	db.ErrKeysUsedUp:     {Kind: TooMany, Code: "too_many_keys", Text: "too many Idempotency-Keys within a day: use fewer, or wait", Retry: 3600},
	db.ErrManyBotMatches: Refuse(Conflict, "too_many_bot_matches", "you have too many unfinished matches against the computer: finish or resign one first"),
	db.ErrManyBotStarts:  {Kind: TooMany, Code: "too_many_bot_starts", Text: "you have begun many matches against the computer within an hour: play those, or wait", Retry: 600},
}

// IsRefusal reports whether an error is an answer to the caller. Other errors are faults of the
// program, of the store, or of stored data.
func IsRefusal(err error) bool {
	var done *db.Answered
	if err == nil || errors.As(err, &done) {
		return false
	}
	kind := ErrorOf(err).Kind
	return kind != Internal && kind != Unavailable
}

// Refusals maps errors of the store, or of a package below, to refusals.
type Refusals map[error]*Error

// Of returns the refusal for an error, or the error itself if there is none.
func (r Refusals) Of(err error) error {
	for known, refusal := range r {
		if errors.Is(err, known) {
			return refusal
		}
	}
	return err
}

// ErrTextTooLong refuses a text that is too long for a record.
var ErrTextTooLong = Refuse(TooLarge, "too_large", fmt.Sprintf("the body is larger than %d bytes", record.MaxSize))
