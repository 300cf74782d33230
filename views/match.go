package views

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
)

// Match is the model of the page of one match, before it begins, while it is
// played and after its end. It holds facts alone; the sentences, the drawing
// and what may be tapped follow from them.
type Match struct {
	Page
	ID          string
	Game        games.Info
	Options     map[string]string
	Seats       []Seat   // index 0 is seat 1
	Solo        bool     // one person holds every seat
	Title       string   // of a game that was imported, "" if its record tells nothing
	Played      []string // who played an imported game elsewhere, by seat, "" if unknown; nil for one begun here
	Public      bool
	Host        bool   // the visitor opened the table
	Started     bool   // all seats are taken
	Invite      string // token of the invitation link, for the host; "" for others
	Token       string // of the link by which the visitor sees the match, "" for one who may see it anyway
	Invited     bool   // there is such a link, whether or not its token can be told
	Permissions Permissions
	Expires     time.Time // when the table ends unless its seats are taken by then; zero once the match has begun

	You    games.Seat // the seat the visitor acts for, Spectator for none; in solo the seat to act, or the one asked for
	Bottom games.Seat // the seat whose side of the board is at the bottom
	Zoom   string     // the part of the board shown, as ZoomOf knows it; "" all of it
	Pick   bool       // pieces and squares are listed too, to make a move without the board
	Sort   string     // how the visitor's hand is sorted, "" as the family does by itself
	See    string     // the part of the table that is opened beside it, "" the story

	Ply   int        // events stored: what the next post must name
	Shown int        // the position shown is that after so many events; Ply unless looking back
	View  games.View // of the position shown; nil before a game with chance begins
	Log   []Event    // all events stored, whatever is shown
	Path  []int      // indexes in Log of the actions that led to the position shown (table.Match.Path)

	ToAct  []games.Seat // who owes a decision at the end of the log
	Offers []string     // surrounding events the visitor may post now: "resign", "offer draw"
	Draw   games.Seat   // who offers a draw, 0 nobody
	Undo   games.Seat   // who asks to take back, 0 nobody
	Line   int          // the line to go back to if that is accepted
	Result *games.Result

	DrawVotes, UndoVotes Votes // on what stands

	Told       []Told         // the same as Log, veiled and with what came of it; nil for games that hide nothing
	Story      []Entry        // that in sentences
	Preview    games.View     // the position after the staged actions, as far as they fit; View while none is staged
	Fit        int            // number of staged actions that can be played one after the other
	PreviewErr *games.Illegal // why the staged action after those cannot be played; nil if all can
	WindowEnds *Clock         // when the interrupt window closes; nil while none is open
	Waits      bool           // others have time to answer what is played
	Fair       Fair           // the chance of the match
	Orders     bool           // the visitor has a sheet of standing orders

	Words string // a contribution to the shuffle for whoever may join

	Staged  string             // the move in the making, as its route, or a list of actions; "" nothing
	Probe   string             // a square or a control asked about, "" none; "all" asks which pieces can move
	Press   string             // id of a control that was pressed though it can do nothing now, "" none: the page says why
	Confirm string             // the surrounding event that the page asks to confirm, "" none; "withdraw" closes the table
	Typed   string             // what the move box, or the field for a name, was sent with, to be shown again
	Problem *Problem           // why the form that takes a seat was refused; nil otherwise
	Seen    int                // events that are no news to the visitor: the page tells of later ones until he acts
	Visit   time.Time          // when the visitor's present visit began
	Again   bool               // the action that came after the position shown is to be looked at again
	Before  map[int]games.View // by index in Log: the position that a move was played in, of those the page tells of
	Key     string             // idempotency key of the forms

	Rematching Rematching // the offer of a rematch

	Next      int    // other matches that await the visitor
	NextID    string // one of them, "" none
	Rematch   string // id of the match that follows this one, "" none
	RematchOf string // id of the match that this one is a rematch of, "" none
	Ended     time.Time
}

// Votes lists the seats that have accepted a pending offer and those that have
// not answered.
type Votes struct{ Agreed, Awaited []games.Seat }

// Permissions are the changes that the visitor may make to the table.
type Permissions struct {
	Join     bool // take an open seat
	Withdraw bool // close the table before the match begins
	Rematch  bool // offer a rematch with the seats swapped
}

// askWithdraw is the value of Match.Confirm that asks whether to close the table.
const askWithdraw = "withdraw"

// sent reports whether the page answers a post that was played.
func (m Match) sent() bool { return m.Notice != nil && m.Notice.Good }

