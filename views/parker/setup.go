package parker

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Setup is the model of the page on which visitors set up a position. The address holds its whole
// state: every square, tool and choice links to the page after that change.
type Setup struct {
	views.Page
	Games    []games.Info // those played on a board
	Game     games.Info
	Position rules.Position
	Starts   []Start
	Tool     rules.Piece // the piece that a tap places on a square; 0 clears the square
	Bottom   games.Seat  // whose side of the board is at the bottom
	Zoom     string      // the part of the board that is shown, "" for all of it

	Typed  string         // a refused text, to show again; "" for none
	Bad    *games.Illegal // why the text is not a position
	Wrong  *games.Illegal // why no match can begin from the position; nil if one can
	Result *games.Result  // the game is decided in the position
	Mover  games.Seat     // the seat that moves first, if it is not the seat to move; else 0
	Key    string         // idempotency key of the form
}

// Start is a position with which a game can begin.
type Start struct {
	Meaning  games.Text // if the game has several
	Position rules.Position
}

// SetupPath returns the address at which a position can be changed.
func SetupPath(p rules.Position) string { return "/setup?position=" + PositionQuery(p) }

// PositionQuery formats a position for an address. Only its spaces need escaping.
func PositionQuery(p rules.Position) string { return strings.ReplaceAll(p.String(), " ", "+") }

// with returns the address of the page with another position.
func (m Setup) with(p rules.Position) string { return m.to(p, m.Tool, m.Bottom, m.Zoom) }

// holding returns the address of the page with another tool.
func (m Setup) holding(tool rules.Piece) string {
	return m.to(m.Position, tool, m.Bottom, m.Zoom)
}

func (m Setup) to(p rules.Position, tool rules.Piece, bottom games.Seat, zoom string) string {
	href := SetupPath(p) + "&tool=" + toolText(tool)
	if bottom > 1 {
		href += "&turn=" + strconv.Itoa(int(bottom))
	}
	if zoom != "" {
		href += "&zoom=" + zoom
	}
	return href
}

// toolText formats a tool for an address: the piece, or "x" for the eraser.
func toolText(tool rules.Piece) string {
	if tool == 0 {
		return "x"
	}
	return tool.String()
}

func (m Setup) here() string { return m.with(m.Position) }

// tapped returns the address of the page after a tap on a square, which puts the
// tool's piece there or removes it.
func (m Setup) tapped(q rules.Square) string {
	piece := m.Tool
	if m.Position.At(q) == piece {
		piece = 0
	}
	return m.with(m.Position.With(q, piece))
}

func (m Setup) flipped() string {
	return m.to(m.Position, m.Tool, m.Bottom%games.Seat(m.board().Seats())+1, m.Zoom)
}

// zoom returns the links to parts of a large board.
func (m Setup) zoom() zoomView {
	return zoomViewOf(m.Page, m.board(), m.Bottom, m.Zoom, "s", m.zoomTo)
}

// zoomTo returns the address of the page with another part of the board.
func (m Setup) zoomTo(part string) string { return m.to(m.Position, m.Tool, m.Bottom, part) }

// picture returns the address of the position as a picture.
func (m Setup) picture(kind string) string {
	href := "/position." + kind + "?position=" + PositionQuery(m.Position) + "&lang=" + string(m.Lang)
	if m.Bottom > 1 {
		href += "&turn=" + strconv.Itoa(int(m.Bottom))
	}
	return href
}

func (m Setup) board() *rules.Board { return m.Position.Board() }

// drawing returns the board, each square a link.
func (m Setup) drawing() board.Board {
	b := board.Board{
		Lang: m.Lang, View: m.Position.View(), Bottom: m.Bottom, Part: m.Zoom, ZoomTo: m.zoomTo, Href: m.tapped, Probe: rules.NoSquare,
		Stage: rules.Stage{From: rules.NoSquare},
		Label: m.T("setup.board", "Game", m.Lang.Of(m.Game.Name), "Squares", m.board().Len(), "Tool", m.toolName(m.Tool)),
	}
	if m.Zoom != "" {
		b.Label += " " + m.T("zoom.shown", "Part", m.T("zoom."+m.Zoom))
	}
	return b
}

// seats lists the armies in turn order.
func (m Setup) seats() []games.Seat {
	return views.SeatsAfter(0, m.board().Seats())
}

// tools returns the pieces to place: first the men, then the knights, of every army.
func (m Setup) tools() []rules.Piece {
	var all []rules.Piece
	for _, knight := range []bool{false, true} {
		for _, seat := range m.seats() {
			all = append(all, rules.PieceOf(seat, knight))
		}
	}
	return all
}

