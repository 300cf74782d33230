package main

import (
	"sync/atomic"
	"time"
)

// loadReaders is how many clients ask for pages at a time.
const loadReaders = 16

// measurePage measures the page of a match that its players see for the first time
// after a move.
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

// measureAgain measures pages that have been asked for before.
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

// floorOf puts the answer to a request on the floor, and returns what measures how
// often that is asked for in a second.
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
