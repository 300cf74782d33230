package learn

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/games/puzzles"
	"tableronde/views"
	"tableronde/views/board"
)

// puzzleStyles are the style sheets of the pages of puzzles.
var puzzleStyles = append(slices.Clip(styles), "puzzle.css")

// Puzzle is the model of a puzzle at one of its steps.
type Puzzle struct {
	exercise
	Step   puzzles.Step
	Game   games.Info
	Rating int         // of the puzzle
	Daily  bool        // it is a puzzle of the day
	Day    puzzles.Day // today
	Record

	Week []PuzzleDay
	Days int // of the series

	Own *OwnPuzzle // the position of the visitor's match, nil for a puzzle of the collection
}

// Record holds the answers of the visitor to a puzzle or a problem.
type Record struct {
	Counted  bool     // the visitor is a player, whose answers are kept
	Wrong    []string // wrong answers of the player
	Solved   bool     // by the player
	Revealed bool     // the player has seen the solution, or has no try left
	Points   int      // rating of the player at puzzles of the game, 0 for none
	Gain     int      // of Points by this puzzle
}

// solved returns the heading over a solved puzzle.
func (r Record) solved(p views.Page) string {
	switch {
	case r.Counted && !r.Solved:
	case len(r.Wrong) > 0:
		return p.T("puzzle.solved." + strconv.Itoa(len(r.Wrong)+1))
	case r.Counted:
		return p.T("puzzle.solved.1")
	}
	return p.T("puzzle.solved")
}

// rated returns the sentence about the player's rating, "" for none.
func (r Record) rated(p views.Page) string {
	if r.Points == 0 {
		return ""
	}
	gain := strconv.Itoa(r.Gain)
	if r.Gain >= 0 {
		gain = "+" + gain
	}
	return p.T("puzzle.rating", "Points", r.Points, "Gain", strings.Replace(gain, "-", "−", 1))
}

// PuzzleDay is a day of the present week.
type PuzzleDay struct {
	Day    puzzles.Day
	Solved bool
}

// NewPuzzle returns the model of a step of a puzzle, with the touches that a verdict judges.
func NewPuzzle(p views.Page, game games.Info, s puzzles.Step, v lessons.Verdict) Puzzle {
	m := Puzzle{exercise: exercise{Page: p, Task: s.Task, Verdict: v, path: PuzzlePath(s.Puzzle)}, Step: s, Game: game}
	if s.Done > 0 {
		m.query = url.Values{"done": {strconv.Itoa(s.Done)}}
	}
	return m
}

// PuzzlePath returns the address of a puzzle.
func PuzzlePath(p puzzles.Puzzle) string {
	return "/puzzles/" + p.Game + "/" + strconv.Itoa(p.Number)
}

// Over reports whether the solution stands on the page.
func (m Puzzle) Over() bool { return m.Shown || m.isRight() && m.Step.IsLast() }

// title returns the title of the page.
func (m Puzzle) title() string {
	if m.Own != nil {
		return m.T("puzzle.own.title", "Game", m.Lang.Of(m.Game.Name))
	}
	return m.T("puzzle.title", "Number", m.Step.Number, "Game", m.Lang.Of(m.Game.Name))
}

// about names the kind of the puzzle and its rating, above its task.
func (m Puzzle) about() string {
	if m.Own != nil {
		return m.title() + " · " + m.ShortDay(m.Own.Ended)
	}
	about := m.title()
	if m.Daily {
		day := strings.ReplaceAll(m.Page.Day(m.Day.Time()), " ", "\u00a0")
		about = m.T("puzzle.daily.of", "Game", m.Lang.Of(m.Game.Name), "Day", day)
	}
	return about + " · " + m.T("puzzle.worth", "Points", m.Rating)
}

// task returns the task: the side that wins, and in how many moves, or the side that threatens to win.
func (m Puzzle) task() string {
	if m.Own != nil {
		return m.Own.task(m.Page)
	}
	if m.Step.Defence {
		return m.T("puzzle.threat." + m.army(2))
	}
	return taskOf(m.Page, m.Step.Puzzle, m.army(1))
}

func taskOf(p views.Page, z puzzles.Puzzle, army string) string {
	return p.N("puzzle.task."+army, z.Moves(), "Number", p.InWords(z.Moves()))
}

