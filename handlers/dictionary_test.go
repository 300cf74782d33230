package handlers

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"testing"

	"github.com/klauspost/compress/zstd"

	"tableronde/games/catalog"
)

// A browser that has the dictionary of a game gets the pages of its matches against it: the same text
// in a quarter of the bytes. Other browsers and other files are served as ever.
func TestPagesAgainstADictionary(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	for _, rules := range catalog.All() {
		game := rules.Info()
		if len(game.Seats) > 0 && game.Seats[0] > 2 {
			continue
		}
		t.Run(game.ID, func(t *testing.T) {
			id := s.Start(ada, bo, map[string]any{"game": game.ID, "public": true}).ID
			r := newReader(t, s.URL)
			r.open("/m/" + id)
			address := r.page.Find(`link[rel="compression-dictionary"]`).AttrOr("href", "")
			dictionary, h := fetchWith(t, s.URL+address, nil)
			if got := h.Get("Use-As-Dictionary"); got != `match="/m/*"` {
				t.Fatalf("%s is a dictionary for %q", address, got)
			}
			sum := sha256.Sum256(dictionary)
			known := map[string]string{"Accept-Encoding": "gzip, br, zstd, dcb, dcz", "Available-Dictionary": available(dictionary)}
			plain, _ := fetchWith(t, s.URL+"/m/"+id, map[string]string{"Accept-Encoding": "identity"})
			packed, h := fetchWith(t, s.URL+"/m/"+id, known)
			if h.Get("Content-Encoding") != "dcz" || !bytes.Equal(packed[8:40], sum[:]) {
				t.Fatalf("the page is sent as %q with %x", h.Get("Content-Encoding"), packed[:40])
			}
			decoder, err := zstd.NewReader(bytes.NewReader(packed[40:]), zstd.WithDecoderDictRaw(0, dictionary))
			if err != nil {
				t.Fatal(err)
			}
			defer decoder.Close()
			text, err := io.ReadAll(decoder)
			if err != nil || !bytes.Equal(now.ReplaceAll(text, nil), now.ReplaceAll(plain, nil)) {
				t.Errorf("the page is another one, %v", err)
			}
			ordinary, h := fetchWith(t, s.URL+"/m/"+id, map[string]string{"Accept-Encoding": "gzip, zstd"})
			t.Logf("%d bytes, %d in %s, %d against the dictionary", len(plain), len(ordinary), h.Get("Content-Encoding"), len(packed))
			if 2*len(packed) > len(ordinary) {
				t.Errorf("%d bytes against the dictionary, %d without", len(packed), len(ordinary))
			}
			if _, h := fetchWith(t, s.URL+"/sw.js", known); h.Get("Content-Encoding") == "dcz" {
				t.Error("a script is sent against the dictionary")
			}
			known["Available-Dictionary"] = ":AAAA:"
			if _, h := fetchWith(t, s.URL+"/m/"+id, known); h.Get("Content-Encoding") != "zstd" {
				t.Errorf("with a strange dictionary the page is sent as %q", h.Get("Content-Encoding"))
			}
		})
	}
	r := newReader(t, s.URL)
	for name, status := range map[string]int{"chess.en": http.StatusNotFound, "camelot.xx": http.StatusNotFound, "camelot": http.StatusNotFound, "grand-camelot.fr": http.StatusOK} {
		r.send(http.MethodGet, "/dictionary/"+name, nil)
		r.expect(status)
	}
}

// now matches the parts of a page that are others the next time.
var now = regexp.MustCompile(`data-since="\d+"|data-now="\d+"`)

// available returns the header of a browser that has a dictionary.
func available(dictionary []byte) string {
	sum := sha256.Sum256(dictionary)
	return ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// fetchWith asks for an address with headers. It returns the answer as it is sent.
func fetchWith(t testing.TB, address string, headers map[string]string) ([]byte, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, res.StatusCode, err)
	}
	return text, res.Header
}
