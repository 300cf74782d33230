package knizia

import (
	"net/url"
	"testing"

	"github.com/PuerkitoBio/goquery"

	rules "tableronde/games/knizia"
	"tableronde/views"
)

func TestOrdersComeBackAsWritten(t *testing.T) {
	m := views.Orders{Match: model(t, views.English, first(t), look{as: 1}), Text: "riposte me minLoss=4\ncharge any onlyIfLeading maxIn=2\nadapt-choice newest"}
	read := func(m views.Orders) string {
		form := url.Values{}
		doc := document(t, orders(m))
		doc.Find("form[action$='/orders'] input").Each(func(_ int, s *goquery.Selection) {
			_, checked := s.Attr("checked")
			if kind := s.AttrOr("type", ""); checked || kind == "number" || kind == "hidden" {
				form.Set(s.AttrOr("name", ""), s.AttrOr("value", ""))
			}
		})
		doc.Find("form[action$='/orders'] select").Each(func(_ int, s *goquery.Selection) {
			form.Set(s.AttrOr("name", ""), s.Find("option[selected]").AttrOr("value", ""))
		})
		sheet, err := rules.ParseSheet(written(form))
		if err != nil {
			t.Fatalf("%v in\n%s", err, written(form))
		}
		return sheet.String()
	}
	if got := read(m); got != m.Text {
		t.Errorf("the form stands for\n%s\nwant\n%s", got, m.Text)
	}
	m.Form = url.Values{"preset": {"protect"}}
	if got, want := read(m), (rules.Sheet{Adapt: rules.KeepNewest}).Fill(rules.PresetProtect).String(); got != want {
		t.Errorf("the preset stands for\n%s\nwant\n%s", got, want)
	}
	m.Form, m.Problem = url.Values{"when-riposte": {"any"}, "loss-riposte": {"many"}}, &views.Problem{Key: "bad_orders"}
	doc := document(t, orders(m))
	if got := doc.Find("input[name=loss-riposte]").AttrOr("value", ""); got != "many" {
		t.Errorf("what was typed comes back as %q", got)
	}
}
