package pages

import (
	"slices"

	"tableronde/games/clock"
)

// noPace is the value of the choice of a match without clocks.
const noPace = "none"

// usual are the paces that the form shows first.
var usual = []string{clock.DefaultPace, "bank-5d", "bank-20d", "move-3d"}

func usualPaces() []clock.Pace {
	list := make([]clock.Pace, len(usual))
	for i, id := range usual {
		list[i], _ = clock.FindPace(id)
	}
	return list
}

func otherPaces() []clock.Pace {
	return slices.DeleteFunc(clock.Paces(), func(p clock.Pace) bool { return slices.Contains(usual, p.ID) })
}

// chosenPace returns the pace that is chosen; the form proposes one.
func (m NewTable) chosenPace() string {
	if m.Pace == "" {
		return clock.DefaultPace
	}
	return m.Pace
}

// paceSummary tells the chosen pace.
func (m NewTable) paceSummary() string {
	p, ok := clock.FindPace(m.chosenPace())
	if !ok {
		return m.T("pace.none")
	}
	p.Control.WeekendsOff = m.Weekends
	return m.PaceText(p.Control)
}

// paceHelp explains a pace in a sentence.
func (m NewTable) paceHelp(c clock.Control) string {
	switch {
	case c.Move > 0 && c.Vacation == 0:
		return m.T("pace.move_plain_help")
	case c.Move > 0:
		return m.T("pace.move_help")
	case c.Live():
		return m.T("pace.live_help", "Bank", m.Length(c.Bank), "Increment", m.Length(c.Increment))
	}
	return m.T("pace.bank_help", "Bank", m.Length(c.Bank), "Increment", m.Length(c.Increment))
}
