package handlers

import (
	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// tellMatch fills in what a match of hidden cards tells its viewer, up to the
// end of the log.
func tellMatch(m *views.Match, f club.Match) {
	family, _ := families.Of(f.Game)
	if family.Story == nil || !m.Started {
		return
	}
	told := f.Table.Story(m.You, 0, f.Ply)
	m.Told = make([]views.Told, len(told))
	for i, t := range told {
		m.Log[i].Text = t.Text
		m.Told[i] = views.Told{Event: m.Log[i], Ply: i + 1, Facts: t.Facts}
	}
	m.Story = family.Story(views.Teller{Page: m.Page, Game: m.Game, Name: m.Name, You: m.You, Told: m.Told})
}

// stageActions looks ahead to where the actions lead that a player of cards has
// staged.
func stageActions(m *views.Match, state games.State) {
	stager, ok := state.(games.Stager)
	if steps := m.Steps(); ok && m.You > 0 && len(steps) > 0 {
		var err error
		m.Preview, m.Fit, err = stager.Stage(m.You, steps)
		if err != nil {
			m.PreviewErr = web.ProblemOf(err).Illegal
		}
	}
}

// lastEvents is how many events the story of a row is made from: one turn of
// cards has rarely more.
const lastEvents = 24

// rowStory is what happened last in a match of hidden cards, as a player may
// know it.
func rowStory(p views.Page, r pages.Row, f club.Match, player string) string {
	family, _ := families.Of(f.Game)
	if family.Story == nil || !f.Dealt() || f.Ply == 0 {
		return ""
	}
	you := club.SeatOf(f.Match, player)
	from := max(0, f.Ply-lastEvents)
	t := views.Teller{Page: p, Game: r.Game, Name: func(seat games.Seat) string { return pages.NameIn(p, r, seat) }, You: you}
	for i, e := range f.Table.Story(you, from, f.Ply) {
		t.Told = append(t.Told, views.Told{Event: views.Event{Seat: e.Seat, Text: e.Text}, Ply: from + i + 1, Facts: e.Facts})
	}
	story := family.Story(t)
	if len(story) == 0 {
		return ""
	}
	return story[len(story)-1].Text
}

// veiled tells that the log of a match is not for everybody to read.
func veiled(m db.Match) bool { return club.GameOf(m).Hidden }

// hasOrders tells whether the seats of a match have standing orders.
func hasOrders(f club.Match) bool {
	family, _ := families.Of(f.Game)
	return family.Orders != nil && f.Dealt() && !f.IsOver()
}
