package coding

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestAccepted(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header []string
		want   Coding
	}{
		{"none", nil, Identity},
		{"empty", []string{""}, Identity},
		{"Chromium and Firefox", []string{"gzip, deflate, br, zstd"}, Zstd},
		{"Safari", []string{"gzip, deflate, br"}, Gzip},
		{"two lines", []string{"br", "zstd"}, Zstd},
		{"old name, case and spaces", []string{" X-GZIP ; Q = 1.0 "}, Gzip},
		{"zstd alone", []string{"zstd;q=0.1"}, Zstd},
		{"gzip preferred", []string{"zstd;q=0.5, gzip;q=0.8"}, Gzip},
		{"zstd preferred", []string{"gzip;q=0.5,zstd;q=0.8"}, Zstd},
		{"identity preferred", []string{"identity, gzip;q=0.5, zstd;q=0.9"}, Identity},
		{"identity and gzip alike", []string{"identity, gzip"}, Gzip},
		{"gzip refused", []string{"gzip;q=0"}, Identity},
		{"gzip refused in full", []string{"gzip;q=0.000, *"}, Identity},
		{"all refused", []string{"*;q=0"}, Identity},
		{"zstd refused", []string{"zstd;q=0, gzip"}, Gzip},
		{"anything", []string{"*"}, Gzip},
		{"others alone", []string{"br, deflate"}, Identity},
		{"gzip within a name", []string{"notgzip, gzip2"}, Identity},
		{"no weight", []string{"gzip;q=, zstd;q=x"}, Identity},
		{"weights out of bounds", []string{"gzip;q=2, zstd;q=-1"}, Identity},
		{"not a number", []string{"gzip;q=NaN"}, Identity},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Accepted(http.Header{"Accept-Encoding": tt.header}); got != tt.want {
				t.Errorf("Accepted(%q) = %q, want %q", tt.header, got, tt.want)
			}
			gzip := tt.want == Gzip || strings.Contains(strings.Join(tt.header, ","), "gzip") && tt.want == Zstd
			if got := AcceptsGzip(http.Header{"Accept-Encoding": tt.header}); got != gzip {
				t.Errorf("AcceptsGzip(%q) = %v", tt.header, got)
			}
		})
	}
}

// decode decodes a body by a decoder other than our encoder's library, where the
// standard library has one.
func decode(t *testing.T, c Coding, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	var err error
	switch c {
	case Gzip:
		r, err = gzip.NewReader(r)
	case Zstd:
		var d *zstd.Decoder
		if d, err = zstd.NewReader(r); err == nil {
			defer d.Close()
			r = d
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBodiesComeBack(t *testing.T) {
	noise := make([]byte, 1<<20)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(noise) // which never fails
	bodies := map[string][]byte{
		"empty": {}, "a letter": {'a'}, "noise": noise, "words": []byte(strings.Repeat("Lancelot, Guenièvre, Perceval. ", 5000)),
		"drawings": []byte(words(400) + drawn(100) + words(100) + drawn(1000) + words(100) + drawn(2000) + words(5000)), "drawings alone": []byte(drawn(1000)),
		"drawings late": []byte(words(1000) + drawn(1000)), "drawings cut off": []byte(words(10) + strings.TrimSuffix(drawn(1000), "</svg>")),
	}
	for name, body := range bodies {
		for _, c := range []Coding{Identity, Gzip, Zstd} {
			got := c.Append([]byte("before"), body)
			if rest, ok := bytes.CutPrefix(got, []byte("before")); !ok || !bytes.Equal(decode(t, c, rest), body) {
				t.Errorf("%s appended in %q does not come back", name, c)
			}
		}
		small := SmallestGzip(body)
		if !bytes.Equal(decode(t, Gzip, small), body) {
			t.Errorf("%s in the smallest gzip does not come back", name)
		}
		if name == "words" && len(small) > len(body)/50 {
			t.Errorf("%s in the smallest gzip: %d bytes of %d", name, len(small), len(body))
		}
	}
}

// words and drawn return a text of n words, and drawings of n lines.
func words(n int) string { return strings.Repeat("Lancelot, ", n) }

func drawn(n int) string {
	return `<svg class="defs" aria-hidden="true">` + strings.Repeat(`<path d="M1 2H3"/>`, n) + `</svg>`
}

// Drawings are compressed once, and no more of them are kept than there are.
func TestDrawingsAreKept(t *testing.T) {
	var d drawings
	first := d.of([]byte(drawn(1)))
	if again := d.of([]byte(drawn(1))); len(first) == 0 || &again[0] != &first[0] {
		t.Error("what is drawn again is compressed again")
	}
	for i := range 2 * mostDrawings {
		_ = d.of([]byte(drawn(2 + i)))
	}
	if len(d.known) != mostDrawings {
		t.Errorf("%d drawings are kept, want %d", len(d.known), mostDrawings)
	}
	if d.of([]byte(drawn(1000))) != nil || d.of(nil) != nil {
		t.Error("there are blocks of what is not kept")
	}
	text := []byte(words(100) + drawn(2000) + words(100))
	if got := decode(t, Gzip, Gzip.Append(nil, text)); !bytes.Equal(got, text) {
		t.Error("what is not kept does not come back")
	}
}

func TestManyAtOnce(t *testing.T) {
	type result struct {
		coding        Coding
		body, encoded []byte
	}
	var all sync.WaitGroup
	results := make(chan result, 160)
	for i := range 16 {
		body := bytes.Repeat([]byte{'a' + byte(i), 'b', '\n'}, 20_000+i)
		for _, c := range []Coding{Gzip, Zstd} {
			all.Go(func() {
				for range 5 {
					results <- result{c, body, c.Append(nil, body)}
				}
			})
		}
	}
	all.Wait()
	close(results)
	for r := range results {
		if !bytes.Equal(decode(t, r.coding, r.encoded), r.body) {
			t.Errorf("%q: a body of %.2q does not come back", r.coding, r.body)
		}
	}
}
