package shannon

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// written formats the orders of a submitted form; the rules refuse the invalid ones.
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

// preferred lists the favors that have a number, the most preferred first.
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
	return views.Each(all, func(p place) string { return p.id })
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

// frame returns the parts of the page around the form.
func (s sheet) frame() views.Sheet {
	return views.Sheet{Styles: styles, Class: "narrow shannon", Defs: cards.Defs(game), Lead: s.t("shannon.orders.lead"), Save: s.t("shannon.orders.keep")}
}

// preparation asks a knight for the preparation of a round.
type preparation struct{ page }

// prepare fills in the preparation of a round: it asks one question after the other, and posts all
// answers at once.
func (p preparation) prepare(t *views.Table) {
	prep := p.v.Mine.Prep
	if p.ahead.Phase == rules.PhasePrepare && p.ahead.Mine != nil && p.ahead.Mine.Prep != nil {
		prep = p.ahead.Mine.Prep
	} else if len(p.Steps()) > 0 && p.PreviewErr == nil {
		prep = &rules.Preparing{} // the last part, and everybody else is ready
	}
	ask, owes := rules.Part(0), len(prep.Owed) > 0
	if owes {
		ask = prep.Owed[0]
	}
	t.Hand = handList(p.page, p.preparing(*prep, ask, owes))
	t.Status = views.Status{Sentence: p.t("shannon.prepare.done"), Detail: p.decided(), Why: p.worded(p.PreviewErr)}
	if owes {
		t.Status = p.prepareStatus(*prep, ask)
		if picks := p.targets(*prep, ask); len(picks) > 0 {
			t.Choice = opponentChoice(p.t("shannon.prepare.whom"), picks)
		}
	}
	t.Acts = p.prepareActs(owes)
}

// prepareStatus asks for the next part.
func (p preparation) prepareStatus(prep rules.Preparing, ask rules.Part) views.Status {
	s := views.Status{Why: p.worded(p.PreviewErr)}
	target := p.tradeTarget(prep)
	switch {
	case ask == rules.PartTrade && target != 0:
		s.Sentence = p.t("shannon.prepare.trade_card", "Name", p.name(target))
	case ask == rules.PartDiscard:
		s.Sentence = p.n("shannon.prepare.discard", prep.Discards)
	default:
		s.Sentence = p.t("shannon.prepare." + ask.String())
	}
	if more := len(prep.Owed) - 1; more > 0 {
		s.Detail = p.n("shannon.prepare.more", more)
	}
	s.Detail = strings.TrimSpace(p.decided() + " " + s.Detail)
	return s
}

// decided lists the choices for the round that are not yet posted. If there are none, it says that
// all choices are secret.
func (p preparation) decided() string {
	var chosen, dropped []string
	for _, step := range p.Steps() {
		words := strings.Fields(step)
		if len(words) < 3 {
			continue
		}
		last := words[len(words)-1]
		switch seat, _ := strconv.Atoi(words[2]); words[1] {
		case "discard":
			dropped = append(dropped, p.card(last))
		case "trade":
			chosen = append(chosen, p.t("shannon.prepare.chosen.trade", "Name", p.name(games.Seat(seat)), "Card", p.card(last)))
		case "lancelot":
			chosen = append(chosen, p.t("shannon.prepare.chosen.lancelot", "Card", p.card(last)))
		default:
			chosen = append(chosen, p.t("shannon.declared.at", "Power", p.declaration(words[1]), "Name", p.name(games.Seat(seat))))
		}
	}
	if len(dropped) > 0 {
		chosen = append(chosen, p.t("shannon.prepare.chosen.discard", "Cards", p.list(dropped)))
	}
	if len(chosen) == 0 {
		return p.t("shannon.prepare.secret")
	}
	return strings.Join(chosen, " · ")
}

// tradeTarget returns the opponent already chosen for a trade whose card is still to
// be named, 0 for none.
func (p preparation) tradeTarget(prep rules.Preparing) games.Seat {
	text, ok := strings.CutPrefix(p.Probe, "trade ")
	if !ok {
		return 0
	}
	for _, seat := range prep.Opponents {
		if seatID(seat) == text {
			return seat
		}
	}
	return 0
}

// targets returns the opponents to name for a part that asks for one.
func (p preparation) targets(prep rules.Preparing, ask rules.Part) []choiceLink {
	var all []choiceLink
	for _, seat := range prep.Opponents {
		one := choiceLink{id: "target-" + seatID(seat), label: p.name(seat)}
		switch ask {
		case rules.PartSight:
			one.href = p.Further("prepare sight " + seatID(seat))
		case rules.PartTrial:
			one.href = p.Further("prepare trial " + seatID(seat))
		case rules.PartTrade:
			one.href = p.Staging(p.Steps(), "trade "+seatID(seat))
			one.on = p.tradeTarget(prep) == seat
		default:
			return nil
		}
		all = append(all, one)
	}
	return all
}

