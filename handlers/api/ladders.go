package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/web"
)

// ladderLine is a ladder in the list of ladders.
type ladderLine struct {
	Game    string `json:"game"`
	Players int    `json:"players"`
	You     *int   `json:"you"` // the caller's place
}

// getLadders lists the ladders.
func (a peopleCalls) getLadders(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := caller(c)
	sizes, err := a.Store.LadderSizes(ctx)
	if err != nil {
		return err
	}
	rungs, err := a.Club.Ladders.RungsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	list := []ladderLine{}
	for _, g := range ladders.LadderGames() {
		line := ladderLine{Game: g.ID, Players: sizes[g.ID]}
		for _, r := range rungs {
			if r.Game == g.ID {
				line.You = &r.Place
			}
		}
		list = append(list, line)
	}
	return c.JSON(http.StatusOK, list)
}

// ladder is a page of a ladder.
type ladder struct {
	ladderLine
	Reach   int        `json:"reach"` // how far above their own place the caller may challenge
	Rungs   []rung     `json:"rungs"`
	Next    *int       `json:"next"`    // first place of the next page
	Results []duelling `json:"results"` // the latest settled challenges
}

// rung is a place on a ladder.
type rung struct {
	Place     int       `json:"place"`
	Player    *Player   `json:"player"`
	Since     string    `json:"since"`
	Challenge *duelling `json:"challenge"`
	Reached   bool      `json:"in_reach"` // the caller may challenge the player
}

// duelling is a challenge on a ladder.
type duelling struct {
	Game       string           `json:"game,omitempty"`
	Match      string           `json:"match,omitempty"` // shown only to the two players
	Challenger *Player          `json:"challenger"`
	Challenged *Player          `json:"challenged"`
	Made       string           `json:"made"`
	Until      string           `json:"until"`
	Started    bool             `json:"started,omitempty"`
	Settled    *string          `json:"settled,omitempty"`
	Outcome    db.LadderOutcome `json:"outcome,omitempty"`
}

func newDuelling(c db.LadderChallenge, viewer string) duelling {
	d := duelling{Challenger: newPlayer(c.Challenger), Challenged: newPlayer(c.Challenged), Made: formatTime(c.Made), Until: formatTime(c.Until),
		Settled: optionalTime(c.Settled), Outcome: c.Outcome}
	if viewer != "" && (viewer == c.Challenger.ID || viewer == c.Challenged.ID) {
		d.Match = c.Match
	}
	return d
}

// getLadder answers with the places of a ladder, beginning with the place in the query.
func (a peopleCalls) getLadder(c echo.Context) error {
	first := 1
	if text := c.QueryParam("from"); text != "" {
		var err error
		if first, err = web.ParseCount(text, 1); err != nil {
			return malformed("from=%.20q is not a place: places count from 1", text)
		}
	}
	player, _ := caller(c)
	l, err := a.Club.Ladders.Ladder(c.Request().Context(), c.Param("game"), player.ID, first-1)
	if err != nil {
		return err
	}
	out := ladder{ladderLine: ladderLine{Game: c.Param("game"), Players: l.Players}, Reach: ladders.LadderReach(l.Players), Rungs: []rung{}, Results: []duelling{}}
	if l.Own != nil {
		out.You = &l.Own.Place
	}
	for _, r := range l.Rungs {
		one := rung{Place: r.Place, Player: newPlayer(r.Player), Since: formatTime(r.Since), Reached: l.Reaches(r)}
		if r.Challenge != nil {
			d := newDuelling(*r.Challenge, player.ID)
			d.Started, one.Challenge = r.Started, &d
		}
		out.Rungs = append(out.Rungs, one)
	}
	if l.More {
		next := first + len(l.Rungs)
		out.Next = &next
	}
	for _, r := range l.Results {
		out.Results = append(out.Results, newDuelling(r, player.ID))
	}
	return c.JSON(http.StatusOK, out)
}

// putLadder adds the caller at the foot of a ladder.
func (a peopleCalls) putLadder(c echo.Context, player db.Player) error {
	return noContent(c, a.Club.Ladders.JoinLadder(c.Request().Context(), c.Param("game"), player.ID))
}

// deleteLadder removes the caller from a ladder.
func (a peopleCalls) deleteLadder(c echo.Context, player db.Player) error {
	return noContent(c, a.Club.Ladders.LeaveLadder(c.Request().Context(), c.Param("game"), player.ID))
}

// postLadderChallenge challenges a player for their place.
func (a peopleCalls) postLadderChallenge(in request, player db.Player) error {
	challenged, err := decodePlayer(in)
	if err != nil {
		return err
	}
	if err := web.Allow(a.Talks, player.ID); err != nil {
		return err
	}
	f, err := a.Club.Ladders.ChallengeOnLadder(in.Request().Context(), in.key, in.Param("game"), player.ID, challenged, noteStatus(http.StatusCreated))
	return a.answerMatch(in, http.StatusCreated, player.ID, f, err)
}

// mostExportedChallenges is the most ladder challenges in an export.
const mostExportedChallenges = 10000

// addLadders adds the player's places on ladders, and their challenges.
func (x *export) addLadders(ctx context.Context) error {
	rungs, err := x.Club.Ladders.RungsOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	challenges, err := x.Store.LadderChallengesOf(ctx, x.player.ID, mostExportedChallenges)
	if err != nil || len(rungs)+len(challenges) == 0 {
		return err
	}
	type place struct {
		Game  string `json:"game"`
		Place int    `json:"place"`
		Since string `json:"since"`
	}
	places, list := []place{}, []duelling{}
	for _, r := range rungs {
		places = append(places, place{r.Game, r.Place, formatTime(r.Since)})
	}
	for _, c := range challenges {
		d := newDuelling(c, x.player.ID)
		d.Game = c.Game
		list = append(list, d)
	}
	return x.addJSON("ladders.json", map[string]any{"places": places, "challenges": list})
}
