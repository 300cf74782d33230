package tables

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
	boards "tableronde/views/parker"
)

// GetImport answers the form for importing a game.
func (s *Pages) GetImport(c echo.Context) error {
	game := c.QueryParam("game")
	if _, ok := match.GameNamed(game); game != "" && !ok {
		return tables.ErrUnknownGame
	}
	return s.showImport(c, http.StatusOK, pages.Import{Game: game})
}

func (s *Pages) showImport(c echo.Context, status int, m pages.Import) error {
	var err error
	if m.Page, err = s.NewPage(c); err != nil {
		return err
	}
	m.Page.Path = "/import"
	m.Key = site.NewKey()
	m.Games = slices.DeleteFunc(match.Games(), func(i games.Info) bool { return i.Chance }) // see Transcript.Read
	return site.RenderHTML(c, status, pages.ImportPage(m))
}

// PostImport opens a solo table with the game of the form. If the text cannot be played, it shows
// the form with the place and the reason.
func (s *Pages) PostImport(c echo.Context) error {
	g, err := readTranscript(c)
	if err != nil {
		return err
	}
	got, err := g.Read()
	var broken *tables.ImportError
	switch {
	case errors.As(err, &broken):
		return s.showImport(c, http.StatusUnprocessableEntity, pages.Import{
			Game: g.Game, Text: strings.ToValidUTF8(g.Text, "\uFFFD"), Break: newBreak(broken, g.Text, got),
		})
	case err != nil:
		return err
	}
	player, err := s.RequireVisitor(c)
	if err != nil {
		return err
	}
	f, err := s.Club.Tables.Import(c.Request().Context(), importKey(c, player.ID, g), player.ID, got, site.NoteID)
	f, err = s.FindRepeated(c, f, err)
	return site.RedirectUnless(c, err, site.MatchPath(f.ID))
}

// readTranscript parses the form, with or without a file.
func readTranscript(c echo.Context) (tables.Transcript, error) {
	req := c.Request()
	// Forms end their lines with CR LF, whatever the user typed.
	g := tables.Transcript{Game: req.FormValue("game"), Text: strings.ReplaceAll(req.FormValue("text"), "\r\n", "\n"), Partial: req.FormValue("part") != ""}
	if req.MultipartForm == nil || len(req.MultipartForm.File["file"]) == 0 {
		return g, nil
	}
	text, err := readUpload(req.MultipartForm.File["file"][0])
	if err == nil && text != "" {
		g.Text = text
	}
	return g, err
}

func readUpload(header *multipart.FileHeader) (string, error) {
	file, err := header.Open()
	if err != nil {
		return "", fmt.Errorf("open uploaded file: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return "", fmt.Errorf("read uploaded file: %w", err)
	}
	return string(text), nil
}

// importKey returns the idempotency key of an import form. Two posts with the same game are the
// same, as text or as a file.
func importKey(c echo.Context, player string, g tables.Transcript) db.Once {
	key := c.FormValue("key")
	if key == "" {
		return db.Once{}
	}
	print := sha256.Sum256(fmt.Appendf(nil, "import %q %v %s", g.Game, g.Partial, g.Text))
	return db.Once{Caller: "form/" + player, Key: key, Request: print[:]}
}

// newBreak describes where and why a text cannot be played further.
func newBreak(broken *tables.ImportError, text string, got record.Imported) *pages.Break {
	b := &pages.Break{Played: broken.Played, Key: web.ProblemOf(broken).Code}
	errors.As(broken, &b.Illegal)
	switch {
	case errors.Is(broken, games.ErrNotYourTurn):
		b.Key = "import_turn"
	case errors.Is(broken, games.ErrFinished):
		b.Key = "import_over"
	}
	var at *record.LineError
	switch {
	case errors.As(broken, &at):
		b.Line, b.Move, b.Seat, b.Action = at.Line, at.Move, at.Seat, at.Action
		if lines := strings.Split(text, "\n"); at.Line <= len(lines) {
			b.Text = club.Truncate(strings.TrimSpace(strings.ToValidUTF8(lines[at.Line-1], "\uFFFD")), tables.MaxTag)
		}
	case b.Illegal == nil:
		b.Key = "import_setup"
	}
	if got.Record != nil {
		b.Game = got.Match.Ruleset().Info()
	}
	return b
}

// GetSetup answers the page for setting up a position. The query has position, or game for the
// game's first position. tool is the piece that a tap puts on a square. turn is the side at the
// bottom, and zoom the shown part of the board. kept is the position to show if position is
// invalid.
func (s *Pages) GetSetup(c echo.Context, page views.Page) error {
	m := boards.Setup{Page: page, Games: boards.Games(match.Games()), Key: site.NewKey()}
	status := http.StatusOK
	err := readPosition(&m, c)
	if err != nil {
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

// readPosition parses the position in the query. The error is a *games.Illegal for an invalid one;
// then the model has the kept position.
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

// checkPosition adds the fault of a position that cannot be played on, or its result if it is over.
// If not the chosen seat must move, it sets the right seat.
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

// parseTool parses the piece that a tap puts on a square: a piece as "2K", or "x" for none. The
// default is a man of the first army.
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
	return 0, web.Refuse(http.StatusBadRequest, "bad_query", "this board has no such piece: choose one of the page")
}