// preparing returns the hand while a round is prepared. A card that fits the current part has a
// link that chooses it; a discarded card can be taken back.
func (p preparation) preparing(prep rules.Preparing, ask rules.Part, owes bool) []handCard {
	steps := p.Steps()
	var all []handCard
	for _, c := range p.v.Mine.Hand {
		code := c.Card.String()
		h := handCard{code: code, label: p.described(c.Card)}
		word, step := p.destined(steps, code)
		target := p.tradeTarget(prep)
		switch {
		case word != "":
			h.class, h.on = "up", true
			h.label = p.t("shannon.prepare.is."+word, "Card", h.label)
			if word == "discard" {
				h.href = p.Staging(slices.Delete(slices.Clone(steps), step, step+1), "")
			}
		case !owes:
		case ask == rules.PartLancelot && slices.Contains(prep.Places, c.Card):
			h.href = p.Further("prepare lancelot " + code)
		case ask == rules.PartTrade && target != 0:
			h.href = p.Further("prepare trade " + seatID(target) + " " + code)
		case ask == rules.PartDiscard && slices.Contains(prep.Drops, c.Card):
			h.href = p.Further("prepare discard " + code)
		case ask == rules.PartLancelot || ask == rules.PartDiscard:
			h.class = "no"
		}
		all = append(all, h)
	}
	return all
}

// destined returns the staged use of a card: "lancelot", "trade" or "discard", and the index of its
// step; "" for none.
func (p preparation) destined(steps []string, code string) (word string, step int) {
	for i, text := range steps {
		if words := strings.Fields(text); len(words) > 2 && words[len(words)-1] == code {
			return words[1], i
		}
	}
	return "", 0
}

// prepareActs returns the buttons of the preparation.
func (p preparation) prepareActs(owes bool) []views.Act {
	steps := p.Steps()
	back := views.Act{ID: "undo", Label: p.t("shannon.act.back"), Icon: "back", Why: p.t("shannon.act.nothing")}
	switch {
	case p.Probe != "":
		back.Href = p.Staging(steps, "")
	case len(steps) > 0:
		back.Href = p.Staging(steps[:len(steps)-1], "")
	}
	confirm := views.Act{ID: "confirm", Label: p.t("shannon.act.ready"), Icon: "check", Class: "primary"}
	switch {
	case p.PreviewErr != nil:
		confirm.Why = p.Refusal(p.worded(p.PreviewErr))
	case owes:
		confirm.Why = p.t("shannon.prepare.owes")
	default:
		confirm.Actions = []string{oneLine(steps)}
	}
	return []views.Act{back, confirm}
}

// transfer asks a knight for the cards to move before the count.
type transfer struct{ page }

// moveCards fills in the choice of cards to move before the count.
func (p transfer) moveCards(t *views.Table) {
	moving := p.v.Mine.Moves
	moved := p.moved()
	t.Status = views.Status{
		Sentence: p.n("shannon.move.ask", moving.Most),
		Detail:   p.sent(moved),
		Why:      p.worded(p.PreviewErr),
	}
	chosen := ""
	if slices.ContainsFunc(moving.Cards, func(c rules.Card) bool { return c.String() == p.Probe }) {
		chosen = p.Probe
		t.Status.Detail = p.t("shannon.move.whom", "Card", p.withArticle(chosen))
		picks := views.Each(moving.Opponents, func(seat games.Seat) choiceLink {
			return choiceLink{id: "target-" + seatID(seat), label: p.name(seat), href: p.moving(append(slices.Clone(moved), chosen+">"+seatID(seat)))}
		})
		t.Choice = opponentChoice(p.t("shannon.prepare.whom"), picks)
	}
	t.Hand = handList(p.page, p.movable(*moving, moved, chosen))
	t.Acts = p.moveActs(moved)
}

// moved lists the moves that are staged: "T8>2".
func (p transfer) moved() []string {
	if steps := p.Steps(); len(steps) > 0 && strings.HasPrefix(steps[0], "move ") {
		return strings.Fields(steps[0])[1:]
	}
	return nil
}

// sent names the recipients of the chosen cards.
func (p transfer) sent(moved []string) string {
	var all []string
	for _, m := range moved {
		card, to, _ := strings.Cut(m, ">")
		seat, _ := strconv.Atoi(to) // the rules refuse a word that is not a seat
		all = append(all, p.t("shannon.move.goes", "Card", p.card(card), "Name", p.name(games.Seat(seat))))
	}
	return cmp.Or(p.list(all), p.t("shannon.move.so_far"))
}

