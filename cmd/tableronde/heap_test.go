package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A server that has just started has no more on the heap than it needs, and one that was
// asked for more matches than it keeps no more than its caches may take.
func TestLiveHeap(t *testing.T) {
	t.Parallel()
	needProcess(t)
	path := filepath.Join(t.TempDir(), "heap.db")
	people, err := makeLoadPeople(t.Context(), path, 50)
	if err != nil {
		t.Fatal(err)
	}
	site := &loadSite{run: &ratios{loadRatiosCmd: loadRatiosCmd{Encoding: "gzip"}}, people: people}
	s := startServer(t, path, "--metrics", "127.0.0.1:0", "--call-rate", "1000000", "--call-burst", "1000000")
	site.loadProcess = &loadProcess{addr: strings.TrimPrefix(s.url, "http://")}
	const started, looked = 6 << 20, 24 << 20
	live, goal := s.heap(t)
	if live > started || goal < live+leastGarbage*3/4 {
		t.Errorf("%d bytes are in use after the start, and collected at %d; want at most %d, and %d more", live, goal, started, leastGarbage)
	}
	err = site.each(1500, func(i int, w *wire) error {
		m, err := importMatch(w, site.person(i), 40)
		if err == nil {
			err = w.ask(site.page(m.seats[0], m.path()), 200)
		}
		if err == nil {
			err = w.ask(m.seats[0].call("GET", "/matches/"+m.id, ""), 200)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	live, goal = s.heap(t)
	if live > looked || goal > live*(100+garbageShare)/100+2<<20 {
		t.Errorf("%d bytes are in use after many matches, and collected at %d; want at most %d, and %d %% more", live, goal, looked, garbageShare)
	}
}

var (
	metricsURL = regexp.MustCompile(`"url":"(http:[^"]+)/metrics"`)
	heapFigure = regexp.MustCompile(`(?m)^# (HeapAlloc|NextGC) = (\d+)$`)
)

// heap returns how many bytes of the server's heap are in use after a collection, and at
// how many the next one is due. What pools have is gone after the second collection.
func (s *server) heap(t *testing.T) (live, goal int) {
	t.Helper()
	url := metricsURL.FindStringSubmatch(s.logged())
	if url == nil {
		t.Fatal("the log names no address of metrics")
	}
	figures := map[string]int{}
	for range 2 {
		for _, found := range heapFigure.FindAllStringSubmatch(get(t, url[1]+"/debug/pprof/heap?gc=1&debug=1"), -1) {
			figures[found[1]], _ = strconv.Atoi(found[2])
		}
	}
	if len(figures) != 2 {
		t.Fatalf("the profile has figures %v", figures)
	}
	return figures["HeapAlloc"], figures["NextGC"]
}
