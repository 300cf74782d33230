package handlers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// collectionRows is how many collections a page lists.
const collectionRows = 20

func newCollectionRow(lang views.Lang, c db.Collection) pages.CollectionRow {
	r := pages.CollectionRow{ID: c.ID, Title: c.Title, Text: c.Text, Public: c.Public, Matches: c.Matches}
	if c.Player.ID != "" {
		r.By = playerName(lang, c.Player)
	}
	return r
}

func newCollectionRows(lang views.Lang, list []db.Collection) (rows []pages.CollectionRow) {
	for _, c := range list {
		rows = append(rows, newCollectionRow(lang, c))
	}
	return rows
}

// getCollections answers the list of public collections, and the visitor's own; skip in the
// query leaves some of the former out.
func (s *Server) getCollections(c echo.Context) error {
	return s.showCollections(c, http.StatusOK, pages.CollectionForm{}, nil)
}

func (s *Server) showCollections(c echo.Context, status int, form pages.CollectionForm, problem *views.Problem) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	page.Path = "/collections"
	m := pages.Collections{Page: page, Form: form, Problem: problem}
	if text := c.QueryParam("skip"); text != "" {
		if m.First, err = web.ParseCount(text, 0); err != nil {
			return web.Refuse(http.StatusBadRequest, "bad_query", "this link to more collections is broken")
		}
	}
	ctx, lang := c.Request().Context(), string(m.Lang)
	list, err := s.club.Archive.PublicCollections(ctx, m.First, collectionRows+1, lang)
	if err != nil {
		return err
	}
	if m.More = len(list) > collectionRows; m.More {
		list = list[:collectionRows]
	}
	m.Public = newCollectionRows(m.Lang, list)
	if player, ok := playerFrom(c); ok {
		own, err := s.club.Archive.CollectionsOf(ctx, player.ID)
		if err != nil {
			return err
		}
		m.Known, m.Own = true, newCollectionRows(m.Lang, own)
	}
	return renderHTML(c, status, pages.CollectionsPage(m))
}

// postCollections makes a collection, with a match in it if the form names one, or puts the
// match into one that there is.
func (s *Server) postCollections(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	if err := web.Allow(s.remarks, player.ID); err != nil {
		return err
	}
	ctx, id, match := c.Request().Context(), c.FormValue("collection"), c.FormValue("match")
	form := collectionForm(c)
	if c.FormValue("do") != "add" {
		made, err := s.club.Archive.SaveCollection(ctx, db.Collection{Player: player, Title: form.Title, Text: form.Text, Public: form.Public})
		if err != nil && club.IsRefusal(err) && club.ErrorOf(err).Field != "" {
			status, problem := refusedForm(c, err)
			return s.showCollections(c, status, form, problem)
		}
		if err != nil {
			return err
		}
		id = made.ID
	}
	if match == "" {
		return redirect(c, "/collections/"+id)
	}
	err := s.club.Archive.Collect(ctx, player.ID, id, match, db.MaxCollected, c.FormValue("notes") == "1")
	return redirectUnless(c, err, "/collections/"+id)
}

func collectionForm(c echo.Context) pages.CollectionForm {
	return pages.CollectionForm{Title: c.FormValue("title"), Text: c.FormValue("text"), Public: c.FormValue("public") == "1", Match: c.FormValue("match")}
}

// getCollection answers the page of a collection.
func (s *Server) getCollection(c echo.Context) error {
	return s.showCollection(c, http.StatusOK, nil, nil)
}

func (s *Server) showCollection(c echo.Context, status int, form *pages.CollectionForm, problem *views.Problem) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	player, _ := playerFrom(c)
	k, err := s.club.Archive.Collection(c.Request().Context(), c.Param("id"), player.ID, string(page.Lang))
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
		if m.Operator, err = s.store.IsOperator(c.Request().Context(), player.ID); err != nil {
			return err
		}
	}
	for _, match := range k.List {
		m.Rows = append(m.Rows, newRow(m.Lang, match, player.ID))
	}
	return renderHTML(c, status, pages.CollectionPage(m))
}

