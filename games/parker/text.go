package parker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Position is a position without a past, written as one line of text: the pieces on
// a board, the seat to move and the castle moves made. It need not be playable; see
// State. The zero value is not usable.
type Position struct {
	b   *Board
	pos position
}

// Empty returns the board without pieces, seat 1 to move.
func (b *Board) Empty() Position { return Position{b: b} }

// maxPosition is the length of the longest text that is parsed as a position.
const maxPosition = 1000

// ParsePosition is the inverse of Position.String:
//
//	camelot 1 KC6,D6,E6/KC11,D11,K6 1/0
//
// The fields are the ruleset, the seat to move, the pieces of each seat in turn
// order with K before the square of a knight and - for no pieces, and the castle
// moves of each seat, which may be left out if there are none. Squares may come in
// any order and letters of squares in either case. The error is an *games.Illegal.
func ParsePosition(text string) (Position, error) {
	text = games.Plain(text)
	fields := strings.Fields(text)
	if len(text) > maxPosition || len(fields) < 3 || len(fields) > 4 || strings.ContainsAny(text, "\n\r\t\v\f") {
		return Position{}, positionForm.With("text", excerpt(text))
	}
	b := BoardOf(fields[0])
	if b == nil {
		return Position{}, positionGame.With("game", excerpt(fields[0]))
	}
	p := b.Empty()
	turn, err := strconv.ParseUint(fields[1], 10, 8)
	if err != nil || turn < 1 || int(turn) > len(b.sides) {
		return Position{}, positionTurn.With("seats", strconv.Itoa(len(b.sides)), "text", excerpt(fields[1]))
	}
	p.pos.pass(seatIndex(turn - 1))
	armies := strings.Split(fields[2], "/")
	if len(armies) != len(b.sides) {
		return Position{}, positionSeats.With("seats", strconv.Itoa(len(b.sides)), "count", strconv.Itoa(len(armies)))
	}
	for i, army := range armies {
		if why := p.placeArmy(seatIndex(i), army); why != nil {
			return Position{}, why
		}
	}
	if len(fields) == 4 {
		if why := p.parseCastleMoves(fields[3]); why != nil {
			return Position{}, why
		}
	}
	return p, nil
}

// placeArmy parses and places the pieces of a seat.
func (p *Position) placeArmy(s seatIndex, army string) *games.Illegal {
	if army == "-" {
		return nil
	}
	for piece := range strings.SplitSeq(army, ",") {
		name, knight := piece, false
		// K6 is a square, KK6 a knight on it.
		if len(piece) > 2 && piece[0]|0x20 == 'k' && (piece[1] < '0' || piece[1] > '9') {
			name, knight = piece[1:], true
		}
		q, rest, missing, ok := p.b.scan(name)
		switch {
		case missing != "" && rest == "":
			return offBoard.With("square", missing)
		case !ok || rest != "":
			return positionPiece.With("text", excerpt(piece))
		case p.pos.at[q] != 0:
			return positionTwice.With("square", p.b.names[q])
		}
		p.pos.put(q, pieceOf(s, knight))
	}
	return nil
}

// parseCastleMoves parses the castle moves.
func (p *Position) parseCastleMoves(text string) *games.Illegal {
	counts := strings.Split(text, "/")
	bad := positionCastleMoves.With("text", excerpt(text), "example", strings.Repeat("0/", len(p.b.sides)-1)+"0")
	if len(counts) != len(p.b.sides) {
		return bad
	}
	for i, count := range counts {
		n := strings.Index("012", count)
		if len(count) != 1 || n < 0 {
			return bad
		}
		if n > 0 && p.b.sides[i].goal.len() < 2 {
			return positionNoCastleMoves.With("game", p.b.id)
		}
		*p = p.WithCastleMoves(games.Seat(i+1), n)
	}
	return nil
}