func (m Setup) toolName(tool rules.Piece) string {
	if tool == 0 {
		return m.T("setup.erase")
	}
	kind := views.Either(tool.Knight(), ".knight", ".man")
	return m.T("piece." + strings.ToLower(m.board().Army(tool.Seat()).En) + kind)
}

// drawn returns the id of a tool's drawing.
func (m Setup) drawn(tool rules.Piece) string {
	t, ordinary := heraldry.TinctureOf(m.board().Army(tool.Seat()).En), m.board().Seats() > 2
	if tool.Knight() {
		return heraldry.Knight(t, ordinary)
	}
	return heraldry.Man(t, ordinary)
}

// castleMoves reports whether the game has castle moves, that is, castles of two squares.
func (m Setup) castleMoves() bool {
	n, g := 0, m.board()
	for q := range rules.Square(g.Len()) {
		if g.CastleOf(q) == 1 {
			n++
		}
	}
	return n > 1
}

// playable reports whether a match can begin from the position.
func (m Setup) playable() bool { return m.Wrong == nil && m.Result == nil }

// verdict describes why the position is invalid or decided, or names the army to move.
func (m Setup) verdict() string {
	switch {
	case m.Wrong != nil:
		return m.Refusal(m.Wrong)
	case m.Result != nil:
		return m.decided() + " " + m.T("reason."+m.Result.Reason)
	case m.Mover != 0:
		return m.T("setup.passes", "Army", m.SeatName(m.Game, m.Position.Turn()), "Next", m.Army(m.Game, m.Mover))
	}
	return m.T("setup.ready", "Army", m.SeatName(m.Game, m.Position.Turn()))
}

// decided names the winners of the decided position.
func (m Setup) decided() string {
	if len(m.Result.Winners) == 0 {
		return m.T("setup.drawn")
	}
	return m.T("setup.won", "Armies", m.TheArmies(m.Game, m.Result.Winners))
}

// help describes the effect of choosing a square.
func (m Setup) help() string {
	if m.Tool == 0 {
		return m.T("setup.help_erase")
	}
	return m.T("setup.help", "Tool", m.toolName(m.Tool))
}

// text returns the content of the field for the position.
func (m Setup) text() string {
	return cmp.Or(m.Typed, m.Position.String())
}

// starts returns links to the first positions of the game and to an empty board.
func (m Setup) starts() []namedLink {
	var all []namedLink
	for _, s := range m.Starts {
		name := m.T("setup.initial")
		if len(m.Starts) > 1 {
			name += " — " + m.Lang.Of(s.Meaning)
		}
		all = append(all, namedLink{name, m.with(s.Position)})
	}
	return append(all, namedLink{m.T("setup.empty"), m.with(m.board().Empty())})
}

// namedLink is an address with its label.
type namedLink struct{ name, href string }

// setupLink returns the address at which the first position of a game can be
// changed.
func setupLink(g games.Info) templ.SafeURL { return templ.SafeURL("/setup?game=" + g.ID) }

// newTable returns the address of the form that opens a table from the position.
func (m Setup) newTable() string {
	return "/new?game=" + m.Game.ID + "&position=" + PositionQuery(m.Position)
}
func (m Setup) shared() views.Page {
	p := m.Page
	p.Social = &views.Social{
		Path:        SetupPath(m.Position),
		Description: m.Lang.Of(m.Game.Name) + ". " + m.verdict(),
		Image:       m.picture("png"),
		Alt:         Alt(m.Page, m.Game),
	}
	return p
}

// Alt describes a picture of a match in words.
func Alt(p views.Page, game games.Info) string {
	g := rules.BoardOf(game.ID)
	if g == nil {
		return p.Lang.Of(game.Name)
	}
	return p.T("match.board", "Game", p.Lang.Of(game.Name), "Squares", g.Len(), "Army", p.Army(game, 1))
}

// Games returns the games among all that are played on boards of this family.
func Games(all []games.Info) []games.Info {
	return slices.DeleteFunc(slices.Clone(all), func(g games.Info) bool { return rules.BoardOf(g.ID) == nil })
}

// HasSquare reports whether the board of a game has a square of this name; other
// games have none.
func HasSquare(game, name string) bool {
	b := rules.BoardOf(game)
	if b == nil {
		return false
	}
	_, ok := b.Square(name)
	return ok
}

