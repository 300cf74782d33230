package match

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/onefile"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
)

// GetFile downloads all of a match that is over as one page, as the visitor may see it; in
// names a collection whose notes are in it.
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
			file.Notes[n.Ply] = n.Text
		}
	}
	var page bytes.Buffer
	if err := file.Write(c.Request().Context(), &page); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.Game+"-"+f.ID+`.html"`)
	return c.HTMLBlob(http.StatusOK, page.Bytes())
}

// factsOf tells of a match what a file has below its result.
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

// EndedMatch returns the match that the path names, which has to be over.
func (s *Pages) EndedMatch(c echo.Context) (match.Match, error) {
	f, err := s.LoadMatch(c)
	if err == nil && !f.IsOver() {
		err = errGoesOn
	}
	return f, err
}

// errGoesOn refuses what is for matches that have ended.
var errGoesOn = web.Refuse(http.StatusConflict, "goes_on", "this is for matches that are over")
