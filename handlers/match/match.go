// Package match has the pages of one match: the table with the staged action, its log, pictures,
// files, orders, messages and spectators. The package imports no other pages.
package match

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/families"
)

// Pages holds the pages of a match.
type Pages struct {
	*site.Site
	*Pictures
}

// New returns the pages of the matches of a site.
func New(s *site.Site, pictures *Pictures) *Pages { return &Pages{s, pictures} }

// GetMatch answers the page of a match. In the query, m is the staged action, try a square asked
// about, and ply an earlier position. turn is the side at the bottom, zoom a part of the board, and
// pick enters the move by lists. as is the seat at a solo table, and ask an event to confirm. why
// is a disabled control to explain, type a typed move, and rules shows the rules on one screen.
func (s *Pages) GetMatch(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	if f.KeptFor(player.ID) != 0 {
		return site.Redirect(c, site.MatchPath(f.ID)+"/challenge")
	}
	q, err := ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	if q.typed != "" {
		return s.stageTyped(c, f, q)
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	if err := s.fillHint(c, &m, player); err != nil {
		return err
	}
	if err := s.FillNoted(c, &m, q.Look.In); err != nil {
		return err
	}
	if err := s.fillOwnNote(c, &m, player.ID); err != nil {
		return err
	}
	if notice := site.QueryNotice(c); notice != nil {
		m.Notice = notice
	}
	if sent, err := strconv.Atoi(c.QueryParam("sent")); err == nil && sent == f.Ply {
		m.Notice = &views.Notice{Key: lastEventKey(f, player.ID), Good: true}
	}
	if err := s.noteVisit(c, f, q); err != nil {
		return err
	}
	return ShowMatchPage(c, http.StatusOK, m)
}

// ShowMatchPage sends the page of a match in the layout of its family, or the part that htmx swaps.
func ShowMatchPage(c echo.Context, status int, m views.Match) error {
	family, ok := families.Of(m.Game.ID)
	if !ok {
		return fmt.Errorf("no family shows %s: %w", m.Game.ID, db.ErrNotFound)
	}
	// A page that scripts change in place always has its own address.
	m.AtAddress = site.IsHTMX(c) || c.Request().URL.Path == m.Address()
	render := family.Page
	if site.IsHTMX(c) {
		render = family.Fragment
	}
	buf := site.Buffers.Get().(*bytes.Buffer)
	defer site.Buffers.Put(buf)
	m.Laid = new(bool)
	err := site.RenderTo(buf, c, render(m))
	if err == nil && !*m.Laid && m.CloseText() { // the card is gone
		err = site.RenderTo(buf, c, render(m))
	}
	if err != nil {
		return err
	}
	return c.HTMLBlob(status, buf.Bytes())
}

// FillNoted adds the notes of a collection on a match that is read as a part of it. It omits notes
// that the visitor may not see.
func (s *Pages) FillNoted(c echo.Context, m *views.Match, in string) error {
	if !collectionPattern.MatchString(in) {
		return nil
	}
	player, _ := site.PlayerFrom(c)
	k, f, notes, err := s.Club.Archive.Collected(c.Request().Context(), in, m.ID, player.ID, string(m.Lang))
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	n := &views.Noted{ID: k.ID, Title: k.Title, Of: len(k.List), Own: k.Own, Before: -1, After: -1, Source: f.Tags["Source"]}
	for i, match := range k.List {
		if match.ID != m.ID {
			continue
		}
		if n.Number = i + 1; i > 0 {
			n.Previous = k.List[i-1].ID
		}
		if i+1 < len(k.List) {
			n.Next = k.List[i+1].ID
		}
	}
	for _, note := range notes {
		switch {
		case note.Ply == m.Shown, note.Ply == db.WholeMatch && m.Shown == 0:
			if n.Text != "" {
				n.Text += "\n"
			}
			n.Text += note.Text
		case note.Ply == db.WholeMatch:
			n.Before = max(n.Before, 0)
		case note.Ply < m.Shown:
			n.Before = note.Ply
		case n.After < 0:
			n.After = note.Ply
		}
	}
	m.Noted, m.In = n, k.ID
	return nil
}

// fillOwnNote adds the visitor's note on a position that the address names, whose drawing a board
// has.
func (s *Pages) fillOwnNote(c echo.Context, m *views.Match, player string) error {
	if family, _ := families.Of(m.Game.ID); !family.Board || !c.QueryParams().Has("ply") || !m.Keeps() {
		return nil
	}
	text, err := s.Club.Learn.RemarkAt(c.Request().Context(), m.ID, player, m.Shown)
	m.OwnNote = text
	return err
}

// RowClock returns the clock that a row shows: the player's if it runs, otherwise the one that
// falls first. It is nil if none runs.
func (s *Pages) RowClock(m db.Match, player string) *views.Timed {
	own := match.SeatOf(m, player)
	var first *clock.Reading
	for _, r := range s.Club.Match.TimesOf(m) {
		if r.Deadline != nil && (r.Seat == own || first == nil || first.Seat != own && r.Deadline.Before(*first.Deadline)) {
			first = &r
		}
	}
	if first == nil {
		return nil
	}
	t := newTimed(m.Clock.Control(), *first)
	return &t
}
