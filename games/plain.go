package games

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a text with the signs of a keyboard where programs that typeset have put
// others: hyphens, dashes and minus signs, crosses, full-width characters, and spaces of all
// widths. What has no width at all is left out. Moves and records are read after this.
func Plain(text string) string {
	typeset := func(r rune) bool { return r >= utf8.RuneSelf }
	if !strings.ContainsFunc(text, typeset) || !utf8.ValidString(text) {
		return text
	}
	return strings.Map(keyOf, text)
}

// keyOf returns the sign of a keyboard for a sign, a negative number for none.
func keyOf(r rune) rune {
	const fullWidth = '！' - '!'
	switch {
	case r < utf8.RuneSelf:
	case r >= '\u2010' && r <= '\u2015', r == '\u2212', r == '\uFE63':
		return '-'
	case r == '×', r == '✕', r == '✖', r == '⨯':
		return 'x'
	case r >= '！' && r <= '～':
		return r - fullWidth
	case r == '\u00AD', r >= '\u200B' && r <= '\u200D', r == '\u2060', r == '\uFEFF':
		return -1
	case unicode.IsSpace(r) && r != '\u0085' && r != '\u2028' && r != '\u2029':
		return ' '
	}
	return r
}
