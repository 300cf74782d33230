package record

import (
	"strings"
	"testing"
)

// maxStepsPerByte bounds the average number of times that the scanner reads a byte.
const maxStepsPerByte = 6

// TestScanIsLinear scans texts that are made to cost time, of one length and of a multiple of
// it, and counts the bytes that the scanner reads.
func TestScanIsLinear(t *testing.T) {
	squares := strings.Repeat("-E8", 600) + "!\n"
	for name, unit := range map[string]string{
		"comments":                 ";\n",
		"comments, in line":        "{}",
		"comments in comments":     strings.Repeat("{", 900) + strings.Repeat("}", 900),
		"brackets":                 "[]",
		"brackets, in lines":       strings.Repeat("[]", 1900) + "\n",
		"names, in lines":          strings.Repeat("[A]", 1300) + "\n",
		"tags in one line":         `[A "b"]`,
		"tags, in lines":           strings.Repeat(`[A "b"]`, 560) + "\n",
		"tags before much space":   strings.Repeat(`[A "b"]`, 280) + strings.Repeat(" ", 1900) + "\n",
		"open tags":                strings.Repeat(`[A "] `, 600) + "\n",
		"numbers":                  "1 ",
		"numbers, joined":          strings.Repeat("1.", 900) + " ",
		"numbers, joined to dots":  strings.Repeat("1.", 500) + strings.Repeat(".", 900) + " ",
		"numbers of many figures":  strings.Repeat("1", 1900) + " ",
		"halves":                   strings.Repeat("½-", 600) + " ",
		"signs":                    "- ",
		"words":                    strings.Repeat("A", 1900) + " ",
		"squares joined":           squares[1:],
		"squares joined by spaces": strings.ReplaceAll(squares[1:], "-", " -"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1 << 14, MaxSize} {
				s := newListScanner([]byte(strings.Repeat(unit, size/len(unit)+1)))
				before := len(s.text)
				err := s.scan()
				if read := before - len(s.text); s.steps > maxStepsPerByte*read || err == nil && read < min(size, 4*maxWords/3) {
					t.Errorf("of %d bytes %d are read in %d steps: %v", before, read, s.steps, err)
				}
			}
		})
	}
}
