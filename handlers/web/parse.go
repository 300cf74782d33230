package web

import (
	"strconv"

	"tableronde/games"
)

// ParseSeat reads a seat of a table with so many seats. Empty text is seat 0, which
// means none in particular; ok is false for any text that is not a seat.
func ParseSeat(text string, seats int) (seat games.Seat, ok bool) {
	if text == "" {
		return 0, true
	}
	n, err := ParseCount(text, 1)
	if err != nil || n > seats {
		return 0, false
	}
	return games.Seat(n), true
}

// ParseCount parses a decimal number of at least least.
func ParseCount(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < least {
		err = strconv.ErrRange
	}
	return n, err
}
