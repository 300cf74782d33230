package match

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/views/pages"
)

// GetEmbed answers a public match for a frame on another site, at the ply in the query or
// now. The route has no session: it reads and sets no cookie, so it shows everybody the
// same, in the language of the query or else of the browser. Whatever is not public is not
// found, whoever asks. No other page may be framed.
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

// GetElsewhere answers the page about what shows a match outside of this site.
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
