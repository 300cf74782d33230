package cards

import (
	"strings"

	"tableronde/views/locale"
)

// Label returns what a card is called within a sentence, by the id of its game and
// its code: "épée 5", "dame 6", "Riposte". Cards of a suit and a value share the
// words of the suit; a suit alone, "S", is "épée". It is the code itself for a card that no game has.
func Label(lang locale.Lang, game, code string) string {
	return labelIn(lang, game, code, ".name")
}

// WithArticle returns what a card is called in a story, with its article where the language has
// one: "le 5 rouge" of Knizia's game, "la dame 6", "Riposte".
func WithArticle(lang locale.Lang, game, code string) string {
	s, _ := splitCode(game, code)
	if locale.Has(lang, "cards."+game+"."+s+".the") {
		return labelIn(lang, game, code, ".the")
	}
	return Label(lang, game, code)
}

// Text returns a sentence or two on what a card does. It is empty for the cards of a
// suit, and for those of Le Tournoi, whose texts stand in the data of the rules.
func Text(lang locale.Lang, game, code string) string {
	s, _ := splitCode(game, code)
	key := "cards." + game + "." + s + ".text"
	if !locale.Has(lang, key) {
		return ""
	}
	return locale.T(lang, key)
}

// onCard returns the name as printed on the card, with soft hyphens where it may break.
func onCard(lang locale.Lang, game, code string) string {
	if key := "cards." + game + "." + code + ".set"; locale.Has(lang, key) {
		return locale.T(lang, key)
	}
	return locale.T(lang, "cards."+game+"."+code+".name")
}

// labelIn returns a form of the words for a card, ".name" or ".the", or the code if
// the language has none.
func labelIn(lang locale.Lang, game, code, form string) string {
	s, value := splitCode(game, code)
	key := "cards." + game + "." + s + form
	if !locale.Has(lang, key) {
		return code
	}
	return strings.TrimSpace(locale.T(lang, key, "Value", value))
}

// splitCode splits the code of a card into the suit, which is its key in the catalogs,
// and the value. The maiden W6 is a suit of her own beside the squires W2 and W3, and
// the number of an enchanter, as in M2, is not a value.
func splitCode(game, code string) (suit, value string) {
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
