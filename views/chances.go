package views

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Moment is a moment of a match at cards, and what all seats could expect of the match then.
type Moment struct {
	Shares  []int // by seat-1, in hundredths of the game, with all hands as they were
	Hands   []int // what each could expect of its own hand, where hands had just been dealt; else nil
	Average []int // what each could then expect of an average one
	Deals   int   // that Average comes from
	Round   int   // number of the round that begins, 0 if none does
	Number  int   // of the decision of the seat that the page tells of, 0 if it has none then
	Told    int   // of the decision among those that are told, 0 if it is not
	End     bool  // the match is over
}

// chancesGraph draws the chances of all seats in the course of a match: across in per cent,
// down in pixels, so that it is as wide as its column.
type chancesGraph struct{ *Decisions }

const (
	chancesHeight = 150 // in pixels
	numbersHeight = 16  // of the line of numbers below
	mostNumbers   = 14  // of rounds that have room there
)

// Render writes the graph.
func (g chancesGraph) Render(_ context.Context, w io.Writer) error {
	out := fmt.Appendf(nil, `<svg class="chances" height="%d" role="group" aria-label="%s"><rect class="g-low" width="100%%" height="%d"/>`,
		chancesHeight+numbersHeight, templ.EscapeString(g.T("review.course.title")), chancesHeight)
	out = g.rounds(out)
	out = fmt.Appendf(out, `<rect class="g-frame" width="100%%" height="%d"/><svg class="g-curve" width="100%%" height="%[1]d" viewBox="0 0 %d %[1]d" preserveAspectRatio="none">`, chancesHeight, 2*len(g.Course))
	for _, seat := range g.others() {
		out = g.line(out, seat)
	}
	out = append(g.line(out, g.Whose), `</svg>`...)
	for _, mark := range g.marks() {
		out = mark.Append(out, chancesHeight)
	}
	_, err := w.Write(append(out, `</svg>`...))
	return err
}

// marks returns the numbers of the decisions that are told, none over another.
func (g chancesGraph) marks() []GraphMark {
	var marks []GraphMark
	for i, m := range g.Course {
		if m.Told == 0 {
			continue
		}
		share := m.Shares[g.Whose-1]
		mark := GraphMark{
			Number: m.Told, Href: "#decision-" + strconv.Itoa(m.Told), Across: g.across(i),
			Label: g.T("review.decisions.mark", "Told", m.Told, "Number", m.Number, "Percent", share),
		}
		mark.Down = freeHeight(marks, mark.Across, min(max(g.down(share), markSize/2), chancesHeight-markSize/2))
		marks = append(marks, mark)
	}
	return marks
}

// markSize and markWidth are the room that a mark takes, in pixels and, on a phone, in per
// cent of the graph.
const (
	markSize  = 28
	markWidth = 8
)

// freeHeight returns the height nearest to one at which no mark lies yet, the same if all are
// taken.
func freeHeight(marks []GraphMark, across float64, down int) int {
	for away := 0; away < chancesHeight; away++ {
		for _, y := range [2]int{down - away, down + away} {
			taken := slices.ContainsFunc(marks, func(m GraphMark) bool {
				return across-m.Across < markWidth && y-m.Down < markSize && m.Down-y < markSize
			})
			if !taken && y >= markSize/2 && y <= chancesHeight-markSize/2 {
				return y
			}
		}
	}
	return down
}

// rounds draws an upright line where a round begins, with its number if there is room.
func (g chancesGraph) rounds(out []byte) []byte {
	last := 0
	for _, m := range g.Course {
		last = max(last, m.Round)
	}
	for i, m := range g.Course {
		if m.Round == 0 {
			continue
		}
		out = fmt.Appendf(out, `<line class="g-cut" x1="%.2[1]f%%" x2="%.2[1]f%%" y2="%[2]d"/>`, g.across(i), chancesHeight)
		if last <= mostNumbers {
			out = fmt.Appendf(out, `<text class="g-t" aria-hidden="true" x="%.2f%%" y="%d">%d</text>`, g.across(i), chancesHeight+numbersHeight-3, m.Round)
		}
	}
	return out
}

// line draws the chances of a seat, in the stroke that its key has.
func (g chancesGraph) line(out []byte, seat games.Seat) []byte {
	out = fmt.Appendf(out, `<path class="%s" d="`, g.stroke(seat))
	for i, m := range g.Course {
		out = fmt.Appendf(out, "%s%d %d", Either(i == 0, "M", "L"), 2*i+1, g.down(m.Shares[seat-1]))
	}
	return append(out, `"/>`...)
}

// across returns how far to the right a moment is.
func (g chancesGraph) across(index int) float64 {
	return 100 * (float64(index) + .5) / float64(len(g.Course))
}

// down returns how far down a share is.
func (g chancesGraph) down(share int) int { return 2 + (chancesHeight-4)*(100-share)/100 }

// others lists the seats that the page does not tell of.
func (d *Decisions) others() []games.Seat {
	var seats []games.Seat
	for seat := games.Seat(1); int(seat) <= len(d.Seats); seat++ {
		if seat != d.Whose {
			seats = append(seats, seat)
		}
	}
	return seats
}

// stroke returns the class of the line of a seat: that of the seat which the page tells of is
// the thickest, the others are dashed each in its way.
func (d *Decisions) stroke(seat games.Seat) string {
	if seat == d.Whose {
		return "g-own"
	}
	number := int(seat)
	if seat > d.Whose {
		number--
	}
	return "g-dash-" + strconv.Itoa(number)
}

// span tells how the chances of a seat went, from the first moment to the last.
func (d *Decisions) span(seat games.Seat) string {
	return d.T("review.course.span", "First", d.Course[0].Shares[seat-1], "Last", d.Course[len(d.Course)-1].Shares[seat-1])
}

// round names a round of the match, which in some games is called a tournament.
func (d *Decisions) round(number int) string {
	if d.hasTournaments() {
		return d.T("review.course.tournament", "Number", number)
	}
	return d.T("review.course.round", "Number", number)
}

// says explains the graph.
func (d *Decisions) says() string {
	if d.hasTournaments() {
		return d.T("review.course.says_tournament")
	}
	return d.T("review.course.says_round")
}

func (d *Decisions) hasTournaments() bool { return d.Game.ID == "knizia" }

// rows lists the moments that have a row in the table of chances, with their names.
func (d *Decisions) rows() (rows []courseRow) {
	for _, m := range d.Course {
		var names []string
		if m.Round > 0 {
			names = append(names, d.round(m.Round))
		}
		if m.Told > 0 {
			names = append(names, d.T("review.course.decision", "Number", m.Number))
		}
		if m.End {
			names = append(names, d.T("review.course.end"))
		}
		if len(names) > 0 {
			rows = append(rows, courseRow{strings.Join(names, " · "), m.Shares})
		}
	}
	return rows
}

// courseRow is a row of the table of chances.
type courseRow struct {
	name   string
	shares []int
}
