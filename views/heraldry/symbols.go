package heraldry

import "bytes"

// Symbols are drawings on the grid of the icons that a page defines once each, as
// symbols, and refers to.
type Symbols struct {
	drawings []string       // elements <symbol>
	index    map[string]int // of each in drawings, by name
}

// NewSymbols returns the icons that any page may show, without those of CardDefs, and
// the named drawings, each once.
func NewSymbols(names []string, drawing func(name string) string) *Symbols {
	s := &Symbols{index: make(map[string]int)}
	for _, name := range iconNames {
		if name != frameIcon {
			s.add(name, icons[name])
		}
	}
	for _, name := range names {
		s.add(name, drawing(name))
	}
	return s
}

func (s *Symbols) add(name, drawing string) {
	if _, known := s.index[name]; !known {
		s.index[name] = len(s.drawings)
		s.drawings = append(s.drawings, symbol(name, drawing))
	}
}

func symbol(name, drawing string) string {
	return `<symbol id="i-` + name + `" viewBox="0 0 24 24">` + drawing + `</symbol>`
}

var reference = []byte(`href="#i-`)

// AppendUsed appends an SVG without extent that holds those of the symbols that HTML
// refers to. Their order is always the same.
func (s *Symbols) AppendUsed(out, html []byte) []byte {
	used := make([]bool, len(s.drawings))
	for {
		at := bytes.Index(html, reference)
		if at < 0 {
			break
		}
		html = html[at+len(reference):]
		if i, known := s.index[string(html[:max(0, bytes.IndexByte(html, '"'))])]; known {
			used[i] = true
		}
	}
	out = append(out, defsStart...)
	for i, drawing := range s.drawings {
		if used[i] {
			out = append(out, drawing...)
		}
	}
	return append(out, defsEnd...)
}
