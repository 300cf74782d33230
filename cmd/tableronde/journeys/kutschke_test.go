package journeys

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// ownRide is true while the visitor owes a decision in Kutschke's game, and ranked once the game is
// over.
const (
	ownRide = `!!document.querySelector(".rider.act.mine")`
	ranked  = `!!document.querySelector(".ranks")`
)

// rideChoiceScript finds the next thing that a simple knight touches: a stake, a card to pick, a
// step to add, a useful place, or the button. In the first round a knight in the tournament stays
// at Camelot. From then on the first seat jousts in every round, which brings the game to its
// target.
const rideChoiceScript = `((document) => {
	const id = (e) => e ? "#" + CSS.escape(e.id) : "";
	const q = (s) => document.querySelector("#bar " + s);
	const posts = q("form #confirm");
	const later = !/\b1$/.test(document.querySelector(".ringmap .round").textContent);
	const steady = later && document.querySelector(".rider.mine")?.id === "seat-1";
	const away = /\d/.test(document.querySelector(".circle a").getAttribute("aria-label"));
	if (q(".tiles")) {
		if (posts) return "#confirm";
		const wishes = steady ? [away ? "P" : "T", "T", "ES", "EL", "ED", "EB", "A", "G", "Q", "P"] :
			[later ? "Q" : "T", "Q", "P", "G", "EB", "A", "EL", "ED", "ES", "T"];
		return id(wishes.map(k => q("#tile-" + k + ":not(.no)")).find(Boolean));
	}
	if (!q("#plan")) return q(".hand .up") ? "#confirm" : id(q(".hand a.card:not(.read)")) || "#confirm";
	const options = [...document.querySelectorAll("#bar .option")];
	if (options.length) {
		const wanted = [...document.querySelectorAll(".mine-too small")].map(s => s.textContent.split("·")[0].trim());
		if (options[0].id.startsWith("option-p-")) {
			const books = q(".card.virtue[aria-label*=livre], .card.virtue[aria-label*=book]");
			const home = options.find(o => o.id === "option-p-camelot");
			if (steady && home) return id(home);
			return id(options.find(o => wanted.includes(o.querySelector("b").textContent.trim())) ??
				options.find(o => (o.id === "option-p-camelot") === !(books && q("#spare-G"))) ?? options[0]);
		}
		return id(options.find(o => o.classList.contains("best")) ?? options.at(-1));
	}
	const stays = steady ? !away : q("#spare-T") && !later;
	const spare = ["Q", "G", "EB", "A", "ED", "ES", "EL", stays ? "none" : "P"].map(k => q(".spare:not(.no) a#spare-" + k)).find(Boolean);
	return id(spare) || "#confirm";
})`

// hastenScript returns a script that plays without rendering. It fetches pages, follows the links
// and sends the forms that the script choice finds. It ends when the match is over, when stop is
// true of a page, or when no element fits the selector mine: then others are to act.
func hastenScript(match, mine, choice, stop string) string {
	return `(async () => {
	const read = async (url, how) => {
		const answer = await fetch(url, how);
		if (!answer.ok) throw new Error(answer.status + " for " + url);
		return [new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url];
	};
	let [page, at] = await read("` + match + `");
	let sent = 0;
	for (let n = 0; n < 300; n++) {
		if (!page.querySelector("` + mine + `") || ` + stop + `(page)) return sent;
		const chosen = page.querySelector(` + choice + `(page));
		if (!chosen) throw new Error("nothing to do at " + at);
		const form = chosen.closest("form");
		if (form) {
			[page, at] = await read(new URL(form.getAttribute("action"), at), {method: "POST", body: new URLSearchParams(new FormData(form))});
			sent++;
		} else {
			[page, at] = await read(new URL(chosen.getAttribute("href"), at));
		}
	}
	throw new Error("no end of steps at " + at);
})()`
}

// stakesScript tests whether a page asks for stakes.
const stakesScript = `((document) => !document.querySelector("#bar .tiles, #bar #plan"))`

