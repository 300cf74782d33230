package solve

import (
	"sync"

	"tableronde/games"
	"tableronde/games/parker"
)

// EndingPieces is the largest number of pieces in the tables of endings.
const EndingPieces = 3

// ending has the positions of one game of two seats with few pieces. A position is seen by
// the side to move, as in Camette, but the pieces of each side by the side itself: its own
// castle at the bottom.
//
// Where a piece stands is a spot: a square or, behind the squares, a square of the goal
// castle after a castle move of the side, and after two. Without a piece in the goal castle a
// side has made no castle move: one that lost the piece that made it is in no table.
type ending struct {
	game     string
	board    *parker.Board
	goalWins int
	least    int
	oneEach  bool

	squareOf []uint8 // of each spot
	made     []uint8 // castle moves, of each spot
	mirror   []uint8 // spots with left and right exchanged
	half     []uint8 // spots of the left half, the middle included
	halfOf   []int32 // of each spot its number in half, -1 for the right half
	turned   []uint8 // of each square the one that the other side sees there
	across   []uint8 // of each square of the goal castle the other one
	near     [][]uint8
	leaps    [][]endingLeap
	home     []bool
	goal     []bool
	pairs    [][2]uint8 // of spots, the smaller one first
}

type endingLeap struct{ over, land uint8 }

// squad is the army of one side: one piece or two, a man before a knight, and of two alike the
// one on the smaller spot first.
type squad struct {
	n      int
	spot   [2]uint8
	knight [2]bool
}

// scene is a position with few pieces.
type scene struct{ own, enemy squad }

// turned returns the scene as the other side sees it.
func (s scene) turned() scene { return scene{s.enemy, s.own} }

// endingOf returns the endings of a game, nil if there are no tables of them.
var endingOf = func() func(game string) *ending {
	made := make(map[string]func() *ending)
	for _, game := range EndingGames() {
		made[game] = sync.OnceValue(func() *ending { return newEnding(game) })
	}
	return func(game string) *ending {
		if make := made[game]; make != nil {
			return make()
		}
		return nil
	}
}()

// EndingGames lists the games with tables of endings.
func EndingGames() []string { return []string{"camelot", "cam", "chivalry"} }

func newEnding(game string) *ending {
	b := parker.BoardOf(game)
	e := &ending{game: game, board: b, goalWins: b.GoalWins(), least: b.Least(), oneEach: b.OneEach()}
	n := b.Len()
	e.turned, e.across = make([]uint8, n), make([]uint8, n)
	e.near, e.leaps = make([][]uint8, n), make([][]endingLeap, n)
	e.home, e.goal = make([]bool, n), make([]bool, n)
	for _, q := range b.Castle(1) {
		e.home[q] = true
	}
	goal := b.Goal(1)
	for i, q := range goal {
		e.goal[q] = true
		e.across[q] = uint8(goal[len(goal)-1-i])
	}
	for q := range parker.Square(n) {
		e.squareOf, e.made = append(e.squareOf, uint8(q)), append(e.made, 0)
		e.connect(q)
	}
	for made := uint8(1); made <= 2 && len(goal) > 1; made++ {
		for _, q := range goal {
			e.squareOf, e.made = append(e.squareOf, uint8(q)), append(e.made, made)
		}
	}
	e.reflect()
	for second := range e.squareOf {
		for first := range second {
			e.pairs = append(e.pairs, [2]uint8{uint8(first), uint8(second)})
		}
	}
	return e
}

// connect finds the steps and leaps from a square, and the square that the other side sees in its
// place.
func (e *ending) connect(q parker.Square) {
	b := e.board
	file, rank := b.FileRank(q)
	other, _ := b.At(b.Files()-1-file, b.Ranks()-1-rank)
	e.turned[q] = uint8(other)
	for _, over := range b.Near(q) {
		e.near[q] = append(e.near[q], uint8(over))
		f, r := b.FileRank(over)
		if land, ok := b.At(2*f-file, 2*r-rank); ok {
			e.leaps[q] = append(e.leaps[q], endingLeap{uint8(over), uint8(land)})
		}
	}
}

