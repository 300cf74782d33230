// Package coding compresses whole HTTP bodies in the content codings of RFC 9110,
// section 8.4.1, that browsers accept.
package coding

import (
	"bytes"
	stdgzip "compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Coding is a content coding as the header Content-Encoding names it.
type Coding string

const (
	Identity Coding = "" // the body as it is
	Gzip     Coding = "gzip"
	Zstd     Coding = "zstd"
)

// MinSize is the size in bytes from which a body is worth compressing: less fits one
// packet anyway.
const MinSize = 1400

// Accepted returns the coding that the Accept-Encoding of a request prefers. Of those
// with the same weight zstd comes first and Identity last. A wildcard stands for gzip
// alone, which every client that has one can read.
func Accepted(h http.Header) Coding {
	switch inGzip, inZstd, asIs := weights(h); {
	case inZstd > 0 && inZstd >= max(inGzip, asIs):
		return Zstd
	case inGzip > 0 && inGzip >= asIs:
		return Gzip
	}
	return Identity
}

// AcceptsGzip reports whether the Accept-Encoding of a request prefers gzip to the body as
// it is.
func AcceptsGzip(h http.Header) bool {
	inGzip, _, asIs := weights(h)
	return inGzip > 0 && inGzip >= asIs
}

// weights returns the weight of each coding in the Accept-Encoding of a request.
func weights(h http.Header) (inGzip, inZstd, asIs float64) {
	const unnamed = -1.0
	inGzip = unnamed
	others := 0.0
	for _, line := range h.Values("Accept-Encoding") {
		for element := range strings.SplitSeq(line, ",") {
			switch name, weight := parse(element); name {
			case "gzip", "x-gzip":
				inGzip = max(inGzip, weight)
			case "zstd":
				inZstd = weight
			case "identity":
				asIs = weight
			case "*":
				others = weight
			}
		}
	}
	if inGzip == unnamed {
		inGzip = others
	}
	return inGzip, inZstd, asIs
}

// parse reads one element of Accept-Encoding: "gzip;q=0.5". A weight that cannot be
// read is 0.
func parse(element string) (name string, weight float64) {
	name, params, weighted := strings.Cut(element, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	if !weighted {
		return name, 1
	}
	key, value, _ := strings.Cut(params, "=")
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !strings.EqualFold(strings.TrimSpace(key), "q") || !(weight >= 0 && weight <= 1) {
		return name, 0
	}
	return name, weight
}

// Append appends the body in the coding to dst, at a level for what is sent once.
// Any number of goroutines may call it.
func (c Coding) Append(dst, body []byte) []byte {
	switch c {
	case Gzip:
		return appendGzip(dst, body)
	case Zstd:
		return zstdEncoder().EncodeAll(body, dst)
	}
	return append(dst, body...)
}

// The level of Append is that after which the page of a match becomes hardly smaller
// but much dearer. Its zstd then costs as much as its gzip, and is smaller.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are those above
	}
	return e
})

// SmallestGzip returns the body in gzip as small as it gets, at some ten times the cost of
// Append: for what is compressed once and kept. It uses the standard library, whose best
// is smaller by 2 %. The best of zstd is as large, and takes 33 MB of tables.
func SmallestGzip(body []byte) []byte {
	var out bytes.Buffer
	w, _ := stdgzip.NewWriterLevel(&out, stdgzip.BestCompression) // a level that it knows
	_, _ = w.Write(body)                                          // a bytes.Buffer takes everything
	_ = w.Close()
	return out.Bytes()
}
