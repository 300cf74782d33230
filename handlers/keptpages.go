package handlers

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/maypok86/otter/v2"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/delta"
	"tableronde/static/coding"
	"tableronde/views"
)

const (
	// pageMemory is how many bytes of pages are kept.
	pageMemory = 2 << 20

	// pageLifetime bounds for how long a page is kept, since pages tell times and a
	// look at one is noted only when it is rendered.
	pageLifetime = 10 * time.Second
)

// keptPages keeps pages of matches as they were sent, for those who ask for the same
// again: tabs, streams that come back, spectators of one match.
type keptPages struct {
	pages *otter.Cache[string, *keptPage]
}

// keptPage is a page in a coding. It is sent again only while the store's version of
// the match and of its viewer stays the same.
type keptPage struct {
	version uint64
	until   time.Time
	body    []byte
}

func newKeptPages() keptPages {
	return keptPages{otter.Must(&otter.Options[string, *keptPage]{
		MaximumWeight: pageMemory,
		Weigher:       func(key string, p *keptPage) uint32 { return uint32(len(key) + cap(p.body) + 200) },
		Executor:      func(evict func()) { evict() },
	})}
}

// keepPage sends the page of a match that is asked for if it is kept.
func (s *Server) keepPage(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := s.askPage(c)
		if r.key == "" {
			return next(c)
		}
		page, found := s.pages.pages.GetIfPresent(r.key)
		if found && page.version == r.version && s.now().Before(page.until) {
			return sendEncoded(c, r.coding, page.body)
		}
		c.Set(pageRequestKey, r)
		return next(c)
	}
}

// pageRequest is a request for a page that may be kept.
type pageRequest struct {
	key     string // all of the request and its viewer that the page depends on; "" if it is not to be kept
	version uint64 // of the store before the page was made
	coding  coding.Coding
}

// askPage looks at a request for the page of a match. It is called before the match
// is loaded, so that what is committed meanwhile outdates the page.
func (s *Server) askPage(c echo.Context) pageRequest {
	player, _ := playerFrom(c)
	version, known := s.store.Version(c.Param("id"), player.ID)
	r := pageRequest{version: version, coding: coding.Accepted(c.Request().Header)}
	if !known || r.coding == coding.Identity || c.QueryParam("m") != "" || c.QueryParam("try") != "" || c.QueryParam("type") != "" || c.QueryParam("in") != "" {
		return r
	}
	header := c.Request().Header
	r.key = strings.Join([]string{player.ID, string(langOf(c)), string(themeOf(c)), strings.Join(habitsOf(c).Names(), "."), zoneOf(c).String(), s.origin(c), c.Request().URL.RequestURI(),
		strconv.Itoa(s.hub.Watchers(c.Param("id"), nil)), header.Get("HX-Request"), header.Get(hiddenPage), header.Get(delta.Header), string(r.coding)}, "\n")
	return r
}

const pageRequestKey = "page request"

// sendMatch renders the page of a match that was asked for, sends it, and keeps it for
// keepPage.
func (s *Server) sendMatch(c echo.Context, f match.Match, m views.Match) error {
	r, ok := c.Get(pageRequestKey).(pageRequest)
	if !ok || !lasts(f, m) {
		return s.showMatchPage(c, http.StatusOK, m)
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	if err := s.renderMatch(buf, c, m); err != nil {
		return err
	}
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	encodeTo(out, r.coding, buf.Bytes())
	// The key of a form identifies one visitor, as long as they have no account.
	if player, _ := playerFrom(c); player.ID != "" || !bytes.Contains(buf.Bytes(), []byte(m.Key)) {
		s.pages.pages.Set(r.key, &keptPage{r.version, s.now().Add(pageLifetime), bytes.Clone(out.Bytes())})
	}
	return sendEncoded(c, r.coding, out.Bytes())
}

// lasts reports whether the page of a match stays right while the versions of the match
// and of its viewer do. One that counts seconds does not, nor one that links to another
// match for as long as that is open to everybody, nor one that refuses something for now.
func lasts(f match.Match, m views.Match) bool {
	related := m.Rematch != "" || m.RematchOf != "" || f.Rematch != "" || f.RematchOf != ""
	ticks := slices.ContainsFunc(m.Times, views.Timed.Ticks)
	refused := m.Notice != nil && !m.Notice.Good
	return m.WindowEnds == nil && !ticks && !refused && !(m.You == games.Spectator && related)
}

// sendEncoded sends HTML that is in a coding.
func sendEncoded(c echo.Context, in coding.Coding, body []byte) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentEncoding, string(in))
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	return c.HTMLBlob(http.StatusOK, body)
}
