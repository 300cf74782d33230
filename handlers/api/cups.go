package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/cup"
	"tableronde/handlers/club/cups"
)

// cupCalls answers the calls about cups.
type cupCalls struct{ *API }

func (a cupCalls) routes() []route {
	return []route{
		{http.MethodGet, "/cups", a.getCups},
		{http.MethodPost, "/cups", a.idempotent(requireCaller(a.postCups))},
		{http.MethodGet, "/cups/:id", a.getCup},
		{http.MethodPost, "/cups/:id/join", requireCaller(a.postJoinCup)},
		{http.MethodPost, "/cups/:id/leave", requireCaller(a.changeCup(a.Club.Cups.LeaveCup))},
		{http.MethodPost, "/cups/:id/start", requireCaller(a.changeCup(a.Club.Cups.StartCup))},
		{http.MethodPost, "/cups/:id/call-off", requireCaller(a.changeCup(a.Club.Cups.CallOffCup))},
	}
}

// Cup is a cup in a list.
type Cup struct {
	ID      string            `json:"id"`
	Title   string            `json:"title"` // empty if the host has left the site
	Host    *string           `json:"host"`  // id of the host
	Game    string            `json:"game"`
	Options map[string]string `json:"options"`
	Clock   *clock.Control    `json:"clock"`
	Wait    int               `json:"wait"`
	Casual  bool              `json:"casual"`
	Format  cup.Format        `json:"format"`
	Rounds  int               `json:"rounds"` // before the start, the number with all places taken
	Games   int               `json:"games"`
	Lot     bool              `json:"lot"`
	Places  int               `json:"places"`
	Entered int               `json:"entered"`
	Invited bool              `json:"invited"`
	Invite  string            `json:"invite,omitempty"` // shown to the host
	ByDate  bool              `json:"by_date"`
	Starts  string            `json:"starts"`
	Made    string            `json:"made"`
	Started *string           `json:"started"`
	Ended   *string           `json:"ended"`
}

// WholeCup is a cup with its players and matches.
type WholeCup struct {
	Cup
	Players []CupPlayer `json:"players"` // after the start, the best first
	Matches []CupMatch  `json:"matches"`
}

// CupPlayer is an entrant with the present result. Points are in full points, not in halves.
type CupPlayer struct {
	Number    int     `json:"number"` // 0 before the start
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Bot       int     `json:"bot,omitempty"`
	Withdrawn bool    `json:"withdrawn"`
	Dropped   bool    `json:"dropped"`
	Place     int     `json:"place"` // 0 for none
	Points    float64 `json:"points"`
	Wins      int     `json:"wins"`
	Played    int     `json:"played"`
	Buchholz  float64 `json:"buchholz"`
	Berger    float64 `json:"sonneborn_berger"`
}

// CupMatch is a match of a cup.
type CupMatch struct {
	ID      string    `json:"id"`
	Round   int       `json:"round"`
	Pairing int       `json:"pairing"`
	Number  int       `json:"number"`
	Players []int     `json:"players"` // entrants' numbers, by seat
	Points  []float64 `json:"points"`  // by seat; null during the match
	ToAct   []int     `json:"to_act"`  // entrants' numbers
}

func newCup(f cups.Cup, viewer string) Cup {
	state := f.State
	if f.Started.IsZero() {
		state.Entries = f.Places
	}
	c := Cup{ID: f.ID, Title: f.Title, Host: optional(f.Host), Game: f.Table.Game, Options: map[string]string{}, Clock: f.Table.Clock, Wait: int(f.Table.Wait / time.Second), Casual: f.Table.Casual,
		Format: f.Format, Rounds: state.Length(), Games: max(f.Games, 1), Lot: f.Lot, Places: f.Places, Entered: f.Entered, Invited: f.Invited, ByDate: f.ByDate,
		Starts: formatTime(f.Starts), Made: formatTime(f.Made), Started: optionalTime(f.Started), Ended: optionalTime(f.Ended)}
	if f.Table.Options != nil {
		c.Options = f.Table.Options
	}
	if viewer != "" && viewer == f.Host {
		c.Invite = f.Invite
	}
	return c
}

func newWholeCup(f cups.Cup, viewer string) WholeCup {
	whole := WholeCup{Cup: newCup(f, viewer), Players: []CupPlayer{}, Matches: []CupMatch{}}
	standings := f.State.Standings()
	for _, e := range f.Entrants {
		p := CupPlayer{Number: e.Number, ID: e.Player.ID, Name: e.Player.Name, Bot: e.Player.Bot, Withdrawn: e.Withdrawn}
		for _, s := range standings {
			if s.Entry == e.Number {
				p.Dropped, p.Place, p.Points, p.Wins, p.Played = s.Dropped, s.Place, float64(s.Points)/2, s.Wins, s.Played
				p.Buchholz, p.Berger = float64(s.Buchholz)/2, float64(s.Berger)/4
			}
		}
		whole.Players = append(whole.Players, p)
	}
	if !f.Started.IsZero() {
		place := func(p CupPlayer) int {
			return slices.IndexFunc(standings, func(s cup.Standing) bool { return s.Entry == p.Number })
		}
		slices.SortFunc(whole.Players, func(a, b CupPlayer) int { return place(a) - place(b) })
	}
	for i, m := range f.Matches {
		out := CupMatch{ID: m.ID, Round: m.Round, Pairing: m.Pairing, Number: m.Number, Players: m.Entries, ToAct: []int{}}
		for _, points := range f.State.Made[i].Points {
			out.Points = append(out.Points, float64(points)/2)
		}
		if m.Result == nil {
			out.ToAct = numbersOf(m.ToAct, m.Entries)
		}
		whole.Matches = append(whole.Matches, out)
	}
	return whole
}

