package games

import "testing"

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"E6-E8":                           "E6-E8",
		"E6‐E8‑E9‒A1–B2—C3―D4−E5":         "E6-E8-E9-A1-B2-C3-D4-E5",
		"G8×E10":                          "G8xE10",
		"Ｅ６－Ｅ８；":                          "E6-E8;",
		"1.\u00a0E6\u202f-\u3000E8\u2060": "1. E6 - E8",
		"a\u200bb\ufeffc\n\u00add":        "abc\nd",
		"Énide ½ …":                       "Énide ½ …",
	} {
		if got := Plain(text); got != want {
			t.Errorf("Plain(%q) = %q, want %q", text, got, want)
		}
	}
}
