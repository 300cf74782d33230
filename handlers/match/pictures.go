package match

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/board"
	"tableronde/views/locale"
	"tableronde/views/pages"
	"tableronde/views/raster"
)

// A picture of 80 kB takes 30 ms to draw. The most wanted ones are cached, few are drawn at the
// same time, and each address may have only a few new ones.

type pictureKey = [sha256.Size]byte

// Pictures renders drawings as PNG.
type Pictures struct {
	fresh *middleware.RateLimiterMemoryStore // limits newly rendered pictures, by address
	slots chan *raster.Canvas
	kept  *otter.Cache[string, *[]byte] // by key
}

// NewPictures returns Pictures that renders burst new ones for an address at once, and more at the
// rate often. memory is the size of the cache in bytes.
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

// png returns a drawing as PNG. key is the hash of the drawing. The error is about the rate limit
// if an address asks for too many new pictures, or the error of ctx.
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
	if png, ok := ps.kept.GetIfPresent(string(key[:])); ok { // a concurrent request has made it
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

// Seconds that a picture may be cached without asking again.
const (
	matchPictureAge    = 60 // short, because names change
	positionPictureAge = 24 * 60 * 60
)

// GetPicture answers a picture of a match to visitors who may see it or have a link to it.
func (s *Pages) GetPicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, err := s.LoadMatch(c)
		if err != nil {
			return err
		}
		return s.sendMatch(c, kind, f, f.Public && c.Param("token") == "")
	}
}

// GetInvitationPicture answers a picture of a private table to visitors with its invitation.
func (s *Pages) GetInvitationPicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		player, _ := site.PlayerFrom(c)
		f, err := s.Club.Tables.MatchByInvite(c.Request().Context(), c.Param("token"), player.ID)
		if err != nil {
			return err
		}
		return s.sendMatch(c, kind, f, false)
	}
}

func (ps *Pictures) sendMatch(c echo.Context, kind string, f match.Match, public bool) error {
	p, err := matchPreview(c, f)
	if err != nil {
		return err
	}
	return ps.send(c, kind, p, matchPictureAge, public)
}

// matchPreview returns the content of the picture of a match, at the ply in the query or now.
func matchPreview(c echo.Context, f match.Match) (pages.Preview, error) {
	shown := f.Table
	ply, err := QueryPly(c, "ply", f.Ply)
	if err != nil {
		return pages.Preview{}, err
	}
	p := pages.Preview{Game: match.GameOf(f.Match), Waits: f.Started.IsZero()}
	if !p.Waits || !p.Game.Chance { // a match of chance has no position before it begins
		shown = shown.At(ply)
		p.View = shown.State().View(games.Spectator)
	}
	if !p.Waits {
		p.ToAct, p.Result = shown.ToAct(), shown.Result()
	}
	if p.Names = tables.PlayedElsewhere(f.Match); p.Names == nil {
		for _, player := range f.Seats {
			p.Names = append(p.Names, player.Name)
		}
	}
	if !p.Game.Hidden {
		if e, ok := shown.Last(); ok {
			p.Last = e.Text
		}
	}
	return p, nil
}

// QueryPly parses a ply of a match from the query. The default is the last ply.
func QueryPly(c echo.Context, name string, last int) (int, error) {
	text := c.QueryParam(name)
	if text == "" {
		return last, nil
	}
	ply, err := web.ParseCount(text, 0)
	if err != nil || ply > last {
		return 0, web.Refuse(http.StatusBadRequest, "bad_query", "this match has no such ply: choose one from 0 to its last")
	}
	return ply, nil
}

// GetGamePicture answers a picture of a game: the arms of a card game, or the first position of a
// board game.
func (ps *Pictures) GetGamePicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		info, ok := match.GameNamed(c.Param("game"))
		if !ok {
			return db.ErrNotFound
		}
		return ps.send(c, kind, pages.Preview{Game: info}, positionPictureAge, true)
	}
}