// moving returns the address of the page with moves staged.
func (p transfer) moving(moves []string) string {
	if len(moves) == 0 {
		return p.Staging(nil, "")
	}
	return p.Staging([]string{"move " + strings.Join(moves, " ")}, "")
}

// movable lists the viewer's pile with the toggle for each card.
func (p transfer) movable(moving rules.Moving, moved []string, chosen string) []handCard {
	var all []handCard
	for _, c := range moving.Cards {
		code := c.String()
		h := handCard{code: code, label: p.described(c), href: p.Staging(p.Steps(), code), on: code == chosen, class: views.Either(code == chosen, "up", "")}
		for i, m := range moved {
			if card, to, _ := strings.Cut(m, ">"); card == code {
				seat, _ := strconv.Atoi(to) // the rules refuse a word that is not a seat
				h.on, h.class = true, "up"
				h.label = p.t("shannon.move.goes", "Card", h.label, "Name", p.name(games.Seat(seat)))
				h.href = p.moving(slices.Delete(slices.Clone(moved), i, i+1))
			}
		}
		if !h.on && len(moved) >= moving.Most {
			h.href, h.class = "", "no"
		}
		all = append(all, h)
	}
	return all
}

func (p transfer) moveActs(moved []string) []views.Act {
	back := views.Act{ID: "undo", Label: p.t("shannon.act.back"), Icon: "back", Why: p.t("shannon.act.nothing")}
	if p.Probe != "" {
		back.Href = p.Staging(p.Steps(), "")
	} else if len(moved) > 0 {
		back.Href = p.moving(moved[:len(moved)-1])
	}
	confirm := views.Act{ID: "confirm", Label: p.t("shannon.move.nothing"), Icon: "check", Class: "primary", Actions: []string{"move"}}
	if len(moved) > 0 {
		confirm.Label, confirm.Actions = p.n("shannon.move.do", len(moved)), p.Steps()
	}
	if p.PreviewErr != nil {
		confirm.Actions, confirm.Why = nil, p.Refusal(p.worded(p.PreviewErr))
	}
	return []views.Act{back, confirm}
}

// oneLine joins the parts of a preparation into one line of the notation.
func oneLine(steps []string) string {
	words := []string{"prepare"}
	for _, step := range steps {
		_, part, _ := strings.Cut(step, " ")
		if cards, ok := strings.CutPrefix(part, "discard "); ok && slices.Contains(words, "discard") {
			part = cards
		}
		words = append(words, strings.Fields(part)...)
	}
	return strings.Join(words, " ")
}

// prepared lists the visitor's orders: answers, moves at the count, favors.
func prepared(m views.Match, text string) (told []string) {
	w := words{m.Lang}
	v, _ := m.View.(rules.View)
	o, err := rules.ParseOrders(text, len(m.Seats), m.You, v.Round)
	if err != nil {
		return nil
	}
	for _, p := range o.Premoves {
		key := "shannon.act.play_card"
		if l, _ := readLine(p.Action); l.discard {
			key = "shannon.act.discard_card"
		}
		told = append(told, w.t("shannon.prepared.card", "When", w.moment(p), "What", w.t(key, "Card", w.line(p.Action))))
	}
	if o.Moves != nil {
		for _, move := range o.Moves.Moves {
			what := w.t("shannon.prepared.worst")
			if move.Card != rules.Unknown {
				what = w.card(move.Card.String())
			}
			told = append(told, w.t("shannon.prepared.move", "Card", what, "Name", m.Name(move.To)))
		}
	}
	if len(o.Favors) > 0 {
		names := make([]string, len(o.Favors))
		for i, p := range o.Favors {
			if names[i] = w.t("shannon.favour.unseen"); p != nil {
				names[i] = w.power(p)
			}
		}
		told = append(told, w.t("shannon.prepared.favours", "List", strings.Join(names, ", ")))
	}
	return told
}

// moment describes when a card is to be played.
func (w words) moment(p rules.Premove) string {
	if p.Lead {
		return w.t("shannon.orders.if." + leadWord)
	}
	when := w.t("shannon.orders.if." + p.Suits[0].String())
	if len(p.Suits) > 1 {
		when = w.t("shannon.prepared.suits", "List", strings.Join(views.Each(p.Suits, w.suit), ", "))
	}
	if p.Low > 0 {
		when = w.t("shannon.prepared.low", "When", when, "Value", p.Low)
	}
	return when
}
