package journeys

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// TestAnotherDevice carries a seat from a desktop to a phone, by the code that the desktop shows.
// The move made on the phone shows on the desktop.
func TestAnotherDevice(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/device.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, desktop)
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

	mobile := newPerson(t, s.URL, phone)
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

// key is a device of a person that holds passkeys.
type key struct {
	*person
	id webauthn.AuthenticatorID
}

// newKey gives a tab of a person a device that holds passkeys, and whose holder agrees
// to everything once it is present.
func newKey(p *person) key {
	p.t.Helper()
	k := key{person: p}
	err := p.within(browserTimeout, func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		made, err := chromedp.Call(ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}})
		k.id = made.AuthenticatorID
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return k
}

// verify sets whether the device confirms who holds it when a site asks for a passkey.
func (k key) verify(yes bool) {
	k.t.Helper()
	if err := k.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: k.id, IsUserVerified: yes})
		return err
	}); err != nil {
		k.t.Fatal(err)
	}
}

// forbidFilling removes the offer of passkeys in a field for a name from all pages opened from now
// on. A browser with that offer would let this device answer at once.
func (k key) forbidFilling() {
	k.t.Helper()
	if err := k.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: "delete PublicKeyCredential.isConditionalMediationAvailable",
		})
		return err
	}); err != nil {
		k.t.Fatal(err)
	}
}

// signOut ends the session.
func (p *person) signOut() {
	p.t.Helper()
	p.open("/settings")
	p.click(`form[action="/sign-out"] button`)
	p.await(`location.pathname === "/" && !document.querySelector("[data-player]")`)
}

// A guest makes an account by a passkey, signs out and signs in by the passkey. The same matches
// wait, and play goes on from the same seat.
func TestPasskey(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/passkey.db")
	url := strings.Replace(s.URL, "127.0.0.1", "localhost", 1) // no passkeys at an IP address
	ada, bo := newPerson(t, url, desktop), newPerson(t, url, phone)
	match := seatTwo(ada, bo)
	ada.makeMove("E6-E8", 0)
	k := newKey(ada)

	ada.open("/sign-in")
	ada.await(`!document.querySelector("[data-passkey=join]").hidden`)
	ada.photograph("passkey-sign-in")
	ada.audit("signing in")
	ada.click("[data-passkey=join] button")
	ada.await(`location.pathname === "/settings" && document.querySelector("#notice")?.textContent.includes("Your passkey")`)
	ada.photograph("passkey-settings")
	ada.audit("an account with a passkey")
	ada.signOut()

	ada.open("/sign-in?return=" + match)
	ada.await(`location.pathname === "` + match + `"`)
	bo.makeMove("F10-F9", 1)
	ada.makeMove("E8-E9", 2)
	ada.signOut()

	k.forbidFilling()
	k.verify(false)
	ada.open("/sign-in?return=/tables")
	ada.click("[data-passkey=enter] button")
	ada.await(`document.querySelector("[data-passkey=enter] [role=status]").textContent.includes("declined")`)
	ada.photograph("passkey-declined")
	ada.audit("a passkey that was declined")
	k.verify(true)
	ada.click("[data-passkey=enter] button")
	ada.await(`location.pathname === "/tables"`)
	ada.open("/me")
	if n := evaluate[int](ada, `document.querySelectorAll(".turns li").length`); n != 1 {
		t.Errorf("%d matches after coming back, want 1", n)
	}
}

// A session that was handed over by a code shows a passkey before it may add another, and
// comes back to where it was.
func TestProofByPasskey(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/proof.db")
	p := newPerson(t, strings.Replace(s.URL, "127.0.0.1", "localhost", 1), device{width: 390, height: 844, touch: true, language: "fr"})
	k := newKey(p)
	k.forbidFilling()
	p.open("/sign-in")
	p.typeInto("#join-name", "Ada")
	p.tap("[data-passkey=join] button")
	p.await(`location.pathname === "/settings"`)
	p.open("/device")
	p.tap("#make")
	p.await(`!!document.querySelector("#code")`)
	code := evaluate[string](p, `document.querySelector("#code").textContent`)
	p.open("/link")
	p.typeInto("#typed-code", code)
	p.tap("#link .primary")
	p.await(`location.pathname === "/me"`)
	p.open("/settings?more=passkeys#passkeys")
	p.photograph("proof-settings-phone")
	p.tap(".passkeys a[href^='/proof']")
	p.await(`location.pathname === "/proof" && !document.querySelector("[data-passkey]").hidden`)
	p.photograph("proof-phone")
	p.audit("the proof")
	p.tap("[data-passkey=enter] button")
	p.await(`location.pathname + location.hash === "/settings#passkeys" && !!document.querySelector("[data-passkey=add]:not([hidden])")`)
	p.photograph("proof-done-phone")
}

