package shannon

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// renamed returns the samples with the names that guests have who give none.
func renamed(t *testing.T) map[string]templ.Component {
	t.Helper()
	names := strings.NewReplacer("Aliénor", "Chevalier", "Bruno", "Chevalier 2", "Maud", "Chevalier 3", "Inès", "Chevalier 4")
	pages := map[string]templ.Component{}
	for name, page := range samplePages(t, views.French) {
		pages[name] = templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			var b bytes.Buffer
			if err := page.Render(ctx, &b); err != nil {
				return err
			}
			_, err := io.WriteString(w, names.Replace(b.String()))
			return err
		})
	}
	return pages
}

// Names are cut where there is no room for them, nowhere else.
func TestNamesAreNotCut(t *testing.T) {
	var names []string
	for name := range renamed(t) {
		if strings.HasPrefix(name, "two") || strings.HasPrefix(name, "three") || strings.HasPrefix(name, "four") {
			names = append(names, name)
		}
	}
	for _, width := range []int64{360, 390, 768, 1440} {
		browser.Ask(t, renamed(t), browser.Look{Width: width}, browser.CutNames, names...)
	}
}

// The cards of a hand show their wounds on a phone.
func TestHandsShowTheirWounds(t *testing.T) {
	browser.Ask(t, samplePages(t, views.French), browser.Look{Width: 390}, strings.ReplaceAll(browser.CutCards, "h.children.length < 8", "true"), "two", "three-open", "four-lead", "six")
}
