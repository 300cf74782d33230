package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Look is the visitor's arrangement of the board and of the parts around it. Every link of the page
// keeps it.
type Look struct {
	Bottom games.Seat // seat with its side at the bottom
	Zoom   string     // shown part of the board, named as by ZoomOf; "" for all
	Pick   bool       // show lists of pieces and squares, to move without the board
	Sort   string     // order of the visitor's hand, "" for the family's default
	See    string     // part of the table opened beside it, "" for the story
	In     string     // id of the collection in which the match is read, "" for none
	Eyes   games.Seat // seat whose view is shown once all hands are open, 0 for all hands
	Tried  string     // answers to a problem, which stands in for a match; "" for none
}

// Parameters returns the query parameters of the look. usual is the default seat at the bottom.
func (l Look) Parameters(usual games.Seat) []Parameter {
	var list []Parameter
	add := func(differs bool, name, value string) {
		if differs {
			list = append(list, Parameter{name, value})
		}
	}
	add(l.Bottom != usual, "turn", strconv.Itoa(int(l.Bottom)))
	add(l.Zoom != "", "zoom", l.Zoom)
	add(l.Pick, "pick", "1")
	add(l.Sort != "", "sort", l.Sort)
	add(l.See != "", "see", l.See)
	add(l.In != "", "in", l.In)
	add(l.Eyes != 0, "eyes", strconv.Itoa(int(l.Eyes)))
	add(l.Tried != "", "tried", l.Tried)
	return list
}

// Parameter is one name and value in a query.
type Parameter struct{ Name, Value string }

func encodeQuery(list []Parameter) string {
	return strings.Join(Each(list, func(p Parameter) string { return p.Name + "=" + url.QueryEscape(p.Value) }), "&")
}

// DisplayQuery returns the query that every link of the page keeps, for the look of the board:
// "turn=2&zoom=nw"; "" for the default.
func (m *Position) DisplayQuery() string { return encodeQuery(m.Parameters(m.DefaultSeat())) }

// DisplayQueryWith returns DisplayQuery with more parameters, in the order of their names. It omits
// those without a value.
func (m *Position) DisplayQueryWith(more ...Parameter) string {
	return encodeQuery(m.DisplayFields(more...))
}

// DisplayFields returns DisplayQueryWith as hidden fields of a form.
func (m *Position) DisplayFields(more ...Parameter) []Parameter {
	list := append(m.Parameters(m.DefaultSeat()), more...)
	list = slices.DeleteFunc(list, func(p Parameter) bool { return p.Value == "" })
	slices.SortFunc(list, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// LookPath returns the address of the choices about pieces and boards, with the way back to a match,
// whose address needs no escape; "" for none.
func LookPath(back string) string {
	if back == "" {
		return "/settings?more=board#board"
	}
	return "/settings?back=" + back + "#board"
}

// Opponents lists the seats except the one at the bottom, clockwise from its left.
func (m *Position) Opponents() []games.Seat {
	n := len(m.Seats)
	return SeatsAfter(m.Bottom, n)[:max(n-1, 0)]
}

// To returns the address of the page with one more parameter, none for the name "".
func (m *Position) To(name, value string) string {
	return m.withParameter(m.DisplayQuery(), name, value)
}

// withParameter returns the address of the page with the query kept and one more parameter, none
// for the name "".
func (m *Position) withParameter(kept, name, value string) string {
	if name != "" {
		kept = strings.TrimPrefix(kept+"&"+name+"="+url.QueryEscape(value), "&")
	}
	if kept == "" {
		return m.Address()
	}
	return m.Address() + "?" + kept
}

// At returns the address of the position after ply events.
func (m *Position) At(ply int) string {
	if ply >= m.Ply {
		return m.To("", "")
	}
	return m.To("ply", strconv.Itoa(max(ply, 0)))
}
