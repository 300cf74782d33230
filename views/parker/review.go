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
