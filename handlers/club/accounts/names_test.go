package accounts_test

import (
	"errors"
	"strings"
	"testing"

	"tableronde/handlers/club/accounts"
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
		{"empty", "", "", accounts.ErrNameMissing},
		{"blank", " \n ", "", accounts.ErrNameMissing},
		{"forty-one", strings.Repeat("é", 41), "", accounts.ErrNameLong},
		{"control", "Ada\x00", "", accounts.ErrNameSigns},
		{"override", "Ada\u202e", "", accounts.ErrNameSigns},
		{"invalid", "Ada\xff", "", accounts.ErrNameSigns},
		{"joiners alone", "\u200d\u200d", "", accounts.ErrNameSigns},
		{"a heart", "Ada ❤️", "Ada ❤️", nil},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم", nil},
		{"Hindi", "क्\u200dष", "क्\u200dष", nil},
		{"Vietnamese", "Nguye\u0302\u0303n", "Nguyễn", nil},
		{"a Hangul filler", "\u3164", "", accounts.ErrNameSigns},
		{"a filler in a name", "Ada\u3164", "", accounts.ErrNameSigns},
		{"halfwidth filler", "\uffa0\uffa0", "", accounts.ErrNameSigns},
		{"blank Braille", "\u2800", "", accounts.ErrNameSigns},
		{"zero width space", "A\u200bda", "", accounts.ErrNameSigns},
		{"word joiner", "A\u2060da", "", accounts.ErrNameSigns},
		{"a joiner that joins nothing", "A\u200dda", "", accounts.ErrNameSigns},
		{"a joiner at the end", "👩\u200d", "", accounts.ErrNameSigns},
		{"soft hyphen", "A\u00adda", "", accounts.ErrNameSigns},
		{"a tag", "Ada\U000e0041", "", accounts.ErrNameSigns},
		{"isolate", "\u2067Ada", "", accounts.ErrNameSigns},
		{"right-to-left mark", "Ada\u200f", "", accounts.ErrNameSigns},
		{"Arabic letter mark", "Ada\u061c", "", accounts.ErrNameSigns},
		{"marks without a letter", "\u0301\u0302", "", accounts.ErrNameSigns},
		{"stacked marks", "A\u0324\u0331\u0330\u035cda", "", accounts.ErrNameMarks},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := new(accounts.Accounts).CleanName(tt.in)
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
		if got := accounts.Alike(tt.a, tt.b); got != tt.want || accounts.Alike(tt.b, tt.a) != got {
			t.Errorf("%q and %q are alike: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
