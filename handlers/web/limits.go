package web

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"tableronde/games/record"
)

// How many bytes the body of a request may have.
const (
	MaxBody   = 64 << 10
	MaxImport = record.MaxSize + 128<<10 // of one that carries a game, with what is around it
)

// errTooMany refuses a call beyond a rate.
var errTooMany = &Refusal{Status: http.StatusTooManyRequests, Code: "too_many_requests", Text: "too many calls: wait a little", Retry: 1}

// NewLimiter returns a limiter of calls by their callers. It remembers a caller until a used up
// burst has come back whole.
func NewLimiter(perSecond rate.Limit, burst int) *middleware.RateLimiterMemoryStore {
	refill := min(float64(burst)/float64(perSecond), (24 * time.Hour).Seconds())
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: perSecond, Burst: burst, ExpiresIn: max(5*time.Minute, time.Duration(refill*float64(time.Second))),
	})
}

// Allow returns errTooMany if who has used up the rate of limiter.
func Allow(limiter *middleware.RateLimiterMemoryStore, who string) error {
	ok, err := limiter.Allow(who)
	if err != nil {
		return fmt.Errorf("rate limit: %w", err)
	}
	if !ok {
		return errTooMany
	}
	return nil
}

// PerAddress limits the rate of a call by the address that it comes from.
func PerAddress(limiter *middleware.RateLimiterMemoryStore) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := Allow(limiter, c.RealIP()); err != nil {
				return err
			}
			return next(c)
		}
	}
}
