// Package tables has the pages before a match: the lobby, the form of a table, custom positions,
// invitations and challenges, bots, repeating tables and imports. It imports the pages of a match.
package tables

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/parker"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// Pages holds the pages of tables before their matches begin.
type Pages struct {
	*site.Site
	match *matchpages.Pages
}

// New returns the pages of the tables of a site.
func New(s *site.Site, matches *matchpages.Pages) *Pages { return &Pages{Site: s, match: matches} }

// GetNew answers the form for a new table.
func (s *Pages) GetNew(c echo.Context, page views.Page) error {
	m := pages.NewTable{Page: page, Games: match.Games(), Game: c.QueryParam("game"), Public: c.QueryParam("public") == "1", Words: matchpages.NewContribution(), Waits: MayWait(c.QueryParam("game")), Key: site.NewKey()}
	if _, ok := match.GameNamed(m.Game); m.Game != "" && !ok {
		return tables.ErrUnknownGame
	}
	m.Standing = c.QueryParam("standing") == "1"
	if err := s.fillRivals(c, &m, c.QueryParam("with")); err != nil {
		return err
	}
	text := c.QueryParam("position")
	if text == "" {
		return site.RenderHTML(c, http.StatusOK, pages.NewTablePage(m))
	}
	p := tables.Proposal{Game: m.Game, Public: m.Public, Options: map[string]string{site.PositionOption: text}}
	if err := s.Club.Tables.CheckProposal(p); err != nil {
		return s.showNewAgain(c, p, web.ProblemOf(err))
	}
	m.Study = startPosition(p.Options)
	return site.RenderHTML(c, http.StatusOK, pages.NewTablePage(m))
}

// fillRivals adds the players to challenge: the visitor's favorites, and the player with the given
// id, "" for none.
func (s *Pages) fillRivals(c echo.Context, m *pages.NewTable, id string) (err error) {
	player, _ := site.PlayerFrom(c)
	if m.Favorites, err = s.FavoritesOf(c.Request().Context(), player.ID); err != nil || id == "" {
		return err
	}
	p, err := s.Club.Tables.FindChallenged(c.Request().Context(), player.ID, id)
	switch {
	case web.IsRefusal(err):
		return nil
	case err == nil && p.ID == id:
		m.Named, m.RivalID, m.Rival = true, p.ID, p.Name
	}
	return err
}

// startPosition returns the custom starting position, or nil for the default.
func startPosition(options map[string]string) *parker.Position {
	if p, err := parker.ParsePosition(options[site.PositionOption]); err == nil {
		return &p
	}
	return nil
}

// parseTable parses the form for a new table.
func parseTable(c echo.Context) (tables.Proposal, error) {
	p := tables.Proposal{Game: c.FormValue("game"), NoTalk: c.FormValue("no_talk") == "1", Casual: c.FormValue("casual") == "1", Options: FormOptions(c)}
	seat, err := matchpages.FormSeat(c.FormValue("seat"), matchpages.MaxSeats)
	p.Seat = int(seat)
	if err == nil {
		p.Seats, err = parsePlayers(c)
	}
	if err == nil {
		p.Wait, err = ParseWait(c, p.Options)
	}
	if err == nil {
		p.Clock, err = ParsePace(c)
	}
	if err == nil {
		p.Needs, err = parseNeeds(c)
	}
	if err == nil {
		p.Contribution, err = match.CleanContribution(c.FormValue("contribution"))
	}
	return p, err
}

// PostMatches opens the table of a form and redirects to it.
func (s *Pages) PostMatches(c echo.Context) error {
	p, err := parseTable(c)
	if p.Public = c.FormValue("public") == "1"; p.Public {
		p.Watch = db.Watch(c.FormValue("watch"))
	}
	if err == nil {
		err = s.Club.Tables.CheckProposal(p) // refuse it before creating a guest
	}
	if err == nil && c.FormValue("public") == "named" {
		p.Challenged, err = s.findChallenged(c, c.FormValue("challenge"))
	}
	var f match.Match
	if err == nil {
		f, err = s.openTable(c, p)
	}
	if web.IsRefusal(err) {
		return s.showNewAgain(c, p, web.ProblemOf(err))
	}
	return site.RedirectUnless(c, err, site.MatchPath(f.ID))
}

// parseNeeds parses a table's needs. A private table has none.
func parseNeeds(c echo.Context) (n db.Needs, err error) {
	if c.FormValue("public") != "1" && c.Path() != "/me/standing" {
		return db.Needs{}, nil
	}
	for name, to := range map[string]*int{"min_played": &n.Played, "min_rating": &n.Low, "max_rating": &n.High} {
		if text := c.FormValue(name); text != "" {
			if *to, err = web.ParseCount(text, 0); err != nil {
				return db.Needs{}, club.InvalidField("invalid_needs", name, "%.20q is not a number: give the needs of a table as numbers", text)
			}
		}
	}
	return n, nil
}

