package handlers

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"
)

// gateWait is how long a request waits at the gate before it is sent away.
const gateWait = 2 * time.Second

var errBusy = &refusal{
	status: http.StatusServiceUnavailable, code: "busy", retry: 2,
	text: "many are looking at matches just now: try again in a moment",
}

// gate bounds how many answers are worked out at once, and so the memory and the
// processors that they take: each is bounded by itself.
type gate struct {
	slots chan struct{}
	after func(time.Duration) <-chan time.Time
}

func newGate(after func(time.Duration) <-chan time.Time) *gate {
	return &gate{slots: make(chan struct{}, max(4, 2*runtime.GOMAXPROCS(0))), after: after}
}

// enter waits for a slot. It fails with errBusy.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-g.after(gateWait):
		return errBusy
	case <-ctx.Done():
		return errBusy
	}
}

// pass lets a handler work while it holds a slot. The answer is sent only after
// that, so that nobody holds a slot by reading slowly.
func (g *gate) pass(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.enter(c.Request().Context()); err != nil {
			return err
		}
		out, answer := c.Response().Writer, answerBuffer{header: c.Response().Header()}
		c.Response().Writer = &answer
		err := func() error {
			defer func() {
				c.Response().Writer = out
				<-g.slots
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

// answerBuffer keeps an answer until it is sent.
type answerBuffer struct {
	header http.Header
	status int // 0 until it is known
	body   bytes.Buffer
}

func (b *answerBuffer) Header() http.Header { return b.header }

func (b *answerBuffer) WriteHeader(status int) { b.status = status }

func (b *answerBuffer) Write(p []byte) (int, error) {
	if b.status == 0 {
		b.status = http.StatusOK
	}
	return b.body.Write(p)
}
