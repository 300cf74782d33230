package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/kutschke"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// kniziaTable is a table of Knizia's Camelot and its readers.
type kniziaTable struct {
	t       *testing.T
	match   string
	readers []*reader
	rng     *rand.Rand
	played  map[string]bool // verbs of the actions that were posted
}

func newKniziaTable(t *testing.T, s *testSite, seats int) *kniziaTable {
	l := &kniziaTable{t: t, rng: rand.New(rand.NewPCG(5, uint64(seats))), played: map[string]bool{}}
	for range seats {
		l.readers = append(l.readers, newReader(t, s.URL))
	}
	host := l.readers[0]
	host.open("/new?game=knizia")
	host.submit(`form[action="/matches"]`, "name", "Knight 1", "seat", "1", "seats", fmt.Sprint(seats), "contribution", "a licorne")
	host.expect(http.StatusOK)
	l.match = host.path
	link := host.invite()
	for i, guest := range l.readers[1:] {
		guest.open(link)
		if seal := guest.page.Find(".hash").Text(); len(seal) != 64 {
			t.Fatalf("the invitation shows the seal %q", seal)
		}
		guest.submit(`form[action^="/i/"]`, "name", fmt.Sprint("Knight ", i+2), "seat", fmt.Sprint(i+2))
		guest.expect(http.StatusOK)
	}
	return l
}

// turn has a reader who owes a decision make one; it returns false once the match is
// over.
func (l *kniziaTable) turn() bool {
	l.t.Helper()
	for _, r := range l.readers {
		r.open(l.match)
		switch {
		case r.page.Find(`form[action$="/rematch"]`).Length() > 0:
			return false
		case r.page.Find(".own-lane.act").Length() > 0:
			l.decide(r)
			return true
		}
	}
	l.t.Fatalf("nobody is to act\n%s", l.readers[0].mainText())
	return false
}

// decide follows links at random until a form is sent.
func (l *kniziaTable) decide(r *reader) {
	l.t.Helper()
	for range 80 {
		forms := r.page.Find("#bar form")
		links := r.page.Find("#bar .colors a:not([aria-disabled]), #bar .aiming a, .lane .aim a, #bar .group a")
		if links.Length() == 0 { // no question is open
			links = r.page.Find("#bar .hand li:not(.no):not(.up):not(.idle) a[href*='?']")
		}
		switch {
		case forms.Length() > 0 && (links.Length() == 0 || l.rng.IntN(3) > 0):
			l.send(r, forms.Eq(l.rng.IntN(forms.Length())))
			return
		case links.Length() > 0:
			r.open(links.Eq(l.rng.IntN(links.Length())).AttrOr("href", ""))
		case r.page.Find("#withdraw[href]:not([aria-disabled])").Length() > 0:
			r.follow("#withdraw")
		default:
			r.follow("#restart[href]:not([aria-disabled])")
		}
	}
	l.t.Fatalf("no end of links\n%s", r.mainText())
}

func (l *kniziaTable) send(r *reader, form *goquery.Selection) {
	l.t.Helper()
	values := url.Values{}
	form.Find("input").Each(func(_ int, in *goquery.Selection) {
		values.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
	})
	for _, action := range values["action"] {
		verb, _, _ := strings.Cut(action, " ")
		l.played[verb] = true
	}
	r.send(http.MethodPost, form.AttrOr("action", ""), values)
	r.expect(http.StatusOK)
	if alert := r.page.Find("#bar [role=alert]"); alert.Length() > 0 && !strings.Contains(alert.Text(), "came in between") {
		l.t.Fatalf("%v: %s", values["action"], alert.Text())
	}
}

// TestKniziaWithoutScripts plays to the end by nothing but links and forms, with two to five, and
// checks the values opened then.
func TestKniziaWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games, one page after the other")
	}
	cryptotest.SetGlobalRandom(t, 1)
	s := newTestSite(t)
	missing := map[string]bool{}
	for _, verb := range []string{"colour", "play", "end", "withdraw", "riposte", "dodge", "outwit", "charge", "knock_down", "shield", "stunned", "adapt", "keep", "token"} {
		missing[verb] = true
	}
	for game := 0; game < 4 || game < 20 && len(missing) > 0; game++ {
		l := newKniziaTable(t, s, 2+game%4)
		l.closed()
		turns := 0
		for turns < 3000 && l.turn() {
			turns++
		}
		t.Logf("%d seats: %d decisions", len(l.readers), turns)
		l.opened()
		for verb := range l.played {
			delete(missing, verb)
		}
	}
	if len(missing) > 0 {
		t.Errorf("nobody ever posted any of %v", missing)
	}
}

