package views

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/review"
	"tableronde/views/locale"
)

// Advice is the computer's help for a person who plays against it.
type Advice struct {
	Hints int   // hints given so far
	Hint  *Hint // nil for none
}

// Hint is a move that the computer advises.
type Hint struct {
	Action  string
	Reasons []review.Reason // in board games
	Number  int             // of the hint in this position: 1 is the best move
	More    bool            // a further hint exists
	Options []HintOption    // in card games: the advised action, then the alternatives
}

// HintOption is an action at cards, with its expected share of wins in percent; -1 if it is the
// only action.
type HintOption struct {
	Choice
	Share int
}

// advise adds a hint at cards, or the link to one, to the page of a match.
func (m *Match) advise(t *Table) {
	switch {
	case m.Game.Hidden && m.Hint != nil && len(m.Hint.Options) > 0:
		t.Status = Status{
			Sentence: m.T("hint.move", "Move", m.Hint.Options[0].Does),
			Detail:   m.compared(m.Page) + " " + m.T("hint.nth", "N", strconv.Itoa(m.Hints)), Steady: true,
		}
		t.Acts = append(t.Acts, Act{ID: "hint-away", Label: m.T("hint.away"), Href: m.To("", "")})
	case m.Game.Hidden && m.mayAsk():
		t.Acts = append(t.Acts, Act{ID: "hint", Label: m.T("hint.ask"), Href: m.To("hint", "1")})
	}
}

// compared returns a sentence that compares the advised action at cards with the next best one that
// reads differently: the reasons for it, and the chances of both.
func (a *Advice) compared(p Page) string {
	best := a.Hint.Options[0]
	if best.Share < 0 {
		return Sentence(p.T("hint.by.only")) + "."
	}
	next := slices.IndexFunc(a.Hint.Options, func(o HintOption) bool { return o.Does != best.Does })
	even := next < 0 || a.Hint.Options[next].Share >= best.Share
	key := Either(even, "hint.even", "hint.share")
	if best.Why != "" {
		key = Either(even, "hint.why_even", "hint.why")
	}
	args := []any{"Why", Sentence(best.Why), "Share", strconv.Itoa(best.Share)}
	if !even {
		args = append(args, "Other", strconv.Itoa(a.Hint.Options[next].Share), "Move", a.Hint.Options[next].Does)
	}
	return p.T(key, args...)
}

// Valued is a position of the analysis with its value for the seat to act.
type Valued struct {
	Seat  games.Seat
	Exact bool
	Value review.Value
	Line  []string
	Moves []ValuedMove // the best move first
}

// ValuedMove is a move and its value for the seat that makes it.
type ValuedMove struct {
	Text  string
	Value review.Value
}

// Choice is an action at cards as text, for hints and reviews.
type Choice struct {
	Does string // in the infinitive: "play the red 5"
	Why  string // reasons for or against it as short clauses: "keeps the red 7"; "" for none
	Face string // drawing of the card that it plays; "" for none
}

// Counted works like N. For 0 it uses the key with ".none" appended, if that exists.
func (p Page) Counted(key string, n int, args ...any) string {
	if none := key + ".none"; n == 0 && p.Has(none) {
		return p.T(none, args...)
	}
	return p.N(key, n, args...)
}

// Decided is a decision at cards that was not the best.
type Decided struct {
	Ply     int
	Moment  string // of the decision in the match
	Number  int    // counted among the seat's decisions with a choice, from 1
	Cost    int    // in percent of a win
	Options []DecidedOption
	Hand    []HeldCard // of the seat at that moment
	Came    string     // result of the action, in sentences
	Marked  bool       // the graph of chances shows its number
}

// HeldCard is a card in a hand.
type HeldCard struct {
	Face string // drawing
	Name string // name within a sentence
}

// DecidedOption is an action of a decision, with its expected share of wins in percent.
type DecidedOption struct {
	Choice
	Share        int
	Best, Played bool
}

// Decisions is the model of the review of a seat's decisions at cards.
type Decisions struct {
	Match
	Done       bool
	Judged, Of int          // decisions of all people
	Whose      games.Seat   // the seat whose decisions the page shows
	People     []games.Seat // seats of people
	Choices    int          // decisions of the seat with a choice
	Costly     int          // number of these with a cost
	Deals      int          // number of deals in which each option was tried; 0 without a choice
	Told       []Decided    // the costliest first
	Turns      []Highlight  // the turns with the largest gains or losses, in the order of play
	Course     []Moment     // of the match, in order; nil for reviews without chances
	Defs       string       // SVG definitions for the drawings
}

func (d *Decisions) path() string { return d.Address() + "/review" }

// own reports whether the page shows the visitor's own decisions.
func (d *Decisions) own() bool { return d.HasSeat(d.Whose) }

// played returns the action played in a decision, and best the best action.
func (d Decided) played() string {
	for _, o := range d.Options {
		if o.Played {
			return o.Does
		}
	}
	return ""
}

func (d Decided) best() string { return d.Options[0].Does }

// hand returns the cards of the hand as a list in a sentence.
func (d Decided) hand(lang Lang) string {
	return Sentence(locale.And(lang, Each(d.Hand, func(c HeldCard) string { return c.Name }))) + "."
}

// differ reports whether the reasons of the options differ.
func (d Decided) differ() bool {
	return slices.ContainsFunc(d.Options, func(o DecidedOption) bool { return o.Why != d.Options[0].Why })
}

// lead returns a sentence about the number of decisions and how they were judged.
func (d *Decisions) lead() string {
	key := Either(d.own(), "review.decisions.lead", "review.decisions.lead_of")
	return d.N("review.decisions.choices", d.Choices, "Name", d.Name(d.Whose)) + " " + d.T(key, "Name", d.Name(d.Whose), "Deals", Grouped(d.Lang, d.Deals))
}