// decideRide touches one thing after the other until an action is sent. Before each touch it calls
// look with the kind of the page, unless look is nil.
func (p *person) decideRide(touch func(selector string), look func(kind string)) {
	p.t.Helper()
	const state = `document.querySelector("#match").dataset.url + "|" + document.querySelector("#match").dataset.ply`
	for range 40 {
		// The page may still be on its way from one answer to the next.
		p.await("document.querySelector(" + rideChoiceScript + "(document) || null)")
		was := evaluate[string](p, state)
		selector := evaluate[string](p, rideChoiceScript+"(document)")
		if look != nil {
			look(evaluate[string](p, `(document.querySelector("#bar .tiles") ? "pick" : document.querySelector("#bar #plan") ? "turn" : "stakes") +
				(document.querySelector("#bar .option") ? ", a choice" : "") + (document.querySelector("#bar form #confirm") ? ", to send" : "")`))
		}
		sends := evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(%q)?.closest("form")`, selector))
		touch(selector)
		if !p.changes(state, was) {
			touch(selector) // the first was taken for a slip: it lay where the last one did
		}
		p.await(fmt.Sprintf(`document.querySelector("#match") && %s !== %q`, state, was))
		if sends {
			return
		}
	}
	p.t.Fatalf("no end of steps\n%s", p.pageState())
}

// hasten runs hastenScript, and returns the number of forms sent.
func (p *person) hasten(match, mine, choice, stop string) (sent int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserTimeout)
	defer cancel()
	sent, err := chromedp.Run(ctx, chromedp.Evaluate[int](hastenScript(match, mine, choice, stop), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("in haste: %v\n%s", err, p.pageState())
	}
	return sent
}

// hastenBoth has two people hasten, away from the page of their match. They stop when the match is
// over or stop is true of a page of the first. It returns the number of forms sent.
func hastenBoth(first, second *person, match, mine, choice, stop string) (sent int) {
	first.t.Helper()
	first.open("/healthz")
	second.open("/healthz")
	for more := 1; more > 0; sent += more {
		more = first.hasten(match, mine, choice, stop) + second.hasten(match, mine, choice, never)
	}
	first.open(match)
	second.open(match)
	return sent
}

// never is false of every page, so that hasten does not stop early.
const never = "(() => false)"

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
	return p.path(), p.invitation()
}

// ridePair are two people at a table of Kutschke's Camelot, one with a phone and one with a
// keyboard. It counts their decisions and the kinds of pages that they have seen.
type ridePair struct {
	*testing.T
	ada, bo         *person
	enter           func(selector string) // Bo's way to activate something
	seen            map[string]bool       // the kinds of pages
	byHand, hurried int                   // decisions
}

// hasten hastens once pages of most kinds have been seen by hand, until the phone is asked for
// stakes for the first time.
func (r *ridePair) hasten(match string) {
	r.Helper()
	if clitest.IsLong() || !r.seen["phone pick"] || !r.seen["phone turn"] || !r.seen["desktop turn, to send"] {
		return
	}
	stop := never
	if !r.seen["phone stakes, to send"] {
		stop = stakesScript
	}
	r.hurried += hastenBoth(r.ada, r.bo, match, ".rider.act.mine", rideChoiceScript, stop)
}

// turn has the one to act decide, and the other see it.
func (r *ridePair) turn() {
	actor, other, touch, device := r.ada, r.bo, r.ada.tap, "phone"
	if !evaluate[bool](r.ada, ownRide) {
		actor, other, touch, device = r.bo, r.ada, r.enter, "desktop"
	}
	actor.await(ownRide)
	r.byHand++
	actor.decideRide(touch, func(kind string) { actor.lookOnce(r.seen, "kutschke", device+" "+kind) })
	other.await(fmt.Sprintf(`Number(document.querySelector("#match").dataset.ply ?? Infinity) >= %s`, shownPly(actor)))
}

// finish checks the end of the game, and that all kinds of pages have been seen.
func (r *ridePair) finish() {
	for _, p := range []*person{r.ada, r.bo} {
		p.await(ranked)
		p.audit("the end of a game on the circle")
		p.photograph("kutschke end")
	}
	if caption := r.ada.text(".ranks caption"); !strings.Contains(caption, "25") {
		r.Errorf("the game has not come to its target: %s", caption)
	}
	for _, kind := range []string{"phone pick", "phone turn", "desktop turn, to send", "phone stakes, to send"} {
		if !r.seen[kind] {
			r.Errorf("no %s has been seen", kind)
		}
	}
	r.Logf("decisions: %d by hand, %d in haste", r.byHand, r.hurried)
}

// TestKutschkeTwoBrowsers plays a whole game between a phone by touch and a
// keyboard. Once each kind of page has been seen the browsers hasten, except in long runs.
func TestKutschkeTwoBrowsers(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/circle.db")
	ada := newPerson(t, s.URL, phone)
	bo := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true, language: "fr"})
	match, invite := ada.roundTable(2, "Aliénor", ada.tap)
	bo.open(invite)
	bo.accept("Gauvain", match)
	ada.await(`!!document.querySelector(".ringmap")`)
	ada.open(match + "/orders")
	ada.audit("the wish list")
	ada.open(match)

	pair := &ridePair{T: t, ada: ada, bo: bo, enter: bo.byKeys(7), seen: map[string]bool{}}
	for range 1000 {
		ada.await(`document.querySelector(".rider.act") || ` + ranked)
		if pair.hasten(match); evaluate[bool](ada, ranked) {
			break
		}
		pair.turn()
	}
	pair.finish()
	playAgain(match, ada, bo)
	ada.closeBrowser()
	bo.closeBrowser()
}

// TestKutschkeAmongPrograms plays at tables of three and four with programs, in a browser without
// scripts. It uses a wish list, and restarts the server. At the table of three the browser resigns,
// at the table of four the programs do.
func TestKutschkeAmongPrograms(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/rides.db"
	s := startSite(t, db)
	cy := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})

	match, link := cy.roundTable(3, "Perceval", cy.tap)
	apiPlayers := newAPIPlayers(t, s.URL, match, link, knightNames(2)...)
	cy.leaveWishes(match)
	cy.checkWishes(apiPlayers, match)
	cy.rideAmong(apiPlayers, match, 2)
	s = restartSite(t, s, db)
	for _, k := range apiPlayers {
		k.Base = s.URL
	}
	cy.rideAmong(apiPlayers, match, 3)
	cy.photograph("kutschke plain 3")
	cy.open(match + "?ask=resign")
	cy.tap(".ask form button")
	cy.await(`!document.querySelector(".ask")`)
	playAll(t, apiPlayers, strings.TrimPrefix(match, "/m/"))
	cy.checkRanks(match, 3, "last")

	match, link = cy.roundTable(4, "", cy.tap)
	apiPlayers = newAPIPlayers(t, s.URL, match, link, knightNames(3)...)
	cy.leaveWishes(match)
	cy.checkWishes(apiPlayers, match)
	cy.rideAmong(apiPlayers, match, 2)
	cy.photograph("kutschke plain 4")
	for _, k := range apiPlayers {
		id := strings.TrimPrefix(match, "/m/")
		m := k.GetMatch(id)
		k.Call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}, &m)
	}
	cy.checkRanks(match, 4, "first")
	cy.closeBrowser()
}

// leaveWishes leaves a wish list for the visitor's seat.
func (p *person) leaveWishes(match string) {
	p.t.Helper()
	p.open(match + "/orders")
	for _, wish := range []string{"#add-Q", "#add-P", "#add-EB"} {
		p.tap(wish)
		p.await(fmt.Sprintf(`[...document.querySelectorAll("select")].some(s => s.value === %q)`, strings.TrimPrefix(wish, "#add-")))
	}
	p.photograph("kutschke wishes")
	p.tap("#confirm")
	p.await(`!!document.querySelector("#saved")`)
}

// checkWishes has the programs pick, and checks whether the wish list has left the visitor a page
// of the game to act on.
func (p *person) checkWishes(apiPlayers []*clitest.APIPlayer, match string) {
	p.t.Helper()
	playAll(p.t, apiPlayers, strings.TrimPrefix(match, "/m/"))
	p.open(match)
	p.await(`!!document.querySelector("#bar #plan, .tile")`)
}

// rideAmong plays a number of turns among programs, fewer if the match ends.
func (p *person) rideAmong(apiPlayers []*clitest.APIPlayer, match string, turns int) {
	p.t.Helper()
	for range turns {
		playAll(p.t, apiPlayers, strings.TrimPrefix(match, "/m/"))
		p.open(match)
		if !evaluate[bool](p, ownRide) {
			return
		}
		p.decideRide(p.tap, nil)
	}
}

// checkRanks checks the ranking of a finished match: it has a line for each seat, and Perceval is
// "first" or "last".
func (p *person) checkRanks(match string, seats int, place string) {
	p.t.Helper()
	p.open(match)
	p.await(ranked)
	if got := evaluate[int](p, `document.querySelectorAll(".ranks tbody tr").length`); got != seats {
		p.t.Errorf("the ranking of %d knights has %d lines", seats, got)
	}
	for _, end := range []string{"first", "last"} {
		if got := strings.Contains(p.text(".ranks tbody tr:"+end+"-child th"), "Perceval"); got != (end == place) {
			p.t.Errorf("the ranking of %d is wrong\n%s", seats, p.pageState())
		}
	}
}
