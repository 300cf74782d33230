package board

import (
	"strconv"
	"strings"
	"sync"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Status describes the staged move in words and lists the buttons to offer.
type Status struct {
	Sentence    string
	Detail      string
	OfferMovers bool           // no piece is chosen, and the page may offer to mark the movable ones
	Refusal     *games.Illegal // why the chosen piece or the probed square is impossible, or nil
	Ready       bool           // the staged move may be confirmed
	MayContinue bool           // the staged move is complete, but can be continued
	Missing     string         // next step before confirming; "" if Ready
}

// With returns the board with a staged route and a probed square, given by name. For try "all", it
// marks the pieces that can move.
func (b Board) With(route, try string) Board {
	g := b.View.Board()
	b.Probe, b.Stage = parker.NoSquare, parker.Stage{From: parker.NoSquare}
	if q, ok := g.Square(strings.ToUpper(try)); ok && (b.CanMove || b.Explain) {
		b.Probe = q
	}
	if !b.CanMove {
		return b
	}
	b.Stage = b.View.Stage(route)
	if b.Stage.Why != nil && len(b.Stage.Legs) == 0 && b.Stage.From != parker.NoSquare {
		b.Probe = b.Stage.From // a piece that cannot be chosen
	}
	if b.nothingChosen() && (b.Probe != parker.NoSquare || try == askMovers || b.View.MustCapture()) {
		b.Movers = b.View.Movers()
	}
	return b
}

// askMovers is the probe that marks the pieces that can move.
const askMovers = "all"

// nothingChosen reports whether no piece is chosen for the move.
func (b Board) nothingChosen() bool {
	return b.Stage.From == parker.NoSquare || b.Stage.Why != nil && len(b.Stage.Legs) == 0
}

// Status returns the status of the staged move. army names the army to move at a solo table, and is
// "" at others.
func (b Board) Status(army string) Status {
	switch {
	case b.nothingChosen():
		return b.choiceStatus(army)
	case len(b.Stage.Legs) == 0:
		return b.chosenStatus()
	}
	return b.legsStatus()
}

// choiceStatus returns the status while no piece is chosen.
func (b Board) choiceStatus(army string) Status {
	s := Status{OfferMovers: true, Refusal: b.Stage.Why, Missing: b.text("missing.piece")}
	if s.Refusal == nil && b.Probe != parker.NoSquare {
		s.Refusal = b.View.Stage(b.View.Board().Name(b.Probe)).Why
	}
	key, args := "status.", []any{}
	if army != "" {
		key, args = "status.army.", append(args, "Army", army)
	}
	movers := b.Movers
	if len(movers) > 0 {
		s.OfferMovers = false
		s.Detail = b.text("status.movable")
	}
	switch leaving := b.View.MustLeave(); {
	case leaving != parker.NoSquare:
		s.Sentence = b.text(key+"leave", append(args, "Square", b.View.Board().Name(leaving))...)
	case b.View.MustCapture():
		s.Sentence = b.text(key+"must", args...)
		s.Detail = b.text("status.underlined")
	default:
		s.Sentence = b.text(key+"choose", args...)
	}
	return s
}

// chosenStatus returns the status while a piece is chosen and has not moved.
func (b Board) chosenStatus() Status {
	g, from := b.View.Board(), b.Stage.From
	key := "status.man"
	if b.View.At(from).Knight() {
		key = "status.knight"
	}
	var kinds mark
	for _, list := range [2][]parker.Target{b.Stage.Next, b.Stage.Far} {
		for _, t := range list {
			kinds |= targetMark(t.Kind)
		}
	}
	var legend []string
	for _, k := range []struct {
		kind mark
		key  string
	}{{markStep, "status.dot"}, {markCastle, "status.castle"}, {markCanter, "status.ring"}, {markJump, "status.cross"}, {markCharge, "status.both"}} {
		if kinds&k.kind != 0 {
			legend = append(legend, b.text(k.key))
		}
	}
	return Status{
		Sentence: b.text(key, "Square", g.Name(from)), Detail: strings.Join(legend, " "), Refusal: b.whyNot(),
		Missing: b.text("missing.square", "Square", g.Name(from)),
	}
}

// legsStatus returns the status while the staged move has legs.
func (b Board) legsStatus() Status {
	st := b.Stage
	g, end := b.View.Board(), st.Legs[len(st.Legs)-1].To
	s := Status{Refusal: b.whyNot(), Ready: st.Complete, MayContinue: st.Complete && len(st.Next) > 0}
	on := b.squareNames(st.Next)
	switch kind := kindOf(st.Legs); {
	case st.Complete:
		s.Sentence = b.text("status."+kind.String(), "From", g.Name(st.From), "To", g.Name(end), "Taken", b.takenText())
	case kind == parker.Canter:
		s.Sentence = b.text("status.canter_on", "Squares", on)
	case kind == parker.Jump:
		s.Sentence = b.text("status.jump_on", "Squares", on)
	default:
		s.Sentence = b.text("status.charge_on", "Squares", on)
	}
	switch {
	case s.MayContinue:
		s.Detail = b.text("status.open", "Route", st.Route, "Squares", on)
	case s.Ready:
		s.Detail = b.text("status.whole", "Route", st.Route)
	default:
		s.Detail = st.Route
		s.Missing = b.text("missing.leg", "Square", g.Name(end), "Squares", on)
	}
	return s
}

// PathHelp explains the drawn path of the staged move and how to go back on it. It is "" without a
// path.
func (b Board) PathHelp() string {
	if b.nothingChosen() || len(b.Stage.Legs) == 0 {
		return ""
	}
	var help []string
	switch kindOf(b.Stage.Legs) {
	case parker.Canter:
		help = append(help, b.text("path.canter"))
	case parker.Jump:
		help = append(help, b.text("path.jump"))
	case parker.Charge:
		help = append(help, b.text("path.charge"))
	}
	if len(b.Stage.Legs) > 1 {
		help = append(help, b.text("path.back"))
	}
	return strings.Join(help, " ")
}

// whyNot returns why the move cannot continue on the probed square, or why the staged route is
// impossible; nil if it is possible.
func (b Board) whyNot() *games.Illegal {
	if b.Stage.Why != nil || b.Probe == parker.NoSquare {
		return b.Stage.Why
	}
	return b.View.WhyNot(b.Stage.Route, b.Probe)
}

// kindOf returns the kind of a move by its legs.
func kindOf(legs []parker.Leg) parker.Kind {
	first, final := legs[0].Kind, legs[len(legs)-1].Kind
	if first == parker.Canter && final == parker.Jump {
		return parker.Charge
	}
	return first
}

// squareNames lists the squares of targets: "C10, E12 or G12".
func (b Board) squareNames(targets []parker.Target) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = b.View.Board().Name(t.Square)
	}
	return locale.Or(b.Lang, names)
}

