package people

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

const days = 24 * time.Hour

// ladderRules are the numbers in the ladder rules on pages.
var ladderRules = pages.LadderRules{Places: ladders.LadderPlaces, Tenth: ladders.LadderTenth,
	Answer: int(ladders.LadderAnswer / days), Again: int(ladders.LadderAgain / days), Leave: int(ladders.LadderAbsent / days)}

// GetLadders answers the list of ladders.
func (s *Pages) GetLadders(c echo.Context, page views.Page) error {
	ctx := c.Request().Context()
	viewer, _ := site.PlayerFrom(c)
	sizes, err := s.Store.LadderSizes(ctx)
	if err != nil {
		return err
	}
	own, err := s.ladderPlaces(ctx, viewer.ID)
	if err != nil {
		return err
	}
	m := pages.Ladders{Page: page}
	for _, g := range ladders.LadderGames() {
		m.Ladders = append(m.Ladders, pages.LadderLine{Game: g, Players: sizes[g.ID], Place: own[g.ID]})
	}
	return site.RenderHTML(c, http.StatusOK, pages.LaddersPage(m))
}

// ladderPlaces returns a player's places on ladders, by game.
func (s *Pages) ladderPlaces(ctx context.Context, player string) (map[string]int, error) {
	rungs, err := s.Club.Ladders.RungsOf(ctx, player)
	places := make(map[string]int)
	for _, r := range rungs {
		places[r.Game] = r.Place
	}
	return places, err
}

// GetLadder answers a ladder. from in the query is the first place.
func (s *Pages) GetLadder(c echo.Context) error { return s.showLadder(c, http.StatusOK, nil) }

func (s *Pages) showLadder(c echo.Context, status int, why *views.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	info, _ := match.GameNamed(c.Param("game"))
	viewer, _ := site.PlayerFrom(c)
	m := pages.Ladder{Page: page, Games: ladders.LadderGames(), Game: info, Rules: ladderRules, First: 1, Key: site.NewKey(), Name: c.FormValue("name"), Problem: why}
	if from, err := strconv.Atoi(c.QueryParam("from")); err == nil {
		m.First = min(max(from, 1), 1<<20)
	}
	l, err := s.Club.Ladders.Ladder(c.Request().Context(), c.Param("game"), viewer.ID, m.First-1)
	if err != nil {
		return err
	}
	m.Players, m.More = l.Players, l.More
	for _, r := range l.Rungs {
		rung := newRung(m.Lang, r, viewer.ID)
		rung.Reached = l.Reaches(r)
		m.Rungs = append(m.Rungs, rung)
	}
	if l.Own != nil {
		own := newRung(m.Lang, *l.Own, viewer.ID)
		m.Own = &own
	}
	for _, r := range l.Results {
		m.Results = append(m.Results, pages.LadderResult{Challenger: newPerson(m.Lang, r.Challenger), Challenged: newPerson(m.Lang, r.Challenged), At: r.Settled, Outcome: string(r.Outcome)})
	}
	return site.RenderHTML(c, status, pages.LadderPage(m))
}

// newRung returns a place on a ladder for the page of a viewer.
func newRung(lang views.Lang, r db.Rung, viewer string) pages.LadderRung {
	rung := pages.LadderRung{Place: r.Place, Person: newPerson(lang, r.Player), You: r.Player.ID == viewer, Since: r.Since}
	if c := r.Challenge; c != nil {
		rung.Challenge = &pages.LadderDuel{Rival: newPerson(lang, c.Challenged), Started: r.Started, Until: c.Until}
		if c.Challenged.ID == r.Player.ID {
			rung.Challenge.Rival, rung.Challenge.Challenged = newPerson(lang, c.Challenger), true
		}
		if rung.You {
			rung.Challenge.Match = c.Match
		}
	}
	return rung
}

func newPerson(lang views.Lang, p db.Player) pages.Person {
	return pages.Person{ID: p.ID, Name: site.PlayerName(lang, p)}
}

// PostLadder joins a ladder, leaves it, or challenges a player on it.
func (s *Pages) PostLadder(c echo.Context) error {
	ctx, game := c.Request().Context(), c.Param("game")
	if !ladders.HasLadder(game) {
		return s.showLadder(c, http.StatusOK, nil) // after a refusal
	}
	back := "/ladders/" + game
	player, known := site.PlayerFrom(c)
	do := c.FormValue("do")
	switch {
	case do == "join":
		var err error
		if player, err = s.RequireVisitor(c); err != nil {
			if web.ProblemOf(err).Field == "name" {
				status, why := site.RefusedForm(c, err)
				return s.showLadder(c, status, why)
			}
			return err
		}
		return site.RedirectUnless(c, s.Club.Ladders.JoinLadder(ctx, game, player.ID), back)
	case !known:
		return site.ErrNoPlayer
	case do == "leave":
		return site.RedirectUnless(c, s.Club.Ladders.LeaveLadder(ctx, game, player.ID), back)
	case do == "challenge":
		if err := web.Allow(s.Talks, player.ID); err != nil {
			return err
		}
		f, err := s.Club.Ladders.ChallengeOnLadder(ctx, site.PageKey(c, player.ID), game, player.ID, c.FormValue("player"), site.NoteID)
		f, err = s.FindRepeated(c, f, err)
		return site.RedirectUnless(c, err, site.MatchPath(f.ID))
	}
	return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
}
