package archive

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/learn"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// collectionRows is the number of collections on a page.
const collectionRows = 20

func newCollectionRow(lang views.Lang, c db.Collection) pages.CollectionRow {
	r := pages.CollectionRow{ID: c.ID, Title: c.Title, Text: c.Text, Public: c.Public, Matches: c.Matches}
	if c.Player.ID != "" {
		r.By = site.PlayerName(lang, c.Player)
	}
	return r
}

func newCollectionRows(lang views.Lang, list []db.Collection) (rows []pages.CollectionRow) {
	for _, c := range list {
		rows = append(rows, newCollectionRow(lang, c))
	}
	return rows
}

// GetCollections answers the list of public collections, and the visitor's own. skip in the query
// leaves out the first public ones.
func (s *Pages) GetCollections(c echo.Context) error {
	return s.showCollections(c, http.StatusOK, pages.CollectionForm{}, nil)
}

func (s *Pages) showCollections(c echo.Context, status int, form pages.CollectionForm, problem *views.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/collections"
	m := pages.Collections{Page: page, Form: form, Problem: problem}
	if text := c.QueryParam("skip"); text != "" {
		if m.First, err = web.ParseCount(text, 0); err != nil {
			return web.Refuse(http.StatusBadRequest, "bad_query", "this link to more collections is broken: begin again with the first page")
		}
	}
	ctx, lang := c.Request().Context(), string(m.Lang)
	list, err := s.Club.Archive.PublicCollections(ctx, m.First, collectionRows+1, lang)
	if err != nil {
		return err
	}
	if m.More = len(list) > collectionRows; m.More {
		list = list[:collectionRows]
	}
	m.Public = newCollectionRows(m.Lang, list)
	if player, ok := site.PlayerFrom(c); ok {
		own, err := s.Store.CollectionsOf(ctx, player.ID)
		if err != nil {
			return err
		}
		m.Known, m.Own = true, newCollectionRows(m.Lang, own)
	}
	return site.RenderHTML(c, status, pages.CollectionsPage(m))
}

// PostCollections creates a collection, with a match if the form names one, or adds the match to an
// existing collection.
func (s *Pages) PostCollections(c echo.Context, player db.Player) error {
	if err := web.Allow(s.Remarks, player.ID); err != nil {
		return err
	}
	ctx, id, match := c.Request().Context(), c.FormValue("collection"), c.FormValue("match")
	form := collectionForm(c)
	if c.FormValue("do") != "add" {
		made, err := s.Club.Archive.SaveCollection(ctx, db.Collection{Player: player, Title: form.Title, Text: form.Text, Public: form.Public})
		if err != nil && club.IsRefusal(err) && club.ErrorOf(err).Field != "" {
			status, problem := site.RefusedForm(c, err)
			return s.showCollections(c, status, form, problem)
		}
		if err != nil {
			return err
		}
		id = made.ID
	}
	if match == "" {
		return site.Redirect(c, "/collections/"+id)
	}
	err := s.Club.Archive.Collect(ctx, player.ID, id, match, db.MaxCollected, c.FormValue("notes") == "1")
	return site.RedirectUnless(c, err, "/collections/"+id)
}

func collectionForm(c echo.Context) pages.CollectionForm {
	return pages.CollectionForm{Title: c.FormValue("title"), Text: c.FormValue("text"), Public: c.FormValue("public") == "1", Match: c.FormValue("match")}
}

// GetCollection answers the page of a collection.
func (s *Pages) GetCollection(c echo.Context) error {
	return s.showCollection(c, http.StatusOK, nil, nil)
}

func (s *Pages) showCollection(c echo.Context, status int, form *pages.CollectionForm, problem *views.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	player, _ := site.PlayerFrom(c)
	k, err := s.Club.Archive.Collection(c.Request().Context(), c.Param("id"), player.ID, string(page.Lang))
	if err != nil {
		return err
	}
	page.Path = "/collections/" + k.ID
	m := pages.Collection{Page: page, CollectionRow: newCollectionRow(page.Lang, k.Collection), Author: k.Player.ID, Own: k.Own, Done: c.QueryParam("done"), Problem: problem,
		Form: pages.CollectionForm{Title: k.Title, Text: k.Text, Public: k.Public}}
	if form != nil {
		m.Form = *form
	}
	if player.ID != "" {
		if m.Operator, err = s.Store.IsOperator(c.Request().Context(), player.ID); err != nil {
			return err
		}
	}
	for _, match := range k.List {
		m.Rows = append(m.Rows, site.NewRow(m.Lang, match, player.ID))
	}
	return site.RenderHTML(c, status, pages.CollectionPage(m))
}

