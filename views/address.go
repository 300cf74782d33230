package views

import (
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

func (m *Match) displayQueryOf(l displayState) string { return encodeQuery(m.displayParameters(l)) }

func (m *Match) displayParameters(l displayState) []Parameter {
	var list []Parameter
	add := func(differs bool, name, value string) {
		if differs {
			list = append(list, Parameter{name, value})
		}
	}
	add(l.bottom != m.DefaultSeat(), "turn", strconv.Itoa(int(l.bottom)))
	add(l.zoom != "", "zoom", l.zoom)
	add(l.pick, "pick", "1")
	add(l.sort != "", "sort", l.sort)
	add(l.see != "", "see", l.see)
	add(l.in != "", "in", l.in)
	add(l.eyes != 0, "eyes", strconv.Itoa(int(l.eyes)))
	return list
}

// Parameter is one of a query.
type Parameter struct{ Name, Value string }

func encodeQuery(list []Parameter) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.Name)
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(p.Value))
	}
	return b.String()
}

// DisplayFields returns DisplayQuery as names and values, for the hidden fields
// of a form.
func (m *Match) DisplayFields() []Parameter { return m.displayWith() }

// DisplayQueryWith returns DisplayQuery with more parameters, all in the order of their
// names. Those without a value are left out.
func (m *Match) DisplayQueryWith(more ...Parameter) string {
	return encodeQuery(m.displayWith(more...))
}

func (m *Match) displayWith(more ...Parameter) []Parameter {
	list := append(m.displayParameters(m.displayState()), more...)
	list = slices.DeleteFunc(list, func(p Parameter) bool { return p.Value == "" })
	slices.SortFunc(list, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return list
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
	return m.addressWith(Parameter{"m", JoinSteps(steps)}, Parameter{"try", chosen})
}

// Further returns the address of the page with one more action staged.
func (m *Match) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm something.
func (m *Match) Asks(what string) string {
	var staged string
	if len(m.Steps()) > 0 {
		staged = m.Staged
	}
	return m.addressWith(Parameter{"ask", what}, Parameter{"m", staged})
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

func (m *Match) addressWith(more ...Parameter) string {
	query := m.DisplayQueryWith(more...)
	if query == "" {
		return m.Address()
	}
	return m.Address() + "?" + query
}

// Opening returns the address of the page as it is shown, with something opened
// that changes nothing else; "" closes it.
func (m *Match) Opening(what string) string {
	return m.addressWith(Parameter{m.shownParameter(), m.shownValue()}, Parameter{"try", what})
}

// Pressing returns the address of the page as it is shown, with the reason why a
// control, named by its id, can do nothing now.
func (m *Match) Pressing(id string) string {
	shown := Parameter{"m", m.Staged}
	if m.Past() {
		shown = Parameter{m.shownParameter(), m.shownValue()}
	}
	return m.addressWith(shown, Parameter{"try", m.Probe}, Parameter{"why", id})
}
