// Package shannon is what a person sees of Le Tournoi de Camelot: its table, its
// story and its rules, made of nothing but what the viewer may know.
package shannon

import (
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

// styles are the style sheets of the pages of the game.
var styles = []string{"cards.css", game + ".css"}

const game = "shannon"

// words are the sentences of a page in its language.
type words struct{ lang locale.Lang }

func (w words) t(key string, args ...any) string { return locale.T(w.lang, key, args...) }
func (w words) n(key string, n int, args ...any) string {
	return locale.N(w.lang, key, n, args...)
}

// list joins words: "a, b and c".
func (w words) list(items []string) string { return locale.And(w.lang, items) }

// suit returns the name of a suit within a sentence.
func (w words) suit(s rules.Suit) string { return w.t("shannon.suit." + s.String()) }

// card names a card by its code within a sentence: "swords 8", "Merlin".
func (w words) card(code string) string {
	if code == rules.Unknown.String() {
		return w.t("shannon.card.hidden")
	}
	return cards.Label(w.lang, game, code)
}

// withArticle names a card as what is played: "the 8 of swords", "the Apprentice".
func (w words) withArticle(code string) string {
	if code == rules.Unknown.String() {
		return w.t("shannon.card.hidden")
	}
	return cards.WithArticle(w.lang, game, code)
}

// cards names several cards; hidden ones are counted.
func (w words) cards(codes []string) string {
	var names []string
	hidden := 0
	for _, code := range codes {
		if code == rules.Unknown.String() {
			hidden++
		} else {
			names = append(names, w.card(code))
		}
	}
	if hidden > 0 {
		names = append(names, w.n("shannon.card.hidden_many", hidden))
	}
	return w.list(names)
}

// became names a card with what an enchanter stands for: "Merlin as sorcery 11".
func (w words) became(c rules.Played) string {
	name := w.card(c.Card.String())
	switch {
	case c.Card.Kind() == rules.Enchanter && c.As != rules.NoSuit:
		return w.t("shannon.card.as", "Card", name, "Suit", w.suit(c.As), "Value", c.Base)
	case c.Card.Kind() == rules.Enchanter:
		return w.t("shannon.card.valued", "Card", name, "Value", c.Base)
	}
	return name
}

// described returns a card with what it wounds, as a screen reader says it.
func (w words) described(c rules.Card) string {
	if c == rules.Unknown {
		return w.t("shannon.card.hidden")
	}
	text := w.card(c.String()) + ", " + w.wounds(c.Wounds())
	if c.Poison() {
		text += ", " + w.t("shannon.card.poison")
	}
	return text
}

// power returns the name of a hero, a legend or a favor.
func (w words) power(p *rules.Power) string { return w.lang.Of(p.Name) }

// state returns the word for so much life.
func (w words) state(life int) string {
	return w.t("shannon.state." + strconv.Itoa(4-min(max(life-1, 0)/100, 3)))
}

// wounds returns "10 wounds".
func (w words) wounds(n int) string { return w.n("shannon.card.wounds", n) }

// signed returns a change of a value: "+3", "−2".
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// worded returns a refusal with the names that the page uses for cards, suits and
// powers; refusals about notation keep it.
func (w words) worded(why *games.Illegal) *games.Illegal {
	return views.Reworded(why, func(name, value string) string {
		switch name {
		case "suit":
			if letter := "shannon.suit." + value; locale.Has(w.lang, letter) {
				return w.t(letter)
			}
		case "card", "cards":
			return w.oneOf(strings.Split(value, ", "), w.card)
		case "power":
			if p := rules.PowerOf(value); p != nil {
				return w.power(p)
			}
		case "word":
			return w.declaration(value)
		case "line":
			if !notational[why.Key] {
				return w.oneOf(strings.Split(value, ", "), w.line)
			}
		}
		return value
	})
}

// notational are the refusals that tell how something is written.
var notational = map[string]bool{
	"shannon.why.malformed": true, "shannon.why.phase": true, "shannon.why.orders_line": true,
}

// declaration returns a declaration or a part of a preparation by the name of its
// power.
func (w words) declaration(word string) string {
	if id, ok := named[word]; ok {
		return w.power(rules.PowerOf(id))
	}
	if key := "shannon.token." + kindOf(word); locale.Has(w.lang, key) {
		return w.t(key)
	}
	if key := "shannon.part." + word; locale.Has(w.lang, key) {
		return w.t(key)
	}
	return word
}

// oneOf names several things of which one is meant: "a, b or c".
func (w words) oneOf(items []string, name func(string) string) string {
	var names []string
	for _, item := range items {
		names = append(names, name(item))
	}
	return locale.Or(w.lang, names)
}

// line returns a line of the notation in a few words.
func (w words) line(text string) string {
	if l, ok := readLine(text); ok {
		return w.played(l)
	}
	if favor, ok := strings.CutPrefix(text, "favour "); ok {
		if p := rules.PowerOf(favor); p != nil {
			return w.power(p)
		}
		return w.t("shannon.favour.unseen")
	}
	if change, ok := strings.CutPrefix(text, "will"); ok {
		return strings.Replace(change, "-", "−", 1)
	}
	return w.declaration(text)
}

// played returns a card in words, with what an enchanter becomes.
func (w words) played(l playLine) string {
	name := w.withArticle(l.card)
	switch {
	case l.suit != "":
		return w.t("shannon.card.as", "Card", name, "Suit", w.t("shannon.suit."+l.suit), "Value", l.value)
	case l.value != "":
		return w.t("shannon.card.valued", "Card", name, "Value", l.value)
	}
	return name
}

// named are the powers behind the parts of a preparation that name an opponent.
var named = map[string]string{"sight": "second-sight", "trade": "forced-trade", "trial": "trial"}