// PostCollection changes or reports a collection.
func (s *Pages) PostCollection(c echo.Context, player db.Player) error {
	if err := web.Allow(s.Remarks, player.ID); err != nil {
		return err
	}
	ctx, id, match := c.Request().Context(), c.Param("id"), c.FormValue("match")
	place, _ := strconv.Atoi(c.FormValue("place"))
	path := "/collections/" + id
	switch c.FormValue("do") {
	case "save":
		form := collectionForm(c)
		_, err := s.Club.Archive.SaveCollection(ctx, db.Collection{ID: id, Player: player, Title: form.Title, Text: form.Text, Public: form.Public})
		if err != nil && club.IsRefusal(err) && club.ErrorOf(err).Field != "" {
			status, problem := site.RefusedForm(c, err)
			return s.showCollection(c, status, &form, problem)
		}
		return site.RedirectUnless(c, err, path+"?done=saved")
	case "delete":
		return site.RedirectUnless(c, s.Store.DeleteCollection(ctx, id, player.ID), "/collections")
	case "report":
		return site.RedirectUnless(c, s.Club.Archive.ReportCollection(ctx, player.ID, id), path+"?done=reported")
	case "up":
		return site.RedirectUnless(c, s.Club.Archive.Collect(ctx, player.ID, id, match, place-1, false), path)
	case "down":
		return site.RedirectUnless(c, s.Club.Archive.Collect(ctx, player.ID, id, match, place+1, false), path)
	case "out":
		return site.RedirectUnless(c, s.Club.Archive.Uncollect(ctx, player.ID, id, match), path)
	}
	return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
}

// GetNotes answers the page on which the visitor writes notes on a match of their collection.
func (s *Pages) GetNotes(c echo.Context) error {
	return s.showNotes(c, http.StatusOK, c.QueryParam("ply"), pages.Remarks{Done: c.QueryParam("done")})
}

func (s *Pages) showNotes(c echo.Context, status int, place string, r pages.Remarks) error {
	player, _ := site.PlayerFrom(c)
	k, f, list, err := s.Club.Archive.Collected(c.Request().Context(), c.Param("id"), c.Param("match"), player.ID, string(site.LangOf(c)))
	switch {
	case err != nil:
		return err
	case !k.Own:
		return db.ErrNotFound
	}
	if r.Place, err = learn.ParsePlace(place, f.Ply); err != nil || r.Place > f.Ply {
		return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position: open the page again")
	}
	if r.Match, err = s.match.MatchModel(c, f, match.MatchQuery{Shown: f.Ply}); err != nil {
		return err
	}
	r.In = k.ID
	r.Path = "/collections/" + k.ID + "/" + f.ID
	r.Page.Path = r.Path
	learn.FillRemarks(c, &r, list)
	return site.RenderHTML(c, status, pages.NotesPage(pages.Notes{Remarks: r, Collection: newCollectionRow(r.Lang, k.Collection)}))
}

// PostNotes stores a note on a place in a match of the visitor's collection.
func (s *Pages) PostNotes(c echo.Context, player db.Player) error {
	id, match := c.Param("id"), c.Param("match")
	return s.learn.KeepNote(c, player, "/collections/"+id+"/"+match, s.showNotes, func(ctx context.Context, player string, place int, text string) error {
		return s.Club.Archive.Annotate(ctx, player, id, match, place, text)
	})
}

// GetKeep answers the page for putting a finished match into collections.
func (s *Pages) GetKeep(c echo.Context) error {
	f, err := s.match.EndedMatch(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	player, known := site.PlayerFrom(c)
	m := pages.Keep{Known: known}
	if m.Match, err = s.match.MatchModel(c, f, match.MatchQuery{Shown: f.Ply}); err != nil {
		return err
	}
	m.Token = c.Param("token")
	m.Page.Path = m.Address() + "/keep"
	if m.Token != "" {
		return site.RenderHTML(c, http.StatusOK, pages.KeepPage(m))
	}
	if err := s.match.FillNoted(c, &m.Match, c.QueryParam("in")); err != nil {
		return err
	}
	with, err := s.Club.Archive.CollectionsWith(ctx, f.ID, string(m.Lang))
	if err != nil {
		return err
	}
	m.In = newCollectionRows(m.Lang, with)
	if known {
		own, err := s.Store.CollectionsOf(ctx, player.ID)
		if err != nil {
			return err
		}
		m.Own = newCollectionRows(m.Lang, own)
		_, remarks, err := s.Club.Learn.Remarks(ctx, f.ID, player.ID)
		if err != nil {
			return err
		}
		m.Remarks = len(remarks) > 0
	}
	return site.RenderHTML(c, http.StatusOK, pages.KeepPage(m))
}
