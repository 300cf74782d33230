package board

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/static"
	"tableronde/views/css"
	"tableronde/views/heraldry"
)

// Half-widths of the saltires, in units.
const (
	jumpArm   = 9
	chargeArm = 5
	takenArm  = 7
)

// appendTarget marks a square to which a piece may go: a dot for a step, a ring for a canter, a
// saltire for a jump, ring and saltire for a knight's charge.
func appendTarget(out []byte, s *template, q parker.Square, m mark) []byte {
	x, y := s.middle(q)
	switch {
	case m&(markStep|markCastle) != 0:
		out = appendCircle(out, "t-halo-f", x, y, "8")
		out = appendCircle(out, "t-step", x, y, "5.6")
	case m&markCanter != 0:
		out = appendCircle(out, "t-halo", x, y, "9.5")
		out = appendCircle(out, "t-ring", x, y, "9.5")
	case m&markJump != 0:
		out = appendSaltire(out, "t-halo", x, y, jumpArm)
		out = appendSaltire(out, "t-x", x, y, jumpArm)
	case m&markCharge != 0:
		out = appendCircle(out, "t-halo", x, y, "11")
		out = appendSaltire(out, "t-halo", x, y, chargeArm)
		out = appendCircle(out, "t-ring", x, y, "11")
		out = appendSaltire(out, "t-x", x, y, chargeArm)
	}
	return out
}

// appendWay draws the legs of a move and numbers its landings.
func appendWay(out []byte, s *template, legs []parker.Leg) []byte {
	for _, leg := range legs {
		out = appendLeg(out, s, leg)
	}
	for i, leg := range legs[:max(len(legs)-1, 0)] {
		out = appendNode(out, s, leg, i+1)
	}
	return out
}

// appendCrosses crosses out the pieces that a move captures.
func appendCrosses(out []byte, s *template, legs []parker.Leg) []byte {
	for _, leg := range legs {
		if leg.Taken != parker.NoSquare {
			out = appendCross(out, s, leg.Taken)
		}
	}
	return out
}

func appendCross(out []byte, s *template, q parker.Square) []byte {
	x, y := s.middle(q)
	out = appendSaltire(out, "gone-h", x, y, takenArm)
	return appendSaltire(out, "gone", x, y, takenArm)
}

// appendLeg draws one leg of a move, dotted for a canter and otherwise solid.
func appendLeg(out []byte, s *template, leg parker.Leg) []byte {
	for _, class := range [2]string{"path-h", legClass(leg.Kind)} {
		out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
		out = appendPoint(out, s, leg.From)
		out = append(out, 'L')
		out = appendPoint(out, s, leg.To)
		out = append(out, `"/>`...)
	}
	return out
}

func legClass(k parker.Kind) string {
	if k == parker.Canter {
		return "path canter"
	}
	return "path"
}

// appendNode draws the number of a landing: on a disc after a canter, on a lozenge after a jump.
func appendNode(out []byte, s *template, leg parker.Leg, n int) []byte {
	x, y := s.middle(leg.To)
	if leg.Kind == parker.Jump {
		out = append(out, `<path class="node" d="M`...)
		out = appendPair(out, x, y-11)
		out = append(out, `l11 11l-11 11l-11-11z"/>`...)
	} else {
		out = appendCircle(out, "node", x, y, "8.4")
	}
	out = append(out, `<text class="node-t"`...)
	out = appendAttr(out, "x", x)
	out = append(out, ` y="`...)
	out = strconv.AppendFloat(out, float64(y)+3.8, 'f', -1, 64)
	out = append(out, `">`...)
	out = strconv.AppendInt(out, int64(n), 10)
	return append(out, `</text>`...)
}

// appendBrackets draws brackets around the square of the chosen piece.
func appendBrackets(out []byte, s *template, q parker.Square) []byte {
	x, y := s.middle(q)
	const r = 17.5
	out = append(out, `<path class="brk" d="`...)
	for _, c := range [4]struct {
		dx, dy float64
		turn   string
	}{{-r, -r + 9, "v-9h9"}, {r - 9, -r, "h9v9"}, {r, r - 9, "v9h-9"}, {-r + 9, r, "h-9v-9"}} {
		out = append(out, 'M')
		out = strconv.AppendFloat(out, float64(x)+c.dx, 'f', -1, 64)
		out = append(out, ' ')
		out = strconv.AppendFloat(out, float64(y)+c.dy, 'f', -1, 64)
		out = append(out, c.turn...)
	}
	return append(out, `"/>`...)
}

