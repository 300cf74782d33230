package main

import "testing"

// TestQuickMoves has a player who confirms nothing: what nothing can be added to is sent
// by the tap that completes it, on a board and at cards. What may go on waits.
func TestQuickMoves(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/quick.db")
	ada := newPerson(t, s.url, phone)
	ada.open("/settings")
	for _, habit := range []string{"quick", "auto"} {
		ada.tap(`label:has(input[name=habit][value=` + habit + `])`)
	}
	ada.tap(`form[action="/habits"] button`)
	ada.await(`location.search === "?saved=habits" && document.querySelectorAll("input[name=habit]:checked").length === 2`)

	for game, taps := range map[string][]string{
		"camelot":  {"#sq-E7", "#sq-E8"},
		"kutschke": {"#bar .tiles a:not(.no)"},
	} {
		ada.open("/rules/" + game)
		ada.tap(`form[action="/solo"] button`)
		ada.awaitPly(0)
		for _, selector := range taps {
			ada.await(`!!document.querySelector("` + selector + `")`)
			ada.tap(selector)
			ada.await(`!document.querySelector("[data-busy], .htmx-request")`)
		}
		ada.awaitPly(1)
	}
	ada.lookAway()
	ada.audit("a table where nothing is confirmed")
}
