package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"tableronde/cmd/internal/soak"
	"tableronde/games"
	"tableronde/games/parker"
)

// measureCards measures the processor time of the pages of card games, each requested for the first
// time after an action.
func (r *ratios) measureCards() error {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		per, err := r.cardPages(game)
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
		r.print(printed{what: "processor for a page of " + game, value: per.Seconds() * 1000, unit: "ms", bar: atMost(0.6)})
	}
	return nil
}

// cardPages returns the processor time of the server for a page of a game. The matches are already
// some rounds long.
func (r *ratios) cardPages(game string) (time.Duration, error) {
	const seats, begun = 4, 30
	site, err := r.open(seats * r.some(40))
	if err != nil {
		return 0, err
	}
	matches := make([]cardMatch, len(site.people)/seats)
	err = site.each(len(matches), func(i int, w *wire) error {
		matches[i] = cardMatch{game: game, seats: site.people[seats*i : seats*(i+1)], rng: rand.New(rand.NewPCG(uint64(i), 0))}
		for range begun {
			if err := matches[i].act(w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var total time.Duration
	for range r.Rounds {
		if err := site.each(len(matches), func(i int, w *wire) error { return matches[i].act(w) }); err != nil {
			return 0, err
		}
		before, err := site.processor()
		if err != nil {
			return 0, err
		}
		err = site.each(seats*len(matches), func(i int, w *wire) error {
			return w.ask(site.page(site.people[i], "/m/"+matches[i/seats].id), 200)
		})
		if err != nil {
			return 0, err
		}
		after, err := site.processor()
		if err != nil {
			return 0, err
		}
		total += after - before
	}
	return total / time.Duration(r.Rounds*seats*len(matches)), nil
}

// cardMatch plays random matches of a card game, one after the other.
type cardMatch struct {
	game  string
	id    string // "" before the first
	seats []loadPerson
	rng   *rand.Rand
}

// act posts one random action over the API.
func (m *cardMatch) act(w *wire) error {
	for seat := 1; ; {
		if m.id == "" {
			opened, err := openMatch(w, m.game, m.seats...)
			if err != nil {
				return err
			}
			m.id = opened.id
		}
		var now soak.Answer
		player := m.seats[seat-1]
		if err := w.ask(player.call("GET", "/matches/"+m.id, ""), 200); err != nil {
			return err
		}
		if err := json.Unmarshal(w.body, &now); err != nil {
			return err
		}
		switch {
		case now.Over:
			m.id = ""
			continue
		case len(now.ToAct) == 0:
			return fmt.Errorf("nobody is to act in %s at ply %d", m.id, now.Ply)
		case len(now.Legal) == 0 || now.ToAct[0] != seat:
			seat = now.ToAct[0]
			continue
		}
		body, err := json.Marshal(map[string]any{"ply": now.Ply, "action": now.Legal[m.rng.IntN(len(now.Legal))]})
		if err != nil {
			return err
		}
		return w.ask(player.call("POST", "/matches/"+m.id+"/actions", string(body)), 200)
	}
}

// densePositions have far more moves than positions of real games. They were found by climbing from
// random ones, except one with a knight among a lattice of enemies.
var densePositions = []string{
	"camelot 1 D5,KI5,B6,D6,F6,H6,KA7,B8,G8,I8,G10,KF12,G12,KE13/F7,D8,E8,KF8,H8,KD9,F9,H9,KD10,E10,F10,KH10,D11,F11",
	"chivalry 1 KF4,G4,I4,K4,I5,L5,E6,KN6,KK7,M7,I8,KF9,G9,K9,N9,G11,KE12,KF12,KI13,KJ14/" +
		"KK5,KK6,J7,KL7,G8,K8,I9,KJ9,KM9,I10,K10,M10,I11,J11,KK11,L11,KM11,KN11,I12,M12",
	"grand-camelot 1 E3,G5,D7,KB8,KG8,KJ8,C9,J9,K11,KD12,E13,M14/F7,G7,KH7,G9,KI9,KE10,F11,G11,KH11,G12,I13,I14/" +
		"C5,D5,E5,L6,I7,KD9,KE9,H9,KE11,K12,L13,KL15/KG6,C7,E7,KF9,I10,KI12,KF13,G13,H13,J13,K13,K14",
	"grand-camelot 1 KF5/KG5,I5,KF6,H6,G7,I7,KF8,H8,G9,KF10,H10,G11/-/G6,I6,KJ6,G8,I8,KJ8,KI9,G10,I10,J10,KI11",
}

// measureDense measures the time for finding the moves of dense positions.
func (r *ratios) measureDense() error {
	for _, text := range densePositions {
		p, err := parker.ParsePosition(text)
		if err != nil {
			return err
		}
		state, err := p.State()
		if err != nil {
			return err
		}
		var list []games.SearchMove
		var costs []float64
		for range r.Rounds {
			before, err := processorOf(os.Getpid())
			if err != nil {
				return err
			}
			begun, moves := time.Now(), 0
			for time.Since(begun) < r.For {
				list = state.(games.Searcher).Search().Moves(list[:0])
				moves += len(list)
			}
			after, err := processorOf(os.Getpid())
			if err != nil {
				return err
			}
			costs = append(costs, float64((after-before).Nanoseconds())/1000/float64(moves))
		}
		r.print(printed{what: fmt.Sprintf("a move of %d, %s", len(list), p.Board().ID()), value: median(costs), unit: "µs", bar: atMost(0.3)})
	}
	return nil
}

// loadReaders is the number of clients that request pages at the same time.
const loadReaders = 16

// measurePage measures the match page that players request for the first time after a move.
func (r *ratios) measurePage() error {
	site, err := r.open(r.some(100))
	if err != nil {
		return err
	}
	matches, pages := make([]*loadMatch, r.some(300)), make([][]byte, 0, 2*r.some(300))
	err = site.each(len(matches), func(i int, w *wire) (err error) {
		matches[i], err = openMatch(w, "camelot", site.person(i), site.person(i+1+i/len(site.people)))
		return err
	})
	if err != nil {
		return err
	}
	for seat := range 2 {
		for _, m := range matches {
			pages = append(pages, site.page(m.seats[seat], m.path()))
		}
	}
	play := func(i int, w *wire) error { return matches[i].play(w) }
	if err := site.each(len(matches), play); err != nil {
		return err
	}
	floor, err := r.floorOf(site, pages[0])
	if err != nil {
		return err
	}
	figures, err := r.inTurn(floor, func() (sample, error) {
		if err := site.each(len(matches), play); err != nil {
			return sample{}, err
		}
		var next atomic.Int64
		return throughput(site.loadProcess, loadReaders, time.Hour, func(_ int, w *wire) error {
			i := next.Add(1) - 1
			if i >= int64(len(pages)) {
				return errEnough
			}
			return w.ask(pages[i], 200)
		})
	})
	if err != nil {
		return err
	}
	r.printPages("seated, a new position each time", figures[1], figures[0], 0.25)
	return nil
}

// measureAgain measures pages that were requested before.
func (r *ratios) measureAgain() error {
	site, err := r.open(loadReaders + 1)
	if err != nil {
		return err
	}
	pages, tagged := make([][]byte, loadReaders), make([][]byte, loadReaders)
	var watched, tag string
	err = site.each(loadReaders, func(i int, w *wire) error {
		m, err := openMatch(w, "camelot", site.person(i), site.person(i+1))
		for range 10 {
			if err == nil {
				err = m.play(w)
			}
		}
		if err != nil {
			return err
		}
		pages[i] = site.page(m.seats[0], m.path())
		if err := w.ask(pages[i], 200); err != nil {
			return err
		}
		etag := w.header("Etag")
		tagged[i] = site.page(m.seats[0], m.path(), "If-None-Match", etag)
		if i == 0 {
			watched, tag = m.path(), etag
		}
		return nil
	})
	if err != nil {
		return err
	}
	floor, err := r.floorOf(site, pages[0])
	if err != nil {
		return err
	}
	again := func(status int, request func(client int) []byte) func() (sample, error) {
		return func() (sample, error) {
			return throughput(site.loadProcess, loadReaders, r.For, func(i int, w *wire) error { return w.ask(request(i), status) })
		}
	}
	spectator := site.page(loadPerson{}, watched)
	sides := []func() (sample, error){floor,
		again(200, func(i int) []byte { return pages[i] }),
		again(200, func(int) []byte { return spectator })}
	if tag != "" {
		sides = append(sides, again(304, func(i int) []byte { return tagged[i] }))
	}
	figures, err := r.inTurn(sides...)
	if err != nil {
		return err
	}
	for i, what := range []string{"seated, asked again", "spectators of one match", "seated, asked again with If-None-Match"}[:len(sides)-1] {
		r.printPages(what, figures[i+1], figures[0], 0.6)
	}
	return nil
}

// floorOf stores the answer to a request on the floor server. It returns a function that measures
// how often a second the floor serves it.
func (r *ratios) floorOf(site *loadSite, request []byte) (func() (sample, error), error) {
	w, err := dialWire(site.addr)
	if err != nil {
		return nil, err
	}
	defer w.close()
	if err := w.ask(request, 200); err != nil {
		return nil, err
	}
	if err := r.onFloor("/page", w); err != nil {
		return nil, err
	}
	static := site.page(loadPerson{}, "/page", "Cookie", site.people[0].cookie)
	return func() (sample, error) {
		return throughput(r.floor, loadReaders, r.For, func(_ int, w *wire) error { return w.ask(static, 200) })
	}, nil
}

func (r *ratios) printPages(what string, pages, floor []sample, limit float64) {
	r.print(printed{what: what, value: medianRate(pages), unit: "pages/s",
		ratios: []ratio{ratioTo("the same bytes by echo", pages, floor), costRatio(pages, floor)}, bar: atLeast(limit)})
}

// measureWire measures the bytes that a player's page loads after the opponent's move.
func (r *ratios) measureWire() error {
	site, w, err := r.openWired(2)
	if err != nil {
		return err
	}
	defer w.close()
	for _, plies := range []int{loadShort, loadLong} {
		m, err := openMatchAt(w, plies, site.people...)
		if err == nil {
			err = w.ask(site.page(m.seats[0], m.path()), 200)
		}
		var sizes []float64
		for range 4 {
			if err == nil {
				var n int
				n, err = opponentMove(site, m, w)
				sizes = append(sizes, float64(n)/1000)
			}
		}
		if err != nil {
			return err
		}
		what := "an opponent's move at ply 10"
		if plies == loadLong {
			what = "an opponent's move at ply 1,000"
		}
		r.print(printed{what: what, value: median(sizes), unit: "kB", bar: atMost(7.5)})
	}
	return nil
}

// opponentMove lets seat 1 move with a form and seat 2 answer. It returns the size of the answer
// that the page of seat 1 then loads.
func opponentMove(site *loadSite, m *loadMatch, w *wire) (int, error) {
	if err := w.ask(site.form(m.mover(), m.path(), m.formValues(), "HX-Request", "true"), 200); err != nil {
		return 0, err
	}
	m.ply++
	html, err := w.text()
	if err != nil {
		return 0, err
	}
	path := attribute(html, matchTag, "hx-get")
	if path == "" {
		return 0, errors.New("the page has no address of its part after a move")
	}
	if err := m.play(w); err != nil {
		return 0, err
	}
	if err := w.ask(site.page(m.seats[0], path, "HX-Request", "true"), 200); err != nil {
		return 0, err
	}
	return len(w.body), nil
}

var (
	linked   = regexp.MustCompile(`<(?:link|script|img)\b[^>]*>`)
	linkedAt = regexp.MustCompile(`\s(?:href|src)="(/[^"]*)"`)
	unloaded = regexp.MustCompile(`\srel="(?:canonical|alternate)"`)
)

// measureFirst measures the requests and bytes of a match page in a browser without a cache.
func (r *ratios) measureFirst() error {
	site, w, err := r.openWired(2)
	if err != nil {
		return err
	}
	defer w.close()
	m, err := openMatchAt(w, loadShort, site.people...)
	if err != nil {
		return err
	}
	if err := w.ask(site.page(site.people[0], m.path()), 200); err != nil {
		return err
	}
	requests, size := 1, len(w.body)
	html, err := w.text()
	if err != nil {
		return err
	}
	for _, tag := range linked.FindAllString(html, -1) {
		at := linkedAt.FindStringSubmatch(tag)
		if at == nil || unloaded.MatchString(tag) {
			continue
		}
		if err := w.ask(site.page(site.people[0], strings.ReplaceAll(at[1], "&amp;", "&")), 200); err != nil {
			return err
		}
		requests, size = requests+1, size+len(w.body)
	}
	r.print(printed{what: "requests for a match page", value: float64(requests), bar: atMost(10)})
	r.print(printed{what: "bytes for a match page", value: float64(size) / 1000, unit: "kB", bar: atMost(45)})
	return nil
}

// measureTouched measures the memory of a server after many matches were requested, once as a page
// and once over the API.
func (r *ratios) measureTouched() error {
	site, err := r.open(r.some(200))
	if err != nil {
		return err
	}
	matches := make([]*loadMatch, r.some(10_000))
	err = site.each(len(matches), func(i int, w *wire) (err error) {
		matches[i], err = importMatch(w, site.person(i), 40)
		return err
	})
	if err != nil {
		return err
	}
	if err := site.restart(); err != nil {
		return err
	}
	err = site.each(len(matches), func(i int, w *wire) error {
		m := matches[i]
		if err := w.ask(site.page(m.seats[0], m.path()), 200); err != nil {
			return err
		}
		return w.ask(m.seats[0].call("GET", "/matches/"+m.id, ""), 200)
	})
	if err != nil {
		return err
	}
	time.Sleep(10 * r.For) // the runtime returns unneeded memory a little at a time
	memory, err := site.memory()
	if err != nil {
		return err
	}
	r.print(printed{what: fmt.Sprintf("memory after %d matches were looked at", len(matches)), value: memory / 1e6, unit: "MB", bar: atMost(90)})
	return nil
}

// The numbers of plies of a short and a long match.
const loadShort, loadLong = 10, 1000

// asked are the requests about a match whose cost should not depend on the ply.
var asked = []struct {
	what string
	ask  func(*loadSite, *loadMatch, *wire) error
}{
	{"page", func(s *loadSite, m *loadMatch, w *wire) error { return w.ask(s.page(m.seats[0], m.path()), 200) }},
	{"API", func(_ *loadSite, m *loadMatch, w *wire) error {
		return w.ask(m.seats[0].call("GET", "/matches/"+m.id, ""), 200)
	}},
	{"API, gzip", func(_ *loadSite, m *loadMatch, w *wire) error {
		return w.ask(m.seats[0].call("GET", "/matches/"+m.id, "", "Accept-Encoding", "gzip"), 200)
	}},
	{"API, ?since", func(_ *loadSite, m *loadMatch, w *wire) error {
		return w.ask(m.seats[0].call("GET", "/matches/"+m.id+m.since(), ""), 200)
	}},
	{"post", func(_ *loadSite, m *loadMatch, w *wire) error { return m.play(w) }},
	{"post, ?since", func(_ *loadSite, m *loadMatch, w *wire) error { return m.playWith(w, m.since()) }},
}

// measurePlies compares the cost of a match at ply 1,000 with its cost at ply 10, after a first
// request has loaded the match.
func (r *ratios) measurePlies() error {
	site, w, err := r.openWired(1)
	if err != nil {
		return err
	}
	defer w.close()
	times := newAskedTimes()
	for round := range r.Rounds + 1 { // the first round is a warm-up
		short, err := importMatch(w, site.people[0], loadShort)
		if err != nil {
			return err
		}
		long, err := importMatch(w, site.people[0], loadLong)
		if err != nil {
			return err
		}
		for i := range r.some(20) {
			for length, m := range []*loadMatch{short, long} {
				if err := m.play(w); err != nil { // a page of a new position
					return err
				}
				for kind := range asked {
					took, err := times.ask(kind, site, m, w)
					if err != nil {
						return err
					}
					if round > 0 && i > 1 {
						times.note(length, kind, took)
					}
				}
			}
		}
	}
	r.printAsked(times, "warm", 1.3)
	return nil
}

// measureRestart measures the first request of a match after a start of the server.
func (r *ratios) measureRestart() error {
	site, err := r.open(1)
	if err != nil {
		return err
	}
	times := newAskedTimes()
	const each = 3 // matches of each length for each request
	for range r.Rounds {
		warm, matches := &loadMatch{}, [2][]*loadMatch{}
		for length, plies := range []int{loadShort, loadLong} {
			matches[length] = make([]*loadMatch, each*len(asked))
			err := site.each(len(matches[length]), func(i int, w *wire) (err error) {
				matches[length][i], err = importMatch(w, site.people[0], plies)
				return err
			})
			if err != nil {
				return err
			}
		}
		err := site.each(1, func(_ int, w *wire) (err error) {
			warm, err = importMatch(w, site.people[0], loadShort)
			return err
		})
		if err != nil {
			return err
		}
		if err := site.restart(); err != nil {
			return err
		}
		if err := r.firstLooks(site, times, warm, matches); err != nil {
			return err
		}
	}
	r.printAsked(times, "after a restart", 2)
	return nil
}

// firstLooks requests each match once. Before, it requests the match warm, so that the server loads
// everything else.
func (r *ratios) firstLooks(site *loadSite, times *askedTimes, warm *loadMatch, matches [2][]*loadMatch) error {
	w, err := dialWire(site.addr)
	if err != nil {
		return err
	}
	defer w.close()
	for range r.some(20) {
		for kind := range asked {
			if _, err := times.ask(kind, site, warm, w); err != nil {
				return err
			}
		}
	}
	for i := range matches[0] {
		for length := range matches {
			kind := i % len(asked)
			took, err := times.ask(kind, site, matches[length][i], w)
			if err != nil {
				return err
			}
			times.note(length, kind, took)
		}
	}
	return nil
}

// askedTimes are the times until answers, by length of the match (short, long) and by request.
type askedTimes [2][][]float64

func newAskedTimes() *askedTimes {
	return &askedTimes{make([][]float64, len(asked)), make([][]float64, len(asked))}
}

func (*askedTimes) ask(kind int, site *loadSite, m *loadMatch, w *wire) (time.Duration, error) {
	begun := time.Now()
	err := asked[kind].ask(site, m, w)
	return time.Since(begun), err
}

func (t *askedTimes) note(length, kind int, took time.Duration) {
	t[length][kind] = append(t[length][kind], took.Seconds()*1000)
}

func (r *ratios) printAsked(t *askedTimes, when string, limit float64) {
	for kind, way := range asked {
		short, long := median(t[0][kind]), median(t[1][kind])
		r.print(printed{what: fmt.Sprintf("%s: ply %d, %s", way.what, loadLong, when), value: long, unit: "ms",
			ratios: []ratio{{long / short, fmt.Sprint("ply ", loadShort)}}, bar: atMost(limit)})
	}
}
