package main

import (
	"fmt"
	"time"
)

// The plies of a short match and of a long one.
const loadShort, loadLong = 10, 1000

// asked are the ways of asking about a match that are to cost alike at any ply.
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

// measurePlies measures what a match costs at ply 1,000 to what it costs at ply 10,
// once it has been looked at.
func (r *ratios) measurePlies() error {
	site, w, err := r.openWired(1)
	if err != nil {
		return err
	}
	defer w.close()
	times := newAskedTimes()
	for round := range r.Rounds + 1 { // the first warms up
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

// measureRestart measures the first look at a match after the server has started.
func (r *ratios) measureRestart() error {
	site, err := r.open(1)
	if err != nil {
		return err
	}
	times := newAskedTimes()
	const each = 3 // matches of each length for each way of asking
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

// firstLooks asks for each of the matches once, after another one has shown the server
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

// askedTimes are the times until answers, by length of the match (short, long) and by
// way of asking.
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
