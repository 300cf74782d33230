package serve

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
	// stopWithin is the longest time for requests in progress to end after a signal.
	stopWithin = 5 * time.Second

	// drainFor is the time in which open connections may still send requests after a signal. Thus
	// requests that were already on their way are answered.
	drainFor = 750 * time.Millisecond

	// After a signal, the listener accepts connections for lastPause, because clients may be
	// connecting. Then it ignores new ones, and accepts until none waits, or until lastCall is over.
	lastPause = 20 * time.Millisecond
	lastCall  = 2 * time.Second
)

// drainListener is a TCP listener that can be closed without losing connections. A plain Close
// would reset connections that wait to be accepted.
type drainListener struct {
	*net.TCPListener
	drained atomic.Int64  // time of the call of drain in Unix nanoseconds; 0 before
	closed  chan struct{} // closed when it is drained
}

func listen(addr string) (*drainListener, error) {
	var config net.ListenConfig
	config.SetMultipathTCP(false) // else Linux takes no filter (see ignoreClients)
	l, err := config.Listen(context.Background(), "tcp", addr)
	if err != nil {
		return nil, err
	}
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return nil, errors.Join(errors.New("not a TCP address"), l.Close())
	}
	return &drainListener{TCPListener: tcp, closed: make(chan struct{})}, nil
}

// Accept returns net.ErrClosed after drain.
func (l *drainListener) Accept() (net.Conn, error) {
	for {
		began := l.drained.Load()
		if began == 0 {
			conn, err := l.TCPListener.Accept()
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				return conn, err
			}
			continue
		}
		since := time.Duration(time.Now().UnixNano() - began)
		if since > lastPause {
			l.ignoreClients() // one that came between the check of the queue and Close would be reset
			if since > lastCall || !l.waiting() {
				err := l.Close()
				close(l.closed)
				return nil, errors.Join(net.ErrClosed, err)
			}
		}
		if err := l.SetDeadline(time.Now().Add(lastPause)); err != nil {
			return nil, err
		}
		if conn, err := l.TCPListener.Accept(); !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
	}
}

// drain makes Accept return the connections made so far, then net.ErrClosed.
func (l *drainListener) drain() error {
	l.drained.Store(time.Now().UnixNano())
	return l.SetDeadline(time.Now()) // wakes Accept
}

// stopServing shuts a server down after answering the received requests. It cuts off requests that
// take longer than stopWithin.
func stopServing(server *http.Server, listener *drainListener, site *handlers.Server, log *slog.Logger) error {
	site.Drain()
	if err := listener.drain(); err != nil {
		return err
	}
	select {
	case <-listener.closed: // otherwise Shutdown might miss a connection that was just accepted
	case <-time.After(2 * lastCall):
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
