package people

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/account"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

const (
	leaderRows  = 25
	mostLeaders = 500 // last place on the pages of leaders
	courseSteps = 120 // most matches in the drawing of a rating
)

// GetRatings answers the leaders at a game. In the query, game is the game and from the first
// place.
func (s *Pages) GetRatings(c echo.Context, page views.Page) error {
	m := pages.Ratings{Page: page, Games: match.Games(), Game: c.QueryParam("game"), First: 1, Matches: archive.LeaderMatches, Days: int(archive.LeaderActive / (24 * time.Hour))}
	if m.Game == "" {
		m.Game = m.Games[0].ID
	}
	if from, err := strconv.Atoi(c.QueryParam("from")); err == nil {
		m.First = min(max(from, 1), mostLeaders)
	}
	viewer, _ := site.PlayerFrom(c)
	ctx := c.Request().Context()
	list, err := s.Club.Archive.Leaders(ctx, m.Game, false, m.First-1, leaderRows+1)
	if err != nil {
		return err
	}
	m.More = len(list) > leaderRows && m.First+leaderRows <= mostLeaders
	for _, r := range list[:min(len(list), leaderRows)] {
		m.People = append(m.People, newRated(m.Lang, r, viewer.ID))
	}
	if list, err = s.Club.Archive.Leaders(ctx, m.Game, true, 0, db.BotLevels); err != nil {
		return err
	}
	for _, r := range list {
		m.Bots = append(m.Bots, newRated(m.Lang, r, viewer.ID))
	}
	return site.RenderHTML(c, http.StatusOK, pages.RatingsPage(m))
}

// newRated returns a rating for a page.
func newRated(lang views.Lang, r db.Rated, viewer string) pages.Rated {
	game, _ := match.GameNamed(r.Game)
	return pages.Rated{Game: game, ID: r.Player.ID, Name: site.PlayerName(lang, r.Player), You: r.Player.ID == viewer,
		Points: r.Rating.Points, Deviation: r.Rating.Deviation, Matches: r.Rating.Matches, At: r.Rating.At}
}

// GetProfile answers the public page of a player. game in the query selects the rating that is
// drawn.
func (s *Pages) GetProfile(c echo.Context, page views.Page) error {
	ctx := c.Request().Context()
	viewer, _ := site.PlayerFrom(c)
	p, err := s.Club.Archive.Profile(ctx, viewer.ID, c.Param("id"))
	if err != nil {
		return err
	}
	m := pages.Profile{Page: page, ID: p.ID, Name: site.PlayerName(page.Lang, p.Player), Bot: p.Bot > 0, Level: p.Bot, You: p.ID == viewer.ID, Since: p.Created}
	for _, r := range p.Ratings {
		m.Ratings = append(m.Ratings, newRated(m.Lang, r, viewer.ID))
	}
	for _, t := range p.Scores {
		m.Total.Add(pages.Score{Matches: t.Matches, Won: t.Won, Drawn: t.Drawn, Fell: t.Fell})
	}
	for _, t := range p.Against {
		m.Against = append(m.Against, pages.Opponent{ID: t.Opponent.ID, Name: site.PlayerName(m.Lang, t.Opponent),
			Score: pages.Score{Matches: t.Matches, Won: t.Won, Drawn: t.Drawn, Fell: t.Fell}})
	}
	places, err := s.ladderPlaces(ctx, p.ID)
	for _, g := range ladders.LadderGames() {
		if places[g.ID] > 0 {
			m.Ladders = append(m.Ladders, pages.LadderLine{Game: g, Place: places[g.ID]})
		}
	}
	if err != nil {
		return err
	}
	cups, err := s.Club.Cups.WonBy(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, won := range cups {
		info, _ := match.GameNamed(won.Table.Game)
		m.Cups = append(m.Cups, pages.WonCup{ID: won.ID, Title: won.Title, Game: info, Ended: won.Ended})
	}
	m.Answers, m.Hours = p.Answers.Counts[:], p.Answers.Hours
	if err := s.drawRating(c, &m); err != nil {
		return err
	}
	return site.RenderHTML(c, http.StatusOK, pages.ProfilePage(m))
}

// drawRating chooses the drawn rating and loads its history.
func (s *Pages) drawRating(c echo.Context, m *pages.Profile) error {
	if len(m.Ratings) == 0 {
		return nil
	}
	m.Drawn = m.Ratings[0]
	for _, r := range m.Ratings {
		if r.Game.ID == c.QueryParam("game") {
			m.Drawn = r
		}
	}
	steps, err := s.Store.RatingSteps(c.Request().Context(), m.ID, m.Drawn.Game.ID, courseSteps)
	for _, step := range steps {
		m.Course = append(m.Course, pages.RatingStep(step))
	}
	return err
}

const MeRows = 20

// GetMe answers the visitor's own page.
func (s *Pages) GetMe(c echo.Context, page views.Page) error {
	m, err := s.meModel(c, page)
	if err != nil {
		return err
	}
	m.Notice = account.SavedNotice(c)
	return site.RenderHTML(c, http.StatusOK, pages.MePage(m))
}

// meModel returns the data of the visitor's page. In the query, list=over selects finished matches,
// and after is the cursor of a later page.
func (s *Pages) meModel(c echo.Context, page views.Page) (m pages.Me, err error) {
	m = pages.Me{Page: page, Games: match.Games(), Over: c.QueryParam("list") == "over", Older: web.Cursor(c) != ""}
	ctx := c.Request().Context()
	player, ok := site.PlayerFrom(c)
	if !ok {
		m.Public, err = s.tables.PublicMatches(ctx, m.Lang, "", true)
		return m, err
	}
	tally, err := s.Store.Tally(ctx, player.ID)
	if err != nil {
		return pages.Me{}, err
	}
	m.ID, m.Tally = player.ID, pages.Tally(tally)
	if m.Account, err = s.Club.Accounts.HasAccount(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	if err := s.fillStudies(ctx, &m, player); err != nil {
		return pages.Me{}, err
	}
	if m.Favorites, err = s.tables.FavoritesOf(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	list, next, err := s.Club.Lists.MatchesOf(ctx, player.ID, db.Filter{Over: &m.Over, Left: !m.Over}, web.Cursor(c), MeRows)
	if err != nil {
		return pages.Me{}, web.RefuseCursor(err, site.ErrOlderMatches)
	}
	m.Next = next
	for _, match := range list {
		row := site.NewRow(m.Lang, match, player.ID)
		row.Timed = s.match.RowClock(match, player.ID)
		m.Matches = append(m.Matches, row)
	}
	if len(list) == 0 {
		m.Public, err = s.tables.PublicMatches(ctx, m.Lang, player.ID, true)
	}
	return m, err
}

// meStudies is the number of analyses on the visitor's page.
const meStudies = 20

// fillStudies adds the player's analyses.
func (s *Pages) fillStudies(ctx context.Context, m *pages.Me, player db.Player) error {
	list, all, err := s.Club.Learn.StudiedMatches(ctx, player.ID, meStudies)
	if err != nil {
		return err
	}
	m.Studied = all
	for _, one := range list {
		row := pages.StudyRow{ID: one.Match, Changed: one.Changed}
		if one.Row.ID != "" {
			row.Name = m.Lang.Of(match.GameOf(one.Row).Name)
			if !one.Row.Solo {
				for _, seat := range site.NewSeats(m.Lang, one.Row, player.ID) {
					row.Players = append(row.Players, seat.Name)
				}
			}
		}
		m.Studies = append(m.Studies, row)
	}
	return nil
}
