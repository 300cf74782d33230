package knizia

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// Form fields. Each is followed by "-" and the code of an action card, except fieldPreset, and
// fieldAdapt, which holds the choice for Adapt.
const (
	fieldWhen   = "when"
	fieldMe     = "me"
	fieldLoss   = "loss"
	fieldLead   = "lead"
	fieldIn     = "in"
	fieldAdapt  = "adapt"
	fieldPreset = "preset"
)

// sheet is the page of a seat's advance orders.
type sheet struct {
	views.Orders
	orders rules.Orders
	kept   rules.Sheet // stored orders, or a preset
	filled url.Values  // values of a refused form; nil for the stored orders or a preset
	record trialRecord // tournaments on which orders are tried
}

// preset returns the shown preset, "" for none.
func (s sheet) preset() string {
	if s.filled != nil {
		return ""
	}
	return s.kept.Preset()
}

// unsaved reports whether the page shows a preset that is not stored.
func (s sheet) unsaved() bool {
	return s.filled == nil && s.kept != s.orders.Sheet
}

// orderRow is one row of the form.
type orderRow struct {
	card  rules.Card
	code  string
	name  string
	text  string
	when  string   // one of whens
	whens []string // possible values of when
	me    bool     // this and the next: conditions of whenIf
	loss  string
	lead  bool
	in    string
	hits  bool // the card can hit the visitor
}

func (s sheet) row(c rules.Card) orderRow {
	kept, code := s.kept.Row(c), c.String()
	r := orderRow{
		card: c, code: code, name: cards.Label(s.Lang, game, code), text: cards.Text(s.Lang, game, code), hits: rules.Hits(c),
		whens: []string{rules.Never.String(), rules.IfMe.String(), whenCost, rules.Any.String(), whenIf}, when: kept.When.String(),
	}
	if !r.hits {
		r.whens = slices.Delete(r.whens, 1, 3)
	}
	switch {
	case kept == (rules.Row{When: rules.IfMe, MinLoss: costly}) && r.hits:
		r.when = whenCost
	case kept != (rules.Row{When: kept.When}) || !r.hits && kept.When == rules.IfMe:
		r.when, r.me, r.lead = whenIf, kept.When == rules.IfMe, kept.OnlyIfLeading
		if kept.MinLoss > 0 {
			r.loss = strconv.Itoa(kept.MinLoss)
		}
		if kept.MaxIn > 0 {
			r.in = strconv.Itoa(kept.MaxIn)
		}
	}
	if s.filled != nil {
		code = "-" + code
		r.when, r.loss, r.in = wordOr(s.filled.Get(fieldWhen+code), rules.Never.String()), s.filled.Get(fieldLoss+code), s.filled.Get(fieldIn+code)
		r.me, r.lead = s.filled.Get(fieldMe+code) != "", s.filled.Get(fieldLead+code) != ""
	}
	return r
}

// cardGroup is a group of action cards with similar effect.
type cardGroup struct {
	id   string
	rows []orderRow
	says string // summary of its orders
}

// groups returns the cards of the page, grouped by effect.
func (s sheet) groups() []cardGroup {
	all := []struct {
		id    string
		cards []rules.Card
	}{
		{"mine", []rules.Card{rules.BreakLance, rules.Riposte, rules.Dodge, rules.KnockDown, rules.Outwit, rules.Stunned}},
		{"all", []rules.Card{rules.Outmaneuver, rules.Charge, rules.Countercharge, rules.Disgrace, rules.Adapt}},
		{"weapon", []rules.Card{rules.Unhorse, rules.ChangeWeapon, rules.DropWeapon}},
		{"theirs", []rules.Card{rules.Retreat, rules.Shield}},
	}
	groups := make([]cardGroup, len(all))
	for i, g := range all {
		groups[i].id = g.id
		for _, c := range g.cards {
			groups[i].rows = append(groups[i].rows, s.row(c))
		}
		groups[i].says = s.summary(groups[i].rows)
	}
	return groups
}

// summary returns the orders for some cards as text: "6 cards: always for Knock Down and Stunned,
// else if it costs me 4 points or more".
func (s sheet) summary(rows []orderRow) string {
	names := map[string][]string{}
	var whens []string
	for _, r := range rows {
		if names[r.when] == nil {
			whens = append(whens, r.when)
		}
		names[r.when] = append(names[r.when], r.name)
	}
	slices.SortStableFunc(whens, func(a, b string) int { return len(names[a]) - len(names[b]) })
	var parts []string
	for i, when := range whens {
		switch {
		case len(whens) == 1:
			parts = append(parts, s.T("knizia.orders."+when))
		case i == len(whens)-1:
			parts = append(parts, s.T("knizia.orders.else", "When", s.T("knizia.orders."+when)))
		default:
			parts = append(parts, s.T("knizia.orders.for", "When", s.T("knizia.orders."+when), "Cards", s.List(names[when])))
		}
	}
	return s.N("knizia.orders.cards", len(rows), "What", strings.Join(parts, ", "))
}

// choices returns the possible answers to Adapt.
func (s sheet) choices() []rules.Preference {
	return []rules.Preference{rules.AskMe, rules.KeepOldest, rules.KeepNewest, rules.KeepColored, rules.KeepSupporters}
}

func (s sheet) chosen(p rules.Preference) bool {
	if s.filled != nil {
		return s.filled.Get(fieldAdapt) == p.String()
	}
	return s.kept.Adapt == p
}

// counts returns the possible numbers of players left in a tournament.
func (s sheet) counts() []string {
	var all []string
	for n := rules.LeastIn; n <= len(s.Seats); n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// presetOffer is a link that fills in the whole form with a preset, or with the visitor's stored
// orders.
type presetOffer struct {
	name, what, href string
	on               bool
	verdict          trialResult
}

func (s sheet) offers() []presetOffer {
	var all []presetOffer
	for _, preset := range rules.Presets() {
		key := "knizia.orders.preset." + preset
		all = append(all, presetOffer{
			name: s.T(key), what: s.T(key + ".what"), href: s.Filled(url.Values{fieldPreset: {preset}}), on: s.preset() == preset,
			verdict: s.verdict(s.kept.Fill(preset)),
		})
	}
	if s.preset() == "" && s.filled == nil {
		all = append(all, presetOffer{name: s.T("knizia.orders.preset.own"), what: s.T("knizia.orders.preset.own.what"), on: true, verdict: s.verdict(s.kept)})
	}
	return all
}

// Choices for a card that are not answers of the rules themselves.
const (
	whenCost = "cost" // if it hits the visitor and costs at least costly points
	whenIf   = "if"   // if the conditions in the other fields hold

	costly = 4 // points, as in the protective preset
)

// wordOr returns a text as one word of the notation. For a blank text it returns otherwise.
func wordOr(text, otherwise string) string {
	if text = strings.Join(strings.Fields(text), "_"); text != "" {
		return text
	}
	return otherwise
}
