package journeys

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// injections returns the texts that people might type to do harm.
func injections(t *testing.T) (list []string) {
	t.Helper()
	file, err := os.Open("../../../handlers/testdata/injections.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var text string
		if !strings.HasPrefix(lines.Text(), "#") {
			if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
				t.Fatal(err)
			}
			list = append(list, text)
		}
	}
	return list
}

// TestInjectionsInABrowser has people with harmful names write two hundred harmful messages. A
// browser must run none of them and make no element of them. It must send no request because of
// them, and must show each as the API returns it.
func TestInjectionsInABrowser(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/injections.db")
	eve := newPerson(t, s.URL, desktop)
	eve.onNewDocument(`window.hits = []; addEventListener("securitypolicyviolation", e => hits.push(e.blockedURI));
		for (const name of ["alert", "confirm", "prompt", "open"]) window[name] = (...args) => { hits.push(name); };`)
	eve.open("/settings")
	eve.typeInto(`form[action="/name"] input[name=name]`, `<img src=x onerror=pwned=1>`)
	eve.tap(`form[action="/name"] button`)
	eve.await(`document.body.textContent.includes("onerror=pwned")`)
	host := clitest.NewAPIPlayer(t, s.URL, `"><svg onload=pwned=1>`)
	var made struct{ ID string }
	host.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "public": true, "seat": 1}, &made)
	clitest.NewAPIPlayer(t, s.URL, `' onmouseover='pwned=1`).Call(http.MethodPost, "/api/v1/matches/"+made.ID+"/join", map[string]any{}, &struct{}{})
	var want []string
	all := injections(t)
	for i := 0; len(all) > 0; i++ {
		writer := clitest.NewAPIPlayer(t, s.URL, fmt.Sprintf("<script>pwned=%d</script>", i))
		for _, text := range all[:min(20, len(all))] { // a player may write this many at once
			var said struct{ Text string }
			writer.Call(http.MethodPost, "/api/v1/matches/"+made.ID+"/messages", map[string]any{"text": text}, &said)
			want = append(want, said.Text)
		}
		all = all[min(20, len(all)):]
	}
	eve.open("/m/" + made.ID + "/messages")
	for shown := len(want); shown > 0; {
		eve.await(`!!document.querySelector("#messages .said")`)
		eve.checkInert("messages")
		texts := evaluate[[]string](eve, `[...document.querySelectorAll("#messages .said .text")].map(e => e.children.length ? "elements" : e.textContent)`)
		if len(texts) == 0 || len(texts) > shown {
			t.Fatalf("%d messages are shown", len(texts))
		}
		for i, text := range texts {
			if text != want[shown-len(texts)+i] {
				t.Errorf("%q is shown as %q", want[shown-len(texts)+i], text)
			}
		}
		if shown -= len(texts); shown > 0 {
			first := evaluate[string](eve, `document.querySelector("#messages .said li[id]").id`)
			eve.tap("#earlier")
			eve.await(fmt.Sprintf(`!!document.querySelector("#messages .said") && document.querySelector("#messages .said li[id]").id !== %q`, first))
		}
	}
	for _, path := range []string{"/m/" + made.ID, "/m/" + made.ID + "/notes", "/", "/tables", "/settings"} {
		eve.open(path)
		eve.checkInert(path)
	}
}

// checkInert checks that no typed text has an effect in the page, and that the page has sent
// requests to the site only.
func (p *person) checkInert(where string) {
	p.t.Helper()
	if hits := evaluate[string](p, `JSON.stringify([window.pwned ?? null, window.hits])`); hits != "[null,[]]" {
		p.t.Errorf("%s: something ran, or was kept from it: %s", where, hits)
	}
	if bad := evaluate[string](p, `[...document.querySelectorAll("*")].filter(e => ["IFRAME", "OBJECT", "EMBED", "BASE", "MARQUEE", "TEMPLATE"].includes(e.tagName.toUpperCase()) ||
		[...e.attributes].some(a => /^(on|style$|srcdoc$)/.test(a.name) || /pwned/.test(a.value) && !["value", "aria-label", "title", "content", "alt", "data-say"].includes(a.name)))
		.map(e => e.outerHTML.slice(0, 200)).join("\n")`); bad != "" {
		p.t.Errorf("%s: what was typed has become %s", where, bad)
	}
	if foreign := evaluate[string](p, `performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith(location.origin)).join(" ")`); foreign != "" {
		p.t.Errorf("%s: the page has asked for %s", where, foreign)
	}
}

// say writes a message to a room of the match, "" for the only one.
func (p *person) say(match, room, text string) {
	p.t.Helper()
	p.open(match + "/messages")
	if room != "" {
		p.tap(fmt.Sprintf(`label:has(input[name=to][value=%q])`, room))
	}
	p.do("write", chromedp.SendKeys(chromedp.CSS("#say-text"), text))
	p.click("#send")
	p.await(fmt.Sprintf(`document.querySelector("#messages").textContent.includes(%q)`, text))
}

