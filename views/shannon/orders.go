package shannon

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// written formats the orders of a submitted form; the rules refuse what is wrong
// in them.
func written(form url.Values) string {
	var lines []string
	if favors := preferred(form); len(favors) > 0 {
		lines = append(lines, "favours "+strings.Join(favors, " "))
	}
	for _, when := range whens {
		for n := 1; n <= mostRanks; n++ {
			row := when + "-" + strconv.Itoa(n)
			if action := form.Get(fieldRow + row); action != "" {
				lines = append(lines, "if "+when+" low<="+strings.Join(strings.Fields(form.Get(fieldLow+row)), "_")+" "+action)
			}
		}
		if action := form.Get(fieldIf + when); action != "" {
			lines = append(lines, "if "+when+" "+action)
		}
	}
	if more := strings.TrimSpace(form.Get(views.FieldMore)); more != "" {
		lines = append(lines, more)
	}
	move := "move"
	for n := 1; n <= mostMoves; n++ {
		if to := form.Get(fieldWorst + strconv.Itoa(n)); to != "" {
			move += " worst>" + to
		}
	}
	if move != "move" {
		lines = append(lines, move)
	}
	return strings.Join(lines, "\n")
}

// preferred lists the favors that have a place, the most preferred first.
func preferred(form url.Values) []string {
	type place struct {
		id   string
		rank int
	}
	var all []place
	for _, id := range append(favorIDs(), deckWord) {
		if n, err := strconv.Atoi(strings.TrimSpace(form.Get(fieldRank + id))); err == nil && n > 0 {
			all = append(all, place{id, n})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.rank - b.rank })
	ids := make([]string, len(all))
	for i, p := range all {
		ids[i] = p.id
	}
	return ids
}

func ordersSheet(m views.Orders) templ.Component {
	s := sheet{Orders: m, words: words{m.Lang}}
	s.Problem = m.Problem.Reworded(s.worded)
	s.v, _ = m.View.(rules.View)
	s.form = m.Form
	if m.Problem == nil {
		s.form = s.kept()
	}
	return sheetPage(s, s.frame())
}

// frame returns what the page says around the form.
func (s sheet) frame() views.Sheet {
	return views.Sheet{Styles: styles, Class: "narrow shannon", Defs: cards.Defs(game), Lead: s.t("shannon.orders.lead"), Save: s.t("shannon.orders.keep")}
}
