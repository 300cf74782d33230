// Package study stores the lines of play that a player tries from the positions of a match: trees
// of moves with notes. It contains no rules: the caller plays a line before adding it.
package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"tableronde/games"
)

// The limits of a study.
const (
	MaxMoves = 300    // in all lines
	MaxDepth = 40     // moves one after the other
	MaxNote  = 500    // characters
	MaxText  = 24_000 // bytes, as stored
)

// Errors for a study beyond a limit.
var (
	ErrMoves = fmt.Errorf("a study has at most %d moves", MaxMoves)
	ErrDepth = fmt.Errorf("a line of a study has at most %d moves", MaxDepth)
	ErrNote  = fmt.Errorf("a note has at most %d characters", MaxNote)
	ErrText  = errors.New("a study is too long")
)

// ErrNoLine reports that a study does not have a line.
var ErrNoLine = errors.New("the study has no such line")

// Study has the lines that one player has tried in one match, and the player's notes.
type Study struct {
	From []Root `json:"from"` // ascending
}

// Root is a position of the match, and the lines that begin there.
type Root struct {
	After int    `json:"after"` // number of events before the position
	Note  string `json:"note,omitempty"`
	Lines []Move `json:"lines,omitempty"`
}

// Move is a move that was tried, with the moves that were tried after it. The first of several
// is the main one.
type Move struct {
	Seat  games.Seat `json:"seat"`
	Text  string     `json:"move"`
	Note  string     `json:"note,omitempty"`
	Lines []Move     `json:"lines,omitempty"`
}

// Step is a move of a line.
type Step struct {
	Seat games.Seat
	Text string
}

// Parse decodes a study as Encode has written it.
func Parse(text string) (s Study, err error) {
	if text == "" {
		return Study{}, nil
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return Study{}, fmt.Errorf("decode study: %w", err)
	}
	return s, nil
}

// Encode returns the study as text, "" for an empty one. The error is ErrMoves, ErrDepth or
// ErrNote for a study beyond a bound.
func (s Study) Encode() (string, error) {
	if len(s.From) == 0 {
		return "", nil
	}
	moves := 0
	for _, r := range s.From {
		if err := checkBounds(r.Note, r.Lines, 0, &moves); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(s)
	switch {
	case err != nil:
		return "", fmt.Errorf("encode study: %w", err)
	case len(text) > MaxText:
		return "", ErrText
	}
	return string(text), nil
}

// checkBounds checks a note and the lines below it, and counts their moves.
func checkBounds(note string, lines []Move, depth int, moves *int) error {
	switch *moves += len(lines); {
	case utf8.RuneCountInString(note) > MaxNote:
		return ErrNote
	case *moves > MaxMoves:
		return ErrMoves
	case len(lines) > 0 && depth == MaxDepth:
		return ErrDepth
	}
	for _, m := range lines {
		if err := checkBounds(m.Note, m.Lines, depth+1, moves); err != nil {
			return err
		}
	}
	return nil
}

// Clone returns a copy that shares nothing with the study.
func (s Study) Clone() Study {
	from := slices.Clone(s.From)
	for i := range from {
		from[i].Lines = cloneMoves(from[i].Lines)
	}
	return Study{from}
}

func cloneMoves(moves []Move) []Move {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].Lines = cloneMoves(moves[i].Lines)
	}
	return moves
}

// At returns the lines and the note of a position of the match.
func (s Study) At(after int) Root {
	for _, r := range s.From {
		if r.After == after {
			return r
		}
	}
	return Root{After: after}
}

// follow returns the moves of a line from its first, up to the first that the study lacks.
func (s Study) follow(after int, line []Step) (path []*Move) {
	lines := s.At(after).Lines
	for _, step := range line {
		i := indexOf(lines, step.Text)
		if i < 0 {
			break
		}
		path, lines = append(path, &lines[i]), lines[i].Lines
	}
	return path
}

// Known returns the number of moves of a line, from its first, that the study has.
func (s Study) Known(after int, line []Step) int { return len(s.follow(after, line)) }

