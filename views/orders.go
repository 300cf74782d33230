package views

import (
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
)

// FieldMore is the field of lines of orders that no other field can say.
const FieldMore = "more"

// Orders is the model of the page on which a seat writes its standing orders.
type Orders struct {
	Match
	Text    string     // as they are kept, "" for none
	Form    url.Values // what the form was sent with, or a preset filled in; nil: show Text
	Saved   bool       // they have just been kept
	Problem *Problem

	// Acted is what the orders have done, the last first.
	Acted []ActedOrder

	// Explored is the position to which the visitor looks ahead, where orders are
	// conditional moves.
	Explored Explored

	// ViewAt is the position after so many events, as the visitor's seat saw it;
	// nil where a page does without.
	ViewAt func(ply int) games.View
}

// ActedOrder is something that was done by standing orders.
type ActedOrder struct {
	Ply  int // the position after it
	Text string
}

// ProblemText returns why the form came back, "" where it did not.
func (o Orders) ProblemText() string {
	if o.Problem == nil {
		return ""
	}
	return o.Problem.Text(o.Lang)
}

// Filled returns the address of the page with other values in its form than the
// saved ones.
func (o Orders) Filled(form url.Values) string {
	q := url.Values{}
	for name, values := range form {
		q[name] = values
	}
	if seat := o.seatText(); seat != "" {
		q.Set("as", seat)
	}
	return o.ordersPath() + "?" + q.Encode()
}

// seatText returns the seat whose orders these are as text at a table of one, ""
// elsewhere.
func (o Orders) seatText() string {
	if !o.Solo {
		return ""
	}
	return strconv.Itoa(int(o.You))
}

// SeatText is seatText for the families.
func (o Orders) SeatText() string { return o.seatText() }

// Action returns the address of the page, to which its forms are sent.
func (o Orders) Action() string { return o.ordersPath() }

func (o Orders) ordersPath() string { return o.Address() + "/orders" }

// Sheet is what a game puts into the page of standing orders, besides the fields
// of the form. The rest of the page is the same for all of them.
type Sheet struct {
	Styles  []string        // style sheets of the family
	Class   string          // of the page's main element
	Defs    string          // SVG that the drawings refer to
	Title   string          // what orders are called in this game; "" orders
	Lead    string          // what they are for
	Secret  string          // who knows of them, "" where the lead tells
	Before  templ.Component // above the form; nil nothing
	Edited  bool            // the fields say something else than what is kept
	Unsaved string          // tells so on the button
	Saved   string          // says that they have just been kept; "" of orders
	Save    string          // what the button says
	Aside   Act             // a link beside the button; none leads back to the match
}

// heading returns the title of the page.
func (s Sheet) heading(o Orders) string {
	if s.Title != "" {
		return s.Title
	}
	return o.T("orders.title")
}

// savedText returns the notice that the orders have been saved.
func (s Sheet) savedText(o Orders) string {
	if s.Saved != "" {
		return s.Saved
	}
	return o.T("notice.orders")
}

// asideLink returns the link beside the button.
func (s Sheet) asideLink(o Orders) Act {
	if s.Aside.Href != "" {
		return s.Aside
	}
	return Act{ID: "leave", Label: o.T("fair.back"), Href: o.Address()}
}

// mostPrepared is how many orders the page of a match tells.
const mostPrepared = 6

// preparedFirst returns the first of what is prepared.
func (m *Match) preparedFirst() []string { return m.Prepared[:min(len(m.Prepared), mostPrepared)] }
