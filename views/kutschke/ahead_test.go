package kutschke

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// formOf returns the values that a browser sends for the unchanged page.
func formOf(doc *goquery.Document) url.Values {
	form := url.Values{}
	doc.Find("form#orders").Find("input, select, textarea").Each(func(_ int, field *goquery.Selection) {
		name := field.AttrOr("name", "")
		switch goquery.NodeName(field) {
		case "select":
			form.Add(name, field.Find("option[selected]").AttrOr("value", ""))
		case "textarea":
			form.Add(name, field.Text())
		default:
			if _, checked := field.Attr("checked"); checked || field.AttrOr("type", "") == "hidden" {
				form.Add(name, field.AttrOr("value", ""))
			}
		}
	})
	return form
}

// The rules read the orders of the page as they were written.
func TestPlansComeBackAsWritten(t *testing.T) {
	g := newTestMatch(t, 3, "Deck.virtues", "S1 L1 S1").play("1: pick A")
	rules := g.State.(games.Follower)
	for name, text := range map[string]string{
		"nothing":          "",
		"wishes":           "round 1: Q P ES",
		"a turn":           "round 1 plan: ES 3, P dark-forest, done",
		"nothing to do":    "round 1 plan: done",
		"two turns":        "round 1 plan: ES 3, done\nround 1 plan: EL 2, done",
		"no stake":         "round 1 bid:",
		"one card":         "round 1 bid: S1",
		"of another round": "round 2: P\nround 2 plan: P dark-forest, done\nround 2 bid: S1 L1",
		"all of it":        "round 1: Q P\nround 1 plan: A wild-boar, done\nround 1 bid: S1\nround 2 bid: L3",
	} {
		t.Run(name, func(t *testing.T) {
			m := g.Model(views.English, 2)
			if round2 := strings.HasPrefix(text, "round 2:"); round2 {
				text = strings.TrimPrefix(text, "round 2: P\n")
			}
			want, err := rules.ReadOrders(2, text)
			if err != nil || want != text {
				t.Fatalf("%q is read as %q, %v", text, want, err)
			}
			form := formOf(viewtest.Document(t, wishList(views.Orders{Match: m, Text: text})))
			if got, err := rules.ReadOrders(2, written(form)); got != want || err != nil {
				t.Errorf("the form stands for\n%s\n%v, want\n%s", got, err, want)
			}
		})
	}
	bad := url.Values{fieldStep: {"ES 9"}, fieldStake: {"this"}, views.FieldMore: {"hop"}}
	form := formOf(viewtest.Document(t, wishList(views.Orders{Match: g.Model(views.English, 2), Form: bad, Problem: &views.Problem{Key: "bad_orders"}})))
	if form[fieldStep][0] != "ES 9" || form.Get(fieldStake) != "this" || form.Get(views.FieldMore) != "hop" {
		t.Errorf("a refused form comes back as %v", form)
	}
}

// Right after each pick the page asks for the next wish, and after the last pick for the turn.
func TestPicksAreFollowedByAnOffer(t *testing.T) {
	g := newTestMatch(t, 2).play("1: pick A")
	m := g.Model(views.English, 1)
	m.Orders = true
	checkText(t, shown(t, m), "#bar .status", "You took King Arthur’s Round Table. What would you like next?")
	checkText(t, shown(t, m), "#bar #wishes", "Wishes and plans")
	other := g.Model(views.English, 2)
	other.Orders = true
	if text := spacedText(shown(t, other), "#bar"); strings.Contains(text, "You took") {
		t.Errorf("the other reads %q", text)
	}
	g.play("2: pick G", "1: pick P", "2: pick P", "1: pick ES", "2: pick EL", "1: pick EB")
	m = g.Model(views.English, 1)
	m.Orders = true
	checkText(t, shown(t, m), "#bar .status", "Your cards are picked. What will you do with them?")
	checkText(t, shown(t, m), "#bar #wishes", "Prepare my turn")
}
