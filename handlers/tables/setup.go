package tables

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	boards "tableronde/views/parker"
)

// GetSetup answers the page on which a position is set up. The query says all:
// position, or else game, whose first position it is then; tool, what a tap on a
// square puts there; turn, the side at the bottom; zoom, the part of the board shown; kept, the position to show
// where position is none.
func (s *Pages) GetSetup(c echo.Context) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := boards.Setup{Page: page, Games: boards.Games(match.Games()), Key: site.NewKey()}
	status := http.StatusOK
	if err := readPosition(&m, c); err != nil {
		if !errors.As(err, &m.Bad) {
			return err
		}
		m.Typed, status = c.QueryParam("position"), http.StatusUnprocessableEntity
	}
	b := m.Position.Board()
	m.Game, _ = match.GameNamed(b.ID())
	m.Starts = boards.Starts(m.Game)
	if m.Tool, err = parseTool(c.QueryParam("tool"), b); err != nil {
		return err
	}
	if m.Bottom, err = matchpages.FormSeat(c.QueryParam("turn"), b.Seats()); err != nil {
		return err
	}
	m.Bottom = max(m.Bottom, 1)
	m.Zoom = boards.ZoomOf(m.Game.ID, c.QueryParam("zoom"))
	checkPosition(&m)
	return site.Render(c, status, boards.SetupPage(m), boards.SetupFragment(m))
}

// readPosition finds the position that the query gives. The error is a
// *games.Illegal for a text that is not a position; then the model holds the one kept.
func readPosition(m *boards.Setup, c echo.Context) (err error) {
	game := c.QueryParam("game")
	if game == "" {
		game = m.Games[0].ID
	}
	i := slices.IndexFunc(m.Games, func(g games.Info) bool { return g.ID == game })
	if i < 0 {
		return tables.ErrUnknownGame
	}
	m.Position = boards.Starts(m.Games[i])[0].Position
	text := c.QueryParam("position")
	if text == "" {
		return nil
	}
	given, err := parker.ParsePosition(text)
	if err == nil {
		m.Position = given
	} else if kept, wrong := parker.ParsePosition(c.QueryParam("kept")); wrong == nil {
		m.Position = kept
	}
	return err
}

// checkPosition fills in whether the position can be played on, and by whom.
func checkPosition(m *boards.Setup) {
	state, err := m.Position.State()
	if l, ok := state.(games.Lister); ok && err == nil {
		err = l.Fit()
	}
	if errors.As(err, &m.Wrong) {
		return
	}
	if m.Result = state.Result(); m.Result != nil {
		return
	}
	if act := state.ToAct(); len(act) == 1 && act[0] != m.Position.Turn() {
		m.Mover = act[0]
	}
}

// parseTool reads what a tap puts on a square: a piece of the board, as "2K",
// or "x" for none. Without a text it is a man of the first army.
func parseTool(text string, b *parker.Board) (parker.Piece, error) {
	switch text {
	case "":
		return parker.PieceOf(1, false), nil
	case "x":
		return 0, nil
	}
	for seat := games.Seat(1); int(seat) <= b.Seats(); seat++ {
		for _, knight := range []bool{false, true} {
			if p := parker.PieceOf(seat, knight); p.String() == text {
				return p, nil
			}
		}
	}
	return 0, web.Refuse(http.StatusBadRequest, "bad_query", "this board has no such piece")
}
