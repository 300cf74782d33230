package views

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
)

// Match is the model of the page of one match, before it begins, while it is played and after its
// end. It holds only facts; the sentences, the drawing and the possible taps follow from them.
type Match struct {
	Page
	ID          string
	Game        games.Info
	Options     map[string]string
	Seats       []Seat   // index 0 is seat 1
	Solo        bool     // one person holds every seat
	Bots        bool     // bots hold all seats but one
	BotsPlay    bool     // a bot may take a seat
	Judged      bool     // there are reviews
	Title       string   // of a game that was imported, "" if its record has none
	Played      []string // who played an imported game elsewhere, by seat, "" if unknown; nil for one begun here
	Public      bool
	Watch       string // who without a seat may see it: "live", "none", "" for all
	Watching    int    // spectators at present
	Host        bool   // the visitor opened the table
	Started     bool   // all seats are taken
	Invite      string // token of the invitation link, for the host; "" for others
	Token       string // of the link by which the visitor sees the match, "" for one who may see it anyway
	AtAddress   bool   // the page is shown at Address
	Invited     bool   // there is such a link, whether or not its token can be shown
	Permissions Permissions
	Asked       []Asked   // who have been asked to take seats that are kept for them, for the host
	Declined    []string  // names of players who have declined
	StartNow    StartNow  // the host's start before all seats are taken
	Rated       bool      // the result counts for ratings
	Unrated     bool      // it would, had the match not ended early
	Ladder      bool      // it is a challenge on a ladder
	Needs       Needs     // of a player who takes a seat
	Expires     time.Time // when the table ends unless its seats are taken by then; zero once the match has begun

	You    games.Seat // the seat the visitor acts for, Spectator for none; in solo the seat to act, or the one asked for
	Bottom games.Seat // the seat whose side of the board is at the bottom
	Eyes   games.Seat // the seat whose knowledge is shown once all hands are open, 0 to show all of them
	Open   bool       // all hands are open: one may choose Eyes
	Zoom   string     // the part of the board shown, as ZoomOf names it; "" all of it
	Pick   bool       // pieces and squares are listed too, to make a move without the board
	Sort   string     // how the visitor's hand is sorted, "" as the family does by itself
	See    string     // the part of the table that is opened beside it, "" the story

	Ply   int        // events stored, which the next post must name
	Shown int        // the position shown comes after this many events; Ply unless looking back
	View  games.View // of the position shown; nil before a game with chance begins
	Log   []Event    // all events stored, whatever is shown
	Path  []int      // indexes in Log of the actions that led to the position shown (table.Match.Path)

	ToAct  []games.Seat // who owes a decision at the end of the log
	Offers []string     // surrounding events the visitor may post now: "resign", "offer draw"
	Draw   games.Seat   // who offers a draw, 0 nobody
	Undo   games.Seat   // who asks to take back, 0 nobody
	Line   int          // the line to go back to if that is accepted
	Result *games.Result

	DrawVotes, UndoVotes Votes // on open offers

	Bot BotOffer // for the seat of somebody who has left

	Told       []Told         // the same as Log, veiled and with its facts; nil for games that hide nothing
	Story      []Entry        // the same in sentences
	Preview    games.View     // the position after the staged actions that fit; View while none is staged
	Fit        int            // number of staged actions that can be played one after the other
	PreviewErr *games.Illegal // why the staged action after those cannot be played; nil if all can
	WindowEnds *Clock         // when the interrupt window closes; nil while none is open
	Times      []Timed        // the clocks, by seat; nil in a match without or before it begins
	Pace       string         // how much time there is, in words; "" in a match without clocks
	Holidays   bool           // the clocks have vacations
	Waits      bool           // others have time to answer an action
	Fair       Fair           // the chance of the match
	Orders     bool           // the visitor has a sheet of advance orders
	Prepared   []string       // the visitor's orders, a sentence each; nobody else sees them
	Forced     bool           // the server makes the decision of the visitor after a pause, for there is no choice

	Words string // a contribution to the shuffle for a player who may join

	Staged  string             // the move in the making, as its route, or a list of actions; "" nothing
	Laid    *bool              // set where the link is on the page that opened the text of Probe
	Probe   string             // a square or a control asked about, "" none; "all" asks which pieces can move
	Press   string             // id of a control that was pressed though it can do nothing now, "" none: the page says why
	Confirm string             // the surrounding event that the page asks to confirm, "" none; "withdraw" closes the table
	Typed   string             // text sent by the move box, or by a field for a name, to be shown again
	Problem *Problem           // why the form that takes a seat was refused; nil otherwise
	Seen    int                // events that are no news to the visitor: the page lists later ones until the visitor acts
	Visit   time.Time          // when the visitor's present visit began
	Again   bool               // the action after the position shown is to be shown again
	Before  map[int]games.View // by index in Log: the position before a move, for the moves that the page describes
	Key     string             // idempotency key of the forms

	Hints int   // that the person against the computer was given
	Hint  *Hint // the move that is advised, nil for none

	Talks  bool // the visitor reads messages of the match
	Unread int  // of them, how many the visitor has not seen

	Noted *Noted // the notes of the collection in which the match is read; nil for none
	In    string // its id, kept in the links of the page

	Operated []Operated // acts of operators in the match
	Holders  Holders    // who held seats before others
	Viewed   string     // the address at which an operator sees it as a seat, "" for everybody else

	Rematching Rematching // the offer of a rematch

	Next      int    // other matches that await the visitor
	NextID    string // one of them, "" none
	Rematch   string // id of the match that follows this one, "" none
	Cup       string // id of the cup that this match belongs to, "" none
	RematchOf string // id of the match that this one is a rematch of, "" none
	Ended     time.Time
}

