package notify

import (
	"testing"
)

func TestHarmless(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ada":                          "Ada",
		"J. R. R. Tolkien":             "J. R. R. Tolkien",
		"J.R.R. Tolkien":               "J. R. R. Tolkien",
		"http://evil.example/win?a=b":  "http: //evil. example/win?a=b",
		"https://evil/":                "https: //evil/",
		"www.evil.example":             "www. evil. example",
		"win@evil.example":             "win@evil. example",
		"évil。example":                 "évil。 example",
		"1.2.3.4":                      "1. 2. 3. 4",
		"a.b.c":                        "a. b. c",
		"It is your turn: Ada – Bo.":   "It is your turn: Ada – Bo.",
		"xn--evil-.com and evil_.com.": "xn--evil-. com and evil_. com.",
	} {
		if got := Harmless(name); got != want {
			t.Errorf("harmless(%q) = %q, want %q", name, got, want)
		}
	}
}
