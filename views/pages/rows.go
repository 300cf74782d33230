package pages

import (
	"cmp"
	"slices"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/views"
)

// Row is a match in a list.
type Row struct {
	ID           string
	Game         games.Info
	Seats        []views.Seat // index 0 is seat 1
	Players      []string     // ids of their profiles by seat, "" for none
	Host         string       // name of the player who opened the table
	HostID       string       // of their profile, "" for none
	Title        string       // of a game that was imported, "" for none
	HistoricGame bool         // it is a historic game that is part of the program
	Dated        string       // of a historic game: its date according to the record; "" if unknown
	Solo         bool
	Public       bool
	Ladder       bool        // it is a challenge on a ladder
	Needs        views.Needs // conditions for taking a seat
	Exhibition   bool        // bots play it for spectators
	Study        string      // the position that the match begins from, as text; "" the game's own
	Asked        []string    // names of the players for open seats
	Declined     []string    // names of the players who declined an open seat
	ToAct        []games.Seat
	Ply          int
	Last         views.Event // zero while nothing has been played
	Story        string      // the last event, in sentences; "" if Last is enough
	Created      time.Time   // when the table was opened
	Moved        time.Time   // when the last event was stored, or the match began
	Result       *games.Result

	Control *clock.Control // nil for a match without clocks
	Timed   *views.Timed   // the visitor's clock if they are to act, else the mover's; nil if there is none or it is unknown
}

// profilePath returns the address of a player's profile.
func profilePath(id string) templ.SafeURL { return templ.SafeURL("/players/" + id) }

// paceText describes the time that a match gives, "" for one without clocks.
func (r Row) paceText(p views.Page) string {
	if r.Control == nil {
		return ""
	}
	return p.PaceText(*r.Control)
}

// RowTitle returns the game of a match in a list, and the visitor's opponents.
func RowTitle(p views.Page, r Row) string {
	game := p.Lang.Of(r.Game.Name)
	names := opponentNames(p, r)
	switch {
	case r.Solo || names == "" || r.visitorSeat() == games.Spectator:
		return game
	case len(r.Seats) > 3:
		return p.T("row.table", "Game", game, "Number", p.InWords(len(r.Seats)))
	}
	return p.T("row.against", "Game", game, "Names", names)
}

// changedAt returns when a match last changed: with its last event, else when it was
// opened.
func (r Row) changedAt() time.Time {
	if r.Moved.IsZero() {
		return r.Created
	}
	return r.Moved
}

// names lists the names of the players by seat.
func (r Row) names() []string {
	return views.Each(r.Seats, func(s views.Seat) string { return s.Name })
}

// moverNames lists the names of the players to act.
func (r Row) moverNames() []string {
	return views.Each(r.ToAct, r.Name)
}

// awaitsVisitor reports whether the visitor owes a decision.
func (r Row) awaitsVisitor() bool {
	return slices.ContainsFunc(r.ToAct, func(seat games.Seat) bool { return r.Seats[seat-1].You })
}

// left reports whether a bot plays on for the visitor, who has left the match.
func (r Row) left() bool {
	return slices.ContainsFunc(r.Seats, func(s views.Seat) bool { return s.ForYou })
}

// visitorSeat returns the visitor's seat in a match, the first of several, Spectator for
// none.
func (r Row) visitorSeat() games.Seat {
	for i, s := range r.Seats {
		if s.You {
			return games.Seat(i + 1)
		}
	}
	return games.Spectator
}

// Name returns the player of a seat, "" while the seat is open.
func (r Row) Name(seat games.Seat) string {
	if seat < 1 || int(seat) > len(r.Seats) {
		return ""
	}
	return r.Seats[seat-1].Name
}

// NameIn returns the player of a seat of a match in a list; at a table of one it returns the army
// or the number of the seat.
func NameIn(p views.Page, r Row, seat games.Seat) string {
	if r.Solo {
		return p.SeatName(r.Game, seat)
	}
	return r.Name(seat)
}

// missing describes the open seats of a table: seats that wait for any player, or for the answers
// of players who were asked.
func (r Row) missing(p views.Page) string {
	switch free := len(r.freeSeats()); {
	case len(r.Declined) > 0:
		return p.N("challenge.declined", len(r.Declined), "Names", p.List(r.Declined))
	case len(r.Asked) > 0 && free == 0:
		return p.T("challenge.waits", "Names", p.List(r.Asked))
	default:
		return p.N("home.open_seats", free)
	}
}