// BotOffer is an offer that a bot plays on at a seat.
type BotOffer struct {
	By, Seat games.Seat // 0: nobody offers one
	Level    int
	Votes    Votes
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

// Asked is a player with a seat kept for them.
type Asked struct{ ID, Name string }

// StartNow says how a table can start before all its seats are taken.
type StartNow struct {
	Without bool // the open seats
	Bots    bool // in the open seats
}

// askWithdraw is the value of Match.Confirm that asks whether to close the table.
const askWithdraw = "withdraw"

// movePlayed reports whether the page answers a post whose move was stored.
func (m *Match) movePlayed() bool { return m.Notice != nil && m.Notice.Good }

// Past reports whether an earlier position than the present one is shown.
func (m *Match) Past() bool { return m.Shown < m.Ply }

// Seated reports whether the visitor sits at the table.
func (m *Match) Seated() bool {
	return slices.ContainsFunc(m.Seats, func(s Seat) bool { return s.You })
}

// Yours reports whether the visitor owes a decision in the position shown.
func (m *Match) Yours() bool {
	return m.Started && m.Result == nil && !m.Past() && m.You > 0 && slices.Contains(m.ToAct, m.You)
}

// HasSeat reports whether the visitor has a seat; at a table of one every seat.
func (m *Match) HasSeat(seat games.Seat) bool {
	return seat >= 1 && int(seat) <= len(m.Seats) && m.Seats[seat-1].You
}

// Asking reports whether the page asks to confirm an event that may be posted. The page offers
// nothing else then.
func (m *Match) Asking() bool {
	if m.Confirm == askWithdraw {
		return m.Permissions.Withdraw
	}
	return m.Confirm != "" && slices.Contains(m.Offers, m.Confirm)
}

// requestEvents lists the events that the visitor may request or declare after a
// confirmation. Answers to offers are not among them. At a table of one there
// is nobody to ask, and nobody wins by resigning.
func (m *Match) requestEvents() []string {
	return slices.DeleteFunc(slices.Clone(m.Offers), func(text string) bool {
		switch EventKey(text) {
		case "accept_draw", "decline_draw", "accept_undo", "decline_undo", "accept_bot", "decline_bot", "offer_bot", "claim_timeout", "grant_24h":
			return true
		case "offer_undo":
			return m.Solo || m.Bots
		case "resign", "offer_draw":
			return m.Solo
		}
		return false
	})
}

// takesBack reports whether the visitor, alone at the table or with bots, may take back
// the last action.
func (m *Match) takesBack() bool {
	if m.Bots {
		return !m.Past() && slices.ContainsFunc(m.Offers, func(text string) bool { return EventKey(text) == "offer_undo" })
	}
	return m.Solo && m.Started && m.Result == nil && !m.Past() && len(m.Path) > 0 && !m.Game.Hidden && !m.Game.Chance
}

// TakeBack is the action that a form posts to take back the last action without asking.
const TakeBack = "take back"

// Opponents lists the seats other than the one at the bottom, clockwise from its
// left.
func (m *Match) Opponents() []games.Seat {
	n := games.Seat(len(m.Seats))
	var seats []games.Seat
	for i := games.Seat(1); i < n; i++ {
		seats = append(seats, (m.Bottom-1+i)%n+1)
	}
	return seats
}

// Name returns the name of the player at a seat. At a table of one it returns the army's name, or
// the name of the original player of an imported game.
func (m *Match) Name(seat games.Seat) string {
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
func (m *Match) Names(seats []games.Seat) string {
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = m.Name(seat)
	}
	return m.List(list)
}

// rivalNames joins the names of all seats but the visitor's.
func (m *Match) rivalNames() string {
	var seats []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You {
			seats = append(seats, seat)
		}
	}
	return m.Names(seats)
}

