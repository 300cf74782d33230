package knizia

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// Form fields about later turns. Fields of a plan are followed by "-" and its number.
const (
	fieldTournament = "tournament" // the tournament to which the fields apply
	fieldTurn       = "turn"
	fieldColor      = "color"
	fieldNow        = "leave-now"
	fieldTotal      = "leave-total" // a span
	fieldTotalFrom  = "leave-total-from"
	fieldBeaten     = "leave-beaten" // a span
	fieldTokens     = "leave-tokens" // a span
	fieldTokensFrom = "leave-tokens-from"
	fieldMost       = "plan-most"
	fieldCard       = "plan-card"
)

// Spans of time for which a reason to withdraw counts.
const (
	spanNever  = ""
	spanThis   = "this"
	spanAlways = "always"
)

// plannedAhead formats the orders for later turns of a submitted form.
func plannedAhead(form url.Values) []string {
	var lines []string
	when := form.Get(fieldTournament)
	if form.Get(fieldNow) != "" {
		lines = append(lines, when+": withdraw")
	}
	reason := func(field, text string) {
		switch form.Get(field) {
		case spanThis:
			lines = append(lines, when+": withdraw "+text)
		case spanAlways:
			lines = append(lines, "always: withdraw "+text)
		}
	}
	word := func(field string) string { return strings.Join(strings.Fields(form.Get(field)), "_") }
	reason(fieldTotal, "total>="+word(fieldTotalFrom))
	reason(fieldBeaten, "beaten")
	reason(fieldTokens, "tokens>="+word(fieldTokensFrom))
	for n := 1; n <= rules.MostPlans; n++ {
		nth := "-" + strconv.Itoa(n)
		if list := form[fieldCard+nth]; len(list) > 0 {
			lines = append(lines, when+"."+form.Get(fieldTurn)+": if "+form.Get(fieldColor)+" total<="+word(fieldMost+nth)+" play "+strings.Join(list, " "))
		}
	}
	if more := strings.TrimSpace(form.Get(views.FieldMore)); more != "" {
		lines = append(lines, more)
	}
	return lines
}

// ahead is the part of the orders page about later turns.
type ahead struct {
	sheet
	v                rules.View
	now              bool
	total, totalFrom string
	beaten           string
	tokens, tokFrom  string
	plans            []plannedTurn // existing plans, and room for another
	more             string
}

// plannedTurn is a plan in the form.
type plannedTurn struct {
	number int
	most   string
	cards  []planCard // cards that the visitor may place
	names  []string   // of those chosen
	total  int        // with the chosen cards
}

// planCard is a card of the hand that may be planned.
type planCard struct {
	card   rules.Card
	name   string
	chosen bool
}

// plannable reports whether the visitor's next turn can be planned: its tournament has a color.
func (a ahead) plannable() bool {
	return a.v.NextTournament == a.v.Tournament && a.v.Color != rules.NoColor
}

// ahead returns the stored orders, or the values of a refused form.
func (s sheet) ahead() ahead {
	a := ahead{sheet: s}
	a.v, _ = s.View.(rules.View)
	if s.filled != nil {
		a.readForm(s.filled)
		return a
	}
	var more rules.Orders
	for _, w := range s.orders.Withdrawals {
		if !a.show(w) {
			more.Withdrawals = append(more.Withdrawals, w)
		}
	}
	for _, p := range s.orders.Plans {
		if a.plannable() && p.Tournament == a.v.NextTournament && p.Turn == a.v.NextTurn && p.Color == a.v.Color {
			a.addPlan(strconv.Itoa(p.Most), p.Cards)
		} else {
			more.Plans = append(more.Plans, p)
		}
	}
	a.addPlan("", nil)
	a.more = more.String()
	return a
}

// show puts a reason to withdraw into its form field. It returns false if the field is used already
// or cannot express the reason.
func (a *ahead) show(w rules.Withdrawal) bool {
	span := spanAlways
	if w.Tournament > 0 {
		span = spanThis
		if w.Tournament != a.v.NextTournament {
			return false
		}
	}
	set := func(field, bound *string) bool {
		if *field != spanNever {
			return false
		}
		*field = span
		if bound != nil {
			*bound = strconv.Itoa(w.Bound)
		}
		return true
	}
	switch w.Reason {
	case rules.AtTotal:
		return set(&a.total, &a.totalFrom)
	case rules.AtBeaten:
		return set(&a.beaten, nil)
	case rules.AtTokens:
		return set(&a.tokens, &a.tokFrom)
	}
	a.now = true
	return true
}

