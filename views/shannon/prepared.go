package shannon

import (
	"strings"

	rules "tableronde/games/shannon"
	"tableronde/views"
)

// prepared tells what the visitor has ordered: answers, moves at the count, favors.
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

// moment returns when a card is to be played, in words.
func (w words) moment(p rules.Premove) string {
	if p.Lead {
		return w.t("shannon.orders.if." + leadWord)
	}
	when := w.t("shannon.orders.if." + p.Suits[0].String())
	if len(p.Suits) > 1 {
		all := make([]string, len(p.Suits))
		for i, s := range p.Suits {
			all[i] = w.suit(s)
		}
		when = w.t("shannon.prepared.suits", "List", strings.Join(all, ", "))
	}
	if p.Low > 0 {
		when = w.t("shannon.prepared.low", "When", when, "Value", p.Low)
	}
	return when
}
