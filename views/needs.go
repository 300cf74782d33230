package views

import "strconv"

// Needs are what a table asks of whoever takes a seat; zero fields ask nothing.
type Needs struct{ Played, Low, High int }

// Text tells what they are in a few words, "" for nothing.
func (n Needs) Text(p Page) string { return n.told(p, "needs.told") }

// Sentence tells what they are, "" for nothing.
func (n Needs) Sentence(p Page) string { return n.told(p, "needs.sentence") }

func (n Needs) told(p Page, key string) string {
	var list []string
	if n.Played > 0 {
		list = append(list, p.N("needs.played", n.Played))
	}
	low, high := strconv.Itoa(n.Low), strconv.Itoa(n.High)
	switch {
	case n.Low > 0 && n.High > 0:
		list = append(list, p.T("needs.rating", "Low", low, "High", high))
	case n.Low > 0:
		list = append(list, p.T("needs.low", "Low", low))
	case n.High > 0:
		list = append(list, p.T("needs.high", "High", high))
	}
	if len(list) == 0 {
		return ""
	}
	return p.T(key, "What", p.List(list))
}
