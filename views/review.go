package views

import (
	"strconv"
	"strings"

	"tableronde/games/review"
	"tableronde/games/study"
)

// Review is the model of the review of a board match. Its Shown is the position before the selected
// move.
type Review struct {
	Match
	Found   review.Review   // the part that is ready
	Moments []review.Moment // the largest changes of the chances, the largest first
	Of      int             // moves of the match
	Done    bool
	Index   int // of the selected move; -1 for none
	Whose   int // seat whose chances the graph shows, in games without teams
}

// Analysis is the model of the page for trying moves from any position of a match and storing
// lines. Nobody else sees them.
type Analysis struct {
	Match
	Explored Explored
	Now      bool // the position is the present one, so conditional moves can be given
	Keeps    bool // the visitor is a player, so lines can be stored

	Valued *Valued // value of the shown position, nil unless asked for

	Kept    study.Study // stored lines
	Roots   []StudyRoot // positions at which stored lines begin, and the shown one
	Done    string      // last post: "keep", "note", "cut" or "promote"; "" for none
	Problem *Problem    // why the last post was refused
	Note    string      // refused note
}

// StudyRoot is a position of the match at which lines begin.
type StudyRoot struct {
	After  int      // number of events before it
	Last   int      // Log index of the last action before it, -1 for none
	Played []string // moves played after it
}

// Root returns the root with a number of events before it.
func (a Analysis) Root(after int) StudyRoot {
	for _, r := range a.Roots {
		if r.After == after {
			return r
		}
	}
	return StudyRoot{After: after, Last: -1}
}

// Steps returns the explored line as the analysis keeps it.
func (e Explored) Steps() []study.Step {
	return Each(e.Line, func(m TriedMove) study.Step { return study.Step{Seat: m.Seat, Text: m.Text} })
}

// Noted is the place of a match in a collection, with its notes.
type Noted struct {
	ID, Title      string // of the collection
	Number, Of     int    // its number in the collection, from 1
	Previous, Next string // ids of its neighbors, "" for none
	Text           string // note on the shown position, "" for none
	Before, After  int    // plies of the nearest notes before and after, -1 for none
	Own            bool   // the collection is the visitor's
	Source         string // source of the record, "" if unknown
}

// Path returns the address of the collection.
func (n Noted) Path() string { return "/collections/" + n.ID }

// DrawnExample is the text of an arrow and of a marked square in a note.
const DrawnExample = "[%cal GC5D6] [%csl GE9]"

// NoteWords returns the words of a note without its drawing.
func (p Page) NoteWords(note string) string {
	words, marks := study.Drawn(note)
	if words == "" && len(marks) > 0 {
		return p.T("match.drawing")
	}
	return words
}

// InCollection returns the address of a match as a part of a collection, from its first
// position on.
func InCollection(collection, match string) string {
	return "/m/" + match + "?in=" + collection + "&ply=0"
}

// writePath returns the address at which the visitor writes a note on the position shown.
func (n Noted) writePath(m *Position) string {
	return n.Path() + "/" + m.ID + "?ply=" + strconv.Itoa(m.Shown) + "#write"
}

// Heard is a message of another person.
type Heard struct{ ID, Name, Text string }

// maxHeard is the most runes of a message that the page of the match shows.
const maxHeard = 80

// line returns the beginning of the message on one line, with its author.
func (h *Heard) line() string {
	text := []rune(strings.Join(strings.Fields(h.Text), " "))
	if len(text) > maxHeard {
		text = append(text[:maxHeard-1], '…')
	}
	return Isolate(h.Name) + ": " + Isolate(string(text))
}

// Commentary holds the texts of people about a match.
type Commentary struct {
	Talks    bool       // the visitor may read messages
	Unread   int        // messages that the visitor has not seen
	Heard    *Heard     // the latest of these; nil for none
	Noted    *Noted     // place in the collection being read; nil for none
	OwnNote  string     // the visitor's note on the position shown, on a board
	Operated []Operated // operators' acts in the match
}
