package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"tableronde/cmd/internal/soak"
)

// measureStreams measures the memory of an open event stream of a browser.
func (r *ratios) measureStreams() error {
	for _, n := range []int{1000, 5000} {
		n = r.some(n)
		per, err := r.streamMemory(n)
		if err != nil {
			return err
		}
		r.print(printed{what: fmt.Sprintf("memory of a stream, %d open", n), value: per / 1000, unit: "kB", bar: atMost(12)})
	}
	return nil
}

// streamMemory returns the resident memory that each of n streams adds to a server.
func (r *ratios) streamMemory(n int) (float64, error) {
	site, err := r.open(50)
	if err != nil {
		return 0, err
	}
	path := func(i int) []byte { return site.page(site.person(i), "/events") }
	first, err := site.openStreams(r.some(50), path)
	if err != nil {
		return 0, err
	}
	defer closeWires(first)
	time.Sleep(r.For)
	before, err := site.memory()
	if err != nil {
		return 0, err
	}
	streams, err := site.openStreams(n, path)
	if err != nil {
		return 0, err
	}
	defer closeWires(streams)
	time.Sleep(r.For)
	after, err := site.memory()
	return (after - before) / float64(n), err
}

// openStreams opens streams, and returns once each has begun.
func (s *loadSite) openStreams(n int, request func(i int) []byte) ([]*wire, error) {
	streams := make([]*wire, n)
	err := s.each(n, func(i int, _ *wire) (err error) {
		if streams[i], err = dialWire(s.addr); err != nil {
			return err
		}
		if err := streams[i].begin(request(i)); err != nil {
			return err
		}
		if status := streams[i].status; status != 200 {
			return fmt.Errorf("a stream is answered with %d", status)
		}
		return streams[i].awaitLine("id: ")
	})
	if err != nil {
		closeWires(streams)
	}
	return streams, err
}

func closeWires(wires []*wire) {
	for _, w := range wires {
		if w != nil {
			_ = w.close() // so the rest is not read
		}
	}
}

// awaitLine reads a stream up to a line with a prefix.
func (w *wire) awaitLine(prefix string) error {
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if bytes.HasPrefix(line, []byte(prefix)) {
			return nil
		}
	}
}

// measureReach measures the time until a move has reached all spectators of a match. For
// comparison, it measures the time for sending only the event to as many streams.
func (r *ratios) measureReach() error {
	site, w, err := r.openWired(2)
	if err != nil {
		return err
	}
	defer w.close()
	m, err := openMatch(w, "camelot", site.people...)
	if err != nil {
		return err
	}
	n := r.some(1000)
	watching, err := site.openStreams(n, func(int) []byte { return site.page(loadPerson{}, "/events?match="+m.id) })
	if err != nil {
		return err
	}
	defer closeWires(watching)
	f, err := r.dialFloor()
	if err != nil {
		return err
	}
	defer f.close()
	bare, err := (&loadSite{loadProcess: r.floor, run: r}).openStreams(n, func(int) []byte { return rawRequest("GET", "/streams", "") })
	if err != nil {
		return err
	}
	defer closeWires(bare)
	event := "id: 1\nevent: changed\ndata: " + strings.Repeat("x", 120) + "\n\n" // as long as the event of a move
	moves := 4 * r.Rounds
	times, err := reachInTurn(moves, reached{watching, func() error { return m.play(w) }},
		reached{bare, func() error { return f.ask(rawRequest("POST", "/streams", event), 204) }})
	if err != nil {
		return err
	}
	r.print(printed{what: fmt.Sprintf("a move reaches the last of %d streams", n), value: times[0], unit: "ms", bar: atMost(10)})
	r.print(printed{what: "its event alone, to as many", value: times[1], unit: "ms", bar: bar{told: fmt.Sprintf("%.2f of a move", times[1]/times[0])}})
	return nil
}

// reached are streams and a post that is announced on all of them.
type reached struct {
	streams  []*wire
	announce func() error
}

// reachInTurn returns, for each side, the median time in milliseconds until its post has reached
// all its streams. It alternates the sides.
func reachInTurn(times int, all ...reached) ([]float64, error) {
	told := make([]chan error, len(all))
	for i, one := range all {
		told[i] = make(chan error, len(one.streams))
		for _, s := range one.streams {
			if err := s.conn.SetDeadline(time.Now().Add(soak.Patience)); err != nil {
				return nil, err
			}
			go func() {
				for range times {
					told[i] <- s.awaitLine("data: ")
				}
			}()
		}
	}
	took := make([][]float64, len(all))
	for range times {
		for i, one := range all {
			begun := time.Now()
			if err := one.announce(); err != nil {
				return nil, err
			}
			for range one.streams {
				if err := <-told[i]; err != nil {
					return nil, err
				}
			}
			took[i] = append(took[i], float64(time.Since(begun).Microseconds())/1000)
		}
	}
	medians := make([]float64, len(all))
	for i, list := range took {
		medians[i] = median(list)
	}
	return medians, nil
}
