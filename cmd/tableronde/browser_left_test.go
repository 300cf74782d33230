package main

import (
	"strings"
	"testing"
)

// In French on phones, one of three leaves a match of cards; another proposes the computer,
// the third, without scripts, accepts. Whoever has left still finds the match, and watches, though
// the server was killed with the consent.
func TestComputerTakesTheSeatOfWhoHasLeft(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/left.db"
	s := startSite(t, db)
	french, plain := phone, phone
	french.language, plain.language, plain.noScripts = "fr", "fr", true
	bo := newPerson(t, s.url, french)
	bo.open("/new?game=kutschke")
	bo.tap(`label:has(input[name=seats][value="3"])`)
	bo.typeInto(`input[name=name]`, "Béatrice")
	bo.tap(`form[action="/matches"] .primary`)
	bo.await(`!!document.querySelector("#invite")`)
	match, invitation := bo.path(), bo.invitation()
	ada, cy := newPerson(t, s.url, french), newPerson(t, s.url, plain)
	for p, name := range map[*person]string{ada: "Aliénor", cy: "Perceval"} {
		p.open(invitation)
		p.accept(name, match)
	}
	bo.awaitOpened(`!!document.querySelector("main[data-ply]")`, match)
	bo.open(match + "?ask=resign")
	bo.tap("#do-resign")
	ada.await(`!!document.querySelector("[id^=ask-left-]")`)
	ada.await(`document.querySelector("[id^=offer-left-]").textContent.includes("Béatrice ne joue plus.")`)
	ada.audit("somebody has left")
	ada.photograph("left-phone")
	seat := strings.TrimPrefix(evaluate[string](ada, `document.querySelector("[id^=ask-left-]").id`), "ask-left-")
	ada.choose("#bot-left-"+seat, "offer bot "+seat+" 5")
	ada.tap("#ask-left-" + seat)
	ada.await(`document.querySelector("#offer-bot").textContent.includes("Légende")`)
	ada.audit("the computer is proposed")
	ada.photograph("left-asked-phone")
	cy.open(match)
	cy.photograph("left-answer-phone")
	cy.tap("#accept_bot")
	cy.await(`document.querySelector("main").textContent.includes("Légende (ordinateur) joue à la place de Béatrice")`)
	ada.await(`document.querySelector("main").textContent.includes("Légende (ordinateur) joue à la place de Béatrice")`)
	ada.audit("the computer plays on")
	ada.photograph("left-taken-phone")
	s.kill()
	startSite(t, db, "--addr", strings.TrimPrefix(s.url, "http://"))
	bo.awaitOpened(`document.querySelector("main").textContent.includes("L’ordinateur joue à votre place")`, "/")
	bo.photograph("left-home-phone")
	bo.tap(`a[href="` + match + `"]`)
	bo.await(`document.querySelector("#bar").textContent.includes("Légende (ordinateur) joue désormais à votre place")`)
	bo.audit("whoever has left watches")
	bo.photograph("left-watches-phone")
	for _, p := range []*person{ada, bo, cy} {
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.closeBrowser()
	}
}
