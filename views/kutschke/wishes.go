package kutschke

import (
	"net/url"
	"slices"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// fieldWish is the name of every field of the wish list, in the order of the
// wishes; a field may be left empty.
const fieldWish = "wish"

// mostWishes is how many fields the form has: enough for the picks of a round
// and as many to fall back on.
const mostWishes = 8

// wishPage is the page on which a seat writes its wish list. It looks the same
// whatever others have written.
type wishPage struct {
	views.Orders
	words
	v      rules.View
	round  int
	wishes []string // as shown: kept, or put together since
	edited bool
}

// forRound returns the round that a new list is for.
func (p wishPage) forRound() int {
	if p.v.Phase == rules.PhasePick && p.v.Choices() != nil {
		return p.v.Round
	}
	return p.v.Round + 1
}

// left returns how many cards of a kind lie in the supply when the list is used first:
// all of them where it is for a round to come.
func (p wishPage) left(k rules.Kind) int {
	if p.forRound() == p.v.Round {
		return p.v.Supply[k]
	}
	four, fewer := stock(k)
	if len(p.v.Seats) == 4 {
		return four
	}
	return fewer
}

// with returns the page with other wishes filled in.
func (p wishPage) with(wishes []string) string {
	if len(wishes) == 0 {
		wishes = []string{""}
	}
	return p.Filled(url.Values{fieldWish: wishes})
}

// adding returns the page with one wish more, "" when the list is full.
func (p wishPage) adding(k rules.Kind) string {
	if len(p.wishes) == mostWishes {
		return ""
	}
	return p.with(append(slices.Clone(p.wishes), k.String()))
}

// fields returns the wishes with as many empty ones as there is room for.
func (p wishPage) fields() []string {
	return append(slices.Clone(p.wishes), make([]string, mostWishes-len(p.wishes))...)
}
