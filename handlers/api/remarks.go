package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
)

// remark is a note of the caller on a place in a match.
type remark struct {
	Ply     *int   `json:"ply"` // null: the match as a whole
	Text    string `json:"text"`
	Changed string `json:"changed"`
}

func newRemarks(list []db.Remark) []remark {
	out := []remark{}
	for _, r := range list {
		one := remark{Text: r.Text, Changed: formatTime(r.Changed)}
		if r.Ply != db.WholeMatch {
			one.Ply = &r.Ply
		}
		out = append(out, one)
	}
	return out
}

// getNotes answers with what the caller has noted of a match.
func (a *API) getNotes(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	_, list, err := a.club.Learn.Remarks(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string][]remark{"notes": newRemarks(list)})
}

// putNote replaces what the caller has noted of a place in a match.
func (a *API) putNote(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	ply := db.WholeMatch
	if text := c.Param("ply"); text != "all" {
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 {
			return malformed("%.20q is no position: say a number of events, or all", text)
		}
	}
	var body struct {
		Text *string `json:"text"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Text == nil {
		return malformed("the field \"text\" is missing")
	}
	if err := web.Allow(a.remarks, player.ID); err != nil {
		return err
	}
	return noContent(c, a.club.Learn.SetRemark(c.Request().Context(), c.Param("id"), player.ID, ply, *body.Text))
}

// addRemarks adds what the player has noted of matches.
func (x *export) addRemarks(ctx context.Context) error {
	return x.a.club.Learn.EachRemarked(ctx, x.player.ID, func(match string, list []db.Remark) error {
		return x.addJSON("notes/"+match+".json", newRemarks(list))
	})
}
