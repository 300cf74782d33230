package pages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/views"
)

// field is an input of a form with its label.
type field struct {
	id, name, value, kind, complete string
	told                            string // id of the element with its problem
	mode                            string // of the keyboard of a phone
	help                            string
	failed, optional                bool
	more                            templ.Attributes // of the input
}

// description lists the ids of the elements that describe the input.
func (f field) description() string {
	return strings.TrimSpace(views.Either(f.help != "", f.id+"-help ", "") + views.Either(f.failed, f.told, ""))
}

// between returns the attributes of a field for a number.
func between(least, most int) templ.Attributes {
	return templ.Attributes{"min": strconv.Itoa(least), "max": strconv.Itoa(most)}
}

// reasonLength limits the reason that an operator gives.
var reasonLength = templ.Attributes{"maxlength": "300"}

// anyOr puts the choice of any value before the others. It is chosen if no other is.
func anyOr(text string, list []views.Option) []views.Option {
	none := !slices.ContainsFunc(list, func(o views.Option) bool { return o.Chosen })
	return slices.Insert(list, 0, views.Option{Text: text, Chosen: none})
}

// upTo lists the numbers from 1 to a largest one, with a step between them.
func upTo(most, step int) []int {
	var list []int
	for n := 1; n <= most; n += step {
		list = append(list, n)
	}
	return list
}

// pageLink leads to another part of a list.
type pageLink struct {
	shown bool
	href  templ.SafeURL
	text  string
}
