package static

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"testing"
)

func get(t *testing.T, url string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, url, nil)
	r.Header = header
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w
}

func TestServesHashedNamesForEver(t *testing.T) {
	kinds := map[string]string{
		"app.css": "text/css; charset=utf-8", "live.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
		"vendor/htmx.org@4.0.1/htmx.min.js": "text/javascript; charset=utf-8",
		titles:                              "font/woff2",
	}
	for name, kind := range kinds {
		url := URL(name)
		if url == Prefix+name {
			t.Errorf("URL(%q) = %q, want a hash in it", name, url)
		}
		w := get(t, url, http.Header{})
		want, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), want) {
			t.Errorf("GET %s = %d with %d bytes, want 200 with %d", url, w.Code, w.Body.Len(), len(want))
		}
		if got := w.Header().Get("Content-Type"); got != kind {
			t.Errorf("content type of %s = %q, want %q", name, got, kind)
		}
		if got := w.Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("cache control of %s = %q, want immutable", name, got)
		}
	}
}

func TestCompressesForThoseWhoAccept(t *testing.T) {
	url := URL("vendor/htmx.org@4.0.1/htmx.min.js")
	want := get(t, url, http.Header{}).Body.Bytes()
	for _, accept := range []string{"br, gzip", "gzip, br, zstd", "GZIP; q=0.5"} {
		w := get(t, url, http.Header{"Accept-Encoding": {accept}})
		if got := w.Header().Get("Content-Encoding"); got != "gzip" {
			t.Fatalf("%s is answered in %q", accept, got)
		}
		if got := w.Header().Get("Content-Length"); got != strconv.Itoa(w.Body.Len()) {
			t.Errorf("Content-Length %s for %d bytes", got, w.Body.Len())
		}
		r, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the file for %q differs from the plain one: %v", accept, err)
		}
	}
	for _, accept := range []string{"gzip;q=0", "gzip; q=0.0", "zstd", "notgzip"} {
		w := get(t, url, http.Header{"Accept-Encoding": {accept}})
		if w.Header().Get("Content-Encoding") != "" || !bytes.Equal(w.Body.Bytes(), want) {
			t.Errorf("the file for %q is not as it is", accept)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	for _, url := range []string{"/static/", "/static/app.css", "/static/app.000000000000.css", "/static/../static.go", "/static/static.go"} {
		if w := get(t, url, http.Header{}); w.Code != http.StatusNotFound {
			t.Errorf("GET %s = %d, want 404", url, w.Code)
		}
	}
}

func TestMethods(t *testing.T) {
	for method, want := range map[string]int{http.MethodHead: http.StatusOK, http.MethodPost: http.StatusMethodNotAllowed} {
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, httptest.NewRequest(method, URL("app.css"), nil))
		if w.Code != want {
			t.Errorf("%s = %d, want %d", method, w.Code, want)
		}
		if method == http.MethodHead && w.Body.Len() > 0 {
			t.Error("HEAD answered with a body")
		}
	}
}

// Every vendored package carries its licence and the sums of its files.
func TestVendoredFilesAreAsPublished(t *testing.T) {
	packages, err := fs.ReadDir(files, "vendor")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		dir := path.Join("vendor", p.Name())
		sums, err := files.ReadFile(path.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Error(err)
			continue
		}
		listed := map[string]bool{}
		for lines := bufio.NewScanner(bytes.NewReader(sums)); lines.Scan(); {
			want, name, _ := strings.Cut(lines.Text(), "  ")
			data, err := files.ReadFile(path.Join(dir, name))
			if err != nil {
				t.Error(err)
				continue
			}
			if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
				t.Errorf("%s/%s is not the file that was published", dir, name)
			}
			listed[name] = true
		}
		entries, err := fs.ReadDir(files, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Name() != "SHA256SUMS" && !listed[e.Name()] {
				t.Errorf("%s/%s has no sum", dir, e.Name())
			}
		}
		if !listed["LICENSE"] {
			t.Errorf("%s has no licence", dir)
		}
	}
}
