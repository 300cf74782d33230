package parker

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	judged "tableronde/games/review"
	"tableronde/views"
	"tableronde/views/board"
)

// reviewStyles are the style sheets of the review.
var reviewStyles = []string{"board.css", "graph.css", "review.css"}

// review is the page on which a match is reviewed.
type review struct {
	views.Review
	marked []int // indexes of the moves that the graph numbers, in the order of play
	rounds []int // by index in Log
}

func reviewPage(m views.Review, part bool) templ.Component {
	r := review{m, numbered(m), m.Rounds()}
	if part {
		return reviewMain(r)
	}
	return reviewFrame(r)
}

// numbered lists the moves that the graph numbers: the moments and the largest swings.
func numbered(m views.Review) []int {
	list := m.Found.Swings()
	for _, one := range m.Moments {
		list = append(list, one.Index)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// moments lists the moments in the order of play.
func (r review) moments() []judged.Moment {
	return slices.SortedFunc(slices.Values(r.Moments), func(a, b judged.Moment) int { return a.Index - b.Index })
}

// others lists the numbered moves that are no moments.
func (r review) others() []int {
	return slices.DeleteFunc(slices.Clone(r.marked), func(i int) bool { return r.moment(i) != nil })
}

// moment returns the moment of a move, nil if it is none.
func (r review) moment(index int) *judged.Moment {
	for i, m := range r.Moments {
		if m.Index == index {
			return &r.Moments[i]
		}
	}
	return nil
}

// momentsTitle returns the heading of the moments. Small changes have not turned the match.
func (r review) momentsTitle() string {
	if r.Moments[0].Turns() {
		return r.Spelled("review.moments", len(r.Moments))
	}
	return r.Spelled("review.moments.small", len(r.Moments))
}

// sentence describes a moment: by its cause, else the judgment of the move.
func (r review) sentence(m judged.Moment) string {
	move := r.Found.Moves[m.Index]
	if text := cause(r.match().Match, m.Cause, move.Seat, move.Ply); text != "" {
		return text
	}
	if move.Best != "" {
		return r.judgment(move)
	}
	key := views.Either(m.Change > 0, "cause.rose", "cause.fell")
	if r.IsYou(move.Seat) {
		key += ".you"
	}
	return r.T(key, "Name", r.NameAt(move.Seat, move.Ply))
}

// place names a move by its number, its text and its player.
func (r review) place(index int) string {
	m := r.Found.Moves[index]
	return strconv.Itoa(r.round(m)) + " " + m.Text + " · " + r.Name(m.Seat)
}

func (r review) title() string { return r.T("review.of", "Match", r.Headline()) }
func (r review) match() match  { return match{&r.Match} }
func (r review) path() string  { return r.Address() + "/review" }

// move returns the selected move.
func (r review) move() judged.Move { return r.Found.Moves[r.Index] }

// at returns the address of the page with a move selected.
func (r review) at(index int) string {
	query := "?ply=" + strconv.Itoa(r.Found.Moves[index].Ply)
	if r.Whose != 1 {
		query += "&of=" + strconv.Itoa(r.Whose)
	}
	return r.path() + query
}

// of returns the address of the page with the chances of another seat.
func (r review) of(seat games.Seat) string {
	return r.path() + "?ply=" + strconv.Itoa(r.move().Ply) + "&of=" + strconv.Itoa(int(seat))
}

// analysis returns the address at which one can try the better move of a position or, without one,
// other moves.
func (r review) analysis() string {
	m := r.move()
	address := r.Address() + "/analysis?ply=" + strconv.Itoa(m.Ply)
	if m.Best != "" {
		address += "&" + views.LineQuery(nil, m.Best)
	}
	return address
}

// steps returns the indexes of the numbered moves before and after the move, -1 for none.
func (r review) steps() (back, on int) {
	back, on = -1, -1
	for _, i := range r.marked {
		if i < r.Index {
			back = i
		}
		if i > r.Index && on < 0 {
			on = i
		}
	}
	return back, on
}

// beside returns the address of another move, "" for the selected one or if there is none.
func (r review) beside(index int) string {
	if index < 0 || index >= len(r.Found.Moves) || index == r.Index {
		return ""
	}
	return r.at(index)
}

// number returns the number of a move on the graph, from 1; 0 for none.
func (r review) number(index int) int { return slices.Index(r.marked, index) + 1 }

// sides reports whether two seats are on the same side.
func (r review) sides(a, b games.Seat) bool { return a == b || r.Game.Partner(a) == b }

// whose returns the seat whose chances the graph shows.
func (r review) whose() games.Seat {
	if r.match().alone() {
		return games.Seat(r.Whose)
	}
	return 1
}

// side names the players who win with a seat.
func (r review) side(seat games.Seat) string {
	for _, side := range views.Sides(r.Game, len(r.Seats)) {
		if side[0] == seat && len(side) > 1 {
			return r.Armies(r.Game, side)
		}
	}
	return r.Name(seat)
}

// other names the opposing side of the graph's side, "" for several.
func (r review) other() string {
	if r.match().alone() {
		return ""
	}
	return r.side(2)
}

// own returns a value from the view of the graph's side.
func (r review) own(m judged.Move, v judged.Value) judged.Value {
	if !r.sides(m.Seat, r.whose()) {
		return -v
	}
	return v
}

// worth describes a value of a move or a position.
func (r review) worth(v judged.Value) string {
	return r.match().worth(v, r.Found.Exact)
}

// reviewRows is the largest number of moves in the list.
const reviewRows = 200

// listed returns the part of the list of moves that has the selected move.
func (r review) listed() views.Paging {
	_, part := views.PartOf(r.Found.Moves, r.Index+1, reviewRows, func(first int) string { return r.at(first-1) + "#moves-title" })
	return part
}

// round returns the number of a move in the match.
func (r review) round(m judged.Move) int { return r.rounds[m.Ply] }

// sign returns the sign after a move in the list, "" for none.
func (r review) sign(m judged.Move) string {
	switch {
	case m.Swings():
		return "?"
	case m.Delays():
		return "∿"
	}
	return ""
}

// judgment describes the effect of a move.
func (r review) judgment(m judged.Move) string {
	before, after, exact := m.Value.Result(), m.Played.Result(), r.Found.Exact
	if one := r.moment(r.Index); one != nil && m.Ply == r.move().Ply && (one.Cause.Kind != "" || m.Best == "") {
		return r.sentence(*one)
	}
	key := "review.even"
	switch {
	case m.Best == "" && exact:
		key = "review.best_exact"
	case m.Best == "":
		key = "review.best"
	case m.Delays():
		key = "review.later"
	case before > 0 && after < 0:
		key = "review.turned"
	case before > 0:
		key = "review.win_gone"
	case exact && before == 0 && after < 0:
		key = "review.draw_gone"
	case before == 0 && after < 0:
		key = "review.into_loss"
	case m.Swings():
		return r.cost(m)
	}
	return r.T(key, "Move", m.Text)
}

// cost describes the number of men that a move has cost.
func (r review) cost(m judged.Move) string {
	lost := int(m.Value - m.Played)
	if lost < 75 {
		return r.T("review.cost_half", "Move", m.Text)
	}
	return r.N("review.cost", (lost+50)/100, "Move", m.Text)
}

// follows returns the likely moves after the better move.
func (r review) follows(m judged.Move) string {
	const most = 4
	if len(m.Line) < 2 {
		return ""
	}
	line := strings.Join(m.Line[1:min(len(m.Line), 1+most)], " ")
	if len(m.Line) > 1+most {
		line += " …"
	}
	return line
}

// drawing returns the board with the played move and the better one.
func (r review) drawing() templ.Component {
	v, ok := r.View.(rules.View)
	if !ok {
		return templ.NopComponent
	}
	m, g := r.move(), v.Board()
	b := board.Board{Lang: r.Lang, View: v, Bottom: r.Bottom, Path: r.path(), You: r.You}
	b = b.With("", "")
	played, _ := g.Route(m.Text)
	b.Label = r.T("review.board", "Played", m.Text)
	if b.NextMove = played; m.Best != "" {
		better, _ := g.Route(m.Best)
		b.NextMove, b.Other = better, played
		b.Label = r.T("review.board_both", "Played", m.Text, "Better", m.Best)
	}
	return b
}

// caption describes the subject of the graph.
func (r review) caption() string {
	switch {
	case r.Found.Exact:
		return r.T("review.graph_exact")
	case r.match().alone():
		return r.T("review.graph_of", "Name", r.Name(r.whose()))
	}
	return r.T("review.graph")
}

// column returns the heading of the values in the list of moves.
func (r review) column() string {
	switch {
	case r.match().alone():
		return r.T("review.column_alone")
	case r.Found.Exact:
		return r.T("review.column_exact", "Name", r.side(1))
	}
	return r.T("review.column", "Name", r.side(1))
}

// after describes the value after a move in the list.
func (r review) after(m judged.Move) string {
	if r.match().alone() {
		return r.worth(m.Played)
	}
	return r.worth(r.own(m, m.Played))
}

// valueGraph draws the values after the moves of a match: across in per cent, down in
// pixels, so that it is as wide as its column. It writes its markup itself, as a long match
// has hundreds of points.
type valueGraph struct{ review }

// The height of the graph, and of each of the three bands of true values.
const (
	graphHeight = 150
	bandHeight  = graphHeight / 3
)

// Render writes the graph.
func (g valueGraph) Render(_ context.Context, w io.Writer) error {
	out := append([]byte(`<svg role="group" aria-label="`), templ.EscapeString(g.summary())...)
	out = append(out, `">`...)
	if g.Found.Exact {
		out = append(out, `<rect class="g-band" width="100%" height="50"/><rect class="g-mid" y="50" width="100%" height="50"/><rect class="g-low" y="100" width="100%" height="50"/>`+
			`<line class="g-cut" x2="100%" y1="50" y2="50"/><line class="g-cut" x2="100%" y1="100" y2="100"/>`...)
	} else {
		out = append(out, `<rect class="g-band" width="100%" height="75"/><rect class="g-low" y="75" width="100%" height="75"/><line class="g-cut" x2="100%" y1="75" y2="75"/>`...)
	}
	out = append(out, `<rect class="g-frame" width="100%" height="150"/>`...)
	out = g.now(out)
	out = g.words(out)
	out = g.curve(out)
	for n, i := range g.marked {
		out = g.mark(out, n+1, i)
	}
	_, err := w.Write(append(out, `</svg>`...))
	return err
}

// summary describes the graph in a sentence.
func (g valueGraph) summary() string {
	return g.caption() + ". " + g.N("review.numbered", len(g.marked))
}

// across returns the distance from the left of the value after a move.
func (g valueGraph) across(index int) float64 {
	return 100 * (float64(index) + .5) / float64(len(g.Found.Moves))
}

// down returns the distance from the top of a value of the graph's side.
func (g valueGraph) down(v judged.Value) int {
	if !g.Found.Exact {
		return 2 + int((graphHeight-4)*(1-v.Chance()))
	}
	moves, decided := v.Decided()
	switch near := (bandHeight - 8) * moves / (moves + 12); {
	case !decided:
		return graphHeight / 2
	case v > 0:
		return 4 + near
	default:
		return graphHeight - 4 - near
	}
}

// now marks the column of the selected move.
func (g valueGraph) now(out []byte) []byte {
	n := float64(len(g.Found.Moves))
	out = append(out, `<rect class="g-now" height="150" x="`...)
	out = strconv.AppendFloat(out, 100*float64(g.Index)/n, 'f', 2, 64)
	out = append(out, `%" width="`...)
	out = strconv.AppendFloat(out, 100/n, 'f', 2, 64)
	return append(out, `%"/>`...)
}

// words names the winner of each half of the graph.
func (g valueGraph) words(out []byte) []byte {
	write := func(y int, text string) {
		out = append(strconv.AppendInt(append(out, `<text class="g-t" x="8" y="`...), int64(y), 10), `">`...)
		out = append(append(out, templ.EscapeString(text)...), `</text>`...)
	}
	write(15, g.T("review.band_win", "Name", g.side(g.whose())))
	if g.Found.Exact {
		write(65, g.T("review.band_draw"))
	}
	if other := g.other(); other != "" {
		write(graphHeight-6, g.T("review.band_win", "Name", other))
	} else {
		write(graphHeight-6, g.T("review.band_loss", "Name", g.side(g.whose())))
	}
	return out
}

// curve draws a line through the values, each up to the next move. If each seat plays alone, it
// draws the values of one seat.
func (g valueGraph) curve(out []byte) []byte {
	moves := g.Found.Moves
	out = append(out, `<svg class="g-curve" width="100%" height="150" viewBox="0 0 `...)
	out = strconv.AppendInt(out, int64(2*len(moves)), 10)
	out = append(out, ` 150" preserveAspectRatio="none"><path d="`...)
	letter := byte('M')
	for i, m := range moves {
		if g.match().alone() && m.Seat != g.whose() {
			continue
		}
		out = strconv.AppendInt(append(out, letter), int64(2*i+1), 10)
		out = strconv.AppendInt(append(out, ' '), int64(g.down(g.own(m, m.Played))), 10)
		letter = 'L'
	}
	return append(out, `"/></svg>`...)
}

// mark draws the number of a move as a link to it. The numbers of the graph's side are lower than
// the others, so that neighbours do not touch.
func (g valueGraph) mark(out []byte, number, index int) []byte {
	m := g.Found.Moves[index]
	y := (g.down(g.own(m, m.Value)) + g.down(g.own(m, m.Played))) / 2
	if g.sides(m.Seat, g.whose()) {
		y += 8
	} else {
		y -= 8
	}
	return views.GraphMark{
		Number: number, Href: g.at(index), Label: g.T("review.mark", "Number", number, "Move", m.Text),
		Across: g.across(index), Down: y, Current: index == g.Index,
	}.Append(out, graphHeight)
}

// alone reports whether each seat plays for itself against more than one.
func (m match) alone() bool { return m.Many() && m.Game.Partner(1) == 0 }

// turns returns the number of moves of one side among a number of moves by all seats.
func (m match) turns(moves int) int {
	every := 2
	if m.alone() {
		every = len(m.Seats)
	}
	return (moves + every - 1) / every
}

// worth describes a value: "win in 3", "draw", "62%".
func (m match) worth(v judged.Value, exact bool) string {
	moves, decided := v.Decided()
	switch {
	case decided && v > 0:
		return m.T("review.win", "Number", m.turns(moves))
	case decided:
		return m.T("review.loss", "Number", m.turns(moves))
	case exact:
		return m.T("review.draw")
	}
	return m.T("review.chance", "Percent", int(math.Round(100*v.Chance())))
}

// figure is a picture in the rules of a game: a position and the marks on it. Tests check the marks
// against the rules.
type figure struct {
	section  string // in which it is shown
	name     string // of its caption, rules.VOICE.figure.NAME
	position string // without the game, as rules.ParsePosition reads it; "" a setup
	setup    string // its value of the option setup
	move     string // drawn like a staged move, up to the refused leg
	piece    string // the square of a piece that is to move
	steps    string // squares where it may step
	movers   string // squares of pieces underlined as able to move
	refused  string // a square that the piece may not enter or stay on
	from, to string // corners of the part of the board to show, lower left and upper right; "" for the whole board
	jumps    string // squares where it may jump to
}

// picture draws the figure for a game.
func (f figure) picture(lang views.Lang, g *rules.Board, caption string) board.Figure {
	position, _ := f.at(g)
	return board.Figure{
		Lang: lang, Position: position, Action: f.move, Chosen: f.piece, Refused: f.refused,
		Steps: strings.Fields(f.steps), Jumps: strings.Fields(f.jumps), Movers: strings.Fields(f.movers),
		From: f.from, To: f.to, Caption: caption,
	}
}

// at returns the position of the figure in a game.
func (f figure) at(g *rules.Board) (rules.Position, error) {
	if f.position == "" {
		position, _ := g.Setup(f.setup)
		return position, nil
	}
	return rules.ParsePosition(g.ID() + " " + f.position)
}

// figuresOf lists the pictures in the rules of a game, first those that it shares with other games.
func figuresOf(game string) []figure {
	all := []figure{{section: "board", name: "setup"}}
	for _, voice := range slices.Backward(voicesOf(game)) {
		all = append(all, figures[voice]...)
	}
	return all
}

// figureNamed finds a picture in the rules of a game.
func figureNamed(game, name string) (figure, bool) {
	for _, f := range figuresOf(game) {
		if f.name == name {
			return f, true
		}
	}
	return figure{}, false
}

// figures are the pictures by the voice of the rules to which they belong. Boards of one shape
// share positions. A position needs two sides; a piece that is only needed for that is outside of
// the part shown.
var figures = map[string][]figure{
	"camelot": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/J11", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6,KF8,H5/J11", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,KF8,H6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6,KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal", position: "1 KF16,H15,H6/E14,KG13", move: "H15-G16", from: "D12", to: "I16"},
		{section: "castles.own", name: "own", position: "1 E3,H4/F2,J11", move: "E3xG1", from: "D1", to: "I5"},
		{section: "castles.own", name: "closed", position: "1 F2,KH4/J11", piece: "F2", steps: "E2 E3 F3 G2 G3", refused: "F1", from: "D1", to: "I5"},
		{section: "castles.leaving", name: "leaving", position: "1 G1,KE4,H4/J11", movers: "G1", from: "D1", to: "I5"},
		{section: "castles.move", name: "castle_move", position: "1 KF16,E6/F14,KG13", move: "F16-G16", from: "D12", to: "I16"},
		{section: "end", name: "one_each", position: "1 G8/H9,E9", move: "G8xI10", from: "C7", to: "J11"},
	},
	"chivalry": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/J11", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6,KF8,H5/J11", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,KF8,H6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6,KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal_jump", position: "1 KG16,F14,I6/G15,I14,KJ12", move: "F14xH16", from: "E12", to: "J16"},
		{section: "castles.own", name: "own", position: "1 F3,I4/G2,J11", move: "F3xH1", from: "E1", to: "J5"},
		{section: "castles.own", name: "closed", position: "1 G2,KI4/J11", piece: "G2", steps: "F2 F3 G3 H2 H3", refused: "G1", from: "E1", to: "J5"},
		{section: "castles.leaving", name: "leaving", position: "1 H1,KF4,I4/J11", movers: "H1", from: "E1", to: "J5"},
		{section: "castles.move", name: "castle_move", position: "1 KG16,E6/G14,KH13", move: "G16-H16", from: "E12", to: "J16"},
	},
	"cam": {
		{section: "moves.plain", name: "plain", position: "1 C5,KD6/E11", piece: "C5", steps: "B4 B5 B6 C4 C6 D4 D5", from: "A3", to: "G8"},
		{section: "moves.canter", name: "canter", position: "1 B4,C5,KD7,F4/D12", move: "B4-D6-D8", from: "A3", to: "G9"},
		{section: "moves.jump", name: "jump", position: "1 B4/C5,KD7,F5", move: "B4xD6xD8", from: "A3", to: "G9"},
		{section: "moves.charge", name: "charge", position: "1 KB4,C5/D7,E8,G6", move: "B4-D6xD8xF8", from: "A3", to: "G9"},
		{section: "moves.charge", name: "duty", position: "1 KB4,C5/D7,E8,G6", move: "B4-D6", refused: "D6", from: "A3", to: "G9"},
		{section: "moves.obligation", name: "obligation", position: "1 B4,KD3,E4/C5,KF7", movers: "B4", from: "A3", to: "G8"},
		{section: "castles.goal", name: "goal_jump", position: "1 B11,KE6/C12,E12,KF9", move: "B11xD13", from: "A9", to: "G13"},
		{section: "castles.own", name: "own", position: "1 B3,KE4/C2,KF9", move: "B3xD1", from: "A1", to: "G5"},
		{section: "castles.own", name: "closed", position: "1 D2,KE4/KF9", piece: "D2", steps: "C2 C3 D3 E2 E3", refused: "D1", from: "A1", to: "G5"},
		{section: "castles.leaving", name: "leaving", position: "1 D1,B4,KE4/D11", movers: "D1", from: "A1", to: "G5"},
		{section: "end", name: "goes_on", position: "1 F8/KB6", piece: "F8", steps: "E7 E8 E9 F7 F9 G7 G8 G9"},
	},
	"camette": {
		{section: "moves.plain", name: "plain", position: "1 B3,KC4/D6", piece: "B3", steps: "A3 A4 B2 B4 C2 C3"},
		{section: "moves.canter", name: "canter", position: "1 A3,B3,KC4/E5", move: "A3-C3-C5"},
		{section: "moves.jump", name: "jump", position: "1 A3/B3,KC4,E5", move: "A3xC3xC5"},
		{section: "moves.charge", name: "charge", position: "1 KA3,B3/C4,D5,B6", move: "A3-C3xC5xE5"},
		{section: "moves.charge", name: "duty", position: "1 KA3,B3/C4,D5,B6", move: "A3-C3", refused: "C3"},
		{section: "moves.obligation", name: "obligation", position: "1 A3,KC2,D3/B4,KC6", movers: "A3"},
		{section: "castles.goal", name: "goal", position: "1 B6,KE3/B4,KD5", move: "B6-C7"},
		{section: "castles.own", name: "own", position: "1 A3,KE4/B2,KB6", move: "A3xC1"},
		{section: "castles.own", name: "closed", position: "1 C2,KE4/KB6", piece: "C2", steps: "B2 B3 C3 D2 D3", refused: "C1"},
		{section: "castles.leaving", name: "leaving", position: "1 C1,A4,KE4/KB6", movers: "C1"},
		{section: "end", name: "goes_on", position: "1 D3/KB5", piece: "D3", steps: "C2 C3 C4 D2 D4 E3 E4"},
	},
	"field": {
		{section: "moves.plain", name: "plain", position: "1 KE6,KF7/KJ11/KM12/KL4", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.jump", name: "jump", position: "1 KD5/KE6/KM12/KF8,KH6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,KE6/KF8,KI7/KM12/KG9", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,KE6/KF8,KI7/KM12/KG9", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 KD5,KF4,KG5/KE6/KM12/KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles", name: "ordinary", position: "1 KG2,KI4/KJ11/KM12/KL6", piece: "G2", steps: "F2 F3 G1 G3 H1 H2 H3", from: "E1", to: "J5"},
	},
	"chivalry-4-teams": {
		{section: "moves.canter", name: "canter", position: "1 KD5,KE6,KH5/KJ11/KF8/KL4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "end", name: "last_enemy", position: "1 KF7/-/KI5/KG8", move: "F7xH9", from: "D4", to: "J10"},
	},
	"chivalry-4-solo": {
		{section: "moves.canter", name: "canter", position: "1 KD5,KE6,KF8,KH5/KJ11/KM12/KL4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "everyone", position: "1 KD5/KE6/KF8/KG9", move: "D5xF7xF9xH9", from: "C4", to: "I10"},
	},
	"grand-camelot": {
		{section: "board", name: "setup_1932", setup: "1932"},
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/M11/N6/L5", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6/M11/KF8,H5/L4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,H6/N6/KF8", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,I7/N6/G9", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,I7/N6/G9", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6/N6/KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal_pair", position: "1 G15,KE6/K12,KH11/KP8,D9/L10", move: "G15-H16"},
		{section: "castles.own", name: "own", position: "1 G3,KJ4/H2,M12/D9/L10", move: "G3xI1", from: "F1", to: "K5"},
		{section: "castles.sides", name: "side_closed", position: "1 B7,KD6/M12/E9/L10", piece: "B7", steps: "B6 B8 C6 C7 C8", refused: "A8", from: "A5", to: "F11"},
		{section: "castles.sides", name: "side_jump", position: "1 C8,KD6/B8,M12/E9/L10", move: "C8xA8", from: "A5", to: "F11"},
		{section: "castles.leaving", name: "leaving", position: "1 A8,KD6/M12/E9/L10", movers: "A8", from: "A5", to: "F11"},
		{section: "castles.move", name: "castle_move", position: "1 KH16,E6/H14,KI13/D9/L4", move: "H16-I16", from: "F12", to: "K16"},
		{section: "end", name: "one_each", position: "1 G8/H9,E9/-/-", move: "G8xI10", from: "D7", to: "K11"},
	},
	"grand-cam": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/I10/J9/K5", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 E5,F6/K10/KG8,I5/L6", move: "E5-G7-G9", from: "D4", to: "J10"},
		{section: "moves.jump", name: "jump", position: "1 E5/F6,I6/K9/KG8", move: "E5xG7xG9", from: "D4", to: "J10"},
		{section: "moves.charge", name: "charge", position: "1 KE5,F6/G8,J7/L8/H9", move: "E5-G7xG9xI9", from: "D4", to: "K10"},
		{section: "moves.charge", name: "duty", position: "1 KE5,F6/G8,J7/L8/H9", move: "E5-G7", refused: "G7", from: "D4", to: "K10"},
		{section: "moves.obligation", name: "obligation", position: "1 E5,KG4,H5/F6/K10/KI8", movers: "E5", from: "D4", to: "J9"},
		{section: "castles.goal", name: "goal_jump", position: "1 E11,H6/F12,H12,KH9/C7/K7", move: "E11xG13", from: "D9", to: "J13"},
		{section: "castles.own", name: "own", position: "1 E3,KH4/F2,K9/C7/K7", move: "E3xG1", from: "D1", to: "J5"},
		{section: "castles.sides", name: "side_closed", position: "1 B6,KD5/K9/E8/K7", piece: "B6", steps: "B7 C5 C6 C7", refused: "A7", from: "A4", to: "F10"},
		{section: "castles.sides", name: "side_jump", position: "1 C5,KE5/B6,K9/E8/K7", move: "C5xA7", from: "A4", to: "F10"},
		{section: "castles.leaving", name: "leaving", position: "1 A7,KD5/K9/E8/K7", movers: "A7", from: "A4", to: "F10"},
		{section: "end", name: "goes_on", position: "1 F8/-/-/KH5", piece: "F8", steps: "E7 E8 E9 F7 F9 G7 G8 G9", from: "D4", to: "J10"},
	},
}

// voices are the groups of games that share sentences of the rules, by game, the
// narrowest first. The first voice that has a sentence gives it:
// rules.chivalry.end.1, else rules.pair.end.1 and so on.
var voices = map[string][]string{
	"camelot":          {"pair", "duel", "castle", "men"},
	"chivalry":         {"pair", "duel", "castle", "men"},
	"cam":              {"small", "duel", "single", "castle", "men"},
	"camette":          {"small", "duel", "single", "castle", "men"},
	"chivalry-4-teams": {"field", "teams", "four"},
	"chivalry-4-solo":  {"field", "four"},
	"grand-camelot":    {"grand", "teams", "four", "pair", "castle", "men"},
	"grand-cam-97":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
	"grand-cam-93":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
}

func voicesOf(game string) []string {
	return append(append([]string{game}, voices[game]...), "parker")
}