// reflect finds the mirror images of the spots.
func (e *ending) reflect() {
	for spot, q := range e.squareOf {
		file, rank := e.board.FileRank(parker.Square(q))
		other, _ := e.board.At(e.board.Files()-1-file, rank)
		e.mirror = append(e.mirror, e.spot(uint8(other), e.made[spot]))
		number := int32(-1)
		if 2*file < e.board.Files() {
			number = int32(len(e.half))
			e.half = append(e.half, uint8(spot))
		}
		e.halfOf = append(e.halfOf, number)
	}
}

// spot returns the spot of a square after a number of castle moves.
func (e *ending) spot(q, made uint8) uint8 {
	if made == 0 {
		return q
	}
	for spot := e.board.Len(); spot < len(e.squareOf); spot++ {
		if e.squareOf[spot] == q && e.made[spot] == made {
			return uint8(spot)
		}
	}
	panic("solve: castle moves outside the goal castle")
}

// Numbers of an army's pieces, as in Camette except that there may be two knights.
const (
	oneMan       = 1
	twoMen       = 2
	oneKnight    = 4
	manAndKnight = 5
	twoKnights   = 6
)

// material returns the number of the pieces.
func (s *squad) material() int {
	switch {
	case s.n == 1 && !s.knight[0]:
		return oneMan
	case s.n == 1:
		return oneKnight
	case s.knight[0]:
		return twoKnights
	case s.knight[1]:
		return manAndKnight
	}
	return twoMen
}

// ordered returns the squad with its pieces in order.
func (s squad) ordered() squad {
	if s.n == 2 && (s.knight[0] && !s.knight[1] || s.knight[0] == s.knight[1] && s.spot[0] > s.spot[1]) {
		s.spot[0], s.spot[1] = s.spot[1], s.spot[0]
		s.knight[0], s.knight[1] = s.knight[1], s.knight[0]
	}
	return s
}

// mirrored returns the squad with left and right exchanged.
func (e *ending) mirrored(s squad) squad {
	for i := range s.n {
		s.spot[i] = e.mirror[s.spot[i]]
	}
	return s.ordered()
}

// count returns the number of squads of a material.
func (e *ending) count(material int) int {
	switch material {
	case oneMan, oneKnight:
		return len(e.half)
	case manAndKnight:
		return len(e.squareOf) * len(e.squareOf)
	}
	return len(e.pairs)
}

// size returns the number of entries of a part. If each side has one piece, the other side's is on
// the left half.
func (e *ending) size(k kind) int {
	if pieces(k.own)+pieces(k.enemy) == 2 {
		return len(e.squareOf) * len(e.half)
	}
	return e.count(k.own) * e.count(k.enemy)
}

// pieces returns the number of pieces of a material.
func pieces(material int) int {
	if material == oneMan || material == oneKnight {
		return 1
	}
	return 2
}

// index returns the part of the table that has a scene, and the entry there.
func (e *ending) index(s scene) (kind, int) {
	alone, pair := &s.enemy, &s.own
	if s.enemy.n == 2 {
		alone, pair = pair, alone
	}
	if e.halfOf[alone.spot[0]] < 0 {
		*alone, *pair = e.mirrored(*alone), e.mirrored(*pair)
	}
	rank := int(pair.spot[0])
	if pair.n == 2 {
		first, second := int(pair.spot[0]), int(pair.spot[1])
		if rank = first*len(e.squareOf) + second; pair.knight[0] == pair.knight[1] {
			rank = second*(second-1)/2 + first
		}
	}
	k := kind{own: s.own.material(), enemy: s.enemy.material(), ending: e}
	return k, rank*len(e.half) + int(e.halfOf[alone.spot[0]])
}

