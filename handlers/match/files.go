package match

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/study"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/onefile"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// GetFile downloads a finished match as one HTML page, as the visitor may see it. in names a
// collection whose notes it contains.
func (s *Pages) GetFile(c echo.Context) error {
	f, err := s.EndedMatch(c)
	if err != nil {
		return err
	}
	player, _ := site.PlayerFrom(c)
	m, err := s.MatchModel(c, f, MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	file := onefile.Match{Lang: m.Lang, Table: f.Table, Viewer: f.Viewer(m.You), Holders: m.Holders, Notes: make(map[int]string),
		Address: m.Origin + c.Request().URL.RequestURI()}
	if from, err := web.ParseCount(c.QueryParam("from"), 1); err == nil {
		file.From = from
	}
	for seat := range m.Seats {
		name := ""
		if m.Played != nil || !f.Solo {
			name = m.Name(games.Seat(seat + 1))
		}
		file.Names = append(file.Names, name)
	}
	if m.Result != nil {
		m.You = games.Spectator
		file.Outcome = m.Outcome()
	}
	file.Facts = factsOf(m, f)
	if in := c.QueryParam("in"); collectionPattern.MatchString(in) && c.Param("token") == "" {
		_, _, notes, err := s.Club.Archive.Collected(c.Request().Context(), in, f.ID, player.ID, string(m.Lang))
		if err != nil {
			return err
		}
		for _, n := range notes {
			file.Notes[n.Ply], _ = study.Drawn(n.Text)
		}
	}
	var page bytes.Buffer
	if err := file.Write(c.Request().Context(), &page); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.Game+"-"+f.ID+`.html"`)
	return c.HTMLBlob(http.StatusOK, page.Bytes())
}

// factsOf lists the facts of a match that a file has below the result.
func factsOf(m views.Match, f match.Match) (facts []string) {
	if f.Tags == nil {
		return []string{m.Day(f.Ended), m.T("page.saved", "Site", m.T("site.name"))}
	}
	for _, tag := range []string{"Event", "Site", "Date"} {
		if text := f.Tags[tag]; text != "" {
			facts = append(facts, text)
		}
	}
	if source := f.Tags["Source"]; source != "" {
		facts = append(facts, m.T("collection.source", "Source", source))
	}
	return append(facts, m.T("page.saved", "Site", m.T("site.name")))
}

// EndedMatch returns the match in the path. It must be finished.
func (s *Pages) EndedMatch(c echo.Context) (match.Match, error) {
	f, err := s.LoadMatch(c)
	if err == nil && !f.IsOver() {
		err = errGoesOn
	}
	return f, err
}

// errGoesOn refuses pages that exist only for finished matches.
var errGoesOn = web.Refuse(http.StatusConflict, "goes_on", "this match is not over yet: come back afterwards")

// GetRecord downloads the record of a match.
func (s *Pages) GetRecord(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	text, err := s.Club.Match.Record(c.Request().Context(), f)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.Game+"-"+f.ID+`.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}

// GetEmbed answers a public match for a frame on another site, at the ply in the query or now. It
// reads and sets no cookie, so everybody sees the same, in the language of the query or the
// browser. A private match gets 404, even for its players. No other page may be framed.
func (s *Pages) GetEmbed(c echo.Context) error {
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), "")
	if err != nil && !club.IsRefusal(err) {
		return err
	}
	if err != nil || f.Started.IsZero() {
		return fmt.Errorf("a match that is not public, or has not begun: %w", db.ErrNotFound)
	}
	p, err := matchPreview(c, f)
	if err != nil {
		return err
	}
	if err := readStyle(c, &p); err != nil {
		return err
	}
	if c.QueryParam("lang") == "" {
		p.Lang = site.AcceptedLanguage(c.Request())
	}
	if tables.PlayedElsewhere(f.Match) == nil {
		for i, player := range f.Seats {
			p.Names[i] = site.PlayerName(p.Lang, player)
		}
	}
	svg, ok := draw("svg", p)
	if !ok {
		return fmt.Errorf("a game that is not drawn: %w", db.ErrNotFound)
	}
	buf := site.Buffers.Get().(*bytes.Buffer)
	defer site.Buffers.Put(buf)
	if err := site.RenderTo(buf, c, pages.EmbedPage(pages.Embed{Preview: p, Drawing: svg, Address: s.Origin(c) + site.MatchPath(f.ID)})); err != nil {
		return err
	}
	sum := sha256.Sum256(buf.Bytes())
	tag, h := `"`+hex.EncodeToString(sum[:12])+`"`, c.Response().Header()
	h.Set("ETag", "W/"+tag)
	h.Add("Vary", "Accept-Language")
	h.Set(echo.HeaderCacheControl, "public, max-age="+strconv.Itoa(matchPictureAge))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src"+sheetHashes(buf.Bytes())+"; base-uri 'none'; form-action 'none'; frame-ancestors *")
	if hasTag(c.Request().Header.Values("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.HTMLBlob(http.StatusOK, buf.Bytes())
}

// GetElsewhere answers the page about showing a match outside of this site.
func (s *Pages) GetElsewhere(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	q, err := ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	if f.Started.IsZero() || !f.Public && match.GameOf(f.Match).Hidden {
		return fmt.Errorf("a match that cannot be shown elsewhere: %w", db.ErrNotFound)
	}
	m, err := s.MatchModel(c, f, MatchQuery{Shown: q.Shown})
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return site.RenderHTML(c, http.StatusOK, pages.ElsewherePage(m))
}

// GetDeal answers the page for checking the chance of a match. Before the end it shows only the
// data that commits the server.
func (s *Pages) GetDeal(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	if !f.Chance() {
		return echo.ErrNotFound
	}
	m, err := s.MatchModel(c, f, MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return site.RenderHTML(c, http.StatusOK, pages.DealPage(pages.Deal{Match: m}))
}

// newFair returns the public data about the chance of a match.
func newFair(f match.Match) views.Fair {
	known := NewFairOf(f.Match)
	decided := f.Decided()
	for _, tag := range slices.Sorted(maps.Keys(decided)) {
		known.Decks = append(known.Decks, views.Deck{Tag: tag, Cards: decided[tag]})
	}
	return known
}

// NewFairOf works like newFair for a match of a list; it omits the results of chance.
func NewFairOf(m db.Match) views.Fair {
	known, _ := match.FairOf(m)
	return views.Fair{Commitment: known.Commitment, Contributions: known.Contributions, Secret: known.Secret, Seed: known.Seed}
}

// NewContribution returns a random contribution to a shuffle, for players who entered none.
func NewContribution() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}
