package main

import (
	"strings"
	"testing"
)

// TestAnotherDevice carries a seat from a desktop to a phone, by the code that the
// desktop shows; the move made on the phone shows on the desktop.
func TestAnotherDevice(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/device.db")
	ada, bo := newPerson(t, s.url, desktop), newPerson(t, s.url, desktop)
	match := seatTwo(ada, bo)
	tab := ada.newTab(desktop)
	tab.open("/me")
	tab.click(`a[href="/device"]`)
	tab.await(`!!document.querySelector("#make")`)
	tab.photograph("device-desktop")
	tab.click("#make")
	tab.await(`!!document.querySelector("#code")`)
	tab.photograph("device-code-desktop")
	code := evaluate[string](tab, `document.querySelector("#code").textContent`)

	mobile := newPerson(t, s.url, phone)
	mobile.open("/")
	mobile.tap(`a[href="/link"]`)
	mobile.await(`!!document.querySelector("#typed-code")`)
	mobile.photograph("link-phone")
	mobile.typeInto("#typed-code", strings.TrimSpace(code))
	mobile.tap("#link .primary")
	mobile.await(`location.pathname === "/me"`)
	mobile.photograph("linked-phone")
	mobile.open(match)
	mobile.makeMove("E6-E8", 0)
	ada.await(`document.querySelector("#match").dataset.ply === "1"`)
}
