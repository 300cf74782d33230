package views

import (
	"tableronde/games"
	"time"
)

// Match is the model of the page of one match, before it begins, while it is
// played and after its end. It holds facts alone; the sentences, the drawing
// and what may be tapped follow from them.
type Match struct {
	Page
	ID      string
	Game    games.Info
	Options map[string]string
	Seats   []Seat // index 0 is seat 1
	Solo    bool   // one person holds every seat
	Public  bool
	Host    bool   // the visitor opened the table
	Started bool   // all seats are taken
	Invite  string // token of the invitation link, for the host; "" for others
	Can     Can

	You    games.Seat // the seat the visitor acts for, Spectator for none; in solo the seat to act, or the one asked for
	Bottom games.Seat // the seat whose side of the board is at the bottom

	Ply   int        // events stored: what the next post must name
	Shown int        // the position shown is that after so many events; Ply unless looking back
	View  games.View // of the position shown
	Log   []Event    // all events stored, whatever is shown
	Path  []int      // indexes in Log of the actions that led to the position shown (table.Match.Path)

	ToAct  []games.Seat // who owes a decision at the end of the log
	Offers []string     // surrounding events the visitor may post now: "resign", "offer draw"
	Draw   games.Seat   // who offers a draw, 0 nobody
	Undo   games.Seat   // who asks to take back, 0 nobody
	Line   int          // the line to go back to if that is accepted
	Result *games.Result

	Staged string // the move in the making, as its route; "" nothing
	Try    string // a square asked about, "" none
	Ask    string // the surrounding event to be confirmed, "" none
	Typed  string // what the move box was sent with, to be shown again
	Seen   int    // events stored at the visitor's last visit, -1 for a first visit
	Key    string // idempotency key of the forms

	Next    int    // other matches that await the visitor
	NextID  string // one of them, "" none
	Rematch string // id of the match that follows this one, "" none
	Was     string // id of the match that this one follows, "" none
	Ended   time.Time
}

// Can tells which of the table's doors are open to the visitor.
type Can struct {
	Join     bool // take an open seat
	Withdraw bool // close the table before it starts
	Rematch  bool // ask for another one with seats swapped
}
