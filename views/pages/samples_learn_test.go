package pages

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/guides"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/games/problems"
	"tableronde/games/puzzles"
	judged "tableronde/games/review"
	"tableronde/games/strategy"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/learn"
	"tableronde/views/viewtest"
)

// sampleStep returns a lesson after some touches.
func sampleStep(t testing.TB, lang views.Lang, game string, step int, touched ...string) learn.Step {
	t.Helper()
	l := lessons.Of(game)[step-1]
	v := l.Judge("", nil)
	if len(touched) > 0 {
		v = l.Judge(touched[0], touched[1:])
	}
	m := learn.NewStep(viewtest.Page(lang, "/learn/"+game), viewtest.Info(t, game), l, v, false)
	m.Done, m.Key = []string{"camelot.1", "camelot.2"}, "k"
	return m
}

// sampleGuide returns a step of a guided round, after a touch.
func sampleGuide(t testing.TB, lang views.Lang, g guides.Guide, step int, staged, choice string) learn.Guide {
	t.Helper()
	family, ok := families.Of(g.Game)
	if !ok {
		t.Fatalf("no family shows %s", g.Game)
	}
	m := learn.NewGuide(viewtest.Page(lang, "/learn/"+g.Game), viewtest.Info(t, g.Game), family, g, step, staged, choice, "")
	m.Key = "k"
	return m
}

// samplesOfLearning are the pages of lessons, in every state of an answer.
func samplesOfLearning(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	shown := sampleStep(t, lang, "camelot", 5)
	shown.Verdict, shown.Shown = shown.Lesson.Shown(), true
	begun := learn.Index{Page: viewtest.Page(lang, "/learn"), Games: viewtest.Boards(), Cards: []games.Info{viewtest.Info(t, "knizia"), viewtest.Info(t, "kutschke")}, All: viewtest.Games(), Done: []string{"camelot.1", "camelot.2"}, Key: "k"}
	over := begun
	over.Done = []string{"camelot.1", "camelot.2", "camelot.3", "camelot.4", "camelot.5", "camelot.6", "cam.1", "knizia.1"}
	pages := map[string]templ.Component{
		"characters":       CharactersPage(Characters{Page: viewtest.Page(lang, "/computer/camelot"), Game: viewtest.Info(t, "camelot"), Games: viewtest.Boards(), Wins: [5]int{4, 1}, Key: "k"}),
		"characters-all":   CharactersPage(Characters{Page: viewtest.Page(lang, "/computer/cam"), Game: viewtest.Info(t, "cam"), Games: viewtest.Boards(), Wins: [5]int{3, 3, 3, 3, 3}, Key: "k"}),
		"learn":            learn.IndexPage(learn.Index{Page: strangerPage(lang), Games: viewtest.Boards(), Cards: []games.Info{viewtest.Info(t, "knizia"), viewtest.Info(t, "kutschke")}, All: viewtest.Games(), Key: "k"}),
		"learn-begun":      learn.IndexPage(begun),
		"learn-over":       learn.IndexPage(over),
		"learn-asked":      learn.StepPage(sampleStep(t, lang, "camelot", 3)),
		"learn-find":       learn.StepPage(sampleStep(t, lang, "camelot", 4)),
		"learn-none":       learn.StepPage(sampleStep(t, lang, "camelot", 4, "F15")),
		"learn-chosen":     learn.StepPage(sampleStep(t, lang, "camelot", 3, "E8")),
		"learn-on-the-way": learn.StepPage(sampleStep(t, lang, "camelot", 3, "E8", "G10")),
		"learn-wrong":      learn.StepPage(sampleStep(t, lang, "camelot", 3, "E8", "C8")),
		"learn-not-mine":   learn.StepPage(sampleStep(t, lang, "camelot", 3, "F9")),
		"learn-empty":      learn.StepPage(sampleStep(t, lang, "camelot", 3, "C13")),
		"learn-refused":    learn.StepPage(sampleStep(t, lang, "camelot", 6, "F5", "C10")),
		"learn-answered":   learn.StepPage(sampleStep(t, lang, "camelot", 6, "F5", "E6")),
		"learn-right":      learn.StepPage(sampleStep(t, lang, "camelot", 3, "E8", "G10", "G12")),
		"learn-last":       learn.StepPage(sampleStep(t, lang, "camelot", 6, "F5", "F6")),
		"learn-shown":      learn.StepPage(shown),
		"learn-partner":    learn.StepPage(sampleStep(t, lang, "grand-camelot", 2, "H6")),
	}
	for name, m := range samplesOfPuzzles(t, lang) {
		pages["puzzle-"+name] = learn.PuzzlePage(m)
	}
	own := sampleOwnPuzzle(t, lang)
	pages["puzzles-own"] = learn.OwnPuzzlesPage(learn.OwnPuzzles{Page: own.Page, List: []learn.OwnPuzzle{*own.Own, *own.Own}})
	pages["puzzles-own-none"] = learn.OwnPuzzlesPage(learn.OwnPuzzles{Page: own.Page})
	pages["puzzles"] = learn.PuzzleIndexPage(samplePuzzleIndex(t, lang))
	for _, g := range guides.All() {
		for i, s := range g.Steps {
			pages[fmt.Sprint("guide-", g.Game, "-", i+1)] = learn.GuidePage(sampleGuide(t, lang, g, i+1, views.JoinSteps(s.Play), ""))
		}
	}
	for name, m := range map[string]learn.Guide{
		"wrong":   sampleGuide(t, lang, guides.All()[0], 4, "play R3", ""),
		"refused": sampleGuide(t, lang, guides.All()[0], 4, "", "B4"),
		"other":   sampleGuide(t, lang, guides.All()[0], 4, "withdraw", ""),
		"read":    sampleGuide(t, lang, guides.All()[0], 6, "", "read riposte hand-riposte-1"),
		"value":   sampleGuide(t, lang, guides.All()[1], 6, "", "M1=A"),
		"uses":    sampleGuide(t, lang, guides.All()[2], 6, "", "A"),
		"useless": sampleGuide(t, lang, guides.All()[2], 6, "", "Q"),
	} {
		pages["guide-"+name] = learn.GuidePage(m)
	}
	for _, game := range problems.Games() {
		p := problems.Of(game)[0]
		for name, touches := range map[string]learn.Touches{
			"asked": {}, "staged": {Staged: p.Best().Action}, "refused": {Staged: "x"}, "wrong": {Tried: p.Plays[1].Action}, "solved": {Tried: p.Best().Action}, "shown": {Tried: problems.Show},
		} {
			pages["problem-"+game+"-"+name] = learn.ProblemPage(sampleProblem(t, lang, p, touches))
		}
	}
	for _, a := range strategy.All() {
		info := viewtest.Info(t, a.Game)
		pages["strategy-"+a.Game] = learn.StrategyPage(learn.NewStrategy(viewtest.Page(lang, "/rules/"+a.Game+"/strategy"), info, a, 0, 0))
		for i, advice := range a.Advices {
			if last := len(advice.Steps()) - 1; last > 2 {
				pages["strategy-"+a.Game+"-line"] = learn.StrategyPage(learn.NewStrategy(viewtest.Page(lang, "/rules/"+a.Game+"/strategy"), info, a, i+1, last))
			}
		}
	}
	for _, game := range lessons.Games() {
		pages["learn-"+game] = learn.StepPage(sampleStep(t, lang, game, 1))
	}
	return pages
}

