package views

import (
	"cmp"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Preparation holds the visitor's orders for later moves, which nobody else sees.
type Preparation struct {
	Orders   bool     // the visitor may give advance orders
	Prepared []string // orders, a sentence each
	Notation string   // the orders as text, "" for none
	Forced   bool     // the server will play the visitor's only choice after a pause
}

// mostPrepared is the most orders on a match page.
const mostPrepared = 6

// preparedFirst returns the first mostPrepared orders.
func (p *Preparation) preparedFirst() []string {
	return p.Prepared[:min(len(p.Prepared), mostPrepared)]
}

// FieldMore is the form field for orders that no other field covers.
const FieldMore = "more"

// Orders is the model of the page of a seat's advance orders.
type Orders struct {
	Match
	Text    string     // stored orders, "" for none
	Form    url.Values // values of the form as sent, or of a preset; nil to show Text
	Saved   bool       // the orders were just saved
	Problem *Problem

	// Acted lists the actions played by the orders, the latest first.
	Acted []ActedOrder

	// Explored is the position to which the visitor looks ahead, for conditional moves.
	Explored Explored

	// ViewAt returns the position after a number of events, as the seat saw it; nil if the page
	// needs none.
	ViewAt func(ply int) games.View
}

// ActedOrder is an action played by orders.
type ActedOrder struct {
	Ply  int // number of events after it
	Text string
}

// ProblemText returns the reason why the form was refused, "" if it was not.
func (o Orders) ProblemText() string {
	if o.Problem == nil {
		return ""
	}
	return o.Problem.Text(o.Lang)
}

// Filled returns the address of the page with other values in its form.
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

// SeatText returns the number of the orders' seat at a solo table, "" at other tables.
func (o Orders) SeatText() string {
	return Either(o.Solo, strconv.Itoa(int(o.You)), "")
}

// Action returns the address of the page and of its forms.
func (o Orders) Action() string { return o.Address() + "/orders" }

// Sheet holds a game's parts of the orders page, except the fields of the form. The rest is the
// same for all games.
type Sheet struct {
	Styles  []string        // style sheets of the family
	Class   string          // CSS class of the main element
	Defs    string          // SVG definitions for the drawings
	Title   string          // name of the orders in this game; "" for the default
	Lead    string          // their purpose
	Secret  string          // says who can see them, "" if the lead does
	Before  templ.Component // above the form; nil for none
	Edited  bool            // the fields differ from the stored orders
	Unsaved string          // label of the button for unsaved changes
	Saved   string          // says that the orders were just saved; "" for the default
	Save    string          // label of the button otherwise
	Aside   Act             // link beside the button; the default leads to the match
}

// heading returns the title of the page.
func (s Sheet) heading(o Orders) string {
	return cmp.Or(s.Title, o.T("orders.title"))
}

// savedText returns the notice that the orders have been saved.
func (s Sheet) savedText(o Orders) string {
	return cmp.Or(s.Saved, o.T("notice.orders"))
}

// asideLink returns the link beside the button.
func (s Sheet) asideLink(o Orders) Act {
	if s.Aside.Href != "" {
		return s.Aside
	}
	return Act{ID: "leave", Label: o.T("fair.back"), Href: o.Address()}
}
