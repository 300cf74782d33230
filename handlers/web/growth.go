package web

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

// The bytes that a post stores beside its text: rows and the references to them. A move has
// one row.
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

// Bound counts the bytes that a post stores, for its address and for a player, "" for nobody
// yet. It refuses the post until there is room. A post that is refused for another reason does
// not count.
func (g *Growth) Bound(player func(echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			size, path := int(c.Request().ContentLength), c.Path()
			if size < 0 { // nobody has said
				text, err := io.ReadAll(c.Request().Body)
				if err != nil {
					return err
				}
				c.Request().Body, size = io.NopCloser(bytes.NewReader(text)), len(text)
			}
			if path == "/m/:id" || strings.HasSuffix(path, "/actions") {
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
	now, wait := g.now(), time.Duration(0)
	if now.Sub(g.swept) > time.Hour {
		maps.DeleteFunc(g.by, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
		g.swept = now
	}
	var taken []*rate.Reservation
	for who, perDay := range map[string]int{"address " + address: g.address, "player " + player: g.player} {
		if who == "player " { // nobody yet
			continue
		}
		if g.by[who] == nil {
			g.by[who] = rate.NewLimiter(rate.Limit(float64(perDay)/(24*time.Hour).Seconds()), perDay)
		}
		r := g.by[who].ReserveN(now, size)
		taken, wait = append(taken, r), max(wait, r.DelayFrom(now))
	}
	giveBack = func() {
		for _, r := range taken {
			r.CancelAt(now)
		}
	}
	if wait == 0 {
		return giveBack, nil
	}
	giveBack()
	minutes := int(min(wait, 24*time.Hour)/time.Minute) + 1
	return nil, &Refusal{Status: http.StatusTooManyRequests, Code: "stored_much", Retry: 60 * minutes,
		Text: fmt.Sprintf("you or your network have stored as much as a day allows: go on in %d min", minutes)}
}
