package api

import (
	"bytes"
	"context"
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

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

var errContentType = web.Refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "send Content-Type: application/json")

func malformed(format string, args ...any) error {
	return web.Refuse(http.StatusBadRequest, "malformed", fmt.Sprintf(format, args...))
}

// readJSON reads a body that is JSON in UTF-8, or empty.
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

// decodeBody reads the body of a call that has no idempotency key, as decode does.
func decodeBody(c echo.Context, into any) error {
	body, err := readJSON(c.Request())
	if err != nil {
		return err
	}
	return request{Context: c, body: body}.decode(into)
}

// decode reads the body into a struct: one JSON object without unknown fields.
// An empty body is an object without fields.
func (in request) decode(into any) error {
	if in.body == nil {
		return nil
	}
	if trimmed := bytes.TrimLeft(in.body, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return malformed("the body is not a JSON object")
	}
	if json.Unmarshal(in.body, into) != nil { // a Decoder, which copies the body, words it better
		d := json.NewDecoder(bytes.NewReader(in.body))
		if err := d.Decode(into); err != nil {
			return malformed("%s", jsonFault(err))
		}
		return malformed("something follows the JSON object")
	}
	return checkFields(in.body, reflect.TypeOf(into).Elem())
}

// checkFields refuses fields of a JSON object that a struct does not have, in just these letters,
// and fields that come twice.
func checkFields(object []byte, fits reflect.Type) error {
	var free []string
	for _, f := range reflect.VisibleFields(fits) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		free = append(free, name)
	}
	for _, name := range fieldsOf(object) {
		i := slices.Index(free, name)
		if i < 0 {
			return malformed("there is no field %.40q here, or it stands here twice", name)
		}
		free = slices.Delete(free, i, i+1)
	}
	return nil
}

// fieldsOf lists the names of the fields of a JSON object without copying their
// values. The object must be valid.
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
				_ = json.Unmarshal(object[from:i+1], &name) // valid, as all of it is
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

// asSeat reads the seat to act for from the query, 0 if it names none.
func asSeat(c echo.Context) (games.Seat, error) {
	text := c.QueryParam("as")
	seat, ok := web.ParseSeat(text, math.MaxInt)
	if !ok {
		return 0, malformed("as=%.20s is no seat", text)
	}
	return seat, nil
}

// finding lists the calls by which players find each other, beside the open tables.
func (a *API) finding() []route {
	return []route{
		{http.MethodPost, "/matches/:id/start", a.idempotent(a.postStart), nil},
		{http.MethodPost, "/matches/:id/challenges", a.idempotent(a.postChallenges), nil},
		{http.MethodDelete, "/matches/:id/challenges/:player", a.deleteChallenge, nil},
		{http.MethodGet, "/me/challenges", a.getChallenges, nil},
		{http.MethodGet, "/me/standing", a.getStanding, nil},
		{http.MethodPost, "/me/standing", a.idempotent(a.postStanding), nil},
		{http.MethodPut, "/me/standing/:id", a.putStanding, nil},
		{http.MethodDelete, "/me/standing/:id", a.deleteStanding, nil},
	}
}

