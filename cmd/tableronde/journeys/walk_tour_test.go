package journeys

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/games"
	"tableronde/games/catalog"
)

// stop is one page of the walk.
type stop struct {
	name, path string
	by         *clitest.Visitor // nil for a visitor without a session
}

// tour prepares a site so that every page has something to show.
type tour struct {
	t          *testing.T
	site       string
	host       *clitest.Visitor
	apiPlayers []*clitest.APIPlayer // the others at the tables of the host
	rng        *rand.Rand
	whole      bool // all stages of all boards, including boards that differ only in size
	stops      []stop
}

// newTour prepares tables of every game and lists the pages of the site.
func newTour(t *testing.T, site string, whole bool) *tour {
	t.Helper()
	w := &tour{t: t, site: site, whole: whole, host: clitest.NewVisitor(t, site), rng: rand.New(rand.NewPCG(3, 5))}
	for _, name := range []string{"Gauvain", "Béatrice", "Perceval"} {
		w.apiPlayers = append(w.apiPlayers, clitest.NewAPIPlayer(t, site, name))
	}
	for _, path := range []string{"/", "/tables", "/learn", "/learn/camelot/3", "/rules", "/help", "/setup", "/import", "/me", "/settings", "/nowhere"} {
		w.stop("guest"+fileName(path), path, nil)
	}
	for _, rules := range catalog.All() {
		info := rules.Info()
		if w.whole || info.Hidden || slices.Contains(fullTours, info.ID) { // TestRulesAreReadable opens all rules
			w.stop("new "+info.ID, "/new?game="+info.ID, nil)
			w.stop("rules "+info.ID, "/rules/"+info.ID, nil)
		}
		if info.Hidden {
			w.cards(info)
		} else {
			w.board(rules)
		}
	}
	for _, path := range []string{"/", "/tables", "/me", "/me?over=1"} {
		w.stop("host"+fileName(path), path, w.host)
	}
	slices.SortStableFunc(w.stops, func(a, b stop) int { return cmp.Compare(w.order(a.by), w.order(b.by)) })
	return w
}

// order puts the stops of one visitor together, which spares signing in and out.
func (w *tour) order(by *clitest.Visitor) int {
	switch by {
	case nil:
		return 0
	case w.host:
		return 1
	}
	return 2
}

func (w *tour) stop(name, path string, by *clitest.Visitor) {
	w.stops = append(w.stops, stop{name, path, by})
}

// table has a visitor open a table in the first seat. The visitor is on its page afterwards.
func (w *tour) table(by *clitest.Visitor, info games.Info, public string) (path, invite string) {
	w.t.Helper()
	by.Open("/new?game=" + info.ID)
	by.Submit(`form[action="/matches"]`, "name", "Aliénor", "seat", "1", "seats", fmt.Sprint(seatsOn(info)), "public", public)
	link, err := url.Parse(by.Page.Find("#invite").AttrOr("value", ""))
	if err != nil {
		w.t.Fatal(err)
	}
	return by.Path, link.Path
}

// seatsOn is the number of players on the walk: four where a game allows it.
func seatsOn(info games.Info) int {
	return min(4, info.Seats[len(info.Seats)-1])
}

// seated returns the path of a table with a player on every seat.
func (w *tour) seated(info games.Info, public string) (path string) {
	w.t.Helper()
	path, invite := w.table(w.host, info, public)
	for i, k := range w.apiPlayers[:seatsOn(info)-1] {
		join := map[string]any{"invite": strings.TrimPrefix(invite, "/i/"), "seat": i + 2}
		k.Call(http.MethodPost, "/api/v1"+strings.Replace(path, "/m/", "/matches/", 1)+"/join", join, &struct{}{})
	}
	return path
}

// room stops at a table that waits for players and at its invitation. Each table has its own host,
// since a guest may open only a few.
func (w *tour) room(info games.Info) {
	w.t.Helper()
	by := clitest.NewVisitor(w.t, w.site)
	path, invite := w.table(by, info, "")
	w.stop(info.ID+" room", path, by)
	w.stop(info.ID+" invitation", invite, nil)
}

// fullTours are boards of two, of four and of teams, on which a short tour stops at every
// stage.
var fullTours = []string{"camelot", "chivalry-4-solo", "grand-camelot"}

// board stops at the stages of a match on a board.
func (w *tour) board(rules games.Ruleset) {
	w.t.Helper()
	info := rules.Info()
	w.room(info)
	start, err := rules.New(games.Setup{})
	if err != nil {
		w.t.Fatal(err)
	}
	seats := seatsOn(info)
	turn := w.seated(info, "1")
	state := w.play(turn, start, 2*seats)
	w.stop(info.ID+" turn", turn, w.host)
	w.stop(info.ID+" squares", turn+"?try=all", w.host)
	w.stop(info.ID+" staged", turn+"?type="+w.pick(state.Legal(1)), w.host)
	if !w.whole && !slices.Contains(fullTours, info.ID) {
		return
	}
	w.stop(info.ID+" past", turn+"?ply=3", w.host)
	w.stop(info.ID+" watched", turn, nil)
	sent := w.seated(info, "")
	w.play(sent, start, 1)
	w.stop(info.ID+" sent", sent, w.host)
	over := w.seated(info, "")
	w.play(over, start, 2*seats+1)
	w.give(info, over)
	w.stop(info.ID+" over", over, w.host)
	w.shown(info, over)
	w.host.Open("/rules/" + info.ID)
	w.host.Submit(`form[action="/solo"]`)
	w.stop(info.ID+" alone", w.host.Path, w.host)
}

