package knizia

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// written formats the orders of a submitted form; the rules refuse what is wrong
// in them.
func written(form url.Values) string {
	var lines []string
	for _, c := range rules.SheetCards() {
		lines = append(lines, c.String()+" "+cardTerms(form, "-"+c.String()))
	}
	if choice := strings.TrimSpace(form.Get(fieldAdapt)); choice != "" {
		lines = append(lines, "adapt-choice "+choice)
	}
	return strings.Join(append(lines, plannedAhead(form)...), "\n")
}

// cardTerms returns what a form says of one card, after its code.
func cardTerms(form url.Values, code string) string {
	switch when := wordOr(form.Get(fieldWhen+code), rules.Never.String()); when {
	case whenCost:
		return rules.IfMe.String() + " minLoss=" + strconv.Itoa(costly)
	case whenIf:
	default:
		return when
	}
	line := rules.Any.String()
	if form.Get(fieldMe+code) != "" {
		line = rules.IfMe.String()
	}
	if loss := strings.TrimSpace(form.Get(fieldLoss + code)); loss != "" {
		line += " minLoss=" + strings.Join(strings.Fields(loss), "_")
	}
	if form.Get(fieldLead+code) != "" {
		line += " onlyIfLeading"
	}
	if in := strings.TrimSpace(form.Get(fieldIn + code)); in != "" {
		line += " maxIn=" + strings.Join(strings.Fields(in), "_")
	}
	return line
}

func ordersSheet(m views.Orders) templ.Component {
	s := sheet{Orders: m}
	s.orders, _ = rules.ParseOrders(m.Text)
	s.kept = s.orders.Sheet
	s.record = s.played()
	switch preset := m.Form.Get(fieldPreset); {
	case m.Problem != nil:
		s.filled = m.Form
	case slices.Contains(rules.Presets(), preset):
		s.kept = s.kept.Fill(preset)
	}
	return sheetPage(s, s.frame())
}

// frame returns what the page says around the form.
func (s sheet) frame() views.Sheet {
	return views.Sheet{
		Styles: styles,
		Class:  "narrow sheet knizia", Defs: cards.Defs(game), Lead: s.T("knizia.orders.lead"), Before: presetLinks(s),
		Edited: s.unsaved(), Unsaved: s.T("knizia.orders.unsaved"), Save: s.T("knizia.orders.save"),
	}
}