// GetPositionPicture answers a picture of the position in the query.
func (ps *Pictures) GetPositionPicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		p, err := parker.ParsePosition(c.QueryParam("position"))
		if err != nil {
			return err
		}
		rules, err := catalog.Find(p.Board().ID(), 0)
		if err != nil {
			return err
		}
		shown := pages.Preview{Game: rules.Info(), View: p.View()}
		if state, err := p.State(); err == nil {
			shown.View, shown.ToAct, shown.Result = state.View(games.Spectator), state.ToAct(), state.Result()
		}
		return ps.send(c, kind, shown, positionPictureAge, true)
	}
}

// send sends a preview, or 304 if it has not changed.
func (ps *Pictures) send(c echo.Context, kind string, p pages.Preview, age int, public bool) error {
	if err := readStyle(c, &p); err != nil {
		return err
	}
	svg, ok := draw(kind, p)
	if !ok {
		return fmt.Errorf("a game that is not drawn: %w", db.ErrNotFound)
	}
	sum, known := tagPicture(c, svg, kind, age, public)
	switch {
	case known:
		return c.NoContent(http.StatusNotModified)
	case kind == "svg":
		return sendSVG(c, svg)
	}
	png, err := ps.png(c.Request().Context(), c.RealIP(), sum, svg)
	if err != nil {
		h := c.Response().Header()
		h.Del("ETag")
		h.Del(echo.HeaderCacheControl)
		return err
	}
	return c.Blob(http.StatusOK, "image/png", png)
}

// sendSVG sends a drawing with its own content security policy.
func sendSVG(c echo.Context, svg []byte) error {
	h := c.Response().Header()
	h.Set("Content-Security-Policy", svgPolicy(svg))
	h.Set("ETag", "W/"+h.Get("ETag")) // weak, because it stands for the drawing with and without gzip
	return c.Blob(http.StatusOK, "image/svg+xml", svg)
}

// tagPicture sets the time for which the picture in svg may be cached. It reports whether the
// browser has it already. sum is the hash of the picture.
func tagPicture(c echo.Context, svg []byte, kind string, age int, public bool) (sum pictureKey, known bool) {
	sum = sha256.Sum256(svg)
	tag := `"` + hex.EncodeToString(sum[:12]) + "-" + kind + `"`
	h := c.Response().Header()
	h.Set("ETag", tag)
	h.Add("Vary", "Cookie, Accept-Language")
	if _, known := site.PlayerFrom(c); public && !known {
		h.Set(echo.HeaderCacheControl, "public, max-age="+strconv.Itoa(age))
	} else {
		h.Set(echo.HeaderCacheControl, "private, max-age="+strconv.Itoa(age))
	}
	return sum, hasTag(c.Request().Header.Values("If-None-Match"), tag)
}

// readStyle parses the style of the picture from the query.
func readStyle(c echo.Context, p *pages.Preview) error {
	p.Lang, p.Theme, p.Bottom = site.LangOf(c), board.Light, 1
	if code := c.QueryParam("lang"); code != "" {
		lang, ok := locale.Parse(code)
		if !ok {
			return site.RefuseLanguage()
		}
		p.Lang = lang
	}
	switch theme := board.Theme(c.QueryParam("theme")); theme {
	case "", board.Light:
	case board.Dark:
		p.Theme = theme
	default:
		return web.Refuse(http.StatusBadRequest, "bad_query", "unknown theme: say light or dark")
	}
	bottom, err := FormSeat(c.QueryParam("turn"), len(p.Game.Armies))
	p.Bottom = max(bottom, 1)
	return err
}

// draw returns the drawing of a preview. ok is false for a game without a drawing.
func draw(kind string, p pages.Preview) (svg []byte, ok bool) {
	if picture, ok := p.Picture(); ok && kind == "svg" {
		return picture.SVG(), true
	}
	if card, ok := p.Card(); ok {
		return card.SVG(), true
	}
	emblem, ok := p.Emblem()
	if !ok {
		return nil, false
	}
	return emblem.SVG(), true
}

