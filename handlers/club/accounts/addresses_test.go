package accounts

import (
	"strings"
	"testing"
)

// Addresses are compared and stored in small letters; what servers do not take alike,
// and whatever could begin a header, is none.
func TestCleanAddress(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"ada@example.org":                     "ada@example.org",
		" Ada.Lovelace+Camelot@EXAMPLE.org\n": "ada.lovelace+camelot@example.org",
		"o'brien@mail.co.uk":                  "o'brien@mail.co.uk",
		"Ada@Exämple.org":                     "ada@xn--exmple-cua.org",
		"ada@exa\u0308mple.org":               "ada@xn--exmple-cua.org",
		"ADA@XN--EXMPLE-CUA.org":              "ada@xn--exmple-cua.org",
		"ada@例え.テスト":                          "ada@xn--r8jz45g.xn--zckzah",
	} {
		if got, ok := cleanAddress(typed); got != want || !ok {
			t.Errorf("cleanAddress(%q) = %q, %t, want %q", typed, got, ok, want)
		}
	}
	for _, typed := range []string{
		"", "ada", "@example.org", "ada@", "ada@example", "ada@localhost", "ada@@example.org", "ada@exam ple.org", "ada lovelace@example.org",
		"Ada <ada@example.org>", "ada@example.org, bo@example.org", "ada@example.org\r\nBcc: bo@example.org", "ada@example.org\x00", "ada\u200b@example.org",
		`"ada lovelace"@example.org`, "ada@[127.0.0.1]", "aliénor@example.org", "ada@exämple..org", "ada@ä\u202eb.org", "ada@ä", "ada@-example.org", "ada@example-.org", "ada@example..org",
		".ada@example.org", "ada.@example.org", "ada@example.org(comment)", "<ada@example.org>", strings.Repeat("a", 65) + "@example.org",
		"ada@" + strings.Repeat("a", 64) + ".org", "ada@" + strings.Repeat("a.", 130) + "org", "а\u0434а@example.org",
	} {
		if got, ok := cleanAddress(typed); ok {
			t.Errorf("cleanAddress(%q) = %q, want it refused", typed, got)
		}
	}
}