func (a *ahead) readForm(form url.Values) {
	a.now, a.beaten = form.Get(fieldNow) != "", form.Get(fieldBeaten)
	a.total, a.totalFrom = form.Get(fieldTotal), form.Get(fieldTotalFrom)
	a.tokens, a.tokFrom = form.Get(fieldTokens), form.Get(fieldTokensFrom)
	a.more = form.Get(views.FieldMore)
	for n := 1; n <= rules.MostPlans; n++ {
		nth := "-" + strconv.Itoa(n)
		if len(form[fieldCard+nth]) == 0 {
			continue
		}
		a.addPlan(form.Get(fieldMost+nth), views.Each(form[fieldCard+nth], rules.ParseCard))
	}
	a.addPlan("", nil)
}

// addPlan adds a plan to the form, if there is room.
func (a *ahead) addPlan(most string, chosen []rules.Card) {
	if !a.plannable() || len(a.plans) == rules.MostPlans {
		return
	}
	own := a.v.Seats[a.You-1]
	p := plannedTurn{number: len(a.plans) + 1, most: most, total: own.Total}
	left := slices.Clone(chosen)
	for _, c := range own.Hand {
		if c.IsAction() || c.IsColored() && c.Color() != a.v.Color {
			continue
		}
		one := planCard{card: c, name: cards.Label(a.Lang, game, c.String())}
		if i := slices.Index(left, c); i >= 0 {
			left, one.chosen = slices.Delete(left, i, i+1), true
			p.names = append(p.names, one.name)
			if p.total++; a.v.Color != rules.Green {
				p.total += c.Value() - 1
			}
		}
		p.cards = append(p.cards, one)
	}
	a.plans = append(a.plans, p)
}

// planned describes the cards of a plan, and its condition.
func (a ahead) planned(p plannedTurn) (what, when string) {
	if len(p.names) == 0 {
		if p.number == 1 {
			return a.T("knizia.ahead.plan_none"), a.T("knizia.ahead.plan_open")
		}
		return a.T("knizia.ahead.plan_more"), a.T("knizia.ahead.plan_else")
	}
	return a.T("knizia.ahead.plan_what", "Cards", a.List(p.names), "Total", p.total),
		a.T("knizia.ahead.plan_when", "Color", a.T("knizia.color."+a.v.Color.String()), "Most", p.most)
}

// spans lists the spans for which a reason may apply.
func (a ahead) spans(chosen string) []views.Option {
	this := views.Either(a.v.NextTournament > a.v.Tournament, "knizia.ahead.next", "knizia.ahead.this")
	words := map[string]string{spanNever: "knizia.ahead.never", spanThis: this, spanAlways: "knizia.ahead.always"}
	return views.OptionsOf([]string{spanNever, spanThis, spanAlways}, chosen, func(span string) string { return a.T(words[span]) })
}

