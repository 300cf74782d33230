package views

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Chance is what a seat could expect of the match after one of its decisions at cards.
type Chance struct {
	Share int // of what was played, in hundredths of the game
	Told  int // number of the decision among those that the page tells of, 0 if it is none
}

// chancesGraph draws the chances of a seat after each of its decisions with a choice: across
// in per cent, down in pixels, so that it is as wide as its column.
type chancesGraph struct{ *Decisions }

// chancesHeight is the height of the graph in pixels.
const chancesHeight = 120

// Render writes the graph.
func (g chancesGraph) Render(_ context.Context, w io.Writer) error {
	var curve strings.Builder
	var marks []byte
	for i, c := range g.Chances {
		fmt.Fprintf(&curve, "%s%d %d", Either(i == 0, "M", "L"), 2*i+1, g.down(c.Share))
		if c.Told > 0 {
			mark := GraphMark{
				Number: c.Told, Href: fmt.Sprint("#decision-", c.Told), Across: 100 * (float64(i) + .5) / float64(len(g.Chances)), Down: g.down(c.Share),
				Label: g.T("review.decisions.mark", "Told", c.Told, "Number", i+1, "Percent", c.Share),
			}
			marks = mark.Append(marks, chancesHeight)
		}
	}
	_, err := fmt.Fprintf(w, `<svg class="chances" height="%[1]d" role="group" aria-label="%[2]s"><rect class="g-low" width="100%%" height="%[1]d"/><line class="g-cut" x2="100%%" y1="%[3]d" y2="%[3]d"/><rect class="g-frame" width="100%%" height="%[1]d"/>`+
		`<svg class="g-curve" width="100%%" height="%[1]d" viewBox="0 0 %[4]d %[1]d" preserveAspectRatio="none"><path d="%[5]s"/></svg>%[6]s</svg>`,
		chancesHeight, templ.EscapeString(g.T("review.decisions.graph")), chancesHeight/2, 2*len(g.Chances), curve.String(), marks)
	return err
}

// down returns how far down a share is.
func (g chancesGraph) down(share int) int { return 2 + (chancesHeight-4)*(100-share)/100 }

// course tells the graph in a sentence.
func (d *Decisions) course() string {
	first, last := d.Chances[0], d.Chances[len(d.Chances)-1]
	text := d.T("review.decisions.course", "First", first.Share, "Last", last.Share)
	if len(d.Told) > 0 {
		text += " " + d.T("review.decisions.marks")
	}
	return text
}
