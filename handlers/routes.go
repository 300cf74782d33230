package handlers

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/static"
)

// routes is the map of the site.
func (s *Server) routes() (*echo.Echo, error) {
	sameOrigin, err := s.sameOrigin()
	if err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.answerError
	e.IPExtractor = clientIP
	e.Use(s.observe, s.secureHeaders, limitBody)

	e.GET("/healthz", s.getHealth)
	e.GET("/readyz", s.getReady)
	e.GET("/static/*", echo.WrapHandler(static.Handler()))

	s.apiRoutes(e.Group("/api/v1"))

	site := e.Group("", s.session, sameOrigin, private)
	site.GET("/", s.getHome)
	site.GET("/tables", s.getTables)
	site.GET("/new", s.getNew)
	site.POST("/matches", s.postMatches)
	site.POST("/solo", s.postSolo)
	site.GET("/i/:token", s.getInvitation)
	site.POST("/i/:token", s.postInvitation)
	site.GET("/m/:id", s.getMatch)
	site.POST("/m/:id", s.postAction)
	site.POST("/m/:id/join", s.postJoin)
	site.POST("/m/:id/rematch", s.postRematch)
	site.POST("/m/:id/withdraw", s.postWithdraw)
	site.GET("/m/:id/record", s.getRecord)
	site.GET("/events", s.getEvents)
	site.GET("/rules", s.getRules)
	site.GET("/rules/:game", s.getGameRules)
	site.POST("/language", s.postLanguage)
	site.POST("/name", s.postName)
	site.RouteNotFound("/*", func(echo.Context) error { return echo.ErrNotFound })
	return e, nil
}

// clientIP believes a forwarded address only from a proxy on this machine.
func clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if addr, err := netip.ParseAddr(host); err != nil || !addr.IsLoopback() {
		return host
	}
	forwarded := strings.Split(r.Header.Get(echo.HeaderXForwardedFor), ",")
	last := strings.TrimSpace(forwarded[len(forwarded)-1])
	if _, err := netip.ParseAddr(last); err == nil {
		return last
	}
	return host
}

func (s *Server) getHealth(c echo.Context) error {
	return c.String(http.StatusOK, "ok\n")
}

func (s *Server) getReady(c echo.Context) error {
	if err := s.store.Ready(c.Request().Context()); err != nil {
		s.logError(c, err)
		return c.String(http.StatusServiceUnavailable, "the store takes no writes\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
