package pages

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/games/lessons"
	"tableronde/views"
	"tableronde/views/learn"
	"tableronde/views/viewtest"
)

// sampleStep returns a lesson after some touches.
func sampleStep(t testing.TB, lang views.Lang, game string, step int, touched ...string) learn.Step {
	t.Helper()
	l := lessons.Of(game)[step-1]
	m := learn.Step{Page: viewtest.Page(lang, "/learn/"+game), Game: viewtest.Info(t, game), Lesson: l, Verdict: l.Judge("", nil), Done: []string{"camelot.1", "camelot.2"}, Key: "k"}
	if len(touched) > 0 {
		m.Verdict = l.Judge(touched[0], touched[1:])
	}
	return m
}

// samplesOfLearning are the pages of lessons, in every state of an answer.
func samplesOfLearning(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	shown := sampleStep(t, lang, "camelot", 5)
	shown.Verdict, shown.Shown = shown.Lesson.Shown(), true
	begun := learn.Index{Page: viewtest.Page(lang, "/learn"), Games: viewtest.Boards(), Done: []string{"camelot.1", "camelot.2"}, Key: "k"}
	over := begun
	over.Done = []string{"camelot.1", "camelot.2", "camelot.3", "camelot.4", "camelot.5", "camelot.6"}
	pages := map[string]templ.Component{
		"characters":       CharactersPage(Characters{Page: viewtest.Page(lang, "/computer/camelot"), Game: viewtest.Info(t, "camelot"), Games: viewtest.Boards(), Wins: [5]int{4, 1}, Key: "k"}),
		"characters-all":   CharactersPage(Characters{Page: viewtest.Page(lang, "/computer/cam"), Game: viewtest.Info(t, "cam"), Games: viewtest.Boards(), Wins: [5]int{3, 3, 3, 3, 3}, Key: "k"}),
		"learn":            learn.IndexPage(learn.Index{Page: strangerPage(lang), Games: viewtest.Boards(), Key: "k"}),
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
	for _, game := range lessons.Games() {
		pages["learn-"+game] = learn.StepPage(sampleStep(t, lang, game, 1))
	}
	return pages
}
