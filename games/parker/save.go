package parker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"tableronde/games"
)

var _ games.Saver = (*state)(nil)

// savedFormat is the number of the format of Save.
const savedFormat = 1

var errNotSaved = errors.New("this is no state that was saved")

// Save returns the position, what depends on the course of the game, and the positions
// that can occur again, the latest first, each as its difference from the one after it: how many
// pieces they share at the beginning and at the end of the list, those between, and the rest.
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

// canHave reports whether the board can have some pieces, two bytes each.
func (b *Board) canHave(pieces []byte) bool {
	for i := 0; i+1 < len(pieces); i += 2 {
		if seat := Piece(pieces[i+1]).Seat(); int(pieces[i]) >= b.Len() || seat < 1 || int(seat) > len(b.sides) {
			return false
		}
	}
	return len(pieces)%2 == 0
}

// canHaveRest reports the same of the bytes after the pieces of a packed position.
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
