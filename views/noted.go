package views

import "strconv"

// Noted is what a collection says of a match that is read as a part of it.
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

// notesPath returns the address at which the visitor writes a note on the position shown.
func (m *Match) notesPath() string {
	return m.Noted.Path() + "/" + m.ID + "?ply=" + strconv.Itoa(m.Shown) + "#write"
}