// closed checks that nothing is opened before the end.
func (l *kniziaTable) closed() {
	l.t.Helper()
	r := l.readers[0]
	r.open(l.match + "/deal")
	if r.page.Find("#secret, #seed").Length() > 0 || !strings.Contains(r.mainText(), "a licorne") {
		l.t.Errorf("before the end the deal's page says %s", r.mainText())
	}
	if r.open(l.match); r.page.Find(`a[href$="/record"]`).Length() > 0 {
		l.t.Error("the record is offered before the end")
	}
	r.send(http.MethodGet, l.match+"/record", nil)
	r.expect(http.StatusForbidden)
	r.open(l.match + "/orders?preset=protect")
	r.submit(`form[action$="/orders"]`)
	r.expect(http.StatusOK)
	if r.page.Find("#saved").Length() != 1 || r.page.Find("#when-riposte option[selected]").AttrOr("value", "") != "cost" {
		l.t.Errorf("the orders are not kept: %s", r.mainText())
	}
	r.submit(`form[action$="/orders"]`, "when-riposte", "if", "loss-riposte", "many")
	r.expect(http.StatusUnprocessableEntity)
	if !strings.Contains(r.mainText(), "a number from 1 to 99") || r.page.Find("input[name=loss-riposte]").AttrOr("value", "") != "many" {
		l.t.Errorf("orders that cannot be read: %s", r.mainText())
	}
	other := l.readers[1]
	other.open(l.match + "/orders")
	if got := other.page.Find("#when-riposte option[selected]").AttrOr("value", ""); got != "never" {
		l.t.Errorf("another seat has the orders %q", got)
	}
	stranger := newReader(l.t, l.readers[0].site)
	for _, page := range []string{"", "/orders", "/deal", "/record"} {
		stranger.send(http.MethodGet, l.match+page, nil)
		if stranger.status != http.StatusNotFound && stranger.status != http.StatusForbidden {
			l.t.Errorf("a stranger gets %d for %s", stranger.status, page)
		}
	}
}

// opened checks that everything is opened after it.
func (l *kniziaTable) opened() {
	l.t.Helper()
	r := l.readers[1]
	r.open(l.match)
	if n := r.page.Find(".lane .fan.open").Length(); n == 0 {
		l.t.Error("no hand is shown at the end")
	}
	r.open(l.match + "/deal")
	secret := r.page.Find("#secret").Text()
	if len(secret) != 64 {
		l.t.Errorf("the secret is %q", secret)
	}
	r.open(l.match + "/record")
	for _, want := range []string{"[Seed ", "a licorne", secret} {
		if !strings.Contains(r.body, want) {
			l.t.Errorf("the record lacks %q", want)
		}
	}
	r.open(l.match + "?ply=3")
	if r.page.Find("#tournament").Length() != 1 || r.page.Find("#bar form").Length() > 0 {
		l.t.Error("the past cannot be looked at, or changed")
	}
	r.open("/")
	if got := r.page.Find(".waits").Text(); !strings.Contains(got, "Knizia") {
		l.t.Errorf("home lists %q", got)
	}
}

// The text of a card closes by itself once the card is not where it was opened.
func TestTextOfACardThatIsGoneIsClosed(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := s.Guest("Ada")
	m := s.Start(ada, s.Guest("Bo"), map[string]any{"game": "knizia", "seat": 1, "options": map[string]string{"dealer": "2"}})
	m = ada.Play(m.ID, 0, m.Legal[0]).Want(t, http.StatusOK, "").Match
	card := strings.TrimPrefix(m.Legal[0], "play ")
	r := reads(t, s, ada)
	r.open("/m/" + m.ID)
	copies := r.page.Find("#bar .hand a[id^='hand-" + card + "-']").Length()
	at := fmt.Sprintf("/m/%s?try=read+%s+hand-%s-%d", m.ID, card, card, copies)
	if r.open(at); r.page.Find("#reading").Length() != 1 {
		t.Fatalf("%s is not read: %s", card, r.mainText())
	}
	ada.Play(m.ID, m.Ply, m.Legal[0]).Want(t, http.StatusOK, "")
	if r.open(at); r.page.Find("#reading").Length() != 0 || r.page.Find("#bar .hand a").Length() == 0 {
		t.Errorf("%s is gone, and read: %s", card, r.text("#reading"))
	}
	at = fmt.Sprintf("/m/%s?try=read+%s+at-1-1", m.ID, card)
	if r.open(at); r.page.Find("#reading").Length() != 1 {
		t.Error("the card that is played is not read")
	}
	if r.open(strings.Replace(at, card, "charge", 1)); r.page.Find("#reading").Length() != 0 {
		t.Error("another card is read than lies there")
	}
}

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
	link := host.invite()
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
	m := g.site.mustMatch(g.t, g.match)
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
	t.Parallel()
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

