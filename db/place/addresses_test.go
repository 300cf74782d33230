package place_test

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tableronde/db/postgres/pgtest"
	"tableronde/handlers/sitetest"
)

// The address of a visitor is kept in memory, for limits, and nowhere else. It is in no table
// of either engine, and in no line of the log.
func TestAddressesAreStoredNowhere(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all bytes of both engines")
	}
	const address = "203.0.113.77"
	for engine, at := range map[string]string{"file": filepath.Join(t.TempDir(), "tableronde.db"), "database": pgtest.NewDatabase(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Run("come", func(t *testing.T) {
				site := serve(t, at)
				comeFrom(t, site, address)
				if strings.Contains(site.Log.String(), address) {
					t.Error("the log has the address")
				}
			})
			known := 0
			for table, rows := range rowsOf(t, at) {
				for _, row := range rows {
					if strings.Contains(row, address) {
						t.Errorf("%s: %s", table, row)
					}
				}
				if table == "sessions" || table == "once" || table == "players" {
					known += len(rows)
				}
			}
			if known < 4 {
				t.Errorf("only %d rows tell of the visit", known)
			}
		})
	}
}

// comeFrom has somebody become a guest, make an account, sign in in vain, write and play,
// by pages and by the API.
func comeFrom(t *testing.T, site *sitetest.Site, address string) {
	t.Helper()
	cookie := ""
	ask := func(method, path string, form url.Values) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, site.URL+path, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"X-Forwarded-For": address, "Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"} {
			if value != "" {
				req.Header.Set(name, value)
			}
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		for _, c := range res.Cookies() {
			cookie = c.Name + "=" + c.Value
		}
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(ask(http.MethodGet, "/new?game=camelot", nil))
	if key == nil {
		t.Fatal("the form has no key")
	}
	ask(http.MethodPost, "/matches", url.Values{"key": {key[1]}, "game": {"camelot"}, "name": {"Ada"}, "public": {"1"}})
	ask(http.MethodPost, "/account", url.Values{"name": {"Ada"}, "password": {"nine white swans"}})
	ask(http.MethodPost, "/sign-in", url.Values{"name": {"Ada"}, "password": {"wrong"}})
	ask(http.MethodPost, "/link", url.Values{"token": {"12345678"}})
	ask(http.MethodGet, "/nothing", nil)
	from := []string{"X-Forwarded-For", address}
	var guest struct{ Token string }
	site.Nobody().Call(http.MethodPost, "/guests", []byte(`{"name":"Bo"}`), append(from, "Idempotency-Key", "once")...).Want(t, http.StatusCreated, "").Read(t, &guest)
	bo := site.Client(guest.Token)
	made := bo.Call(http.MethodPost, "/matches", []byte(`{"game":"camelot","solo":true}`), append(from, "Idempotency-Key", "match")...).Want(t, http.StatusCreated, "").Match
	bo.Call(http.MethodPut, "/matches/"+made.ID+"/notes/all", []byte(`{"text":"x"}`), from...).Want(t, http.StatusNoContent, "")
	site.Nobody().Call(http.MethodPost, "/sessions", []byte(`{"name":"Ada","password":"wrong again"}`), from...).Want(t, http.StatusUnauthorized, "wrong_credentials")
}
