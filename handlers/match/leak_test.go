package match

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/twin/tables"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// Twin matches, which look alike to a viewer, have the same pages to the byte: the table, the
// staged action, the panels beside it, positions of the past, the row at home, the sheet of orders
// and the deal. Each leak that is planted is noticed.
func TestPagesOfTwinsAreEqual(t *testing.T) {
	for _, tab := range tables.All() {
		info := tab.Rules.Info()
		family, ok := families.Of(info.ID)
		if !ok {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			noticed := map[string]int{}
			sitetest.ForTwins(t, tab, sitetest.PairsOfTwins(), func(tw sitetest.Twins) {
				q := randomLook(tw)
				one, other := twinPages(t, family, tw, tw.A, q), twinPages(t, family, tw, tw.B, q)
				for name, page := range one {
					if !bytes.Equal(page, other[name]) {
						t.Fatalf("the %s of seat %d tells twins apart (%+v): %s", name, tw.Viewer, q, sitetest.FirstDifference(page, other[name]))
					}
				}
				for name, plant := range pageLeaks {
					if noticed[name] == 0 && !bytes.Equal(plant(t, family, tw, tw.A), plant(t, family, tw, tw.B)) {
						noticed[name]++
					}
				}
			})
			for name := range pageLeaks {
				if noticed[name] == 0 && effort.Full() && !slices.Contains(cannotTell[info.ID], name) {
					t.Errorf("nobody notices %s", name)
				}
			}
		})
	}
}

// cannotTell lists, by game, the planted leaks that reveal next to nothing hidden there: in
// Kutschke's game everybody can follow the plays of all.
var cannotTell = map[string][]string{"kutschke": {"how much others can do", "the story as all may know it at the end"}}

// pageLeaks renders pages of a match that reveal hidden parts.
var pageLeaks = map[string]func(*testing.T, views.Family, sitetest.Twins, match.Match) []byte{
	"the page of another seat": leakyModel(func(m *views.Match, f match.Match) {
		m.You = games.Seat(int(m.You)%len(m.Seats) + 1)
		m.View = f.Table.State().View(m.You)
		m.Preview = m.View
	}),
	"how much others can do": leakyModel(func(m *views.Match, f match.Match) {
		for i := range m.Seats {
			m.Seats[i].Name += strings.Repeat("’", len(roomstest.Legal(f, games.Seat(i+1))))
		}
	}),
	"the story as all may know it at the end": leakyModel(func(m *views.Match, f match.Match) {
		known := m.Position
		known.You = games.Omniscient
		all := newNarration(&known, f, Viewer{})
		m.Told, m.Story = all.Told, all.Story
	}),
	"the order of what happened": leakyModel(func(m *views.Match, f match.Match) {
		if n := len(m.Story); n > 1 && hashOfHidden(f)%2 == 0 {
			m.Story[n-1].Text, m.Story[n-2].Text = m.Story[n-2].Text, m.Story[n-1].Text
		}
	}),
	"the words of a refusal": leakyModel(func(m *views.Match, f match.Match) {
		m.Notice = &views.Notice{Illegal: &games.Illegal{Text: []string{"Not now", "Not this one"}[hashOfHidden(f)%2]}}
	}),
	"a card that nobody sees": leakyPage(func(page []byte, f match.Match) []byte {
		return fmt.Appendf(page, "<!-- %v -->", f.Table.Setup().Fixed)
	}),
	"the size": leakyPage(func(page []byte, f match.Match) []byte {
		return append(page, strings.Repeat(" ", int(hashOfHidden(f)%4))...)
	}),
}

// hashOfHidden returns a number that depends on all that is hidden.
func hashOfHidden(f match.Match) uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", f.Table.Setup().Fixed)
	return h.Sum32() >> 16 // the lowest bits hardly depend on the order
}

func leakyModel(plant func(*views.Match, match.Match)) func(*testing.T, views.Family, sitetest.Twins, match.Match) []byte {
	return func(t *testing.T, family views.Family, tw sitetest.Twins, f match.Match) []byte {
		if f.IsOver() {
			return nil
		}
		m := twinModel(tw, f, MatchQuery{Shown: f.Ply})
		plant(&m, f)
		return rendered(t, family.Page(m))
	}
}

func leakyPage(plant func([]byte, match.Match) []byte) func(*testing.T, views.Family, sitetest.Twins, match.Match) []byte {
	return func(t *testing.T, family views.Family, tw sitetest.Twins, f match.Match) []byte {
		if f.IsOver() {
			return nil
		}
		return plant(rendered(t, family.Page(twinModel(tw, f, MatchQuery{Shown: f.Ply}))), f)
	}
}

func rendered(t *testing.T, page templ.Component) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := page.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// randomLook returns a query for a part of the page that both twins have.
func randomLook(tw sitetest.Twins) MatchQuery {
	rng := tw.Rng
	q := MatchQuery{Shown: tw.A.Ply, Look: views.Look{Sort: []string{"", "value"}[rng.IntN(2)], See: []string{"", "discard"}[rng.IntN(2)]}}
	legal := tw.A.Table.Legal(tw.Viewer)
	for range rng.IntN(3) {
		if len(legal) > 0 {
			q.staged += legal[rng.IntN(len(legal))] + ";"
		}
	}
	switch rng.IntN(4) {
	case 0:
		q.Shown, q.staged = rng.IntN(tw.A.Ply+1), ""
	case 1:
		if len(legal) > 0 {
			q.try, q.staged = legal[rng.IntN(len(legal))], ""
		}
	case 2:
		q.try, q.staged = []string{"riposte", "outwit", "knock_down", "withdraw", "lancelot"}[rng.IntN(5)], ""
	}
	return q
}

// twinModel returns the model of a match's page, without the parts that are random.
func twinModel(tw sitetest.Twins, f match.Match, q MatchQuery) views.Match {
	page := views.Page{Lang: locale.French, Path: "/m/twin", Origin: "https://table.example", Player: "Ada", Now: f.Started}
	m := NewMatchModel(page, f, q, Viewer{Player: db.Player{ID: tw.Player()}, Own: tw.Viewer, Seat: tw.Viewer, Visit: db.Visit{Told: f.Ply / 2}})
	m.Key = "key"
	return m
}

// twinPages renders all pages of a match that is not over.
func twinPages(t *testing.T, family views.Family, tw sitetest.Twins, f match.Match, q MatchQuery) map[string][]byte {
	t.Helper()
	if f.IsOver() {
		return nil
	}
	m := twinModel(tw, f, q)
	pages := map[string]templ.Component{"page": family.Page(m), "deal": pages.DealPage(pages.Deal{Match: m})}
	if m.Orders {
		pages["orders"] = family.Orders(views.Orders{Match: m})
	}
	out := map[string][]byte{"row": []byte(site.LastOfStory(m.Page, site.NewRow(m.Lang, f.Match, tw.Player()), f, tw.Player()))}
	for name, page := range pages {
		out[name] = rendered(t, page)
	}
	out["fragment"] = rendered(t, family.Fragment(m))
	return out
}
