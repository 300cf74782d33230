package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
)

var errContentType = web.Refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "send Content-Type: application/json")

func malformed(format string, args ...any) error {
	return web.Refuse(http.StatusBadRequest, "malformed", fmt.Sprintf(format, args...))
}

// readJSON reads a body that is empty or JSON in UTF-8.
func readJSON(req *http.Request) ([]byte, error) {
	var read bytes.Buffer
	if n := req.ContentLength; 0 < n && n <= web.MaxImport {
		read.Grow(int(n) + bytes.MinRead)
	}
	_, err := read.ReadFrom(req.Body)
	body := read.Bytes()
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

// decodeBody works like decode for a call without an idempotency key.
func decodeBody(c echo.Context, into any) error {
	body, err := readJSON(c.Request())
	if err != nil {
		return err
	}
	return request{Context: c, body: body}.decode(into)
}

// decode decodes the body into a struct: one JSON object without unknown fields. An empty body
// counts as an empty object.
func (in request) decode(into any) error {
	if in.body == nil {
		return nil
	}
	if trimmed := bytes.TrimLeft(in.body, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return malformed("the body is not a JSON object")
	}
	if json.Unmarshal(in.body, into) != nil { // a Decoder gives a better error text, but copies the body
		d := json.NewDecoder(bytes.NewReader(in.body))
		if err := d.Decode(into); err != nil {
			return malformed("%s", jsonFault(err))
		}
		return malformed("something follows the JSON object")
	}
	return checkFields(in.body, reflect.TypeOf(into).Elem())
}

// checkFields refuses fields of a JSON object that the struct does not have, in exact spelling, and
// repeated fields.
func checkFields(object []byte, fits reflect.Type) error {
	var free []string
	for _, f := range reflect.VisibleFields(fits) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		free = append(free, name)
	}
	for _, name := range fieldsOf(object) {
		i := slices.Index(free, name)
		if i < 0 {
			return malformed("field %.40q is unknown here, or stands here twice", name)
		}
		free = slices.Delete(free, i, i+1)
	}
	return nil
}

// fieldsOf lists the names of the fields in a valid JSON object, without copying the values.
func fieldsOf(object []byte) (names []string) {
	depth, begins := 0, false
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '{', '[':
			depth++
			begins = depth == 1
		case '}', ']':
			depth--
		case ',':
			begins = depth == 1
		case '"':
			from := i
			for i++; object[i] != '"'; i++ {
				if object[i] == '\\' {
					i++
				}
			}
			if begins {
				var name string
				_ = json.Unmarshal(object[from:i+1], &name) // cannot fail: the whole object is valid
				names, begins = append(names, name), false
			}
		}
	}
	return names
}

// jsonFault describes the fault of a body that cannot be decoded.
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

// asSeat reads the seat to act for from the query, 0 for none.
func asSeat(c echo.Context) (games.Seat, error) {
	text := c.QueryParam("as")
	seat, ok := web.ParseSeat(text, math.MaxInt)
	if !ok {
		return 0, malformed("as=%.20s is not a seat", text)
	}
	return seat, nil
}

// optionalPositive returns 0 if n is nil. Otherwise n must be at least 1.
func optionalPositive(n *int, field string) (int, error) {
	if n == nil {
		return 0, nil
	}
	if *n < 1 {
		return 0, club.InvalidField("invalid_"+field, field, "%q must be at least 1, not %d", field, *n)
	}
	return *n, nil
}

// readTime reads a time from the query, if it has one.
func readTime(c echo.Context, name string, into *time.Time) (err error) {
	if text := c.QueryParam(name); text != "" {
		if *into, err = time.Parse(time.RFC3339, text); err != nil {
			return malformed("%s=%.40s is not a time: say it like 2026-11-21T12:00:00Z", name, text)
		}
	}
	return nil
}

// readBool reads a boolean of the query, nil if it is missing.
func readBool(c echo.Context, name string) (*bool, error) {
	switch text := c.QueryParam(name); text {
	case "true", "false":
		is := text == "true"
		return &is, nil
	case "":
		return nil, nil
	default:
		return nil, malformed("%s=%.20s is neither true nor false", name, text)
	}
}

// The default and the most matches on a page of a list.
const (
	pageSize = 20
	maxPage  = 50
)

// readPage reads the page of a list that the query asks for.
func readPage(c echo.Context) (after string, limit int, err error) {
	after = web.Cursor(c)
	text := c.QueryParam("limit")
	if text == "" {
		return after, pageSize, nil
	}
	if limit, err = web.ParseCount(text, 1); err != nil || limit > maxPage {
		return "", 0, malformed("limit=%.20s is not from 1 to %d: name a number in between, and follow the links to further pages", text, maxPage)
	}
	return after, limit, nil
}
