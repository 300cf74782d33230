// Package shannon is what a person sees of Le Tournoi de Camelot: its table, its
// story and its rules, made of nothing but what the viewer may know.
package shannon

import (
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

const game = "shannon"

// words are the sentences of a page in its language.
type words struct{ lang locale.Lang }

func (w words) t(key string, args ...any) string { return locale.T(w.lang, key, args...) }
func (w words) n(key string, n int, args ...any) string {
	return locale.N(w.lang, key, n, args...)
}

// list joins words: "a, b and c".
func (w words) list(items []string) string {
	switch last := len(items) - 1; last {
	case -1:
		return ""
	case 0:
		return items[0]
	default:
		return strings.Join(items[:last], ", ") + locale.T(w.lang, "list.and") + items[last]
	}
}

// suit is the name of a suit within a sentence.
func (w words) suit(s rules.Suit) string { return w.t("shannon.suit." + s.String()) }

// card names a card by its code within a sentence: "swords 8", "Merlin".
func (w words) card(code string) string {
	if code == rules.Unknown.String() {
		return w.t("shannon.card.hidden")
	}
	return cards.Label(w.lang, game, code)
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

// described is a card with what it wounds, as a screen reader says it.
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

// power is the name of a hero, a legend or a favor.
func (w words) power(p *rules.Power) string { return w.lang.Of(p.Name) }

// state is the word for so much life.
func (w words) state(life int) string {
	return w.t("shannon.state." + strconv.Itoa(4-min(max(life-1, 0)/100, 3)))
}

// wounds is "10 wounds".
func (w words) wounds(n int) string { return w.n("shannon.card.wounds", n) }

// signed is a change of a value: "+3", "−2".
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// spoken is a refusal that names cards, suits and powers as the page does, not
// as the notation.
func (w words) spoken(why *games.Illegal) *games.Illegal {
	if why == nil {
		return nil
	}
	said := *why
	said.Args = make(map[string]string, len(why.Args))
	for name, value := range why.Args {
		switch name {
		case "suit":
			if letter := "shannon.suit." + value; locale.Has(w.lang, letter) {
				value = w.t(letter)
			}
		case "card", "cards":
			value = w.cards(strings.Split(value, ", "))
		case "power":
			if p := rules.PowerOf(value); p != nil {
				value = w.power(p)
			}
		}
		said.Args[name] = value
	}
	return &said
}
