package handlers

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// renderHTML writes a component. It is rendered completely before the status goes
// out, so that a fault in a template still gets an error page.
func renderHTML(c echo.Context, status int, component templ.Component) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	if err := renderTo(buf, c, component); err != nil {
		return err
	}
	return c.HTMLBlob(status, buf.Bytes())
}

// renderTo fills a buffer with a component, made for the visitor.
func renderTo(buf *bytes.Buffer, c echo.Context, component templ.Component) error {
	page := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(page)
	page.Reset()
	if err := component.Render(c.Request().Context(), page); err != nil {
		return fmt.Errorf("render %s: %w", c.Path(), err)
	}
	buf.Reset()
	buf.Grow(page.Len() + 1024)
	writeMadeFor(buf, page.Bytes(), visitorMark(c))
	return nil
}

// render renders the whole page, or the fragment alone if htmx asks for it.
func render(c echo.Context, status int, page, fragment templ.Component) error {
	if isHTMX(c) {
		return renderHTML(c, status, fragment)
	}
	return renderHTML(c, status, page)
}

func isHTMX(c echo.Context) bool {
	return c.Request().Header.Get("HX-Request") == "true"
}

// redirect sends the browser on after a form. For htmx, which would swap the page it
// is redirected to into this one, it sets HX-Redirect.
func redirect(c echo.Context, path string) error {
	if isHTMX(c) {
		c.Response().Header().Set("HX-Redirect", path)
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// localTarget matches a path without empty or escaped parts, then perhaps a query or a fragment
// of printable ASCII. Headers and browsers drop or change other characters before they parse.
var localTarget = regexp.MustCompile(`^/([\w.~!$&'()*+,;=:@-]+(/[\w.~!$&'()*+,;=:@-]+)*/?)?([?#][!-\[\]-~]*)?$`)

// localPath returns the target of a form or a link if it is a page of this site, else "/".
func localPath(target string) string {
	if !localTarget.MatchString(target) {
		return "/"
	}
	return target
}

// newPage returns the frame that every page shares.
func (s *Server) newPage(c echo.Context) (views.Page, error) {
	p := views.Page{
		Lang:   langOf(c),
		Theme:  themeOf(c),
		Habits: habitsOf(c),
		Zone:   zoneOf(c),
		Path:   c.Request().URL.RequestURI(),
		Origin: s.origin(c),
		Now:    s.now(),
	}
	if c.Request().Method != http.MethodGet {
		p.Path = "/"
	}
	player, ok := playerFrom(c)
	if !ok {
		p.NoGuests = s.club.Accounts.CheckGuests() != nil
		return p, nil
	}
	p.Player, p.Account, p.DefaultName = player.Name, player.Account, s.club.Accounts.IsDefaultName(player.Name)
	turns, err := s.club.Lists.Turns(c.Request().Context(), player.ID)
	p.Turns, p.TurnsIn = turns.Count, turns.First
	return p, err
}

// errorPage shows a problem to a person: a page, or a line for htmx.
func (s *Server) errorPage(c echo.Context, p web.Problem) error {
	fault := pages.Fault{
		Page:    views.Page{Lang: langOf(c), Theme: themeOf(c), Zone: zoneOf(c), Path: "/", Origin: s.origin(c), Now: s.now()},
		Status:  p.Status,
		Code:    p.Code,
		Illegal: p.Illegal,
		Request: requestID(c),
		Retry:   p.Retry,
	}
	if p.Suspended != nil {
		fault.Act, fault.Until, fault.Reason = string(p.Suspended.Act), p.Suspended.Until, p.Suspended.Reason
	}
	if id := c.Param("id"); id != "" && p.Status != http.StatusNotFound {
		fault.Match = matchPath(url.PathEscape(id))
	}
	if c.Request().Method == http.MethodGet {
		fault.Path = c.Request().URL.RequestURI()
	}
	if player, ok := playerFrom(c); ok {
		fault.Player, fault.Account = player.Name, player.Account
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if c.Request().Method == http.MethodHead {
		return c.NoContent(p.Status)
	}
	if isHTMX(c) {
		c.Response().Header().Set("HX-Retarget", "#alert")
		c.Response().Header().Set("HX-Reswap", "innerHTML")
		return renderHTML(c, p.Status, pages.FaultFragment(fault))
	}
	return renderHTML(c, p.Status, pages.FaultPage(fault))
}

// newKey returns an idempotency key for a form.
func newKey() string { return strings.ToLower(rand.Text()) }

// redirectUnless sends the browser on unless there is an error.
func redirectUnless(c echo.Context, err error, path string) error {
	if err != nil {
		return err
	}
	return redirect(c, path)
}

// toScript answers a refusal with JSON: its code, and its sentence in the language of the
// visitor.
func toScript(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := h(c)
		if !web.IsRefusal(err) {
			return err
		}
		p := web.ProblemOf(err)
		if p.Retry > 0 {
			c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.Retry))
		}
		player, _ := playerFrom(c)
		return c.JSON(p.Status, map[string]string{"code": p.Code, "problem": views.FaultText(langOf(c), p.Code, "Name", player.Name)})
	}
}

func matchPath(id string) string { return "/m/" + id }
