package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
)

// collection is a collection of annotated matches, in a list.
type collection struct {
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Text    string  `json:"text"`
	Player  *string `json:"player"` // id of its owner; null for the site
	Name    *string `json:"name"`
	Public  bool    `json:"public"`
	Changed string  `json:"changed"`
	Matches int     `json:"matches"`
}

func newCollection(c db.Collection) collection {
	return collection{ID: c.ID, Title: c.Title, Text: c.Text, Player: optional(c.Player.ID), Name: optional(c.Player.Name),
		Public: c.Public, Changed: formatTime(c.Changed), Matches: c.Matches}
}

// wholeCollection is a collection with its matches.
type wholeCollection struct {
	collection
	List []collected `json:"list"`
}

// collected is a match of a collection.
type collected struct {
	Match Row      `json:"match"`
	Notes []remark `json:"notes"`
}

// getCollections answers with public collections.
func (a archiveCalls) getCollections(c echo.Context) error {
	list, err := a.Club.Archive.PublicCollections(c.Request().Context(), 0, maxPage, a.Language(c))
	return answerList(c, newCollection, list, err)
}

// getOwnCollections answers with the collections of the caller.
func (a archiveCalls) getOwnCollections(c echo.Context, player db.Player) error {
	list, err := a.Store.CollectionsOf(c.Request().Context(), player.ID)
	return answerList(c, newCollection, list, err)
}

// getCollection answers with a collection, its matches and the notes on them.
func (a archiveCalls) getCollection(c echo.Context) error {
	player, _ := caller(c)
	whole, err := a.wholeCollection(c.Request().Context(), c.Param("id"), player.ID, a.Language(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, whole)
}

// wholeCollection returns a collection with the matches in it that the player may see.
func (a *API) wholeCollection(ctx context.Context, id, player, lang string) (wholeCollection, error) {
	k, err := a.Club.Archive.Collection(ctx, id, player, lang)
	if err != nil {
		return wholeCollection{}, err
	}
	whole := wholeCollection{newCollection(k.Collection), []collected{}}
	for _, m := range k.List {
		notes, err := a.Club.Archive.NotesIn(ctx, k, m.ID, lang)
		if err != nil {
			return wholeCollection{}, err
		}
		whole.List = append(whole.List, collected{newRow(m, a.Club.Match.TimesOf(m), player, match.SeatOf(m, player)), newRemarks(notes)})
	}
	return whole, nil
}

// addCollections adds the player's collections.
func (x *export) addCollections(ctx context.Context) error {
	own, err := x.Store.CollectionsOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	for _, c := range own {
		whole, err := x.wholeCollection(ctx, c.ID, x.player.ID, "")
		if err != nil {
			return err
		}
		if err := x.addJSON("collections/"+c.ID+".json", whole); err != nil {
			return err
		}
	}
	return nil
}
