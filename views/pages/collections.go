package pages

import (
	"strconv"

	"github.com/a-h/templ"

	"tableronde/views"
)

// CollectionRow is a collection in a list.
type CollectionRow struct {
	ID, Title, By string // By is "" for the site
	Text          string
	Public        bool
	Matches       int
}

// path returns the address of the collection.
func (r CollectionRow) path() templ.SafeURL { return templ.SafeURL("/collections/" + r.ID) }

// Collections is the model of the list of collections.
type Collections struct {
	views.Page
	Own     []CollectionRow // of the visitor
	Public  []CollectionRow // everybody's
	First   int             // the visitor's
	More    bool
	Known   bool // the visitor may create one
	Form    CollectionForm
	Problem *views.Problem
}

// CollectionForm holds the fields of the form of a collection.
type CollectionForm struct {
	Title, Text string
	Public      bool
	Match       string // for a new collection: the match to put into it
}

// Collection is the model of the page of a collection.
type Collection struct {
	views.Page
	CollectionRow
	Author   string // id of its owner, "" for the site
	Rows     []Row
	Own      bool
	Operator bool
	Done     string // last post: "reported" or "saved"
	Form     CollectionForm
	Problem  *views.Problem
}

// Notes is the model of the page for writing notes on a match of a collection.
type Notes struct {
	Remarks
	Collection CollectionRow
}

// Keep is the model of the page for putting a finished match into collections.
type Keep struct {
	views.Match
	In      []CollectionRow // public collections that contain the match
	Own     []CollectionRow // the visitor's
	Known   bool            // the visitor may create one
	Remarks bool            // the visitor has notes on the match
}

// collectionChoices lists the visitor's collections.
func (m Keep) collectionChoices() (list []views.Option) {
	for _, r := range m.Own {
		list = append(list, views.Option{Value: r.ID, Text: r.Title})
	}
	return list
}

// filePath returns the address of the file of the match, with the notes of the collection in
// which the visitor reads it.
func (m Keep) filePath() templ.SafeURL {
	return templ.SafeURL(m.Address() + "/page" + views.Either(m.Match.In != "", "?in="+m.Match.In, ""))
}

// byLine returns a line with the owner of a collection and the number of its matches.
func (r CollectionRow) byLine(p views.Page) string {
	matches := p.N("collection.matches", r.Matches)
	switch {
	case r.By == "":
		return matches
	case !r.Public:
		return matches + " · " + p.T("collection.private")
	}
	return matches + " · " + r.By
}

// listPath returns the address of the list from a number on.
func (m Collections) listPath(first int) templ.SafeURL {
	if first <= 0 {
		return "/collections"
	}
	return templ.SafeURL("/collections?skip=" + strconv.Itoa(first))
}
