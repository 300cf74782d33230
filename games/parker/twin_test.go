package parker

import (
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
)

// The twin is a second rules engine, written from the rules page alone and with
// no thought of speed: maps, sets and recursion. It takes from the package only
// the shape of the boards.

type point struct{ file, rank int }

// unit is a piece of the twin.
type unit struct {
	seat   int
	knight bool
}

type twin struct {
	b       *Board
	board   map[point]unit
	seat    int
	castled map[int]int
}

func twinOf(s *state) *twin {
	v := s.View(games.Omniscient).(View)
	tw := &twin{b: s.b, board: map[point]unit{}, seat: int(s.turn()), castled: map[int]int{}}
	for q := range Square(s.b.Len()) {
		if p := v.At(q); p != 0 {
			file, rank := s.b.FileRank(q)
			tw.board[point{file, rank}] = unit{int(p.Seat()), p.Knight()}
		}
	}
	for i := range s.b.Seats() {
		tw.castled[i+1] = v.CastleMoves(games.Seat(i + 1))
	}
	return tw
}

func (tw *twin) exists(p point) bool { _, ok := tw.b.At(p.file, p.rank); return ok }

func (tw *twin) castleOf(p point) int {
	q, _ := tw.b.At(p.file, p.rank)
	return int(tw.b.CastleOf(q))
}

// opposite returns the seat whose castle a seat must reach.
func (tw *twin) opposite(seat int) int {
	if tw.b.Seats() == 2 {
		return 3 - seat
	}
	return map[int]int{1: 2, 2: 1, 3: 4, 4: 3}[seat] // Red and Green, Blue and Yellow
}

func (tw *twin) isGoal(p point) bool { return tw.castleOf(p) == tw.opposite(tw.seat) }

func (tw *twin) isClosed(p point) bool { return tw.castleOf(p) != 0 && !tw.isGoal(p) }

func (tw *twin) friendly(seat int) bool {
	return seat == tw.seat || seat == int(tw.b.Partner(games.Seat(tw.seat)))
}