// appendFrame draws a frame within a square, r units from its center.
func appendFrame(out []byte, s *template, q parker.Square, class string, r float64) []byte {
	x, y := s.middle(q)
	out = append(append(append(out, `<rect class="`...), class...), `" x="`...)
	out = strconv.AppendFloat(out, float64(x)-r, 'f', -1, 64)
	out = append(out, `" y="`...)
	out = strconv.AppendFloat(out, float64(y)-r, 'f', -1, 64)
	out = append(out, '"')
	out = appendAttr(out, "width", int(2*r))
	out = appendAttr(out, "height", int(2*r))
	return append(out, `/>`...)
}

func appendCircle(out []byte, class string, x, y int, r string) []byte {
	out = append(append(append(out, `<circle class="`...), class...), '"')
	out = appendAttr(out, "cx", x)
	out = appendAttr(out, "cy", y)
	out = append(append(append(out, ` r="`...), r...), `"/>`...)
	return out
}

// appendSaltire draws a cross of two diagonals.
func appendSaltire(out []byte, class string, x, y, arm int) []byte {
	out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
	out = appendPair(out, x-arm, y-arm)
	out = append(out, 'l')
	out = appendPair(out, 2*arm, 2*arm)
	out = append(out, 'M')
	out = appendPair(out, x+arm, y-arm)
	out = append(out, 'l')
	out = appendPair(out, -2*arm, 2*arm)
	return append(out, `"/>`...)
}

func appendPoint(out []byte, s *template, q parker.Square) []byte {
	x, y := s.middle(q)
	return appendPair(out, x, y)
}

func appendPair(out []byte, x, y int) []byte {
	out = strconv.AppendInt(out, int64(x), 10)
	out = append(out, ' ')
	return strconv.AppendInt(out, int64(y), 10)
}

func appendAttr(out []byte, name string, value int) []byte {
	out = append(append(append(append(out, ' '), name...), '='), '"')
	out = strconv.AppendInt(out, int64(value), 10)
	return append(out, '"')
}

// ghostClass is the class of a piece that the staged move moves or captures.
const ghostClass = ` class="ghost"`

// appendPiece draws a piece in a group whose origin is the center of the square, so that the style
// sheet can rotate the piece.
func appendPiece(out []byte, s *template, q parker.Square, piece parker.Piece, class string) []byte {
	out = append(append(out, `<g`...), class...)
	out = append(append(out, s.origin[q]...), s.pieces[piece]...)
	return append(out, `/></g>`...)
}

var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// Render writes the board.
func (b Board) Render(_ context.Context, w io.Writer) error {
	buf := bufferPool.Get().(*[]byte)
	*buf = b.appendTo((*buf)[:0])
	_, err := w.Write(*buf)
	bufferPool.Put(buf)
	return err
}

