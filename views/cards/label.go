package cards

import (
	"strings"

	"tableronde/views/locale"
)

// Label returns what a card is called within a sentence, by the id of its game and
// its code: "épée 5", "dame 6", "Riposte". Cards of a suit and a value share the
// words of the suit; a suit alone, "S", is "épée". It is the code itself for a card that no game has.
func Label(lang locale.Lang, game, code string) string {
	return said(lang, game, code, ".name")
}

// The returns what a card is called in a story, with its article where the language has
// one: "le 5 rouge" of Knizia's game, "la dame 6", "Riposte".
func The(lang locale.Lang, game, code string) string {
	s, _ := split(game, code)
	if locale.Has(lang, "cards."+game+"."+s+".the") {
		return said(lang, game, code, ".the")
	}
	return Label(lang, game, code)
}

// Text returns a sentence or two on what a card does. It is empty for the cards of a
// suit, and for those of Le Tournoi, whose texts stand in the data of the rules.
func Text(lang locale.Lang, game, code string) string {
	s, _ := split(game, code)
	key := "cards." + game + "." + s + ".text"
	if !locale.Has(lang, key) {
		return ""
	}
	return locale.T(lang, key)
}

// onCard returns the name as it is set on the card, where it may need a hyphen.
func onCard(lang locale.Lang, game, code string) string {
	if key := "cards." + game + "." + code + ".set"; locale.Has(lang, key) {
		return locale.T(lang, key)
	}
	return locale.T(lang, "cards."+game+"."+code+".name")
}

func said(lang locale.Lang, game, code, form string) string {
	s, value := split(game, code)
	key := "cards." + game + "." + s + form
	if !locale.Has(lang, key) {
		return code
	}
	return strings.TrimSpace(locale.T(lang, key, "Value", value))
}

// split takes a code apart: the suit, under which the words are kept, and the
// value. A maiden is no squire, and an enchanter's number is not its value.
func split(game, code string) (suit, value string) {
	if code == "" || code[0] < 'A' || code[0] > 'Z' {
		return code, ""
	}
	suit = strings.TrimRight(code, "0123456789")
	value = code[len(suit):]
	switch {
	case game == "knizia" && code == "W6":
		return "W6", value
	case game == "shannon" && (suit == "M" || suit == "P"):
		return suit, ""
	}
	return suit, value
}
