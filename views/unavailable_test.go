package views_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// A button that can do nothing leads to the page as it is, where the reason
// stands once it was pressed: for each button its own.
func TestUnavailableSaysWhy(t *testing.T) {
	party := views.Party{Page: viewtest.Page(views.English, "/m/a"), ID: "a", Seats: []views.Seat{{You: true}}}
	m := views.Draft{Position: views.Position{Party: party, Look: views.Look{Bottom: 1}}, Staged: "play R3", Probe: "W2"}
	acts := []views.Act{{ID: "undo", Label: "Undo", Why: "Nothing is staged."}, {ID: "confirm", Label: "End turn", Class: "primary", Why: "Play a card first."}}
	show := func(press string, acts []views.Act) *goquery.Document {
		m.Press = press
		return viewtest.Document(t, views.Acts(&m, acts))
	}
	still := show("", acts)
	if still.Find("#reason").Length() != 0 {
		t.Error("a reason is told before anything was pressed")
	}
	confirm := still.Find("#confirm")
	if got, want := viewtest.Href(confirm), "/m/a?m=play+R3&try=W2&why=confirm"; got != want {
		t.Errorf("the button leads to %q, want %q", got, want)
	}
	if confirm.AttrOr("aria-disabled", "") != "true" || confirm.AttrOr("role", "") != "button" || strings.TrimSpace(confirm.Text()) != "End turn" {
		t.Error("the button is not one that is called End turn and is unavailable")
	}
	if got := still.Find("#" + confirm.AttrOr("aria-describedby", "")).Text(); got != "Play a card first." {
		t.Errorf("the button is described by %q", got)
	}
	for press, want := range map[string]string{"confirm": "Play a card first.", "undo": "Nothing is staged.", "resign": ""} {
		if got := show(press, acts).Find("#reason[role=alert]").Text(); got != want {
			t.Errorf("after pressing %s: %q, want %q", press, got, want)
		}
	}
	able := []views.Act{{ID: "confirm", Label: "End turn", Actions: []string{"end"}, Why: "Play a card first."}}
	if show("confirm", able).Find("#reason, [aria-disabled]").Length() != 0 {
		t.Error("a button that can be pressed tells why it cannot")
	}
}