// String returns the canonical text: squares in the order of the board, castle moves
// only if there are any.
func (p Position) String() string {
	text := append([]byte(p.b.id), ' ')
	text = strconv.AppendInt(text, int64(p.Turn()), 10)
	for i := range p.b.sides {
		text = append(text, " /"[min(i, 1)])
		if p.pos.count[i] == 0 {
			text = append(text, '-')
		}
		for rest, first := p.pos.own[i], true; !rest.empty(); first = false {
			q := rest.pop()
			if !first {
				text = append(text, ',')
			}
			if p.pos.at[q].Knight() {
				text = append(text, 'K')
			}
			text = append(text, p.b.names[q]...)
		}
	}
	made := p.pos.castled[:len(p.b.sides)]
	if slices.Max(made) == 0 {
		return string(text)
	}
	for i, n := range made {
		text = append(text, " /"[min(i, 1)], '0'+n)
	}
	return string(text)
}

// Board returns the board of the position.
func (p Position) Board() *Board { return p.b }

// Turn returns the seat to move.
func (p Position) Turn() games.Seat { return games.Seat(p.pos.turn + 1) }

// At returns the piece on a square.
func (p Position) At(q Square) Piece { return p.pos.at[q] }

// CastleMoves returns the number of castle moves that a seat has made.
func (p Position) CastleMoves(s games.Seat) int { return int(p.pos.castled[s-1]) }

// Count returns the number of a seat's pieces.
func (p Position) Count(s games.Seat) int { return int(p.pos.count[s-1]) }

// PieceOf returns a man or a knight of a seat.
func PieceOf(s games.Seat, knight bool) Piece { return pieceOf(seatIndex(s-1), knight) }

// With returns the position with another piece on a square; the piece 0 clears it.
func (p Position) With(q Square, c Piece) Position {
	if p.pos.at[q] != 0 {
		p.pos.take(q)
	}
	if c != 0 {
		p.pos.put(q, c)
	}
	return p
}

// WithTurn returns the position with another seat to move.
func (p Position) WithTurn(s games.Seat) Position {
	p.pos.pass(seatIndex(s - 1))
	return p
}

// WithCastleMoves returns the position with another number of castle moves of a
// seat, 0 to 2.
func (p Position) WithCastleMoves(s games.Seat, n int) Position {
	made := &p.pos.castled[s-1]
	p.pos.key ^= zobrist.castled[s-1][*made] ^ zobrist.castled[s-1][n]
	*made = uint8(n)
	return p
}

// View returns a view of the position in which no seat can move.
func (p Position) View() View {
	return View{b: p.b, start: &startSetup{position: p.pos}, pos: &p.pos, over: true}
}

// Position returns the position of the view.
func (v View) Position() Position { return Position{v.b, *v.pos} }

// excerpt returns the beginning of a typed text, for a refusal.
func excerpt(text string) string { return games.Excerpt(text, 40) }

// positionOption is the option that gives a match its starting position.
const positionOption = "position"

// State returns a state with the position and no history: no earlier positions, no
// rounds without progress. If the seat to move has pieces but cannot move, it
// passes, as in play; if the position is decided, the state has a result. The error
// is an *games.Illegal for a position without pieces to move, or with more enemies
// than any game has.
func (p Position) State() (games.State, error) {
	pos := p.pos
	for s := range seatIndex(len(p.b.sides)) {
		if _, enemies := p.b.sides.countSides(&pos, s); enemies > maxEnemies {
			return nil, positionCrowded.With("seat", strconv.Itoa(int(s+1)), "count", strconv.Itoa(enemies), "most", strconv.Itoa(maxEnemies))
		}
	}
	result := p.b.judge(&pos)
	if pos.count[pos.turn] == 0 && (result == nil || pos.occupied().empty()) {
		return nil, positionNoPieces.With("seat", strconv.Itoa(int(pos.turn+1)))
	}
	return &state{b: p.b, start: &startSetup{position: pos}, pos: pos, result: result}, nil
}