// Address returns the path of the match; for visitors who see it by a link to it,
// the path of that link.
func (m Match) Address() string {
	if m.Token != "" {
		return "/w/" + m.Token
	}
	return "/m/" + m.ID
}

// display is how the visitor looks at the board or the table.
type display struct {
	bottom    games.Seat
	zoom      string
	pick      bool
	sort, see string
}

func (m Match) display() display { return display{m.Bottom, m.Zoom, m.Pick, m.Sort, m.See} }

// DisplayQuery returns the part of the query that every link of the page keeps:
// how the board is looked at, "turn=2&zoom=nw"; "" for the default.
func (m Match) DisplayQuery() string { return m.displayQueryOf(m.display()) }

func (m Match) displayQueryOf(l display) string {
	var kept string
	if l.bottom != m.own() {
		kept = "&turn=" + strconv.Itoa(int(l.bottom))
	}
	if l.zoom != "" {
		kept += "&zoom=" + l.zoom
	}
	if l.pick {
		kept += "&pick=1"
	}
	if l.sort != "" {
		kept += "&sort=" + url.QueryEscape(l.sort)
	}
	if l.see != "" {
		kept += "&see=" + url.QueryEscape(l.see)
	}
	return strings.TrimPrefix(kept, "&")
}

// DisplayFields returns DisplayQuery as names and values, for the hidden fields
// of a form.
func (m Match) DisplayFields() [][2]string {
	kept, _ := url.ParseQuery(m.DisplayQuery())
	var fields [][2]string
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		fields = append(fields, [2]string{name, kept.Get(name)})
	}
	return fields
}

// withDisplay returns the address of the page as it is shown, with another
// display.
func (m Match) withDisplay(l display) string {
	return m.with(m.displayQueryOf(l), m.shown(), m.shownValue())
}

// Zoomed returns the address of the page as it is shown, with a part of the board,
// "" for all of it.
func (m Match) Zoomed(part string) string {
	l := m.display()
	l.zoom = part
	return m.withDisplay(l)
}

// Picking returns the address of the page as it is shown, with the lists of pieces
// and squares or without.
func (m Match) Picking(on bool) string {
	l := m.display()
	l.pick = on
	return m.withDisplay(l)
}

// own returns the seat whose side is at the bottom by default: the visitor's,
// else the first.
func (m Match) own() games.Seat {
	if i := slices.IndexFunc(m.Seats, func(s Seat) bool { return s.You }); i >= 0 {
		return games.Seat(i + 1)
	}
	return 1
}

// To returns the address of the page with one more parameter, or with none if
// name is "".
func (m Match) To(name, value string) string { return m.with(m.DisplayQuery(), name, value) }

func (m Match) with(kept, name, value string) string {
	switch {
	case name == "" && kept == "":
		return m.Address()
	case name == "":
		return m.Address() + "?" + kept
	case kept == "":
		return m.Address() + "?" + name + "=" + url.QueryEscape(value)
	}
	return m.Address() + "?" + kept + "&" + name + "=" + url.QueryEscape(value)
}

// Here returns the address of the page as it is shown, without what is probed or
// confirmed.
func (m Match) Here() string {
	return m.with(m.DisplayQuery(), m.shown(), m.shownValue())
}

// Flipped returns the address of the page with the next seat's side at the
// bottom.
func (m Match) Flipped() string {
	l := m.display()
	l.bottom = l.bottom%games.Seat(len(m.Seats)) + 1
	return m.withDisplay(l)
}

// shown returns the name of the parameter that says which position is shown, ""
// for the present one; shownValue returns its value.
func (m Match) shown() string {
	switch {
	case m.Again:
		return "again"
	case m.Past():
		return "ply"
	case m.Staged != "":
		return "m"
	}
	return ""
}

func (m Match) shownValue() string {
	switch {
	case m.Again:
		return "1"
	case m.Past():
		return strconv.Itoa(m.Shown)
	}
	return m.Staged
}

// At returns the address of the position after so many events.
func (m Match) At(ply int) string {
	if ply >= m.Ply {
		return m.To("", "")
	}
	return m.To("ply", strconv.Itoa(max(ply, 0)))
}

// Past reports whether an earlier position than the present one is shown.
func (m Match) Past() bool { return m.Shown < m.Ply }

// Seated reports whether the visitor sits at the table.
func (m Match) Seated() bool {
	return slices.ContainsFunc(m.Seats, func(s Seat) bool { return s.You })
}

