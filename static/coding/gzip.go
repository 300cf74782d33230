package coding

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// gzipHeader is that of gzip without a name, a time or anything else.
const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// shortBody is the size in bytes below which 20 µs more make a body smaller by 2 %.
const shortBody = 16 << 10

var (
	deflaters      = sync.Pool{New: func() any { return newDeflater(5) }}
	shortDeflaters = sync.Pool{New: func() any { return newDeflater(7) }}
)

func newDeflater(level int) *flate.Writer {
	w, err := flate.NewWriter(io.Discard, level)
	if err != nil {
		panic(err) // the levels are those above
	}
	return w
}

// appendGzip appends a body in gzip. The drawings in it are compressed once for all
// bodies, apart from what is around them.
func appendGzip(dst, body []byte) []byte {
	pool := &deflaters
	if len(body) < shortBody {
		pool = &shortDeflaters
	}
	w := pool.Get().(*flate.Writer)
	defer pool.Put(w)
	out := bytes.NewBuffer(append(dst, gzipHeader...))
	rest := body
	for {
		before, drawing, after := cutDrawing(rest)
		blocks := zippedDrawings.of(drawing)
		if blocks == nil {
			break
		}
		appendDeflated(out, before, w, (*flate.Writer).Flush)
		_, _ = out.Write(blocks) // a bytes.Buffer takes everything
		rest = after
	}
	appendDeflated(out, rest, w, (*flate.Writer).Close)
	end := binary.LittleEndian.AppendUint32(out.AvailableBuffer(), crc32.ChecksumIEEE(body))
	_, _ = out.Write(binary.LittleEndian.AppendUint32(end, uint32(len(body))))
	return out.Bytes()
}

// appendDeflated appends a text as blocks of DEFLATE that refer to nothing before them;
// end ends the last of them on a whole byte, or the stream.
func appendDeflated(out *bytes.Buffer, text []byte, w *flate.Writer, end func(*flate.Writer) error) {
	w.Reset(out)
	_, _ = w.Write(text) // a bytes.Buffer takes everything
	_ = end(w)
}

// The drawings that a page refers to stand in an element of their own, which has the same
// bytes on page after page, whoever asks.
var (
	drawingBegin = []byte(`<svg class="defs"`)
	drawingEnd   = []byte(`</svg>`)
)

const (
	// beforeDrawing is how far from the beginning of a page, or after other drawings, the
	// drawings are looked for.
	beforeDrawing = 8 << 10

	// minDrawing is the size in bytes from which drawings are compressed apart: the page
	// becomes larger by that, by 50 to 100 bytes each.
	minDrawing = 10 << 10
)

// cutDrawing splits a text around the first of the drawings that are large; there are
// none in it if drawing is empty.
func cutDrawing(text []byte) (before, drawing, after []byte) {
	for from := 0; ; {
		begin := bytes.Index(text[from:min(len(text), from+beforeDrawing)], drawingBegin)
		if begin < 0 {
			return text, nil, nil
		}
		begin += from
		length := bytes.Index(text[begin:], drawingEnd)
		if length < 0 {
			return text, nil, nil
		}
		end := begin + length + len(drawingEnd)
		if end-begin >= minDrawing {
			return text[:begin], text[begin:end], text[end:]
		}
		from = end
	}
}

// mostDrawings bounds how many drawings are kept: today there are three, of 11 to 21 kB.
const mostDrawings = 32

var zippedDrawings drawings

// drawings keeps drawings as blocks of DEFLATE. Its zero value is empty.
type drawings struct {
	mu    sync.RWMutex
	known map[string][]byte
}

// of returns a drawing as blocks that end on a whole byte, as small as they get. It
// returns nil if there is none, or too many others are kept.
func (d *drawings) of(drawing []byte) []byte {
	if len(drawing) == 0 {
		return nil
	}
	d.mu.RLock()
	blocks, full := d.known[string(drawing)], len(d.known) >= mostDrawings
	d.mu.RUnlock()
	if blocks != nil || full {
		return blocks
	}
	var out bytes.Buffer
	appendDeflated(&out, drawing, newDeflater(flate.BestCompression), (*flate.Writer).Flush)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil {
		d.known = make(map[string][]byte)
	}
	if len(d.known) < mostDrawings {
		d.known[string(drawing)] = out.Bytes()
	}
	return out.Bytes()
}
