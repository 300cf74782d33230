package cups

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/db"
	"tableronde/games/cup"
	"tableronde/handlers/club/cups"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// cupModel builds the page of a cup for a visitor.
type cupModel struct {
	views.Page
	cups.Cup
	viewer string
	own    int            // the visitor's number, 0 for none
	names  map[int]string // by number
}

func newCupModel(page views.Page, f cups.Cup, viewer string) pages.Cup {
	x := cupModel{Page: page, Cup: f, viewer: viewer, own: max(f.NumberOf(viewer), 0), names: make(map[int]string)}
	m := pages.Cup{Page: page, CupRow: newCupRow(f), Host: viewer != "" && f.Host == viewer, Lot: f.Lot, Games: f.Games, Casual: f.Table.Casual}
	state := f.State
	state.Entries = max(state.Entries, f.Places)
	m.Rounds = state.Length()
	for _, e := range f.Entrants {
		who := x.player(e)
		x.names[e.Number] = who.Name
		if who.You {
			m.You, m.Out = true, e.Withdrawn
		}
		if f.Started.IsZero() {
			m.Players = append(m.Players, who)
		}
	}
	if m.Host {
		m.Token = f.Invite
	}
	m.CanStart = len(f.Entrants) >= cup.MinEntries
	if f.Started.IsZero() {
		return m
	}
	m.Rounds = f.State.Length()
	if f.Format == cup.KnockOut {
		m.Bracket = x.bracket()
		return m
	}
	m.Table = x.table()
	for n := x.lastRound(); n > 0; n-- {
		m.Round = append(m.Round, x.round(n))
	}
	return m
}

// player describes an entrant.
func (x cupModel) player(e db.Entrant) pages.CupPlayer {
	p := pages.CupPlayer{ID: e.Player.ID, Name: site.PlayerName(x.Lang, e.Player), You: e.Player.ID == x.viewer && x.viewer != ""}
	if e.Player.Bot > 0 || e.Player.Name == db.FormerName {
		p.ID = ""
	}
	return p
}

func (x cupModel) lastRound() (last int) {
	for _, m := range x.Matches {
		last = max(last, m.Round)
	}
	return last
}

// gameOf describes a match of the cup for the visitor.
func (x cupModel) gameOf(m db.CupMatch) pages.CupGame {
	g := pages.CupGame{ID: m.ID, Ended: m.Ended, Ply: m.Ply}
	for _, seat := range m.ToAct {
		g.Turn = g.Turn || m.Result == nil && x.own > 0 && m.Entries[seat-1] == x.own
	}
	return g
}

// round describes a round of a cup that is not a knock-out.
func (x cupModel) round(number int) pages.CupRound {
	key := "cups.round"
	if x.Format == cup.Series {
		key = "cups.match"
	}
	r := pages.CupRound{Number: number, Title: x.T(key, "Number", strconv.Itoa(number)), OneGame: true}
	for i, m := range x.Matches {
		if m.Round != number {
			continue
		}
		game := x.State.Made[i]
		d := pages.CupDuel{Games: []pages.CupGame{x.gameOf(m)}, Mine: !game.Done() && x.own > 0 && slices.Contains(m.Entries, x.own)}
		d.Turn = d.Games[0].Turn
		for seat, entry := range m.Entries {
			side := pages.CupSide{Name: x.names[entry], Shown: game.Done()}
			if game.Done() {
				side.Points = game.Points[seat]
				side.Won = side.Points == slices.Max(game.Points) && side.Points > slices.Min(game.Points)
				side.Lost = side.Points < slices.Max(game.Points)
			}
			d.Sides = append(d.Sides, side)
		}
		r.Duels = append(r.Duels, d)
	}
	for _, entry := range x.State.Resting(number) {
		r.Resting = append(r.Resting, x.names[entry])
	}
	return r
}

// bracket describes the rounds of a knock-out.
func (x cupModel) bracket() (rounds []pages.CupRound) {
	bracket := x.State.Bracket()
	for i, pairings := range bracket {
		r := pages.CupRound{Number: i + 1, Title: x.stage(len(pairings)), OneGame: x.Games <= 1, Final: len(pairings) == 1}
		for j, p := range pairings {
			d := x.pairing(p)
			for side := range d.Sides {
				if i > 0 && p.Entries[side] == 0 && !bracket[i-1][2*j+side].Decided {
					d.Sides[side] = pages.CupSide{Name: x.candidates(bracket[i-1][2*j+side]), Open: true}
				}
			}
			r.Duels = append(r.Duels, d)
		}
		rounds = append(rounds, r)
	}
	return rounds
}

