package web

import (
	"net/http"

	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"
)

// How often a player may take all their data along, and how many may at once.
const (
	exportRate  = rate.Limit(1.0 / (20 * 60))
	exportBurst = 4
	mostExports = 2
)

var errManyExports = &Refusal{Status: http.StatusTooManyRequests, Code: "too_many_exports", Text: "an export takes a while: wait some minutes for the next", Retry: 20 * 60}

// Exports limits how often players take their data along.
type Exports struct {
	players *middleware.RateLimiterMemoryStore
	slots   chan struct{}
}

// NewExports returns a limiter under which nobody has taken anything yet.
func NewExports() *Exports {
	return &Exports{
		players: NewLimiter(exportRate, exportBurst),
		slots:   make(chan struct{}, mostExports),
	}
}

// Enter begins an export of a player, which ends with a call of leave. It returns an
// error if there were too many of theirs, or ErrBusy if there are too many now.
func (x *Exports) Enter(player string) (leave func(), err error) {
	select {
	case x.slots <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	leave = func() { <-x.slots }
	if Allow(x.players, player) != nil {
		leave()
		return nil, errManyExports
	}
	return leave, nil
}
