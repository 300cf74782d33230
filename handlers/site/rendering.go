package site

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/heraldry"
	"tableronde/views/pages"
)

var Buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// RenderHTML sends a component. It renders all of it before it sends the status, so that a fault in
// a template still leads to an error page.
func RenderHTML(c echo.Context, status int, component templ.Component) error {
	buf := Buffers.Get().(*bytes.Buffer)
	defer Buffers.Put(buf)
	if err := RenderTo(buf, c, component); err != nil {
		return err
	}
	return c.HTMLBlob(status, buf.Bytes())
}

// RenderTo renders a component for the visitor into a buffer.
func RenderTo(buf *bytes.Buffer, c echo.Context, component templ.Component) error {
	page := Buffers.Get().(*bytes.Buffer)
	defer Buffers.Put(page)
	page.Reset()
	if err := component.Render(c.Request().Context(), page); err != nil {
		return fmt.Errorf("render %s: %w", c.Path(), err)
	}
	buf.Reset()
	buf.Grow(page.Len() + 1024)
	writeMadeFor(buf, page.Bytes(), visitorMark(c))
	return nil
}

// writeMadeFor writes a page and marks its body and each form that posts with the page's player.
func writeMadeFor(to *bytes.Buffer, page []byte, mark string) {
	field := `<input type="hidden" name="` + madeForField + `" value="` + mark + `">`
	if begin, rest, found := bytes.Cut(page, []byte("<body")); found {
		to.Write(begin)
		to.WriteString(`<body data-for="` + mark + `"`)
		page = rest
	}
	for {
		begin := bytes.Index(page, []byte("<form "))
		if begin < 0 {
			break
		}
		end := begin + bytes.IndexByte(page[begin:], '>') + 1
		to.Write(page[:end])
		if bytes.Contains(page[begin:end], []byte(` method="post"`)) {
			to.WriteString(field)
		}
		page = page[end:]
	}
	to.Write(page)
}

// Render sends the whole page, or only the fragment if htmx asks for it.
func Render(c echo.Context, status int, page, fragment templ.Component) error {
	if IsHTMX(c) {
		return RenderHTML(c, status, fragment)
	}
	return RenderHTML(c, status, page)
}

func IsHTMX(c echo.Context) bool {
	return c.Request().Header.Get("HX-Request") == "true"
}

// Redirect redirects the browser after a form. For htmx, which would swap the new page into this
// one, it sets HX-Redirect.
func Redirect(c echo.Context, path string) error {
	if IsHTMX(c) {
		c.Response().Header().Set("HX-Redirect", path)
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// localTarget matches a path without empty or escaped parts, with an optional query or fragment of
// printable ASCII. Headers and browsers drop or change other characters.
var localTarget = regexp.MustCompile(`^/([\w.~!$&'()*+,;=:@-]+(/[\w.~!$&'()*+,;=:@-]+)*/?)?([?#][!-\[\]-~]*)?$`)

// LocalPath returns the target of a form or a link if it is a page of this site, otherwise "/".
func LocalPath(target string) string {
	if !localTarget.MatchString(target) {
		return "/"
	}
	return target
}

// HiddenPage is a header of requests that static/live.js makes while its page is hidden.
const HiddenPage = "TR-Hidden"

// NewPage returns the frame shared by all pages.
func (s *Site) NewPage(c echo.Context) (views.Page, error) {
	p := views.Page{
		Lang:   LangOf(c),
		Theme:  themeOf(c),
		Pieces: heraldry.ParseSet(CookieOf(c, piecesCookie)), Squares: squaresOf(c),
		Habits: habitsOf(c),
		Zone:   ZoneOf(c),
		Path:   c.Request().URL.RequestURI(),
		Origin: s.Origin(c),
		Now:    s.Now(),
	}
	if c.Request().Method != http.MethodGet {
		p.Path = "/"
	}
	if c.Request().Header.Get(HiddenPage) == "" {
		s.Club.Shows.NoteVisit()
	}
	player, ok := PlayerFrom(c)
	if !ok {
		p.NoGuests = s.Club.Accounts.CheckGuests() != nil
		return p, nil
	}
	p.Player, p.Account, p.DefaultName = player.Name, player.Account, s.Club.Accounts.IsDefaultName(player.Name)
	turns, err := s.Store.Turns(c.Request().Context(), player.ID)
	p.Turns, p.TurnsIn = turns.Count, turns.First
	return p, err
}

// WithPage returns a handler whose answer is a page.
func (s *Site) WithPage(handle func(echo.Context, views.Page) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		page, err := s.NewPage(c)
		if err != nil {
			return err
		}
		return handle(c, page)
	}
}

// errorPage shows a problem as a page, or as a line for htmx.
func (s *Site) errorPage(c echo.Context, p web.Problem) error {
	fault := pages.Fault{
		Page:    views.Page{Lang: LangOf(c), Theme: themeOf(c), Squares: squaresOf(c), Zone: ZoneOf(c), Path: "/", Origin: s.Origin(c), Now: s.Now()},
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
		fault.Match = MatchPath(url.PathEscape(id))
	}
	if c.Request().Method == http.MethodGet {
		fault.Path = c.Request().URL.RequestURI()
	}
	if player, ok := PlayerFrom(c); ok {
		fault.Player, fault.Account = player.Name, player.Account
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if c.Request().Method == http.MethodHead {
		return c.NoContent(p.Status)
	}
	if IsHTMX(c) {
		c.Response().Header().Set("HX-Retarget", "#alert")
		c.Response().Header().Set("HX-Reswap", "innerHTML")
		return RenderHTML(c, p.Status, pages.FaultFragment(fault))
	}
	return RenderHTML(c, p.Status, pages.FaultPage(fault))
}

// NewKey returns an idempotency key for a form.
func NewKey() string { return strings.ToLower(rand.Text()) }

// RedirectUnless redirects the browser, or returns err if it is not nil.
func RedirectUnless(c echo.Context, err error, path string) error {
	if err != nil {
		return err
	}
	return Redirect(c, path)
}

// ToScript answers a refusal with JSON: its code, and its sentence in the visitor's language.
func ToScript(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := h(c)
		if !web.IsRefusal(err) {
			return err
		}
		p := web.ProblemOf(err)
		if p.Retry > 0 {
			c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(p.Retry))
		}
		player, _ := PlayerFrom(c)
		return c.JSON(p.Status, map[string]string{"code": p.Code, "problem": views.FaultText(LangOf(c), p.Code, "Name", player.Name)})
	}
}

func MatchPath(id string) string { return "/m/" + id }

// doneKeys are the confirmations that a query may ask for. Others follow from the log of a match.
var doneKeys = []string{"offer_rematch", "accept_rematch", "decline_rematch", "withdraw_rematch",
	"decline_challenge", "draw_agreed", "accept_draw", "decline_draw", "accept_undo", "decline_undo", "accept_bot", "decline_bot"}

// QueryNotice returns the confirmation that the query asks for, or nil.
func QueryNotice(c echo.Context) *views.Notice {
	if key := c.QueryParam("done"); slices.Contains(doneKeys, key) {
		return &views.Notice{Key: key, Good: true}
	}
	return nil
}

// FirstShown returns the number of the first row of a list, from the query; the default is 1.
func FirstShown(c echo.Context, name string) int {
	number, _ := web.ParseCount(c.QueryParam(name), 1)
	return max(number, 1)
}

// PartAt returns a function for the addresses of the other parts of a list.
func PartAt(path, name, fragment string) func(first int) string {
	return func(first int) string { return path + "?" + name + "=" + strconv.Itoa(first) + fragment }
}
