// Package classes makes the attribute class of generated templates.
package classes

import (
	"strings"

	"github.com/a-h/templ"
)

// Join returns the value of an attribute class: the names, and those of the pairs whose
// condition holds. templ.CSSClasses, which it calls for anything else, makes a map of all
// names for each element.
func Join(items []any) string {
	if len(items) == 1 {
		if name, ok := items[0].(string); ok {
			return name
		}
	}
	var b strings.Builder
	for _, item := range items {
		var name string
		switch item := item.(type) {
		case string:
			name = item
		case templ.KeyValue[string, bool]:
			if item.Value {
				name = item.Key
			}
		default:
			return templ.CSSClasses(items).String()
		}
		if name != "" && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(name)
	}
	return b.String()
}
