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

// The fields of the form, each followed by "-" and the code of an action card,
// but for the one that says what to do when Adapt lets one choose.
const (
	fieldWhen   = "when"
	fieldLoss   = "loss"
	fieldLead   = "lead"
	fieldIn     = "in"
	fieldAdapt  = "adapt"
	fieldPreset = "preset"
)

// written is the sheet that a filled-in form stands for. What is wrong in it the
// rules refuse.
func written(form url.Values) string {
	var lines []string
	for _, c := range rules.SheetCards() {
		code := "-" + c.String()
		line := c.String() + " " + either(form.Get(fieldWhen+code), rules.Never.String())
		if loss := strings.TrimSpace(form.Get(fieldLoss + code)); loss != "" {
			line += " minLoss=" + strings.Join(strings.Fields(loss), "_")
		}
		if form.Get(fieldLead+code) != "" {
			line += " onlyIfLeading"
		}
		if in := strings.TrimSpace(form.Get(fieldIn + code)); in != "" {
			line += " maxIn=" + strings.Join(strings.Fields(in), "_")
		}
		lines = append(lines, line)
	}
	if choice := strings.TrimSpace(form.Get(fieldAdapt)); choice != "" {
		lines = append(lines, "adapt-choice "+choice)
	}
	return strings.Join(lines, "\n")
}

func either(text, otherwise string) string {
	if text = strings.Join(strings.Fields(text), "_"); text != "" {
		return text
	}
	return otherwise
}

// sheet is the page of a seat's orders as it is to be shown.
type sheet struct {
	views.Orders
	kept   rules.Sheet
	filled url.Values // of a form that was refused; nil: what is kept, or a preset
}

func orders(m views.Orders) templ.Component {
	s := sheet{Orders: m}
	s.kept, _ = rules.ParseSheet(m.Text)
	switch preset := m.Form.Get(fieldPreset); {
	case m.Problem != nil:
		s.filled = m.Form
	case slices.Contains(rules.Presets(), preset):
		s.kept = s.kept.Fill(preset)
	}
	return sheetPage(s)
}

// frame is what the page says around the form.
func (s sheet) frame() views.Sheet {
	return views.Sheet{
		Class: "narrow sheet knizia", Defs: cards.Defs(game), Lead: s.T("knizia.orders.lead"), Secret: s.T("knizia.orders.secret"), Before: presets(s),
		Edited: s.unsaved(), Unsaved: s.T("knizia.orders.unsaved"), Save: s.T("knizia.orders.save"),
	}
}

// preset is the preset that the page shows, "" none.
func (s sheet) preset() string {
	if s.filled != nil {
		return ""
	}
	return s.kept.Preset()
}

// unsaved tells that a preset is filled in and not yet kept.
func (s sheet) unsaved() bool {
	return s.filled == nil && s.kept.String() != s.Text
}

// orderRow is one row of the form.
type orderRow struct {
	card   rules.Card
	code   string
	name   string
	text   string
	when   string
	whens  []string // that make sense
	loss   string
	lead   bool
	in     string
	filled bool // any condition is set
}

func (s sheet) rows() []orderRow {
	var rows []orderRow
	for _, c := range rules.SheetCards() {
		row, code := s.kept.Row(c), c.String()
		r := orderRow{
			card: c, code: code, name: cards.Label(s.Lang, game, code), text: cards.Text(s.Lang, game, code),
			when: row.When.String(), whens: []string{rules.Never.String(), rules.IfMe.String(), rules.Any.String()}, lead: row.OnlyIfLeading,
		}
		if !rules.Hits(c) {
			r.whens = slices.Delete(r.whens, 1, 2)
		}
		if row.MinLoss > 0 {
			r.loss = strconv.Itoa(row.MinLoss)
		}
		if row.MaxIn > 0 {
			r.in = strconv.Itoa(row.MaxIn)
		}
		if s.filled != nil {
			r.when, r.loss = either(s.filled.Get(fieldWhen+"-"+code), rules.Never.String()), s.filled.Get(fieldLoss+"-"+code)
			r.lead, r.in = s.filled.Get(fieldLead+"-"+code) != "", s.filled.Get(fieldIn+"-"+code)
		}
		r.filled = r.loss != "" || r.lead || r.in != ""
		rows = append(rows, r)
	}
	return rows
}

// choices are the answers to Adapt.
func (s sheet) choices() []rules.Preference {
	return []rules.Preference{rules.AskMe, rules.KeepOldest, rules.KeepNewest, rules.KeepColored, rules.KeepSupporters}
}

func (s sheet) chosen(p rules.Preference) bool {
	if s.filled != nil {
		return s.filled.Get(fieldAdapt) == p.String()
	}
	return s.kept.Adapt == p
}

// counts are how many may be left in a tournament.
func (s sheet) counts() []string {
	var all []string
	for n := rules.LeastIn; n <= len(s.Seats); n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

func (s sheet) filledBy(preset string) string { return s.Filled(url.Values{fieldPreset: {preset}}) }
