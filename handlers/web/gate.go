package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

var ErrBusy = &Refusal{
	Status: http.StatusServiceUnavailable, Code: "busy", Retry: 2,
	Text: "many are looking at matches just now: try again in a moment",
}

// Gate limits how many responses are computed at once, and so their memory and
// processor time: each is bounded by itself.
type Gate struct {
	wait  time.Duration // of a request, before it is sent away
	slots chan struct{}
	after func(time.Duration) <-chan time.Time
}

// NewGate returns a gate of two slots for each processor. After tells when a time
// has passed.
func NewGate(wait time.Duration, after func(time.Duration) <-chan time.Time) *Gate {
	return &Gate{wait: wait, slots: make(chan struct{}, max(4, 2*runtime.GOMAXPROCS(0))), after: after}
}

// Enter waits for a slot. The error is ErrBusy.
func (g *Gate) Enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-g.after(g.wait):
		return ErrBusy
	case <-ctx.Done():
		return ErrBusy
	}
}

// Leave gives a slot back.
func (g *Gate) Leave() { <-g.slots }

// gateKey is the key of the gate in the context of a request that has passed it.
type gateKey struct{}

// Outside does work that has bounds of its own, and gives back the slot of the request that ctx
// belongs to for as long as that takes.
func Outside(ctx context.Context, work func() error) error {
	g, ok := ctx.Value(gateKey{}).(*Gate)
	if !ok {
		return work()
	}
	g.Leave()
	defer func() { g.slots <- struct{}{} }()
	return work()
}

// Held returns how many of how many slots are taken.
func (g *Gate) Held() (taken, of int) { return len(g.slots), cap(g.slots) }

// Pass lets a handler work while it holds a slot. The response is sent only after
// that, so that nobody holds a slot by reading slowly.
func (g *Gate) Pass(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.Enter(c.Request().Context()); err != nil {
			return err
		}
		out, answer := c.Response().Writer, answerBuffers.Get().(*answerBuffer)
		defer answer.reuse()
		answer.header = c.Response().Header()
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), gateKey{}, g)))
		c.Response().Writer = answer
		err := func() error {
			defer func() {
				c.Response().Writer = out
				g.Leave()
			}()
			return next(c)
		}()
		if answer.status == 0 {
			return err
		}
		out.WriteHeader(answer.status)
		_, sent := out.Write(answer.body.Bytes())
		return errors.Join(err, sent)
	}
}

var answerBuffers = sync.Pool{New: func() any { return new(answerBuffer) }}

// answerBuffer keeps a response until it is sent.
type answerBuffer struct {
	header http.Header
	status int // 0 until it is known
	body   bytes.Buffer
}

// reuse gives the buffer to a later response.
func (b *answerBuffer) reuse() {
	b.header, b.status = nil, 0
	b.body.Reset()
	answerBuffers.Put(b)
}

func (b *answerBuffer) Header() http.Header { return b.header }

func (b *answerBuffer) WriteHeader(status int) { b.status = status }

func (b *answerBuffer) Write(p []byte) (int, error) {
	if b.status == 0 {
		b.status = http.StatusOK
	}
	return b.body.Write(p)
}
