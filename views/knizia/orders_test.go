package knizia

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func TestOrdersComeBackAsWritten(t *testing.T) {
	m := views.Orders{Match: model(t, views.English, twoPlayers(t), viewer{as: 1}), Text: "riposte me minLoss=4\ndodge me minLoss=3\nknock_down me\ncharge any onlyIfLeading maxIn=2\nshield any\nadapt-choice newest"}
	read := func(m views.Orders) string {
		form := url.Values{}
		doc := viewtest.Document(t, ordersSheet(m))
		doc.Find("form[action$='/orders'] input").Each(func(_ int, s *goquery.Selection) {
			_, checked := s.Attr("checked")
			if kind := s.AttrOr("type", ""); checked || kind == "number" || kind == "hidden" {
				form.Set(s.AttrOr("name", ""), s.AttrOr("value", ""))
			}
		})
		doc.Find("form[action$='/orders'] select").Each(func(_ int, s *goquery.Selection) {
			form.Set(s.AttrOr("name", ""), s.Find("option[selected]").AttrOr("value", ""))
		})
		orders, err := rules.ParseOrders(written(form))
		if err != nil {
			t.Fatalf("%v in\n%s", err, written(form))
		}
		return orders.String()
	}
	if got := read(m); got != m.Text {
		t.Errorf("the form stands for\n%s\nwant\n%s", got, m.Text)
	}
	m.Form = url.Values{"preset": {"protect"}}
	if got, want := read(m), (rules.Sheet{Adapt: rules.KeepNewest}).Fill(rules.PresetProtect).String(); got != want {
		t.Errorf("the preset stands for\n%s\nwant\n%s", got, want)
	}
	m.Form, m.Problem = url.Values{"when-riposte": {"if"}, "loss-riposte": {"many"}}, &views.Problem{Key: "bad_orders"}
	doc := viewtest.Document(t, ordersSheet(m))
	if got := doc.Find("input[name=loss-riposte]").AttrOr("value", ""); got != "many" {
		t.Errorf("what was typed comes back as %q", got)
	}
	if got := doc.Find("#row-riposte option[selected]").First().AttrOr("value", ""); got != "if" {
		t.Errorf("the list says %q, and hides what was typed", got)
	}
}

// Conditions count only where the list of a card says so.
func TestOrdersIgnoreHiddenConditions(t *testing.T) {
	form := url.Values{"when-riposte": {"any"}, "loss-riposte": {"3"}, "lead-riposte": {"1"}, "when-dodge": {"cost"}, "in-dodge": {"2"}}
	orders, err := rules.ParseOrders(written(form))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := orders.String(), "riposte any\ndodge me minLoss=4"; got != want {
		t.Errorf("the form stands for\n%s\nwant\n%s", got, want)
	}
}

func TestGroupsSayWhatIsOrdered(t *testing.T) {
	doc := viewtest.Document(t, ordersSheet(sheetOf(t, views.English, fivePlayers(t), 1, (rules.Sheet{}).Fill(rules.PresetProtect).String())))
	for group, want := range map[string]string{
		"mine":   "6 cards: if it hits me for Knock Down and Stunned, else if it costs me 4 or more",
		"all":    "5 cards: if it costs me 4 or more",
		"weapon": "3 cards: if it costs me 4 or more for Drop Weapon, else never",
		"theirs": "2 cards: never",
	} {
		if got := spacedText(doc.Find("#group-" + group + " summary small")); got != want {
			t.Errorf("%s says %q, want %q", group, got, want)
		}
	}
	if n := doc.Find("details[open]").Length(); n != 0 {
		t.Errorf("%d groups are open", n)
	}
	if got := doc.Find(".order").Length(); got != len(rules.SheetCards()) {
		t.Errorf("%d cards have a row", got)
	}
}

// decidedDuel returns a match of two in which Raymond plays two action cards while
// Marcel is in the tournament, and wins it.
func decidedDuel(t testing.TB) table.Match {
	deck := hands(2, "R3 R5 W2 W2 B4 B2 B3 G1", "R4 riposte drop_weapon W3 W6 R5 B5 R3")
	m := playEvents(t, newMatch(t, 2, deck, nil), "1: colour red", "1: play R3", "1: play R5", "1: end", "2: play R4", "2: play W6", "2: riposte 1", "2: pass", "2: end",
		"1: play W2", "1: play W2")
	return m
}

func TestPresetsTellWhatTheyWouldHaveDone(t *testing.T) {
	verdicts := func(m table.Match, sheet string) (span string, all []string) {
		doc := viewtest.Document(t, ordersSheet(sheetOf(t, views.English, m, 1, sheet)))
		doc.Find(".presets li").Each(func(_ int, li *goquery.Selection) {
			all = append(all, spacedText(li.Find("b"))+": "+spacedText(li.Find(".verdict")))
		})
		return spacedText(doc.Find("#trial")), all
	}
	m := decidedDuel(t)
	span, got := verdicts(m, "riposte any")
	if want := "In this first tournament, the others played one action card while you were in. Below you see the effect of each set of orders, if you had held Lancelot."; span != want {
		t.Errorf("it begins %q, want %q", span, want)
	}
	if want := []string{
		"Never: These orders would have cancelled nothing.",
		"Protect me: These orders would have cancelled Riposte, played by Raymond (your total: 8 → 3). See it again",
		"To the finish: These orders would have cancelled nothing.",
		"Your own orders: These orders would have cancelled Riposte, played by Raymond (your total: 8 → 3). See it again",
	}; !slices.Equal(got, want) {
		t.Errorf("the sheets say\n%q\nwant\n%q", got, want)
	}
	doc := viewtest.Document(t, ordersSheet(sheetOf(t, views.English, m, 1, "")))
	if got := doc.Find(".verdict a").First().AttrOr("href", ""); got != "/m/k3zq5dbv7n2a?ply=7" {
		t.Errorf("the card is looked at at %q", got)
	}
	m = playEvents(t, m, "1: withdraw")
	if span, _ = verdicts(m, ""); !strings.HasPrefix(span, "In the last tournament and since, the others played one action card") {
		t.Errorf("after a tournament it begins %q", span)
	}
	if span, got = verdicts(newMatch(t, 2, hands(2, "R3 R5 W2 W2 B4 B2 B3 G1", "R4 riposte W2 W3 W6 R5 B5 R3"), nil), ""); !strings.Contains(span, "nothing to compare") || got[1] != "Protect me: " {
		t.Errorf("before anything was played it says %q, %q", span, got)
	}
}

// Cards played by the seat itself or after its withdrawal are no occasions for its Lancelot. The
// hands of others do not matter.
func TestTrialsCountWhatOneCouldAnswer(t *testing.T) {
	m := playEvents(t, fivePlayers(t), "1: adapt", "1: pass", "5: keep 1 2")
	for seat, want := range map[games.Seat]int{1: 1, 2: 1, 3: 2, 4: 1, 5: 2} {
		s := sheet{Orders: sheetOf(t, views.English, m, seat, "")}
		if got := len(s.played().occasions); got != want {
			t.Errorf("seat %d could have answered %d cards, want %d", seat, got, want)
		}
	}
}