func (b Board) appendTo(out []byte) []byte {
	s := templateFor(b.View.Board(), sideOf(b.View.Board(), b.Bottom), b.Lang)
	marks, routes := b.marks()
	words := wordsIn(b.Lang)
	w := s.window(b.Part)
	if b.Crop != (Crop{}) {
		w = s.crop(b.Crop)
	}
	out = append(out, s.begin...)
	out = append(out, w.open...)
	out = append(out, templ.EscapeString(b.Label)...)
	out = append(append(out, `">`...), w.clip...)
	links := b.squareLinks()
	row := -1
	for _, c := range w.cells {
		if r := s.at[c.square].row; r != row {
			if row >= 0 {
				out = append(out, `</g>`...)
			}
			out, row = s.openRow(out, c), r
		}
		piece, m := b.View.At(c.square), marks[c.square]
		out = append(out, c.open...)
		out = links.appendHref(out, b, c.square, piece, m, routes[c.square])
		out = append(out, c.label...)
		out = words.appendLabel(out, b, s, c.square, m)
		out = append(out, `">`...)
		out = b.appendSquare(out, s.inRow, c, piece, m)
		out = append(out, `</a></g>`...)
	}
	out = append(out, `</g>`...)
	if len(w.cutOff) > 0 {
		out = append(out, `<g aria-hidden="true">`...)
		hrefs := map[string]string{} // addresses by part
		for _, c := range w.cutOff {
			if b.ZoomTo == nil {
				out = b.appendSquare(out, s, c, b.View.At(c.square), marks[c.square])
				continue
			}
			part := s.part(c.square)
			if hrefs[part] == "" {
				hrefs[part] = templ.EscapeString(b.ZoomTo(part))
			}
			out = append(out, `<a tabindex="-1" href="`...)
			out = append(append(out, hrefs[part]...), `">`...)
			out = b.appendSquare(out, s, c, b.View.At(c.square), marks[c.square])
			out = append(out, `</a>`...)
		}
		out = append(out, `</g>`...)
	}
	out = append(out, s.end...)
	for _, c := range w.coords {
		if marks[c.square]&markTarget == 0 && b.View.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	out = b.appendAbove(out, s, b.View.At)
	out = b.appendArrows(out, s)
	return append(append(append(out, `</g>`...), w.unclip...), `</svg>`...)
}

// appendSquare draws a square and the piece and marks on it.
func (b Board) appendSquare(out []byte, s *template, c *cell, piece parker.Piece, m mark) []byte {
	q := c.square
	out = append(out, `<rect class="`...)
	switch {
	case m&(markChosen|markTouch) != 0:
		out = append(out, "ssel"...)
	case m&markLast != 0:
		out = append(out, "sl"...)
	default:
		out = append(out, c.field...)
	}
	out = append(out, '"')
	out = append(out, s.frame[q]...)
	if c.hatch != "" && m&(markChosen|markLast) == 0 {
		out = append(out, c.hatch...)
	}
	if m&markLast != 0 {
		out = appendFrame(out, s, q, "lastmark", 17.5)
	}
	if m&markTouch != 0 {
		x, y := s.middle(q)
		out = appendCircle(out, "glow-a", x, y, "18.4")
	}
	switch {
	case piece != 0:
		class := ""
		if m&(markStart|markTaken) != 0 {
			class = ghostClass
		}
		out = appendPiece(out, s, q, piece, class)
	case c.tower != "" && m&(markChosen|markTarget) == 0:
		out = append(out, c.tower...)
	}
	if m&markTarget != 0 && m&markChosen == 0 {
		out = appendTarget(out, s, q, m)
	}
	if m&markMover != 0 {
		x, y := s.middle(q)
		out = append(out, `<rect class="t-step"`...)
		out = appendAttr(out, "x", x-6)
		out = appendAttr(out, "y", y+16)
		out = append(out, ` width="12" height="2.5"/>`...)
	}
	if m&markRefused != 0 {
		out = appendFrame(out, s, q, "wrong", 18)
	}
	return out
}

// squareLinks makes the addresses that squares link to.
type squareLinks struct {
	canMove           bool
	clear, route, try string // up to the value, which needs no escaping
	withStage         string // keeps the staged route and probes a square
	seat              games.Seat
	from, end         parker.Square
	staged, hasLegs   bool
}

func (b Board) squareLinks() squareLinks {
	l := squareLinks{canMove: b.CanMove, clear: ` href="` + b.link(""), route: ` href="` + b.link("m="), try: ` href="` + b.link("try="), seat: b.View.Turn(),
		from: parker.NoSquare, end: parker.NoSquare}
	if st := b.Stage; st.Route != "" && st.From != parker.NoSquare {
		l.staged, l.hasLegs = true, len(st.Legs) > 0
		l.from, l.end = st.From, st.From
		if l.hasLegs {
			l.end = st.Legs[len(st.Legs)-1].To
		}
		l.withStage = ` href="` + b.link("m="+st.Route+"&amp;try=")
	}
	return l
}

// appendHref writes the address of a square. It continues the move, goes back to an earlier
// landing, chooses another piece, or explains why none of these is possible.
func (l squareLinks) appendHref(out []byte, b Board, q parker.Square, piece parker.Piece, m mark, route string) []byte {
	name := b.View.Board().Name(q)
	switch {
	case b.Href != nil:
		out = append(append(out, ` href="`...), templ.EscapeString(b.Href(q))...)
	case !l.canMove && !b.Explain:
		return append(out, ` role="link" aria-disabled="true"`...)
	case !l.canMove:
		out = append(append(out, l.try...), name...)
	case route != "":
		out = append(append(out, l.route...), route...)
	case l.staged && q == l.end && !l.hasLegs:
		out = append(out, l.clear...)
	case l.staged && q == l.end:
		out = append(append(out, l.route...), b.Stage.Route...)
	case l.staged && q == l.from:
		out = append(append(out, l.route...), name...)
	case piece.Seat() == l.seat && piece != 0:
		out = append(append(out, l.route...), name...)
	case l.staged:
		out = append(append(out, l.withStage...), name...)
	default:
		out = append(append(out, l.try...), name...)
	}
	return append(out, '"')
}

// appendAbove draws the layer above the squares: the path of the last move, if it has several legs,
// and the staged move.
func (b Board) appendAbove(out []byte, s *template, at func(parker.Square) parker.Piece) []byte {
	out = b.appendGhosts(out, s)
	for _, q := range b.Glow {
		out = appendGlow(out, s, q, at(q))
	}
	out = appendTried(out, s, b.Tried)
	if len(b.LastMove) > 1 || len(b.LastMove) > 0 && b.Replayable {
		out = append(out, `<path class="lastpath"`...)
		if b.Replayable {
			out = append(out, ` id="lastpath"`...)
		}
		out = append(out, ` d="M`...)
		out = appendPoint(out, s, b.LastMove[0].From)
		for _, leg := range b.LastMove {
			out = append(out, 'L')
			out = appendPoint(out, s, leg.To)
		}
		out = append(out, `"/>`...)
	}
	if len(b.Other) > 0 {
		out = appendOther(out, s, b.Other)
	}
	if len(b.NextMove) > 0 {
		out = appendWay(out, s, b.NextMove)
		return appendCrosses(out, s, b.NextMove)
	}
	if b.Stage.Route == "" || b.Stage.From == parker.NoSquare {
		return out
	}
	return b.appendStaged(out, s, at)
}

func (b Board) appendStaged(out []byte, s *template, at func(parker.Square) parker.Piece) []byte {
	st := b.Stage
	end := st.From
	out = appendWay(out, s, st.Legs)
	if n := len(st.Legs); n > 0 {
		end = st.Legs[n-1].To
	}
	if len(st.Legs) > 0 {
		if end != st.From {
			out = appendFrame(out, s, st.From, "spot", 16)
		}
		out = appendFrame(out, s, end, "ssel", 18)
		out = appendPiece(out, s, end, at(st.From), "")
	}
	out = appendBrackets(out, s, end)
	return appendCrosses(out, s, st.Legs)
}

// appendLabel writes the label of a square: the piece after the staged move, then the marks, the
// most useful first.
func (w *labelWords) appendLabel(out []byte, b Board, s *template, q parker.Square, m mark) []byte {
	piece := b.View.At(q)
	if m&markChosen != 0 {
		piece = b.View.At(b.Stage.From)
	}
	switch {
	case piece == 0 || b.You == 0 || piece.Seat() != b.You:
		out = append(out, s.pieceLabels[piece]...)
	case piece.Knight():
		out = append(out, w.own[1]...)
	default:
		out = append(out, w.own[0]...)
	}
	if m == 0 {
		return out
	}
	if m&markMover != 0 && b.View.MustCapture() {
		out = append(out, w.canCapture...)
		m &^= markMover
	}
	began := m&markLast != 0 && len(b.LastMove) > 0 && b.LastMove[0].From == q && b.LastMove[len(b.LastMove)-1].To != q
	if began {
		m &^= markLast
	}
	for i := len(w.byMark) - 1; i >= 0; i-- {
		if m&(1<<i) != 0 {
			out = append(out, w.byMark[i]...)
		}
	}
	if began {
		out = append(out, w.lastFrom...)
	}
	return out
}

// Theme is a set of colors.
type Theme string

// The themes of the site.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// themeStyles holds the style rules of the site for drawings, with the colors of a theme.
type themeStyles struct {
	rules  []styleRule
	values map[string]string // by custom property: "--ink"
}

type styleRule struct {
	classes      []string // of the selector; an element must have all of them
	declarations string
}

var lightStyles, darkStyles = sync.OnceValue(func() themeStyles { return mustParseTheme(Light) }), sync.OnceValue(func() themeStyles { return mustParseTheme(Dark) })

// cssFor returns the rules for the classes in a drawing.
func (t Theme) cssFor(drawing []byte) string {
	all := t.styles()
	used := make(map[string]bool)
	for _, m := range classAttr.FindAllSubmatch(drawing, -1) {
		for class := range strings.FieldsSeq(string(m[1])) {
			used[class] = true
		}
	}
	var b strings.Builder
	for _, r := range all.rules {
		if !slices.ContainsFunc(r.classes, func(c string) bool { return !used[c] }) {
			fmt.Fprintf(&b, ".%s{%s}", strings.Join(r.classes, "."), r.declarations)
		}
	}
	return b.String()
}

func (t Theme) styles() themeStyles {
	if t == Dark {
		return darkStyles()
	}
	return lightStyles()
}

var (
	classAttr         = regexp.MustCompile(` class="([^"]*)"`)
	classesOf         = regexp.MustCompile(`^(\.[a-zA-Z][\w-]*)+$`)
	cssVariable       = regexp.MustCompile(`var\((--[\w-]+)\)`)
	rgbWithAlpha      = regexp.MustCompile(`^rgb\((\d+) (\d+) (\d+) / (\.\d+)\)$`)
	drawingProperties = []string{
		"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "text-anchor", "font",
	}
)

// darkSelector selects the colors for readers who chose the dark theme.
const darkSelector = ":root:where([data-theme=dark])"

// mustParseTheme parses the embedded style sheets. It panics if one is malformed.
func mustParseTheme(t Theme) themeStyles {
	values := make(map[string]string)
	all := themeStyles{values: values}
	var rules []css.Rule
	for _, name := range []string{"app.css", "board.css", "match.css", "table.css"} {
		sheet, err := css.Parse(static.Source(name))
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		rules = append(rules, sheet...)
	}
	for _, r := range rules {
		light := slices.Equal(r.Selectors, []string{":root"}) && r.Condition == ""
		if light || t == Dark && slices.Equal(r.Selectors, []string{darkSelector}) {
			for _, d := range r.Declarations {
				values[d.Name] = d.Value
			}
		}
	}
	for _, r := range rules {
		declarations := drawingDeclarations(r.Declarations, values)
		if r.Condition != "" || declarations == "" {
			continue
		}
		for _, selector := range r.Selectors {
			if classesOf.MatchString(selector) {
				all.rules = append(all.rules, styleRule{strings.Split(selector[1:], "."), declarations})
			}
		}
	}
	return all
}

// drawingDeclarations returns the declarations for drawings, with variables replaced by values.
func drawingDeclarations(declarations []css.Declaration, values map[string]string) string {
	var b strings.Builder
	for _, d := range declarations {
		if !slices.Contains(drawingProperties, d.Name) {
			continue
		}
		value := strings.ReplaceAll(d.Value, "currentColor", "var(--ink)")
		for cssVariable.MatchString(value) {
			value = cssVariable.ReplaceAllStringFunc(value, func(v string) string { return values[v[len("var("):len(v)-1]] })
		}
		if m := rgbWithAlpha.FindStringSubmatch(value); m != nil {
			value = hexColor(m[1:4])
			fmt.Fprintf(&b, "%s-opacity:%s;", d.Name, m[4])
		}
		fmt.Fprintf(&b, "%s:%s;", d.Name, value)
	}
	return strings.TrimSuffix(b.String(), ";")
}

// hexColor returns a color as #rrggbb, which every SVG program reads.
func hexColor(rgb []string) string {
	color := "#"
	for _, text := range rgb {
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			panic(fmt.Errorf("a color has %s in it", text))
		}
		color += fmt.Sprintf("%02x", n)
	}
	return color
}

