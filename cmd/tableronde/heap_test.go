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
	site := &loadSite{run: &ratios{loadRatiosCmd: loadRatiosCmd{Encoding: "gzip"}}}
	store, closeStore, err := openStore(t.Context(), path, storeSettings{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		p, err := newLoadPerson(t.Context(), store, "Player "+strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		site.people = append(site.people, p)
	}
	if err := closeStore(); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, path, "--metrics", "127.0.0.1:0", "--call-rate", "1000000", "--call-burst", "1000000")
	site.loadProcess = &loadProcess{addr: strings.TrimPrefix(s.url, "http://")}
	const started, looked = 6 << 20, 24 << 20
	if got := s.liveHeap(t); got > started {
		t.Errorf("%d bytes are in use after the start, want at most %d", got, started)
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
	if got := s.liveHeap(t); got > looked {
		t.Errorf("%d bytes are in use after many matches, want at most %d", got, looked)
	}
}

var (
	metricsURL = regexp.MustCompile(`"url":"(http:[^"]+)/metrics"`)
	heapAlloc  = regexp.MustCompile(`(?m)^# HeapAlloc = (\d+)$`)
)

// liveHeap returns how many bytes of the server's heap are in use after a collection. What
// pools have is gone after the second one.
func (s *server) liveHeap(t *testing.T) (bytes int) {
	t.Helper()
	url := metricsURL.FindStringSubmatch(s.logged())
	if url == nil {
		t.Fatal("the log names no address of metrics")
	}
	for range 2 {
		profile := get(t, url[1]+"/debug/pprof/heap?gc=1&debug=1")
		found := heapAlloc.FindStringSubmatch(profile)
		if found == nil {
			t.Fatalf("there is no figure of the heap in\n%.400s", profile)
		}
		var err error
		if bytes, err = strconv.Atoi(found[1]); err != nil {
			t.Fatal(err)
		}
	}
	return bytes
}
