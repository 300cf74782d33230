package api

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/flate"
	"github.com/maypok86/otter/v2"
)

// zipEvery is how many bytes of a log are compressed together and kept: a few µs and a
// few hundred bytes of an answer.
const zipEvery = 4 << 10

// gzipHeader begins a gzip stream that tells nothing of its origin. RFC 1952, section
// 2.3.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

// appendDeflated appends a text as blocks of DEFLATE that refer to nothing before them.
// They end with the stream, or on a whole byte, so that other blocks can follow. Nothing
// is kept from one call to the next: a compressor that keeps its tables has some 500 kB.
func appendDeflated(out, text []byte, last bool) []byte {
	buffer := bytes.NewBuffer(out)
	_ = flate.StatelessDeflate(buffer, text, last, nil) // a bytes.Buffer takes everything
	return buffer.Bytes()
}

// appendGzip appends texts in gzip, of the second of which the beginning is there as
// blocks.
func appendGzip(out, head, log, tail []byte, z zippedLog) []byte {
	out = append(out, gzipHeader...)
	out = appendDeflated(out, head, false)
	out = append(out, z.blocks...)
	out = appendDeflated(out, log[z.covers:], false)
	out = appendDeflated(out, tail, true)
	sum, size := uint32(0), 0
	for _, text := range [][]byte{head, log, tail} {
		sum, size = crc32.Update(sum, crc32.IEEETable, text), size+len(text)
	}
	out = binary.LittleEndian.AppendUint32(out, sum)
	return binary.LittleEndian.AppendUint32(out, uint32(size))
}

// zippedLog is the beginning of a log as blocks of DEFLATE.
type zippedLog struct {
	blocks []byte
	covers int // bytes of the log
}

// zipped returns the beginning of a whole log that since has returned, in blocks that are
// kept with it. It is not ok for logs that are not kept.
func (l *logCache) zipped(match string, log loggedEvents) (z zippedLog, ok bool) {
	if len(log) < zipEvery {
		return z, false
	}
	kept, ok := l.logs.GetIfPresent(match)
	if ok && kept.begins(log) && len(log)-kept.zip.covers >= zipEvery {
		kept, _ = l.logs.Compute(match, func(old *encodedLog, found bool) (*encodedLog, otter.ComputeOp) {
			if !found || !old.begins(log) || len(log)-old.zip.covers < zipEvery {
				return old, otter.CancelOp
			}
			grown := *old
			grown.zip.blocks = appendDeflated(old.zip.blocks, log[old.zip.covers:], false)
			grown.zip.covers = len(log)
			return &grown, otter.WriteOp
		})
	}
	if !kept.begins(log) || kept.zip.covers > len(log) {
		return z, false
	}
	return kept.zip, true
}

// begins reports whether a log is in the memory of this one, from its beginning.
func (l *encodedLog) begins(log loggedEvents) bool {
	return l != nil && len(l.text) >= len(log) && len(log) > 0 && &l.text[0] == &log[0]
}
