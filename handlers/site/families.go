package site

import (
	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// FillStory fills in the story of a match of hidden cards as its viewer may know it,
// up to the end of the log.
func FillStory(m *views.Match, f match.Match) {
	family, _ := families.Of(f.Game)
	if family.Story == nil || !m.Started {
		return
	}
	facts := f.Table.Facts(m.You)
	m.Told = make([]views.Told, len(m.Log))
	for i, e := range m.Log {
		m.Told[i] = views.Told{Event: e, Ply: i + 1, Facts: facts[i]}
	}
	m.Story = family.Narrate(views.Teller{Page: m.Page, Game: m.Game, Name: m.Name, Holders: m.Holders, You: m.You, Told: m.Told})
}

// FillPreview fills in the position that the actions staged by a player of cards
// would lead to.
func FillPreview(m *views.Match, state games.State) {
	stager, ok := state.(games.Stager)
	if steps := m.Steps(); ok && m.You > 0 && len(steps) > 0 {
		var err error
		m.Preview, m.Fit, err = stager.Stage(m.You, steps)
		if err != nil {
			m.PreviewErr = web.ProblemOf(err).Illegal
		}
	}
}

// lastEvents is the number of events that the story of a row is made from: one turn
// of cards rarely has more.
const lastEvents = 24

// LastOfStory returns the last passage of the story of a match of hidden cards, as a
// player may know it.
func LastOfStory(p views.Page, r pages.Row, f match.Match, player string) string {
	family, _ := families.Of(f.Game)
	if family.Story == nil || !f.Dealt() || f.Ply == 0 {
		return ""
	}
	you := match.SeatOf(f.Match, player)
	from := max(0, f.Ply-lastEvents)
	t := views.Teller{Page: p, Game: r.Game, Name: func(seat games.Seat) string { return pages.NameIn(p, r, seat) }, Holders: NewHolders(p.Lang, f.FormerHolders(nil)), You: you}
	for i, e := range f.Table.Story(you, from, f.Ply) {
		t.Told = append(t.Told, views.Told{Event: views.Event{Seat: e.Seat, Text: e.Text}, Ply: from + i + 1, Facts: e.Facts})
	}
	story := family.Narrate(t)
	if len(story) == 0 {
		return ""
	}
	return story[len(story)-1].Text
}

// hasHiddenLog reports whether the log of a match may not be read by everybody.
func hasHiddenLog(m db.Match) bool { return match.GameOf(m).Hidden }

// HasOrders reports whether the seats of a match have standing orders.
func HasOrders(f match.Match) bool {
	family, _ := families.Of(f.Game)
	return family.Orders != nil && f.Dealt() && !f.IsOver() && f.TakesOrders()
}
