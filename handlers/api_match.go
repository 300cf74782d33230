package handlers

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

// matchJSON is the MATCH of the API: a match as one viewer may see it.
type matchJSON struct {
	ID        string            `json:"id"`
	Game      string            `json:"game"`
	Version   int               `json:"version"`
	Options   map[string]string `json:"options"`
	Title     string            `json:"title,omitempty"` // of a game that was imported
	Tags      map[string]string `json:"tags,omitempty"`  // of its record
	Public    bool              `json:"public"`
	Shown     bool              `json:"shown"`  // made public after its end
	Shared    bool              `json:"shared"` // a link to it is out
	Solo      bool              `json:"solo"`
	Invite    string            `json:"invite,omitempty"` // path of the invitation page; for host and seats
	Ply       int               `json:"ply"`
	Seats     []seatJSON        `json:"seats"`
	You       *games.Seat       `json:"you"`
	ToAct     []games.Seat      `json:"to_act"`
	Legal     []string          `json:"legal"`
	Offers    []string          `json:"offers"` // surrounding events that the caller may post
	Over      bool              `json:"over"`
	Result    *games.Result     `json:"result"`
	Clock     *struct{}         `json:"clock"`
	State     games.View        `json:"state"`
	Log       []eventJSON       `json:"log"`
	Created   string            `json:"created"`
	Started   *string           `json:"started"`
	Ended     *string           `json:"ended"`
	RematchOf string            `json:"rematch_of,omitempty"`
	Rematch   string            `json:"rematch,omitempty"`
	Offer     *rematchJSON      `json:"rematch_offer"` // null while none is known
	Fair      *fairJSON         `json:"fair"`          // null in games without chance
	Wait      int               `json:"wait"`          // seconds that the table gives for interruptions
	Window    *windowJSON       `json:"window"`        // the one that is open, or null

	// Unplayed are the actions of a post that could not be played any more.
	Unplayed []string `json:"unplayed,omitempty"`
}

// fairJSON is what anybody can check the shuffle by.
type fairJSON struct {
	Commitment    string    `json:"commitment"`
	Contributions []*string `json:"contributions"` // by seat; null: the seat is open
	Secret        *string   `json:"secret"`        // null until the match is over, like the seed
	Seed          *string   `json:"seed"`
}

// windowJSON is the time in which others may prevent an action. It is the same
// for everybody, whoever could.
type windowJSON struct {
	Until string `json:"until"`
}

type seatJSON struct {
	Seat   games.Seat  `json:"seat"`
	Player *playerJSON `json:"player"` // null: the seat is open
}

type playerJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type eventJSON struct {
	Ply    int        `json:"ply"`
	Seat   games.Seat `json:"seat"`
	Action string     `json:"action"`
	At     string     `json:"at"`
}

