// Package delta makes answers to htmx small: an element that the page has already is
// left out. It knows pages as bytes alone.
//
// A page names the main element that it shows by its tag (data-tag), and asks with the
// tag of what it has. In the answer, elements that are the same there, one after the
// other in document order, are replaced by an empty one of the first one's name with
//
//	data-same="SKIP COUNT"
//
// where COUNT, left out if it is 1, is how many elements it stands for, each with all
// within it and with the text after it. SKIP leads to the first of them: it is how many
// elements of the old main element to pass over since the end of those of the stub
// before, or since the start tag of main; it may be negative. static/delta.js puts them
// back.
package delta

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strconv"
	"sync"
)

// Header is the header of a request that names the tag of what the page has.
const Header = "TR-Have"

// minStub is the length in bytes from which what is the same is left out.
const minStub = 40

var (
	mainTag = []byte("<main ")
	mainEnd = []byte("</main>")
)

var lists = sync.Pool{New: func() any { return new([]unit) }}

// Append appends the HTML of a page, or of a part of it, to out: its main element gets
// a tag, and leaves out what that with the tag have has as well, if the cache knows it
// from the same scope. It may be empty, outdated, or from another process: then all is
// appended. HTML without a main element is appended as it is.
func (c *Cache) Append(out, html []byte, scope Scope, have string) []byte {
	begin, end := bytes.Index(html, mainTag), bytes.LastIndex(html, mainEnd)
	if begin < 0 || end < begin {
		return append(out, html...)
	}
	inner := begin + bytes.IndexByte(html[begin:end], '>') + 1
	if inner <= begin {
		return append(out, html...)
	}
	list := lists.Get().(*[]unit)
	defer lists.Put(list)
	units, elements, ok := scan((*list)[:0], html[inner:end])
	*list = units
	if !ok {
		return append(out, html...)
	}
	tag := makeTag(html[begin:end], elements)
	old, known := c.swap(scope, have, tag, newParts(units, elements))
	out = append(out, html[:inner-1]...)
	out = append(append(append(out, ` data-tag="`...), tag...), `">`...)
	if known {
		out = reduce(out, html[inner:end], units, old)
	} else {
		out = append(out, html[inner:end]...)
	}
	return append(out, html[end:]...)
}

// makeTag returns the tag of a main element: a hash, and the number of the elements
// within it, by which the page sees whether its own has the same.
func makeTag(html []byte, elements int) string {
	return strconv.FormatUint(maphash.Bytes(seed, html), 36) + "-" + strconv.Itoa(elements)
}

// reduce appends HTML of some units without what old has as well.
func reduce(out, html []byte, units []unit, old parts) []byte {
	var written int32
	passed := 0 // elements of the old page until the end of the last stub
	likely := 0 // index in old of what comes next if nothing has changed
	for i := 0; i < len(units); {
		from := old.find(units[i].hash, likely)
		end, after, count := matchRun(units, i, old, from)
		if from < 0 || end-units[i].start < minStub {
			i++
			likely++
			continue
		}
		out = append(out, html[written:units[i].start]...)
		out = appendStub(out, html, units[i], int(old.numbers[from])-passed, count)
		likely = from + after - i
		passed = old.elements
		if likely < len(old.numbers) {
			passed = int(old.numbers[likely])
		}
		i, written = after, end
	}
	return append(out, html[written:]...)
}

// matchRun returns how many units from index i on, each after the other within one
// element, are the same as in old from index from on, where they end in the HTML, and
// the index of the unit after them.
func matchRun(units []unit, i int, old parts, from int) (end int32, after, count int) {
	end, after = units[i].start, i
	for from >= 0 && from < len(old.hashes) && after < len(units) && units[after].start == end && units[after].hash == old.hashes[from] {
		if units[after].hash == 0 {
			break
		}
		count++
		end = units[after].end
		next := int(units[after].next)
		from += next - after
		after = next
	}
	return end, after, count
}

func appendStub(out, html []byte, first unit, skip, count int) []byte {
	name := tagName(html[first.start:])
	out = append(append(append(out, '<'), name...), ` data-same="`...)
	out = strconv.AppendInt(out, int64(skip), 10)
	if count > 1 {
		out = strconv.AppendInt(append(out, ' '), int64(count), 10)
	}
	if first.void {
		return append(out, `"/>`...)
	}
	return append(append(append(out, `"></`...), name...), '>')
}

// parts are the units of a main element as the cache has them.
type parts struct {
	hashes   []uint64
	numbers  []uint16
	elements int
}

func newParts(units []unit, elements int) parts {
	p := parts{make([]uint64, len(units)), make([]uint16, len(units)), elements}
	for i, u := range units {
		p.hashes[i], p.numbers[i] = u.hash, uint16(u.number)
	}
	return p
}

// find returns the index of a unit of a hash, if possible from an index on, or -1.
func (p parts) find(hash uint64, from int) int {
	if hash == 0 {
		return -1
	}
	from = min(from, len(p.hashes))
	if i := slices.Index(p.hashes[from:], hash); i >= 0 {
		return from + i
	}
	return slices.Index(p.hashes[:from], hash)
}
