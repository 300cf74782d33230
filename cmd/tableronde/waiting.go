package main

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// waitingConns closes connections that wait for a request, those that have waited
// longest first, where more than most are open: so there are descriptors for who
// comes next, and clients open another when they need one.
type waitingConns struct {
	most int

	mu      sync.Mutex
	open    map[net.Conn]*list.Element // in waiting, nil while a request is under way
	waiting list.List                  // of net.Conn, the longest in front
}

func newWaitingConns(most int) *waitingConns {
	return &waitingConns{most: most, open: make(map[net.Conn]*list.Element)}
}

// track is the ConnState of an http.Server.
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
	for len(w.open) > w.most && w.waiting.Len() > 0 {
		oldest := w.waiting.Remove(w.waiting.Front()).(net.Conn)
		delete(w.open, oldest)
		oldest.Close()
	}
}
