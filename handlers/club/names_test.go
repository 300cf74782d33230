package club

import (
	"errors"
	"strings"
	"testing"
)

func TestCleanName(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		err            error
	}{
		{"plain", "Ada", "Ada", nil},
		{"spaces", "  Ada \t  Lovelace ", "Ada Lovelace", nil},
		{"composed", "Alie\u0301nor", "Aliénor", nil},
		{"forty", strings.Repeat("é", 40), strings.Repeat("é", 40), nil},
		{"emoji", "Ada 👩‍💻", "Ada 👩‍💻", nil},
		{"empty", "", "", errNameMissing},
		{"blank", " \n ", "", errNameMissing},
		{"forty-one", strings.Repeat("é", 41), "", errNameLong},
		{"control", "Ada\x00", "", errNameSigns},
		{"override", "Ada\u202e", "", errNameSigns},
		{"invalid", "Ada\xff", "", errNameSigns},
		{"joiners alone", "\u200d\u200d", "", errNameSigns},
		{"a heart", "Ada ❤️", "Ada ❤️", nil},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم", nil},
		{"Hindi", "क्\u200dष", "क्\u200dष", nil},
		{"Vietnamese", "Nguye\u0302\u0303n", "Nguyễn", nil},
		{"a Hangul filler", "\u3164", "", errNameSigns},
		{"a filler in a name", "Ada\u3164", "", errNameSigns},
		{"halfwidth filler", "\uffa0\uffa0", "", errNameSigns},
		{"blank Braille", "\u2800", "", errNameSigns},
		{"zero width space", "A\u200bda", "", errNameSigns},
		{"word joiner", "A\u2060da", "", errNameSigns},
		{"a joiner that joins nothing", "A\u200dda", "", errNameSigns},
		{"a joiner at the end", "👩\u200d", "", errNameSigns},
		{"soft hyphen", "A\u00adda", "", errNameSigns},
		{"a tag", "Ada\U000e0041", "", errNameSigns},
		{"isolate", "\u2067Ada", "", errNameSigns},
		{"right-to-left mark", "Ada\u200f", "", errNameSigns},
		{"Arabic letter mark", "Ada\u061c", "", errNameSigns},
		{"marks without a letter", "\u0301\u0302", "", errNameSigns},
		{"stacked marks", "A\u0324\u0331\u0330\u035cda", "", errNameMarks},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := new(Service).CleanName(tt.in)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("cleanName(%q) = %q, %v, want %q, %v", tt.in, got, err, tt.want, tt.err)
			}
		})
	}
}

func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"Ada", "Ada", true},
		{"Ada", "ADA", true},
		{"Ada", "Аda", true}, // Cyrillic
		{"Ada", "Αda", true}, // Greek
		{"Ada", "Adа", true},
		{"Ada", "Ａｄａ", true},
		{"Ada", "A d a", true},
		{"Ada", "Ada.", true},
		{"Lancelot", "Iance1ot", true},
		{"Merlin", "Mer1in", true},
		{"Morgane", "Morgаne", true},
		{"Mordred", "Morclred", false},
		{"Arthur", "Arthυr", true},
		{"Gornemant", "Gomemant", true},
		{"Bo", "B0", true},
		{"Straße", "STRASSE", true},
		{"Zoe", "Zoé", false},
		{"Ada", "Eda", false},
		{"Ada", "Ada 2", false},
		{"Ада", "Ада", true},
		{"太郎", "次郎", false},
		{"👑", "👑", true},
		{"👑", "🗡", false},
	} {
		if got := alike(tt.a, tt.b); got != tt.want || alike(tt.b, tt.a) != got {
			t.Errorf("%q and %q are alike: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