// parsePlayers parses the number of players, 0 for none.
func parsePlayers(c echo.Context) (int, error) {
	text := c.FormValue("seats")
	if text == "" {
		return 0, nil
	}
	n, err := web.ParseCount(text, 1)
	if err != nil || n > matchpages.MaxSeats {
		return 0, club.InvalidField("invalid_seats", "seats", "%q is not a number of players: choose one of the list", text)
	}
	return n, nil
}

// ParsePace parses the clock of a form, nil for none.
func ParsePace(c echo.Context) (*clock.Control, error) {
	id := c.FormValue("pace")
	if id == "" || id == "none" {
		return nil, nil
	}
	pace, ok := clock.FindPace(id)
	if !ok {
		return nil, club.InvalidField("invalid_clock", "pace", "unknown pace %q: choose one of the list", id)
	}
	pace.Control.WeekendsOff = c.FormValue("weekends") == "1"
	if !pace.Control.SetDefaults(c.FormValue("defaults")) {
		return nil, web.Refuse(http.StatusBadRequest, "bad_form", "the form has an unknown choice for the open seats: open the page again")
	}
	return &pace.Control, nil
}

// windowOption names the option of a game for an interrupt window in seconds.
const windowOption = "window"

// ParseWait parses the length of interrupt windows in a form. Hours are a setting of the table and
// are returned. Seconds ("3s") are an option of the game, and go into chosen.
func ParseWait(c echo.Context, chosen map[string]string) (time.Duration, error) {
	text := c.FormValue("wait")
	if text == "" {
		return 0, nil
	}
	if seconds, ok := strings.CutSuffix(text, "s"); ok {
		chosen[windowOption] = seconds
		return 0, nil
	}
	hours, err := web.ParseCount(text, 0)
	if err != nil {
		return 0, club.InvalidField("invalid_wait", "wait", "the wait is longer than %d hours: choose a shorter one", int(tables.MaxWait/time.Hour))
	}
	return tables.WaitOf(hours, time.Hour)
}

// MayWait reports whether tables of a game may set the length of interrupt windows.
func MayWait(game string) bool {
	family, _ := families.Of(game)
	return family.Waits
}

// openTable opens a table for the visitor, who becomes a guest if needed. A form that is sent twice
// opens one table.
func (s *Pages) openTable(c echo.Context, p tables.Proposal) (match.Match, error) {
	player, err := s.RequireVisitor(c)
	if err != nil {
		return match.Match{}, err
	}
	f, err := s.Club.Tables.OpenTable(c.Request().Context(), site.FormKey(c, player.ID), player.ID, p, site.NoteID)
	return s.FindRepeated(c, f, err)
}

// FormOptions reads the fields option.NAME of a form.
func FormOptions(c echo.Context) map[string]string {
	chosen := make(map[string]string)
	info, ok := match.GameNamed(c.FormValue("game"))
	if !ok {
		return chosen
	}
	for _, o := range info.Options {
		if value := c.FormValue("option." + info.ID + "." + o.ID); value != "" {
			chosen[o.ID] = value
		}
	}
	return chosen
}

// showNewAgain shows the filled-in form again, with the refusal.
func (s *Pages) showNewAgain(c echo.Context, p tables.Proposal, why web.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/new"
	most, _ := parseMost(c)
	m := pages.NewTable{
		Page:     page,
		Games:    match.Games(),
		Game:     p.Game,
		Options:  p.Options,
		Study:    startPosition(p.Options),
		Count:    p.Seats,
		Seat:     games.Seat(p.Seat),
		Words:    c.FormValue("contribution"),
		Waits:    MayWait(p.Game),
		Hours:    int(p.Wait / time.Hour),
		NoTalk:   p.NoTalk,
		Casual:   p.Casual,
		Public:   p.Public,
		Watch:    string(p.Watch),
		Needs:    views.Needs(p.Needs),
		Pace:     c.FormValue("pace"),
		Weekends: c.FormValue("weekends") == "1",
		Defaults: c.FormValue("defaults"),
		Name:     c.FormValue("name"),
		Key:      site.NewKey(),
		Problem:  &views.Problem{Field: why.Field, Key: why.Code, Illegal: why.Illegal},
		Named:    c.FormValue("public") == "named",
		Standing: c.Path() == "/me/standing",
		Most:     most,
	}
	if err := s.fillRivals(c, &m, c.FormValue("challenge")); err != nil {
		return err
	}
	if m.RivalID == "" {
		m.Rival = c.FormValue("challenge")
	}
	return site.RenderHTML(c, why.Status, pages.NewTablePage(m))
}

// PostSolo opens a table at which the visitor holds every seat.
func (s *Pages) PostSolo(c echo.Context) error {
	seats, err := parsePlayers(c)
	if err != nil {
		return err
	}
	contribution, err := match.CleanContribution(c.FormValue("contribution"))
	if err != nil {
		return err
	}
	chosen := FormOptions(c)
	if _, err := ParseWait(c, chosen); err != nil { // no waiting for hours when playing alone
		return err
	}
	f, err := s.openTable(c, tables.Proposal{Game: c.FormValue("game"), Seats: seats, Options: chosen, Contribution: contribution, Solo: true})
	return site.RedirectUnless(c, err, site.MatchPath(f.ID))
}
