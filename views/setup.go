package views

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Setup is the model of the page on which a position is set up, piece by piece.
// All of it is in the address: every square, tool and choice is a link to the
// page as it is after that.
type Setup struct {
	Page
	Games    []games.Info // those played on a board
	Game     games.Info
	Position parker.Position
	Starts   []Start
	Tool     parker.Piece // what a tap puts on a square; 0 clears it
	Bottom   games.Seat   // whose side of the board is at the bottom
	Zoom     string       // the part of the board that is shown, "" all of it

	Typed  string         // a text that is no position, to be shown again; "" none
	Bad    *games.Illegal // why it is none
	Wrong  *games.Illegal // why nobody can go on from the position; nil if somebody can
	Result *games.Result  // the game is decided in the position
	Mover  games.Seat     // who moves first, where that is not whose turn it is; 0 else
	Key    string         // idempotency key of the form
}

// Start is a position that a game begins with.
type Start struct {
	Meaning  games.Text // where there are several
	Position parker.Position
}

// SetupPath is the address at which a position can be changed.
func SetupPath(p parker.Position) string { return "/setup?position=" + positionQuery(p) }

// setup is the address at which one sees the position that a match begins from.
func (r Row) setup() string { return "/setup?position=" + url.QueryEscape(r.Study) }

// positionQuery is a position within an address. Its text has nothing to be
// escaped but spaces.
func positionQuery(p parker.Position) string { return strings.ReplaceAll(p.String(), " ", "+") }

// with is the page with another position.
func (m Setup) with(p parker.Position) string { return m.to(p, m.Tool, m.Bottom, m.Zoom) }

// holding is the page with another tool.
func (m Setup) holding(tool parker.Piece) string {
	return m.to(m.Position, tool, m.Bottom, m.Zoom)
}

func (m Setup) to(p parker.Position, tool parker.Piece, bottom games.Seat, zoom string) string {
	href := SetupPath(p) + "&tool=" + toolText(tool)
	if bottom > 1 {
		href += "&turn=" + strconv.Itoa(int(bottom))
	}
	if zoom != "" {
		href += "&zoom=" + zoom
	}
	return href
}

// toolText is a tool in an address, "x" for the one that clears squares.
func toolText(tool parker.Piece) string {
	if tool == 0 {
		return "x"
	}
	return tool.String()
}

func (m Setup) here() string { return m.with(m.Position) }

// tapped is the page after a tap on a square: the tool's piece stands there, or
// nothing if it stood there before.
func (m Setup) tapped(q parker.Square) string {
	piece := m.Tool
	if m.Position.At(q) == piece {
		piece = 0
	}
	return m.with(m.Position.With(q, piece))
}

func (m Setup) flipped() string {
	return m.to(m.Position, m.Tool, m.Bottom%games.Seat(m.board().Seats())+1, m.Zoom)
}

// zoom is how one looks at a large board closer.
func (m Setup) zoom() zoom {
	return m.zooming(m.board(), m.Bottom, m.Zoom, "s", m.zoomTo)
}

// zoomTo is the page with another part of the board.
func (m Setup) zoomTo(part string) string { return m.to(m.Position, m.Tool, m.Bottom, part) }

// picture is the address of the position as a picture.
func (m Setup) picture(kind string) string {
	href := "/position." + kind + "?position=" + positionQuery(m.Position) + "&lang=" + string(m.Lang)
	if m.Bottom > 1 {
		href += "&turn=" + strconv.Itoa(int(m.Bottom))
	}
	return href
}

func (m Setup) board() *parker.Board { return m.Position.Board() }

// drawing is the board, each square a link.
func (m Setup) drawing() board.Board {
	b := board.Board{
		Lang: m.Lang, View: m.Position.View(), Bottom: m.Bottom, Part: m.Zoom, ZoomTo: m.zoomTo, To: m.tapped, Try: parker.NoSquare,
		Stage: parker.Stage{From: parker.NoSquare},
		Label: m.t("setup.board", "Game", m.Lang.Of(m.Game.Name), "Squares", m.board().Len(), "Tool", m.toolName(m.Tool)),
	}
	if m.Zoom != "" {
		b.Label += " " + m.t("zoom.shown", "Part", m.t("zoom."+m.Zoom))
	}
	return b
}