// Starts returns the positions with which a board game can begin.
func Starts(info games.Info) []Start {
	b := rules.BoardOf(info.ID)
	for _, o := range info.Options {
		if len(o.Values) == 0 {
			continue
		}
		list := make([]Start, len(o.Values))
		for i, value := range o.Values {
			list[i].Meaning = o.Meaning[i]
			list[i].Position, _ = b.Setup(value)
		}
		return list
	}
	first, _ := b.Setup("")
	return []Start{{Position: first}}
}

// armyNamed returns the army of a seat for a line with its player, "" at a table of one, where the
// army is the player's name.
func (m match) armyNamed(seat games.Seat) string {
	if m.Solo && m.Name(seat) == m.Army(m.Game, seat) {
		return ""
	}
	return m.Army(m.Game, seat) + ","
}

// nextTurns names the seats whose turns follow the seat to move.
func (m match) nextTurns() string {
	v, ok := m.View.(rules.View)
	if !ok || !m.Many() || len(m.ToAct) != 1 {
		return ""
	}
	n := games.Seat(len(m.Seats))
	var names []string
	for i := games.Seat(1); i < n; i++ {
		if seat := (m.ToAct[0]-1+i)%n + 1; v.Position().Count(seat) > 0 {
			names = append(names, m.NameOrYou(seat))
		}
	}
	return m.T("team.then", "Names", strings.Join(names, ", "))
}

// passed lists the seats that had pieces but no move between the last action and
// the turn in the position shown.
func (m match) passed() []games.Seat {
	v, ok := m.View.(rules.View)
	if !ok || !m.Many() || len(m.Path) == 0 || v.Turn() == 0 || m.Path[len(m.Path)-1] != m.Shown-1 {
		return nil
	}
	n := games.Seat(len(m.Seats))
	var seats []games.Seat
	for seat := m.Log[m.Shown-1].Seat%n + 1; seat != v.Turn(); seat = seat%n + 1 {
		if v.Position().Count(seat) > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// seatState describes the state of one of more than two seats in a word or two: out, resigned,
// offers to resign, or passed; "" if it plays normally.
func (m match) seatState(seat games.Seat) string {
	v, ok := m.View.(rules.View)
	switch {
	case !ok || !m.Many():
		return ""
	case v.Position().Count(seat) == 0 && v.Resigned(seat) && m.Game.Partner(seat) == 0:
		return m.T("team.resigned")
	case v.Position().Count(seat) == 0:
		return m.T("team.out")
	case m.Result != nil && !m.Past():
		return ""
	case v.Resigned(seat):
		return m.T("team.would_resign")
	case slices.Contains(m.passed(), seat):
		return m.T("team.passed")
	}
	return ""
}

// wishes lists the resignations that wait for the partner's agreement.
func (m match) wishes() []string {
	v, ok := m.View.(rules.View)
	if !ok || m.Past() || m.Result != nil {
		return nil
	}
	var all []string
	for i := range m.Seats {
		seat := games.Seat(i + 1)
		p := m.Game.Partner(seat)
		if p == 0 || !v.Resigned(seat) || v.Position().Count(seat) == 0 {
			continue
		}
		switch {
		case m.IsYou(p):
			all = append(all, m.T("team.wish_yours", "Name", m.Name(seat)))
		case m.ByArmy(seat):
			all = append(all, m.T("team.wish_army", "Army", m.Army(m.Game, seat), "Partner", m.Army(m.Game, p)))
		default:
			all = append(all, m.T("team.wish", "Name", m.Name(seat), "Partner", m.Name(p)))
		}
	}
	return all
}

// resignConsequence describes the effect of the visitor's resignation in a match of more than two
// seats.
func (m match) resignConsequence() string {
	v, ok := m.View.(rules.View)
	if !ok {
		return m.T("ask.resign.leave")
	}
	alive := func(seat games.Seat) bool { return v.Position().Count(seat) > 0 }
	p := m.Game.Partner(m.You)
	if p != 0 && alive(p) && !v.Resigned(p) {
		return m.T("ask.resign.partner", "Name", m.Name(p))
	}
	rivals := m.SeatsWhere(func(seat games.Seat) bool { return seat != m.You && seat != p && (p != 0 || alive(seat)) })
	if p == 0 && len(rivals) > 1 {
		return m.T("ask.resign.army")
	}
	return m.T("ask.resign.ends", "Names", m.Names(rivals))
}

// voters names the seats that must agree to a draw or to taking back.
func (m match) voters(draw bool) string {
	v, ok := m.View.(rules.View)
	return m.Names(m.SeatsWhere(func(seat games.Seat) bool {
		return seat != m.You && (!ok || !draw || v.Position().Count(seat) > 0)
	}))
}