// newMatchJSON shows a match to a player, "" for nobody in particular, who
// looks at it from a seat, Spectator for none.
func newMatchJSON(f folded, player string, seat games.Seat) *matchJSON {
	m := &matchJSON{
		ID:        f.ID,
		Game:      f.Game,
		Version:   f.Version,
		Options:   f.Options,
		Title:     f.Title,
		Tags:      f.Tags,
		Public:    f.Public,
		Shown:     f.Shown,
		Shared:    f.Shared && seatOf(f.Match, player) != 0,
		Solo:      f.Solo,
		Ply:       f.Ply,
		Seats:     make([]seatJSON, len(f.Seats)),
		ToAct:     []games.Seat{},
		Legal:     []string{},
		Offers:    []string{},
		Over:      f.over(),
		State:     f.state(seat),
		Log:       make([]eventJSON, len(f.Events)),
		Created:   rfc3339(f.Created),
		Started:   optionalTime(f.Started),
		Ended:     optionalTime(f.Ended),
		RematchOf: f.RematchOf,
		Rematch:   f.Rematch,
		Offer:     newRematchJSON(f.Match),
		Fair:      newFairJSON(f),
		Wait:      int(f.Wait / time.Second),
		Unplayed:  f.unplayed,
	}
	if m.Options == nil {
		m.Options = map[string]string{}
	}
	for i, p := range f.Seats {
		m.Seats[i].Seat = games.Seat(i + 1)
		if p.ID != "" {
			m.Seats[i].Player = newPlayerJSON(p)
		}
	}
	for i, e := range f.log(seat) {
		m.Log[i] = eventJSON{Ply: e.Ply, Seat: e.Seat, Action: e.Text, At: rfc3339(e.At)}
	}
	if seat != games.Spectator {
		m.You = &seat
	}
	if player != "" && (seat != games.Spectator || player == f.Host) {
		m.Invite = invitePath(f.Invite)
	}
	if f.Started.IsZero() {
		return m
	}
	m.Result = resultJSON(f.Table.Result())
	m.ToAct = append(m.ToAct, f.toAct()...)
	if !f.Due.IsZero() {
		m.Window = &windowJSON{Until: rfc3339(f.Due)}
	}
	if seat != games.Spectator {
		m.Legal = append(m.Legal, f.legal(seat)...)
		m.Offers = append(m.Offers, f.Table.Offers(seat)...)
	}
	return m
}

// newFairJSON is nil for a match without chance.
func newFairJSON(f folded) *fairJSON {
	if !f.Chance() {
		return nil
	}
	fair := &fairJSON{Commitment: f.Secret.Commitment(), Contributions: make([]*string, len(f.Contributions))}
	for i, text := range f.Contributions {
		if text != "" {
			fair.Contributions[i] = &text
		}
	}
	if f.over() {
		secret, seed := f.Secret.Hex(), f.Secret.Seed(f.ID, f.Contributions).Hex()
		fair.Secret, fair.Seed = &secret, &seed
	}
	return fair
}

// invitePath is the page of an invitation.
func invitePath(token string) string { return "/i/" + token }

func newPlayerJSON(p db.Player) *playerJSON { return &playerJSON{ID: p.ID, Name: p.Name} }

// resultJSON makes sure that a draw has an empty list of winners, not none.
func resultJSON(r *games.Result) *games.Result {
	if r == nil || r.Winners != nil {
		return r
	}
	with := *r
	with.Winners = []games.Seat{}
	return &with
}

// rfc3339 writes a time for programs, to the millisecond.
func rfc3339(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := rfc3339(t)
	return &text
}

// reply answers a call with a match. It is rendered once, for the store or for
// the caller, whoever asks first.
type reply struct {
	status int
	player string
	as     games.Seat
	body   []byte
}

// render is an answer.
func (r *reply) render(f folded) (int, []byte) {
	seat, err := f.seatFor(r.player, r.as)
	if err != nil {
		panic(err) // every call has made sure of its seat before
	}
	if r.body, err = json.Marshal(newMatchJSON(f, r.player, seat)); err != nil {
		panic(err) // a view that is no JSON
	}
	return r.status, r.body
}

// forOnce is render for a call that has to be answered alike when repeated.
func (r *reply) forOnce(in call) answer {
	if in.once.Key == "" {
		return nil
	}
	return r.render
}

// sendMatch answers with a match as a player sees it.
func sendMatch(c echo.Context, f folded, player string, as games.Seat) error {
	seat, err := f.seatFor(player, as)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newMatchJSON(f, player, seat))
}

// send answers a call with a match.
func (s *Server) send(in call, r *reply, f folded) error {
	if r.body != nil {
		return in.JSONBlob(r.status, r.body)
	}
	r.render(f)
	return s.sendNew(in, r.status, r.body)
}

// sendNew gives an answer that the store does not know yet.
func (s *Server) sendNew(in call, status int, body []byte) error {
	if in.once.Key != "" {
		if err := s.store.Remember(in.Request().Context(), in.once, status, body); err != nil {
			return err
		}
	}
	return in.JSONBlob(status, body)
}
