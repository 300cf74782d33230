package learn

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/problems"
	"tableronde/games/puzzles"
	"tableronde/games/table"
	"tableronde/views"
)

// Problem is the model of a problem at cards: the table of a match, with one decision to find.
type Problem struct {
	views.Match
	Record
	Task    problems.Problem
	Attempt problems.Attempt
	Rating  int // of the problem

	table  views.Table // the family's parts of the page
	family views.Family
}

// Touches are the touches of a visitor on the table of a problem.
type Touches struct {
	Staged, Choice, Sort, Press string // as in views.Draft
	Tried                       string // the answers, as in problems.Problem.Attempt
}

// Any reports whether something is chosen since the last answer.
func (t Touches) Any() bool { return t.Staged != "" || t.Choice != "" }

// NewProblem returns the model of a problem after some touches. at is the match of the task. Once
// the problem is over, the best action lies on the table.
func NewProblem(p views.Page, game games.Info, family views.Family, task problems.Problem, at table.Match, t Touches, a problems.Attempt, r Record) Problem {
	m := Problem{Task: task, Attempt: a, Record: r, family: family}
	over := m.Over()
	if over {
		t.Staged = task.Best().Action
	}
	m.Match = standIn(p, game, at, views.Seat{Name: p.T("problem.you"), You: true}, task.Seat, ProblemPath(task), t.Staged, t.Choice, !over)
	m.Sort, m.Press, m.Tried = t.Sort, t.Press, t.Tried
	m.Match, m.table = family.LayOut(m.Match)
	return m
}

// ProblemPath returns the address of a problem.
func ProblemPath(p problems.Problem) string {
	return "/puzzles/" + p.Game + "/" + strconv.Itoa(p.Number)
}

// Over reports whether the solution stands on the page.
func (m *Problem) Over() bool {
	return m.Attempt.Right || m.Attempt.Shown || len(m.Attempt.Wrong) >= puzzles.MaxTries || m.wrong() && m.Revealed
}

// wrong reports whether the last answer is wrong.
func (m *Problem) wrong() bool { return m.Attempt.Last.Action != "" && !m.Attempt.Right }

// title returns the title of the page.
func (m *Problem) title() string {
	return m.T("problem.title", "Game", m.Lang.Of(m.Game.Name), "Number", m.Task.Number)
}

// about names the kind of the problem and its rating.
func (m *Problem) about() string {
	return m.T("problem.kind") + " · " + m.T("puzzle.worth", "Points", m.Rating)
}

// spoken returns the words of the coach: the task, the choice on the table, or the verdict.
func (m *Problem) spoken() (heading, sentence string, bad bool) {
	status := m.table.Status
	switch {
	case m.Over():
		heading = m.T("puzzle.solution")
		if m.Attempt.Right {
			heading = m.solved(m.Page)
		}
		return heading, m.says("problem.right", m.Task.Best()), false
	case m.Staged+m.Probe != "" && status.Why != nil:
		return status.Sentence, views.Stop(m.Refusal(status.Why)), true
	case m.Staged+m.Probe != "" && status.Sentence != "":
		return status.Sentence, status.Detail, false
	case m.wrong():
		return m.T("lesson.wrong"), m.says("problem.wrong", m.Attempt.Last) + " " + m.N("puzzle.left", m.left(), "Left", m.left()), true
	}
	return m.T("problem.ask"), m.T("problem.task", "Number", m.Task.Number, "All", len(problems.Of(m.Task.Game)), "You", m.T("problem.you")), false
}

// left returns the number of tries left.
func (m *Problem) left() int { return puzzles.MaxTries - max(len(m.Wrong), len(m.Attempt.Wrong)) }

// says returns a sentence about a play and its share.
func (m *Problem) says(key string, play problems.Play) string {
	if play.Share < 0 {
		key = "problem.far"
	}
	return views.Sentence(m.T(key, "Play", m.does(play), "Share", play.Share, "Deals", problems.Deals, "Second", m.Task.Plays[1].Share))
}

// does returns a play as an infinitive phrase.
func (m *Problem) does(play problems.Play) string {
	return m.family.Choice(m.Match, m.View, play.Action, nil).Does
}

// mostShares bounds the list of plays.
const mostShares = 6

// shares lists the plays that win most often.
func (m *Problem) shares() []problems.Play { return m.Task.Plays[:min(mostShares, len(m.Task.Plays))] }

// acts returns the buttons of the table. Those that would post actions lead to the verdict.
func (m *Problem) acts() []views.Act {
	acts := slices.Clone(m.table.Acts)
	for i, a := range acts {
		if len(a.Actions) > 0 {
			acts[i].Href, acts[i].Actions = m.answering(a.Actions[0]), nil
		}
	}
	return acts
}

// answering returns the address after one more answer.
func (m *Problem) answering(action string) string {
	other := m.Draft
	other.Tried = strings.TrimPrefix(m.Tried+"|"+action, "|")
	return other.Staging(nil, "")
}

// next returns the address of the next problem, "" after the last one.
func (m *Problem) next() string {
	if next, ok := problems.Find(m.Task.Game, m.Task.Number+1); ok {
		return ProblemPath(next)
	}
	return ""
}

// here returns the address of the page in its present state.
func (m *Problem) here() string { return m.Staging(m.Steps(), m.Probe) }

// say returns the words of the page for screen readers, after a touch.
func (m *Problem) say() string {
	if m.table.Reading != nil {
		return m.table.Reading.Name + ". " + m.table.Reading.Text
	}
	heading, sentence, _ := m.spoken()
	return heading + " " + sentence
}

// framed returns the page with the drawings of its game.
func (m *Problem) framed() views.Page {
	p := m.Page
	p.Defs = m.table.Defs
	return p
}

// styles returns the style sheets of the page.
func (m *Problem) styles() []string { return slices.Concat(m.family.Styles, guideStyles) }