// heading returns the heading, with the number of decisions on the page.
func (d *Decisions) heading() string {
	if d.Costly == 0 {
		return d.T("review.decisions.none")
	}
	return d.N("review.decisions.title", len(d.Told))
}

// Grouped formats a number below a million with a thousands separator.
func Grouped(lang Lang, n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d%s%03d", n/1000, locale.T(lang, "number.thousands"), n%1000)
}

// Moment holds the chances of all seats at one moment of a card match.
type Moment struct {
	Shares  []int // by seat-1, in percent, for the hands as they were
	Hands   []int // chances with newly dealt hands; nil at other moments
	Average []int // chances with average hands
	Deals   int   // number of deals from which Average was computed
	Round   int   // number of the round that begins, 0 for none
	Number  int   // number of the decision of the page's seat, 0 for none
	Told    int   // number of that decision among the shown ones, 0 if not shown
	End     bool  // end of the match
}

// chancesGraph draws the chances of all seats during a match. Its x coordinates are percentages, so
// it fills its column; its y coordinates are pixels.
type chancesGraph struct{ *Decisions }

const (
	chancesHeight = 150 // in pixels
	numbersHeight = 16  // of the line with numbers below
	mostNumbers   = 14  // most numbers of rounds in that line
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

// marks returns the numbers of the shown decisions, placed without overlap.
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

// markSize and markWidth are the size of a mark in pixels and, on a phone, in percent of the
// graph's width.
const (
	markSize  = 28
	markWidth = 8
)

// freeHeight returns the height nearest to down without a mark, or down if all are taken.
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

// rounds draws a vertical line at the beginning of each round, with its number if there is room.
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

// line draws the chances of a seat with the stroke of the key.
func (g chancesGraph) line(out []byte, seat games.Seat) []byte {
	out = fmt.Appendf(out, `<path class="%s" d="`, g.stroke(seat))
	for i, m := range g.Course {
		out = fmt.Appendf(out, "%s%d %d", Either(i == 0, "M", "L"), 2*i+1, g.down(m.Shares[seat-1]))
	}
	return append(out, `"/>`...)
}

// across returns the x coordinate of a moment.
func (g chancesGraph) across(index int) float64 {
	return 100 * (float64(index) + .5) / float64(len(g.Course))
}

// down returns the y coordinate of a share.
func (g chancesGraph) down(share int) int { return 2 + (chancesHeight-4)*(100-share)/100 }

// others lists the seats except the seat of the page.
func (d *Decisions) others() []games.Seat {
	return d.SeatsWhere(func(seat games.Seat) bool { return seat != d.Whose })
}

// stroke returns the CSS class of a seat's line. The line of the page's seat is the thickest. The
// others have different dashes.
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

// span returns a sentence with the chances of a seat at the first and the last moment.
func (d *Decisions) span(seat games.Seat) string {
	return d.T("review.course.span", "First", d.Course[0].Shares[seat-1], "Last", d.Course[len(d.Course)-1].Shares[seat-1])
}

// round returns the name of a round of the match, which some games call a tournament.
func (d *Decisions) round(number int) string {
	if d.hasTournaments() {
		return d.T("review.course.tournament", "Number", number)
	}
	return d.T("review.course.round", "Number", number)
}

// says returns the explanation of the graph.
func (d *Decisions) says() string {
	return d.T(Either(d.hasTournaments(), "review.course.says_tournament", "review.course.says_round"))
}

func (d *Decisions) hasTournaments() bool { return d.Game.ID == "knizia" }

// rows lists the moments in the table of chances, with their names.
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

// luck is the effect of dealt hands on the page's seat, in percent of a win.
type luck struct {
	points  int      // gain over average hands
	deals   []string // gain of each deal, as a sentence
	sum     string   // overall change of the chances, as a sentence; "" without a result
	samples int      // number of simulated deals for each
}

// luck returns the luck of the match's deals, nil if there were none.
func (d *Decisions) luck() *luck {
	var l luck
	first := 0
	for _, m := range d.Course {
		if m.Hands == nil {
			continue
		}
		average, dealt := m.Average[d.Whose-1], m.Hands[d.Whose-1]
		if len(l.deals) == 0 {
			first, l.samples = average, m.Deals
		}
		l.points += dealt - average
		l.deals = append(l.deals, d.T("review.luck.deal", "Round", d.round(m.Round), "Average", average, "Dealt", dealt))
	}
	if len(l.deals) == 0 {
		return nil
	}
	if end := d.Course[len(d.Course)-1]; end.End {
		last := end.Shares[d.Whose-1]
		l.sum = d.T("review.luck.sum", "First", first, "Last", last, "Luck", signed(l.points), "Rest", signed(last-first-l.points))
	}
	return &l
}

// signed formats a number with its sign.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "\u2212" + strconv.Itoa(-n)
	}
	return "0"
}

// Explored is a position in an analysis: a position of a match, and moves that might follow. The
// address of the page holds all of it.
type Explored struct {
	Line  []TriedMove
	View  games.View // after the line; nil if there is nothing to look ahead to
	Mover games.Seat // seat to move, 0 after the end

	Staged, Probe string         // staged move, and touched square
	Bad           *games.Illegal // why the next move in the address cannot be played
}

// TriedMove is a move of an explored line.
type TriedMove struct {
	Seat games.Seat
	Text string
}

// LineQuery returns the query parameter of a line, "" for an empty one.
func LineQuery(line []TriedMove, more ...string) string {
	texts := append(Each(line, func(m TriedMove) string { return m.Text }), more...)
	if len(texts) == 0 {
		return ""
	}
	return "line=" + url.QueryEscape(strings.Join(texts, " "))
}
