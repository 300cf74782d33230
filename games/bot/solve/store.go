package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Store keeps the parts of a table by name.
type Store interface {
	// Open returns a part, and its size; the error is ErrAbsent if there is none.
	Open(name string) (Part, int64, error)
	// Write keeps a part, all of it or nothing.
	Write(name string, parts ...[]byte) error
}

// Part is a part of a table in a Store.
type Part interface {
	io.ReaderAt
	io.Closer
}

// ErrAbsent says that a part of a table, or all of it, has not been made.
var ErrAbsent = errors.New("the table is not there")

const (
	magicSize  = 8
	headerSize = 16 // the magic, the checksum of the entries, zeros
)

// name returns the name of a part: camette-14.table has the positions in which the side
// to move has a man and the other a knight.
func (k kind) name() string {
	return fmt.Sprintf("%s-%d%d.table", k.game(), k.own, k.enemy)
}

// game returns the game of the table.
func (k kind) game() string {
	if k.ending != nil {
		return k.ending.game
	}
	return "camette"
}

// magic begins the file of a part.
func (k kind) magic() string {
	if k.ending != nil {
		return "TRENDIN1"
	}
	return "TRCAMET1"
}

// write keeps the entries of a part.
func (k kind) write(s Store, entries []byte) error {
	var header [headerSize]byte
	copy(header[:], k.magic())
	binary.LittleEndian.PutUint32(header[magicSize:], crc32.ChecksumIEEE(entries))
	return s.Write(k.name(), header[:], entries)
}

// open opens a part and checks its header.
func (k kind) open(s Store) (part Part, sum uint32, err error) {
	part, size, err := s.Open(k.name())
	if err != nil {
		return nil, 0, err
	}
	var header [headerSize]byte
	if _, err = part.ReadAt(header[:], 0); err == nil && (string(header[:magicSize]) != k.magic() || size != int64(headerSize+k.size())) {
		err = fmt.Errorf("this is no table of %s", k.game())
	}
	if err != nil {
		part.Close()
		return nil, 0, fmt.Errorf("%s: %w", k.name(), err)
	}
	return part, binary.LittleEndian.Uint32(header[magicSize:]), nil
}

// read returns all entries of a part.
func (k kind) read(s Store) ([]byte, error) {
	part, sum, err := k.open(s)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	entries := make([]byte, k.size())
	if _, err := part.ReadAt(entries, headerSize); err != nil {
		return nil, fmt.Errorf("%s: %w", k.name(), err)
	}
	if crc32.ChecksumIEEE(entries) != sum {
		return nil, fmt.Errorf("%s: the checksum is wrong", k.name())
	}
	return entries, nil
}

// Value is the true value of a position for the side to move. The zero value is a draw:
// neither side can force a win.
type Value struct {
	Decided bool
	Moves   int // to the end of the game with best play on both sides; odd if the side to move wins
}

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v.Decided && v.Moves%2 == 1 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v.Decided && v.Moves%2 == 0 }

// score orders values from the worst to the best for the side to move.
func (v Value) score() int {
	switch {
	case !v.Decided:
		return 0
	case v.Wins():
		return 1_000 - v.Moves
	}
	return v.Moves - 1_000
}

// Entries are one byte: 0 for a draw, else 1 more than the moves to the end.
const maxMoves = 254

func decode(b byte) Value {
	if b == 0 {
		return Value{}
	}
	return Value{true, int(b) - 1}
}

// tables has the parts of the table in memory.
type tables [materials][materials][]byte

func (t *tables) part(k kind) []byte { return t[k.own][k.enemy] }
