package views

import "tableronde/games/study"

// Analysis is the model of the page on which somebody tries moves from any position of a
// match, and keeps what they like of them. Nobody else sees it.
type Analysis struct {
	Match
	Explored Explored
	Now      bool // the position is the present one, and conditions can be given for it
	Keeps    bool // the visitor is known, so that lines can be kept for them

	Valued *Valued // what the position that is looked at is worth, nil unless that was asked

	Kept    study.Study // what is kept for the visitor
	Roots   []StudyRoot // the positions it begins at, and the one shown
	Done    string      // what the visitor's last post did: "keep", "note", "cut" or "promote"; "" nothing
	Problem *Problem    // why it was refused
	Note    string      // the note that the form was sent with, if it was refused
}

// StudyRoot is a position of the match at which lines begin.
type StudyRoot struct {
	After  int      // number of events before it
	Last   int      // index in Log of the last action before it, -1 for none
	Played []string // what was played after it
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