// stage returns the name of a knock-out round from its number of pairings: final, semi-final and so
// on.
func (x cupModel) stage(pairings int) string {
	title := x.T("cups.of", "Number", strconv.Itoa(2*pairings))
	switch pairings {
	case 1:
		title = x.T("cups.final")
	case 2:
		title = x.T("cups.semi")
	case 4:
		title = x.T("cups.quarter")
	}
	if x.Games > 1 {
		return x.T("cups.titled", "Title", title, "Games", strconv.Itoa(x.Games))
	}
	return title
}

// candidates names the entrants who may win a pairing, "" if they are too many.
func (x cupModel) candidates(p cup.Pairing) string {
	if p.Entries[0] == 0 || p.Entries[1] == 0 {
		return ""
	}
	return x.T("cups.or", "Name", x.names[p.Entries[0]], "Other", x.names[p.Entries[1]])
}

// pairing describes a pairing of a knock-out.
func (x cupModel) pairing(p cup.Pairing) pages.CupDuel {
	d := pages.CupDuel{Walked: p.Decided && len(p.Games) == 0, Mine: !p.Decided && x.own > 0 && slices.Contains(p.Entries, x.own)}
	if p.Decided {
		d.Winner = x.names[p.Winner]
	}
	for side, entry := range p.Entries {
		d.Sides = append(d.Sides, pages.CupSide{Name: x.names[entry], Points: p.Points[side], Shown: len(p.Games) > 0,
			Won: p.Decided && entry == p.Winner && entry > 0, Lost: p.Decided && entry != p.Winner})
	}
	for _, m := range x.Matches {
		if m.Round == p.Round && m.Pairing == p.Number {
			game := x.gameOf(m)
			d.Games, d.Turn = append(d.Games, game), d.Turn || game.Turn
		}
	}
	return d
}

// mostNamed is the most entrants of a cup whose table names two of them in a cell.
const mostNamed = 12

// table returns the table of results: against each other in a round robin, otherwise by rounds.
func (x cupModel) table() (t pages.CupTable) {
	standings := x.State.Standings()
	cross := x.Format == cup.RoundRobin || x.Format == cup.Double
	t.Ties = x.Format != cup.Series
	if cross {
		for _, s := range standings {
			name := x.names[s.Entry]
			t.Columns = append(t.Columns, pages.CupColumn{Short: shorten(name), Long: name})
		}
	}
	for n := 1; !cross && n <= x.lastRound(); n++ {
		t.Columns = append(t.Columns, pages.CupColumn{Short: strconv.Itoa(n), Long: x.round(n).Title})
	}
	for _, s := range standings {
		at := slices.IndexFunc(x.Entrants, func(e db.Entrant) bool { return e.Number == s.Entry })
		row := pages.CupTableRow{CupPlayer: x.player(x.Entrants[at]), Standing: s}
		for n := range t.Columns {
			if cross {
				label := x.T("cups.vs", "Name", x.names[s.Entry], "Other", x.names[standings[n].Entry])
				if len(standings) > mostNamed {
					label = x.T("cups.vs", "Name", len(t.Rows)+1, "Other", n+1)
				}
				row.Cells = append(row.Cells, x.against(s.Entry, standings[n].Entry, label))
			} else {
				row.Cells = append(row.Cells, x.inRound(s.Entry, n+1))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// against returns the cell of one entrant against another.
func (x cupModel) against(entry, other int, label string) pages.CupCell {
	if entry == other {
		return pages.CupCell{Self: true}
	}
	return x.cell(entry, label, func(m db.CupMatch) bool { return slices.Contains(m.Entries, other) })
}

// inRound returns the cell of an entrant for a round.
func (x cupModel) inRound(entry, round int) pages.CupCell {
	key := "cups.in_round"
	if x.Format == cup.Series {
		key = "cups.in_match"
	}
	if slices.Contains(x.State.Resting(round), entry) {
		return pages.CupCell{Results: []pages.CupResult{{Points: 2, Ended: true, Label: x.T("cups.rested", "Name", x.names[entry])}}}
	}
	label := x.T(key, "Name", x.names[entry], "Number", strconv.Itoa(round))
	return x.cell(entry, label, func(m db.CupMatch) bool { return m.Round == round })
}

// cell returns the results of an entrant in the chosen matches.
func (x cupModel) cell(entry int, label string, chosen func(db.CupMatch) bool) (c pages.CupCell) {
	for i, m := range x.Matches {
		if at := slices.Index(m.Entries, entry); at >= 0 && chosen(m) {
			r := pages.CupResult{Match: m.ID, Label: label, Ended: m.Result != nil}
			if r.Ended {
				r.Points = x.State.Made[i].Points[at]
			}
			c.Results = append(c.Results, r)
		}
	}
	return c
}

// shorten returns the first three characters of a name.
func shorten(name string) string {
	runes := []rune(strings.TrimSpace(name))
	return string(runes[:min(len(runes), 3)])
}