// IsYou reports whether the visitor has a seat, and is not alone at the table.
func (m *Match) IsYou(seat games.Seat) bool { return m.HasSeat(seat) && !m.Solo }

// Clock is the end of a countdown on the page.
type Clock struct {
	Until time.Time
	Whole time.Duration // of the whole window
}

// Entry is a passage of a story: the consecutive actions of one seat.
type Entry struct {
	From, To int        // the first and the last of its events, by Told.Ply
	Seat     games.Seat // whose doing it is; 0 nobody's
	Text     string     // whole sentences
	Grave    bool       // a tournament, a round or the match ends with it
}

// Fair holds the public facts about the shuffle of a match.
type Fair struct {
	Commitment    string   // SHA-256 of the server's secret, as 64 hexadecimal digits; "" in games without chance
	Contributions []string // the contribution of each seat, by seat; "" where it is still unknown
	Secret        string   // 64 hexadecimal digits; "" until the match is over
	Seed          string   // the same
	Decks         []Deck   // the decisions of chance; nil until the match is over
}

// Deck is an order of cards, or a list of other results of chance, as the record
// has it.
type Deck struct {
	Tag   string // as in a record: "Deck", "Deck.2", "Chance"
	Cards string
}

// Told is one event of a match, with the facts that its viewer may see.
type Told struct {
	Event
	Ply   int          // events stored once it had happened: 1 for the first
	Facts []games.Fact // its results (games.Teller); none for events around the game
}

// Rematching is the state of the offer of a rematch.
type Rematching struct {
	By       games.Seat // 0: nobody offers one, or not any more
	Declined games.Seat // who has declined it, 0 nobody
	Votes    Votes
}

// Many reports whether more than two sit at the table.
func (m *Match) Many() bool { return len(m.Seats) > 2 }

// AllSeats returns the seats of the table.
func (m *Match) AllSeats() []games.Seat {
	seats := make([]games.Seat, len(m.Seats))
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return seats
}

// Family shows the games of one family on the site; package families lists them
// all. A hook may be nil where its comment says so.
type Family struct {
	Styles   []string                                                            // style sheets of its own, by name
	LayOut   func(Match) (Match, Table)                                          // the match in the words of the game, and the game's parts of its page
	Story    func(Teller) []Entry                                                // the events, in sentences (see Tell); nil: the list of moves replaces it
	Chapters func(Rules) []Chapter                                               // the rules of a game
	Brief    func(Rules) templ.Component                                         // the picture in their summary
	Orders   func(Orders) templ.Component                                        // the page of a seat's advance orders; nil: the game has none
	Analysis func(Analysis) templ.Component                                      // the page on which moves are tried from any position; nil: the game has none
	Review   func(r Review, part bool) templ.Component                           // the page of the review of a match, or the part of it that changes while it is made; nil: the game has none
	Choice   func(m Match, v games.View, action string, why []games.Fact) Choice // an action of m.You in that view, in words, and its reasons; nil: the game hides nothing
	Moment   func(m Match, at games.Moment) string                               // the moment at which somebody decides, in words; nil without Choice
	Waits    bool                                                                // a table may give others time to answer an action
	Board    bool                                                                // played on a board that all see: positions can be set up, pictured and looked back at
	Prepared func(Match, string) []string                                        // the visitor's orders, parsed from their text, a sentence each; nil without Orders
	Written  func(form url.Values) string                                        // formats the orders in the form of that page as the rules read them; nil without Orders
}

// Page returns the whole page of a match.
func (f Family) Page(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchPage(&m, &t)
}

// Fragment returns the #match of its page alone, which htmx swaps in.
func (f Family) Fragment(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchFragment(&m, &t)
}

