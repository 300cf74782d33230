package locale

import (
	"strings"
	"testing"

	"tableronde/static"
)

// The font of titles has every letter of the catalogues, and the German letters.
func TestTitlesHaveAllLetters(t *testing.T) {
	has := static.Source("vendor/junicode@1.053/letters.txt")
	const invisible = "\u00ad\n" // soft hyphens, and ends of lines in mails
	check := func(what, text string) {
		for _, letter := range text {
			if !strings.ContainsRune(has+invisible, letter) {
				t.Errorf("%s: the font of titles lacks %q", what, letter)
			}
		}
	}
	check("German", "ÄÖÜäöüßẞ„“‚‘»«–")
	for _, lang := range Langs {
		for _, key := range Keys(lang) {
			for _, parts := range append(lang.catalogue().wordings(key), lang.catalogue().messages[key]) {
				for _, p := range parts {
					check(string(lang)+" "+key, p.text)
				}
			}
		}
	}
}
