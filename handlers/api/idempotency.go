package api

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// maxKey is the longest Idempotency-Key, in bytes.
const maxKey = 200

var errBadKey = web.Refuse(http.StatusBadRequest, "bad_key", fmt.Sprintf("the Idempotency-Key is invalid: send 1 to %d printable ASCII characters", maxKey))

// rememberedStatuses are the statuses of errors that a repeated call with the same Idempotency-Key
// gets again. Errors with other statuses came before the call was examined.
var rememberedStatuses = []int{
	http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity,
}

// reference is the stored form of a response: the data from which it can be made again.
type reference struct {
	Match string          `json:"m,omitempty"` // the match of the answer
	Ply   int             `json:"p,omitempty"`
	Seats uint64          `json:"s,omitempty"` // bit n is set if seat n was taken at that time
	ToAct []games.Seat    `json:"t,omitempty"`
	Due   int64           `json:"d,omitempty"` // end of the open window, in Unix milliseconds
	Text  string          `json:"x,omitempty"` // a short answer
	Said  string          `json:"w,omitempty"` // id of the message of the answer
	Error json.RawMessage `json:"e,omitempty"` // a refusal as sent
}

// noteStatus returns a note that refers to the match.
func noteStatus(status int) match.Note {
	return func(m db.Match) (int, []byte) { return status, newReference(m).encode() }
}

// newReference returns a reference to the present match.
func newReference(m db.Match) reference {
	at := match.MomentOf(m)
	r := reference{Match: m.ID, Ply: at.Ply, Seats: at.Taken, ToAct: at.ToAct}
	if !at.WindowEnds.IsZero() {
		r.Due = at.WindowEnds.UnixMilli()
	}
	return r
}

// moment returns the moment of the match to which it refers.
func (r reference) moment() match.Moment {
	at := match.Moment{Ply: r.Ply, Taken: r.Seats, ToAct: r.ToAct}
	if r.Due != 0 {
		at.WindowEnds = time.UnixMilli(r.Due).UTC()
	}
	return at
}

func (r reference) encode() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot fail: Error is always valid JSON
	}
	return text
}

// request is a call with a body, and possibly an Idempotency-Key.
type request struct {
	echo.Context
	body []byte
	key  db.Once // zero without a key
}

// idempotent reads the body of a call. A repeated call with the same Idempotency-Key gets the same
// response and has no effect. The store saves the note of a success in the transaction of its
// effect. Refusals are saved here.
func (a *API) idempotent(handle func(request) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		in := request{Context: c}
		var err error
		if in.body, err = readJSON(c.Request()); err != nil {
			return err
		}
		if in.key, err = readKey(c, in.body); err != nil {
			return err
		}
		if in.key.Key == "" {
			return handle(in)
		}
		err = a.Store.Answer(c.Request().Context(), in.key)
		if err == nil {
			err = handle(in)
		}
		if web.IsRefusal(err) {
			err = a.rememberRefusal(in, err)
		}
		var before *db.Answered
		if errors.As(err, &before) {
			return a.answerAgain(in, before)
		}
		return err
	}
}

// rememberRefusal stores an error for repeated calls and returns it. If a concurrent repetition was
// faster, it returns that response.
func (a *API) rememberRefusal(in request, refusal error) error {
	p := web.ProblemOf(refusal)
	if !slices.Contains(rememberedStatuses, p.Status) || errors.Is(refusal, db.ErrKeyReused) {
		return refusal
	}
	out := newErrorBody(p, refusal)
	text, err := json.Marshal(out.Error)
	if err != nil {
		return fmt.Errorf("encode error: %w", err)
	}
	var ref reference
	var stale *match.StaleError
	if errors.As(refusal, &stale) {
		ref = newReference(stale.Now.Match)
	}
	if ref.Error = text; len(text) > db.MaxNote/2 {
		return refusal
	}
	if err := a.Store.Remember(in.Request().Context(), in.key, p.Status, ref.encode()); err != nil {
		return err
	}
	return refusal
}

// answerAgain repeats the response to an earlier call. The match has the log and the seats of that
// moment; its other fields are the present ones.
func (a *API) answerAgain(in request, before *db.Answered) error {
	var ref reference
	if err := json.Unmarshal(before.Note, &ref); err != nil {
		return fmt.Errorf("read reference: %w", err)
	}
	if ref.Said != "" {
		return a.answerSaid(in, ref, before.Status)
	}
	if ref.Text != "" {
		return in.JSONBlob(before.Status, []byte(ref.Text))
	}
	player, _ := caller(in)
	r, err := readRecipient(in, before.Status, player.ID)
	if err != nil {
		return err
	}
	var f match.Match
	if ref.Match != "" {
		if f, err = a.Club.Match.Match(in.Request().Context(), ref.Match, player.ID); err != nil {
			return err
		}
		f = f.Then(ref.moment())
	}
	if ref.Error == nil {
		return a.sendMatch(in, setLocation(in, f, before.Status), r)
	}
	var out errorBody
	if err := json.Unmarshal(ref.Error, &out.Error); err != nil {
		return fmt.Errorf("read refusal: %w", err)
	}
	out.Index = out.Error.Index
	if ref.Match != "" {
		seat, err := f.SeatFor(player.ID, r.as)
		if err != nil {
			return err
		}
		out.Match = newMatch(f, player.ID, seat, r.since)
	}
	return sendError(in, before.Status, out)
}

// setLocation sets the header that names a newly created match.
func setLocation(c echo.Context, f match.Match, status int) match.Match {
	if status == http.StatusCreated {
		c.Response().Header().Set(echo.HeaderLocation, Path+"/matches/"+f.ID)
	}
	return f
}

// sendNoted stores a response, unless the store has it already, and sends it.
func (a *API) sendNoted(in request, status int, ref reference, send func() error) error {
	if in.key.Key != "" {
		if err := a.Store.Remember(in.Request().Context(), in.key, status, ref.encode()); err != nil {
			return err
		}
	}
	return send()
}

// noteMade returns the note of a call that creates something and answers with it.
func noteMade[T, J any](newJSON func(T) J) func(T) (int, []byte) {
	return func(made T) (int, []byte) {
		return http.StatusCreated, reference{Text: encodeText(newJSON(made))}.encode()
	}
}

// answerMade answers a call that has created something.
func answerMade[T, J any](in request, newJSON func(T) J, made T, err error) error {
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(encodeText(newJSON(made))))
}

func encodeText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // cannot fail for the types of this package
	}
	return string(text)
}

// readKey returns the idempotency key of a call. A call without a token has none, because an
// anonymous caller must not get the response of another.
func readKey(c echo.Context, body []byte) (db.Once, error) {
	keys := c.Request().Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return db.Once{}, nil
	}
	printable := func(r rune) bool { return r >= ' ' && r <= '~' }
	if key := keys[0]; len(keys) > 1 || key == "" || len(key) > maxKey ||
		strings.IndexFunc(key, func(r rune) bool { return !printable(r) }) >= 0 {
		return db.Once{}, errBadKey
	}
	player, ok := caller(c)
	if !ok {
		return db.Once{}, nil
	}
	req := c.Request()
	print := sha256.New()
	fmt.Fprintf(print, "%s %s\n", req.Method, req.URL.RequestURI())
	print.Write(body)
	return db.Once{Caller: player.ID, Key: keys[0], Request: print.Sum(nil)}, nil
}