// sampleProblem is a problem of a player after some touches.
func sampleProblem(t testing.TB, lang views.Lang, p problems.Problem, touches learn.Touches) learn.Problem {
	t.Helper()
	at, err := p.Match()
	if err != nil {
		t.Fatal(err)
	}
	family, _ := families.Of(p.Game)
	attempt := p.Attempt(at.State(), touches.Tried)
	record := learn.Record{Counted: true, Wrong: attempt.Wrong, Solved: attempt.Right, Points: 1432, Gain: 12}
	m := learn.NewProblem(viewtest.Page(lang, learn.ProblemPath(p)), viewtest.Info(t, p.Game), family, p, at, touches, attempt, record)
	m.Rating = p.Rating()
	return m
}

// samplesOfPuzzles are the states of a puzzle of the day of two moves, for a player.
func samplesOfPuzzles(t testing.TB, lang views.Lang) map[string]learn.Puzzle {
	t.Helper()
	var p puzzles.Puzzle
	for _, q := range puzzles.Of("camelot") {
		if q.Moves() == 2 {
			p = q
			break
		}
	}
	at := func(done int, move string) learn.Puzzle {
		step, ok := p.At(done)
		if !ok {
			t.Fatalf("no step %d", done)
		}
		v := step.Task.Judge("", nil)
		if squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' }); len(squares) > 0 {
			v = step.Task.Judge(squares[0], squares[1:])
		}
		m := learn.NewPuzzle(viewtest.Page(lang, learn.PuzzlePath(p)), viewtest.Info(t, "camelot"), step, v)
		m.Counted, m.Daily, m.Day, m.Rating, m.Points, m.Gain, m.Days = true, true, 20785, 1540, 1432, -18, 4
		for day := m.Day.Monday(); day < m.Day.Monday()+7; day++ {
			m.Week = append(m.Week, learn.PuzzleDay{Day: day, Solved: day%2 == 0})
		}
		return m
	}
	step, _ := p.At(0)
	from := strings.FieldsFunc(p.Line[0], func(r rune) bool { return r == '-' || r == 'x' })[0]
	samples := map[string]learn.Puzzle{"asked": at(0, ""), "chosen": at(0, from), "right": at(0, p.Line[0]), "answered": at(1, ""), "solved": at(1, p.Line[2])}
	view := step.Task.View()
	for _, q := range view.Movers() {
		for _, next := range view.Stage(view.Board().Name(q)).Next {
			if m := at(0, next.Route); learn.WrongMove(m.Task, m.Verdict) != "" {
				m.Wrong = []string{next.Route}
				samples["wrong"] = m
			}
		}
	}
	shown := at(0, "")
	shown.Verdict, shown.Shown, shown.Revealed = step.Task.Shown(), true, true
	samples["shown"] = shown
	for name, m := range samplesOfDefence(t, lang) {
		samples["defence-"+name] = m
	}
	samples["own"] = sampleOwnPuzzle(t, lang)
	samples["own-wrong"] = sampleOwnPuzzle(t, lang, "G7", "G8")
	samples["own-solved"] = sampleOwnPuzzle(t, lang, "D7", "D8")
	return samples
}

