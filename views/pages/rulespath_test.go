package pages

import (
	"net/url"
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
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

// The rules open at the section for the staged action, which every page of rules has. They lead
// back to the match as it is shown.
func TestRulesOpenAtWhatMatters(t *testing.T) {
	staged := func(m views.Match, route string) views.Match { m.Staged = route; return m }
	waiting := viewtest.Played(t, views.English, "camelot", "1: E6-E8")
	for _, tt := range []struct {
		name string
		m    views.Match
		want string
	}{
		{"nothing staged", viewtest.Played(t, views.English, "camelot"), "moves"},
		{"a step staged", staged(viewtest.Played(t, views.English, "camelot"), "E6-D5"), "moves.plain"},
		{"a canter staged", staged(viewtest.Played(t, views.English, "camelot"), "E6-E8"), "moves.canter"},
		{"an empty square", staged(viewtest.Played(t, views.English, "camelot"), "E9"), "moves"},
		{"the other is to move", waiting, "moves"},
		{"resigned", viewtest.Played(t, views.English, "camelot", "1: E6-E8", "2: resign"), "end.resignation"},
		{"a draw is offered", viewtest.Played(t, views.English, "camelot", "1: E6-E8", "1: offer draw"), "end.agreement"},
		{"you must capture", viewtest.MidMove(t, views.English), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(tt.m))
			href := doc.Find("#rules").AttrOr("href", "")
			if href == "" {
				t.Fatal("no link to the rules")
			}
			u, err := url.Parse(href)
			if err != nil {
				t.Fatal(err)
			}
			if back := BackToMatch(u.Query().Get("back")); back != tt.m.Here() {
				t.Errorf("the rules lead back to %q, want %q", back, tt.m.Here())
			}
			if tt.want != "" && u.Fragment != tt.want {
				t.Errorf("the rules open at %q, want %q", u.Fragment, tt.want)
			}
			if rulesPage(t, views.English, tt.m.Game).Find(`[id="`+u.Fragment+`"]`).Length() != 1 {
				t.Errorf("the rules have no section %q", u.Fragment)
			}
		})
	}
}

func TestEverySectionThatAMatchLeadsToIsThere(t *testing.T) {
	for _, game := range viewtest.Boards() {
		doc := rulesPage(t, views.English, game)
		for _, id := range []string{"brief", "end", "end.agreement", "end.resignation", "end.claim", "moves", "moves.plain", "moves.canter", "moves.jump", "moves.charge", "moves.obligation", "castles.leaving", "castles.move"} {
			if doc.Find(`[id="`+id+`"]`).Length() != 1 {
				t.Errorf("%s has no section %s", game.ID, id)
			}
		}
	}
}

func TestRulesLeadBack(t *testing.T) {
	for _, lang := range locale.Langs {
		m := parker.Family().Explain(views.Rules{Page: viewtest.Page(lang, "/rules/camelot"), Game: viewtest.Info(t, "camelot"), Key: "k", Back: "/m/k7Zq2?m=E6"})
		doc := viewtest.Document(t, RulesPage(m))
		if got := doc.Find("#back").AttrOr("href", ""); got != m.Back {
			t.Errorf("the way back leads to %q", got)
		}
		for _, part := range briefParts {
			if text := parker.RuleText(m.Page, m.Game, "brief."+part); !strings.Contains(doc.Find("#brief").Text(), text) || strings.HasPrefix(text, "rules.") {
				t.Errorf("the summary lacks %q", text)
			}
		}
	}
	if doc := rulesPage(t, views.English, viewtest.Info(t, "camelot")); doc.Find("#back").AttrOr("href", "") != "/rules" {
		t.Error("without a match the way back does not lead to all rules")
	}
}