// Sheet holds the parts that the pictures of one match share in a file: styles for both themes, the
// drawings of the pieces, and the empty board.
type Sheet struct {
	Style string // CSS, light unless the reader prefers dark
	Defs  string // SVG definitions, with the empty board as #squares
	Box   string // viewBox of a picture
}

// Sheet returns the parts that the picture shares with others of the same board.
func (p Picture) Sheet() Sheet {
	s, b := p.template(), p.View.Board()
	var armies []heraldry.Tincture
	for seat := 1; seat <= b.Seats(); seat++ {
		armies = append(armies, tincture(b, games.Seat(seat)))
	}
	parts := heraldry.Parts(armies, b.Seats() > 2, "tower")
	var base []byte
	for i := range s.cells {
		base = Board{}.appendSquare(base, s, &s.cells[i], 0, 0)
	}
	base = append(base, s.end...)
	for _, c := range s.windows[0].coords {
		base = append(base, c.text...)
	}
	defs := parts + `<g id="squares">` + string(base) + `</g></g>`
	sample := []byte(defs + ` class="sl" class="lastmark" class="lastpath"`)
	return Sheet{
		Style: Light.cssFor(sample) + "@media (prefers-color-scheme: dark){" + Dark.cssFor(sample) + "}",
		Defs:  defs,
		Box:   fmt.Sprintf("%d %d %d %d", -boardMargin, -boardMargin, s.cols*squareSize+2*boardMargin, s.rows*squareSize+2*boardMargin),
	}
}

// OnSheet draws the pieces and the last move, over the empty board of Sheet.
func (p Picture) OnSheet() string {
	s := p.template()
	b := Board{View: p.View, LastMove: p.LastMove, Probe: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
	marks, _ := b.marks()
	out := []byte(`<use href="#squares"/>`)
	for i := range s.cells {
		c := &s.cells[i]
		switch piece := p.View.At(c.square); {
		case marks[c.square] != 0 || piece != 0 && c.tower != "":
			out = b.appendSquare(out, s, c, piece, marks[c.square])
		case piece != 0:
			out = appendPiece(out, s, c.square, piece, "")
		}
	}
	return string(b.appendAbove(out, s, p.View.At))
}

// Describe lists the pieces with their squares.
func (p Picture) Describe() string { return p.description() }
