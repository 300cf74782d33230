package web

import (
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

// ParseSeat parses a seat of a table with the given number of seats. The empty text is seat 0,
// which means none. ok is false for any text that is not a seat.
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

// ParseCount parses a decimal number that is not less than least.
func ParseCount(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < least {
		err = strconv.ErrRange
	}
	return n, err
}

// Cursor returns the cursor of the requested page of a list, "" for the first page. Only the store
// can check it.
func Cursor(c echo.Context) string { return c.QueryParam("after") }

// RefuseCursor returns refusal if err is the store's error for an invalid cursor, and otherwise
// err.
func RefuseCursor(err, refusal error) error {
	if errors.Is(err, db.ErrCursor) {
		return refusal
	}
	return err
}
