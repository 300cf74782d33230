package delta

import (
	"bytes"
	"hash/maphash"
	"math"
)

const (
	// minSplit is the length in bytes of an element from which the elements within
	// it are told apart.
	minSplit = 100

	// maxUnit is the length of the longest element that is left out as a whole; of
	// longer ones the parts are.
	maxUnit = 4096
)

// unit is an element that an answer may leave out, with the text after it, up to the
// next tag.
type unit struct {
	start, end int32
	next       int32 // index of the first unit that is not within this one
	number     int32 // of the element, in the order of start tags
	void       bool  // has no end tag
	hash       uint64
}

// scan appends the units of HTML to units in the order of their start tags, and counts
// its elements. It returns false if elements are not closed in turn. What it knows of
// HTML suffices for what our templates render: there "<" begins a tag, and ">" ends one.
func scan(units []unit, html []byte) (all []unit, elements int, ok bool) {
	var open []int32 // indexes of the units around the position
	for at := bytes.IndexByte(html, '<'); at >= 0 && at < len(html); {
		length := bytes.IndexByte(html[at:], '>')
		if length < 2 || html[at+1] == '!' {
			return units, 0, false
		}
		end := len(html)
		if n := bytes.IndexByte(html[at+length:], '<'); n >= 0 {
			end = at + length + n
		}
		closes := html[at+1] == '/'
		if !closes {
			void := html[at+length-1] == '/' || isVoid(tagName(html[at:]))
			open = append(open, int32(len(units)))
			units = append(units, unit{start: int32(at), number: int32(elements), void: void})
			elements++
			closes = void
		}
		if closes {
			if len(open) == 0 {
				return units, 0, false
			}
			units = closeUnit(units, open[len(open)-1], end)
			open = open[:len(open)-1]
		}
		at = end
	}
	for i := range units {
		if u := &units[i]; u.end-u.start <= maxUnit {
			u.hash = maphash.Bytes(seed, html[u.start:u.end])
		}
	}
	return units, elements, len(open) == 0 && elements <= math.MaxUint16
}

// closeUnit ends a unit. The units within a short one are dropped.
func closeUnit(units []unit, index int32, end int) []unit {
	u := &units[index]
	u.end = int32(end)
	if u.end-u.start < minSplit {
		units = units[:index+1]
	}
	u.next = int32(len(units))
	return units
}

// seed makes hashes that nobody outside of the process can foresee.
var seed = maphash.MakeSeed()

// tagName returns the name of the start tag that a text begins with.
func tagName(tag []byte) []byte {
	n := 1
	for n < len(tag) && tag[n] != ' ' && tag[n] != '>' && tag[n] != '/' {
		n++
	}
	return tag[1:n]
}

// isVoid reports whether elements of a name have no end tag in HTML.
func isVoid(name []byte) bool {
	switch string(name) {
	case "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr":
		return true
	}
	return false
}
