package kutschke

import (
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// written converts the wish list of a form to notation. The rules refuse invalid wishes.
func written(form url.Values) string {
	var wishes []string
	for _, w := range form[fieldWish] {
		if w = strings.Join(strings.Fields(w), "_"); w != "" {
			wishes = append(wishes, w)
		}
	}
	lines := plannedAhead(form)
	if len(wishes) > 0 {
		lines = append([]string{strings.Join(wishes, " ")}, lines...)
	}
	return strings.Join(lines, "\n")
}

func wishList(m views.Orders) templ.Component {
	p := wishPage{Orders: m, words: words{m.Lang}}
	if v, ok := m.View.(rules.View); ok {
		p.v = v
		round, kinds := v.Wishes(m.Text)
		p.round = round
		for _, k := range kinds {
			p.wishes = append(p.wishes, k.String())
		}
	}
	kept := slices.Clone(p.wishes)
	if list, ok := m.Form[fieldWish]; ok {
		p.wishes = strings.Fields(written(url.Values{fieldWish: list}))
	}
	p.wishes = p.wishes[:min(len(p.wishes), mostWishes)]
	p.edited = !slices.Equal(kept, p.wishes)
	p.Problem = m.Problem.Reworded(p.worded)
	return wishSheet(p, p.frame())
}

// frame returns the parts of the page around the form.
func (p wishPage) frame() views.Sheet {
	return views.Sheet{
		Styles: styles,
		Class:  "narrow kutschke wish-page", Defs: cards.Defs(game), Title: p.t("kutschke.wishes"), Lead: p.t("kutschke.wishes.lead"), Secret: p.t("kutschke.wishes.secret"),
		Before: wishSupply(p), Edited: p.edited, Unsaved: p.t("kutschke.wishes.unsaved"), Saved: p.t("kutschke.wishes.saved"), Save: p.t("kutschke.wishes.save"),
		Aside: views.Act{ID: "clear", Label: p.t("kutschke.wishes.clear"), Href: p.with(nil)},
	}
}

// prepared lists the visitor's orders: the wishes, the next turn and the next stake.
func prepared(m views.Match, text string) (told []string) {
	w := words{m.Lang}
	o, err := rules.ParseOrders(text)
	if err != nil {
		return nil
	}
	if len(o.Wishes) > 0 {
		told = append(told, w.t("kutschke.prepared.wishes", "Round", o.Round, "List", w.list(views.Each(o.Wishes, w.kind))))
	}
	for _, plan := range o.Plans {
		var steps []string
		for _, line := range plan.Lines {
			if line != doneWord {
				steps = append(steps, w.stepPhrase(line))
			}
		}
		if len(steps) == 0 {
			steps = []string{w.t("kutschke.ahead.done")}
		}
		told = append(told, w.t("kutschke.prepared.turn", "Round", plan.Round, "List", w.list(steps)))
	}
	for _, bid := range o.Bids {
		stake := w.t("kutschke.ahead.nothing")
		if len(bid.Cards) > 0 {
			stake = w.list(views.Each(views.Each(bid.Cards, rules.Card.String), w.card))
		}
		told = append(told, w.t("kutschke.prepared.stake", "Round", bid.Round, "Cards", stake))
	}
	return told
}

// fieldWish is the name of all fields of the wish list, in order. A field may be empty.
const fieldWish = "wish"

// mostWishes is the number of fields: enough for the picks of a round and as many alternatives.
const mostWishes = 8

// wishPage is the page of a seat's wish list. It does not depend on the orders of others.
type wishPage struct {
	views.Orders
	words
	v      rules.View
	round  int
	wishes []string // shown wishes: stored, or added since
	edited bool
}

// forRound returns the round to which a new list applies.
func (p wishPage) forRound() int {
	if p.v.Phase == rules.PhasePick && p.v.Choices() != nil {
		return p.v.Round
	}
	return p.v.Round + 1
}

// left returns the number of cards of a kind in the supply when the list is first used. For a later
// round, these are all cards.
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

// adding returns the address with one more wish, "" if the list is full.
func (p wishPage) adding(k rules.Kind) string {
	if len(p.wishes) == mostWishes {
		return ""
	}
	return p.with(append(slices.Clone(p.wishes), k.String()))
}

// fields returns the wishes, filled up with empty ones.
func (p wishPage) fields() []string {
	return append(slices.Clone(p.wishes), make([]string, mostWishes-len(p.wishes))...)
}