// postCollection changes a collection as the form says, or reports it.
func (s *Server) postCollection(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	if err := web.Allow(s.remarks, player.ID); err != nil {
		return err
	}
	ctx, id, match := c.Request().Context(), c.Param("id"), c.FormValue("match")
	place, _ := strconv.Atoi(c.FormValue("place"))
	path := "/collections/" + id
	switch c.FormValue("do") {
	case "save":
		form := collectionForm(c)
		_, err := s.club.Archive.SaveCollection(ctx, db.Collection{ID: id, Player: player, Title: form.Title, Text: form.Text, Public: form.Public})
		if err != nil && club.IsRefusal(err) && club.ErrorOf(err).Field != "" {
			status, problem := refusedForm(c, err)
			return s.showCollection(c, status, &form, problem)
		}
		return redirectUnless(c, err, path+"?done=saved")
	case "delete":
		return redirectUnless(c, s.club.Archive.DeleteCollection(ctx, player.ID, id), "/collections")
	case "report":
		return redirectUnless(c, s.club.Archive.ReportCollection(ctx, player.ID, id), path+"?done=reported")
	case "up":
		return redirectUnless(c, s.club.Archive.Collect(ctx, player.ID, id, match, place-1, false), path)
	case "down":
		return redirectUnless(c, s.club.Archive.Collect(ctx, player.ID, id, match, place+1, false), path)
	case "out":
		return redirectUnless(c, s.club.Archive.Uncollect(ctx, player.ID, id, match), path)
	}
	return web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
}

// getNotes answers the page on which the visitor writes notes on a match of their collection.
func (s *Server) getNotes(c echo.Context) error {
	return s.showNotes(c, http.StatusOK, c.QueryParam("ply"), pages.Remarks{Done: c.QueryParam("done")})
}

func (s *Server) showNotes(c echo.Context, status int, place string, r pages.Remarks) error {
	player, _ := playerFrom(c)
	k, f, list, err := s.club.Archive.Collected(c.Request().Context(), c.Param("id"), c.Param("match"), player.ID, string(langOf(c)))
	switch {
	case err != nil:
		return err
	case !k.Own:
		return db.ErrNotFound
	}
	if r.Place, err = parsePlace(place, f.Ply); err != nil || r.Place > f.Ply {
		return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position")
	}
	if r.Match, err = s.matchModel(c, f, matchQuery{shown: f.Ply, look: look{in: k.ID}}); err != nil {
		return err
	}
	r.In = k.ID
	r.Path = "/collections/" + k.ID + "/" + f.ID
	r.Page.Path = r.Path
	fillRemarks(c, &r, list)
	return renderHTML(c, status, pages.NotesPage(pages.Notes{Remarks: r, Collection: newCollectionRow(r.Lang, k.Collection)}))
}

// postNotes keeps a note on a place in a match of the visitor's collection.
func (s *Server) postNotes(c echo.Context) error {
	id, match := c.Param("id"), c.Param("match")
	return s.keepNote(c, "/collections/"+id+"/"+match, s.showNotes, func(ctx context.Context, player string, place int, text string) error {
		return s.club.Archive.Annotate(ctx, player, id, match, place, text)
	})
}

// getKeep answers the page of what can be kept of a match that has ended.
func (s *Server) getKeep(c echo.Context) error {
	f, err := s.endedMatch(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	player, known := playerFrom(c)
	m := pages.Keep{Known: known}
	if m.Match, err = s.matchModel(c, f, matchQuery{shown: f.Ply}); err != nil {
		return err
	}
	m.Token = c.Param("token")
	m.Page.Path = m.Address() + "/keep"
	if m.Token != "" {
		return renderHTML(c, http.StatusOK, pages.KeepPage(m))
	}
	if err := s.fillNoted(c, &m.Match, c.QueryParam("in")); err != nil {
		return err
	}
	with, err := s.club.Archive.CollectionsWith(ctx, f.ID, string(m.Lang))
	if err != nil {
		return err
	}
	m.In = newCollectionRows(m.Lang, with)
	if known {
		own, err := s.club.Archive.CollectionsOf(ctx, player.ID)
		if err != nil {
			return err
		}
		m.Own = newCollectionRows(m.Lang, own)
		_, remarks, err := s.club.Learn.Remarks(ctx, f.ID, player.ID)
		if err != nil {
			return err
		}
		m.Remarks = len(remarks) > 0
	}
	return renderHTML(c, http.StatusOK, pages.KeepPage(m))
}