// samplesOfDefence are the states of the first defence of Camelot, for a visitor who is no player.
func samplesOfDefence(t testing.TB, lang views.Lang) map[string]learn.Puzzle {
	t.Helper()
	all := puzzles.Of("camelot")
	p := all[slices.IndexFunc(all, func(p puzzles.Puzzle) bool { return p.Defence })]
	step, _ := p.At(0)
	samples := make(map[string]learn.Puzzle)
	at := func(name, move string) {
		v := step.Task.Judge("", nil)
		if squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' }); len(squares) > 0 {
			v = step.Task.Judge(squares[0], squares[1:])
		}
		samples[name] = learn.NewPuzzle(viewtest.Page(lang, learn.PuzzlePath(p)), viewtest.Info(t, "camelot"), step, v)
	}
	at("asked", "")
	at("solved", p.Line[0])
	view := step.Task.View()
	for _, q := range view.Movers() {
		for _, next := range view.Stage(view.Board().Name(q)).Next {
			if _, within, ok := p.Refutation(next.Route); ok {
				at(fmt.Sprintf("wrong-%d", within), next.Route)
			}
		}
	}
	return samples
}

// sampleOwnPuzzle is a puzzle from a match of the visitor, who had Black, after some touches.
func sampleOwnPuzzle(t testing.TB, lang views.Lang, touches ...string) learn.Puzzle {
	t.Helper()
	position, err := parker.ParsePosition("camelot 2 KC11,D10,G9/D7,G7,KI5")
	if err != nil {
		t.Fatal(err)
	}
	s, err := position.State()
	if err != nil {
		t.Fatal(err)
	}
	task := lessons.Pose(s, "D7-D8")
	v := task.Judge("", nil)
	if len(touches) > 0 {
		v = task.Judge(touches[0], touches[1:])
	}
	return learn.NewOwnPuzzle(viewtest.Page(lang, "/puzzles/own"), learn.OwnPuzzle{
		Match: "aaaaaaaaaaaa", Game: viewtest.Info(t, "camelot"), Seat: 2, Ended: viewtest.Now,
		Move: judged.Move{Ply: 3, Seat: 2, Text: "G7-G8", Best: "D7-D8", Only: true, Value: judged.Won - 3},
	}, task, v)
}

// samplePuzzleIndex is the page of puzzles of a player.
func samplePuzzleIndex(t testing.TB, lang views.Lang) learn.PuzzleIndex {
	t.Helper()
	m := learn.PuzzleIndex{Page: viewtest.Page(lang, "/puzzles"), Day: 20785, Days: 1, Owns: true}
	for i, p := range puzzles.Daily(m.Day) {
		m.Daily = append(m.Daily, learn.PuzzleRow{Puzzle: p, Game: viewtest.Info(t, p.Game), Army: "white", Rating: p.Rating + 4, Solved: i == 0, Failed: i == 1})
	}
	for i, game := range puzzles.Games() {
		m.Games = append(m.Games, learn.PuzzleGame{Info: viewtest.Info(t, game), All: 700, Solved: 12 * i, Rating: 1300 * (i % 2)})
	}
	for day := m.Day.Monday(); day < m.Day.Monday()+7; day++ {
		m.Week = append(m.Week, learn.PuzzleDay{Day: day, Solved: day == m.Day})
	}
	return m
}
