package views

import (
	"tableronde/games"
	"tableronde/views/board"
	"tableronde/views/locale"
)

// classes are those of the page: the sheet of a game of cards draws its picture.
func (m Invitation) classes() string {
	if m.Start == nil {
		return "wrap page invitation " + m.Table.Game.ID
	}
	return "wrap page invitation"
}

func (m Invitation) headline() string {
	return m.t("invitation.title", "Name", m.Table.Host, "Game", m.Lang.Of(m.Table.Game.Name))
}

// offered is the seat that the visitor would take; 0 while there is a choice.
func (m Invitation) offered() games.Seat {
	free := m.Table.free()
	for _, seat := range free {
		if seat == m.Seat || len(free) == 1 {
			return seat
		}
	}
	return 0
}

// board draws how the match begins, from the side of the visitor.
func (m Invitation) board() board.Picture {
	return board.Picture{Lang: m.Lang, View: *m.Start, Bottom: max(m.offered(), 1), Title: m.caption()}
}

// caption tells what the picture shows, and which army the visitor would have.
func (m Invitation) caption() string {
	men, knights := army(m.Start.Board())
	pieces := board.Taken(m.Lang, men, knights, "match.both", "match.one")
	seat := m.offered()
	switch {
	case m.Table.Study != "" && seat == 0:
		return m.t("study.caption")
	case m.Table.Study != "":
		return m.t("invitation.study", "Army", m.army(m.Table.Game, seat))
	case seat == 0:
		return m.t("invitation.armies", "Pieces", pieces)
	}
	return m.t("invitation.army", "Army", m.army(m.Table.Game, seat), "Pieces", pieces)
}

// facts tell how the match is played: who begins, how long it takes, what the
// host has chosen.
func (m Invitation) facts() []string {
	var list []string
	if m.Start != nil {
		list = append(list, m.t("invitation.begins", "Army", m.army(m.Table.Game, m.Start.Turn())))
	}
	list = append(list, m.t("invitation.pace"))
	if length := "family.length." + m.Table.Game.ID; locale.Has(m.Lang, length) {
		list = append(list, m.t("invitation.length", "Time", m.t(length)))
	}
	list = append(list, m.t("waiting.until", "Day", m.day(m.Expires)))
	if m.Table.Study != "" {
		return list
	}
	chosen := NewTable{Page: m.Page, Games: []games.Info{m.Table.Game}, Game: m.Table.Game.ID, Options: m.Options, Waits: m.Waits, Hours: m.Hours}
	return append(list, chosen.settings()...)
}