func numbersOf(seats []games.Seat, entries []int) []int {
	numbers := []int{}
	for _, seat := range seats {
		numbers = append(numbers, entries[seat-1])
	}
	return numbers
}

// getCups lists cups by state, or the caller's own cups.
func (a cupCalls) getCups(c echo.Context) error {
	player, ok := caller(c)
	f := db.CupFilter{State: db.CupState(c.QueryParam("state")), Player: player.ID, Limit: db.MaxPage}
	if f.State == "" && !ok {
		return errNoPlayer
	}
	if f.State != "" && !slices.Contains(db.CupStates, f.State) {
		return malformed("state=%.20s: say open, running or over, or nothing for your own", f.State)
	}
	list, err := a.Club.Cups.Cups(c.Request().Context(), f)
	return answerList(c, func(f cups.Cup) Cup { return newCup(f, player.ID) }, list, err)
}

// postCups creates a cup.
func (a cupCalls) postCups(in request, player db.Player) error {
	var body struct {
		tableBody
		Title   string `json:"title"`
		Format  string `json:"format"`
		Places  int    `json:"places"`
		Rounds  int    `json:"rounds"`
		Games   int    `json:"games"`
		Lot     bool   `json:"lot"`
		Invited bool   `json:"invited"`
		Plays   bool   `json:"plays"`
		Bots    int    `json:"bots"`
		Level   int    `json:"level"`
		Starts  string `json:"starts"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	p, err := body.proposal()
	if err != nil {
		return err
	}
	if p.Clock == nil && body.Clock == nil {
		pace, _ := clock.FindPace(clock.DefaultPace)
		p.Clock = &pace.Control
	}
	n := cups.NewCup{Title: body.Title, Places: body.Places, Invited: body.Invited, Plays: body.Plays, Bots: body.Bots, Level: body.Level,
		CupPlan: cups.CupPlan{Table: p, Format: cup.Format(body.Format), Rounds: body.Rounds, Games: body.Games, Lot: body.Lot}}
	if body.Starts != "" {
		if n.Starts, err = time.Parse(time.RFC3339, body.Starts); err != nil {
			return malformed("the field \"starts\" is not a time: say it like 2026-11-21T12:00:00Z")
		}
		n.ByDate = true
	}
	newJSON := func(f cups.Cup) Cup { return newCup(f, player.ID) }
	made, err := a.Club.Cups.MakeCup(in.Request().Context(), in.key, player.ID, n, noteMade(newJSON))
	return answerMade(in, newJSON, made, err)
}

// answerCup answers with a cup as a viewer sees it.
func answerCup(c echo.Context, f cups.Cup, viewer string, err error) error {
	return answer(c, func(f cups.Cup) WholeCup { return newWholeCup(f, viewer) }, f, err)
}

// getCup answers with a cup, its players and matches.
func (a cupCalls) getCup(c echo.Context) error {
	player, _ := caller(c)
	f, err := a.Club.Cups.Cup(c.Request().Context(), c.Param("id"), player.ID)
	return answerCup(c, f, player.ID, err)
}

// postJoinCup enters the caller. A caller who has entered already gets the same answer.
func (a cupCalls) postJoinCup(c echo.Context, player db.Player) error {
	var body struct {
		Invite string `json:"invite"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	f, err := a.Club.Cups.Cup(ctx, id, player.ID)
	if err == nil && f.NumberOf(player.ID) < 0 {
		f, err = a.Club.Cups.JoinCup(ctx, id, player, body.Invite)
	}
	return answerCup(c, f, player.ID, err)
}

// changeCup returns the handler for a change of a cup by the caller.
func (a cupCalls) changeCup(change func(ctx context.Context, id, player string) (cups.Cup, error)) func(echo.Context, db.Player) error {
	return func(c echo.Context, player db.Player) error {
		if err := decodeBody(c, &struct{}{}); err != nil {
			return err
		}
		f, err := change(c.Request().Context(), c.Param("id"), player.ID)
		return answerCup(c, f, player.ID, err)
	}
}

// addCups adds the cups that the player has created or entered.
func (x *export) addCups(ctx context.Context) error {
	var out []Cup
	for {
		list, err := x.Club.Cups.Cups(ctx, db.CupFilter{Player: x.player.ID, Skip: len(out), Limit: db.MaxPage})
		if err != nil {
			return err
		}
		for _, one := range list {
			out = append(out, newCup(one, x.player.ID))
		}
		if len(list) < db.MaxPage {
			break
		}
	}
	if len(out) == 0 {
		return nil
	}
	return x.addJSON("own-cups.json", out)
}
