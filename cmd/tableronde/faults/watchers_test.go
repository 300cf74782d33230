package faults

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/cmd/internal/soak"
)

// watchers hold the streams of matches, one stream a match, and record their problems.
type watchers struct {
	site interface{ URL() string }

	mu                          sync.Mutex
	running                     map[*soak.Match]*watcher
	streams, events, reconnects int
	problems                    []string
}

// watcher is the stream of one match as a program reads it.
type watcher struct {
	of     *watchers
	m      *soak.Match
	from   string // the address that it is said to come from
	cancel context.CancelFunc
	ended  chan struct{}

	mu   sync.Mutex
	last int // ply, -1 before the first event
}

func newWatchers(site interface{ URL() string }) *watchers {
	return &watchers{site: site, running: make(map[*soak.Match]*watcher)}
}

// watch opens the stream of a match.
func (ws *watchers) watch(m *soak.Match) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &watcher{of: ws, m: m, cancel: cancel, ended: make(chan struct{}), last: -1}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.running[m] = w
	ws.streams++
	w.from = fmt.Sprintf("198.19.%d.%d", ws.streams/256%256, ws.streams%256)
	go w.run(ctx)
}

// finish waits for the last ply of a match on its stream, up to soak.Patience, and closes the
// stream. It reports a problem if the ply does not come.
func (ws *watchers) finish(m *soak.Match) {
	ws.mu.Lock()
	w := ws.running[m]
	delete(ws.running, m)
	ws.mu.Unlock()
	for deadline := time.Now().Add(soak.Patience); w.ply() < m.Ply; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			ws.report("the stream of %s ends at ply %d of %d", m.ID, w.ply(), m.Ply)
			break
		}
	}
	w.cancel()
	<-w.ended
}

func (ws *watchers) report(format string, args ...any) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.problems = append(ws.problems, fmt.Sprintf(format, args...))
}

// run reads the stream, and opens it again after the last event when it breaks off.
func (w *watcher) run(ctx context.Context) {
	defer close(w.ended)
	for ctx.Err() == nil {
		if err := w.read(ctx); err != nil && ctx.Err() == nil {
			w.of.report("the stream of %s: %v", w.m.ID, err)
			return
		}
		w.of.mu.Lock()
		w.of.reconnects++
		w.of.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
}

// read reads until the stream breaks off. It returns nil then, and when the server is unavailable.
// It returns an error for any other refusal, and for an event that goes back.
func (w *watcher) read(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.of.site.URL()+"/api/v1/matches/"+w.m.ID+"/events", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+w.m.Tokens[0])
	req.Header.Set("X-Forwarded-For", w.from)
	if ply := w.ply(); ply >= 0 {
		req.Header.Set("Last-Event-ID", strconv.Itoa(ply))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return nil
	default:
		return fmt.Errorf("answered with %s", resp.Status)
	}
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		id, ok := strings.CutPrefix(lines.Text(), "id: ")
		if !ok {
			continue
		}
		ply, err := strconv.Atoi(id)
		if err != nil {
			return err
		}
		if err := w.note(ply); err != nil {
			return err
		}
	}
	return nil
}

func (w *watcher) ply() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// note records an event. It returns an error if the stream went back.
func (w *watcher) note(ply int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ply < w.last {
		return fmt.Errorf("ply %d comes after ply %d", ply, w.last)
	}
	w.last = ply
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	w.of.events++
	return nil
}
