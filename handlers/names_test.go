package handlers

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
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := cleanName(tt.in)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("cleanName(%q) = %q, %v, want %q, %v", tt.in, got, err, tt.want, tt.err)
			}
		})
	}
}
