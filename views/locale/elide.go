package locale

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// In French some small words change before the next word: "de Ada" becomes "d’Ada", and "de Le
// Tournoi" becomes "du Tournoi". The next word is often an argument, so this is done when a
// sentence is joined.

// elided are the words that lose their vowel before a vowel.
var elided = map[string]string{
	"de": "d’", "De": "D’", "que": "qu’", "Que": "Qu’", "le": "l’", "Le": "L’", "la": "l’", "La": "L’",
	"lorsque": "lorsqu’", "Lorsque": "Lorsqu’", "puisque": "puisqu’", "Puisque": "Puisqu’",
}

// contracted are the words that merge with the article at the beginning of a title.
var contracted = map[string]map[string]string{
	"de": {"Le ": "du ", "Les ": "des "}, "De": {"Le ": "Du ", "Les ": "Des "},
	"à": {"Le ": "au ", "Les ": "aux "}, "À": {"Le ": "Au ", "Les ": "Aux "},
}

// titleArguments are the arguments that may be titles, whose article can merge. People's names keep
// theirs: a guest may be called Le Loup.
var titleArguments = map[string]bool{"Game": true, "game": true, "other": true, "Card": true, "card": true, "Power": true, "power": true}

// splitLastWord splits a text before an argument into a fixed part and a last word that depends on
// the argument, with the space after it.
func splitLastWord(text string) (before, word string) {
	trimmed := strings.TrimRight(text, " \u00a0")
	if trimmed == text {
		return text, ""
	}
	i := strings.LastIndexFunc(trimmed, func(r rune) bool { return !unicode.IsLetter(r) })
	if i >= 0 {
		_, size := utf8.DecodeRuneInString(trimmed[i:])
		i += size
	} else {
		i = 0
	}
	last := trimmed[i:]
	if elided[last] == "" && contracted[last] == nil {
		return text, ""
	}
	return text[:i], text[i:]
}

// joinElided joins a word from splitLastWord with the argument after it.
func joinElided(word, arg, value string) string {
	plain := strings.TrimRight(word, " \u00a0")
	if titleArguments[arg] {
		for article, merged := range contracted[plain] {
			if rest, ok := strings.CutPrefix(value, article); ok {
				return merged + rest
			}
		}
	}
	if short := elided[plain]; short != "" && startsWithVowel(value) {
		return short + value
	}
	return word + value
}

// startsWithVowel reports whether a word causes elision. A letter with digits, such as a square, is
// spelled out and causes none.
func startsWithVowel(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsDigit(next) {
		return false
	}
	word := plainLetters(text)
	switch baseLetter(first) {
	case 'a', 'e', 'i', 'o', 'u', 'œ', 'æ', 'ø':
		return !hasAnyPrefix(word, neverElided)
	case 'y':
		return next != utf8.RuneError && !strings.ContainsRune("aeiouœæø", baseLetter(next))
	case 'h':
		return hasAnyPrefix(word, muteH)
	}
	return false
}

// neverElided are beginnings of words that start with a vowel but cause no elision.
var neverElided = []string{"onz", "oui", "ouistiti", "uhlan", "ulul", "yaourt"}

// muteH are the beginnings of words and names with a mute h. Before other words with h nothing is
// elided, which is never wrong for a foreign name.
var muteH = []string{
	"habi", "hadrien", "haleine", "harmon", "hector", "helen", "helice", "heloise", "henri", "herb", "hercul", "heriti", "hermi", "heroi", "herve", "hesit", "heur",
	"hier", "hilaire", "hippo", "hirondelle", "histo", "hiver", "homm", "honn", "honor", "hopit", "horac", "horiz", "horlog", "horr", "hortense", "hospi", "hote", "hubert", "hugue",
	"huil", "hum", "hya", "hydr", "hymn", "hyp",
}

// hasAnyPrefix reports whether a word begins with one of the beginnings.
func hasAnyPrefix(word string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(word, b) })
}

// baseLetter returns a letter without its accent, in lower case.
func baseLetter(r rune) rune {
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(unicode.ToLower(r))))
	return first
}

// plainLetters returns the first word of a text without accents, in lower case.
func plainLetters(text string) string {
	var b strings.Builder
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(baseLetter(r))
		}
	}
	return b.String()
}
