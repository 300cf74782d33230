package serve

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// waitingConns keeps at most a number of connections open, those of event streams
// included: beyond it, it closes those that wait for a request, the longest first. So new
// clients always find a descriptor; a client whose connection was closed opens another.
type waitingConns struct {
	most    int
	streams func() int // that are open, on connections that the server has given away

	mu      sync.Mutex
	open    map[net.Conn]*list.Element // in waiting, nil while a request is under way
	waiting list.List                  // of net.Conn, the longest in front
}

func newWaitingConns(most int, streams func() int) *waitingConns {
	return &waitingConns{most: most, streams: streams, open: make(map[net.Conn]*list.Element)}
}

// track follows the state of a connection; it is the ConnState of an http.Server.
func (w *waitingConns) track(conn net.Conn, state http.ConnState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at, known := w.open[conn]
	if at != nil {
		w.waiting.Remove(at)
	}
	switch {
	case state == http.StateClosed || state == http.StateHijacked || !known && state != http.StateNew:
		delete(w.open, conn)
	case state == http.StateActive:
		w.open[conn] = nil
	default:
		w.open[conn] = w.waiting.PushBack(conn)
	}
	most := w.most - w.streams()
	for len(w.open) > most && w.waiting.Len() > 0 {
		oldest := w.waiting.Remove(w.waiting.Front()).(net.Conn)
		delete(w.open, oldest)
		oldest.Close()
	}
}
