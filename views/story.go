package views

import (
	"cmp"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/views/locale"
)

// Holder is a player who held a seat before another took it.
type Holder struct {
	Seat games.Seat
	Ply  int // events before the one with which the other took it
	Name string
}

// Holders are all of a match who held seats before others, in the order of its log.
type Holders []Holder

// At returns the holder of a seat at an event, given its index in the log: "" for its present
// holder. A player who takes a seat holds it at that event.
func (h Holders) At(seat games.Seat, index int) string {
	if i := slices.IndexFunc(h, func(one Holder) bool { return one.Seat == seat && one.Ply > index }); i >= 0 {
		return h[i].Name
	}
	return ""
}

// Narrate returns the story of a match. A player who has since left a seat is named in the events
// of their time there.
func (f Family) Narrate(t Teller) []Entry {
	var all []Entry
	names := t.Name
	for i := t.From; i < len(t.Told) && len(t.Holders) > 0; i++ {
		if at := t.Told[i].Ply - 1; slices.ContainsFunc(t.Holders, func(h Holder) bool { return h.Ply == at }) {
			part := t
			part.Told, part.Name = t.Told[:i], func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, at-1), names(seat)) }
			all, t.From = append(all, f.Story(part)...), i
		}
	}
	if n := len(t.Told); n > 0 {
		last := t.Told[n-1].Ply - 1
		t.Name = func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, last), names(seat)) }
	}
	all = append(all, f.Story(t)...)
	for i := range all {
		all[i].Text = locale.Begin(t.Lang, all[i].Text)
	}
	return all
}

// AsOf returns the match with the seats named after their holders at the event ply.
func (m Match) AsOf(ply int) Match {
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		if name := m.Holders.At(games.Seat(i+1), ply); name != "" {
			m.Seats[i].Name, m.Seats[i].Rank = name, ""
		}
	}
	return m
}

// NameAt returns who sat at a seat when an event happened, given its index in Log.
func (m *Match) NameAt(seat games.Seat, index int) string {
	return cmp.Or(m.Holders.At(seat, index), m.Name(seat))
}

// Headline names the match.
func (m *Match) Headline() string {
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

// Outcome says how the match ended.
func (m *Match) Outcome() string {
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

// sidesHeadline returns the headline of a match of more than two: "Red and Blue
// against Green and Yellow".
func (m *Match) sidesHeadline() string {
	if m.Game.Armies == nil {
		return m.Names(m.AllSeats())
	}
	parted := Sides(m.Game, len(m.Seats))
	if len(parted) == 2 {
		return m.T("match.versus", "One", m.Armies(m.Game, parted[0]), "Two", m.Armies(m.Game, parted[1]))
	}
	return m.T("match.melee", "Armies", m.InTurn())
}

// teamOutcome names the winners of a match of more than two.
func (m *Match) teamOutcome() string {
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
	case m.Game.Armies == nil || m.Game.Hidden: // at cards a seat has a knight's name, and leads no army
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

// Reading is the text of a card that the visitor has opened; "read CARD" in
// Match.Probe asks for it.
type Reading struct {
	Name   string
	Text   string
	Face   string     // its drawing, SVG; "" none
	Why    string     // why the card cannot be played now; "" where it can, or where that does not matter
	Lines  []string   // the other facts, a paragraph each
	Cards  []CardText // further cards that belong to it: of a knight, or played with it
	Rule   string     // address of the rule about it, "" none
	More   Act        // a link to the visitor's action on it; none without an address
	Origin string     // id of the link that opened it, where the focus returns to
	Close  string     // address of the page without it
	Inline bool       // the family shows it beside the card and not in the bar
}

// CardText is the text of one of several cards.
type CardText struct {
	Face string
	Name string
	Note string // the uses left, or when it begins to work
	Text string
}

// liveText returns the text for the live region.
func (r *Reading) liveText() string {
	parts := append([]string{Stop(r.Name)}, r.Lines...)
	parts = append(parts, r.Why, r.Text)
	for _, c := range r.Cards {
		parts = append(parts, Stop(strings.TrimSpace(c.Name+" "+c.Note)), c.Text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// Opened returns the text that a link has opened, with the way back; nil where it
// opens none, or a question is asked on top of it.
func (m *Match) Opened(r Read, text func(code string) *Reading) *Reading {
	if r.Code == "" || m.Asking() {
		return nil
	}
	opened := text(r.Code)
	if opened != nil {
		opened.Origin, opened.Close = r.Origin, m.Opening(r.Chosen)
	}
	return opened
}

// Read is the parsed form of "read CARD ORIGIN CHOSEN" in Match.Probe.
type Read struct {
	Code   string // of the open text, in the family's own words; "" nothing
	Origin string // id of the link that opened it
	Chosen string // the action tried beside it
}

// ReadOf parses Match.Probe; anything but a text to open becomes Chosen.
func ReadOf(try string) Read {
	rest, ok := strings.CutPrefix(try, probeRead+" ")
	if !ok {
		return Read{Chosen: try}
	}
	var r Read
	r.Code, rest, _ = strings.Cut(rest, " ")
	r.Origin, r.Chosen, _ = strings.Cut(rest, " ")
	return r
}

// probeRead is the first word of a Match.Probe that opens a text.
const probeRead = "read"

// Opens returns the address of a link that opens a text, and closes it again if
// it is open.
func (m *Match) Opens(r Read, code, origin string) string {
	if r.Origin == origin && r.Code == code {
		if m.Laid != nil {
			*m.Laid = true
		}
		return m.Opening(r.Chosen)
	}
	return m.Opening(strings.TrimSpace(probeRead + " " + code + " " + origin + " " + r.Chosen))
}

// News lists the passages of the story that the visitor has not read, the oldest
// first; none while something is staged or chosen, as the room is needed then.
func (m *Match) News() []Entry {
	if !m.Seated() || m.Solo || m.Past() || m.Seen < 0 || m.Staged != "" || m.Probe != "" || m.Asking() {
		return nil
	}
	var news []Entry
	for _, e := range m.Story {
		if m.unread(e) {
			news = append(news, e)
		}
	}
	return news
}

// unread reports whether the visitor has not seen a passage of the story yet.
func (m *Match) unread(e Entry) bool {
	return m.Seated() && m.Seen >= 0 && e.To > m.Seen && !m.IsYou(e.Seat)
}

// shows reports whether the page shows the match as it was at a passage of its story.
func (m *Match) shows(e Entry) bool { return m.Past() && e.From <= m.Shown && m.Shown <= e.To }

// entryClass returns the class of a passage in the list of the story, mostly "".
func (m *Match) entryClass(e Entry) string {
	var list []string
	if m.unread(e) {
		list = append(list, "new")
	}
	if e.Grave {
		list = append(list, "grave")
	}
	if m.shows(e) {
		list = append(list, "now")
	}
	return strings.Join(list, " ")
}

// Absent reports whether an event happened before the visitor's present visit
// began.
func (m *Match) Absent(ply int) bool {
	return ply >= 1 && ply <= len(m.Log) && m.Log[ply-1].At.Before(m.Visit)
}

// storyPart returns the part of the story that the page lists.
func (m *Match) storyPart() LogPart {
	shown := 0
	for i, e := range m.Story {
		if e.From <= m.Shown {
			shown = i + 1
		}
	}
	return m.LogPart(storyWords, len(m.Story), shown)
}
