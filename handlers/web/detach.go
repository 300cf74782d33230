package web

import (
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
)

// maxIgnored is the most reads from the client of an open stream. A client that sends more is
// disconnected.
const maxIgnored = 64

var errEnded = errors.New("the hub has ended the stream")

// detached is an open event stream that has left net/http. It costs a connection, a subscription
// and a goroutine that waits for the client to disconnect, but no request, buffers or handler.
// Another goroutine writes while events are pending, so a slow client delays only its own stream.
type detached struct {
	conn    net.Conn
	sub     *live.Subscription
	format  func(club.Change) event
	life    string // text that an idle stream sends
	beat    *time.Timer
	beatDue atomic.Bool
	wakes   atomic.Int32 // calls of wake since the writer began; 0 without a writer; never 0 again after an error
}

// detach takes an HTTP/1 connection from net/http after the beginning of the stream was sent, and
// continues the stream there. It returns false, and does nothing, if the connection cannot be
// taken.
func detach(w *http.ResponseController, sub *live.Subscription, f Feed) bool {
	conn, _, err := w.Hijack()
	if err != nil {
		return false
	}
	d := &detached{conn: conn, sub: sub, format: f.format, life: f.signOfLife()}
	d.beat = time.AfterFunc(beatPause(), func() {
		d.beatDue.Store(true)
		d.wake()
	})
	go d.watch()
	sub.Notify(d.wake)
	return true
}

// watch waits until the client disconnects or the connection is closed, then releases the stream.
func (d *detached) watch() {
	var ignored [64]byte
	for range maxIgnored {
		if _, err := d.conn.Read(ignored[:]); err != nil {
			break
		}
	}
	d.beat.Stop()
	d.sub.Close()
	d.conn.Close()
}

// wake starts the writer, or makes the running one check again.
func (d *detached) wake() {
	if d.wakes.Add(1) == 1 {
		go d.write()
	}
}

// write sends the due events until there are no more. After an error it closes the connection,
// which ends watch.
func (d *detached) write() {
	for seen := int32(1); ; seen = d.wakes.Load() {
		if err := d.send(); err != nil {
			d.conn.Close()
			return
		}
		if d.wakes.CompareAndSwap(seen, 0) {
			return
		}
	}
}

// send writes the pending changes, and a sign of life if one is due.
func (d *detached) send() error {
	select {
	case <-d.sub.Done():
		return errEnded
	default:
	}
	text := encode(d.sub.Take(), d.format)
	beat := d.beatDue.Swap(false)
	if beat {
		text = append(text, d.life...)
	}
	if len(text) == 0 {
		return nil
	}
	if err := d.conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	if _, err := d.conn.Write(text); err != nil {
		return err
	}
	if beat {
		d.beat.Reset(beatPause())
	}
	return nil
}
