package views

import (
	"strconv"

	"tableronde/games/review"
	"tableronde/games/study"
)

// Review is the model of the page on which a match on a board is reviewed. Its Shown is the
// position before the selected move.
type Review struct {
	Match
	Found review.Review // the part made by now
	Of    int           // moves of the match
	Done  bool
	Index int // in the moves found, of the selected one; -1 for none
	Whose int // seat whose chances the graph shows, where each plays alone
}

// Analysis is the model of the page on which somebody tries moves from any position of a match, and
// keeps lines of them. Nobody else sees it.
type Analysis struct {
	Match
	Explored Explored
	Now      bool // the position is the present one, and conditions can be given for it
	Keeps    bool // the visitor is known, so that lines can be kept for them

	Valued *Valued // the value of the position shown, nil unless the visitor asked for it

	Kept    study.Study // the lines kept for the visitor
	Roots   []StudyRoot // the positions it begins at, and the one shown
	Done    string      // the visitor's last post: "keep", "note", "cut" or "promote"; "" nothing
	Problem *Problem    // why it was refused
	Note    string      // the note that the form was sent with, if it was refused
}

// StudyRoot is a position of the match at which lines begin.
type StudyRoot struct {
	After  int      // number of events before it
	Last   int      // index in Log of the last action before it, -1 for none
	Played []string // the moves played after it
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
	steps := make([]study.Step, len(e.Line))
	for i, m := range e.Line {
		steps[i] = study.Step{Seat: m.Seat, Text: m.Text}
	}
	return steps
}

// Noted holds the place and the notes of a match that is read as a part of a collection.
type Noted struct {
	ID, Title      string // of the collection
	Number, Of     int    // which of its matches it is, from 1
	Previous, Next string // ids of its matches beside this one, "" none
	Text           string // on the position shown, "" nothing
	Before, After  int    // plies of the nearest notes before and after the position shown, -1 none
	Own            bool   // the visitor has made the collection
	Source         string // where the record of the match comes from, "" unknown
}

// Path returns the address of the collection.
func (n Noted) Path() string { return "/collections/" + n.ID }

// InCollection returns the address of a match as a part of a collection, from its first
// position on.
func InCollection(collection, match string) string {
	return "/m/" + match + "?in=" + collection + "&ply=0"
}

// writePath returns the address at which the visitor writes a note on the position shown.
func (n Noted) writePath(m *Position) string {
	return n.Path() + "/" + m.ID + "?ply=" + strconv.Itoa(m.Shown) + "#write"
}

// Commentary holds the words of people around a match.
type Commentary struct {
	Talks    bool       // the visitor reads messages of the match
	Unread   int        // of them, how many the visitor has not seen
	Noted    *Noted     // the notes of the collection in which the match is read; nil for none
	Operated []Operated // acts of operators in the match
}
