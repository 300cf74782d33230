package main

import (
	"net/http"
	"testing"
)

// TestPageOfAnother asks in one tab whether to resign, signs in as somebody else in another
// tab, and answers in the first: nothing is resigned, and the page says why.
func TestPageOfAnother(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/another.db")
	yvain := newAPIPlayer(t, s.url, "Yvain")
	yvain.call(http.MethodPost, "/api/v1/accounts", map[string]any{"name": "Yvain", "password": "nine black swans"}, &struct{}{})
	for _, noScripts := range []bool{false, true} {
		ada := newPerson(t, s.url, device{width: 1440, height: 900, noScripts: noScripts})
		id, others := ada.sitFirst("camelot")
		ada.open("/m/" + id + "?ask=resign")
		tab := ada.newTab(desktop)
		tab.open("/sign-in")
		tab.typeInto("#enter-form input[name=name]", "Yvain")
		tab.typeInto("#enter-form input[name=password]", "nine black swans")
		tab.click("#enter-form .primary")
		tab.await(`location.pathname !== "/sign-in"`)
		ada.click(".ask form button")
		ada.await(`document.body.innerText.includes("You are signed in as Yvain now, and this page was made for somebody else. Nothing was done.")`)
		if others[0].getMatch(id).Over {
			t.Error("the match is over")
		}
		ada.allowError("409")
		ada.closeBrowser()
	}
}

// withoutCookies is a script before those of a page, by which the browser refuses what
// browsers without cookies do.
const withoutCookies = `(() => {
	const refuse = () => { throw new DOMException("Access is denied for this document.", "SecurityError"); };
	for (const name of ["sessionStorage", "localStorage", "caches"]) Object.defineProperty(window, name, { get: refuse });
	Object.defineProperty(navigator, "serviceWorker", { get: refuse });
	navigator.locks.request = async () => refuse();
	Object.defineProperty(document, "cookie", { get: () => "", set: () => {} });
})()`

// TestBrowserWithoutCookies follows a match in a browser that keeps nothing, and wants to
// play: it is told why it cannot before it has a seat. No script fails.
func TestBrowserWithoutCookies(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/cookies.db")
	p := newPerson(t, startMiddleman(t, s.url, func(w http.ResponseWriter, r *http.Request) bool {
		r.Header.Del("Cookie")
		return false
	}), phone)
	p.onNewDocument(withoutCookies)
	p.followOnly()
	path, move := startWatched(t, s.url)
	p.open(path)
	p.awaitPly(move())
	p.open("/rules/camelot")
	p.tap(`form[action="/solo"] button`)
	p.await(`document.querySelector("main").innerText.includes("Your browser keeps no cookies for this site")`)
	p.allowError("403")
	p.closeBrowser()
}
