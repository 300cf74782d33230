package knizia

import (
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/locale"
	rooms "tableronde/views/pages"
	"tableronde/views/viewtest"
)

func documentOf(t *testing.T, l viewer) *goquery.Document {
	return viewtest.Document(t, matchPage(model(t, views.English, twoPlayers(t), l)))
}

func actions(s *goquery.Selection) []string {
	return s.Find("input[name=action]").Map(func(_ int, i *goquery.Selection) string { return i.AttrOr("value", "") })
}

func spacedText(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

func TestPagesAreWellFormed(t *testing.T) {
	for _, lang := range locale.Langs {
		for name, component := range samples(t, lang) {
			doc := viewtest.Document(t, component)
			ids := map[string]bool{}
			doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
				id, _ := s.Attr("id")
				if ids[id] {
					t.Errorf("%s %s: id %q stands twice", name, lang, id)
				}
				ids[id] = true
			})
			if n := doc.Find("[style], style, script:not([src])").Length(); n > 0 {
				t.Errorf("%s: %d styles or scripts stand in the page", name, n)
			}
			if n := doc.Find("h1").Length(); n != 1 {
				t.Errorf("%s: %d h1", name, n)
			}
			for _, attr := range []string{"for", "aria-describedby", "aria-labelledby"} {
				doc.Find("[" + attr + "]").Each(func(_ int, s *goquery.Selection) {
					for ref := range strings.FieldsSeq(s.AttrOr(attr, "")) {
						if !ids[ref] {
							t.Errorf("%s: %s=%q refers to nothing", name, attr, ref)
						}
					}
				})
			}
			doc.Find("use").Each(func(_ int, s *goquery.Selection) {
				if ref := s.AttrOr("href", ""); !ids[strings.TrimPrefix(ref, "#")] {
					t.Errorf("%s: %s is drawn nowhere", name, ref)
				}
			})
			doc.Find("a, button").Each(func(_ int, s *goquery.Selection) {
				if spacedText(s) == "" && s.AttrOr("aria-label", "") == "" {
					t.Errorf("%s: a link or button without a name: %s", name, s.AttrOr("id", ""))
				}
			})
			if got := doc.Text(); strings.Contains(got, "knizia.") || strings.Contains(got, "{{") || strings.Contains(got, "<no value>") {
				i := max(strings.Index(got, "knizia."), strings.Index(got, "{{"))
				t.Errorf("%s %s: a sentence is missing: %s", name, lang, got[max(0, i-40):min(len(got), i+60)])
			}
		}
	}
}

func TestHandLeadsOn(t *testing.T) {
	doc := documentOf(t, viewer{as: 1})
	for _, tt := range []struct{ card, class, query, says string }{
		{"W6-1", "card", "m=play+W6", "Play maiden 6"},
		{"drop_weapon-1", "card", "m=drop_weapon", "Play Drop Weapon"},
		{"B4-1", "card no", "try=B4", "axe 4, not playable now: Axe 4 is blue, and the tournament is red."},
		{"riposte-1", "card", "m=riposte+4", "Play Riposte against Danielle (squire 2)"},
	} {
		link := doc.Find("#hand-" + tt.card)
		if got := link.AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?"+tt.query {
			t.Errorf("%s leads to %q", tt.card, got)
		}
		if got := spacedText(link.Find(".vh")); got != tt.says {
			t.Errorf("%s says %q, want %q", tt.card, got, tt.says)
		}
		if got := link.Parent().AttrOr("class", ""); got != tt.class {
			t.Errorf("%s is of class %q", tt.card, got)
		}
	}
	if got := doc.Find("#hand-lancelot-1").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?try=read+lancelot+hand-lancelot-1" {
		t.Errorf("Lancelot leads to %q", got)
	}
	open := documentOf(t, viewer{as: 1, try: "read lancelot hand-lancelot-1"})
	if got := open.Find("#reading-orders").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a/orders" {
		t.Errorf("from its text one comes to %q", got)
	}
}

