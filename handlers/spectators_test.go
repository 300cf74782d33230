package handlers

import (
	"fmt"
	"net/http"
	"testing"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// A stranger watches a public match of every game while it is played and when it
// is over, follows what happens, and can do nothing.
func TestStrangersWatchEveryGame(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	for _, info := range match.Games() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			stranger := newReader(t, site.URL)
			page := "/m/" + id
			look := func(live bool) {
				t.Helper()
				stranger.open(page)
				main := stranger.page.Find("main")
				if _, watches := main.Attr("data-watch"); watches != live || main.AttrOr("data-match", "") != id {
					t.Errorf("live %v: the page follows the match: %v", live, watches)
				}
				if n := main.Find(`form[method=post], #move, #typed, .hand button`).Length(); n != 0 {
					t.Errorf("a stranger has %d forms: %s", n, stranger.mainText())
				}
			}
			look(true)
			stream := site.Nobody().ListenAt(site.URL + "/events?match=" + id)
			stream.Begun()
			ply := playSome(t, players, id, 10)
			if e := stream.Next(); e.Name != "changed" {
				t.Errorf("the stranger is told %+v", e)
			}
			look(true)
			stranger.open(fmt.Sprintf("%s?ply=%d", page, ply/2))
			if info.Hidden {
				if got := stranger.statusOf(page + "/record"); got != http.StatusForbidden {
					t.Errorf("the record of a game with hidden cards is answered %d", got)
				}
			}
			for _, p := range players {
				if m := p.Get("/matches/"+id).Want(t, http.StatusOK, "").Match; !m.Over {
					p.Play(id, m.Ply, "resign").Want(t, http.StatusOK, "")
				}
			}
			look(false)
			if got := stranger.statusOf(page + "/record"); got != http.StatusOK {
				t.Errorf("the record after the end is answered %d", got)
			}
		})
	}
}

// seatAll lets as few guests as possible sit down to a public match.
func seatAll(t *testing.T, site *testSite, info games.Info) (players []*sitetest.Client, id string) {
	t.Helper()
	for seat := range info.Seats[0] {
		p := site.Guest(fmt.Sprintf("Player %d", seat+1))
		players = append(players, p)
		if seat == 0 {
			id = p.Post("/matches", map[string]any{"game": info.ID, "seats": info.Seats[0], "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match.ID
		} else {
			p.Post("/matches/"+id+"/join", map[string]any{"seat": seat + 1}).Want(t, http.StatusOK, "")
		}
	}
	return players, id
}

// playSome has whoever is to act post the first legal action, some times.
func playSome(t *testing.T, players []*sitetest.Client, id string, actions int) (ply int) {
	t.Helper()
	for range actions {
		m := players[0].Get("/matches/"+id).Want(t, http.StatusOK, "").Match
		if m.Over || len(m.ToAct) == 0 {
			return m.Ply
		}
		seat := m.ToAct[0]
		mine := players[seat-1].Get("/matches/"+id).Want(t, http.StatusOK, "").Match
		players[seat-1].Play(id, mine.Ply, mine.Legal[0]).Want(t, http.StatusOK, "")
		ply = mine.Ply + 1
	}
	return ply
}
