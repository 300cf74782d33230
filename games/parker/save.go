package parker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"tableronde/games"
)

var _ games.Saver = (*state)(nil)

// savedFormat is the number of the format of Save.
const savedFormat = 1

var errNotSaved = errors.New("this is no state that was saved")

// Save returns the position, what depends on the course of the game, and the positions
// that can occur again, the latest first, each as its difference from the one after it.
func (s *state) Save() []byte {
	now := s.pos.pack()
	out := appendText([]byte{savedFormat}, now)
	out = binary.AppendUvarint(out, uint64(s.quiet))
	for i, resigned := range s.resigned {
		flag := uint64(0)
		if resigned {
			flag = 1
		}
		out = binary.AppendUvarint(out, flag)
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
	out = appendText(out, string(result))
	n := 0
	for o := s.past; o != nil; o = o.past {
		n++
	}
	out = binary.AppendUvarint(out, uint64(n))
	for o := s.past; o != nil; o = o.past {
		out = appendDifference(out, now, o.packed)
		now = o.packed
	}
	return out
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// appendDifference appends what past makes a packed position from, given the one after
// it: how many pieces they share at the beginning and at the end of the list, those
// between, and the rest.
func appendDifference(out []byte, from, to string) []byte {
	fromPieces, _ := splitPacked(from)
	pieces, rest := splitPacked(to)
	head, tail, most := 0, 0, min(len(fromPieces), len(pieces))
	for head < most && fromPieces[head:head+2] == pieces[head:head+2] {
		head += 2
	}
	for tail < most-head && fromPieces[len(fromPieces)-tail-2:len(fromPieces)-tail] == pieces[len(pieces)-tail-2:len(pieces)-tail] {
		tail += 2
	}
	out = binary.AppendUvarint(out, uint64(head/2))
	out = binary.AppendUvarint(out, uint64(tail/2))
	return append(appendText(out, pieces[head:len(pieces)-tail]), rest...)
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
	r := savedReader{rest: saved}
	if r.number(math.MaxUint8) != savedFormat {
		return nil, games.ErrSavedFormat
	}
	next := &state{b: s.b, start: s.start}
	now := string(r.text())
	if !next.pos.unpack(s.b, now) {
		return nil, errNotSaved
	}
	next.quiet = r.number(math.MaxInt32)
	for i := range next.resigned {
		next.resigned[i] = r.number(1) == 1
		next.gone[i] = roster{men: r.number(maxSquares), knights: r.number(maxSquares)}
	}
	if result := r.text(); len(result) > 0 {
		if err := json.Unmarshal(result, &next.result); err != nil {
			return nil, err
		}
	}
	past, ok := r.past(s.b, now, next.pos.key)
	if !ok || r.failed || len(r.rest) > 0 {
		return nil, errNotSaved
	}
	next.past = past
	return next, nil
}

// savedReader reads what Save has written. Once something is missing it has failed, and
// reads nothing any more.
type savedReader struct {
	rest   []byte
	failed bool
}

// number reads a number of at most so much.
func (r *savedReader) number(most int) int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > uint64(most) {
		r.rest, r.failed = nil, true
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

func (r *savedReader) text() []byte { return r.bytes(r.number(math.MaxInt32)) }

func (r *savedReader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.failed = nil, true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// past reads the positions before one. Their texts share the memory of one, and so do
// their places in the list.
func (r *savedReader) past(b *Board, now string, key uint64) (latest *occurrence, ok bool) {
	list := make([]occurrence, r.number(len(r.rest)/packedRest))
	var all strings.Builder
	all.Grow(len(list) * len(now))
	for i := range list {
		pieces, _ := splitPacked(now)
		head := 2 * r.number(len(pieces)/2)
		tail := 2 * r.number((len(pieces)-head)/2)
		between, rest := r.text(), r.bytes(packedRest)
		begin := all.Len()
		all.WriteString(pieces[:head])
		all.Write(between)
		all.WriteString(pieces[len(pieces)-tail:])
		all.Write(rest)
		packed := all.String()[begin:]
		if r.failed || !b.canHave(between) || !b.canHaveRest(rest) {
			return nil, false
		}
		key ^= keyOfPieces(pieces[head:len(pieces)-tail]) ^ keyOfPieces(between) ^ keyOfRest(now) ^ keyOfRest(packed)
		list[i].key, list[i].packed = key, packed
		if i > 0 {
			list[i-1].past = &list[i]
		}
		now = packed
	}
	if len(list) > 0 {
		latest = &list[0]
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
