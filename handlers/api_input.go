package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

// maxKey bounds an Idempotency-Key, in bytes.
const maxKey = 200

var (
	errContentType = refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "send Content-Type: application/json")
	errBadKey      = refuse(http.StatusBadRequest, "bad_key",
		fmt.Sprintf("an Idempotency-Key has 1 to %d printable ASCII characters", maxKey))
)

func malformed(format string, args ...any) error {
	return refuse(http.StatusBadRequest, "malformed", fmt.Sprintf(format, args...))
}

// remembered are the statuses of errors that a repetition with the same
// Idempotency-Key gets again. The others say that the call was not looked into.
var remembered = []int{
	http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity,
}

// call is a request with a body that may come with an Idempotency-Key.
type call struct {
	echo.Context
	body []byte
	once db.Once // zero without a key
}

// once reads the body of a call and sees to it that a repetition with the same
// Idempotency-Key is answered as the first time and does nothing. What succeeds
// is remembered by the store together with the effect; what is refused, here.
func (s *Server) once(handle func(call) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		in := call{Context: c}
		var err error
		if in.body, err = readJSON(c.Request()); err != nil {
			return err
		}
		if in.once, err = onceOfCall(c, in.body); err != nil {
			return err
		}
		if in.once.Key == "" {
			return handle(in)
		}
		err = s.store.Answer(c.Request().Context(), in.once)
		if err == nil {
			err = handle(in)
		}
		var before *db.Answered
		if errors.As(err, &before) {
			locate(c, before.Status, before.Body)
		}
		if !refused(err) {
			return err
		}
		p := problemOf(err)
		if !slices.Contains(remembered, p.status) || errors.Is(err, db.ErrKeyReused) {
			return err
		}
		body, err := apiErrorBody(c, p, err)
		if err != nil {
			return err
		}
		return s.sendNew(in, p.status, body)
	}
}

// locate names the path of the match that a call has made.
func locate(c echo.Context, status int, body []byte) {
	var made struct {
		ID string `json:"id"`
	}
	if status == http.StatusCreated && json.Unmarshal(body, &made) == nil && made.ID != "" {
		c.Response().Header().Set(echo.HeaderLocation, apiPath+"/matches/"+made.ID)
	}
}

// onceOfCall is what a call's Idempotency-Key stands for. Without a token the
// address is the caller.
func onceOfCall(c echo.Context, body []byte) (db.Once, error) {
	keys := c.Request().Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return db.Once{}, nil
	}
	printable := func(r rune) bool { return r > ' ' && r <= '~' }
	if key := keys[0]; len(keys) > 1 || key == "" || len(key) > maxKey ||
		strings.IndexFunc(key, func(r rune) bool { return !printable(r) && r != ' ' }) >= 0 {
		return db.Once{}, errBadKey
	}
	who := "address " + c.RealIP()
	if player, ok := caller(c); ok {
		who = player.ID
	}
	req := c.Request()
	print := sha256.New()
	fmt.Fprintf(print, "%s %s\n", req.Method, req.URL.RequestURI())
	print.Write(body)
	return db.Once{Caller: who, Key: keys[0], Request: print.Sum(nil)}, nil
}

// readJSON reads a body that is JSON in UTF-8, or empty.
func readJSON(req *http.Request) ([]byte, error) {
	body, err := io.ReadAll(req.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, err
	case err != nil:
		return nil, malformed("the body could not be read")
	case len(body) == 0:
		return nil, nil
	case !utf8.Valid(body):
		return nil, malformed("the body is not UTF-8")
	}
	if header := req.Header.Get(echo.HeaderContentType); header != "" {
		if kind, _, err := mime.ParseMediaType(header); err != nil || kind != echo.MIMEApplicationJSON {
			return nil, errContentType
		}
	}
	return body, nil
}

// decode reads the body into a struct: one JSON object without unknown fields.
// An empty body is an object without fields.
func (in call) decode(into any) error {
	if in.body == nil {
		return nil
	}
	if trimmed := bytes.TrimLeft(in.body, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return malformed("the body is not a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(in.body))
	if err := d.Decode(into); err != nil {
		return malformed("%s", jsonFault(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return malformed("something follows the JSON object")
	}
	return checkFields(in.body, reflect.TypeOf(into).Elem())
}

// checkFields refuses fields of a JSON object that a struct does not have, in
// just these letters, and those that come twice.
func checkFields(object []byte, fits reflect.Type) error {
	var free []string
	for _, f := range reflect.VisibleFields(fits) {
		free = append(free, f.Tag.Get("json"))
	}
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return malformed("%s", jsonFault(err))
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return malformed("%s", jsonFault(err))
		}
		i := slices.Index(free, fmt.Sprint(name))
		if i < 0 {
			return malformed("there is no field %.40q here, or it stands here twice", name)
		}
		free = slices.Delete(free, i, i+1)
		if err := d.Decode(new(json.RawMessage)); err != nil {
			return malformed("%s", jsonFault(err))
		}
	}
	return nil
}

// jsonFault says in words what is wrong with a body.
func jsonFault(err error) string {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("the body is not JSON: %v at byte %d", syntax, syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Sprintf("field %q cannot be a %s", kind.Field, kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	}
	return "the body is not what this call takes"
}

// asSeat reads the seat to act for from the query, 0 where there is none.
func asSeat(c echo.Context) (games.Seat, error) {
	text := c.QueryParam("as")
	if text == "" {
		return 0, nil
	}
	n, err := parseCount(text, 1)
	if err != nil {
		return 0, malformed("as=%.20s is no seat", text)
	}
	return games.Seat(n), nil
}
