package handlers

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"

	"github.com/labstack/echo/v4/middleware"

	"tableronde/handlers/web"
	"tableronde/views/board"
	"tableronde/views/raster"
)

// A picture of some 80 kB costs some 30 ms: those made last are kept, few are made
// at once, and no address may have many made that are new.
const (
	keptPictures              = 128
	pictureRate, pictureBurst = 4, 40 // per second and address
)

type pictureKey = [sha256.Size]byte

// pictures turns drawings into pixels.
type pictures struct {
	fresh *middleware.RateLimiterMemoryStore // pictures that had to be made, by address
	slots chan *raster.Canvas

	mu      sync.Mutex
	entries map[pictureKey]*list.Element // of *pictureEntry
	recent  list.List                    // most recently used in front
}

type pictureEntry struct {
	key pictureKey
	png []byte
}

func newPictures() *pictures {
	ps := &pictures{
		fresh:   web.NewLimiter(pictureRate, pictureBurst),
		slots:   make(chan *raster.Canvas, max(1, runtime.GOMAXPROCS(0)/2)),
		entries: make(map[pictureKey]*list.Element),
	}
	for range cap(ps.slots) {
		ps.slots <- new(raster.Canvas)
	}
	return ps
}

// png is a card as PNG; key is the hash of its drawing. It fails with errTooMany
// where an address asks for too many new ones, and with the context's error.
func (ps *pictures) png(ctx context.Context, address string, key pictureKey, svg []byte) ([]byte, error) {
	if png, ok := ps.get(key); ok {
		return png, nil
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
	if png, ok := ps.get(key); ok { // made by whoever was before in the queue
		return png, nil
	}
	var out bytes.Buffer
	if err := canvas.PNG(&out, svg, board.CardWidth); err != nil {
		return nil, fmt.Errorf("draw card: %w", err)
	}
	ps.put(key, out.Bytes())
	return out.Bytes(), nil
}

func (ps *pictures) get(key pictureKey) ([]byte, bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	e, ok := ps.entries[key]
	if !ok {
		return nil, false
	}
	ps.recent.MoveToFront(e)
	return e.Value.(*pictureEntry).png, true
}

func (ps *pictures) put(key pictureKey, png []byte) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if _, ok := ps.entries[key]; ok {
		return
	}
	ps.entries[key] = ps.recent.PushFront(&pictureEntry{key, png})
	for len(ps.entries) > keptPictures {
		last := ps.recent.Back()
		delete(ps.entries, last.Value.(*pictureEntry).key)
		ps.recent.Remove(last)
	}
}