var compass = []point{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

func (p point) plus(d point, n int) point { return point{p.file + n*d.file, p.rank + n*d.rank} }

// leapsOver lists the landings of leaps from p over pieces of friends or foes.
func (tw *twin) leapsOver(board map[point]unit, p point, friends bool) map[point]point {
	landings := map[point]point{}
	for _, d := range compass {
		over, land := p.plus(d, 1), p.plus(d, 2)
		u, stands := board[over]
		if _, full := board[land]; stands && !full && tw.exists(land) && tw.friendly(u.seat) == friends {
			landings[land] = over
		}
	}
	return landings
}

// positions is the set of positions after the legal moves, each a board as text.
type positions map[string]bool

func without(board map[point]unit, ps ...point) map[point]unit {
	rest := map[point]unit{}
	for p, u := range board {
		if !slices.Contains(ps, p) {
			rest[p] = u
		}
	}
	return rest
}

// text returns a text of the board; different boards have different texts.
func (tw *twin) text(board map[point]unit) string {
	var all [16 * 16]byte
	for p, u := range board {
		c := byte('a' + u.seat)
		if u.knight {
			c = byte('A' + u.seat)
		}
		all[16*p.rank+p.file] = c
	}
	return string(all[:])
}

func (tw *twin) put(found positions, board map[point]unit, p point, u unit) {
	after := without(board)
	after[p] = u
	found[tw.text(after)] = true
}

func (tw *twin) legal() positions {
	found := positions{}
	var own, leaving []point
	for p, u := range tw.board {
		if u.seat != tw.seat {
			continue
		}
		own = append(own, p)
		if tw.isClosed(p) {
			leaving = append(leaving, p)
		}
	}
	movers := own
	if len(leaving) > 0 {
		movers = leaving
	}
	obliged := false
	for _, p := range movers {
		if !tw.isGoal(p) && len(tw.leapsOver(tw.board, p, false)) > 0 {
			obliged = true
		}
	}
	for _, p := range movers {
		u := tw.board[p]
		rest := without(tw.board, p)
		if tw.isGoal(p) {
			if !obliged && len(leaving) == 0 && tw.castled[tw.seat] < 2 {
				for q := range tw.b.Len() {
					file, rank := tw.b.FileRank(Square(q))
					to := point{file, rank}
					if _, full := tw.board[to]; tw.isGoal(to) && !full {
						tw.put(found, rest, to, u)
					}
				}
			}
			continue
		}
		if !obliged {
			for _, d := range compass {
				to := p.plus(d, 1)
				if _, full := tw.board[to]; !full && tw.exists(to) && !tw.isClosed(to) {
					tw.put(found, rest, to, u)
				}
			}
		}
		if u.knight || !obliged {
			tw.canters(found, rest, p, p, u, obliged, map[point]bool{}, map[point]bool{})
		}
		tw.jumps(found, rest, p, u, false)
	}
	return found
}

// canters goes on cantering from p. The duty to capture makes two states of each
// square: one reached by a way with a landing from which the knight could have
// jumped, and one reached by a way without.
func (tw *twin) canters(found positions, rest map[point]unit, start, p point, u unit, duty bool, dutiful, free map[point]bool) {
	for land := range tw.leapsOver(rest, p, true) {
		if tw.isClosed(land) {
			continue
		}
		could := u.knight && !tw.isGoal(land) && len(tw.leapsOver(rest, land, false)) > 0
		due := duty || could
		if due && !u.knight {
			continue
		}
		seen := free
		if due {
			seen = dutiful
		}
		if seen[land] {
			continue
		}
		seen[land] = true
		if land != start {
			if !due {
				tw.put(found, rest, land, u)
			}
			if could {
				tw.jumps(found, rest, land, u, false)
			}
		}
		if !tw.isGoal(land) {
			tw.canters(found, rest, start, land, u, due, dutiful, free)
		}
	}
}

func (tw *twin) jumps(found positions, rest map[point]unit, p point, u unit, jumped bool) {
	landings := tw.leapsOver(rest, p, false)
	if tw.isGoal(p) {
		landings = nil
	}
	if len(landings) == 0 && jumped {
		tw.put(found, rest, p, u)
	}
	for land, over := range landings {
		tw.jumps(found, without(rest, over), land, u, true)
	}
}

// verdict returns the twin's judgement of the position after a turn of its seat: the reason of
// an end and its winners, or the seat to move.
func (tw *twin) verdict() string {
	var mine, theirs, inGoal int
	foes := map[int]bool{}
	for p, u := range tw.board {
		if !tw.friendly(u.seat) {
			theirs++
			foes[u.seat] = true
			continue
		}
		mine++
		if c := tw.castleOf(p); c != 0 && c == tw.opposite(u.seat) {
			inGoal++
		}
	}
	id := tw.b.ID()
	chivalry4 := strings.HasPrefix(id, "chivalry-4")
	small := strings.Contains(id, "cam-9") || id == "cam" || id == "camette"
	need := 2
	if small {
		need = 1
	}
	won := func(reason string) string {
		s := reason
		for i := 1; i <= tw.b.Seats(); i++ {
			if tw.friendly(i) {
				s += fmt.Sprint(" ", i)
			}
		}
		return s
	}
	enough := mine >= 2 || small || chivalry4
	switch {
	case !chivalry4 && inGoal >= need:
		return won("castle")
	case theirs == 0 && enough:
		return won("captures")
	case !small && !chivalry4 && mine <= 1 && theirs <= 1:
		return "one_each"
	}
	if !chivalry4 {
		blocked := true
		for foe := range foes {
			blocked = blocked && !tw.canMove(foe)
		}
		if blocked && enough {
			return won("blockade")
		} else if blocked {
			return "blockade"
		}
	}
	for i := 1; i <= tw.b.Seats(); i++ {
		if next := (tw.seat+i-1)%tw.b.Seats() + 1; tw.canMove(next) {
			return fmt.Sprint("turn ", next)
		}
	}
	return "blockade"
}

// canMove reports whether a seat would have a move if it were its turn.
func (tw *twin) canMove(seat int) bool {
	other := *tw
	other.seat = seat
	return len(other.legal()) > 0
}
