package site

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
)

// A cookie names a time zone or nothing; it is no path to a file.
func TestZoneOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"": "UTC", "Europe/Paris": "Europe/Paris", "Local": "UTC", "Europe/Camelot": "UTC", "../../etc/passwd": "UTC",
		"/etc/localtime": "UTC", "Europe": "UTC", "Europe/../Europe/Paris": "UTC"} {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.AddCookie(&http.Cookie{Name: zoneCookie, Value: name})
		if got := ZoneOf(echo.New().NewContext(req, nil)).String(); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