// how returns the line under the task.
func (m Puzzle) how() string {
	if m.Own != nil {
		return m.T("puzzle.own.played", "Move", m.Own.Move.Text)
	}
	if m.Step.Defence {
		return m.T("puzzle.save")
	}
	if answer := m.Step.Answer(); answer != "" {
		return m.T("puzzle.answered."+m.army(2), "Move", answer)
	}
	return m.T("puzzle.how")
}

// board returns the board with the answer so far.
func (m Puzzle) board() board.Board {
	b := board.Board{
		Lang: m.Lang, View: m.Task.View(), Bottom: m.bottom(), Path: m.path, Here: true, Label: m.label(),
		Stage: m.Verdict.Stage, Probe: m.Verdict.At, Tried: m.Verdict.Tried,
	}
	if !m.chosen() {
		b.LastMove, b.Replayable = m.Step.Reply, true
	}
	if !m.Over() && !m.isRight() {
		b.Href = m.square
	}
	return b
}

// bottom returns the seat at the lower edge of the board.
func (m Puzzle) bottom() games.Seat {
	if m.Own != nil {
		return m.Own.Seat
	}
	return 1
}

// label describes the board and the answer on it.
func (m Puzzle) label() string {
	parts := []string{m.T("puzzle.board", "Game", m.Lang.Of(m.Game.Name))}
	route := m.Verdict.Stage.Route
	switch {
	case m.isRight():
		parts = append(parts, m.T("lesson.board.done", "Move", route))
	case m.Verdict.State == lessons.Wrong && route != "":
		parts = append(parts, m.T("lesson.board.tried", "Move", WrongMove(m.Task, m.Verdict)))
	case route != "":
		parts = append(parts, m.T("lesson.board.chosen", "Move", route))
	}
	return strings.Join(parts, " ")
}

// WrongMove returns a legal move, or the beginning of one, that a verdict refuses: "E8-E9"; ""
// where the rules refuse the touch.
func WrongMove(task lessons.Lesson, v lessons.Verdict) string {
	if v.State != lessons.Wrong || v.Why != nil || v.Key != lessons.Other || len(v.Tried) == 0 {
		return ""
	}
	b := task.View().Board()
	text := v.Stage.Route
	for _, leg := range v.Tried {
		text += views.Either(leg.Taken != parker.NoSquare, "x", "-") + b.Name(leg.To)
	}
	return text
}

// reply returns the words about the answer so far.
func (m Puzzle) reply() reply {
	switch {
	case m.Over():
		return m.end()
	case m.isRight():
		return reply{class: "good", role: "status", sign: goodSign, heading: m.T("puzzle.right", "Move", m.Verdict.Stage.Route),
			sentence: m.T("puzzle.reply."+m.army(2), "Move", m.Step.Line[2*m.Step.Done+1])}
	case m.Verdict.State == lessons.Wrong:
		return m.wrong()
	case m.Verdict.State == lessons.Begun:
		return m.goOn()
	case m.Own != nil:
		r := m.find()
		r.sentence = ""
		return r
	}
	return m.find()
}

// wrong returns the words about a wrong answer.
func (m Puzzle) wrong() reply {
	r := reply{class: "bad", role: "alert", sign: badSign, heading: m.T("lesson.wrong")}
	move := WrongMove(m.Task, m.Verdict)
	if move == "" {
		r.sentence = m.correction("puzzle.")
		return r
	}
	if m.Own != nil {
		return m.Own.wrong(m, r, move)
	}
	r.heading, r.sentence = m.T("puzzle.wrong", "Move", move), m.T("puzzle.defends."+m.army(2))
	if m.Step.Defence {
		r.heading, r.sentence = m.T("puzzle.loses", "Move", move), m.loss(move)
	} else if answer := m.Task.Answer(move); answer != "" {
		r.sentence = m.T("puzzle.reply."+m.army(2), "Move", answer)
	}
	if m.Counted && !m.Solved && !m.Revealed {
		left := puzzles.MaxTries - len(m.Wrong)
		r.sentence += " " + m.N("puzzle.left", left, "Left", left)
	}
	return r
}

