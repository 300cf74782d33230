package knizia

import (
	"strconv"
	"strings"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

// read returns the address of the page with the text of a card open; the link that
// opened it closes it again.
func (s *scene) read(c rules.Card, id string) string {
	return s.Opens(views.Read{Code: s.open.String(), Origin: s.origin, Chosen: s.chosen}, c.String(), id)
}

// reading returns the text that is open, nil none.
func (s *scene) reading() *views.Reading {
	if s.open == rules.Unknown {
		return nil
	}
	r := &views.Reading{
		Name: views.Sentence(s.label(s.open)), Text: cardText(s.Lang, s.open), Face: face(s.Lang, s.open), Rule: "/rules/" + game + "#" + ruleSection(s.open),
		Origin: s.origin, Inline: strings.HasPrefix(s.origin, pilePrefix), Close: s.Opening(s.chosen),
	}
	if s.refusal() != nil {
		r.Close, r.Rule = s.Opening(""), "" // the refusal leads to a rule already
	}
	if s.open == rules.Lancelot && s.Orders {
		r.More = views.Act{ID: "reading-orders", Label: s.T("orders.title"), Href: s.Address() + "/orders"}
	}
	return r
}

// cardText says what a card does, those of a suit included.
func cardText(lang locale.Lang, c rules.Card) string {
	if c.IsAction() {
		return cards.Text(lang, game, c.String())
	}
	key := "knizia.text." + c.String()
	if !locale.Has(lang, key) {
		key = "knizia.text." + c.String()[:1]
	}
	return locale.T(lang, key, "Value", c.Value())
}

// ruleSection returns the part of the rules about a card.
func ruleSection(c rules.Card) string {
	switch {
	case c == rules.Lancelot:
		return "lancelot"
	case c == rules.Stunned:
		return "actions.status"
	case c.IsAction():
		return "actions." + c.String()
	case c == rules.W6:
		return "turn.maiden"
	}
	return "turn.play"
}

// pilePrefix begins the ids of the cards in the discard pile.
const pilePrefix = "pile-"

func pileID(i int) string { return pilePrefix + strconv.Itoa(i) }

// face draws a card.
func face(lang locale.Lang, c rules.Card) string {
	if c == rules.Unknown {
		return cards.Back()
	}
	return cards.Knizia(lang, c.String())
}
