package match

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"

	"github.com/labstack/echo/v4/middleware"
	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"tableronde/handlers/web"
	"tableronde/views/board"
	"tableronde/views/raster"
)

// A picture of some 80 kB costs some 30 ms: those asked for most are kept, few are
// made at once, and no address may have many made that are new.

type pictureKey = [sha256.Size]byte

// Pictures turns drawings into pixels.
type Pictures struct {
	fresh *middleware.RateLimiterMemoryStore // pictures that had to be made, by address
	slots chan *raster.Canvas
	kept  *otter.Cache[string, *[]byte] // by key
}

// NewPictures returns pictures of which an address may have burst made at once and more at a
// rate; those that are kept take so many bytes of memory.
func NewPictures(often rate.Limit, burst int, memory uint64) *Pictures {
	ps := &Pictures{
		fresh: web.NewLimiter(often, burst),
		slots: make(chan *raster.Canvas, max(1, runtime.GOMAXPROCS(0)/2)),
		kept: otter.Must(&otter.Options[string, *[]byte]{
			MaximumWeight: memory,
			Weigher:       func(key string, png *[]byte) uint32 { return uint32(len(key) + cap(*png)) },
			Executor:      func(evict func()) { evict() },
		}),
	}
	for range cap(ps.slots) {
		ps.slots <- new(raster.Canvas)
	}
	return ps
}

// png returns a drawing as PNG; key is its hash. The error is that of the rate limit
// if an address asks for too many new pictures, or that of ctx.
func (ps *Pictures) png(ctx context.Context, address string, key pictureKey, svg []byte) ([]byte, error) {
	if png, ok := ps.kept.GetIfPresent(string(key[:])); ok {
		return *png, nil
	}
	if err := web.Allow(ps.fresh, address); err != nil {
		return nil, err
	}
	var canvas *raster.Canvas
	select {
	case canvas = <-ps.slots:
		defer func() { ps.slots <- canvas }()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to draw: %w", ctx.Err())
	}
	if png, ok := ps.kept.GetIfPresent(string(key[:])); ok { // made by whoever was before in the queue
		return *png, nil
	}
	var out bytes.Buffer
	if err := canvas.PNG(&out, svg, board.CardWidth); err != nil {
		return nil, fmt.Errorf("draw card: %w", err)
	}
	png := out.Bytes()
	ps.kept.Set(string(key[:]), &png)
	return png, nil
}