// TestCompany has two people play, in two languages, while a third watches. They write to each
// other, count spectators, write notes and close a table to spectators. Messages and notes outlive
// a restart.
func TestCompany(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/company.db"
	s := startSite(t, db)
	ada, bo, eve := newPerson(t, s.URL, desktop), newPerson(t, s.URL, device{width: 360, height: 740, touch: true, language: "fr", dark: true}), newPerson(t, s.URL, phone)
	match := meetInPublic(ada, bo, eve)
	eve.awaitWatchers(match, ada, "1 watches")
	eve.awaitWatchers(match, bo, "1 personne regarde")
	ada.say(match, "", "Good luck")
	bo.open(match)
	bo.await(`document.querySelector("#messages")?.textContent.includes("1 nouveau")`)
	bo.say(match, "", "Merci, à vous")
	eve.say(match, "", "I watch")
	ada.open(match + "/messages")
	ada.await(`document.querySelector("#messages").textContent.includes("Merci") && !document.querySelector("#messages").textContent.includes("I watch")`)
	ada.audit("messages with tabs")
	for p, text := range map[*person]string{ada: "He opens fast", bo: "Elle garde la gauche"} {
		p.open(match + "/messages")
		p.tap(`.tabs a[href$="/notes"]`)
		p.await(`!!document.querySelector("#remark")`)
		p.do("write", chromedp.SendKeys(chromedp.CSS("#remark"), text))
		p.click("#keep")
		p.await(fmt.Sprintf(`document.querySelector(".remarks")?.textContent.includes(%q)`, text))
		p.audit("notes")
	}
	restartSite(t, s, db)
	ada.open(match + "/notes")
	ada.await(`document.querySelector(".remarks").textContent.includes("He opens fast") && !document.body.textContent.includes("la gauche")`)
	ada.open(match + "/messages")
	ada.await(`document.querySelector("#messages").textContent.includes("Merci")`)

	closeTable(ada, bo, eve)
	for _, p := range []*person{ada, bo, eve} {
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.allowError("403")
		p.closeBrowser()
	}
}

// closeTable has bo open a table that never shows its hands. Ada sits down and resigns. After that
// eve, who has watched, sees nothing more.
func closeTable(ada, bo, eve *person) {
	bo.t.Helper()
	bo.open("/new?game=knizia&public=1")
	bo.tap(`#options summary`)
	bo.tap(`label:has(input[name=watch][value="live"])`)
	bo.photograph("company-closed-new")
	bo.tap(`form[action="/matches"] .primary`)
	bo.await(`location.pathname.startsWith("/m/")`)
	closed := bo.path()
	eve.open(closed)
	eve.await(`document.body.textContent.includes("never shown to anybody else")`)
	ada.open(closed)
	ada.tap("#join")
	ada.await(`!!document.querySelector("main[data-ply]")`)
	eve.open(closed)
	eve.await(`!!document.querySelector("main[data-watch]")`)
	ada.open(closed + "?ask=resign")
	ada.click("#do-resign")
	ada.await(`document.querySelector("main") && !document.querySelector("main[data-ply]")`)
	eve.open(closed)
	eve.await(`document.body.textContent.includes("Closed to spectators")`)
	eve.audit("a closed match")
	eve.photograph("company-closed")
}

// meetInPublic has two sit down at a public table, and a third watch.
func meetInPublic(ada, bo, eve *person) (match string) {
	ada.t.Helper()
	ada.open("/")
	ada.open("/new?game=camelot")
	ada.typeInto(`input[name=name]`, "Ada")
	ada.tap(`label:has(input[name=seat][value="1"])`)
	ada.tap(`label:has(input[name=public][value="1"])`)
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`location.pathname.startsWith("/m/")`)
	match = ada.path()
	bo.open(match)
	bo.typeInto(`input[name=name]`, "Bérénice")
	bo.tap("#join")
	bo.await(`document.querySelector("#match")?.dataset.ply`)
	eve.open("/settings")
	eve.typeInto(`form[action="/name"] input[name=name]`, "Eve")
	eve.tap(`form[action="/name"] button`)
	eve.await(`document.body.textContent.includes("Eve")`)
	eve.open(match)
	eve.await(`!!document.querySelector("main[data-watch]")`)
	return match
}

// awaitWatchers opens the page of a match as other, up to 50 times, until its title reports the
// given number of spectators. It fails the test if the page never does.
func (p *person) awaitWatchers(match string, other *person, says string) {
	p.t.Helper()
	for range 50 {
		other.open(match)
		if strings.Contains(other.text(".title .cap"), says) {
			return
		}
	}
	p.t.Errorf("the page never says %q: %s", says, other.text(".title .cap"))
}