// TestTournamentWithoutScripts plays Le Tournoi by nothing but links and forms:
// with two to the end, with more until all but one have left, or to the end too
// with TABLERONDE_LONG=1 (.github/CONTRIBUTING.md).
func TestTournamentWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole tournaments, one page after the other")
	}
	t.Parallel()
	s := newTestSite(t)
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			c := newShannonTable(t, s, seats)
			most := 3000
			if seats > 2 && !isLong() {
				most = 13 * seats // a round and the choice of favors
			}
			turns := 0
			for turns < most && c.turn() {
				turns++
			}
			for seat := 1; seat < seats && c.watch().page.Find(".knight.act").Length() > 0; seat++ {
				c.readers[seat].open(c.match + "?ask=resign")
				c.readers[seat].submit(".ask form")
			}
			c.ended(turns)
		})
	}
}

// shannonTable is a table of Le Tournoi de Camelot and its readers.
type shannonTable struct {
	t       *testing.T
	match   string
	readers []*reader
	rng     *rand.Rand
	last    *reader         // who saw the table last, nil for nobody
	seen    map[string]bool // headlines of the pages that were acted on
}

// newShannonTable opens a table and seats everybody by the links of the host.
func newShannonTable(t *testing.T, s *testSite, seats int) *shannonTable {
	c := &shannonTable{t: t, rng: rand.New(rand.NewPCG(3, uint64(seats))), seen: map[string]bool{}}
	for range seats {
		c.readers = append(c.readers, newReader(t, s.URL))
	}
	host := c.readers[0]
	host.open("/new?game=shannon")
	host.submit(`form[action="/matches"]`, "name", "Knight 1", "seat", "1", "seats", fmt.Sprint(seats), "option.shannon.heroes", "choice")
	host.expect(http.StatusOK)
	c.match = host.path
	inputs := host.page.Find("#invite")
	if seats > 2 {
		inputs = host.page.Find(".links input")
	}
	links := inputs.Map(func(_ int, in *goquery.Selection) string { return in.AttrOr("value", "") })
	if len(links) != seats-1 {
		t.Fatalf("%d links for %d guests: %q\n%s", len(links), seats-1, links, host.mainText())
	}
	for i, link := range links {
		guest := c.readers[i+1]
		guest.open(strings.TrimPrefix(link, s.URL))
		guest.submit(`form[action^="/i/"]`, "name", fmt.Sprint("Knight ", i+2))
		guest.expect(http.StatusOK)
	}
	return c
}

// watch makes the first reader open the match.
func (c *shannonTable) watch() *reader {
	c.readers[0].open(c.match)
	c.last = c.readers[0]
	return c.last
}

// turn has a reader whose turn it is act; it returns false once the match is over.
func (c *shannonTable) turn() bool {
	c.t.Helper()
	if c.last == nil {
		c.watch()
	}
	acting := c.last.page.Find(".knight.act")
	if acting.Length() == 0 {
		return false
	}
	var seat int
	if _, err := fmt.Sscanf(acting.First().AttrOr("id", ""), "seat-%d", &seat); err != nil {
		c.t.Fatal(err)
	}
	r := c.readers[seat-1]
	r.open(c.match)
	c.seen[r.page.Find("h1").Text()] = true
	c.decide(r)
	c.last = r
	return true
}

// decide follows links until the page offers to confirm, and confirms.
func (c *shannonTable) decide(r *reader) {
	c.t.Helper()
	for range 60 {
		ready := r.page.Find("form:has(#confirm)").Length() > 0
		if ready && c.rng.IntN(3) > 0 {
			r.submit("form:has(#confirm)")
			r.expect(http.StatusOK)
			return
		}
		links := r.page.Find(".bar .hand a:not(.no):not([aria-current]), .bar .picks a:not([aria-current]), .offer-card a:not([aria-current])")
		if links.Length() == 0 {
			if !ready {
				c.t.Fatalf("%s: nothing to choose, and nothing to confirm\n%s", r.path, r.mainText())
			}
			continue
		}
		r.open(links.Eq(c.rng.IntN(links.Length())).AttrOr("href", ""))
		if why := r.page.Find("#why"); why.Length() > 0 { // declarations that do not go together, a card too many
			r.open(c.match)
		}
	}
	c.t.Fatalf("%s: no end of choices\n%s", r.path, r.mainText())
}

