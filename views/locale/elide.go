package locale

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// In French some small words change before what follows: "de Ada" is written
// "d’Ada", and "de Le Tournoi" "du Tournoi". What follows is often an argument,
// so that it is decided when a sentence is joined.

// elided are the words that lose their vowel before another one.
var elided = map[string]string{
	"de": "d’", "De": "D’", "que": "qu’", "Que": "Qu’", "le": "l’", "Le": "L’", "la": "l’", "La": "L’",
	"lorsque": "lorsqu’", "Lorsque": "Lorsqu’", "puisque": "puisqu’", "Puisque": "Puisqu’",
}

// contracted are the words that merge with an article that a title begins with.
var contracted = map[string]map[string]string{
	"de": {"Le ": "du ", "Les ": "des "}, "De": {"Le ": "Du ", "Les ": "Des "},
	"à": {"Le ": "au ", "Les ": "aux "}, "À": {"Le ": "Au ", "Les ": "Aux "},
}

// titled are the arguments whose article belongs to a title and so can merge.
// The names of people keep theirs: a guest may be called Le Loup.
var titled = map[string]bool{"Game": true, "game": true, "other": true, "Card": true, "card": true, "Power": true, "power": true}

// hinge splits a text before an argument into what never changes and a last word
// that depends on the argument, with the space after it.
func hinge(text string) (before, word string) {
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

// attach joins a word of hinge and the argument that follows it.
func attach(word, arg, value string) string {
	plain := strings.TrimRight(word, " \u00a0")
	if titled[arg] {
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

// startsWithVowel reports whether a word makes the one before it elide. A letter
// and digits, as of a square, are spelled out and do not.
func startsWithVowel(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsDigit(next) {
		return false
	}
	word := plainLetters(text)
	switch base(first) {
	case 'a', 'e', 'i', 'o', 'u', 'œ', 'æ', 'ø':
		return !oneOf(word, solid)
	case 'y':
		return next != utf8.RuneError && !strings.ContainsRune("aeiouœæø", base(next))
	case 'h':
		return oneOf(word, muteH)
	}
	return false
}

// solid begin with a vowel and yet are not elided before.
var solid = []string{"onz", "oui", "ouistiti", "uhlan", "ulul", "yaourt"}

// muteH are the beginnings of words and names whose h counts as absent. Before
// others nothing is elided, which is never wrong for a foreign name.
var muteH = []string{
	"habi", "hadrien", "haleine", "harmon", "hector", "helen", "helice", "heloise", "henri", "herb", "hercul", "heriti", "hermi", "heroi", "herve", "hesit", "heur",
	"hier", "hilaire", "hippo", "hirondelle", "histo", "hiver", "homm", "honn", "honor", "hopit", "horac", "horiz", "horlog", "horr", "hortense", "hospi", "hote", "hubert", "hugue",
	"huil", "hum", "hya", "hydr", "hymn", "hyp",
}

// oneOf reports whether a word begins with one of some beginnings.
func oneOf(word string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(word, b) {
			return true
		}
	}
	return false
}

// base returns a letter without its accent, in lower case.
func base(r rune) rune {
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
			b.WriteRune(base(r))
		}
	}
	return b.String()
}
