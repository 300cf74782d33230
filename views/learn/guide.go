package learn

import (
	"errors"
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/guides"
	"tableronde/games/table"
	"tableronde/views"
)

// guideStyles are the style sheets of a guided round, after the family's own.
var guideStyles = []string{"learn.css", "guide.css"}

// Guide is the model of one step of a guided round: the table of a match, with the coach's words.
type Guide struct {
	views.Match
	Round guides.Guide
	Step  int // from 1
	Key   string

	table    views.Table // the family's parts of the page
	wrong    bool        // the visitor has tried something else
	mistake  string      // key of the sentence about it, "" for none
	families []string    // style sheets
}

// NewGuide returns the model of a step, with the actions that the visitor has staged and an
// incomplete choice. Sort is the order of the hand.
func NewGuide(p views.Page, game games.Info, family views.Family, g guides.Guide, step int, staged, choice, sort string) Guide {
	m := Guide{Round: g, Step: step, families: slices.Concat(family.Styles, guideStyles)}
	m.Match, m.table = family.LayOut(guidedMatch(p, game, g, step, staged, choice, sort))
	m.wrong, m.mistake = g.Steps[step-1].Judge(m.Steps(), views.ReadOf(choice).Chosen)
	return m
}

// guidePath returns the address of a step.
func guidePath(g guides.Guide, step int) string { return "/learn/" + g.Game + "/" + strconv.Itoa(step) }

// guidedMatch returns the match at the beginning of a step, as its players see it. While the step is
// to be read, nobody has to act, so that a touch on a card opens its text.
func guidedMatch(p views.Page, game games.Info, g guides.Guide, step int, staged, choice, sort string) views.Match {
	acts := len(g.Steps[step-1].Play) > 0
	if !acts {
		staged = ""
	}
	m := standIn(p, game, g.At(step), views.Seat{Name: p.T("guide.you"), You: true}, guides.Pupil, guidePath(g, step), staged, choice, acts)
	m.Sort, m.Meant = sort, g.Steps[step-1].Meant
	return m
}

// standIn returns a match between the visitor and the computer that is none of the store: a touch
// leads to an address below path.
func standIn(p views.Page, game games.Info, at table.Match, visitor views.Seat, you games.Seat, path, staged, choice string, acts bool) views.Match {
	m := views.Match{Draft: views.Draft{
		Position: views.Position{
			Party:   views.Party{Page: p, Game: game, Options: at.Setup().Options, Seats: seatsOf(p, at.Setup().Seats, visitor, you), You: you, Guided: path},
			Look:    views.Look{Bottom: you},
			Started: true, Ply: at.Ply(), Shown: at.Ply(), View: at.State().View(you), Path: at.Path(),
		},
		Staged: staged, Probe: choice,
	}}
	for i, e := range at.Story(you, 0, at.Ply()) {
		event := views.Event{Seat: e.Seat, Text: e.Text}
		m.Log = append(m.Log, event)
		m.Told = append(m.Told, views.Told{Event: event, Ply: i + 1, Facts: e.Facts})
	}
	if acts {
		m.ToAct = at.ToAct()
	}
	m.Preview = m.View
	if stager, ok := at.State().(games.Stager); ok && len(m.Steps()) > 0 {
		var err error
		m.Preview, m.Fit, err = stager.Stage(you, m.Steps())
		errors.As(err, &m.PreviewErr)
	}
	return m
}

// seatsOf returns the visitor's seat, and players of the computer at the others.
func seatsOf(p views.Page, n int, visitor views.Seat, you games.Seat) (seats []views.Seat) {
	for level := 1; level < n; level++ {
		seats = append(seats, views.Seat{Name: views.BotCalled(p.Lang, level, 1)})
	}
	return slices.Insert(seats, int(you)-1, visitor)
}

// key returns the key of a sentence of the step.
func (m *Guide) key(part string) string {
	return "guide." + m.Round.Game + "." + strconv.Itoa(m.Step) + "." + part
}

// isLast reports whether the step is the last one.
func (m *Guide) isLast() bool { return m.Step == len(m.Round.Steps) }

// spoken returns the words of the coach: the subject of the step or, after another try, the reason
// against it.
func (m *Guide) spoken() (heading, sentence string) {
	switch {
	case !m.wrong:
		return m.T(m.key("name")), m.T(m.key("count"))
	case m.mistake != "":
		return m.T("lesson.wrong"), m.T(m.key("wrong." + m.mistake))
	case m.table.Status.Why != nil:
		return m.T("lesson.wrong"), views.Stop(m.Refusal(m.table.Status.Why))
	}
	return m.T("lesson.wrong"), m.T("guide.other")
}

// onward returns the label of the button to the next step.
func (m *Guide) onward() string {
	return m.T(views.Either(len(m.Round.Steps[m.Step-1].Play) == 0, "lesson.on", m.key("do")))
}

// back returns the address before the last touch or, without one, of the step before.
func (m *Guide) back() string {
	switch {
	case m.touched():
		return m.Guided
	case m.Step > 1:
		return guidePath(m.Round, m.Step-1)
	}
	return "/learn"
}

// touched reports whether the visitor has touched something in the step.
func (m *Guide) touched() bool { return m.Staged != "" || m.Probe != "" }

// here returns the address of the page in its present state.
func (m *Guide) here() string { return m.Staging(m.Steps(), m.Probe) }

// place returns the number of the point: "3 of 8".
func (m *Guide) place() string {
	return m.T("lesson.place", "Step", m.Round.Point(m.Step), "All", m.Round.Points())
}

// guidePoint is a point of the guide in their list.
type guidePoint struct{ title, class string }

// points lists the points of the guide.
func (m *Guide) points() []guidePoint {
	var all []guidePoint
	now := m.Round.Point(m.Step)
	for i, s := range m.Round.Steps {
		if s.Within {
			continue
		}
		p := guidePoint{title: m.T("guide." + m.Round.Game + "." + strconv.Itoa(i+1) + ".title")}
		switch n := len(all) + 1; {
		case n < now:
			p.class = "done"
		case n == now:
			p.class = "now"
		}
		all = append(all, p)
	}
	return all
}

// say returns the words of the page for screen readers, after a touch.
func (m *Guide) say() string {
	if m.table.Reading != nil && !m.wrong {
		return m.table.Reading.Name + ". " + m.table.Reading.Text
	}
	heading, sentence := m.spoken()
	return heading + " " + sentence
}

// framed returns the page with the header of a lesson, and the drawings of its game.
func (m *Guide) framed() views.Page {
	p := m.Page
	p.Bar, p.Defs = guideBar(m), m.table.Defs
	return p
}