// ended fails unless everybody sees how the tournament ended, and its counts.
func (c *shannonTable) ended(turns int) {
	c.t.Helper()
	for _, r := range c.readers {
		r.open(c.match)
		if r.page.Find(`form[action$="/rematch"]`).Length() != 1 || r.page.Find(".ranks tbody tr").Length() != len(c.readers) {
			c.t.Fatalf("after %d turns the tournament is not over, or ends without a ranking:\n%s", turns, r.mainText())
		}
	}
	r := c.watch()
	r.follow("#count-link")
	if r.page.Find(".tally").Length() != len(c.readers) {
		c.t.Errorf("the last count is about %d of %d knights", r.page.Find(".tally").Length(), len(c.readers))
	}
	r.follow("#round-1")
	if got := r.page.Find("h1").Text(); got != "The count of round 1" {
		c.t.Errorf("the count of the first round is headed %q", got)
	}
	c.t.Logf("%d turns; %d headlines", turns, len(c.seen))
}

// TestTournamentAlone plays a tournament at a table of one for a while: the hand of the seat to
// act is shown.
func TestTournamentAlone(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/new?game=shannon")
	_, form := r.formFields(`form[action="/matches"]`)
	form.Set("name", "Knight")
	form.Set("seats", "3")
	r.send(http.MethodPost, "/solo", form)
	r.expect(http.StatusOK)
	c := &shannonTable{t: t, match: r.path, readers: []*reader{r, r, r}, rng: rand.New(rand.NewPCG(4, 4)), seen: map[string]bool{}}
	for range 30 {
		if !c.turn() {
			t.Fatalf("nobody is to act:\n%s", r.mainText())
		}
	}
	if names := r.page.Find(".knight .called").Map(func(_ int, s *goquery.Selection) string { return s.Text() }); !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "Seat 2") }) {
		t.Errorf("alone, the knights are called %q", names)
	}
	if story := r.page.Find(".log").Text(); !strings.Contains(story, "Seat 3 plays") {
		t.Errorf("alone, the story is %.300q", story)
	}
}

// lancelotCase names the seat that holds Lancelot and the seats that have ordered to use
// it.
type lancelotCase struct {
	holder  int
	orders  []int // seats that would cancel anything
	options map[string]string
}

// spectatorView has all that a spectator can read of a match.
type spectatorView struct {
	bodies []string // at each step
	events []string
}

// idPattern matches the parts that differ between any two matches.
var idPattern = regexp.MustCompile(`"[a-z2-7]{12}"|"[0-9a-f]{16}"|"[0-9a-f]{64}"`)

// play posts each line in a new match and returns a spectator's view after each.
func (lc lancelotCase) play(t *testing.T, lines ...string) spectatorView {
	t.Helper()
	clock := clubtest.NewClock()
	site := newTestSiteOn(t, Config{Store: storetest.Open(t, clock.Now), Now: clock.Now, After: clock.After, Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: clubtest.LancelotDeal(lc.holder)}, err
	}})
	players := []*sitetest.Client{site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")}
	options := map[string]string{"dealer": "3"}
	for id, value := range lc.options {
		options[id] = value
	}
	m := players[0].Post("/matches", map[string]any{"game": "knizia", "seats": 3, "seat": 1, "public": true, "options": options}).Match
	for i, c := range players[1:] {
		c.Post("/matches/"+m.ID+"/join", map[string]any{"seat": i + 2}).Want(t, http.StatusOK, "")
	}
	for _, seat := range lc.orders {
		players[seat-1].Order(m.ID, "drop_weapon any\ndisgrace any")
	}
	watcher := site.Nobody()
	stream := watcher.Listen("/matches/" + m.ID + "/events")
	stream.Begun()
	var got spectatorView
	for _, line := range lines {
		ply := watcher.Get("/matches/" + m.ID).Match.Ply
		if seat, action, ok := strings.Cut(line, ": "); ok {
			players[seat[0]-'1'].Play(m.ID, ply, action).Want(t, http.StatusOK, "")
		} else {
			clock.Settled(t)
			clock.Advance(5 * time.Second)
		}
		e := stream.Next()
		got.events = append(got.events, e.ID+" "+e.Data)
		for _, call := range []string{"", "/story"} {
			got.bodies = append(got.bodies, idPattern.ReplaceAllString(string(watcher.Get("/matches/"+m.ID+call).Body), `"-"`))
		}
	}
	return got
}