// The text of a card in the hand says whether it can be played now, the text of one on the table not.
func TestOpenedCardsSayWhetherTheyCanBePlayed(t *testing.T) {
	for _, tt := range []struct{ try, want, never string }{
		{"read W6 hand-W6-1", "You may play it now.", "red"},
		{"read B4 hand-B4-1", "Axe 4 is blue, and the tournament is red.", "You may play it now."},
		{"read W6 at-1-1", "A supporter", "You may play it now."},
	} {
		got := spacedText(documentOf(t, viewer{as: 1, try: tt.try}).Find("#reading"))
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.never) {
			t.Errorf("%s: the text is %q, want %q", tt.try, got, tt.want)
		}
	}
}

// The reason appears with any staged steps.
func TestTouchedCardsTellWhyNot(t *testing.T) {
	for _, staged := range []string{"", "play W6"} {
		doc := documentOf(t, viewer{as: 1, staged: staged, try: "B4"})
		if got, want := spacedText(doc.Find("#why")), "Axe 4 is blue, and the tournament is red. See the rule"; got != want {
			t.Errorf("with %q staged it says %q, want %q", staged, got, want)
		}
	}
}

func TestEndOfTurnSaysWhyNot(t *testing.T) {
	opening := playEvents(t, newMatch(t, 2, hands(2, "R3 R4 B2 riposte riposte charge shield adapt", "P3 P3 P3 P3 P4 P4 P4 P4"), nil), "1: colour red")
	if got, want := spacedText(viewtest.Document(t, matchPage(model(t, views.English, opening, viewer{as: 1}))).Find("#confirm small")), "play a card first"; got != want {
		t.Errorf("before the first card it says %q, want %q", got, want)
	}
	for _, tt := range []struct {
		staged string
		posts  []string
		says   string
		why    string
	}{
		{"", nil, "End turn 8, Danielle has 12", "You have 8, Danielle has 12: your total must be higher than every other."},
		{"play W6", []string{"play W6", "end"}, "End turn announce 14", ""},
		{"play W6;drop_weapon", []string{"play W6", "drop_weapon"}, "Play Drop Weapon", ""}, // which Lancelot may prevent
		{"play W6;drop_weapon;play G1", []string{"play W6", "drop_weapon"}, "Play Drop Weapon", ""},
	} {
		t.Run(tt.staged, func(t *testing.T) {
			doc := documentOf(t, viewer{as: 1, staged: tt.staged})
			button := doc.Find("#end, #confirm").First()
			if got := actions(button.Closest("form")); !slices.Equal(got, tt.posts) {
				t.Errorf("it posts %q, want %q", got, tt.posts)
			}
			why := doc.Find("#confirm-why, #end-why")
			if got := spacedText(why); got != tt.why {
				t.Errorf("it says why not: %q, want %q", got, tt.why)
			}
			if got := spacedText(button); got != tt.says {
				t.Errorf("it says %q, want %q", got, tt.says)
			}
		})
	}
}

func TestStagedPlaysAreShownAndTakenBack(t *testing.T) {
	doc := documentOf(t, viewer{as: 1, staged: "play W6;drop_weapon"})
	if got := spacedText(doc.Find("#status")); !strings.HasPrefix(got, "Maiden 6, Drop Weapon: you would have 3, against 4.") || !strings.Contains(got, "Danielle 12 → 4") {
		t.Errorf("status = %q", got)
	}
	if got := spacedText(doc.Find("#seat-4 .total s")); got != "before: 12" {
		t.Errorf("Danielle's total before is %q", got)
	}
	if weapon, color := spacedText(doc.Find("#tournament b")), spacedText(doc.Find("#tournament .hue")); weapon != "Unarmed tournament" || color != "green" {
		t.Errorf("the tournament is called %q, and %q", weapon, color)
	}
	if got := actions(doc.Find("#bar form:has(#confirm)")); !slices.Equal(got, []string{"play W6", "drop_weapon"}) {
		t.Errorf("playing what is staged posts %q", got)
	}
	if n := doc.Find("#seat-1 .staged").Length(); n != 1 {
		t.Errorf("%d cards are marked as staged", n)
	}
	if got := doc.Find("#restart").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?m=play+W6" {
		t.Errorf("taking back leads to %q", got)
	}
	if got := doc.Find("#hand-W6-1").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a" {
		t.Errorf("the first card, with what hangs on it, is taken back by %q", got)
	}
}

