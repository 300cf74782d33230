package club

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const MostMarks = 2 // on a letter, as any language gives it

// CleanText returns a text in its stored form, and whether any of it can be seen. The stored
// form is NFC, without characters that are invisible, show backwards or reach over the lines
// around them.
func CleanText(text string) (clean string, seen bool) {
	text = norm.NFC.String(CleanNote(text))
	var last rune
	marks := 0
	text = strings.Map(func(r rune) rune {
		before := last
		last = r
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) || unicode.Is(unicode.Variation_Selector, r) {
			marks = 0
		}
		switch {
		case IsJoiner(r) && IsJoinable(before):
		case r != '\n' && r != ' ' && (IsInvisible(r) || !unicode.IsPrint(r)), marks > MostMarks:
			return -1
		}
		seen = seen || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
		return r
	}, text)
	return text, seen
}

// CleanNote returns a note as it is kept: characters that one can see, and lines.
func CleanNote(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, text))
}

// IsInvisible reports whether a character is drawn as nothing: fillers, zero-width
// characters, the blank of Braille.
func IsInvisible(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// IsJoiner reports whether a character joins emoji, or letters in scripts that join
// them.
func IsJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// IsJoinable reports whether a joiner after a character has an effect.
func IsJoinable(r rune) bool {
	return unicode.IsSymbol(r) || r == '\ufe0f' || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian) || unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Inherited, r)
}

// Truncate cuts a text to a number of characters, the last of which is then an
// ellipsis.
func Truncate(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