// seats lists the armies in turn order.
func (m Setup) seats() []games.Seat {
	all := make([]games.Seat, m.board().Seats())
	for i := range all {
		all[i] = games.Seat(i + 1)
	}
	return all
}

// tools are the men, then the knights, of every army.
func (m Setup) tools() []parker.Piece {
	var all []parker.Piece
	for _, knight := range []bool{false, true} {
		for _, seat := range m.seats() {
			all = append(all, parker.PieceOf(seat, knight))
		}
	}
	return all
}

func (m Setup) toolName(tool parker.Piece) string {
	if tool == 0 {
		return m.t("setup.erase")
	}
	kind := ".man"
	if tool.Knight() {
		kind = ".knight"
	}
	return m.t("piece." + strings.ToLower(m.board().Army(tool.Seat()).En) + kind)
}

// drawn is the id of a tool's drawing.
func (m Setup) drawn(tool parker.Piece) string {
	t, ordinary := heraldry.Of(m.board().Army(tool.Seat()).En), m.board().Seats() > 2
	if tool.Knight() {
		return heraldry.Knight(t, ordinary)
	}
	return heraldry.Man(t, ordinary)
}

// castleMoves tells whether the game knows castle moves: castles of two squares.
func (m Setup) castleMoves() bool {
	n, g := 0, m.board()
	for q := range parker.Square(g.Len()) {
		if g.CastleOf(q) == 1 {
			n++
		}
	}
	return n > 1
}

// playable tells whether a match can begin from the position.
func (m Setup) playable() bool { return m.Wrong == nil && m.Result == nil }

// verdict says what is wrong with the position, or who moves.
func (m Setup) verdict() string {
	switch {
	case m.Wrong != nil:
		return refusal(m.Lang, m.Wrong)
	case m.Result != nil:
		return m.decided() + " " + m.t("reason."+m.Result.Reason)
	case m.Mover != 0:
		return m.t("setup.passes", "Army", m.seatName(m.Game, m.Position.Turn()), "Next", m.army(m.Game, m.Mover))
	}
	return m.t("setup.ready", "Army", m.seatName(m.Game, m.Position.Turn()))
}

// decided says for whom the position is decided.
func (m Setup) decided() string {
	if len(m.Result.Winners) == 0 {
		return m.t("setup.drawn")
	}
	return m.t("setup.won", "Armies", m.theArmies(m.Game, m.Result.Winners))
}

// help says what a tap on a square does.
func (m Setup) help() string {
	if m.Tool == 0 {
		return m.t("setup.help_erase")
	}
	return m.t("setup.help", "Tool", m.toolName(m.Tool))
}

// text is what the field for the position holds.
func (m Setup) text() string {
	if m.Typed != "" {
		return m.Typed
	}
	return m.Position.String()
}

// starts are the positions to begin with: those of the game, and none at all.
func (m Setup) starts() []lead {
	var all []lead
	for _, s := range m.Starts {
		name := m.t("setup.initial")
		if len(m.Starts) > 1 {
			name += " — " + m.Lang.Of(s.Meaning)
		}
		all = append(all, lead{name, m.with(s.Position)})
	}
	return append(all, lead{m.t("setup.empty"), m.with(m.board().Empty())})
}

// lead is a link.
type lead struct{ name, href string }

// setupLink is the first position of a game.
func setupLink(g games.Info) templ.SafeURL { return templ.SafeURL("/setup?game=" + g.ID) }

// newTable is the form that opens a table from the position.
func (m Setup) newTable() string {
	return "/new?game=" + m.Game.ID + "&position=" + positionQuery(m.Position)
}