// checkSame fails unless a spectator sees the same in all cases.
func checkSame(t *testing.T, cases []lancelotCase, lines ...string) spectatorView {
	t.Helper()
	first := cases[0].play(t, lines...)
	for _, lc := range cases[1:] {
		other := lc.play(t, lines...)
		if !slices.Equal(first.events, other.events) {
			t.Errorf("%+v: events %v, want %v", lc, other.events, first.events)
		}
		for i := range first.bodies {
			if first.bodies[i] != other.bodies[i] {
				t.Fatalf("%+v: answer %d is\n%s\nwant\n%s", lc, i, other.bodies[i], first.bodies[i])
			}
		}
	}
	return first
}

var upToDropWeapon = []string{"1: colour blue", "1: play B5", "1: end", "2: play B2", "2: play B2", "2: drop_weapon"}

// T24: Lancelot is in the deck, with the player of the action, or with another who has not ordered
// to use it. The table and its events are the same.
func TestT24_NobodyCanTellWhoHoldsLancelot(t *testing.T) {
	t.Parallel()
	got := checkSame(t, []lancelotCase{{holder: 0}, {holder: 0, orders: []int{1, 2, 3}}, {holder: 2, orders: []int{2}}, {holder: 1}, {holder: 3}},
		append(slices.Clone(upToDropWeapon), "2: end")...)
	if want := `8 {"ply":8}`; got.events[len(got.events)-1] != want || !strings.Contains(got.events[5], `"ply":7`) {
		t.Errorf("events %v, want the last %s", got.events, want)
	}
}

// T25: a window of five seconds is open as long, whichever seat holds Lancelot.
func TestT25_TheWindowIsTheSameForAll(t *testing.T) {
	t.Parallel()
	window := map[string]string{"window": "5"}
	got := checkSame(t, []lancelotCase{{holder: 0, options: window}, {holder: 2, orders: []int{2}, options: window}, {holder: 3, options: window},
		{holder: 1, orders: []int{2, 3}, options: window}}, append(slices.Clone(upToDropWeapon), "the window closes", "2: end")...)
	open := got.bodies[2*(len(upToDropWeapon)-1)]
	if !strings.Contains(open, `"window":{"until":"2026-11-21T12:00:05.000Z"}`) || !strings.Contains(open, `"to_act":[]`) {
		t.Errorf("in the window: %s", open)
	}
}

// T23: a player who has withdrawn cancels nothing, and nothing hints at their orders.
func TestT23_WhoHasWithdrawnDoesNotCancel(t *testing.T) {
	t.Parallel()
	got := checkSame(t, []lancelotCase{{holder: 2, orders: []int{2}}, {holder: 0}, {holder: 2}},
		"1: colour blue", "1: play B5", "1: end", "2: withdraw", "3: play B3", "3: play W3", "3: disgrace", "3: play B3", "3: end")
	if last := got.bodies[len(got.bodies)-2]; !strings.Contains(last, `"action":"pass"`) {
		t.Errorf("disgrace did not take effect: %s", last)
	}
}

// T22: an order of a player who is in is followed at once, as if that seat had acted itself.
func TestT22_AnOrderCancels(t *testing.T) {
	t.Parallel()
	for _, options := range []map[string]string{nil, {"window": "5"}} {
		got := lancelotCase{holder: 3, orders: []int{3}, options: options}.play(t, upToDropWeapon...)
		last := got.bodies[len(got.bodies)-2]
		if !strings.Contains(last, `"action":"lancelot"`) || !strings.Contains(last, `"discard":["lancelot","drop_weapon"]`) ||
			!strings.Contains(last, `"colour":"blue"`) || !strings.Contains(last, `"to_act":[2]`) {
			t.Errorf("options %v: %s", options, last)
		}
		if fmt.Sprint(got.events[len(got.events)-1]) != `7 {"ply":7}` {
			t.Errorf("events %v", got.events)
		}
	}
}

// A player who resigns in a window that is open for their own action ends both; the window of
// another goes on.
func TestResigningInAWindow(t *testing.T) {
	t.Parallel()
	window := map[string]string{"window": "5"}
	lc := lancelotCase{options: window}
	own := lc.play(t, append(slices.Clone(upToDropWeapon), "2: resign")...)
	last := own.bodies[len(own.bodies)-2]
	if !strings.Contains(last, `"window":null`) || !strings.Contains(last, `"to_act":[3]`) || strings.Contains(last, `"action":"pass"`) {
		t.Errorf("after the actor has resigned: %s", last)
	}
	other := lc.play(t, append(slices.Clone(upToDropWeapon), "3: resign", "the window closes", "2: end")...)
	if open := other.bodies[len(other.bodies)-6]; !strings.Contains(open, `"window":{"until":"2026-11-21T12:00:05.000Z"}`) || !strings.Contains(open, `"to_act":[]`) {
		t.Errorf("after another has resigned: %s", open)
	}
}