// begin returns the first state of a match with a custom starting position.
func (b *Board) begin(text string) (games.State, error) {
	p, err := ParsePosition(text)
	if err != nil {
		return nil, err
	}
	if p.b != b {
		return nil, positionOther.With("game", p.b.id, "other", b.id)
	}
	s, err := p.State()
	if err != nil {
		return nil, err
	}
	if s.Result() != nil {
		return nil, positionOver.With()
	}
	return s, nil
}

// judge returns the result of a position without history. If it is undecided, it
// returns nil and passes the turn to the first seat that can move. The seat before
// the one to move counts as the last that moved. Rules §4.
func (b *Board) judge(p *position) *games.Result {
	n, end := seatIndex(len(b.sides)), &b.end
	last := (p.turn + n - 1) % n
	for _, s := range [2]seatIndex{last, p.turn} {
		if end.Goal > 0 && b.sides.inGoal(p, s) >= end.Goal {
			return b.sides.won(s, ReasonCastle)
		}
	}
	for s := range n {
		ours, theirs := b.sides.countSides(p, s)
		switch {
		case theirs == 0 && ours >= end.Least:
			return b.sides.won(s, ReasonCaptures)
		case end.OneEach && ours <= 1 && theirs <= 1:
			return b.sides.drawn(p, ReasonOneEach)
		}
	}
	if p.count[p.turn] == 0 {
		return nil
	}
	t := turn{b: b}
	return b.sides.result(t.passOn(p, last), last, p)
}

// answering returns the seat to move in the text of a decided position: the next
// enemy with pieces after the seat that moved last. This marks a blockade.
func (b *Board) answering(p *position, mover seatIndex) seatIndex {
	n := seatIndex(len(b.sides))
	for i := range n {
		if s := (mover + 1 + i) % n; p.count[s] > 0 && !b.sides.allied(mover, s) {
			return s
		}
	}
	return mover
}

var _ games.Saver = (*state)(nil)

// savedFormat is the number of the format of Save.
const savedFormat = 1

var errNotSaved = errors.New("this is not a saved state")

// Save returns the position, the state that depends on the course of the game, and the
// positions that can occur again. These come latest first, each as its difference from the one
// after it. A difference has the numbers of pieces shared at the beginning and at the end of
// the list, the pieces between, and the rest.
func (s *state) Save() []byte {
	now := s.pos.pack()
	out := games.AppendText([]byte{savedFormat}, now)
	out = binary.AppendUvarint(out, uint64(s.quiet))
	for i, resigned := range s.resigned {
		out = append(out, 0)
		if resigned {
			out[len(out)-1] = 1
		}
		out = binary.AppendUvarint(out, uint64(s.gone[i].men))
		out = binary.AppendUvarint(out, uint64(s.gone[i].knights))
	}
	var result []byte
	if s.result != nil {
		var err error
		if result, err = json.Marshal(s.result); err != nil {
			panic(err) // of numbers and words
		}
	}
	out = games.AppendText(out, result)
	n := uint64(0)
	for o := s.past; o != nil; o = o.past {
		n++
	}
	out = binary.AppendUvarint(out, n)
	for o := s.past; o != nil; o = o.past {
		from, _ := splitPacked(now)
		pieces, rest := splitPacked(o.packed)
		head, tail, most := 0, 0, min(len(from), len(pieces))
		for head < most && from[head:head+2] == pieces[head:head+2] {
			head += 2
		}
		for tail < most-head && from[len(from)-tail-2:len(from)-tail] == pieces[len(pieces)-tail-2:len(pieces)-tail] {
			tail += 2
		}
		out = binary.AppendUvarint(out, uint64(head/2))
		out = binary.AppendUvarint(out, uint64(tail/2))
		out = append(games.AppendText(out, pieces[head:len(pieces)-tail]), rest...)
		now = o.packed
	}
	return out
}

// splitPacked returns the pieces of a packed position, two bytes each, and the rest.
func splitPacked(packed string) (pieces, rest string) {
	n := len(packed) - packedRest
	return packed[:n], packed[n:]
}

