package pages

import (
	"tableronde/views/parker"
)

// homeStyles are the style sheets of the home page.
var homeStyles = append(append([]string{}, parker.Styles...), "computer.css")

// usualLevel is the level of the computer that the form offers first.
const usualLevel = 3
