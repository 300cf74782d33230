package parker

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is a kind of move, or of a leg of one. The zero value is none.
type Kind uint8

// The kinds of move. A charge is never a leg: its legs are canters and jumps.
const (
	Step Kind = iota + 1
	Canter
	Jump
	Charge
	CastleMove
)

var kindNames = [...]string{"", "step", "canter", "jump", "charge", "castle_move"}

// String returns the kind as one word: "castle_move".
func (k Kind) String() string { return kindNames[k] }

// Leg is one part of a move: a step, or a single leap.
type Leg struct {
	From, To Square
	Kind     Kind
	Taken    Square // where the enemy stands that a jump captures, else NoSquare
}

// route is a parsed move: a square, then the landing squares.
type route struct {
	from Square
	hops []landing
}

// landing is a landing square of a route.
type landing struct {
	jump bool // led by x, not by -
	to   Square
}

// maxRoute is the length of the longest text that is parsed as a move, in bytes.
// Canonical texts are far shorter; longer routes only go in circles.
const maxRoute = 2048

// parse parses a route, with letters of either case. If it is not ok, missing names
// a square that the board lacks, or is "" if the text is no route.
func (b *Board) parse(text string) (r route, missing string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxRoute {
		return r, "", false
	}
	r.from, text, missing, ok = b.scan(text)
	for ok && text != "" {
		h := landing{jump: text[0] == 'x' || text[0] == 'X'}
		if !h.jump && text[0] != '-' {
			return r, "", false
		}
		h.to, text, missing, ok = b.scan(text[1:])
		r.hops = append(r.hops, h)
	}
	return r, missing, ok
}

// scan parses the name of a square at the beginning of a text.
func (b *Board) scan(text string) (q Square, rest, missing string, ok bool) {
	if text == "" {
		return NoSquare, "", "", false
	}
	file := int(text[0]|0x20) - 'a'
	n := 1
	for n < min(len(text), 3) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	if file < 0 || file >= 26 || n == 1 || text[1] == '0' {
		return NoSquare, "", "", false
	}
	rank, err := strconv.Atoi(text[1:n])
	if err != nil {
		return NoSquare, "", "", false
	}
	if q, ok = b.At(file, rank-1); !ok {
		missing = strings.ToUpper(text[:n])
	}
	return q, text[n:], missing, ok
}

// list returns the names of squares, separated by commas.
func (b *Board) list(qs []Square) string {
	names := make([]string, len(qs))
	for i, q := range qs {
		names[i] = b.names[q]
	}
	return strings.Join(names, ", ")
}

// Route parses the legs of an action by the geometry of the board alone, whatever
// pieces it has: enough to draw a move that was played.
func (b *Board) Route(action string) ([]Leg, error) {
	r, missing, ok := b.parse(action)
	switch {
	case missing != "":
		return nil, fmt.Errorf("no square %s on the board", missing)
	case !ok:
		return nil, fmt.Errorf("%.40q is not a move", action)
	}
	legs := make([]Leg, len(r.hops))
	from := r.from
	for i, h := range r.hops {
		l := Leg{From: from, To: h.to, Taken: NoSquare}
		over := b.between(from, h.to)
		switch {
		case over != NoSquare && h.jump:
			l.Kind, l.Taken = Jump, over
		case over != NoSquare:
			l.Kind = Canter
		case h.jump || !b.near[from].has(h.to):
			return nil, fmt.Errorf("no way from %s to %s", b.names[from], b.names[h.to])
		case b.castle[from] != 0 && b.castle[from] == b.castle[h.to]:
			l.Kind = CastleMove
		default:
			l.Kind = Step
		}
		legs[i] = l
		from = h.to
	}
	return legs, nil
}
