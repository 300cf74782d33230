package knizia

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// formOf returns the values that a browser sends for the unchanged sheet.
func formOf(doc *goquery.Document) url.Values {
	form := url.Values{}
	doc.Find("form[action$='/orders'] input").Each(func(_ int, in *goquery.Selection) {
		_, checked := in.Attr("checked")
		if in.AttrOr("type", "") != "checkbox" || checked {
			form.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
		}
	})
	doc.Find("form[action$='/orders'] select").Each(func(_ int, list *goquery.Selection) {
		chosen := list.Find("option[selected]")
		if chosen.Length() == 0 {
			chosen = list.Find("option").First()
		}
		form.Add(list.AttrOr("name", ""), chosen.AttrOr("value", ""))
	})
	doc.Find("form[action$='/orders'] textarea").Each(func(_ int, text *goquery.Selection) {
		form.Add(text.AttrOr("name", ""), text.Text())
	})
	return form
}

// The rules read the orders of a form as they were written, whatever their subject.
func TestOrdersForTurnsComeBackAsWritten(t *testing.T) {
	match := fivePlayers(t)
	rules := match.State().(games.Follower)
	for name, text := range map[string]string{
		"nothing":               "",
		"at once":               "1: withdraw",
		"conditions":            "1: withdraw total>=18\n1: withdraw beaten\n1: withdraw tokens>=3",
		"for every tournament":  "always: withdraw total>=18\nalways: withdraw beaten",
		"two of a kind":         "1: withdraw total>=18\nalways: withdraw total>=30",
		"plans":                 "1.2: if red total<=11 play R4\n1.2: if red total<=20 play R4 W6",
		"for later":             "2: withdraw beaten\n1.3: if red total<=30 play W6\n2.1: if green total<=0 play W6",
		"for another color":     "1.2: if blue total<=30 play W6",
		"beside what they fill": "riposte me\nadapt-choice oldest\nalways: withdraw beaten\n1.2: if red total<=11 play R4",
	} {
		t.Run(name, func(t *testing.T) {
			want, err := rules.ReadOrders(1, text)
			if err != nil || want != text {
				t.Fatalf("%q is read as %q, %v", text, want, err)
			}
			doc := viewtest.Document(t, ordersSheet(sheetOf(t, views.English, match, 1, text)))
			got, err := rules.ReadOrders(1, written(formOf(doc)))
			if err != nil || sortedLines(got) != sortedLines(want) {
				t.Errorf("the form stands for\n%s\n%v, want\n%s", got, err, want)
			}
		})
	}
}

func sortedLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		for k := range lines[:i] {
			if lines[i] < lines[k] {
				lines[i], lines[k] = lines[k], lines[i]
			}
		}
	}
	return strings.Join(lines, "\n")
}

func TestPlansSayWhatTheyDo(t *testing.T) {
	m := sheetOf(t, views.English, fivePlayers(t), 1, "1.2: if red total<=11 play R4 W6")
	doc := viewtest.Document(t, ordersSheet(m))
	if got, want := spacedText(doc.Find("#plan-1 summary")), "Place sword 4 and maiden 6, announce 15 Only while the tournament is red and the total to beat is 11 or less"; got != want {
		t.Errorf("the plan says %q, want %q", got, want)
	}
	if _, open := doc.Find("#plan-2").Attr("open"); open || doc.Find("#plan-2 input[checked]").Length() != 0 {
		t.Error("the room for another plan is not empty")
	}
	if n := doc.Find("#plan-1 input[type=checkbox]").Length(); n != 3 {
		t.Errorf("%d cards can be planned", n)
	}
	// A refused form comes back with its choices.
	m.Form = url.Values{"plan-card-1": {"R4", "W6"}, "plan-most-1": {"many"}, "leave-total": {"this"}, "leave-total-from": {"x"}, "leave-now": {"1"}, "more": {"hop"}}
	m.Problem = &views.Problem{Key: "bad_orders"}
	doc = viewtest.Document(t, ordersSheet(m))
	form := formOf(doc)
	for field, want := range map[string]string{"plan-card-1": "R4 W6", "plan-most-1": "many", "leave-total": "this", "leave-total-from": "x", "leave-now": "1", "more": "hop"} {
		if got := strings.Join(form[field], " "); sortedWords(got) != sortedWords(want) {
			t.Errorf("%s comes back as %q, want %q", field, got, want)
		}
	}
}

func sortedWords(text string) string { return sortedLines(strings.ReplaceAll(text, " ", "\n")) }

// Who is out plans for the next tournament, and its turns once it has a color.
func TestOrdersOfThoseWhoAreOut(t *testing.T) {
	doc := viewtest.Document(t, ordersSheet(sheetOf(t, views.English, fivePlayers(t), 4, "")))
	if n := doc.Find(".planned").Length(); n != 0 {
		t.Errorf("%d plans are offered", n)
	}
	if got := doc.Find("#leave-beaten option[value=this]").Text(); got != "in the next tournament" {
		t.Errorf("a reason counts %q", got)
	}
	if got := doc.Find("input[name=tournament]").AttrOr("value", ""); got != "2" {
		t.Errorf("the fields are for tournament %s", got)
	}
}