// A player with an account adds a passkey and removes it. The device still offers the passkey, and
// the page says that the site does not have it.
func TestPasskeyIsAddedAndRemoved(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/passkey.db")
	p := newPerson(t, strings.Replace(s.URL, "127.0.0.1", "localhost", 1), device{width: 360, height: 740, touch: true, dark: true, language: "fr"})
	k := newKey(p)
	k.forbidFilling()
	p.open("/sign-in")
	p.photograph("passkey-sign-in-phone")
	p.typeInto("#join-name", "Ada")
	p.typeInto("#join-password", "nine white swans")
	p.tap("#join-form .go button")
	p.await(`location.pathname === "/settings"`)
	p.open("/settings#passkeys")
	p.await(`!!document.querySelector("[data-passkey=add]:not([hidden])")`)
	p.typeInto("#passkey-name", "Mon téléphone")
	p.tap("[data-passkey=add] button")
	p.await(`document.querySelector(".passkeys li b")?.textContent === "Mon téléphone"`)
	p.tap("[data-passkey=add] button")
	p.await(`document.querySelector("[data-passkey=add] [role=status]").textContent.includes("déjà")`)
	p.photograph("passkey-phone")
	p.audit("a passkey")
	p.tap(".passkeys li button")
	p.await(`!!document.querySelector("#notice") && !document.querySelector(".passkeys li")`)
	p.signOut()
	p.open("/sign-in")
	p.tap("[data-passkey=enter] button")
	p.await(`document.querySelector("[data-passkey=enter] [role=status]").textContent.includes("connue ici")`)
	p.allowError("401")
	p.photograph("passkey-unknown-phone")
}

// TestPageOfAnother asks in one tab whether to resign, signs in to another account in a second tab,
// and confirms in the first. The seat does not resign, and the page gives the reason.
func TestPageOfAnother(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/another.db")
	yvain := clitest.NewAPIPlayer(t, s.URL, "Yvain")
	yvain.Call(http.MethodPost, "/api/v1/accounts", map[string]any{"name": "Yvain", "password": "nine black swans"}, &struct{}{})
	for _, noScripts := range []bool{false, true} {
		ada := newPerson(t, s.URL, device{width: 1440, height: 900, noScripts: noScripts})
		id, others := ada.sitFirst("camelot")
		ada.open("/m/" + id + "?ask=resign")
		tab := ada.newTab(desktop)
		tab.open("/sign-in")
		tab.typeInto("#enter-form input[name=name]", "Yvain")
		tab.typeInto("#enter-form input[name=password]", "nine black swans")
		tab.click("#enter-form .primary")
		tab.await(`location.pathname !== "/sign-in"`)
		ada.click(".ask form button")
		ada.await(`document.body.innerText.includes("You are now signed in as Yvain, but this page was made for another player. Nothing was done.")`)
		if others[0].GetMatch(id).Over {
			t.Error("the match is over, so nothing can be done in it")
		}
		ada.allowError("409")
		ada.closeBrowser()
	}
}

// withoutCookies is a script that runs before the scripts of a page. With it the browser
// refuses the same calls as a browser without cookies.
const withoutCookies = `(() => {
	const refuse = () => { throw new DOMException("Access is denied for this document.", "SecurityError"); };
	for (const name of ["sessionStorage", "localStorage", "caches"]) Object.defineProperty(window, name, { get: refuse });
	Object.defineProperty(navigator, "serviceWorker", { get: refuse });
	navigator.locks.request = async () => refuse();
	Object.defineProperty(document, "cookie", { get: () => "", set: () => {} });
})()`

// TestBrowserWithoutCookies follows a match in a browser that stores nothing, and tries to play.
// The page explains why it cannot play before it has a seat. No script fails.
func TestBrowserWithoutCookies(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/cookies.db")
	p := newPerson(t, startMiddleman(t, s.URL, func(w http.ResponseWriter, r *http.Request) bool {
		r.Header.Del("Cookie")
		return false
	}), phone)
	p.onNewDocument(withoutCookies)
	p.followOnly()
	path, move := startWatched(t, s.URL)
	p.open(path)
	p.awaitPly(move())
	p.open("/rules/camelot")
	p.tap(`form[action="/solo"] button`)
	p.await(`document.querySelector("main").innerText.includes("Your browser stores no cookies for this site")`)
	p.allowError("403")
	p.closeBrowser()
}
