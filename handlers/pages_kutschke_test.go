package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/kutschke"
	"tableronde/handlers/sitetest"
)

// kutschkeTable is a table of Kutschke's Camelot and its readers, who play sensibly by
// the links and forms of the pages.
type kutschkeTable struct {
	t       *testing.T
	site    *testSite
	match   string
	readers []*reader
	rng     *rand.Rand
	posted  map[string]int // forms that were sent, by the phase
	steps   map[string]int // steps of turns, by the action card
}

// newKutschkeTable opens a table and seats everybody by the host's link.
func newKutschkeTable(t *testing.T, s *testSite, seats int) *kutschkeTable {
	g := &kutschkeTable{t: t, site: s, rng: rand.New(rand.NewPCG(6, uint64(seats))), posted: map[string]int{}, steps: map[string]int{}}
	for range seats {
		r := newReader(t, s.URL)
		r.header.Set("Accept-Encoding", "identity") // whole games take many pages
		g.readers = append(g.readers, r)
	}
	host := g.readers[0]
	host.open("/")
	host.follow(`a[href="/new?game=kutschke"]`)
	host.submit(`form[action="/matches"]`, "name", "Knight 1", "seat", "1", "seats", fmt.Sprint(seats))
	host.expect(http.StatusOK)
	g.match = host.path
	link := strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
	for i, guest := range g.readers[1:] {
		guest.open(link)
		guest.submit(`form[action^="/i/"]`, "name", fmt.Sprint("Knight ", i+2), "seat", fmt.Sprint(i+2))
		guest.expect(http.StatusOK)
	}
	return g
}

// state returns the present state of the match.
func (g *kutschkeTable) state() games.State {
	g.t.Helper()
	m, err := g.site.site.Store.Match(g.t.Context(), strings.TrimPrefix(g.match, "/m/"))
	if err != nil {
		g.t.Fatal(err)
	}
	f, err := g.site.site.Club.Match.Match(g.t.Context(), m.ID, m.Host)
	if err != nil {
		g.t.Fatal(err)
	}
	return f.Table.State()
}

// turn has a reader who is to act do so; it returns false once the match is over.
func (g *kutschkeTable) turn() bool {
	g.t.Helper()
	s := g.state()
	if s.Result() != nil {
		return false
	}
	toAct := s.ToAct()
	g.act(toAct[g.rng.IntN(len(toAct))])
	return true
}

// act has the reader of a seat act that is to.
func (g *kutschkeTable) act(seat games.Seat) {
	g.t.Helper()
	s, r := g.state(), g.readers[seat-1]
	r.open(g.match)
	if r.page.Find(".rider.act.mine").Length() != 1 {
		g.t.Fatalf("the page does not tell seat %d that it is to act\n%s", seat, r.mainText())
	}
	v := s.View(seat).(kutschke.View)
	line := bot.Kutschke(v, s.Legal(seat), g.rng)
	switch v.Phase {
	case kutschke.PhasePick:
		r.follow("#tile-" + strings.Fields(line)[1] + ":not(.no)")
	case kutschke.PhaseAct:
		g.ride(r, s, seat, line)
	case kutschke.PhaseTourney:
		g.stake(r, strings.Fields(line)[1:])
	}
	g.send(r, v.Phase)
}

// ride puts a whole turn together, step by step.
func (g *kutschkeTable) ride(r *reader, s games.State, seat games.Seat, line string) {
	g.t.Helper()
	for n := 1; line != "done"; n++ {
		kind := strings.Fields(line)[0]
		r.follow(`a[id="spare-` + kind + `"]`)
		if r.page.Find("#step-"+fmt.Sprint(n)).Length() == 0 { // there are several ways to use it
			r.follow(`a[id="option-` + strings.ReplaceAll(strings.ToLower(line), " ", "-") + `"]`)
		}
		if got := r.page.Find(".step").Length(); got != n || r.page.Find(".step.bad").Length() > 0 {
			g.t.Fatalf("after %s the page has %d steps, want %d that fit\n%s", line, got, n, r.mainText())
		}
		g.steps[kind]++
		next, _, err := s.Apply(seat, line)
		if err != nil {
			g.t.Fatal(err)
		}
		s = next
		line = bot.Kutschke(s.View(seat).(kutschke.View), s.Legal(seat), g.rng)
	}
	if confirm := r.page.Find("a#confirm"); confirm.Length() > 0 { // a turn without any step is asked about
		r.follow("a#confirm")
	}
}

