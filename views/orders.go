package views

import (
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Preparation is the visitor's own part of later moves, which nobody else sees.
type Preparation struct {
	Orders   bool     // the visitor has a sheet of advance orders
	Prepared []string // the orders, a sentence each
	Forced   bool     // the server makes the decision of the visitor after a pause, for there is no choice
}

// mostPrepared is the number of orders that the page of a match shows.
const mostPrepared = 6

// preparedFirst returns the first mostPrepared of the prepared orders.
func (p *Preparation) preparedFirst() []string {
	return p.Prepared[:min(len(p.Prepared), mostPrepared)]
}

// FieldMore is the field of lines of orders that no other field can say.
const FieldMore = "more"

// Orders is the model of the page on which a seat writes its advance orders.
type Orders struct {
	Match
	Text    string     // as they are kept, "" for none
	Form    url.Values // the values of the form as sent, or of a preset; nil: show Text
	Saved   bool       // they have just been kept
	Problem *Problem

	// Acted are the actions of the orders, the last first.
	Acted []ActedOrder

	// Explored is the position to which the visitor looks ahead, where orders are
	// conditional moves.
	Explored Explored

	// ViewAt returns the position after a number of events, as the visitor's seat saw it; nil where
	// a page does without.
	ViewAt func(ply int) games.View
}

// ActedOrder is an action that orders have played.
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
	if seat := o.SeatText(); seat != "" {
		q.Set("as", seat)
	}
	return o.Action() + "?" + q.Encode()
}

// SeatText returns the seat whose orders these are as text at a table of one, ""
// elsewhere.
func (o Orders) SeatText() string {
	if !o.Solo {
		return ""
	}
	return strconv.Itoa(int(o.You))
}

// Action returns the address of the page, to which its forms are sent.
func (o Orders) Action() string { return o.Address() + "/orders" }

// Sheet holds the parts of a game for the page of its orders, except the fields of the form. The
// rest of the page is the same for all games.
type Sheet struct {
	Styles  []string        // style sheets of the family
	Class   string          // of the page's main element
	Defs    string          // SVG that the drawings refer to
	Title   string          // name of the orders in this game; "" orders
	Lead    string          // their purpose
	Secret  string          // who can see them, "" where the lead says so
	Before  templ.Component // above the form; nil nothing
	Edited  bool            // the fields differ from the kept orders
	Unsaved string          // label of the button then
	Saved   string          // says that they have just been kept; "" of orders
	Save    string          // label of the button
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
