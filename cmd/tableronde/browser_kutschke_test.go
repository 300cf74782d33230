package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// ownRide tells that the visitor owes a decision in Kutschke's game, and ranked
// that it is over.
const (
	ownRide = `!!document.querySelector(".rider.act.mine")`
	ranked  = `!!document.querySelector(".ranks")`
)

// venture finds what a simple knight touches next: a stake, a card to pick, a step
// that can be added, a place where there is something to do, or the button. In the
// first round whoever is in the tournament stays at Camelot.
const venture = `(() => {
	const id = (e) => e ? "#" + CSS.escape(e.id) : "";
	const q = (s) => document.querySelector("#bar " + s);
	const posts = q("form #confirm");
	if (q(".tiles")) {
		if (posts) return "#confirm";
		const wishes = ["T", "Q", "P", "G", "EB", "A", "EL", "ED", "ES"];
		return id(wishes.map(k => q("#tile-" + k + ":not(.no)")).find(Boolean));
	}
	if (!q("#plan")) return q(".hand .up") ? "#confirm" : id(q(".hand a.card")) || "#confirm";
	const options = [...document.querySelectorAll("#bar .option")];
	if (options.length) {
		const wanted = [...document.querySelectorAll(".mine-too small")].map(s => s.textContent.split("·")[0].trim());
		if (options[0].id.startsWith("option-p-")) {
			const books = q(".card.virtue[aria-label*=livre], .card.virtue[aria-label*=book]");
			return id(options.find(o => wanted.includes(o.querySelector("b").textContent.trim())) ??
				options.find(o => (o.id === "option-p-camelot") === !(books && q("#spare-G"))) ?? options[0]);
		}
		return id(options.find(o => o.classList.contains("best")) ?? options.at(-1));
	}
	const joust = q("#spare-T") && /\b1$/.test(document.querySelector(".ringmap .round").textContent);
	const spare = ["Q", "G", "EB", "A", "ED", "ES", "EL", joust ? "none" : "P"].map(k => q(".spare:not(.no) a#spare-" + k)).find(Boolean);
	return id(spare) || "#confirm";
})()`