// freeSeats lists the open seats that anybody may take.
func (r Row) freeSeats() []games.Seat {
	var open []games.Seat
	for i, s := range r.Seats {
		if s.Name == "" && s.Kept == "" {
			open = append(open, games.Seat(i+1))
		}
	}
	return open
}

// opponentNames returns the names of the visitor's opponents.
func opponentNames(p views.Page, r Row) string {
	var names []string
	for i, s := range r.Seats {
		if !s.You && s.Name != "" && games.Seat(i+1) != r.Game.Partner(r.visitorSeat()) {
			names = append(names, s.Name)
		}
	}
	return p.List(names)
}

// dayOf returns the day on which a match ended, "" if it is unknown.
func dayOf(p views.Page, r Row) string {
	if r.HistoricGame {
		return r.Dated
	}
	return p.ShortDay(r.changedAt())
}

// endOf describes the end of a match of a list; an excerpt ends with its record.
func endOf(p views.Page, r Row) string {
	if r.HistoricGame && r.Result != nil && r.Result.Reason == games.ReasonAborted {
		return p.T("over.excerpt")
	}
	return outcomeOf(p, r)
}

// Address returns the path of the match.
func (r Row) Address() string { return "/m/" + r.ID }

// lastEventText returns the last event of a row in a few words.
func lastEventText(p views.Page, r Row) string {
	switch {
	case r.Story != "":
		return r.Story
	case r.Title != "" && r.Last.Text == "":
		return r.Title
	case r.Title != "":
		return p.T("home.titled", "Title", r.Title, "Move", ownEvent(p, r))
	case r.Game.Hidden && r.Ply > 0 && (r.Solo || r.awaitsVisitor()):
		return p.T("row.yours")
	case r.Game.Hidden && r.Ply > 0:
		return p.T("home.goes_on", "Names", opponentNames(p, r))
	case r.Last.Text == "" && r.Solo:
		return p.T("home.solo")
	case r.Last.Text == "":
		return p.T("home.begin")
	case r.Solo:
		if told := ownEvent(p, r); told != r.Last.Text {
			return told
		}
		return p.T("home.solo_last", "Move", r.Last.Text)
	}
	return p.EventText(r.Name(r.Last.Seat), r.Last.Text)
}

// ownEvent describes the last event at a table of one, with the army as its subject.
func ownEvent(p views.Page, r Row) string {
	return cmp.Or(p.ArmyEvent(r.Game, r.Last.Seat, views.EventKey(r.Last.Text)), r.Last.Text)
}

// resultText describes the result of one of the visitor's matches in a few words.
func resultText(p views.Page, r Row) string {
	switch {
	case r.Result == nil:
		return ""
	case r.Result.Reason == games.ReasonAborted:
		return p.T("ended.aborted")
	case r.Title != "":
		return r.Title
	case r.Solo:
		return p.T("ended.solo")
	case len(r.Result.Winners) == 0:
		return p.T("ended.drawn", "Names", opponentNames(p, r))
	}
	if place := views.PlaceText(r.Game, r.Result, len(r.Seats), r.visitorSeat()); place != "" {
		winners := views.Each(r.Result.Winners, r.Name)
		return p.N("ended.placed", len(winners), "Place", place, "Seats", len(r.Seats), "Names", p.List(winners))
	}
	won, mate := slices.Contains(r.Result.Winners, r.visitorSeat()), r.Name(r.Game.Partner(r.visitorSeat()))
	switch {
	case won && mate != "":
		return p.T("ended.won_with", "Partner", mate, "Names", opponentNames(p, r))
	case won:
		return p.T("ended.won", "Names", opponentNames(p, r))
	case mate != "":
		return p.T("ended.lost_with", "Partner", mate, "Names", opponentNames(p, r))
	}
	return p.T("ended.lost", "Names", opponentNames(p, r))
}

// timeLeft returns the time on the clock of the row.
func (r Row) timeLeft(p views.Page) string {
	switch {
	case r.Timed.Fallen:
		return p.T("clock.none")
	case r.Timed.Away:
		return p.T("clock.holidays_left", "Time", p.Span(r.Timed.Vacation))
	}
	return p.Span(r.Timed.Left)
}
