package web

import (
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

func TestParseSeat(t *testing.T) {
	for text, want := range map[string]games.Seat{"": 0, "1": 1, "4": 4, "04": 4} {
		if got, ok := ParseSeat(text, 4); !ok || got != want {
			t.Errorf("ParseSeat(%q, 4) = %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"0", "5", "-1", "x", "1.0", " 1", "99999999999999999999"} {
		if got, ok := ParseSeat(text, 4); ok {
			t.Errorf("ParseSeat(%q, 4) = %d", text, got)
		}
	}
}

func TestCursor(t *testing.T) {
	refusal := errors.New("no cursor")
	for _, tt := range []struct{ err, want error }{
		{nil, nil}, {io.EOF, io.EOF}, {db.ErrCursor, refusal}, {fmt.Errorf("list: %w", db.ErrCursor), refusal},
	} {
		if got := RefuseCursor(tt.err, refusal); got != tt.want {
			t.Errorf("RefuseCursor(%v) = %v, want %v", tt.err, got, tt.want)
		}
	}
	c := echo.New().NewContext(httptest.NewRequest("GET", "/tables?after=abc&limit=3", nil), nil)
	if got := Cursor(c); got != "abc" {
		t.Errorf("Cursor = %q", got)
	}
}
