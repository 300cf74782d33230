package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// measureWire measures the bytes that the page of a player loads when the opponent has
// moved.
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

// opponentMove has seat 1 move by a form and seat 2 answer, and returns the size of the
// answer that the page of seat 1 then loads.
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
		return 0, errors.New("the page does not say what to ask for after a move")
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

// measureFirst measures the requests and bytes of a match page in a browser that has never
// been to the site.
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

// measureTouched measures the memory of a server after all of many matches were looked
// at, each on its page and by the API.
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
	time.Sleep(10 * r.For) // the runtime gives back what it does not need, a little at a time
	memory, err := site.memory()
	if err != nil {
		return err
	}
	r.print(printed{what: fmt.Sprintf("memory after %d matches were looked at", len(matches)), value: memory / 1e6, unit: "MB", bar: atMost(90)})
	return nil
}
