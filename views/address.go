package views

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Address returns the path of the match; for visitors who see it by a link to it,
// the path of that link.
func (m *Match) Address() string {
	switch {
	case m.Viewed != "":
		return m.Viewed
	case m.Token != "":
		return "/w/" + m.Token
	}
	return "/m/" + m.ID
}

// displayState is the visitor's choice of how the board or the table is shown.
type displayState struct {
	bottom    games.Seat
	zoom      string
	pick      bool
	sort, see string
	in        string
	eyes      games.Seat
}

func (m *Match) displayState() displayState {
	return displayState{m.Bottom, m.Zoom, m.Pick, m.Sort, m.See, m.In, m.Eyes}
}

// DisplayQuery returns the part of the query that every link of the page keeps:
// how the board is looked at, "turn=2&zoom=nw"; "" for the default.
func (m *Match) DisplayQuery() string { return m.displayQueryOf(m.displayState()) }

func (m *Match) displayQueryOf(l displayState) string {
	var kept string
	if l.bottom != m.DefaultSeat() {
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
	if l.in != "" {
		kept += "&in=" + l.in
	}
	if l.eyes != 0 {
		kept += "&eyes=" + strconv.Itoa(int(l.eyes))
	}
	return strings.TrimPrefix(kept, "&")
}

// DisplayFields returns DisplayQuery as names and values, for the hidden fields
// of a form.
func (m *Match) DisplayFields() [][2]string {
	kept, _ := url.ParseQuery(m.DisplayQuery())
	var fields [][2]string
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		fields = append(fields, [2]string{name, kept.Get(name)})
	}
	return fields
}

// withDisplay returns the address of the page as it is shown, with another
// display.
func (m *Match) withDisplay(l displayState) string {
	return m.withParameter(m.displayQueryOf(l), m.shownParameter(), m.shownValue())
}

// Zoomed returns the address of the page as it is shown, with a part of the board,
// "" for all of it.
func (m *Match) Zoomed(part string) string {
	l := m.displayState()
	l.zoom = part
	return m.withDisplay(l)
}

// Picking returns the address of the page as it is shown, with the lists of pieces
// and squares or without.
func (m *Match) Picking(on bool) string {
	l := m.displayState()
	l.pick = on
	return m.withDisplay(l)
}

// DefaultSeat returns the seat whose side is at the bottom unless the visitor turns the
// board: the visitor's, else the first.
func (m *Match) DefaultSeat() games.Seat {
	if m.Habits.FirstBelow && !m.Game.Hidden {
		return 1
	}
	if i := slices.IndexFunc(m.Seats, func(s Seat) bool { return s.You }); i >= 0 {
		return games.Seat(i + 1)
	}
	return 1
}

// To returns the address of the page with one more parameter, or with none if
// name is "".
func (m *Match) To(name, value string) string { return m.withParameter(m.DisplayQuery(), name, value) }

// withParameter returns the address of the page with the query kept and one more
// parameter.
func (m *Match) withParameter(kept, name, value string) string {
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
func (m *Match) Here() string {
	return m.withParameter(m.DisplayQuery(), m.shownParameter(), m.shownValue())
}

// Flipped returns the address of the page with the next seat's side at the
// bottom.
func (m *Match) Flipped() string {
	l := m.displayState()
	l.bottom = l.bottom%games.Seat(len(m.Seats)) + 1
	return m.withDisplay(l)
}

// shownParameter returns the name of the parameter that selects the shown position, ""
// for the present one; shownValue returns its value.
func (m *Match) shownParameter() string {
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

func (m *Match) shownValue() string {
	switch {
	case m.Again:
		return "1"
	case m.Past():
		return strconv.Itoa(m.Shown)
	}
	return m.Staged
}

// At returns the address of the position after so many events.
func (m *Match) At(ply int) string {
	if ply >= m.Ply {
		return m.To("", "")
	}
	return m.To("ply", strconv.Itoa(max(ply, 0)))
}

// Steps returns the actions that are staged.
func (m *Match) Steps() []string { return SplitSteps(m.Staged) }

// SplitSteps parses a list of staged actions in a query: "play R3;end".
func SplitSteps(staged string) []string {
	var steps []string
	for step := range strings.SplitSeq(staged, ";") {
		if step = strings.Join(strings.Fields(step), " "); step != "" {
			steps = append(steps, step)
		}
	}
	return steps
}

// JoinSteps formats a list of actions so that SplitSteps parses it.
func JoinSteps(steps []string) string { return strings.Join(steps, ";") }

// Staging returns the address of the page with a list of actions staged, and an
// incomplete choice of the viewer's, "" for none.
func (m *Match) Staging(steps []string, chosen string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	if len(steps) > 0 {
		q.Set("m", JoinSteps(steps))
	}
	if chosen != "" {
		q.Set("try", chosen)
	}
	return m.addressWith(q)
}

// Further returns the address of the page with one more action staged.
func (m *Match) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm something.
func (m *Match) Asks(what string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	if len(m.Steps()) > 0 {
		q.Set("m", m.Staged)
	}
	q.Set("ask", what)
	return m.addressWith(q)
}

// Seeing returns the page as it is, with the hand sorted in another way or another
// part of the table opened.
func (m *Match) Seeing(sort, see string) string {
	other := *m
	other.Sort, other.See = sort, see
	if m.Past() {
		return other.At(m.Shown)
	}
	return other.Staging(m.Steps(), m.Probe)
}

func (m *Match) addressWith(q url.Values) string {
	if len(q) == 0 {
		return m.Address()
	}
	return m.Address() + "?" + q.Encode()
}

// Opening returns the address of the page as it is shown, with something opened
// that changes nothing else; "" closes it.
func (m *Match) Opening(what string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	if name := m.shownParameter(); name != "" {
		q.Set(name, m.shownValue())
	}
	if what != "" {
		q.Set("try", what)
	}
	return m.addressWith(q)
}

// Pressing returns the address of the page as it is shown, with the reason why a
// control, named by its id, can do nothing now.
func (m *Match) Pressing(id string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	switch {
	case m.Past():
		q.Set(m.shownParameter(), m.shownValue())
	case m.Staged != "":
		q.Set("m", m.Staged)
	}
	if m.Probe != "" {
		q.Set("try", m.Probe)
	}
	q.Set("why", id)
	return m.addressWith(q)
}
