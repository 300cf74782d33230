package views

import (
	"net/url"
	"strings"
	"testing"

	"tableronde/views/locale"
)

func TestBackToMatch(t *testing.T) {
	for text, want := range map[string]string{
		"/m/k7Zq2":                       "/m/k7Zq2",
		"/m/k7Zq2?m=E6-E8&turn=2&zoom=s": "/m/k7Zq2?m=E6-E8&turn=2&zoom=s",
		"/m/k7Zq2?m=play+R3%3Bend":       "/m/k7Zq2?m=play+R3%3Bend",
		"/m/k7Zq2#x":                     "/m/k7Zq2",
		"":                               "",
		"/":                              "",
		"/me":                            "",
		"/m/":                            "",
		"/m/k7Zq2/record":                "",
		"/m/../me":                       "",
		"/m/%2e%2e":                      "",
		"//evil.example/m/k7Zq2":         "",
		"/\\evil.example/m/k7Zq2":        "",
		"https://evil.example/m/k7Zq2":   "",
		"javascript:alert(1)":            "",
		"/m/k7Zq2?%zz":                   "",
		"/m/k7Zq2?m=" + strings.Repeat("a", maxBack): "",
	} {
		if got := BackToMatch(text); got != want {
			t.Errorf("BackToMatch(%q) = %q, want %q", text, got, want)
		}
	}
}

// The rules open at what is asked for, which every page of rules has, and lead
// back to the match as it is shown.
func TestRulesOpenAtWhatMatters(t *testing.T) {
	staged := func(m Match, route string) Match { m.Staged = route; return m }
	waiting := played(t, English, "camelot", "1: E6-E8")
	for _, tt := range []struct {
		name string
		m    Match
		want string
	}{
		{"nothing staged", played(t, English, "camelot"), "moves"},
		{"a step staged", staged(played(t, English, "camelot"), "E6-D5"), "moves.plain"},
		{"a canter staged", staged(played(t, English, "camelot"), "E6-E8"), "moves.canter"},
		{"an empty square", staged(played(t, English, "camelot"), "E9"), "moves"},
		{"the other is to move", waiting, "moves"},
		{"resigned", played(t, English, "camelot", "1: E6-E8", "2: resign"), "end.resignation"},
		{"a draw is offered", played(t, English, "camelot", "1: E6-E8", "1: offer draw"), "end.agreement"},
		{"one must capture", midMove(t, English), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := document(t, MatchPage(tt.m))
			href := doc.Find("#rules").AttrOr("href", "")
			if href == "" {
				t.Fatal("no link to the rules")
			}
			u, err := url.Parse(href)
			if err != nil {
				t.Fatal(err)
			}
			if back := BackToMatch(u.Query().Get("back")); back != tt.m.here() {
				t.Errorf("the rules lead back to %q, want %q", back, tt.m.here())
			}
			if tt.want != "" && u.Fragment != tt.want {
				t.Errorf("the rules open at %q, want %q", u.Fragment, tt.want)
			}
			if rulesPage(t, English, tt.m.Game).Find(`[id="`+u.Fragment+`"]`).Length() != 1 {
				t.Errorf("the rules have no section %q", u.Fragment)
			}
		})
	}
}

func TestEverySectionThatAMatchLeadsToIsThere(t *testing.T) {
	for _, game := range allInfos() {
		doc := rulesPage(t, English, game)
		for _, id := range []string{"brief", "end", "end.agreement", "end.resignation", "end.claim", "moves", "moves.plain", "moves.canter", "moves.jump", "moves.charge", "moves.obligation", "castles.leaving", "castles.move"} {
			if doc.Find(`[id="`+id+`"]`).Length() != 1 {
				t.Errorf("%s has no section %s", game.ID, id)
			}
		}
	}
}

func TestRulesLeadBack(t *testing.T) {
	for _, lang := range locale.Langs {
		m := Rules{Page: samplePage(lang, "/rules/camelot"), Game: info(t, "camelot"), Key: "k", Back: "/m/k7Zq2?m=E6"}
		doc := document(t, RulesPage(m))
		if got := doc.Find("#back").AttrOr("href", ""); got != m.Back {
			t.Errorf("the way back leads to %q", got)
		}
		for _, part := range briefParts {
			if text := m.say("brief."+part, nil); !strings.Contains(doc.Find("#brief").Text(), text) || strings.HasPrefix(text, "rules.") {
				t.Errorf("the summary lacks %q", text)
			}
		}
	}
	if doc := rulesPage(t, English, info(t, "camelot")); doc.Find("#back").AttrOr("href", "") != "/rules" {
		t.Error("without a match the way back does not lead to all rules")
	}
}

// Each game says in a few lines what it is about.
func TestSummariesAreShort(t *testing.T) {
	for _, lang := range locale.Langs {
		for _, game := range everyInfo() {
			m := Rules{Page: Page{Lang: lang}, Game: game}
			total := 0
			for _, part := range briefParts {
				key, ok := m.key("brief." + part)
				if !ok {
					t.Errorf("%s in %s does not say %s", game.ID, lang, key)
				}
				total += len([]rune(m.t(key)))
			}
			if total > 460 {
				t.Errorf("the summary of %s in %s has %d characters: it does not fit a phone", game.ID, lang, total)
			}
		}
	}
}
