package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestTournamentWithoutScripts plays Le Tournoi by nothing but links and forms:
// with two to the end, with more until all but one have left, or to the end too
// with TABLERONDE_LONG=1 (.github/CONTRIBUTING.md).
func TestTournamentWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole tournaments, one page after the other")
	}
	s := newTestSite(t)
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			c := newShannonTable(t, s, seats)
			most := 3000
			if seats > 2 && os.Getenv("TABLERONDE_LONG") == "" {
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

// watch has the first reader look at the match.
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

// TestTournamentAlone plays a tournament at a table of one for a while: whoever's
// turn it is, that hand is shown.
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
