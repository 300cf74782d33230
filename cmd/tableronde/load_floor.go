package main

import (
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"
)

// loadFloorCmd serves fixed bytes from memory: what the router and loopback cost alone.
type loadFloorCmd struct{}

// floorAnswer is what the floor answers, once it has been put there.
type floorAnswer struct {
	kind, encoding string
	body           []byte
}

// Run listens on loopback until it is killed. A path answers GET and POST with what was
// PUT there.
func (loadFloorCmd) Run(con *console) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	var answers sync.Map // of floorAnswer, by path
	e := echo.New()
	e.PUT("/:name", func(c echo.Context) error {
		body, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return err
		}
		h := c.Request().Header
		answers.Store(c.Param("name"), floorAnswer{h.Get(echo.HeaderContentType), h.Get(echo.HeaderContentEncoding), body})
		return c.NoContent(http.StatusNoContent)
	})
	answer := func(c echo.Context) error {
		if _, err := io.Copy(io.Discard, c.Request().Body); err != nil {
			return err
		}
		found, ok := answers.Load(c.Param("name"))
		if !ok {
			return echo.ErrNotFound
		}
		a := found.(floorAnswer)
		if a.encoding != "" {
			c.Response().Header().Set(echo.HeaderContentEncoding, a.encoding)
		}
		return c.Blob(http.StatusOK, a.kind, a.body)
	}
	e.GET("/:name", answer)
	e.POST("/:name", answer)
	var open floorStreams
	e.GET("/streams", open.add)
	e.POST("/streams", open.tell)
	serve := serveCmd{LogJSON: true}
	serve.logger(con.err).Info("listening", "url", browseURL(listener.Addr()))
	return http.Serve(listener, e)
}

// floorStreams are streams that are written to with as little as it takes.
type floorStreams struct {
	mu    sync.Mutex
	conns []net.Conn
}

// add answers with a stream.
func (s *floorStreams) add(c echo.Context) error {
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: 0\n\n"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, conn)
	return nil
}

// tell writes what is posted to all streams, a part of them on each processor.
func (s *floorStreams) tell(c echo.Context) error {
	text, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var writing sync.WaitGroup
	for conns := range slices.Chunk(s.conns, max(1, (len(s.conns)-1)/runtime.GOMAXPROCS(0)+1)) {
		writing.Go(func() {
			for _, conn := range conns {
				_, _ = conn.Write(text) // who has gone misses it
			}
		})
	}
	writing.Wait()
	return c.NoContent(http.StatusNoContent)
}
