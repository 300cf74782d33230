package api

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/study"
)

// analysis is what the caller has kept of the analysis of a match.
type analysis struct {
	From []study.Root `json:"from"`
}

func newAnalysis(x study.Study) analysis {
	if x.From == nil {
		x.From = []study.Root{}
	}
	return analysis(x)
}

// getAnalysis answers with the caller's analysis of a match.
func (a *API) getAnalysis(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	kept, err := a.club.Learn.Study(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newAnalysis(kept))
}

// putAnalysis replaces the caller's analysis of a match.
func (a *API) putAnalysis(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	in := request{Context: c}
	if in.body, err = readJSON(c.Request()); err != nil {
		return err
	}
	var body struct {
		From *[]study.Root `json:"from"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	strict := json.NewDecoder(bytes.NewReader(in.body))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&body); err != nil && in.body != nil {
		return malformed("%s", jsonFault(err))
	}
	if body.From == nil {
		return malformed("the field \"from\" is missing")
	}
	kept, err := a.club.Learn.SetStudy(c.Request().Context(), c.Param("id"), player.ID, study.Study{From: *body.From})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newAnalysis(kept))
}

// addStudies adds the analyses that the player keeps, of matches of others, too.
func (x *export) addStudies(ctx context.Context) error {
	list, err := x.a.club.Learn.Studies(ctx, x.player.ID)
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := x.addStudy(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) addStudy(ctx context.Context, one db.Study) error {
	text, err := x.a.club.Learn.StudyText(ctx, one.Match, x.player.ID)
	if err != nil || text == "" { // it was emptied meanwhile
		return err
	}
	kept, err := study.Parse(text)
	if err != nil {
		return err
	}
	return x.addJSON("analyses/"+one.Match+".json", newAnalysis(kept))
}
