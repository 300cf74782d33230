package main

import (
	"io"
	"net"
	"net/http"
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
	serve := serveCmd{LogJSON: true}
	serve.logger(con.err).Info("listening", "url", browseURL(listener.Addr()))
	return http.Serve(listener, e)
}
