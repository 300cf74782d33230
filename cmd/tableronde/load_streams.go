package main

import (
	"bytes"
	"fmt"
	"time"
)

// measureStreams measures the memory that an open stream of a browser takes.
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
			_ = w.close() // nothing more is read from it
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

// measureReach measures how long it takes until a move has reached all who watch a
// match.
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
	streams, err := site.openStreams(n, func(int) []byte { return site.page(loadPerson{}, "/events?match="+m.id) })
	if err != nil {
		return err
	}
	defer closeWires(streams)
	told, moves := make(chan error, n), 4*r.Rounds
	for _, s := range streams {
		if err := s.conn.SetDeadline(time.Now().Add(soakPatience)); err != nil {
			return err
		}
		go func() {
			for range moves {
				told <- s.awaitLine("data: ")
			}
		}()
	}
	var times []float64
	for range moves {
		begun := time.Now()
		if err := m.play(w); err != nil {
			return err
		}
		for range streams {
			if err := <-told; err != nil {
				return err
			}
		}
		times = append(times, float64(time.Since(begun).Microseconds())/1000)
	}
	r.print(printed{what: fmt.Sprintf("a move reaches the last of %d streams", n), value: median(times), unit: "ms", bar: atMost(10)})
	return nil
}