// tokenCounts lists the possible numbers of a leader's tokens.
func (a ahead) tokenCounts() []string {
	var all []string
	for n := 1; n < a.v.Target; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// aim returns the address and the label of the choice of a card as a target. Both are "" if the
// card is no target.
func (s *scene) aim(seat games.Seat, place rules.Place) (href, label string) {
	if !s.aiming() {
		return "", ""
	}
	for _, m := range s.targets() {
		switch {
		case seat == s.You && m.Own == place && m.Card == rules.Retreat:
			return s.to(m), s.moveLabel(m)
		case seat == s.You && m.Own == place && m.Card == rules.Outwit && !s.swapping():
			return s.choose("outwit " + place.String()), s.T("knizia.aim.give", "Card", s.withArticle(cardAt(s.ahead, s.You, place)))
		case seat == m.Seat && m.At == place && (m.Card == rules.Dodge || m.Card == rules.Outwit && s.swapping()):
			return s.to(m), s.moveLabel(m)
		case seat == m.Seat && m.At == rules.NoPlace && s.hits(m, place):
			return s.to(m), s.moveLabel(m)
		}
	}
	return "", ""
}

// hits reports whether an action on a seat takes the card at a place.
func (s *scene) hits(m rules.Move, at rules.Place) bool {
	display := s.ahead.Seats[m.Seat-1].Display
	switch m.Card {
	case rules.Riposte:
		return int(at) == len(display)
	case rules.BreakLance:
		return at > 0 && display[at-1].Color() == rules.Purple
	}
	return false
}

// aimSeat returns the address and the label of the choice of a seat as a target.
func (s *scene) aimSeat(seat games.Seat) (href, label string) {
	if !s.aiming() {
		return "", ""
	}
	for _, m := range s.targets() {
		if m.Seat == seat && m.At == rules.NoPlace {
			return s.to(m), s.moveLabel(m)
		}
	}
	return "", ""
}

// trialTournaments is the number of finished tournaments on which orders are tried, in addition to
// the running one.
const trialTournaments = 3

// interruptChance is an action card of another seat that the viewer, who was in the tournament,
// could have answered with Lancelot.
type interruptChance struct {
	ply  int
	view rules.View // before the card took effect, as the viewer saw it
}

// trialRecord is the part of the match on which orders are tried.
type trialRecord struct {
	finished  int // finished tournaments on record, at most trialTournaments
	occasions []interruptChance
}

// played collects the action cards of the last tournaments that the viewer could have answered. It
// uses only facts and positions that the viewer saw.
func (s sheet) played() trialRecord {
	var r trialRecord
	var ends []int // number of occasions by the end of each tournament
	for _, e := range s.Told {
		for _, f := range e.Facts {
			switch {
			case f.Kind == rules.FactWon:
				ends = append(ends, len(r.occasions))
			case f.Kind == rules.FactAction && f.Seat != s.You && s.ViewAt != nil:
				if v, ok := s.ViewAt(e.Ply).(rules.View); ok && v.Answers(s.You) {
					r.occasions = append(r.occasions, interruptChance{e.Ply, v})
				}
			}
		}
	}
	r.finished = min(len(ends), trialTournaments)
	if len(ends) > trialTournaments {
		r.occasions = r.occasions[ends[len(ends)-trialTournaments-1]:]
	}
	return r
}

// fitting lists the occasions at which orders would have canceled the card.
func (r trialRecord) fitting(by rules.Sheet, you games.Seat) []interruptChance {
	return slices.DeleteFunc(slices.Clone(r.occasions), func(o interruptChance) bool { return !by.Cancels(o.view, you) })
}

// span returns the words that introduce the results of the trials.
func (s sheet) span() string {
	r := s.record
	span := s.T("knizia.trial.first")
	if r.finished > 0 {
		span = s.N("knizia.trial.last", r.finished, "Number", s.InWords(r.finished))
	}
	if len(r.occasions) == 0 {
		return s.T("knizia.trial.nothing", "Span", span)
	}
	return s.N("knizia.trial.seen", len(r.occasions), "Span", span, "Number", s.InWords(len(r.occasions)))
}

// trialResult describes the effect that orders would have had, with the address of the first card
// that they would have canceled.
type trialResult struct {
	text string // "" if there was no occasion
	href string
}

func (s sheet) verdict(by rules.Sheet) trialResult {
	r := s.record
	if len(r.occasions) == 0 {
		return trialResult{}
	}
	fitting := r.fitting(by, s.You)
	if len(fitting) == 0 {
		return trialResult{text: s.T("knizia.trial.none")}
	}
	first := fitting[0]
	u, own := first.view.UnderWay, first.view.Seats[s.You-1]
	what := s.T("knizia.trial.what", "Card", cards.Label(s.Lang, game, u.Move.Card.String()), "Name", s.Name(u.Seat))
	if own.After < own.Total {
		what = s.T("knizia.trial.loss", "What", what, "Was", own.Total, "Total", own.After)
	}
	v := trialResult{text: s.T("knizia.trial.one", "What", what), href: s.Match.At(first.ply)}
	if n := len(fitting); n > 1 {
		v.text = s.T("knizia.trial.more", "What", what, "Number", s.InWords(n))
	}
	return v
}
