package study

import (
	"regexp"
	"strings"
)

// Mark is a square that a note marks, or an arrow that it draws.
type Mark struct {
	From string // the square, or the first square of the arrow: "C5"
	To   string // the square at the tip of the arrow, "" for a marked square
}

// drawnToken is a list of arrows or of marked squares in a note: "[%cal GC5D6,GE6E7]", "[%csl GE9]".
// The letters before the squares are colors.
var drawnToken = regexp.MustCompile(`\s*\[%c[as]l ([^\]]*)\]`)

var drawnMark = regexp.MustCompile(`^[A-Za-z]?([A-P][1-9][0-9]?)([A-P][1-9][0-9]?)?$`)

// maxDrawn is the most arrows and marks of a note that are drawn.
const maxDrawn = 60

// Drawn returns the words of a note, and the arrows and marks that it draws.
func Drawn(note string) (words string, marks []Mark) {
	tokens := drawnToken.FindAllStringSubmatch(note, -1)
	if len(tokens) == 0 {
		return note, nil
	}
	for _, token := range tokens {
		for text := range strings.SplitSeq(token[1], ",") {
			if m := drawnMark.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text))); m != nil && len(marks) < maxDrawn {
				marks = append(marks, Mark{From: m[1], To: m[2]})
			}
		}
	}
	return strings.TrimSpace(drawnToken.ReplaceAllString(note, "")), marks
}

// Redraw returns a note with the drawing of another one in place of its own.
func Redraw(note, drawing string) string {
	words, _ := Drawn(note)
	tokens := strings.Join(drawnToken.FindAllString(drawing, -1), "")
	return strings.TrimSpace(words + " " + strings.TrimSpace(tokens))
}
