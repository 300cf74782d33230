package parker

import "tableronde/views"

// prepared tells the conditional moves of the visitor: for each move that is answered next,
// the answer.
func prepared(m views.Match, text string) (told []string) {
	c := conditions{Orders: views.Orders{Match: m, Text: text}}
	for _, one := range c.tree() {
		key := "conditions.prepared"
		if len(one.more) > 0 {
			key = "conditions.prepared_on"
		}
		told = append(told, m.T(key, "Name", c.rivals(), "When", one.when, "Then", one.then))
	}
	return told
}