// shown stops at a match that the host shows to all visitors after its end.
func (w *tour) shown(info games.Info, path string) {
	w.t.Helper()
	w.host.Open(path + "/share")
	w.host.Submit("#share-show", "do", "show")
	w.stop(info.ID+" share", path+"/share", w.host)
	w.stop(info.ID+" shown", path, nil)
	w.stop(info.ID+" replay", path+"?ply=2", nil)
}

// play makes some legal moves. The host moves on the page, the others by the API.
func (w *tour) play(path string, state games.State, plies int) games.State {
	w.t.Helper()
	for ply := range plies {
		seat := state.ToAct()[0]
		action := w.pick(state.Legal(seat))
		if seat == 1 {
			w.host.Open(path + "?type=" + url.QueryEscape(action))
			w.host.Submit("#bar form:has(#confirm)")
		} else {
			w.act(w.apiPlayers[seat-2], path, ply, action)
		}
		next, _, err := state.Apply(seat, action)
		if err != nil {
			w.t.Fatal(err)
		}
		state = next
	}
	return state
}

func (w *tour) pick(legal []string) string { return legal[w.rng.IntN(len(legal))] }

func (w *tour) act(k *clitest.APIPlayer, path string, ply int, action string) {
	w.t.Helper()
	k.Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(path, "/m/")+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
}

// give has the others resign until the match is over.
func (w *tour) give(info games.Info, path string) {
	w.t.Helper()
	for _, k := range w.apiPlayers[:seatsOn(info)-1] {
		m := k.GetMatch(strings.TrimPrefix(path, "/m/"))
		if m.Over {
			return
		}
		w.act(k, path, m.Ply, "resign")
	}
}

// choiceSelectors are links to choices in a game of cards: the first on a page leads to a page with
// something to confirm. Of the cards of Knizia's Camelot only weapons and supporters do so in any
// case.
var choiceSelectors = []string{
	".values a", ".colors a:not([aria-disabled])", "#bar a.option", "#bar .tiles a:not(.no)", "#bar li.spare:not(.no) a",
	"#picking a:not([aria-current])", ".offer-card a",
	handSelector("P"), handSelector("R"), handSelector("B"), handSelector("Y"), handSelector("G"), handSelector("W"), "#withdraw[href]:not([aria-disabled])",
	"#bar .hand a:not(.no):not(.read):not([aria-current])", "a#confirm",
}

// handSelector finds cards of a kind of Knizia's Camelot that can be played.
func handSelector(kind string) string {
	return fmt.Sprintf(`#bar .hand li:not(.up):not(.no):not(.idle) a[id^="hand-%s"]`, kind)
}

// cards stops at the stages of a match of cards.
func (w *tour) cards(info games.Info) {
	w.t.Helper()
	w.room(info)
	for i, decisions := range []int{0, 2, 5} {
		path := w.later(info, "1", decisions)
		w.stop(fmt.Sprint(info.ID, " turn ", i+1), path, w.host)
		w.stop(fmt.Sprint(info.ID, " watched ", i+1), path, nil)
		w.stage(path)
		w.stop(fmt.Sprint(info.ID, " staged ", i+1), w.host.Path, w.host)
		if i > 0 {
			w.stop(fmt.Sprint(info.ID, " past ", i+1), path+"?ply=3", w.host)
		}
	}
	sent := w.later(info, "", 0)
	w.decide(sent)
	w.stop(info.ID+" sent", sent, w.host)
	w.stop(info.ID+" orders", sent+"/orders", w.host)
	w.stop(info.ID+" deal", sent+"/deal", w.host)
	over := w.later(info, "", 1)
	w.give(info, over)
	w.stop(info.ID+" over", over, w.host)
	w.stop(info.ID+" proof", over+"/deal", w.host)
	w.shown(info, over)
}

// later returns a match of cards in which the host is to decide, after a number of earlier
// decisions of the host. The deal decides how long a match takes. If a match ends too early, later
// begins another.
func (w *tour) later(info games.Info, public string, decisions int) (path string) {
	w.t.Helper()
	for range 10 {
		path, left := w.seated(info, public), decisions
		for w.reachHost(info, path) {
			if left == 0 {
				return path
			}
			w.decide(path)
			left--
		}
	}
	w.t.Fatalf("no match of %s lasts until the host has decided %d times", info.ID, decisions)
	return ""
}

// reachHost has the others play until the host is to decide. It returns false if the match ends
// first.
func (w *tour) reachHost(info games.Info, path string) bool {
	w.t.Helper()
	id := strings.TrimPrefix(path, "/m/")
	for range 400 {
		m := w.apiPlayers[0].GetMatch(id)
		if m.Over || slices.Contains(m.ToAct, 1) {
			return !m.Over
		}
		for i, k := range w.apiPlayers {
			if slices.Contains(m.ToAct, i+2) {
				m = k.GetMatch(id)
				action := w.pick(m.Legal)
				if info.ID == "knizia" {
					action = clitest.SimpleAction(m.Legal)
				}
				w.act(k, path, m.Ply, action)
				break
			}
		}
	}
	w.t.Fatalf("%s %s: the host never has a turn", info.ID, path)
	return false
}

// decide has the host choose something and confirm it.
func (w *tour) decide(path string) {
	w.t.Helper()
	w.stage(path)
	w.host.Submit("#bar form:has(#confirm), #bar form:has(.danger)")
}

// stage follows links on the page of a match until there is something to confirm.
func (w *tour) stage(path string) {
	w.t.Helper()
	w.host.Open(path)
	for range 40 {
		if w.host.Page.Find("#bar form #confirm, #bar form .danger").Length() > 0 {
			return
		}
		for _, choice := range choiceSelectors {
			if w.host.Page.Find(choice).Length() > 0 {
				w.host.Follow(choice)
				break
			}
		}
	}
	w.t.Fatalf("%s: nothing to confirm\n%s", w.host.Path, w.host.Page.Find("#bar").Text())
}