// hasTag reports whether an If-None-Match header contains a tag.
func hasTag(header []string, tag string) bool {
	for _, line := range header {
		for have := range strings.SplitSeq(line, ",") {
			have = strings.TrimSpace(have)
			if have == "*" || strings.TrimPrefix(have, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// svgPolicy returns a content security policy under which a drawing may use only its own style
// sheet.
func svgPolicy(svg []byte) string {
	return "default-src 'none'; style-src" + sheetHashes(svg) + "; base-uri 'none'; frame-ancestors 'none'"
}

// sheetHashes lists the hashes of the style sheets in a drawing or a page.
func sheetHashes(text []byte) string {
	var list strings.Builder
	for _, part := range strings.Split(string(text), "<style>")[1:] {
		sheet, _, _ := strings.Cut(part, "</style>")
		sum := sha256.Sum256([]byte(sheet))
		list.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return list.String()
}

// GetMoving answers a picture that plays moves of a board match, for viewers who may see the match.
// In the query, from and to are the first and last ply, last=1 selects the last move, and loop=1
// repeats the moves. turn, theme and lang work as for other pictures. The picture has at most
// board.MovingLegs legs. If it has only the last moves of a match, its title says so.
func (s *Pages) GetMoving(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	if parker.BoardOf(f.Game) == nil || !f.Dealt() || f.Started.IsZero() {
		return fmt.Errorf("a match without moves on a board: %w", db.ErrNotFound)
	}
	p, err := matchPreview(c, f)
	if err != nil {
		return err
	}
	if err := readStyle(c, &p); err != nil {
		return err
	}
	moves, err := movesOf(c, f)
	if err != nil {
		return err
	}
	picture, _ := p.Picture()
	if moves.first > 0 {
		picture.Title += " " + locale.T(p.Lang, "moving.part", "First", moves.first, "Last", moves.last)
	}
	picture.View, picture.LastMove = moves.before, nil
	svg := board.Moving{Picture: picture, Moves: moves.legs, After: moves.after, Loop: c.QueryParam("loop") == "1"}.SVG()
	if _, known := tagPicture(c, svg, "moving", matchPictureAge, f.Public && c.Param("token") == ""); known {
		return c.NoContent(http.StatusNotModified)
	}
	return sendSVG(c, svg)
}

// movesShown holds the moves of a moving picture.
type movesShown struct {
	before, after parker.View
	legs          [][]parker.Leg
	first, last   int // numbers of its first and last move; 0 if it has all moves
}

// movesOf returns the moves of a match that the query selects, without those taken back.
func movesOf(c echo.Context, f match.Match) (m movesShown, err error) {
	to, err := QueryPly(c, "to", f.Ply)
	if err != nil {
		return m, err
	}
	from := 0
	if c.QueryParam("from") != "" {
		if from, err = QueryPly(c, "from", to); err != nil {
			return m, err
		}
	}
	b, end, log := parker.BoardOf(f.Game), f.Table.At(to), f.Table.Log()
	var plies []int
	for _, ply := range end.Path() {
		if legs, err := b.Route(log[ply].Text); err == nil { // without a route it is a resignation in a game that goes on
			plies, m.legs = append(plies, ply), append(m.legs, legs)
		}
	}
	all := len(plies)
	if c.QueryParam("last") == "1" && all > 0 {
		from = plies[all-1]
	}
	skipped, _ := slices.BinarySearch(plies, from)
	m.legs = board.LatestMoves(m.legs[skipped:])
	begin := end
	if plies = plies[all-len(m.legs):]; len(plies) > 0 {
		begin = f.Table.At(plies[0])
	}
	if len(plies) < all {
		m.first, m.last = all-len(plies)+1, all
	}
	var one, other bool
	m.before, one = begin.State().View(games.Spectator).(parker.View)
	m.after, other = end.State().View(games.Spectator).(parker.View)
	if !one || !other {
		return m, db.ErrNotFound
	}
	return m, nil
}
