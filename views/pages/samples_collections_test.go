package pages

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// samplesOfCollections returns the pages of collections, and the page for keeping a match.
func samplesOfCollections(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	page := func(path string) views.Page { return viewtest.Page(lang, path) }
	rows := []CollectionRow{
		{ID: "recorded-games", Title: "Recorded games", Public: true, Matches: 1},
		{ID: "a", Title: "Les plus belles charges de cavalerie que nous ayons jouées cet hiver", By: "Énide de Carnant", Public: true, Matches: 23},
		{ID: "b", Title: "Endings", By: "Aliénor", Matches: 0},
	}
	list := Collections{Page: page("/collections"), Public: rows[:2], Own: rows[1:], Known: true, More: true}
	stranger := Collections{Page: page("/collections"), First: 20}
	stranger.Player = ""
	wrong := list
	wrong.Form, wrong.Problem = CollectionForm{Title: "x", Public: true}, &views.Problem{Field: "title", Key: "collection_title"}

	over := samplePublic(t, lang).Over[:3]
	past := over[0]
	past.ID, past.HistoricGame, past.Dated = "annals-00001", true, "2008"
	excerpt := over[1]
	excerpt.ID, excerpt.HistoricGame, excerpt.Result = "annals-00002", true, &games.Result{Reason: games.ReasonAborted}
	own := Collection{Page: page("/collections/a"), CollectionRow: rows[1], Author: "p", Rows: over, Own: true, Done: "saved", Form: CollectionForm{Title: rows[1].Title, Public: true}}
	own.Text = "From the evenings in the tower.\nBegin with the second."
	site := Collection{Page: page("/collections/recorded-games"), CollectionRow: rows[0], Rows: []Row{past, excerpt}, Operator: true}
	other := Collection{Page: page("/collections/a"), CollectionRow: rows[1], Author: "p", Rows: over, Done: "reported"}
	empty := Collection{Page: page("/collections/b"), CollectionRow: rows[2], Author: "p", Own: true}

	played := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: H11-F9", "1: H6-F8", "2: resign")
	keep := Keep{Match: played, In: rows[:1], Own: rows[1:], Known: true, Remarks: true}
	notes := Notes{Collection: rows[1], Remarks: Remarks{Match: played, Place: 2, Text: "The key move.", Done: "kept", Path: "/collections/a/b",
		List: []Remark{{Place: -1, Text: "A short one.", Changed: viewtest.Now.Add(-time.Hour)}, {Place: 2, Text: "The key move.", Changed: viewtest.Now}}}}
	return map[string]templ.Component{
		"collections": CollectionsPage(list), "collections-stranger": CollectionsPage(stranger), "collections-wrong": CollectionsPage(wrong),
		"collection-own": CollectionPage(own), "collection-site": CollectionPage(site), "collection-other": CollectionPage(other), "collection-empty": CollectionPage(empty),
		"keep": KeepPage(keep), "annotations": NotesPage(notes),
	}
}