// Yours reports whether the visitor owes a decision in the position shown.
func (m Match) Yours() bool {
	return m.Started && m.Result == nil && !m.Past() && m.You > 0 && slices.Contains(m.ToAct, m.You)
}

// HasSeat reports whether the visitor has a seat; at a table of one every seat.
func (m Match) HasSeat(seat games.Seat) bool {
	return seat >= 1 && int(seat) <= len(m.Seats) && m.Seats[seat-1].You
}

// Asking reports whether the page asks to confirm an event that may be posted; nothing
// else can be done meanwhile.
func (m Match) Asking() bool {
	if m.Confirm == askWithdraw {
		return m.Permissions.Withdraw
	}
	return m.Confirm != "" && slices.Contains(m.Offers, m.Confirm)
}

// requests lists the events that the visitor may request or declare, each
// confirmed first. Answers to offers are not among them. At a table of one there
// is nobody to ask, and nobody wins by resigning.
func (m Match) requests() []string {
	return slices.DeleteFunc(slices.Clone(m.Offers), func(text string) bool {
		switch EventKey(text) {
		case "accept_draw", "decline_draw", "accept_undo", "decline_undo":
			return true
		case "resign", "offer_draw", "offer_undo":
			return m.Solo
		}
		return false
	})
}

// takesBack reports whether the visitor, alone at the table, may take back the
// last action.
func (m Match) takesBack() bool {
	return m.Solo && m.Started && m.Result == nil && !m.Past() && len(m.Path) > 0 && !m.Game.Hidden && !m.Game.Chance
}

// TakeBack is the action that a form posts to take back the last action at a
// table of one.
const TakeBack = "take back"

// Opponents lists the seats other than the one at the bottom, clockwise from its
// left.
func (m Match) Opponents() []games.Seat {
	n := games.Seat(len(m.Seats))
	var seats []games.Seat
	for i := games.Seat(1); i < n; i++ {
		seats = append(seats, (m.Bottom-1+i)%n+1)
	}
	return seats
}

// Name returns the name of the player at a seat; at a table of one the army's, or
// the name of who led it where the game was played.
func (m Match) Name(seat games.Seat) string {
	if seat < 1 || int(seat) > len(m.Seats) {
		return ""
	}
	if int(seat) <= len(m.Played) && m.Played[seat-1] != "" {
		return Isolate(m.Played[seat-1])
	}
	if m.Solo {
		if army := m.Army(m.Game, seat); army != "" {
			return army
		}
		return m.SeatName(m.Game, seat)
	}
	if name := m.Seats[seat-1].Name; name != "" {
		return name
	}
	return m.T("match.open_seat")
}

// Names joins the names of some seats.
func (m Match) Names(seats []games.Seat) string {
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = m.Name(seat)
	}
	return m.List(list)
}

// rivals joins the names of all seats but the visitor's.
func (m Match) rivals() string {
	var seats []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You {
			seats = append(seats, seat)
		}
	}
	return m.Names(seats)
}

// DescribePly tells in words what happened at a ply, "" outside of the log.
func (m Match) DescribePly(ply int) string {
	if ply < 1 || ply > len(m.Log) {
		return ""
	}
	return m.DescribeEvent(m.Log[ply-1])
}

// headline names the match.
func (m Match) headline() string {
	switch {
	case m.Title != "":
		return m.Title
	case m.Played != nil:
		return m.T("import.untitled")
	case m.Solo:
		return m.T("match.solo")
	case !m.Started:
		for _, s := range m.Seats {
			if s.Name != "" {
				return m.T("match.waits", "Host", s.Name)
			}
		}
		return m.T("match.wait_title")
	case m.Many():
		return m.sidesHeadline()
	}
	return m.T("match.versus", "One", m.Name(1), "Two", m.Name(2))
}

// Outcome tells how the match ended.
func (m Match) Outcome() string {
	switch r := m.Result; {
	case r.Reason == games.ReasonAborted:
		return m.T("over.aborted")
	case len(r.Winners) == 0:
		return m.T("over.drawn")
	case m.Many():
		return m.teamOutcome()
	case m.Solo && m.Played == nil && len(r.Winners) == 1:
		return m.T("over.army", "Army", m.Name(r.Winners[0]))
	case !m.Solo && slices.Contains(r.Winners, m.You):
		return m.T("over.you")
	default:
		return m.T("over.won", "Names", m.Names(r.Winners))
	}
}
