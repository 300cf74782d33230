package handlers

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"tableronde/handlers/club/match"
)

// BenchmarkCardPage is the page of a match of cards, each after another action, for a
// seated player, compressed with gzip.
func BenchmarkCardPage(b *testing.B) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		b.Run(game, func(b *testing.B) {
			m := newCardPage(b, game)
			for b.Loop() {
				b.StopTimer()
				m.play()
				b.StartTimer()
				m.ask(b, m.site.Handler())
			}
			b.ReportMetric(float64(len(m.body)), "B/page")
		})
	}
}

// cardPage is the page of a match of cards for two that is played at random, some way
// into the game.
type cardPage struct {
	benchPage
	host, guest *reader
	game        string
	rng         *rand.Rand
}

func newCardPage(b testing.TB, game string) *cardPage {
	site := newTestSite(b)
	m := &cardPage{host: newReader(b, site.URL), guest: newReader(b, site.URL), game: game, rng: rand.New(rand.NewPCG(1, 2))}
	m.site = site
	m.open()
	return m
}

// open begins a match and plays 30 actions of it.
func (m *cardPage) open() {
	m.host.open("/new?game=" + m.game)
	m.host.submit(`form[action="/matches"]`, "name", "Ada", "game", m.game, "seats", "2", "seat", "1", "public", "0")
	m.guest.open(strings.TrimPrefix(m.host.page.Find("#invite").AttrOr("value", ""), m.site.URL))
	m.guest.submit(`form[action^="/i/"]`, "name", "Bo")
	m.guest.expect(http.StatusOK)
	m.id = strings.TrimPrefix(strings.Split(m.host.path, "?")[0], "/m/")
	m.request = newPageRequest(m.host, "/m/"+m.id, "gzip")
	for range 30 {
		m.play()
	}
}

func (m *cardPage) play() {
	f, err := m.site.site.Store.Match(m.site.T.Context(), m.id)
	if err != nil {
		m.site.T.Fatal(err)
	}
	if !f.Ended.IsZero() {
		m.open()
		return
	}
	holder := f.Seats[f.ToAct[0]-1].ID
	c, err := m.site.site.Club.Match.Match(m.site.T.Context(), m.id, holder)
	if err != nil {
		m.site.T.Fatal(err)
	}
	legal := c.Table.State().Legal(f.ToAct[0])
	post := match.Post{Match: m.id, Player: holder, Ply: f.Ply, Actions: []string{legal[m.rng.IntN(len(legal))]}, Seen: true}
	if _, err := m.site.site.Club.Match.Play(m.site.T.Context(), post); err != nil {
		m.site.T.Fatal(err)
	}
}
