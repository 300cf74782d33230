package pages

import (
	"cmp"
	"strconv"
	"time"

	"tableronde/views"
)

// Remarks is the model of the page of the visitor's notes about a match, which nobody else reads.
type Remarks struct {
	views.Match
	List    []Remark // by place
	Paging  views.Paging
	Place   int    // of the form: the number of events before the position; negative for the match as a whole
	Text    string // the stored or the refused note
	Done    string // the change that was made: "kept" or "removed"
	Problem *views.Problem
	Path    string // of the page, if it is not beside the match itself
}

// Remark is a note.
type Remark struct {
	Place   int // as Remarks.Place
	Text    string
	Changed time.Time
}

// address returns the address of the page.
func (m Remarks) address() string { return cmp.Or(m.Path, m.Address()+"/notes") }

// placeValue returns a place as forms and addresses name it.
func placeValue(place int) string {
	if place < 0 {
		return "all"
	}
	return strconv.Itoa(place)
}

// placeName returns a place in words.
func (m Remarks) placeName(place int) string {
	switch {
	case place < 0:
		return m.T("remarks.whole")
	case place == 0:
		return m.T("remarks.start")
	}
	return m.T("remarks.at", "Number", strconv.Itoa(place))
}

// editPath returns the address at which a note is changed.
func (m Remarks) editPath(place int) string {
	return m.address() + "?ply=" + placeValue(place) + "#write"
}

// otherPlaces lists further places that the form offers: the match as a whole, and its last
// position.
func (m Remarks) otherPlaces() (list []int) {
	for _, place := range []int{-1, m.Ply} {
		if place != m.Place && (place < 0 || m.Started) {
			list = append(list, place)
		}
	}
	return list
}