// NoteAt returns the note on the position after a line, "" for none.
func (s Study) NoteAt(after int, line []Step) string {
	path := s.follow(after, line)
	switch {
	case len(line) == 0:
		return s.At(after).Note
	case len(path) < len(line):
		return ""
	}
	return path[len(path)-1].Note
}

// Has reports whether the study has a line or a note for a position of the match.
func (s Study) Has(after int) bool {
	r := s.At(after)
	return r.Note != "" || len(r.Lines) > 0
}

// After returns the moves that were tried after a line, nil if the study lacks it.
func (s Study) After(after int, line []Step) []Move {
	path := s.follow(after, line)
	switch {
	case len(line) == 0:
		return s.At(after).Lines
	case len(path) < len(line):
		return nil
	}
	return path[len(path)-1].Lines
}

// IsMain reports whether every move of a line is the main one.
func (s Study) IsMain(after int, line []Step) bool {
	lines := s.At(after).Lines
	for _, m := range s.follow(after, line) {
		if m != &lines[0] {
			return false
		}
		lines = m.Lines
	}
	return true
}

// Count returns the number of moves in some lines.
func Count(lines []Move) int {
	n := len(lines)
	for _, m := range lines {
		n += Count(m.Lines)
	}
	return n
}

// Keep adds the moves of a line that the study lacks.
func (s *Study) Keep(after int, line []Step) {
	lines := &s.root(after).Lines
	for _, step := range line {
		i := indexOf(*lines, step.Text)
		if i < 0 {
			i = len(*lines)
			*lines = append(*lines, Move{Seat: step.Seat, Text: step.Text})
		}
		lines = &(*lines)[i].Lines
	}
	s.tidy()
}

// Note writes a note on the position after a line, which it adds; "" removes the note.
func (s *Study) Note(after int, line []Step, note string) {
	s.Keep(after, line)
	text := &s.root(after).Note
	if path := s.follow(after, line); len(path) > 0 {
		text = &path[len(path)-1].Note
	}
	*text = note
	s.tidy()
}

// Cut removes the last move of a line with all that follows it; without a line it removes
// everything about the position.
func (s *Study) Cut(after int, line []Step) error {
	path := s.follow(after, line)
	if len(path) < len(line) {
		return ErrNoLine
	}
	r := s.root(after)
	lines := &r.Lines
	switch {
	case len(line) == 0:
		*r = Root{After: after}
	case len(line) > 1:
		lines = &path[len(path)-2].Lines
		fallthrough
	default:
		i := indexOf(*lines, line[len(line)-1].Text)
		if *lines = slices.Delete(*lines, i, i+1); len(*lines) == 0 {
			*lines = nil
		}
	}
	s.tidy()
	return nil
}

// Promote makes a line the main one at its last branching. The main line does not change.
func (s *Study) Promote(after int, line []Step) error {
	path := s.follow(after, line)
	if len(path) < len(line) {
		return ErrNoLine
	}
	var branched []Move
	lines, at := s.root(after).Lines, 0
	for _, m := range path {
		if i := indexOf(lines, m.Text); i > 0 {
			branched, at = lines, i
		}
		lines = m.Lines
	}
	if at > 0 {
		first := branched[at]
		copy(branched[1:at+1], branched[:at])
		branched[0] = first
	}
	s.tidy()
	return nil
}

// root returns the root of a position, which it adds.
func (s *Study) root(after int) *Root {
	i, found := slices.BinarySearchFunc(s.From, after, func(r Root, after int) int { return r.After - after })
	if !found {
		s.From = slices.Insert(s.From, i, Root{After: after})
	}
	return &s.From[i]
}

// tidy removes positions without lines and notes.
func (s *Study) tidy() {
	s.From = slices.DeleteFunc(s.From, func(r Root) bool { return r.Note == "" && len(r.Lines) == 0 })
}

func indexOf(lines []Move, text string) int {
	return slices.IndexFunc(lines, func(m Move) bool { return m.Text == text })
}