// takenText returns the number of pieces that the staged move captures: "two men captured".
func (b Board) takenText() string {
	var men, knights int
	for _, leg := range b.Stage.Legs {
		switch {
		case leg.Taken == parker.NoSquare:
		case b.View.At(leg.Taken).Knight():
			knights++
		default:
			men++
		}
	}
	return CapturedText(b.Lang, men, knights, "taken.both", "taken.one")
}

// CapturedText returns a sentence with a number of men and knights. It uses the key both, or one if
// there are only men or only knights. It is "" for none.
func CapturedText(lang locale.Lang, men, knights int, both, one string) string {
	m, k := countText(lang, "taken.men", men), countText(lang, "taken.knights", knights)
	switch {
	case men == 0 && knights == 0:
		return ""
	case knights == 0:
		return locale.T(lang, one, "Pieces", m)
	case men == 0:
		return locale.T(lang, one, "Pieces", k)
	}
	return locale.T(lang, both, "Men", m, "Knights", k)
}

// countText returns a number of pieces in words; large numbers have digits.
func countText(lang locale.Lang, key string, n int) string {
	number := strconv.Itoa(n)
	if word := "count." + number; locale.Has(lang, word) {
		number = locale.T(lang, word)
	}
	return locale.N(lang, key, n, "Number", number)
}

func (b Board) text(key string, args ...any) string { return locale.T(b.Lang, key, args...) }

// labelWords holds the words for the marks of a square, in one language.
type labelWords struct {
	byMark     [16]string // by bit of mark
	canCapture string     // for a piece that can move while a capture is compulsory
	lastFrom   string     // for the start of the last move
	own        [2]string  // the viewer's own man and knight
}

var wordsByLang = sync.OnceValue(func() map[locale.Lang]*labelWords {
	all := make(map[locale.Lang]*labelWords, len(locale.Langs))
	for _, lang := range locale.Langs {
		w := &labelWords{canCapture: ", " + locale.T(lang, "square.capture"), lastFrom: ", " + locale.T(lang, "square.last_from")}
		w.own = [2]string{", " + locale.T(lang, "piece.yours.man"), ", " + locale.T(lang, "piece.yours.knight")}
		for i, key := range []string{"last", "chosen", "start", "taken", "landing", "move", "", "step", "canter", "jump", "charge", "castle_move", "lost", "touch"} {
			if key != "" {
				w.byMark[i] = ", " + locale.T(lang, "square."+key)
			}
		}
		all[lang] = w
	}
	return all
})

func wordsIn(lang locale.Lang) *labelWords {
	all := wordsByLang()
	if w, ok := all[lang]; ok {
		return w
	}
	return all[locale.English]
}
