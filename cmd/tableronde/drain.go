package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"tableronde/handlers"
)

const (
	// stopWithin is how long requests under way may take to end after a signal.
	stopWithin = 5 * time.Second

	// drainFor is how long connections that are open may still bring requests:
	// what was on its way when the signal came is answered.
	drainFor = 750 * time.Millisecond

	// What has connected by the signal is accepted, until for lastPause nobody
	// has come, or lastCall is over.
	lastPause = 20 * time.Millisecond
	lastCall  = 2 * time.Second
)

// drainListener can be closed without turning away those who have connected: a
// plain Close resets the connections that wait to be accepted.
type drainListener struct {
	*net.TCPListener
	last atomic.Int64 // when it closes at the latest, Unix nanoseconds; 0 while it stays open
}

func listen(addr string) (*drainListener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return nil, errors.Join(errors.New("not a TCP address"), l.Close())
	}
	return &drainListener{TCPListener: tcp}, nil
}

// Accept returns net.ErrClosed once nobody waits any more after drain.
func (l *drainListener) Accept() (net.Conn, error) {
	for {
		if last := l.last.Load(); last != 0 {
			// A deadline that is new lets Accept look at least once.
			if err := l.SetDeadline(time.Now().Add(lastPause)); err != nil {
				return nil, err
			}
			conn, err := l.TCPListener.Accept()
			if errors.Is(err, os.ErrDeadlineExceeded) || time.Now().UnixNano() > last {
				err = l.Close()
			}
			if conn != nil || err != nil {
				return conn, err
			}
			continue
		}
		conn, err := l.TCPListener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
	}
}

// drain lets in who has connected, and nobody after.
func (l *drainListener) drain() error {
	l.last.Store(time.Now().Add(lastCall).UnixNano())
	return l.SetDeadline(time.Now()) // wakes Accept
}

// stopServing ends a server such that everybody who has asked is answered, but for
// those who take longer than stopWithin to ask.
func stopServing(server *http.Server, listener *drainListener, site *handlers.Server, log *slog.Logger) error {
	site.Drain()
	if err := listener.drain(); err != nil {
		return err
	}
	time.Sleep(drainFor)
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests that took too long were cut off")
		return server.Close()
	}
	return err
}
