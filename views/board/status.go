package board

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Status says in words where the seat to move stands with its move.
type Status struct {
	Sentence string
	Detail   string
	Ask      bool           // nothing is chosen yet: one may ask which pieces can move
	Why      *games.Illegal // why what was chosen or asked about is not possible; nil if fine
	Ready    bool           // the staged move may be confirmed
	Further  bool           // and it could go on
	Missing  string         // what is to be done before there is a move to confirm; "" if Ready
}

// With returns the board of a position on which the seat to move may stage a route
// and ask about a square; what is asked may also be "all": which pieces can move.
func (b Board) With(route, try string) Board {
	g := b.View.Board()
	b.Try, b.Stage = parker.NoSquare, parker.Stage{From: parker.NoSquare}
	if q, ok := g.Square(strings.ToUpper(try)); ok && (b.Act || b.Tell) {
		b.Try = q
	}
	if !b.Act {
		return b
	}
	b.Stage = b.View.Stage(route)
	if b.Stage.Why != nil && len(b.Stage.Legs) == 0 && b.Stage.From != parker.NoSquare {
		b.Try = b.Stage.From // a piece that cannot be chosen
	}
	if b.unchosen() && (b.Try != parker.NoSquare || try == askMovers || b.View.MustCapture()) {
		b.Movers = b.View.Movers()
	}
	return b
}

// askMovers is what to ask about to see which pieces can move.
const askMovers = "all"

// unchosen reports whether no piece stands ready to move.
func (b Board) unchosen() bool {
	return b.Stage.From == parker.NoSquare || b.Stage.Why != nil && len(b.Stage.Legs) == 0
}

// Status describes the move in the making. Army names whose turn it is at a
// table where one person holds every seat; it is "" where it is simply yours.
func (b Board) Status(army string) Status {
	switch {
	case b.unchosen():
		return b.choosing(army)
	case len(b.Stage.Legs) == 0:
		return b.picked()
	}
	return b.underway()
}

// choosing returns the status while no piece is chosen.
func (b Board) choosing(army string) Status {
	s := Status{Ask: true, Why: b.Stage.Why, Missing: b.t("missing.piece")}
	if s.Why == nil && b.Try != parker.NoSquare {
		s.Why = b.View.Stage(b.View.Board().Name(b.Try)).Why
	}
	key, args := "status.", []any{}
	if army != "" {
		key, args = "status.army.", append(args, "Army", army)
	}
	movers := b.Movers
	if len(movers) > 0 {
		s.Ask = false
		s.Detail = b.t("status.movable")
	}
	switch leaving := b.View.MustLeave(); {
	case leaving != parker.NoSquare:
		s.Sentence = b.t(key+"leave", append(args, "Square", b.View.Board().Name(leaving))...)
	case b.View.MustCapture():
		s.Sentence = b.t(key+"must", args...)
		s.Detail = b.t("status.underlined")
	default:
		s.Sentence = b.t(key+"choose", args...)
	}
	return s
}

// picked returns the status while a piece is chosen and has not moved.
func (b Board) picked() Status {
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
	}{{stepTo, "status.dot"}, {castleTo, "status.castle"}, {canterTo, "status.ring"}, {jumpTo, "status.cross"}, {chargeTo, "status.both"}} {
		if kinds&k.kind != 0 {
			legend = append(legend, b.t(k.key))
		}
	}
	return Status{
		Sentence: b.t(key, "Square", g.Name(from)), Detail: strings.Join(legend, " "), Why: b.whyNot(),
		Missing: b.t("missing.square", "Square", g.Name(from)),
	}
}

// underway returns the status while the staged move has legs.
func (b Board) underway() Status {
	st := b.Stage
	g, end := b.View.Board(), st.Legs[len(st.Legs)-1].To
	s := Status{Why: b.whyNot(), Ready: st.Complete, Further: st.Complete && len(st.Next) > 0}
	on := b.squares(st.Next)
	switch kind := kindOf(st.Legs); {
	case st.Complete:
		s.Sentence = b.t("status."+kind.String(), "From", g.Name(st.From), "To", g.Name(end), "Taken", b.taken())
	case kind == parker.Canter:
		s.Sentence = b.t("status.canter_on", "Squares", on)
	case kind == parker.Jump:
		s.Sentence = b.t("status.jump_on", "Squares", on)
	default:
		s.Sentence = b.t("status.charge_on", "Squares", on)
	}
	switch {
	case s.Further:
		s.Detail = b.t("status.open", "Route", st.Route, "Squares", on)
	case s.Ready:
		s.Detail = b.t("status.whole", "Route", st.Route)
	default:
		s.Detail = st.Route
		s.Missing = b.t("missing.leg", "Square", g.Name(end), "Squares", on)
	}
	return s
}

// PathHelp tells how the drawn way of the staged move is read, and that one may
// go back along it; "" while nothing of that is drawn.
func (b Board) PathHelp() string {
	if b.unchosen() || len(b.Stage.Legs) == 0 {
		return ""
	}
	var help []string
	switch kindOf(b.Stage.Legs) {
	case parker.Canter:
		help = append(help, b.t("path.canter"))
	case parker.Jump:
		help = append(help, b.t("path.jump"))
	case parker.Charge:
		help = append(help, b.t("path.charge"))
	}
	if len(b.Stage.Legs) > 1 {
		help = append(help, b.t("path.back"))
	}
	return strings.Join(help, " ")
}

// whyNot returns why the square asked about is no way to go on, or why the route
// got no further.
func (b Board) whyNot() *games.Illegal {
	if b.Stage.Why != nil || b.Try == parker.NoSquare {
		return b.Stage.Why
	}
	return b.View.WhyNot(b.Stage.Route, b.Try)
}

// kindOf returns the kind of a move by its legs.
func kindOf(legs []parker.Leg) parker.Kind {
	first, final := legs[0].Kind, legs[len(legs)-1].Kind
	if first == parker.Canter && final == parker.Jump {
		return parker.Charge
	}
	return first
}

// squares names where targets are: "C10, E12 or G12".
func (b Board) squares(targets []parker.Target) string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = b.View.Board().Name(t.Square)
	}
	return locale.Or(b.Lang, names)
}

// taken counts what the staged move captures: "two men captured".
func (b Board) taken() string {
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
	return Taken(b.Lang, men, knights, "taken.both", "taken.one")
}

// Taken returns a sentence about men and knights, about either or, by another key,
// about both.
func Taken(lang locale.Lang, men, knights int, both, one string) string {
	m, k := count(lang, "taken.men", men), count(lang, "taken.knights", knights)
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

// count names a number of pieces, a small one in words.
func count(lang locale.Lang, key string, n int) string {
	number := strconv.Itoa(n)
	if word := "count." + number; locale.Has(lang, word) {
		number = locale.T(lang, word)
	}
	return locale.N(lang, key, n, "Number", number)
}

func (b Board) t(key string, args ...any) string { return locale.T(b.Lang, key, args...) }
