package handlers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
)

// benchMatch is a solo match that can be played on without end.
type benchMatch struct {
	id, token string
	player    db.Player
	ply       int
}

// shuttle is what the sides play in turn, for ever: it captures nothing and
// leads back to the start.
var shuttle = []string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}

func (m *benchMatch) next() string { return shuttle[m.ply%len(shuttle)] }

// renew is how many plies a match is played before the next begins: the length
// of a real one.
const renew = 100

// newBenchMatch opens a match of a new guest, straight in the store: over HTTP
// guests are limited, and so is how much each of them calls.
func (a *apiSite) newBenchMatch() benchMatch {
	var m benchMatch
	var err error
	ctx := context.Background()
	if m.player, m.token, err = a.store.CreateGuest(ctx, db.Once{}, "Ada", nil); err != nil {
		a.t.Fatal(err)
	}
	m.id = a.newSolo(m.player.ID)
	return m
}

func (a *apiSite) newSolo(player string) string {
	f, err := a.matches.create(context.Background(), db.Once{}, player, proposal{game: "camelot", solo: true}, nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return f.ID
}

// BenchmarkPostMove is a move posted over HTTP on loopback, durable and
// answered with the whole match, by one client or by many at once. Every client
// begins a new match, as a new guest, after 100 moves.
func BenchmarkPostMove(b *testing.B) {
	for _, clients := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			site := newAPISite(b)
			web := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
			matches := make([]benchMatch, clients)
			for i := range matches {
				matches[i] = site.newBenchMatch()
			}
			took := make([][]time.Duration, clients)
			var moves atomic.Int64
			var done sync.WaitGroup
			b.ResetTimer()
			for i, match := range matches {
				done.Go(func() {
					for moves.Add(1) <= int64(b.N) {
						if match.ply == renew {
							match = site.newBenchMatch()
						}
						begin := time.Now()
						status, err := postMove(web, site.url, match)
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
			reportTimes(b, slices.Concat(took...))
		})
	}
}

func postMove(web *http.Client, url string, match benchMatch) (int, error) {
	body := fmt.Appendf(nil, `{"ply":%d,"action":%q}`, match.ply, match.next())
	req, err := http.NewRequest(http.MethodPost, url+apiPath+"/matches/"+match.id+"/actions", bytes.NewReader(body))
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

// BenchmarkCommitToEvent is the time from a move's commit to its event at a
// client that listens over HTTP.
func BenchmarkCommitToEvent(b *testing.B) {
	site := newAPISite(b)
	match := site.newBenchMatch()
	ada := &apiClient{apiSite: site, token: match.token}
	stream := ada.listen("/me/events")
	stream.begun()
	var committed time.Time
	site.matches.hub = publisherFunc(func(c Change, players []string) {
		committed = time.Now()
		site.hub.Publish(c, players)
	})
	var times []time.Duration
	for b.Loop() {
		if match.ply == renew {
			match.id, match.ply = site.newSolo(match.player.ID), 0
			stream.next()
		}
		_, err := site.matches.play(b.Context(), post{match: match.id, player: match.player.ID, ply: match.ply, actions: []string{match.next()}})
		if err != nil {
			b.Fatal(err)
		}
		stream.next()
		times = append(times, time.Since(committed))
		match.ply++
	}
	reportTimes(b, times)
}

type publisherFunc func(Change, []string)

func (f publisherFunc) Publish(c Change, players []string) { f(c, players) }
func (f publisherFunc) PublishTables(time.Time)            {}

// BenchmarkMatchJSON is the answer to one call, as JSON.
func BenchmarkMatchJSON(b *testing.B) {
	site := newAPISite(b)
	match := site.newBenchMatch()
	for ; match.ply < renew; match.ply++ {
		p := post{match: match.id, player: match.player.ID, ply: match.ply, actions: []string{match.next()}}
		if _, err := site.matches.play(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
	f, err := site.matches.view(b.Context(), match.id, match.player.ID)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(newMatchJSON(f, match.player.ID, 1)); err != nil {
			b.Fatal(err)
		}
	}
}

// reportTimes adds the median and the 99th percentile to a benchmark.
func reportTimes(b *testing.B, times []time.Duration) {
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	µs := func(share int) float64 { return float64(times[(len(times)-1)*share/100].Nanoseconds()) / 1e3 }
	b.ReportMetric(µs(50), "µs-p50")
	b.ReportMetric(µs(99), "µs-p99")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(len(times))/b.Elapsed().Seconds(), "ops/s")
}
