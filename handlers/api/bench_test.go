package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/sitetest"
)

// benchMatch is a solo match that can be played on without end.
type benchMatch struct {
	id, token string
	player    db.Player
	ply       int
}

func (m *benchMatch) next() string { return sitetest.Shuttle[m.ply%len(sitetest.Shuttle)] }

// benchPlies is the length of a match before the next begins, as long as a real one.
const benchPlies = 100

// benchSite is a site whose matches are also opened and played straight in its store:
// over HTTP guests are limited, and so is how much each of them calls.
type benchSite struct {
	*sitetest.Site
	matches *rooms.Club
}

func newBenchSite(b testing.TB) benchSite {
	site := newCardSite(b)
	hub := live.NewHub(live.Limits{})
	b.Cleanup(hub.Close)
	return benchSite{site, rooms.New(rooms.Config{Store: site.Store, Hub: hub, Now: time.Now, Rules: clubtest.FindCards, PositionMemory: 1 << 20})}
}

// newMatch opens a match of a new guest.
func (s benchSite) newMatch() (m benchMatch) {
	ctx := context.Background()
	var err error
	if m.player, m.token, err = s.Store.CreateGuest(ctx, db.Once{}, "Ada", nil); err != nil {
		s.T.Fatal(err)
	}
	f, err := s.matches.Tables.OpenTable(ctx, db.Once{}, m.player.ID, tables.Proposal{Game: "camelot", Solo: true}, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	m.id = f.ID
	return m
}

// BenchmarkPostMove is a move posted over HTTP on loopback, durable and
// answered with the whole match, by one client or by many at once. Every client
// begins a new match, as a new guest, after 100 moves.
func BenchmarkPostMove(b *testing.B) {
	for _, clients := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			site := newBenchSite(b)
			web := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
			matches := make([]benchMatch, clients)
			for i := range matches {
				matches[i] = site.newMatch()
			}
			took := make([][]time.Duration, clients)
			var moves atomic.Int64
			var done sync.WaitGroup
			b.ResetTimer()
			for i, match := range matches {
				done.Go(func() {
					for moves.Add(1) <= int64(b.N) {
						if match.ply == benchPlies {
							match = site.newMatch()
						}
						begin := time.Now()
						status, err := postMove(web, site.URL, match)
						if err != nil || status != http.StatusOK {
							b.Errorf("ply %d: status %d, %v", match.ply, status, err)
							return
						}
						took[i] = append(took[i], time.Since(begin))
						match.ply++
					}
				})
			}
			done.Wait()
			b.StopTimer()
			clubtest.ReportTimes(b, slices.Concat(took...))
		})
	}
}

func postMove(web *http.Client, url string, match benchMatch) (int, error) {
	body := fmt.Appendf(nil, `{"ply":%d,"action":%q}`, match.ply, match.next())
	req, err := http.NewRequest(http.MethodPost, url+api.Path+"/matches/"+match.id+"/actions", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+match.token)
	res, err := web.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// BenchmarkMatchJSON is the answer to one call, as JSON, with all of the log or its last
// event.
func BenchmarkMatchJSON(b *testing.B) {
	site := newBenchSite(b)
	for _, plies := range []int{10, benchPlies, 1000} {
		m := site.newMatch()
		for m.ply < plies {
			actions := make([]string, min(plies-m.ply, api.MaxActions))
			ply := m.ply
			for i := range actions {
				actions[i] = m.next()
				m.ply++
			}
			if _, err := site.matches.Match.Play(b.Context(), match.Post{Match: m.id, Player: m.player.ID, Ply: ply, Actions: actions}); err != nil {
				b.Fatal(err)
			}
		}
		f, err := site.matches.Match.Match(b.Context(), m.id, m.player.ID)
		if err != nil {
			b.Fatal(err)
		}
		for _, since := range []int{0, plies - 1} {
			b.Run(fmt.Sprintf("ply=%d/since=%d", plies, since), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := json.Marshal(api.NewMatchSince(f, m.player.ID, 1, since)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCardMatchJSON measures the answer to a seat of a long match of cards, its log veiled.
func BenchmarkCardMatchJSON(b *testing.B) {
	for _, rules := range clubtest.CardRules {
		b.Run(rules.Info().ID, func(b *testing.B) {
			f := newBenchSite(b).longMatch(rules.Info(), 300)
			b.ReportMetric(float64(f.Ply), "plies")
			b.ReportAllocs()
			for b.Loop() {
				bytesOf(b, api.NewMatch(f, f.Host, 1))
			}
		})
	}
}

// longMatch returns a match of random play by one player, after a number of events or
// shortly before its end.
func (s benchSite) longMatch(info games.Info, plies int) match.Match {
	s.T.Helper()
	ctx, host := context.Background(), s.newMatch().player
	rng := rand.New(rand.NewPCG(3, 4))
	f, err := s.matches.Tables.OpenTable(ctx, db.Once{}, host.ID, tables.Proposal{Game: info.ID, Seats: info.Seats[1], Solo: true}, nil)
	for err == nil && f.Ply < plies {
		var next match.Match
		seat := f.Acting()[rng.IntN(len(f.Acting()))]
		legal, _ := f.Legal(seat)
		next, err = s.matches.Match.Play(ctx, match.Post{Match: f.ID, Player: host.ID, As: seat, Ply: f.Ply, Actions: []string{legal[rng.IntN(len(legal))]}})
		if next.Ply > 0 && next.IsOver() {
			return f
		}
		f = next
	}
	if err != nil {
		s.T.Fatal(err)
	}
	return f
}
