// Package learn renders the pages of lessons: their list, and each lesson.
package learn

import (
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/guides"
	"tableronde/games/lessons"
	"tableronde/views"
)

// styles are the style sheets of the pages of lessons.
var styles = []string{"board.css", "learn.css"}

// first is the game whose lessons are for beginners.
const first = "camelot"

// Index is the model of the list of lessons.
type Index struct {
	views.Page
	Games []games.Info // with lessons
	Cards []games.Info // with guided rounds
	Done  []string     // names of the lessons done
	All   []games.Info // of the site
	Key   string       // idempotency key of the form
}

// indexRow is a lesson for beginners in the list.
type indexRow struct {
	lesson lessons.Lesson
	state  string // "done", "now" for the next one, "" for a later one
}

// rows lists the lessons for beginners.
func (m Index) rows() []indexRow {
	var list []indexRow
	found := false
	for _, l := range lessons.Of(first) {
		row := indexRow{lesson: l}
		switch {
		case slices.Contains(m.Done, l.Name()):
			row.state = "done"
		case !found:
			row.state, found = "now", true
		}
		list = append(list, row)
	}
	return list
}

// next returns the next lesson for beginners. ok is false if all are done.
func (m Index) next() (l lessons.Lesson, ok bool) {
	for _, row := range m.rows() {
		if row.state == "now" {
			return row.lesson, true
		}
	}
	return lessons.Lesson{}, false
}

// begun reports whether the visitor has done a lesson for beginners.
func (m Index) begun() bool {
	return slices.ContainsFunc(m.rows(), func(row indexRow) bool { return row.state == "done" })
}

// progress returns a sentence about the lessons done, and the time for the others.
func (m Index) progress() string {
	all := len(m.rows())
	done := 0
	for _, row := range m.rows() {
		if row.state == "done" {
			done++
		}
	}
	if done == all {
		return m.T("lesson.all_done")
	}
	minutes := minutesOf(all - done)
	return m.N("lesson.progress", minutes, "Done", done, "All", all, "Number", m.InWords(minutes))
}

// minutesOf returns the minutes that a number of lessons take, at half a minute each.
func minutesOf(lessons int) int { return (lessons + 1) / 2 }

// others lists the games with lessons except the one for beginners, then the games with guided rounds.
func (m Index) others() []games.Info {
	return slices.DeleteFunc(slices.Concat(m.Games, m.Cards), func(g games.Info) bool { return g.ID == first })
}

// extent returns the extent of the lessons of a game in a few words, and whether they are done.
func (m Index) extent(game string) (words string, done bool) {
	if g, ok := guides.Of(game); ok {
		return m.N("guide.extent", g.Minutes), slices.Contains(m.Done, g.Name())
	}
	list := lessons.Of(game)
	minutes := minutesOf(len(list))
	return m.N("lesson.differs", minutes, "Minutes", strconv.Itoa(minutes)), !slices.ContainsFunc(list, func(l lessons.Lesson) bool { return !slices.Contains(m.Done, l.Name()) })
}

// drawing returns the picture of a lesson for beginners, on one square of the board.
func (r indexRow) drawing() string {
	field := []string{"sb", "sa"}[r.lesson.Step%2]
	brackets := ""
	switch r.state {
	case "done":
		field = "sl"
	case "now":
		field, brackets = "ssel", `<path class="brk" d="M4 16V4h12M48 4h12v12M60 48v12H48M16 60H4V48"/>`
	}
	return openSquare + `<rect class="` + field + `" y="-40" width="64" height="144"/>` + pictures[r.lesson.Step-1] + brackets + `</svg>`
}

const openSquare = `<svg viewBox="0 0 64 64" aria-hidden="true">`

// pictures are the drawings of the lessons for beginners, in units of 64 to a square.
var pictures = []string{
	`<g transform="translate(23 40) scale(.82)"><use href="#m-argent"/></g><g transform="translate(46 18) scale(.8)"><circle class="t-halo-f" r="8"/><circle class="t-step" r="6"/></g>`,
	`<g transform="translate(32 34) scale(.82)"><use href="#m-argent"/></g><path class="path-h" d="M11 54C11 4 53 4 53 50"/><path class="path canter" d="M11 54C11 4 53 4 53 50"/>`,
	`<g transform="translate(32 34) scale(.82)" class="ghost"><use href="#m-sable"/></g><path class="path-h" d="M10 56L54 10"/><path class="path" d="M10 56L54 10"/><path class="gone-h" d="M26 27l12 12M38 27l-12 12"/><path class="gone" d="M26 27l12 12M38 27l-12 12"/>`,
	`<g transform="translate(32 28) scale(.82)"><use href="#m-argent"/></g><rect class="t-step" x="20" y="49" width="24" height="4.5"/>`,
	`<g transform="translate(22 38) scale(.82)"><use href="#k-argent"/></g><g transform="translate(45 20) scale(.82)"><circle class="t-halo" r="11"/><circle class="t-ring" r="11"/><path class="t-x" d="M-5-5l10 10M5-5l-10 10"/></g>`,
	`<g transform="translate(32 21) scale(.72)"><use href="#m-argent"/></g><g transform="translate(32 46) scale(.72)"><use href="#m-argent"/></g>`,
}

// castle is the picture of the first match: a castle square of the enemy.
const castle = openSquare + `<rect class="f-sable" y="-40" width="64" height="144"/><rect y="-40" width="64" height="144" fill="url(#h-sable)"/><circle class="f-sable" cx="32" cy="32" r="22"/><use href="#i-tower" x="16" y="16" width="32" height="32" class="c-charge"/></svg>`
