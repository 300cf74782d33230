package handlers

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"

	"tableronde/handlers/site"
)

var longText = strings.Repeat("Guenièvre et Lancelot. ", 200)

// decoded decodes the body of a response.
func decoded(t *testing.T, h http.Header, body []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch h.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compressingSite serves handlers that answer in every way there is.
func compressingSite(t *testing.T) *httptest.Server {
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		if !c.Response().Committed {
			_ = c.String(http.StatusTeapot, err.Error())
		}
	}
	compressed, err := site.Compress(site.NewDictionaries(nil))
	if err != nil {
		t.Fatal(err)
	}
	e.Use(compressed)
	get := func(path string, h echo.HandlerFunc) { e.Match([]string{http.MethodGet, http.MethodHead}, path, h) }
	long := func(c echo.Context) error { return c.String(http.StatusAccepted, longText) }
	for _, path := range []string{"/long", "/events", "/static/long"} {
		get(path, long)
	}
	get("/picture", func(c echo.Context) error { return c.Blob(http.StatusOK, "image/png", []byte(longText)) })
	get("/short", func(c echo.Context) error { return c.String(http.StatusOK, longText[:1000]) })
	get("/kept", func(c echo.Context) error {
		c.Response().Header().Set("Content-Encoding", "br")
		return long(c)
	})
	get("/untyped", func(c echo.Context) error {
		_, err := c.Response().Write([]byte("<!doctype html>" + longText))
		return err
	})
	get("/pieces", func(c echo.Context) error {
		c.Response().Header().Set("Content-Type", "text/plain")
		for i := range len(longText) / 100 {
			if _, err := io.WriteString(c.Response(), longText[100*i:100*i+100]); err != nil {
				return err
			}
		}
		return nil
	})
	get("/flushed", func(c echo.Context) error {
		c.Response().Header().Set("Content-Type", "text/plain")
		c.Response().WriteHeader(http.StatusAccepted)
		for range 2 {
			if _, err := io.WriteString(c.Response(), longText); err != nil {
				return err
			}
			c.Response().Flush()
		}
		return nil
	})
	get("/nothing", func(c echo.Context) error { return c.NoContent(http.StatusNoContent) })
	get("/same", func(c echo.Context) error { return c.NoContent(http.StatusNotModified) })
	get("/moved", func(c echo.Context) error { return c.Redirect(http.StatusSeeOther, "/") })
	get("/failing", func(echo.Context) error { return errors.New("no answer") })
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	return s
}

func TestCompress(t *testing.T) {
	s := compressingSite(t)
	for _, tt := range []struct {
		path, accept string
		status       int
		coding, text string
	}{
		{"/long", "gzip", 202, "gzip", longText},
		{"/long", "gzip, br, zstd", 202, "zstd", longText},
		{"/long", "gzip, zstd;q=0", 202, "gzip", longText},
		{"/pieces", "zstd", 200, "zstd", longText[:len(longText)/100*100]},
		{"/flushed", "zstd", 202, "zstd", longText + longText},
		{"/events", "zstd", 202, "", longText},
		{"/long", "gzip;q=0", 202, "", longText},
		{"/long", "", 202, "", longText},
		{"/events", "gzip", 202, "", longText},
		{"/static/long", "gzip", 202, "", longText},
		{"/picture", "gzip", 200, "", longText},
		{"/short", "gzip", 200, "", longText[:1000]},
		{"/kept", "gzip", 202, "br", longText},
		{"/untyped", "gzip", 200, "gzip", "<!doctype html>" + longText},
		{"/pieces", "gzip", 200, "gzip", longText[:len(longText)/100*100]},
		{"/flushed", "gzip", 202, "gzip", longText + longText},
		{"/nothing", "gzip", 204, "", ""},
		{"/same", "gzip", 304, "", ""},
		{"/moved", "gzip", 303, "", ""},
		{"/failing", "gzip", 418, "", "no answer"},
	} {
		t.Run(tt.path+" "+tt.accept, func(t *testing.T) {
			get, body := ask(t, http.MethodGet, s.URL+tt.path, tt.accept)
			if got := get.Header.Get("Content-Encoding"); get.StatusCode != tt.status || got != tt.coding {
				t.Errorf("%d in %q, want %d in %q", get.StatusCode, got, tt.status, tt.coding)
			}
			if got := decoded(t, get.Header, body); got != tt.text {
				t.Errorf("%d bytes, %.60q, want %d", len(got), got, len(tt.text))
			}
			varies := get.Header.Get("Vary") == "Accept-Encoding"
			if untouched := tt.path == "/events" || tt.path == "/static/long"; varies == untouched {
				t.Errorf("Vary: %v", get.Header.Values("Vary"))
			}
			head, body := ask(t, http.MethodHead, s.URL+tt.path, tt.accept)
			if len(body) > 0 || head.StatusCode != tt.status {
				t.Errorf("HEAD: %d with %d bytes", head.StatusCode, len(body))
			}
		})
	}
	if res, _ := ask(t, http.MethodGet, s.URL+"/untyped", "gzip"); res.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("a page without a type has become %s", res.Header.Get("Content-Type"))
	}
}

// ask sends a request that accepts codings.
func ask(t *testing.T, method, url, accept string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if accept != "" {
		req.Header.Set("Accept-Encoding", accept)
	}
	return roundTrip(t, req)
}

// roundTrip returns the response to a request with its body as it came.
func roundTrip(t *testing.T, req *http.Request) (*http.Response, []byte) {
	t.Helper()
	res, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}
