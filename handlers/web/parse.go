package web

import (
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

// ParseSeat reads a seat of a table with the given number of seats. Empty text is seat 0, which
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

// Cursor returns where the requested page of a list begins, "" for the first page. Only the store
// can check whether it is a cursor of the list.
func Cursor(c echo.Context) string { return c.QueryParam("after") }

// RefuseCursor returns refusal in place of the store's error for a cursor that is none,
// and any other error as it is.
func RefuseCursor(err, refusal error) error {
	if errors.Is(err, db.ErrCursor) {
		return refusal
	}
	return err
}
