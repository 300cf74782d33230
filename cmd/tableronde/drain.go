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

	// Connections made before the signal are still accepted, until none has
	// arrived for lastPause, or lastCall is over.
	lastPause = 20 * time.Millisecond
	lastCall  = 2 * time.Second
)

// drainListener is a TCP listener that can be closed without losing connections: a
// plain Close resets those that wait to be accepted.
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
			// With a new deadline, Accept looks at the queue at least once.
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

// drain makes Accept return the connections made so far, then net.ErrClosed.
func (l *drainListener) drain() error {
	l.last.Store(time.Now().Add(lastCall).UnixNano())
	return l.SetDeadline(time.Now()) // wakes Accept
}

// stopServing shuts a server down after answering the requests it has received. It
// cuts off requests that take longer than stopWithin to arrive.
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
