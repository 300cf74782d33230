package kutschke

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// page is what the page of a match is made of.
type page struct {
	*views.Match
	words
	v     rules.View // the position shown
	ahead rules.View // where what is staged leads, as far as it fits
	steps []string   // that are staged, without the end of the turn
	ends  bool       // the end of the turn is staged too
	text  views.Read // what is read
}

func newPage(m views.Match, v rules.View) page {
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v, text: views.ReadOf(m.Probe)}
	p.Probe = p.text.Chosen
	p.Notice = m.Notice.Reworded(p.worded)
	if m.Past() || !m.Seated() {
		return p
	}
	p.steps = m.Steps()
	if n := len(p.steps); n > 0 && p.steps[n-1] == doneLine {
		p.steps, p.ends = p.steps[:n-1], true
	}
	if ahead, ok := m.Preview.(rules.View); ok {
		p.ahead = ahead
	}
	if p.ends && m.PreviewErr == nil && m.Yours() {
		p.ahead = v // the end of the turn leaves nothing to look at
	}
	return p
}

const doneLine = "done"

// headline returns what the table is about now.
func (p page) headline() string {
	switch p.v.Phase {
	case rules.PhasePick:
		return p.t("kutschke.title.pick", "Pass", p.v.Pass, "Passes", p.v.Passes)
	case rules.PhaseAct:
		switch {
		case len(p.v.ToAct) == 0:
			return p.t("kutschke.phase.act")
		case p.IsYou(p.v.ToAct[0]):
			return p.t("kutschke.title.act_you")
		}
		return p.t("kutschke.title.act", "Name", p.Name(p.v.ToAct[0]))
	}
	return p.t("kutschke.title." + p.v.Phase.String())
}

// me returns the viewer's own seat in a view.
func (p page) me(v rules.View) (k rules.Knight, ok bool) {
	if p.You < 1 || int(p.You) > len(v.Seats) {
		return k, false
	}
	return v.Seats[p.You-1], true
}

// worded returns a refusal with the names that the page uses.
func (w words) worded(why *games.Illegal) *games.Illegal {
	return views.Reworded(why, func(name, value string) string {
		switch name {
		case "example":
			return w.paid(value)
		case "card", "virtue", "place", "adventure":
			if text, ok := rules.Name(value); ok {
				return w.lang.Of(text)
			}
		}
		return value
	})
}

// paid names the cards at the end of a line of the notation.
func (w words) paid(line string) string {
	var names []string
	for _, code := range strings.Fields(line)[1:] {
		if len(code) == 2 {
			names = append(names, w.card(code))
		}
	}
	return w.list(names)
}

// conquerors tells who has completed which adventure.
func (p page) conquerors() map[string]games.Seat {
	by := map[string]games.Seat{}
	for _, told := range p.Told {
		for _, f := range told.Facts {
			if f.Kind == rules.FactQuest {
				by[f.Word] = f.Seat
			}
		}
	}
	return by
}

// won lists the adventures that a seat has completed.
func (p page) won(seat games.Seat, by map[string]games.Seat) []rules.Adventure {
	return slices.DeleteFunc(slices.Clone(p.v.Done), func(a rules.Adventure) bool { return by[a.String()] != seat })
}
