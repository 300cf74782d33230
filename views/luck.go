package views

import "strconv"

// luck is what its hands have done for the seat which the page tells of, in
// hundredths of the game.
type luck struct {
	points  int      // more than average hands promised
	deals   []string // what each promised, in a sentence
	sum     string   // how the chances went in all; "" without a result
	samples int      // imagined deals that each comes from
}

// luck returns the luck of the deals of the match, nil if there is none to tell.
func (d *Decisions) luck() *luck {
	var l luck
	first := 0
	for _, m := range d.Course {
		if m.Hands == nil {
			continue
		}
		average, dealt := m.Average[d.Whose-1], m.Hands[d.Whose-1]
		if len(l.deals) == 0 {
			first, l.samples = average, m.Deals
		}
		l.points += dealt - average
		l.deals = append(l.deals, d.T("review.luck.deal", "Round", d.round(m.Round), "Average", average, "Dealt", dealt))
	}
	if len(l.deals) == 0 {
		return nil
	}
	if end := d.Course[len(d.Course)-1]; end.End {
		last := end.Shares[d.Whose-1]
		l.sum = d.T("review.luck.sum", "First", first, "Last", last, "Luck", signed(l.points), "Rest", signed(last-first-l.points))
	}
	return &l
}

// signed returns a number with its sign, as it is printed.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "\u2212" + strconv.Itoa(-n)
	}
	return "0"
}