// at returns the scene of an entry; ok is false for an entry without a position of a game under
// way.
func (e *ending) at(k kind, i int) (s scene, ok bool) {
	alone, pair := &s.enemy, &s.own
	aloneMaterial, material := k.enemy, k.own
	if pieces(k.enemy) == 2 {
		alone, pair = pair, alone
		aloneMaterial, material = material, aloneMaterial
	}
	*alone = squad{n: 1, spot: [2]uint8{e.half[i%len(e.half)]}, knight: [2]bool{aloneMaterial == oneKnight}}
	rank := i / len(e.half)
	switch material {
	case oneMan, oneKnight:
		*pair = squad{n: 1, spot: [2]uint8{uint8(rank)}, knight: [2]bool{material == oneKnight}}
	case manAndKnight:
		n := len(e.squareOf)
		*pair = squad{2, [2]uint8{uint8(rank / n), uint8(rank % n)}, [2]bool{false, true}}
	default:
		knights := material == twoKnights
		*pair = squad{2, e.pairs[rank], [2]bool{knights, knights}}
	}
	return s, e.possible(s)
}

// possible reports whether each piece has a square of its own and neither side has won.
func (e *ending) possible(s scene) bool {
	for _, side := range [2]squad{s.own, s.enemy} {
		inside := 0
		for _, spot := range side.spot[:side.n] {
			if e.goal[e.squareOf[spot]] {
				inside++
			}
		}
		if inside >= e.goalWins {
			return false
		}
	}
	for i, spot := range s.own.spot[:s.own.n] {
		q := e.squareOf[spot]
		if i > 0 && q == e.squareOf[s.own.spot[0]] {
			return false
		}
		for j, other := range s.enemy.spot[:s.enemy.n] {
			r := e.squareOf[other]
			if q == e.turned[r] || j > 0 && r == e.squareOf[s.enemy.spot[0]] {
				return false
			}
		}
	}
	return true
}

// kinds lists the parts in an order in which captures lead to earlier ones, as kinds does
// for Camette.
func (e *ending) kinds() (all [][]kind) {
	for _, own := range [5]int{oneMan, oneKnight, twoMen, manAndKnight, twoKnights} {
		for _, enemy := range [2]int{oneMan, oneKnight} {
			if pieces(own) == 1 && (e.oneEach || own < enemy) {
				continue // drawn, or listed with the sides exchanged
			}
			pair := []kind{{own: own, enemy: enemy, ending: e}}
			if own != enemy {
				pair = append(pair, kind{own: enemy, enemy: own, ending: e})
			}
			all = append(all, pair)
		}
	}
	return all
}

// position returns the position with seat 1 to move.
func (e *ending) position(s scene) parker.Position {
	p := e.board.Empty()
	for seat, side := range [2]squad{s.own, s.enemy} {
		for i, spot := range side.spot[:side.n] {
			q := e.squareOf[spot]
			if seat == 1 {
				q = e.turned[q]
			}
			p = p.With(parker.Square(q), parker.PieceOf(games.Seat(seat+1), side.knight[i]))
			if made := int(e.made[spot]); made > 0 {
				p = p.WithCastleMoves(games.Seat(seat+1), made)
			}
		}
	}
	return p
}

// sceneOf returns a position as a seat sees it; ok is false if it has too many pieces, or
// castle moves without a piece in the goal castle.
func (e *ending) sceneOf(x *parker.Search, mover games.Seat) (s scene, ok bool) {
	if x.Pieces(1)+x.Pieces(2) > EndingPieces {
		return s, false
	}
	for seat := games.Seat(1); seat <= 2; seat++ {
		side := &s.own
		if seat != mover {
			side = &s.enemy
		}
		if side.n = x.Pieces(seat); side.n < 1 || side.n > 2 {
			return s, false
		}
		if ok := e.muster(x, seat, side); !ok {
			return s, false
		}
	}
	return s, s.own.n+s.enemy.n > 2 || !e.oneEach
}

// muster fills a squad with the pieces of a seat. It returns false if the seat has made castle
// moves without a piece in the goal castle.
func (e *ending) muster(x *parker.Search, seat games.Seat, side *squad) bool {
	made, told := uint8(x.CastleMoves(seat)), false
	army, i := x.Army(seat), 0
	for q := range e.turned {
		if army[q>>6]>>(q&63)&1 == 0 {
			continue
		}
		spot := uint8(q)
		if seat == 2 {
			spot = e.turned[q]
		}
		if e.goal[spot] {
			spot, told = e.spot(spot, made), true
		}
		side.spot[i], side.knight[i] = spot, x.On(parker.Square(q)).Knight()
		i++
	}
	*side = side.ordered()
	return made == 0 || told
}
