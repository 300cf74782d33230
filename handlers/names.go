package handlers

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const maxName = 40 // runes

var (
	errNameMissing = refuse(http.StatusUnprocessableEntity, "name_missing", "a name is needed").about("name")
	errNameLong    = refuse(http.StatusUnprocessableEntity, "name_long", "a name has 40 characters at most").about("name")
	errNameSigns   = refuse(http.StatusUnprocessableEntity, "name_signs", "a name is made of characters one can see").about("name")
)

// cleanName brings a name that somebody typed into the form it is stored in:
// NFC, one space between words. It refuses what would not show as a name.
func cleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", errNameSigns
	}
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	seen := false
	for _, r := range name {
		if !unicode.IsPrint(r) && r != '\u200d' && r != '\u200c' {
			return "", errNameSigns
		}
		seen = seen || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
	}
	switch {
	case name == "":
		return "", errNameMissing
	case !seen:
		return "", errNameSigns
	case utf8.RuneCountInString(name) > maxName:
		return "", errNameLong
	}
	return name, nil
}
