package views

import "net/url"

// Pressing returns the address of the page as it is shown, with the reason why a
// control, named by its id, can do nothing now.
func (m Match) Pressing(id string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	switch {
	case m.Past():
		q.Set(m.shown(), m.shownValue())
	case m.Staged != "":
		q.Set("m", m.Staged)
	}
	if m.Probe != "" {
		q.Set("try", m.Probe)
	}
	q.Set("why", id)
	return m.address(q)
}
