package site

import (
	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// NewRow returns a match for a list. The player is the viewer, "" for a visitor.
func NewRow(lang views.Lang, m db.Match, player string) pages.Row {
	r := pages.Row{
		ID:         m.ID,
		Game:       match.GameOf(m),
		Seats:      NewSeats(lang, m, player),
		Title:      m.Title,
		Solo:       m.Solo,
		Public:     m.Public,
		Study:      m.Options[PositionOption],
		ToAct:      m.ToAct,
		Ply:        m.Ply,
		Created:    m.Created,
		Moved:      m.Moved,
		Ladder:     m.Ladder,
		Exhibition: m.IsExhibition(),
		Players:    make([]string, len(m.Seats)),
		Needs:      views.Needs(m.Needs),
		Result:     m.Result,
	}
	if m.Moved.IsZero() {
		r.Moved = m.Started
	}
	if control := m.Clock.Control(); !m.Clock.IsZero() {
		r.Control = &control
	}
	for i, p := range m.Seats {
		r.Players[i] = p.ProfileID()
		if p.ID == m.Host {
			r.Host, r.HostID = PlayerName(lang, p), p.ProfileID()
		}
	}
	if db.IsAnnal(m.ID) { // show it like a match played here
		r.HistoricGame, r.Solo, r.Title, r.Dated = true, false, "", m.Tags["Date"]
	}
	for _, k := range m.Kept {
		switch {
		case k.ID == "":
		case k.Declined:
			r.Declined = append(r.Declined, PlayerName(lang, k.Player))
		default:
			r.Asked = append(r.Asked, PlayerName(lang, k.Player))
		}
	}
	if m.Ply > 0 && !hasHiddenLog(m) {
		r.Last = views.Event{Seat: m.Last.Seat, Text: m.Last.Text, At: m.Last.At}
	}
	return r
}

// NewStoryRow works like NewRow and adds the last passage of the story of a match of hidden cards.
// The events that the player may see come from replayed positions, so it needs the matches of
// LoadAll. Only home uses it, for at most 2*HomeLive rows.
func NewStoryRow(p views.Page, m db.Match, all map[string]match.Match, player string) pages.Row {
	r := NewRow(p.Lang, m, player)
	if f, ok := all[m.ID]; ok {
		r.Story = LastOfStory(p, r, f, player)
	}
	return r
}

// TellsStory reports whether NewStoryRow needs a match.
func TellsStory(m db.Match) bool { return hasHiddenLog(m) && m.Ply > 0 }

func NewSeats(lang views.Lang, m db.Match, player string) []views.Seat {
	list := make([]views.Seat, len(m.Seats))
	if db.IsAnnal(m.ID) {
		for i, name := range tables.PlayedElsewhere(m) {
			list[i].Name = views.Isolate(name)
		}
		return list
	}
	for i, p := range m.Seats {
		list[i] = views.Seat{Name: PlayerName(lang, p), You: p.ID != "" && p.ID == player}
		if m.IsKept(games.Seat(i+1)) && m.Kept[i].ID != player {
			list[i].Kept = locale.T(lang, "challenge.kept", "Name", PlayerName(lang, m.Kept[i].Player))
		}
		if p.Bot > 0 {
			list[i].Bot, list[i].Rank = views.BotCalled(lang, p.Bot, db.BotNumber(p.ID)), views.BotRank(lang, p.Bot)
		}
		if m.StandsFor != nil && m.StandsFor[i].ID != "" {
			list[i].For, list[i].ForYou = PlayerName(lang, m.StandsFor[i]), m.StandsFor[i].ID == player
		}
	}
	return list
}

// NewHolders returns the earlier players of a match's seats.
func NewHolders(lang views.Lang, former []match.Holder) (list views.Holders) {
	for _, h := range former {
		list = append(list, views.Holder{Seat: h.Seat, Ply: h.Ply, Name: PlayerName(lang, h.Player)})
	}
	return list
}

// PlayerName returns the name of a player for pages.
func PlayerName(lang views.Lang, p db.Player) string {
	if p.Bot > 0 {
		return views.BotName(lang, p.Bot, db.BotNumber(p.ID))
	}
	if p.Name == db.FormerName {
		return locale.T(lang, "leave.former")
	}
	return views.Isolate(p.Name)
}

// PositionOption is the option that starts a match from a custom position.
const PositionOption = "position"

// NewOperated returns acts of operators for a page.
func NewOperated(acts []db.Act) (list []views.Operated) {
	for _, a := range acts {
		list = append(list, views.Operated{At: a.At, Act: string(a.Kind), By: a.Operator.Name, Who: a.Player.Name, Match: a.Match,
			Seat: int(a.Seat), Detail: a.Detail, Until: a.Until, Reason: a.Reason})
	}
	return list
}

// lastEvents is the number of events from which the story of a row is made. One turn of cards
// rarely has more.
const lastEvents = 24

// LastOfStory returns the last passage of the story of a match of hidden cards, in the form that
// the player may see.
func LastOfStory(p views.Page, r pages.Row, f match.Match, player string) string {
	family, _ := families.Of(f.Game)
	if family.Story == nil || !f.Dealt() || f.Ply == 0 {
		return ""
	}
	you := match.SeatOf(f.Match, player)
	from := max(0, f.Ply-lastEvents)
	t := views.Storyteller{Page: p, Game: r.Game, Name: func(seat games.Seat) string { return pages.NameIn(p, r, seat) }, Holders: NewHolders(p.Lang, f.FormerHolders(nil)), You: you}
	for i, e := range f.Table.Story(you, from, f.Ply) {
		t.Told = append(t.Told, views.Told{Event: views.Event{Seat: e.Seat, Text: e.Text}, Ply: from + i + 1, Facts: e.Facts})
	}
	story := family.Narrate(t)
	if len(story) == 0 {
		return ""
	}
	return story[len(story)-1].Text
}

// hasHiddenLog reports whether parts of a match's log are hidden from some viewers.
func hasHiddenLog(m db.Match) bool { return match.GameOf(m).Hidden }