// The card that Retreat takes back can be placed again.
func TestStagedRetreatReturnsToTheHand(t *testing.T) {
	m := newMatch(t, 2, hands(2, "R3 W6 retreat lancelot G1 G1 G1 G1", "R5 R5 drop_weapon G1 G1 G1 G1 G1"), nil)
	m = playEvents(t, m, "1: colour red", "1: play R3", "1: play W6", "1: end", "2: play R5", "2: play R5", "2: drop_weapon", "1: lancelot", "2: end")
	doc := viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 1, staged: "retreat 2"})))
	if got := doc.Find("#hand-W6-1").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?m=retreat+2%3Bplay+W6" {
		t.Errorf("the maiden leads to %q", got)
	}
}

func TestTargetsAreLinks(t *testing.T) {
	many := fivePlayers(t)
	for _, tt := range []struct {
		try  string
		want []string
	}{
		{"riposte", []string{"riposte 3", "riposte 5"}},
		{"dodge", []string{"dodge 3.1", "dodge 3.2", "dodge 3.3", "dodge 5.1", "dodge 5.2", "dodge 5.3"}},
		{"outwit 2", []string{"outwit 2 2.shield", "outwit 2 3.1", "outwit 2 3.2", "outwit 2 3.3", "outwit 2 5.1", "outwit 2 5.2", "outwit 2 5.3"}},
	} {
		doc := viewtest.Document(t, matchPage(model(t, views.English, many, viewer{as: 1, try: tt.try})))
		var got []string
		doc.Find(".lane .aim a").Each(func(_ int, s *goquery.Selection) {
			u, err := url.Parse(s.AttrOr("href", ""))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, u.Query().Get("m"))
		})
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: targets = %q, want %q", tt.try, got, tt.want)
		}
		if doc.Find("#bar .hand").Length() != 1 || doc.Find("#restart").Length() != 1 {
			t.Errorf("%s: the hand is missing, or the way back", tt.try)
		}
	}
	own := viewtest.Document(t, matchPage(model(t, views.English, many, viewer{as: 1, try: "outwit"}))).Find("#seat-1 .aim a")
	if got := own.First().AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?try=outwit+1" {
		t.Errorf("the card to give leads to %q", got)
	}
}

// A seat that is a target is one as a whole, in addition to its button in the bar.
func TestSeatsAreTargets(t *testing.T) {
	doc := viewtest.Document(t, matchPage(model(t, views.English, fivePlayers(t), viewer{as: 1, try: "riposte"})))
	for _, seat := range []string{"3", "5"} {
		lane, button := doc.Find("#seat-"+seat+".aimed > a.aim-seat"), doc.Find("#aim-"+seat)
		if got := lane.AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?m=riposte+"+seat || got != button.AttrOr("href", "") {
			t.Errorf("seat %s leads to %q, its button to %q", seat, got, button.AttrOr("href", ""))
		}
	}
	if got, want := spacedText(doc.Find("#seat-5 a.aim-seat")), "Riposte against Viviane (squire 3)"; got != want {
		t.Errorf("the seat is called %q, want %q", got, want)
	}
}

// A color that an action turns to is shown with its weapon.
func TestColorsOfAnActionAreShown(t *testing.T) {
	doc := viewtest.Document(t, matchPage(model(t, views.English, duelMatch(t), viewer{as: 1, try: "change_weapon"})))
	if got := doc.Find(".colors a:not([aria-disabled])").Map(func(_ int, a *goquery.Selection) string { return spacedText(a) + " " + a.AttrOr("href", "") }); !slices.Equal(got, []string{
		"Axe blue /m/k3zq5dbv7n2a?m=change_weapon+blue", "Morning star yellow /m/k3zq5dbv7n2a?m=change_weapon+yellow",
	}) {
		t.Errorf("the colors are %q", got)
	}
	if n := doc.Find(".colors a svg").Length(); n != 2 {
		t.Errorf("%d of 2 colors have their symbol", n)
	}
}

