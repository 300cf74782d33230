package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
)

// collection is a number of matches put together for reading, with notes.
type collection struct {
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Text    string  `json:"text"`
	Player  *string `json:"player"` // id of its maker; null for the site
	Name    *string `json:"name"`
	Public  bool    `json:"public"`
	Changed string  `json:"changed"`
	Matches int     `json:"matches"`
}

func newCollection(c db.Collection) collection {
	out := collection{ID: c.ID, Title: c.Title, Text: c.Text, Public: c.Public, Changed: formatTime(c.Changed), Matches: c.Matches}
	if c.Player.ID != "" {
		out.Player, out.Name = &c.Player.ID, &c.Player.Name
	}
	return out
}

func newCollections(list []db.Collection) []collection {
	out := make([]collection, len(list))
	for i, c := range list {
		out[i] = newCollection(c)
	}
	return out
}

// collected is a match of a collection.
type collected struct {
	Match Row      `json:"match"`
	Notes []remark `json:"notes"`
}

// getCollections answers with public collections.
func (a *API) getCollections(c echo.Context) error {
	list, err := a.club.Archive.PublicCollections(c.Request().Context(), 0, maxPage, a.language(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newCollections(list))
}

// getOwnCollections answers with the collections of the caller.
func (a *API) getOwnCollections(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.club.Archive.CollectionsOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newCollections(list))
}

// getCollection answers with a collection, its matches and the notes on them.
func (a *API) getCollection(c echo.Context) error {
	player, _ := caller(c)
	list, k, err := a.collected(c.Request().Context(), c.Param("id"), player.ID, a.language(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		collection
		List []collected `json:"list"`
	}{newCollection(k.Collection), list})
}

// collected returns a collection, and the matches in it that a player may see.
func (a *API) collected(ctx context.Context, id, player, lang string) ([]collected, archive.Collection, error) {
	k, err := a.club.Archive.Collection(ctx, id, player, lang)
	list := make([]collected, 0, len(k.List))
	for _, m := range k.List {
		if err != nil {
			break
		}
		var notes []db.Remark
		if notes, err = a.club.Archive.NotesIn(ctx, k, m.ID, lang); err == nil {
			list = append(list, collected{newRow(m, a.club.Match.TimesOf(m), player, match.SeatOf(m, player)), newRemarks(notes)})
		}
	}
	return list, k, err
}

// addCollections adds the collections of the player.
func (x *export) addCollections(ctx context.Context) error {
	own, err := x.a.club.Archive.CollectionsOf(ctx, x.player.ID)
	for _, c := range own {
		if err != nil {
			return err
		}
		var list []collected
		if list, _, err = x.a.collected(ctx, c.ID, x.player.ID, ""); err == nil {
			err = x.addJSON("collections/"+c.ID+".json", struct {
				collection
				List []collected `json:"list"`
			}{newCollection(c), list})
		}
	}
	return err
}
