package pages

import (
	"strconv"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games/clock"
	"tableronde/games/cup"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

var cupNames = []string{"Gauvain", "Lunette", "Énide de Carnant, dame de la Joie", "Bohort", "Elaine", "Yvain", "Perceval", "Iseult"}

// samplesOfCups returns the pages of cups: lists, forms, and cups of each format, open, under way
// and over.
func samplesOfCups(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	stranger := viewtest.Page(lang, "/cups/a")
	stranger.Player = ""
	row := func(title string, format cup.Format) CupRow {
		return CupRow{ID: "a", Title: title, Game: viewtest.Info(t, "camette"), Control: clock.Control{Move: 72 * time.Hour}, Format: format, Places: 8, Entered: 8}
	}
	open, running, over := row("Coupe d’automne des chevaliers de la Table", cup.KnockOut), row("Winter League", cup.RoundRobin), row("", cup.Series)
	open.Entered, open.ByDate, open.Starts = 3, true, viewtest.Now.Add(30*time.Hour)
	running.Started, running.You = viewtest.Now.Add(-50*time.Hour), true
	over.Started, over.Ended, over.Game = viewtest.Now.Add(-500*time.Hour), viewtest.Now.Add(-70*time.Hour), viewtest.Info(t, "knizia")
	list := Cups{Page: viewtest.Page(lang, "/cups"), Own: []CupRow{running}, Open: []CupRow{open}, Running: []CupRow{running, running}, Over: []CupRow{over}}
	joining := Cup{Page: stranger, CupRow: open, Lot: true, Games: 3, CanJoin: true, Key: "k", Problem: &views.Problem{Field: "name", Key: "name_missing"}}
	joining.Players = []CupPlayer{{ID: "p", Name: "Gauvain"}, {ID: "q", Name: "Énide de Carnant, dame de la Joie"}, {Name: "Gareth (computer)"}}
	hosting := joining
	hosting.Page, hosting.Problem, hosting.CanJoin, hosting.Host, hosting.You, hosting.CanStart, hosting.Invited, hosting.Token = viewtest.Page(lang, "/cups/a"), nil, false, true, true, true, true, "q3zk5ov7w2q3zk5ov7w2aaaaaa"
	hosting.Players = append(hosting.Players, CupPlayer{ID: "r", Name: "Aliénor", You: true})
	form := NewCup{NewTable: NewTable{Page: viewtest.Page(lang, "/cups/new"), Games: viewtest.Games(), Game: "camette", Timed: true, Key: "k"}, Places: 8, Level: 3}
	again := form
	again.Page, again.Game, again.Format, again.Problem = stranger, "knizia", cup.Series, &views.Problem{Field: "places", Key: "invalid_places"}
	return map[string]templ.Component{
		"cups": CupsPage(list), "cups-none": CupsPage(Cups{Page: stranger}),
		"cups-new": NewCupPage(form), "cups-new-again": NewCupPage(again),
		"cup-join": CupPage(joining), "cup-host": CupPage(hosting),
		"cup-cross": CupPage(sampleCross(lang, running)), "cup-swiss": CupPage(sampleSwiss(lang, running)),
		"cup-bracket": CupPage(sampleBracket(lang, running)),
	}
}

// sampleCross is a round robin under way in which the visitor plays.
func sampleCross(lang views.Lang, row CupRow) Cup {
	m := Cup{Page: viewtest.Page(lang, "/cups/a"), CupRow: row, Games: 1, Table: CupTable{Ties: true}}
	for i, name := range cupNames {
		m.Table.Columns = append(m.Table.Columns, CupColumn{Short: string([]rune(name)[:3]), Long: name})
		r := CupTableRow{CupPlayer: CupPlayer{ID: "p", Name: name, You: i == 1}, Standing: cup.Standing{Place: i + 1, Entry: i + 1, Points: 11 - i, Berger: max(40-7*i, 0), Withdrawn: i == 6, Dropped: i == 7}}
		if i == 7 {
			r.Place, r.Points = 0, 0
		}
		for j := range cupNames {
			c := CupCell{Self: i == j, Results: []CupResult{{Match: "x", Points: (i + j) % 3, Ended: true, Label: locale.T(lang, "cups.vs", "Name", name, "Other", cupNames[j])}}}
			switch {
			case i+j == 7:
				c.Results[0].Ended = false
			case i == 7 || j == 7:
				c.Results = nil
			}
			r.Cells = append(r.Cells, c)
		}
		m.Table.Rows = append(m.Table.Rows, r)
	}
	m.Round = sampleRounds(lang)
	return m
}

// sampleRounds is a round under way with a match of the visitor's, and one that is over.
func sampleRounds(lang views.Lang) []CupRound {
	side := func(i, points int) CupSide {
		return CupSide{Name: cupNames[i], Points: points, Shown: points >= 0, Won: points == 2, Lost: points == 0}
	}
	title := func(n int) string { return locale.T(lang, "cups.round", "Number", strconv.Itoa(n)) }
	return []CupRound{
		{Number: 2, Title: title(2), OneGame: true, Duels: []CupDuel{
			{Sides: []CupSide{side(1, -1), side(2, -1)}, Games: []CupGame{{ID: "x", Ply: 17, Turn: true}}, Mine: true, Turn: true},
			{Sides: []CupSide{side(3, -1), side(0, -1)}, Games: []CupGame{{ID: "y", Ply: 1}}},
			{Sides: []CupSide{side(4, 1), side(5, 1)}, Games: []CupGame{{ID: "z", Ply: 31, Ended: viewtest.Now}}},
		}, Resting: []string{cupNames[6]}},
		{Number: 1, Title: title(1), OneGame: true, Duels: []CupDuel{{Sides: []CupSide{side(0, 2), side(1, 0)}, Games: []CupGame{{ID: "z", Ply: 31, Ended: viewtest.Now}}}}},
	}
}

// sampleSwiss is a Swiss cup under way.
func sampleSwiss(lang views.Lang, row CupRow) Cup {
	row.Format, row.Title = cup.Swiss, "Coupe suisse"
	m := sampleCross(lang, row)
	m.Rounds = 3
	m.Table.Columns = []CupColumn{{Short: "1", Long: m.Round[1].Title}, {Short: "2", Long: m.Round[0].Title}}
	for i := range m.Table.Rows {
		r := &m.Table.Rows[i]
		r.Withdrawn, r.Dropped, r.Place, r.Buchholz = false, false, i+1, 9-i
		r.Cells = []CupCell{{Results: []CupResult{{Match: "x", Points: 2, Ended: true, Label: r.Name}}}, {Results: []CupResult{{Points: 2, Ended: true, Label: locale.T(lang, "cups.rested", "Name", r.Name)}}}}
	}
	return m
}

// sampleBracket is a knock-out whose second round is under way.
func sampleBracket(lang views.Lang, row CupRow) Cup {
	row.Format, row.Title = cup.KnockOut, "Coupe d’automne"
	m := Cup{Page: viewtest.Page(lang, "/cups/a"), CupRow: row, Games: 3}
	title := func(key string) string {
		return locale.T(lang, "cups.titled", "Title", locale.T(lang, "cups."+key), "Games", "3")
	}
	first := CupRound{Number: 1, Title: title("quarter")}
	for i := range 4 {
		d := CupDuel{Sides: []CupSide{{Name: cupNames[2*i], Points: 4, Shown: true, Won: true}, {Name: cupNames[2*i+1], Points: i, Shown: true, Lost: true}}, Winner: cupNames[2*i]}
		for game := range 3 {
			d.Games = append(d.Games, CupGame{ID: "x" + strconv.Itoa(game), Ended: viewtest.Now.Add(-99 * time.Hour), Ply: 30})
		}
		first.Duels = append(first.Duels, d)
	}
	first.Duels[3] = CupDuel{Sides: []CupSide{{Name: "Perceval", Won: true}, {Lost: true}}, Winner: "Perceval", Walked: true}
	second := CupRound{Number: 2, Title: title("semi"), Duels: []CupDuel{
		{Sides: []CupSide{{Name: cupNames[0], Points: 3, Shown: true}, {Name: cupNames[2], Points: 1, Shown: true}}, Mine: true, Turn: true,
			Games: []CupGame{{ID: "a", Ended: viewtest.Now}, {ID: "b", Ended: viewtest.Now}, {ID: "c", Ply: 17, Turn: true}}},
		{Sides: []CupSide{{Name: cupNames[4]}, {Name: "Perceval"}}, Games: []CupGame{{ID: "d", Ply: 2}}},
	}}
	final := CupRound{Number: 3, Title: title("final"), Duels: []CupDuel{{Sides: []CupSide{
		{Name: locale.T(lang, "cups.or", "Name", cupNames[0], "Other", cupNames[2]), Open: true}, {Name: locale.T(lang, "cups.or", "Name", cupNames[4], "Other", "Perceval"), Open: true}}}}}
	m.Bracket = []CupRound{first, second, final}
	return m
}