// The panel for players who may cancel is the same whether they can or not.
func TestReactionPanelIsTheSameForAll(t *testing.T) {
	m := playEvents(t, fivePlayers(t), "1: play R4", "1: riposte 5")
	panels := map[games.Seat]*goquery.Selection{}
	for _, seat := range []games.Seat{2, 3, 5} {
		panels[seat] = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: seat, until: true}))).Find("#react")
		if panels[seat].Find(".countdown").Length() != 1 || panels[seat].Find("#cancel").Length() != 1 {
			t.Fatalf("seat %d has no panel", seat)
		}
	}
	if got := actions(panels[3]); !slices.Equal(got, []string{"lancelot"}) {
		t.Errorf("the holder's button posts %q", got)
	}
	a, _ := panels[2].Html()
	b, _ := panels[5].Html()
	if a != b || panels[2].Find("#cancel[aria-disabled]").Length() != 1 {
		t.Errorf("panels of others differ:\n%s\n%s", a, b)
	}
	for seat, shown := range map[games.Seat]bool{1: false, 4: false} {
		if got := viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: seat, until: true}))).Find("#react").Length() > 0; got != shown {
			t.Errorf("seat %d: panel %v, want %v", seat, got, shown)
		}
	}
}

func TestWithdrawingAsksFirst(t *testing.T) {
	doc := documentOf(t, viewer{as: 1, try: "withdraw"})
	if got := spacedText(doc.Find("#status")); got != "Withdraw from this tournament? The 2 cards before you are discarded. Your hand stays." {
		t.Errorf("status = %q", got)
	}
	if first := doc.Find("#bar .acts a, #bar .acts button").First(); first.AttrOr("id", "") != "restart" {
		t.Error("the safe answer does not come first")
	}
	if got := actions(doc.Find("#bar form:has(.danger)")); !slices.Equal(got, []string{"withdraw"}) {
		t.Errorf("it posts %q", got)
	}
}

func TestAdaptChoosesOneOfEach(t *testing.T) {
	m := newMatch(t, 2, hands(2, "adapt R3 W3 R4 B2 B2 B2 B2", "R3 W3 R4 G1 G1 G1 G1 R5")+" W2 W2 W2 W2", nil)
	m = playEvents(t, m, "1: colour red", "1: play R3", "1: end", "2: play R3", "2: play W3", "2: play R4", "2: end", "1: play R4", "1: adapt", "1: pass")
	doc := viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 2})))
	if got := actions(doc.Find("#bar form:has(#confirm)")); !slices.Equal(got, []string{"keep 1 3"}) {
		t.Errorf("by itself it keeps %q, want the oldest", got)
	}
	if got := doc.Find("#keep-0-2").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?try=keep+2+3" {
		t.Errorf("the other card leads to %q", got)
	}
	doc = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 2, try: "keep 2 3"})))
	if got := actions(doc.Find("#bar form:has(#confirm)")); !slices.Equal(got, []string{"keep 2 3"}) {
		t.Errorf("it keeps %q, want what was chosen", got)
	}
	doc = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 2, try: "keep 1 2 3"})))
	if got := actions(doc.Find("#bar form:has(#confirm)")); !slices.Equal(got, []string{"keep 1 3"}) {
		t.Errorf("two of a value: it keeps %q", got)
	}
}

func TestOpeningChoosesAWeapon(t *testing.T) {
	m := newMatch(t, 2, hands(2, "R3 R4 B2 riposte riposte charge shield adapt", "P3 P3 P3 P3 P4 P4 P4 P4"), nil)
	doc := viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 1})))
	if n := doc.Find(".colors a:not([aria-disabled])").Length(); n != 2 {
		t.Errorf("%d weapons can be chosen, want 2", n)
	}
	if got := spacedText(doc.Find("#pick-purple")); got != "Joust no such card" {
		t.Errorf("the joust says %q", got)
	}
	if got, want := spacedText(doc.Find("#pick-purple-why")), "To open in purple you need a purple card or a supporter."; got != want {
		t.Errorf("the joust says why not: %q, want %q", got, want)
	}
	doc = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 1, staged: "colour red"})))
	if got := actions(doc.Find("#bar form")); !slices.Equal(got, []string{"colour red"}) {
		t.Errorf("it posts %q", got)
	}
	if got := doc.Find("#bar .hand a[href*='play']").Length(); got != 0 || doc.Find("#bar .hand .idle").Length() != 8 {
		t.Errorf("%d cards can be staged before the one drawn is seen", got)
	}
	doc = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 1, staged: "colour red;play R3"})))
	if got := actions(doc.Find("#bar form:has(#confirm)")); !slices.Equal(got, []string{"colour red"}) {
		t.Errorf("weapon and card are posted as %q", got)
	}
}

