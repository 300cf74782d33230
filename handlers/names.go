package handlers

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tableronde/views"
	"tableronde/views/locale"
)

const maxName = 40 // runes

var (
	errNameMissing = refuse(http.StatusUnprocessableEntity, "name_missing", "a name is needed").about("name")
	errNameLong    = refuse(http.StatusUnprocessableEntity, "name_long", "a name has 40 characters at most").about("name")
	errNameDefault = refuse(http.StatusUnprocessableEntity, "name_default", "this is what everybody is called who gave no name").about("name")
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
	case isDefaultName(name):
		return "", errNameDefault
	}
	return name, nil
}

// isDefaultName reports whether a name is, in some language, the one of visitors who
// have not been asked for theirs.
func isDefaultName(name string) bool {
	return slices.ContainsFunc(languages, func(lang views.Lang) bool {
		return strings.EqualFold(name, locale.T(lang, "guest.name"))
	})
}