// Explain adds the parts of the family to the page of the rules of its game.
func (f Family) Explain(m Rules) Rules {
	m.Board, m.Styles, m.Chapters, m.Picture = f.Board, f.Styles, f.Chapters(m), f.Brief(m)
	return m
}

// Teller holds the data from which a family writes the story of a match.
type Teller struct {
	Page
	Game games.Info
	Name func(games.Seat) string // who sits at a seat
	You  games.Seat              // the viewer's own seat, Spectator for none

	Holders Holders // who held seats before others
	Told    []Told  // events one after the other, the oldest first
	From    int     // index in Told of the first event of the story
}

// Surrounding returns a sentence about an event that belongs to every match, such as a resignation
// or an offer; "" for an action of the game.
func (t Teller) Surrounding(e Told) string {
	if !table.IsSurrounding(e.Text) {
		return ""
	}
	return Stop(t.EventText(t.Name(e.Seat), e.Text))
}

// Chapter is a section of a rules page.
type Chapter struct {
	ID        string   // id that refusals (games.Illegal.Rule) and links use
	Level     int      // of its heading: 2 or 3
	Anchors   []string // more ids that lead here
	Title     string
	Sentences []string        // its paragraphs
	Body      templ.Component // content after them; nil nothing
	Source    string          // where it comes from, "" where that goes without saying
}

// secondsLeft returns how many seconds remain, rounded up.
func (c Clock) secondsLeft(now time.Time) int {
	return int(max(0, (c.Until.Sub(now)+time.Second-1)/time.Second))
}

// Rules is the model of one game's rules page.
type Rules struct {
	Page
	Game games.Info

	Chapters []Chapter       // the text, from the game's family
	Picture  templ.Component // picture of the family beside the summary, nil for nothing
	Board    bool            // the game is played on a board
	Styles   []string        // style sheets of the family
	Back     string          // address of the match that the visitor comes from, "" none: see BackToMatch
	Key      string          // idempotency key of the form that opens a solo table
}

// Needs are the conditions of a table for taking a seat; zero fields ask nothing.
type Needs struct{ Played, Low, High int }

// Text describes the needs in a few words, "" for none.
func (n Needs) Text(p Page) string { return n.told(p, "needs.told") }

// Sentence describes the needs in a sentence, "" for none.
func (n Needs) Sentence(p Page) string { return n.told(p, "needs.sentence") }

func (n Needs) told(p Page, key string) string {
	var list []string
	if n.Played > 0 {
		list = append(list, p.N("needs.played", n.Played))
	}
	low, high := strconv.Itoa(n.Low), strconv.Itoa(n.High)
	switch {
	case n.Low > 0 && n.High > 0:
		list = append(list, p.T("needs.rating", "Low", low, "High", high))
	case n.Low > 0:
		list = append(list, p.T("needs.low", "Low", low))
	case n.High > 0:
		list = append(list, p.T("needs.high", "High", high))
	}
	if len(list) == 0 {
		return ""
	}
	return p.T(key, "What", p.List(list))
}

// Habits are how a visitor likes to play; the zero value is how everybody begins.
type Habits struct {
	FirstBelow bool // the side of the first seat is at the bottom of boards, not one's own
	Quick      bool // a move that cannot go on is sent without being confirmed
	GoesOn     bool // after a move the next match that awaits the visitor is shown
	Keys       bool // the key n leads to that match
	Auto       bool // forced actions are played for the visitor
}

// habitNames are the habits by the names under which they are kept.
var habitNames = []struct {
	name string
	of   func(*Habits) *bool
}{
	{"first", func(h *Habits) *bool { return &h.FirstBelow }},
	{"quick", func(h *Habits) *bool { return &h.Quick }},
	{"next", func(h *Habits) *bool { return &h.GoesOn }},
	{"keys", func(h *Habits) *bool { return &h.Keys }},
	{"auto", func(h *Habits) *bool { return &h.Auto }},
}

// ParseHabits reads the names of habits; unknown ones do not count.
func ParseHabits(names []string) Habits {
	var h Habits
	for _, n := range habitNames {
		*n.of(&h) = slices.Contains(names, n.name)
	}
	return h
}

// Names lists the names of the habits.
func (h Habits) Names() (names []string) {
	for _, n := range habitNames {
		if *n.of(&h) {
			names = append(names, n.name)
		}
	}
	return names
}