// decideRide touches one thing after the other until something is sent. Looks are
// made at pages of a kind not seen before.
func (p *person) decideRide(touch func(selector string), look func(kind string)) {
	p.t.Helper()
	const state = `document.querySelector("#match").dataset.url + "|" + document.querySelector("#match").dataset.ply`
	for range 40 {
		was := evaluate[string](p, state)
		selector := evaluate[string](p, venture)
		if selector == "" {
			p.t.Fatalf("nothing to do\n%s", p.glance())
		}
		if look != nil {
			look(evaluate[string](p, `(document.querySelector("#bar .tiles") ? "pick" : document.querySelector("#bar #plan") ? "turn" : "stakes") +
				(document.querySelector("#bar .option") ? ", a choice" : "") + (document.querySelector("#bar form #confirm") ? ", to send" : "")`))
		}
		sends := evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(%q).closest("form")`, selector))
		touch(selector)
		p.await(fmt.Sprintf(`document.readyState === "complete" && document.querySelector("#match") && %s !== %q`, state, was))
		if sends {
			return
		}
	}
	p.t.Fatalf("no end of steps\n%s", p.glance())
}

// roundTable opens a table of Kutschke's Camelot and returns the path of the match
// and the invitation.
func (p *person) roundTable(seats int, name string, touch func(string)) (match, invite string) {
	p.t.Helper()
	p.open("/new?game=kutschke")
	touch(fmt.Sprintf(`label:has(input[name=seats][value="%d"])`, seats))
	if name != "" {
		p.typeInto(`input[name=name]`, name)
	}
	touch(`form[action="/matches"] .primary`)
	p.await(`!!document.querySelector("#invite")`)
	return p.path(), strings.TrimPrefix(evaluate[string](p, `document.querySelector("#invite").value`), p.base)
}

// TestKutschkeTwoBrowsers plays two rounds between a phone by touch and a keyboard,
// and then one of them gives up; where TABLERONDE_LONG is set, they play to the
// target.
func TestKutschkeTwoBrowsers(t *testing.T) {
	s := startServer(t, t.TempDir()+"/circle.db")
	ada := newPerson(t, s.url, phone)
	bo := newPerson(t, s.url, device{width: 1440, height: 900, dark: true, language: "fr"})
	match, invite := ada.roundTable(2, "Aliénor", ada.tap)
	bo.open(invite)
	bo.typeInto(`input[name=name]`, "Gauvain")
	bo.click(`form[action^="/i/"] .primary`)
	bo.await(`location.pathname === "` + match + `"`)
	ada.await(`!!document.querySelector(".ringmap")`)
	ada.open(match + "/orders")
	ada.audit("the wish list")
	ada.open(match)

	seen := map[string]bool{}
	looks := func(p *person, who string) func(string) {
		return func(kind string) {
			if kind = who + " " + kind; seen[kind] {
				return
			}
			seen[kind] = true
			p.audit(kind)
			p.shot("kutschke " + kind)
			if wide := evaluate[float64](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s: the page is %.0f px wider than the window", kind, wide)
			}
		}
	}
	pressed := 0
	enter := func(selector string) {
		if pressed++; pressed < 8 {
			bo.tabTo(selector)
		} else { // the way there is known to be free
			bo.do("focus "+selector, chromedp.Focus(chromedp.CSS(selector)))
		}
		bo.press(kb.Enter)
	}
	turns := 0
	for ; turns < 1000; turns++ {
		ada.await(`document.querySelector(".rider.act") || ` + ranked)
		if evaluate[bool](ada, ranked) {
			break
		}
		if os.Getenv("TABLERONDE_LONG") == "" && evaluate[bool](ada, `/\b3$/.test(document.querySelector(".ringmap .round").textContent)`) {
			bo.open(match + "?ask=resign")
			bo.click(".ask form button")
			ada.await(ranked)
			continue
		}
		first, second, touch, who := ada, bo, ada.tap, "phone"
		if !evaluate[bool](ada, ownRide) {
			first, second, touch, who = bo, ada, enter, "desktop"
		}
		first.await(ownRide)
		first.decideRide(touch, looks(first, who))
		second.await(fmt.Sprintf(`Number(document.querySelector("#match").dataset.ply ?? Infinity) >= %s`, ply(first)))
	}
	for _, p := range []*person{ada, bo} {
		p.await(ranked)
		p.audit("the end of a game on the circle")
		p.shot("kutschke end")
	}
	for _, kind := range []string{"phone pick", "phone turn", "desktop turn, to send", "phone stakes, to send"} {
		if !seen[kind] {
			t.Errorf("no %s has been seen", kind)
		}
	}
	ada.tap(`form[action$="/rematch"] button`)
	ada.await(`location.pathname !== "` + match + `"`)
	t.Logf("%d decisions", turns)
	ada.leave()
	bo.leave()
}

// TestKutschkeAmongPrograms plays at tables of three and four with programs, in a
// browser without scripts, with a wish list and over a restart.
func TestKutschkeAmongPrograms(t *testing.T) {
	db := t.TempDir() + "/rides.db"
	s := startServer(t, db)
	cy := newPerson(t, s.url, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})
	for seats := 3; seats <= 4; seats++ {
		name := ""
		if seats == 3 {
			name = "Perceval"
		}
		match, link := cy.roundTable(seats, name, cy.tap)
		id, invite := strings.TrimPrefix(match, "/m/"), strings.TrimPrefix(link, "/i/")
		var knaves []*knave
		for i := range seats - 1 {
			k := newKnave(t, s.url, fmt.Sprint("Knight ", i+2))
			k.call(http.MethodPost, "/api/v1/matches/"+id+"/join", map[string]any{"invite": invite}, &struct{}{})
			knaves = append(knaves, k)
		}
		cy.open(match + "/orders")
		for _, wish := range []string{"#add-Q", "#add-P", "#add-EB"} {
			cy.tap(wish)
			cy.await(fmt.Sprintf(`document.readyState === "complete" && [...document.querySelectorAll("select")].some(s => s.value === %q)`, strings.TrimPrefix(wish, "#add-")))
		}
		cy.shot("kutschke wishes")
		cy.tap("#confirm")
		cy.await(`!!document.querySelector("#saved")`)
		for turn := 0; turn < 5; turn++ {
			everybody(t, knaves, id)
			cy.open(match)
			if turn == 0 && !evaluate[bool](cy, `!!document.querySelector("#bar #plan, .tile")`) {
				t.Errorf("the wish list leads nowhere\n%s", cy.glance())
			}
			if !evaluate[bool](cy, ownRide) {
				break
			}
			cy.decideRide(cy.tap, nil)
			if seats == 3 && turn == 1 {
				s = restart(t, s, db)
				for _, k := range knaves {
					k.base = s.url
				}
			}
		}
		cy.shot(fmt.Sprintf("kutschke plain %d", seats))
		if seats == 3 { // the programs play on alone
			cy.open(match + "?ask=resign")
			cy.tap(".ask form button")
			cy.await(`document.readyState === "complete" && !document.querySelector(".ask")`)
			everybody(t, knaves, id)
		} else { // the programs give up
			for _, k := range knaves {
				m := k.look(id)
				k.call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}, &m)
			}
		}
		cy.open(match)
		cy.await(ranked)
		if got := evaluate[int](cy, `document.querySelectorAll(".ranks tbody tr").length`); got != seats {
			t.Errorf("the ranking of %d knights has %d lines", seats, got)
		}
		last := strings.Contains(cy.text(".ranks tbody tr:last-child th"), "Perceval")
		if first := strings.Contains(cy.text(".ranks tbody tr:first-child th"), "Perceval"); last != (seats == 3) || first != (seats == 4) {
			t.Errorf("the ranking of %d is wrong\n%s", seats, cy.glance())
		}
	}
	cy.leave()
}
