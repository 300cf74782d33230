package main

import (
	"fmt"
	"time"
)

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