// stake puts cards in the tournament, one after the other.
func (g *kutschkeTable) stake(r *reader, cards []string) {
	g.t.Helper()
	for n := range cards {
		want := url.Values{"m": {"bid " + strings.Join(cards[:n+1], " ")}}.Encode()
		r.follow(`#bar .hand a[href*="` + want + `"]`)
		if up := r.page.Find("#bar .hand .up").Length(); up != n+1 {
			g.t.Fatalf("%d cards are put in, want %d\n%s", up, n+1, r.mainText())
		}
	}
}

// send confirms, and expects it to be taken.
func (g *kutschkeTable) send(r *reader, phase kutschke.Phase) {
	g.t.Helper()
	was := r.path
	r.submit("form:has(#confirm)")
	r.expect(http.StatusOK)
	if alert := r.page.Find("#bar [role=alert]"); alert.Length() > 0 && strings.TrimSpace(alert.Text()) != "" {
		g.t.Fatalf("%s: %s", was, alert.Text())
	}
	g.posted[phase.String()]++
}

// ended fails unless everybody sees the same ranking, with somebody at the target.
func (g *kutschkeTable) ended(target int) {
	g.t.Helper()
	for i, r := range g.readers {
		r.open(g.match)
		if rows := r.page.Find(".ranks tbody tr").Length(); rows != len(g.readers) || r.page.Find(`form[action$="/rematch"]`).Length() != 1 {
			g.t.Fatalf("seat %d sees %d ranks at the end\n%s", i+1, rows, r.mainText())
		}
		var points []int
		for _, text := range r.page.Find(".ranks .sum").EachIter() {
			n, err := strconv.Atoi(text.Text())
			if err != nil {
				g.t.Fatal(err)
			}
			points = append(points, n)
		}
		if points[0] < target || !slices.IsSortedFunc(points, func(a, b int) int { return b - a }) {
			g.t.Errorf("with a target of %d, seat %d sees points %v", target, i+1, points)
		}
		if caption := r.page.Find(".ranks caption").Text(); !strings.Contains(caption, strconv.Itoa(target)) {
			g.t.Errorf("the ranking is headed %q", caption)
		}
		if r.page.Find("#bar .tile, #bar #plan, .rider.act").Length() > 0 {
			g.t.Errorf("seat %d may still act\n%s", i+1, r.mainText())
		}
	}
}

// TestKutschkeWithoutScripts plays Kutschke's Camelot to the end by nothing but
// links and forms, with two, three and four.
func TestKutschkeWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, one page after the other")
	}
	s := newTestSite(t)
	steps := map[string]int{}
	for seats, target := range map[int]int{2: 25, 3: 20, 4: 15} {
		t.Run(strconv.Itoa(seats), func(t *testing.T) {
			g := newKutschkeTable(t, s, seats)
			turns, most := 0, 1000
			for turns < most && g.turn() {
				turns++
			}
			t.Logf("%d turns, sent %v, steps %v", turns, g.posted, g.steps)
			for kind, n := range g.steps {
				steps[kind] += n
			}
			if turns == most {
				t.Fatal("no end of turns")
			}
			g.ended(target)
			for _, phase := range []string{"pick", "act", "tourney"} {
				if g.posted[phase] == 0 {
					t.Errorf("nobody has sent anything in the phase %s", phase)
				}
			}
		})
	}
	for _, kind := range []string{"ES", "EL", "ED", "EB", "A", "Q", "P", "G"} {
		if steps[kind] == 0 {
			t.Errorf("nobody has used the action %s", kind)
		}
	}
}

// A player resigns a game that goes on without them. The page confirms the resignation, and
// does not say that a move was sent. The server's moves for the seat are not the player's own.
func TestResigningAtCardsIsConfirmed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, game := range []string{"kutschke", "shannon", "knizia"} {
		clients := []*sitetest.Client{s.Guest("Ada " + game), s.Guest("Bo " + game), s.Guest("Cy " + game)}
		m := clients[0].Post("/matches", map[string]any{"game": game, "seats": 3, "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
		for i, c := range clients[1:] {
			m = c.Post("/matches/"+m.ID+"/join", map[string]any{"seat": i + 2}).Want(t, http.StatusOK, "").Match
		}
		r := reads(t, s, clients[m.ToAct[0]-1])
		r.open("/m/" + m.ID + "?ask=resign")
		r.submit(`form:has(input[name=action][value=resign])`)
		if got := r.mainText(); !strings.Contains(got, "You have resigned.") || strings.Contains(got, "Move sent") {
			t.Errorf("%s: %q", game, got)
		}
	}
}
