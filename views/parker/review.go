package parker

import (
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
	swings []int // indexes of moves, in the order of play
	rounds []int // by index in Log
}

func reviewPage(m views.Review, part bool) templ.Component {
	r := review{m, m.Found.Swings(), m.Rounds()}
	if part {
		return reviewMain(r)
	}
	return reviewFrame(r)
}

func (r review) title() string { return r.T("review.of", "Match", r.Headline()) }
func (r review) match() match  { return match{&r.Match} }
func (r review) path() string  { return r.Address() + "/review" }

// move returns the move that is looked at.
func (r review) move() judged.Move { return r.Found.Moves[r.Index] }

// at returns the address of the page that looks at a move.
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

// analysis returns the address at which the better move of a position can be tried, or
// else the position.
func (r review) analysis() string {
	m := r.move()
	address := r.Address() + "/analysis?ply=" + strconv.Itoa(m.Ply)
	if m.Best != "" {
		address += "&" + views.LineQuery(nil, m.Best)
	}
	return address
}

// steps returns the indexes of the swings before and after the move, else of the moves
// beside it; -1 for none.
func (r review) steps() (back, on int) {
	back, on = -1, -1
	for _, i := range r.swings {
		if i < r.Index {
			back = i
		}
		if i > r.Index && on < 0 {
			on = i
		}
	}
	return back, on
}

// beside returns the address of another move, "" for the one that is looked at and where
// there is none.
func (r review) beside(index int) string {
	if index < 0 || index >= len(r.Found.Moves) || index == r.Index {
		return ""
	}
	return r.at(index)
}

// swing returns the number of a move among the swings, from 1; 0 if it is none.
func (r review) swing(index int) int {
	for n, i := range r.swings {
		if i == index {
			return n + 1
		}
	}
	return 0
}

// sides reports whether two seats are of one side.
func (r review) sides(a, b games.Seat) bool { return a == b || r.Game.Partner(a) == b }

// whose returns the seat whose chances the graph tells.
func (r review) whose() games.Seat {
	if r.match().alone() {
		return games.Seat(r.Whose)
	}
	return 1
}

// side names those who win with a seat.
func (r review) side(seat games.Seat) string {
	for _, side := range views.Sides(r.Game, len(r.Seats)) {
		if side[0] == seat && len(side) > 1 {
			return r.Armies(r.Game, side)
		}
	}
	return r.Name(seat)
}

// other names the side against which the one of the graph plays, "" for several.
func (r review) other() string {
	if r.match().alone() {
		return ""
	}
	return r.side(2)
}

// own returns a value for the side of the graph.
func (r review) own(m judged.Move, v judged.Value) judged.Value {
	if !r.sides(m.Seat, r.whose()) {
		return -v
	}
	return v
}

// worth words a value of a move or a position.
func (r review) worth(v judged.Value) string {
	return r.match().worth(v, r.Found.Exact)
}

// reviewRows is how many moves the list has at once.
const reviewRows = 200

// listed returns the part of the list of moves that has the selected move.
func (r review) listed() views.Paging {
	_, part := views.PartOf(r.Found.Moves, r.Index+1, reviewRows, func(first int) string { return r.at(first-1) + "#moves-title" })
	return part
}

// number numbers a move: "5", and with its seat "5, Ada".
func (r review) number(m judged.Move) int { return r.rounds[m.Ply] }

// sign returns the sign behind a move in the list, "" for none.
func (r review) sign(m judged.Move) string {
	switch {
	case m.Swings():
		return "?"
	case m.Delays():
		return "∿"
	}
	return ""
}

// judgment says what a move has done.
func (r review) judgment(m judged.Move) string {
	before, after, exact := m.Value.Result(), m.Played.Result(), r.Found.Exact
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

// cost says how many men a move has cost.
func (r review) cost(m judged.Move) string {
	lost := int(m.Value - m.Played)
	if lost < 75 {
		return r.T("review.cost_half", "Move", m.Text)
	}
	return r.N("review.cost", (lost+50)/100, "Move", m.Text)
}

// follows returns what may follow the better move.
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

// drawing returns the board with the move that was played and the better one.
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

// progress returns the share of the review that is made, in per cent.
func (r review) progress() string {
	return strconv.Itoa(100 * len(r.Found.Moves) / max(1, r.Of))
}

// caption says what the graph tells.
func (r review) caption() string {
	switch {
	case r.Found.Exact:
		return r.T("review.graph_exact")
	case r.match().alone():
		return r.T("review.graph_of", "Name", r.Name(r.whose()))
	}
	return r.T("review.graph")
}

// column heads the values in the list of moves.
func (r review) column() string {
	switch {
	case r.match().alone():
		return r.T("review.column_alone")
	case r.Found.Exact:
		return r.T("review.column_exact", "Name", r.side(1))
	}
	return r.T("review.column", "Name", r.side(1))
}

// after words the value after a move in the list.
func (r review) after(m judged.Move) string {
	if r.match().alone() {
		return r.worth(m.Played)
	}
	return r.worth(r.own(m, m.Played))
}