// A player who chooses a token may choose the next color with it, and sees both in the status.
func TestTokenAndColorAreChosenTogether(t *testing.T) {
	m := playEvents(t, duelMatch(t), "1: withdraw", "2: colour purple", "2: play P5", "2: end", "1: withdraw")
	doc := viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 2, staged: "token green"})))
	if got := doc.Find("#pick-blue").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?m=token+green%3Bcolour+blue" {
		t.Errorf("after the token blue leads to %q", got)
	}
	doc = viewtest.Document(t, matchPage(model(t, views.English, m, viewer{as: 2, staged: "token green;colour blue"})))
	if got, want := spacedText(doc.Find("#status")), "The green token, then a tournament of axes (blue): confirm to begin."; !strings.HasPrefix(got, want) {
		t.Errorf("status = %q, want %q", got, want)
	}
	if got := actions(doc.Find("#bar form")); !slices.Equal(got, []string{"token green", "colour blue"}) || doc.Find(".colors").Length() != 0 {
		t.Errorf("it posts %q, and %d choices are left", got, doc.Find(".colors").Length())
	}
}

// Every section that a refusal names is on the rules page.
func TestRefusalsLeadToTheRules(t *testing.T) {
	doc := viewtest.Document(t, rooms.RulesPage(ruleModel(views.English, m0(t))))
	for _, id := range append(rules.Sections(), "fair") {
		if doc.Find(`section[id="`+id+`"]`).Length() != 1 {
			t.Errorf("the rules have no section %s", id)
		}
	}
	for _, c := range rules.Actions() {
		if !strings.Contains(doc.Find("article").Text(), cardLabel(ruleModel(views.English, m0(t)), c)) {
			t.Errorf("the rules do not explain %s", c)
		}
	}
}

// Every sentence of the rules is read on the page.
func TestEveryRuleIsSaid(t *testing.T) {
	said := map[string]bool{"rules.knizia.brief.figure": true}
	for _, part := range []string{"goal", "turn", "end"} {
		said["rules.knizia.brief."+part] = true
	}
	for _, id := range sections {
		said["rules.knizia."+id+".title"] = true
		for n := range 9 {
			said["rules.knizia."+id+"."+string(rune('1'+n))] = true
		}
	}
	for _, key := range locale.Keys(views.French) {
		if strings.HasPrefix(key, "rules.knizia.") && !said[key] {
			t.Errorf("%s is said nowhere", key)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	m := model(b, views.French, fivePlayers(b), viewer{as: 1, staged: "play R4"})
	b.ReportAllocs()
	for b.Loop() {
		if err := matchPage(m).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStory(b *testing.B) {
	m := model(b, views.French, fivePlayers(b), viewer{as: 1})
	b.ReportAllocs()
	for b.Loop() {
		story(views.Storyteller{Page: m.Page, Game: m.Game, Name: m.Name, You: m.You, Told: m.Told})
	}
}

// Against the computer a hint can be asked for at any moment of the turn.
func TestHintStaysWhileCardsAreChosen(t *testing.T) {
	for _, v := range []viewer{{as: 1}, {as: 1, staged: "play W6"}, {as: 1, try: "withdraw"}, {as: 1, try: "read R3 at-1-1"}} {
		m := model(t, views.English, twoPlayers(t), v)
		m.Bots, m.BotsPlay = true, true
		doc := viewtest.Document(t, Family().Page(m))
		if got := doc.Find("#hint").AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?hint=1" {
			t.Errorf("%+v: a hint is asked for at %q", v, got)
		}
	}
}