// loss returns the sentence about a move that does not save: how the other side wins. The beginning of
// a move has no answer yet.
func (m Puzzle) loss(move string) string {
	answer, within, ok := m.Step.Refutation(move)
	if !ok {
		return m.T("puzzle.lost." + m.army(2))
	}
	return m.T("puzzle.lost."+m.army(2)+"."+strconv.Itoa(within), "Move", answer)
}

// end returns the words about a puzzle that is over.
func (m Puzzle) end() reply {
	r := reply{class: "good", role: "status", sign: goodSign, heading: m.solved(m.Page), sentence: m.lesson()}
	switch {
	case m.Shown:
		r.heading = m.T("puzzle.solution")
	case m.Own != nil:
		r.heading = m.T("puzzle.solved")
	}
	return r
}

// lesson returns the sentence to keep from a puzzle, by the rarest of its kinds.
func (m Puzzle) lesson() string {
	if m.Own != nil {
		return m.T("puzzle.own.best", "Move", m.Own.Move.Best)
	}
	tags := m.Step.Tags()
	for _, tag := range []puzzles.Tag{puzzles.Defence, puzzles.Charge, puzzles.Offer, puzzles.Capture, puzzles.Canter, puzzles.Castle} {
		if slices.Contains(tags, tag) {
			return m.T("puzzle.keep." + string(tag))
		}
	}
	return m.T("puzzle.keep.castle")
}

// lineMove is a move of the solution.
type lineMove struct {
	text string
	army string
	own  bool
}

// line lists the moves of the solution.
func (m Puzzle) line() (list []lineMove) {
	if m.Own != nil {
		return nil // the reply names the move
	}
	for i, move := range m.Step.Line {
		list = append(list, lineMove{move, m.army(games.Seat(i%2 + 1)), i%2 == 0})
	}
	return list
}

// here returns the address of the page as it is shown.
func (m Puzzle) here() string {
	switch {
	case m.Shown:
		return m.path + "?show=1"
	case m.Verdict.At != parker.NoSquare:
		return m.staged(m.Verdict.Stage.Legs, m.name(m.Verdict.At))
	}
	return m.staged(m.Verdict.Stage.Legs)
}

// ahead returns the address of the next step.
func (m Puzzle) ahead() string { return m.path + "?done=" + strconv.Itoa(m.Step.Done+1) }

// next returns the address of the next puzzle of the game.
func (m Puzzle) next() string {
	if m.Own != nil {
		return m.Own.next()
	}
	return "/puzzles/" + m.Step.Game + "/next?after=" + strconv.Itoa(m.Step.Number)
}

// shared returns the text to share about a solved puzzle, "" for none. It names no square.
func (m Puzzle) shared() string {
	if !m.Over() || m.Shown || m.Own != nil || m.Counted && !m.Solved {
		return ""
	}
	name, result := m.title(), m.T("puzzle.share.solved")
	if m.Daily {
		name = m.Page.Day(m.Day.Time())
	}
	if m.Counted {
		result = m.T("puzzle.share." + strconv.Itoa(len(m.Wrong)+1))
	}
	return m.T("puzzle.share.text", "Puzzle", name, "Result", result) + " " + m.Origin + m.path
}

// PuzzleIndex is the model of the page of puzzles.
type PuzzleIndex struct {
	views.Page
	Day   puzzles.Day
	Daily []PuzzleRow
	Games []PuzzleGame
	Week  []PuzzleDay
	Days  int  // of the series
	Owns  bool // the visitor is a player, who may have puzzles from own matches
}

// PuzzleRow is a puzzle of the day in the list.
type PuzzleRow struct {
	puzzles.Puzzle
	Game           games.Info
	Army           string // that wins, as in the keys of the catalogs
	Rating         int    // of the puzzle, beside the estimate of its data
	Solved, Failed bool   // by the player
}

// PuzzleGame is a game with puzzles, and the progress of the player.
type PuzzleGame struct {
	games.Info
	All, Solved, Rating int  // the rating is 0 before the first answer
	Cards               bool // the puzzles are problems of a card game
}

// series returns the sentence about the days in a row.
func series(p views.Page, days int) string {
	if days == 0 {
		return p.T("puzzle.series.none")
	}
	return p.N("puzzle.series", days, "Days", days) + " " + p.T("puzzle.series.forgives")
}

// dayState returns the key of the words about a day of the week.
func dayState(d PuzzleDay) string { return views.Either(d.Solved, "lesson.done", "puzzle.open") }