// packedRest is the number of bytes of a packed position that are not about pieces.
const packedRest = maxSeats + 1

// Load implements games.Saver.
func (s *state) Load(saved []byte) (games.State, error) {
	r := games.NewSavedReader(saved)
	if r.Number(math.MaxUint8) != savedFormat {
		return nil, games.ErrSavedFormat
	}
	next := &state{b: s.b, start: s.start}
	now := string(r.Text())
	if !next.pos.unpack(s.b, now) {
		return nil, errNotSaved
	}
	next.quiet = int(r.Number(math.MaxInt32))
	for i := range next.resigned {
		next.resigned[i] = r.Number(1) == 1
		next.gone[i] = roster{men: int(r.Number(maxSquares)), knights: int(r.Number(maxSquares))}
	}
	if result := r.Text(); len(result) > 0 {
		if err := json.Unmarshal(result, &next.result); err != nil {
			return nil, err
		}
	}
	var ok bool
	if next.past, ok = s.b.readPast(r, now); !ok || r.Failed() || r.Left() > 0 {
		return nil, errNotSaved
	}
	return next, nil
}

// readPast reads the positions before one, the latest first.
func (b *Board) readPast(r *games.SavedReader, now string) (latest *occurrence, ok bool) {
	next := &latest
	for range r.Number(r.Left() / packedRest) {
		pieces, _ := splitPacked(now)
		head := 2 * r.Number(uint64(len(pieces))/2)
		tail := 2 * r.Number((uint64(len(pieces))-head)/2)
		between, rest := r.Text(), r.Bytes(packedRest)
		if r.Failed() || !b.canHave(between) || !b.canHaveRest(rest) {
			return nil, false
		}
		pieces = pieces[:head] + string(between) + pieces[uint64(len(pieces))-tail:]
		now = pieces + string(rest)
		*next = &occurrence{key: keyOfPieces(pieces) ^ keyOfRest(now), packed: now}
		next = &(*next).past
	}
	return latest, true
}

// canHave reports whether the board can have the given pieces, two bytes each.
func (b *Board) canHave(pieces []byte) bool {
	for i := 0; i+1 < len(pieces); i += 2 {
		if seat := Piece(pieces[i+1]).Seat(); int(pieces[i]) >= b.Len() || seat < 1 || int(seat) > len(b.sides) {
			return false
		}
	}
	return len(pieces)%2 == 0
}

// canHaveRest reports whether the board can have the bytes after the pieces of a packed position.
func (b *Board) canHaveRest(rest []byte) bool {
	return slices.Max(rest[:maxSeats]) <= castleMoves && int(rest[maxSeats]) < len(b.sides)
}

// unpack is the inverse of pack, for an empty position. It reports whether there is such
// a position on the board.
func (p *position) unpack(b *Board, packed string) bool {
	if len(packed) < packedRest {
		return false
	}
	pieces, rest := splitPacked(packed)
	if !b.canHave([]byte(pieces)) || !b.canHaveRest([]byte(rest)) {
		return false
	}
	for i := 0; i < len(pieces); i += 2 {
		if q := Square(pieces[i]); p.at[q] == 0 {
			p.put(q, Piece(pieces[i+1]))
		} else {
			return false
		}
	}
	copy(p.castled[:], rest)
	p.turn = seatIndex(rest[maxSeats])
	p.key ^= keyOfRest(packed)
	return true
}

// keyOfPieces returns the part of a key that is about some pieces.
func keyOfPieces[T string | []byte](pieces T) (key uint64) {
	for i := 0; i < len(pieces); i += 2 {
		key ^= zobrist.piece[pieces[i]][pieces[i+1]]
	}
	return key
}

// keyOfRest returns the part of the key of a packed position that is not about pieces.
func keyOfRest(packed string) uint64 {
	_, rest := splitPacked(packed)
	key := zobrist.turn[rest[maxSeats]]
	for s := range maxSeats {
		key ^= zobrist.castled[s][rest[s]]
	}
	return key
}
