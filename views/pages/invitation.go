package pages

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/locale"
	"tableronde/views/parker"
)

// Invitation is the model of the page behind an invitation link.
type Invitation struct {
	views.Page
	Token   string // "" for a challenge
	Table   Row
	Seat    games.Seat // offered seat; 0 for any
	Name    string     // name typed by a visitor without one
	Words   string     // the visitor's contribution to the shuffle, in games with chance
	Fair    views.Fair
	Key     string
	Problem *views.Problem

	Start   *rules.View       // first position; nil for card games
	Styles  []string          // style sheets of the family
	Picture templ.Component   // picture of a card game, nil for none
	Options map[string]string // the host's options, by Option.ID
	Waits   bool              // the game has interrupt windows
	Hours   int               // length of the windows in hours
	Expires time.Time         // time when the table expires
}

// classes returns the CSS classes of the page, which for a card game include the game's.
func (m Invitation) classes() string {
	if m.Start == nil {
		return "wrap page invitation " + m.Table.Game.ID
	}
	return "wrap page invitation"
}

// joinPath returns the address of the form for joining.
func (m Invitation) joinPath() templ.SafeURL {
	if m.Token == "" {
		return templ.SafeURL(m.Table.Address() + "/join")
	}
	return templ.SafeURL("/i/" + m.Token)
}

func (m Invitation) headline() string {
	if m.Token == "" {
		return m.T("challenge.title", "Name", m.Table.Host, "Game", m.Lang.Of(m.Table.Game.Name))
	}
	return m.T("invitation.title", "Name", m.Table.Host, "Game", m.Lang.Of(m.Table.Game.Name))
}

// offeredSeat returns the seat that the visitor would get, 0 if there is a choice.
func (m Invitation) offeredSeat() games.Seat {
	free := m.Table.freeSeats()
	for _, seat := range free {
		if seat == m.Seat || len(free) == 1 {
			return seat
		}
	}
	return 0
}

// startPicture returns the first position, from the visitor's side.
func (m Invitation) startPicture() board.Picture {
	return board.Picture{Lang: m.Lang, View: *m.Start, Bottom: max(m.offeredSeat(), 1), Title: m.caption()}
}

// caption describes the picture, and names the visitor's army.
func (m Invitation) caption() string {
	men, knights := parker.Army(m.Start.Board())
	pieces := board.CapturedText(m.Lang, men, knights, "match.both", "match.one")
	seat := m.offeredSeat()
	switch {
	case m.Table.Study != "" && seat == 0:
		return m.T("study.caption")
	case m.Table.Study != "":
		return m.T("invitation.study", "Army", m.Army(m.Table.Game, seat))
	case seat == 0:
		return m.T("invitation.armies", "Pieces", pieces)
	}
	return m.T("invitation.army", "Army", m.Army(m.Table.Game, seat), "Pieces", pieces)
}

// startFacts lists facts about the match: the army that begins, the time control, the host's
// options.
func (m Invitation) startFacts() []string {
	var list []string
	if m.Start != nil {
		list = append(list, m.T("invitation.begins", "Army", m.Army(m.Table.Game, m.Start.Turn())))
	}
	if pace := m.Table.paceText(m.Page); pace != "" {
		list = append(list, m.T("new.told", "Option", m.T("pace.title"), "Value", pace)+".")
	} else {
		list = append(list, m.T("invitation.pace"))
	}
	if length := "family.length." + m.Table.Game.ID; locale.Has(m.Lang, length) {
		list = append(list, m.T("invitation.length", "Time", m.T(length)))
	}
	if !m.Table.Ladder {
		list = append(list, m.T("waiting.until", "Day", m.Day(m.Expires)))
	}
	if m.Table.Study != "" {
		return list
	}
	chosen := NewTable{Page: m.Page, Games: []games.Info{m.Table.Game}, Game: m.Table.Game.ID, Options: m.Options, Waits: m.Waits, Hours: m.Hours}
	return append(list, chosen.optionsSummary()...)
}

// Invite is the model of the page with which the host shows an invitation.
type Invite struct {
	views.Page
	Table Row
	Token string
	Seat  games.Seat // seat of the link, 0 for any
}

// link returns the address of the invitation.
func (m Invite) link() string {
	link := m.Origin + "/i/" + m.Token
	if m.Seat != 0 {
		link += "?seat=" + strconv.Itoa(int(m.Seat))
	}
	return link
}

// path returns the address of the page for a seat, 0 for any.
func (m Invite) path(seat games.Seat) templ.SafeURL {
	path := m.Table.Address() + "/invite"
	if seat != 0 {
		path += "?seat=" + strconv.Itoa(int(seat))
	}
	return templ.SafeURL(path)
}
