package web

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

// What a post stores beside its text: rows and what refers to them. A move has one row.
const (
	bytesAroundPost = 1 << 10
	bytesAroundMove = 64
)

// Growth bounds the bytes that players, and addresses, store in a day, over all that posts
// store. A bound that is used up comes back evenly.
type Growth struct {
	now             func() time.Time
	player, address int // bytes in a day
	mu              sync.Mutex
	by              map[string]*rate.Limiter
	swept           time.Time
}

// NewGrowth returns bounds under which nothing was stored yet.
func NewGrowth(player, address int, now func() time.Time) *Growth {
	return &Growth{now: now, player: player, address: address, by: make(map[string]*rate.Limiter)}
}

// Bound counts what a post stores, for its address and for a player, "" for nobody yet, and
// refuses it until there is room. A post that is refused for another reason does not count.
func (g *Growth) Bound(player func(echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			size := int(c.Request().ContentLength)
			if size < 0 {
				size = MaxBody
			}
			if path := c.Path(); path == "/m/:id" || strings.HasSuffix(path, "/actions") {
				size += bytesAroundMove
			} else {
				size += bytesAroundPost
			}
			giveBack, err := g.take(size, player(c), c.RealIP())
			if err != nil {
				return err
			}
			if err = next(c); err != nil || c.Response().Status >= http.StatusBadRequest {
				giveBack()
			}
			return err
		}
	}
}

// take counts bytes that are about to be stored.
func (g *Growth) take(size int, player, address string) (giveBack func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	all, wait := g.reserve(now, "address "+address, g.address, size)
	var own *rate.Reservation
	if player != "" {
		var longer time.Duration
		own, longer = g.reserve(now, "player "+player, g.player, size)
		wait = max(wait, longer)
	}
	giveBack = func() {
		for _, r := range []*rate.Reservation{own, all} {
			if r != nil {
				r.CancelAt(now)
			}
		}
	}
	if wait > 0 {
		giveBack()
		minutes := int(wait/time.Minute) + 1
		return nil, &Refusal{Status: http.StatusTooManyRequests, Code: "stored_much", Retry: 60 * minutes,
			Text: fmt.Sprintf("you or your network have stored as much as a day allows: go on in %d min", minutes)}
	}
	return giveBack, nil
}

// reserve takes bytes from a bound, and returns how long to wait until they are there.
func (g *Growth) reserve(now time.Time, who string, perDay, size int) (*rate.Reservation, time.Duration) {
	const day = 24 * time.Hour
	if now.Sub(g.swept) > time.Hour {
		for who, l := range g.by {
			if l.TokensAt(now) >= float64(l.Burst()) {
				delete(g.by, who)
			}
		}
		g.swept = now
	}
	l := g.by[who]
	if l == nil {
		l = rate.NewLimiter(rate.Limit(float64(perDay)/day.Seconds()), perDay)
		g.by[who] = l
	}
	r := l.ReserveN(now, size)
	if !r.OK() {
		return nil, day
	}
	return r, r.DelayFrom(now)
}
