package records

import (
	"fmt"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
)

// draw draws a position in characters, "" for a game without a board.
func draw(view games.View) string {
	switch v := view.(type) {
	case parker.View:
		return drawBoard(v)
	case fmt.Stringer:
		return strings.TrimRight(v.String(), "\n") + "\n"
	default:
		return ""
	}
}

// drawBoard draws a board with seat 1 at the bottom. A piece is its seat and M
// for a man or K for a knight; "." is an empty square, brackets are a castle.
func drawBoard(v parker.View) string {
	var b strings.Builder
	board := v.Board()
	for rank := board.Ranks() - 1; rank >= 0; rank-- {
		var row strings.Builder
		fmt.Fprintf(&row, "%2d ", rank+1)
		for file := range board.Files() {
			row.WriteString(drawSquare(v, file, rank))
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	b.WriteString("  ")
	for file := range board.Files() {
		fmt.Fprintf(&b, "   %c", 'A'+file)
	}
	b.WriteString("\n")
	return b.String()
}

// drawSquare draws a square, four characters wide.
func drawSquare(v parker.View, file, rank int) string {
	square, ok := v.Board().At(file, rank)
	if !ok {
		return "    "
	}
	what := " ."
	if p := v.At(square); p != 0 {
		kind := 'M'
		if p.Knight() {
			kind = 'K'
		}
		what = fmt.Sprintf("%d%c", p.Seat(), kind)
	}
	if v.Board().CastleOf(square) != 0 {
		return "[" + what + "]"
	}
	return " " + what + " "
}
