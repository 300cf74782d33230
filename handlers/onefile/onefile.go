// Package onefile writes a finished match as one HTML file, for reading without the site.
package onefile

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// Match is the data of a file.
type Match struct {
	Lang    views.Lang
	Table   table.Match
	Viewer  games.Seat    // whose view of the positions is shown
	Names   []string      // of the players by seat; "" for an unnamed player
	Holders views.Holders // earlier players of the seats
	Facts   []string      // lines below the result
	Outcome string
	Notes   map[int]string // by ply
	Title   string         // "" for the players' names
	From    int            // number of the first position, from 0
	Address string         // of the file; the addresses of its other parts are derived from it
}

// keyPositions is the most positions shown without scripts, in addition to the first and the last.
// They follow the moves that take most pieces.
const keyPositions = 6

// Write writes the file.
func (m Match) Write(ctx context.Context, w io.Writer) error {
	info := m.Table.Ruleset().Info()
	family, ok := families.Of(info.ID)
	if !ok {
		return fmt.Errorf("no family shows %s", info.ID)
	}
	f := pages.File{Page: views.Page{Lang: m.Lang}, From: m.From, Address: m.Address, Game: info, Outcome: m.Outcome, Facts: m.Facts, Title: cmp.Or(m.Title, m.versus(info))}
	if family.Board {
		m.addBoards(&f)
	} else {
		m.addStory(&f, family)
	}
	if len(f.Steps) == 0 && m.From > 0 { // the first position asked for does not exist
		m.From = 0
		return m.Write(ctx, w)
	}
	return pages.FilePage(f).Render(ctx, w)
}

// name returns the name of the player of a seat.
func (m Match) name(info games.Info, seat games.Seat) string {
	if i := int(seat) - 1; i >= 0 && i < len(m.Names) && m.Names[i] != "" {
		return views.Isolate(m.Names[i])
	}
	return views.Page{Lang: m.Lang}.SeatName(info, seat)
}

// nameAt returns the name of the player who held a seat at an event, given the event's index in the
// log.
func (m Match) nameAt(info games.Info, seat games.Seat, index int) string {
	return cmp.Or(m.Holders.At(seat, index), m.name(info, seat))
}

// versus returns the names of all players, with "against" between two.
func (m Match) versus(info games.Info) string {
	var names []string
	for seat := range m.Table.Setup().Seats {
		names = append(names, m.name(info, games.Seat(seat+1)))
	}
	if len(names) == 2 {
		return strings.Join(names, " – ")
	}
	return views.Page{Lang: m.Lang}.List(names)
}

// picture draws the position after the first ply events.
func (m Match) picture(ply int, last string) (board.Picture, bool) {
	v, ok := m.Table.At(ply).State().View(m.Viewer).(parker.View)
	if !ok {
		return board.Picture{}, false
	}
	p := board.Picture{Lang: m.Lang, View: v, Bottom: 1}
	if legs, err := v.Board().Route(last); err == nil {
		p.LastMove = legs
	}
	return p, true
}

// addBoards adds the moves and other events of a board match, each with the position after it.
func (m Match) addBoards(f *pages.File) {
	round, before := 0, games.Seat(0)
	var taken []int // number of pieces taken by the move of each step
	pieces := 0
	add := func(ply int, move, last string) {
		if !f.HasRoom() {
			return
		}
		p, ok := m.picture(ply, last)
		if !ok {
			return
		}
		if f.Sheet == nil {
			sheet := p.Sheet()
			f.Sheet = &sheet
		}
		now := countPieces(p.View)
		taken, pieces = append(taken, max(0, pieces-now)), now
		f.Add(pages.FileStep{Move: move, Note: m.note(ply), Picture: p.OnSheet(), Text: p.Describe()})
	}
	add(0, "", "")
	page := views.Page{Lang: m.Lang}
	for i, e := range m.Table.Log() {
		text := e.Text
		if table.IsSurrounding(text) {
			text = page.EventText(m.nameAt(f.Game, e.Seat, i), text)
		} else {
			if round == 0 || e.Seat <= before {
				round++
			}
			before = e.Seat
			text = fmt.Sprintf("%d. %s: %s", round, m.nameAt(f.Game, e.Seat, i), text)
		}
		add(i+1, text, e.Text)
	}
	markKeys(f.Steps, taken)
}

func countPieces(v parker.View) (n int) {
	for q := range parker.Square(v.Board().Len()) {
		if v.At(q) != 0 {
			n++
		}
	}
	return n
}

// markKeys marks the first position, the last, and those after the largest captures.
func markKeys(steps []pages.FileStep, taken []int) {
	order := make([]int, len(steps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return taken[b] - taken[a] })
	for _, i := range order[:min(keyPositions, len(order))] {
		steps[i].Key = taken[i] > 0
	}
	if len(steps) > 0 {
		steps[0].Key, steps[len(steps)-1].Key = true, true
	}
}

// addStory adds the events of a card match as sentences, with the position after each passage in
// notation.
func (m Match) addStory(f *pages.File, family views.Family) {
	log := m.Table.Story(m.Viewer, 0, m.Table.Ply())
	told := make([]views.Told, len(log))
	for i, t := range log {
		told[i] = views.Told{Event: views.Event{Seat: t.Seat, Text: t.Text, At: t.At}, Ply: i + 1, Facts: t.Facts}
	}
	add := func(from, ply int, text string, key bool) {
		if !f.HasRoom() {
			return
		}
		step := pages.FileStep{Move: text, Key: key}
		if v, ok := m.Table.At(ply).State().View(m.Viewer).(fmt.Stringer); ok {
			step.Text = v.String()
		}
		var notes []string
		for n := from; n <= ply; n++ {
			if note := m.note(n); note != "" {
				notes = append(notes, note)
			}
		}
		step.Note = strings.Join(notes, "\n")
		f.Add(step)
	}
	add(0, 0, "", true)
	story := family.Narrate(views.Storyteller{Page: f.Page, Game: f.Game, Name: func(seat games.Seat) string { return m.name(f.Game, seat) }, Holders: m.Holders, You: games.Spectator, Told: told})
	for i, e := range story {
		add(e.From, e.To, e.Text, e.Grave || i == len(story)-1)
	}
}

// note returns the note at a ply. The first ply also gets the note on the whole match.
func (m Match) note(ply int) string {
	if ply == 0 {
		return strings.TrimSpace(m.Notes[-1] + "\n" + m.Notes[0])
	}
	return m.Notes[ply]
}
