package journeys

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// TestOperatorInABrowser has an operator find the way from the home page, remove a reported message
// and mute its author. The author reads so in French. All of it outlives a restart and is in the
// log.
func TestOperatorInABrowser(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/operator.db"
	s := startSite(t, db)
	clitest.MakeAccount(t, s.URL, "Ada")
	clitest.CheckRun(t, true, "", "admin", "operators", "add", "Ada", "--db", db)

	bo := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, language: "fr", dark: true})
	bo.open("/new?game=cam&public=1")
	bo.typeInto(`input[name=name]`, "Bérénice")
	bo.tap(`form[action="/matches"] .primary`)
	bo.await(`location.pathname.startsWith("/m/")`)
	match := bo.path()
	cid := clitest.NewAPIPlayer(t, s.URL, "Cid")
	cid.Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(match, "/m/")+"/join", map[string]any{}, &struct{}{})
	bo.say(match, "", "Quelle sottise")
	var talk struct{ Messages []struct{ ID string } }
	cid.Call(http.MethodGet, "/api/v1"+strings.Replace(match, "/m/", "/matches/", 1)+"/messages", nil, &talk)
	if len(talk.Messages) != 1 {
		t.Fatalf("Cid reads %+v", talk)
	}
	cid.Call(http.MethodPost, "/api/v1"+strings.Replace(match, "/m/", "/matches/", 1)+"/messages/"+talk.Messages[0].ID+"/report", nil, nil)

	ada := newPerson(t, s.URL, desktop)
	ada.open("/sign-in")
	ada.typeInto(`form[action="/sign-in"] input[name=name]`, "Ada")
	ada.typeInto(`form[action="/sign-in"] input[name=password]`, "nine white swans")
	ada.tap(`form[action="/sign-in"] .primary`)
	ada.await(`location.pathname !== "/sign-in"`)
	ada.open("/")
	ada.tap(`.foot a[href="/settings"]`)
	ada.await(`location.pathname === "/settings"`)
	ada.tap(`a[href="/admin"]`)
	ada.await(`document.querySelector(".report")?.textContent.includes("Quelle sottise")`)
	ada.audit("the operators' page")
	ada.typeInto(`.report input[name=reason]`, "Injure")
	ada.tap(`.report button[value=remove]`)
	ada.await(`!document.querySelector(".report") && location.pathname === "/admin"`)
	ada.mute("Bérénice", bo)

	restartSite(t, s, db)
	bo.open(match + "/messages")
	bo.await(`document.body.textContent.includes("Trop de bruit") && !document.body.textContent.includes("sottise")`)
	if evaluate[bool](bo, `!!document.querySelector("#say-text")`) {
		t.Error("who is muted is offered to write")
	}
	bo.audit("the messages of who is muted")
	bo.photograph("operator-muted")
	ada.open("/admin")
	ada.await(`document.querySelector(".acted").textContent.includes("Trop de bruit")`)
	for _, p := range []*person{ada, bo} {
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.closeBrowser()
	}
}

// mute has an operator mute a player for a day, by the id on the player's own page.
func (p *person) mute(name string, who *person) {
	p.t.Helper()
	who.open("/me")
	id := strings.TrimPrefix(evaluate[string](who, `document.querySelector("a[href^='/players/']").getAttribute("href")`), "/players/")
	p.typeInto(`#who`, id)
	p.tap(`#player-form label:has(input[value=mute])`)
	p.typeInto(`#player-reason`, "Trop de bruit")
	p.tap(`#player-form .primary`)
	p.await(`document.querySelector(".acted")?.textContent.includes("Trop de bruit")`)
	if text := p.text(".acted"); !strings.Contains(text, name) {
		p.t.Errorf("the log does not name %s: %s", name, text)
	}
}
