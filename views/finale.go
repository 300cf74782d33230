package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/lessons"
)

// Finale is the end of a match in the words of its game: three numbers and the deciding moment.
type Finale struct {
	Numbers []Number
	Moment  Highlight
	Turns   []Highlight // at cards: the turns with the largest gains or losses, in the order of play
}

// Number is a number about a match, with a second one to compare it with.
type Number struct{ Label, Value, More string }

// Highlight is the deciding moment of a match. Without a title there is none.
type Highlight struct {
	Title, Text string // the title within a sentence: "move 12"
	Href        string // the position after it
	Picture     templ.Component
}

// Turn is a turn at cards, with the gain or the loss of a seat.
type Turn struct {
	Highlight
	Seat games.Seat
	Size int
}

// mostTurns is the largest number of Finale.Turns.
const mostTurns = 3

// Rank sets the moment, the largest of the turns that may decide the match, and the largest of all.
func (f *Finale) Rank(turns []Turn, decides func(Turn) bool) {
	order := make([]int, len(turns))
	for i := range turns {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(turns[b].Size, turns[a].Size) })
	if i := slices.IndexFunc(order, func(n int) bool { return decides(turns[n]) }); i >= 0 {
		f.Moment = turns[order[i]].Highlight
	}
	order = order[:min(len(order), mostTurns)]
	slices.Sort(order)
	for _, n := range order {
		f.Turns = append(f.Turns, turns[n].Highlight)
	}
}

// RatingChange is the rating of the visitor before and after a match.
type RatingChange struct{ Before, After, Deviation float64 }

// Over reports whether the page shows the end of the match.
func (m *Position) Over() bool { return m.Result != nil && !m.Past() }

// Subject returns the seat that the numbers at the end are about: the visitor's own, else the
// first winner's.
func (m *Position) Subject() games.Seat {
	if m.You > 0 && !m.Solo {
		return m.You
	}
	return cmp.Or(m.Winner(), 1)
}

// Winner returns the first winner, 0 for none.
func (m *Position) Winner() games.Seat {
	if m.Result == nil || len(m.Result.Winners) == 0 {
		return 0
	}
	return m.Result.Winners[0]
}

// Compared returns a number of the subject beside the one of the first winner.
func (m *Position) Compared(key string, bySeat map[games.Seat]int) Number {
	own, winner := m.Subject(), m.Winner()
	n := Number{Label: m.Whose(key), Value: strconv.Itoa(bySeat[own])}
	if winner != 0 && winner != own {
		n.More = m.T("finale.other", "Name", m.Name(winner), "N", bySeat[winner])
	}
	return n
}

// Whose returns the label of a number about the subject: key for the visitor, else key followed by
// .of, with the name of the subject.
func (m *Position) Whose(key string) string {
	if seat := m.Subject(); !m.IsYou(seat) {
		return m.T(key+".of", "Name", m.Name(seat))
	}
	return m.T(key)
}

// helpfulLesson returns the address of the lesson, or of the guided round, that may help a visitor
// who has lost; "" for none.
func (m *Position) helpfulLesson() string {
	if m.Solo || m.You < 1 || m.Result.Reason == games.ReasonAborted || len(m.Result.Winners) == 0 || slices.ContainsFunc(m.Result.Winners, m.IsYou) {
		return ""
	}
	list := lessons.Of(m.Game.ID)
	if len(list) == 0 {
		return fmt.Sprintf("/learn/%s/1", m.Game.ID) // a game without lessons has a guided round
	}
	step := list[len(list)-1].Step
	for _, l := range list {
		if l.Rule == "castles.goal" && m.Result.Reason == "castle" {
			step = l.Step
		}
	}
	return fmt.Sprintf("/learn/%s/%d", m.Game.ID, step)
}

// gain returns the change in points with its sign: "+15".
func (r RatingChange) gain() string {
	n := int(math.Round(r.After)) - int(math.Round(r.Before))
	if n < 0 {
		return fmt.Sprintf("−%d", -n)
	}
	return fmt.Sprintf("+%d", n)
}

// bounds returns the ends of the scale that the change is drawn on.
func (r RatingChange) bounds() (low, high float64) {
	const room = 40
	return min(r.Before, r.After-2*r.Deviation) - room, max(r.Before, r.After+2*r.Deviation) + room
}

// place returns where points are on the scale, in percent.
func (r RatingChange) place(points float64) float64 {
	low, high := r.bounds()
	return 100 * (points - low) / (high - low)
}

// drawing returns the scale as SVG: the band, the rating before and the one after.
func (r RatingChange) drawing() string {
	low, high := r.bounds()
	from, to := r.place(r.After-2*r.Deviation), r.place(r.After+2*r.Deviation)
	return fmt.Sprintf(`<svg aria-hidden="true"><line class="axis" x1="0" x2="100%%" y1="11" y2="11"/><rect class="span" x="%.1f%%" y="4" width="%.1f%%" height="14"/>`+
		`<line class="step" x1="%.1f%%" x2="%.1f%%" y1="11" y2="11"/><circle class="was" cx="%.1[3]f%%" cy="11" r="5"/><circle class="now" cx="%.1[4]f%%" cy="11" r="6"/>`+
		`<text x="0" y="30">%.0[5]f</text><text x="100%%" y="30" text-anchor="end">%.0[6]f</text></svg>`,
		from, to-from, r.place(r.Before), r.place(r.After), low, high)
}

// crown is drawn over the shield of the winner.
const crown = `<svg class="crown" viewBox="0 0 24 24" aria-hidden="true"><path d="M1.8 6.6L7 11.2 12 3.8l5 7.4 5.2-4.6L20.4 18H3.6zM3.6 19.4h16.8v3H3.6zM.2 5.4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0zM10.2 2.8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM20.6 5.4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"/></svg>`