// postStart starts a table of the caller before all its seats are taken.
func (a *API) postStart(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Level *int `json:"level"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	level, err := optionalPositive(body.Level, "level")
	if err != nil {
		return err
	}
	f, err := a.club.Tables.StartNow(in.Request().Context(), in.key, in.Param("id"), player.ID, level, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// findChallenged returns the id of the challenged player. It returns an error if the caller has
// challenged too many players in a short time.
func (a *API) findChallenged(in request, by, who string) (string, error) {
	p, err := a.club.Tables.FindChallenged(in.Request().Context(), by, who)
	if err == nil {
		err = web.Allow(a.talks, by)
	}
	return p.ID, err
}

// postChallenges keeps a seat of a table of the caller for a player, and asks them to take it.
func (a *API) postChallenges(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Player string `json:"player"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Player == "" {
		return malformed("the field \"player\" is missing")
	}
	asked, err := a.findChallenged(in, player.ID, body.Player)
	if err != nil {
		return err
	}
	f, err := a.club.Tables.Challenge(in.Request().Context(), in.key, in.Param("id"), player.ID, asked, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// deleteChallenge declines a challenge of the caller, or takes back one of theirs.
func (a *API) deleteChallenge(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	ctx, id, asked := c.Request().Context(), c.Param("id"), c.Param("player")
	if asked == player.ID {
		_, err = a.club.Tables.DeclineChallenge(ctx, db.Once{}, id, asked, nil)
	} else {
		_, err = a.club.Tables.TakeBackChallenge(ctx, db.Once{}, id, player.ID, asked, nil)
	}
	return noContent(c, err)
}

// getChallenges lists the tables that keep a seat for the caller.
func (a *API) getChallenges(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.club.Tables.Challenges(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return a.sendMatches(c, list, "", player.ID)
}

// Standing is a standing offer of the caller.
type Standing struct {
	ID      string            `json:"id"`
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Seat    *int              `json:"seat"` // the caller's own, null for one by lot
	Options map[string]string `json:"options"`
	NoTalk  bool              `json:"no_talk"`
	Casual  bool              `json:"casual,omitempty"`
	Wait    int               `json:"wait"`
	Clock   *clock.Control    `json:"clock"`
	needs
	Most   int     `json:"most"`
	Paused bool    `json:"paused"`
	Made   string  `json:"made"`
	Open   *string `json:"open"` // the id of its open table
	Live   int     `json:"live"`
}

func newStanding(o tables.Standing) Standing {
	out := Standing{ID: o.ID, Game: o.Table.Game, Seats: o.Table.Seats, Options: map[string]string{}, NoTalk: o.Table.NoTalk, Casual: o.Table.Casual, Wait: int(o.Table.Wait / time.Second),
		Clock: o.Table.Clock, needs: needs(o.Table.Needs), Most: o.Most, Paused: o.Paused, Made: formatTime(o.Made), Live: o.Live}
	if o.Table.Options != nil {
		out.Options = o.Table.Options
	}
	if o.Table.Seat != 0 {
		out.Seat = &o.Table.Seat
	}
	if o.Open != "" {
		out.Open = &o.Open
	}
	return out
}

func (a *API) standingOf(ctx context.Context, player string) ([]Standing, error) {
	list, err := a.club.Repeat.StandingOf(ctx, player)
	out := make([]Standing, len(list))
	for i, o := range list {
		out[i] = newStanding(o)
	}
	return out, err
}

// getStanding lists the standing offers of the caller.
func (a *API) getStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.standingOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, list)
}

// postStanding stores a standing offer, which opens its first table.
func (a *API) postStanding(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		tableBody
		Most int `json:"most"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	p, err := body.proposal()
	if err != nil {
		return err
	}
	made, err := a.club.Repeat.AddStanding(in.Request().Context(), in.key, player.ID, p, body.Most, func(o tables.Standing) (int, []byte) {
		return http.StatusCreated, reference{Text: encodeText(newStanding(o))}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(encodeText(newStanding(made))))
}

// putStanding changes, pauses or goes on with a standing offer.
func (a *API) putStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var body struct {
		Most   int  `json:"most"`
		Paused bool `json:"paused"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if err := a.club.Repeat.SetStanding(ctx, player.ID, id, body.Most, body.Paused); err != nil {
		return err
	}
	o, err := a.club.Repeat.FindStanding(ctx, player.ID, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newStanding(o))
}

// deleteStanding removes a standing offer and withdraws its open table.
func (a *API) deleteStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return noContent(c, a.club.Repeat.RemoveStanding(c.Request().Context(), player.ID, c.Param("id")))
}

// addStanding adds the standing offers and the challenges of the player.
func (x *export) addStanding(ctx context.Context) error {
	offers, err := x.a.standingOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	asked, err := x.a.club.Tables.Challenges(ctx, x.player.ID)
	challenges := []string{}
	for _, m := range asked {
		challenges = append(challenges, m.ID)
	}
	if err != nil || len(offers)+len(challenges) == 0 {
		return err
	}
	return x.addJSON("offers.json", map[string]any{"standing": offers, "challenges": challenges})
}
