package pages

import (
	"context"
	"strings"

	"tableronde/views"
)

// OfflineText returns the page that is shown off line where nothing else was kept. It is
// the same for everybody.
func OfflineText(lang views.Lang) string {
	var b strings.Builder
	if err := offlinePage(views.Page{Lang: lang, Path: "/"}).Render(context.Background(), &b); err != nil {
		panic(err) // nothing that is written to memory fails
	}
	return b.String()
}
