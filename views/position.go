package views

import (
	"slices"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// Position is the match at the shown position, with its log. The visitor can step through the
// positions and change their Look.
type Position struct {
	Party
	Look
	Started bool // all seats are taken
	Ended   time.Time
	Fair    Fair // the match can have a review
	Judged  bool // counts for ratings
	Rated   bool // does not count only because it ended too early
	Unrated bool // it would, had the match not ended early

	Ply    int                // number of stored events, which the next post must name
	Shown  int                // number of events before the shown position; Ply for the present one
	Again  bool               // replay the action after the shown position
	View   games.View         // of the shown position; nil before a game of chance begins
	Open   bool               // all hands are open, so Eyes can be chosen
	Log    []Event            // all stored events
	Path   []int              // Log indexes of the actions that led to the shown position (table.Match.Path)
	Before map[int]games.View // by Log index: positions before the moves that the page describes in detail

	ToAct       []games.Seat // seats that owe a decision now
	Offers      []string     // events outside of the game that the visitor may post: "resign", "offer draw"
	Permissions Permissions
	Result      *games.Result
}

// Event is one line of a match's log.
type Event struct {
	Seat games.Seat
	Text string
	At   time.Time
}

// Permissions are the changes that the visitor may make to the table.
type Permissions struct {
	Join     bool // take an open seat
	Withdraw bool // close the table before the match begins
	Rematch  bool // offer a rematch
}

// Past reports whether an earlier position is shown.
func (m *Position) Past() bool { return m.Shown < m.Ply }

// Yours reports whether the visitor owes a decision in the shown position.
func (m *Position) Yours() bool { return m.You > 0 && m.Acts(m.You) }

// Acts reports whether a seat owes a decision in the shown position.
func (m *Position) Acts(seat games.Seat) bool {
	return m.Started && m.Result == nil && !m.Past() && slices.Contains(m.ToAct, seat)
}

// lateSeats lists the other seats that owe a decision.
func (m *Position) lateSeats() []games.Seat {
	return slices.DeleteFunc(slices.Clone(m.ToAct), func(seat games.Seat) bool { return seat == m.You })
}

// Reviewable reports whether the match can have a review.
func (m *Position) Reviewable() bool { return m.Judged && m.Result != nil && len(m.Path) > 0 }

// reloadEvents returns the hx-trigger that reloads the match: events from the server or, for
// spectators without a stream, a timer.
func (m *Position) reloadEvents() string {
	if m.Seated() || m.Result != nil {
		return "tr:changed"
	}
	return "tr:changed, every 20s"
}

// Headline returns the headline of the match.
func (m *Position) Headline() string {
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

// Outcome returns a sentence about the result.
func (m *Position) Outcome() string {
	switch r := m.Result; {
	case r.Reason == games.ReasonAborted && m.Played != nil:
		return m.T("over.excerpt")
	case r.Reason == games.ReasonAborted:
		return m.T("over.aborted")
	case len(r.Winners) == 0:
		return m.T("over.drawn")
	case m.Many():
		text := m.teamOutcome()
		if place := PlaceText(m.Game, r, len(m.Seats), m.You); place != "" && !m.Solo {
			text += " " + m.T("over.place", "Place", place, "Seats", len(m.Seats))
		}
		return text
	case m.Solo && m.Played == nil && len(r.Winners) == 1:
		return m.T("over.army", "Army", m.Name(r.Winners[0]))
	case !m.Solo && slices.Contains(r.Winners, m.You):
		return m.T("over.you")
	default:
		return m.T("over.won", "Names", m.Names(r.Winners))
	}
}

// teamOutcome names the winners of a match of more than two players.
func (m *Position) teamOutcome() string {
	winners := m.Result.Winners
	armies := m.Armies(m.Game, winners)
	p := m.Game.Partner(m.You)
	switch yours := slices.Contains(winners, m.You) && !m.Solo; {
	case yours && len(winners) > 1:
		return m.T("over.you_with", "Name", m.Name(p), "Armies", armies)
	case yours:
		return m.T("over.you")
	case (m.Game.Armies == nil || m.Game.Hidden) && len(winners) > 1:
		return m.T("over.team", "Names", m.Names(winners))
	case m.Game.Armies == nil || m.Game.Hidden: // seats of card games have names and no armies
		return m.T("over.won", "Names", m.Names(winners))
	case m.Solo && len(winners) == 1:
		return m.T("over.army", "Army", armies)
	case m.Solo:
		return Sentence(m.T("over.team", "Names", m.TheArmies(m.Game, winners)))
	case len(winners) == 1:
		return m.T("over.army_of", "Army", armies, "Name", m.Name(winners[0]))
	}
	return Sentence(m.T("over.team_of", "Armies", m.TheArmies(m.Game, winners), "Names", m.Names(winners)))
}

// Ending returns the reason of the match's end. It begins with the effect of the visitor's last
// post.
func (m *Position) Ending() string {
	text := m.Done() + " " + m.T("reason."+m.Result.Reason)
	if m.Unrated {
		text += " " + m.T("over.unrated")
	}
	return strings.TrimSpace(text)
}

// pastSentence describes the event that led to the shown earlier position.
func (m *Position) pastSentence(t *Table) string {
	switch {
	case t.Past != "":
		return t.Past
	case m.Again && m.Shown < len(m.Log):
		return Stop(m.DescribeEvent(m.Shown))
	case m.Shown == 0:
		return m.T("match.past_start")
	}
	return m.T("match.last_was", "What", m.DescribePly(m.Shown))
}

// DescribeEvent returns an event in words, by its index in Log.
func (m *Position) DescribeEvent(index int) string {
	e := m.Log[index]
	what, name := m.eventName(e), m.NameAt(e.Seat, index)
	if m.ByArmy(e.Seat) {
		if told := m.ArmyEvent(m.Game, e.Seat, what); told != "" {
			return told
		}
	}
	if m.Solo && !table.IsSurrounding(e.Text) {
		return m.T("event.bare", "Name", name, "What", e.Text)
	}
	if key := "event." + what; locale.Has(m.Lang, key) {
		return m.T(key, "Name", name)
	}
	return m.EventText(name, e.Text)
}

// DescribePly returns the event at a ply in words, "" outside of the log.
func (m *Position) DescribePly(ply int) string {
	if ply < 1 || ply > len(m.Log) {
		return ""
	}
	return m.DescribeEvent(ply - 1)
}

// eventName returns the EventKey of an event. With more than two players, a resignation is a
// request until the partner agrees, or the loss of one army.
func (m *Position) eventName(e Event) string {
	key := EventKey(e.Text)
	switch {
	case !m.Many() || key != "resign" || m.Game.Armies == nil:
		return key
	case m.Game.Partner(e.Seat) == 0:
		return "resign_army"
	case m.Result != nil && m.Result.Reason == games.ReasonResignation && m.Log[len(m.Log)-1].Seat == e.Seat:
		return key
	}
	return "resign_wish"
}

// Fair holds the public data about the shuffle of a match.
type Fair struct {
	Commitment    string   // SHA-256 of the server's secret as 64 hexadecimal digits; "" in games without chance
	Contributions []string // by seat; "" if still unknown
	Secret        string   // 64 hexadecimal digits; "" until the match is over
	Seed          string   // 64 hexadecimal digits; "" until the match is over
	Decks         []Deck   // results of chance; nil until the match is over
}

// Deck is an order of cards, or a list of other results of chance, in the notation of the record.
type Deck struct {
	Tag   string // as in a record: "Deck", "Deck.2", "Chance"
	Cards string
}
