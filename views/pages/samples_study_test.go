package pages

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/games/study"
	"tableronde/views"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// sampleSetup returns the page on which a position is set up.
func sampleSetup(t testing.TB, lang views.Lang, position string) parker.Setup {
	t.Helper()
	p, err := rules.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	m := parker.Setup{Page: viewtest.Page(lang, "/setup"), Position: p, Bottom: 1, Tool: rules.PieceOf(1, true), Key: "k"}
	for _, rules := range rules.Rulesets() {
		info := rules.Info()
		m.Games = append(m.Games, info)
		if info.ID == p.Board().ID() {
			m.Game = info
		}
	}
	first, _ := p.Board().Setup("")
	m.Starts = []parker.Start{{Position: first}}
	return m
}

// sampleAnalysis returns the page of an analysis with variations and notes from two
// positions.
func sampleAnalysis(t testing.TB, lang views.Lang) views.Analysis {
	t.Helper()
	ahead := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: F10-F9", "1: C6-C7")
	after := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: F10-F9", "1: C6-C7", "2: D10-C9", "1: J6-K7")
	a := views.Analysis{Match: ahead, Now: true, Keeps: true, Done: "keep"}
	a.Explored = views.Explored{Line: []views.TriedMove{{Seat: 2, Text: "D10-C9"}, {Seat: 1, Text: "J6-K7"}}, View: after.View, Mover: 2}
	keep := func(ply int, note string, texts ...string) {
		var line []study.Step
		for i, text := range texts {
			line = append(line, study.Step{Seat: games.Seat((ply+i)%2 + 1), Text: text})
		}
		a.Kept.Note(ply, line, note)
	}
	keep(1, "Before I answer", "F10-F9", "C6-C7")
	keep(1, "", "G10-G9", "C6-C7")
	keep(3, "", "D10-C9", "J6-K7", "G10-G9", "D6-D7")
	keep(3, "Two knights for one. White has no other answer, so it can go into my conditional moves.", "D10-C9", "J6-K7")
	keep(3, "", "D10-C9", "J6-K7", "H11-F11", "K7-K8")
	keep(3, "too slow", "D10-C9", "J6-J7")
	keep(3, "", "H11-F11", "J6-J7")
	a.Roots = []views.StudyRoot{{After: 1, Last: 0, Played: []string{"F10-F9", "C6-C7"}}, {After: 3, Last: 2}}
	return a
}

// sampleAnalysisOfFour returns the page of an analysis of a board for four.
func sampleAnalysisOfFour(t testing.TB, lang views.Lang) views.Analysis {
	t.Helper()
	a := views.Analysis{Match: viewtest.Played(t, lang, "chivalry-4-solo"), Keeps: true}
	a.Explored = views.Explored{View: a.View, Mover: 1}
	line := []study.Step{{Seat: 1, Text: "E5-E6"}, {Seat: 2, Text: "E12-F12"}, {Seat: 3, Text: "L12-L11"}, {Seat: 4, Text: "L5-K5"}, {Seat: 1, Text: "E6-E7"}}
	a.Kept.Keep(0, line)
	a.Kept.Keep(0, append(line[:2:2], study.Step{Seat: 3, Text: "K12-K11"}))
	a.Roots = []views.StudyRoot{{Last: -1}}
	return a
}

// samplesOfStudy returns the pages of positions and of imported games.
func samplesOfStudy(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	setup := sampleSetup(t, lang, "camelot 2 KE13,KF15/D7,C11,J11 1/0")
	wrong := sampleSetup(t, lang, "camette 1 C2/KC6")
	wrong.Typed, wrong.Bad = "camette 1 C2", &games.Illegal{Key: "parker.position_seats", Args: map[string]string{"seats": "2", "count": "1"}}
	lone := sampleSetup(t, lang, "grand-camelot 1 -/KB7/KC8/-")
	lone.Wrong = &games.Illegal{Key: "parker.position_no_pieces", Args: map[string]string{"seat": "1"}}
	decided := sampleSetup(t, lang, "cam 2 D13/D9")
	decided.Result = &games.Result{Winners: []games.Seat{1}, Reason: rules.ReasonCastle}
	again := Import{Page: viewtest.Page(lang, "/import"), Games: setup.Games, Key: "k", Text: "1.E6-E8 H11-F9\n2.H6-F8 F11-F7", Break: &Break{
		Line: 2, Move: 2, Seat: 2, Action: "F11-F7", Text: "2.H6-F8 F11-F7", Game: setup.Game, Played: 3,
		Illegal: &games.Illegal{Key: "parker.reach", Rule: "moves", Args: map[string]string{"from": "F11", "to": "F7"}},
	}}
	imported := viewtest.Played(t, lang, "camelot", viewtest.NolanEvents(34)...)
	imported.Solo, imported.Title, imported.Played = true, "Nolan – CHAXX 1.05, 2008", []string{"Nolan", "CHAXX 1.05"}
	ahead := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: F10-F9", "1: C6-C7")
	after := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: F10-F9", "1: C6-C7", "2: D10-C9", "1: J6-K7")
	conditions := views.Orders{
		Match: ahead, Text: "after 3\nD10-C9: J6-K7, G10-G9: D6-D7\nD10-C9: J6-K7, H11-F11: K7-K8\nH11-F11: J6-J7",
		Explored: views.Explored{Line: []views.TriedMove{{Seat: 2, Text: "D10-C9"}, {Seat: 1, Text: "J6-K7"}}, View: after.View, Mover: 2},
	}
	waiting := ahead
	waiting.Prepared, waiting.Notation = parker.Family().Prepared(ahead, conditions.Text), conditions.Text
	choosing := conditions
	choosing.Explored = views.Explored{View: ahead.View, Mover: 2, Staged: "C11-B10"}
	tried := sampleAnalysis(t, lang)
	refused := tried
	refused.Problem, refused.Note, refused.Done = &views.Problem{Key: "study_note"}, "A note", ""
	untried := views.Analysis{Match: after, Explored: views.Explored{View: after.View, Mover: 2}}
	table := NewTable{Page: viewtest.Page(lang, "/new"), Games: setup.Games, Game: "camelot", Key: "k", Study: &setup.Position}
	invitation := sampleInvitation(t, lang)
	invitation.Table.Study = setup.Position.String()
	start := setup.Position.View()
	invitation.Start = &start
	return map[string]templ.Component{
		"setup":            parker.SetupPage(setup),
		"setup-wrong":      parker.SetupPage(wrong),
		"setup-lone":       parker.SetupPage(lone),
		"analysis":         parker.Family().Analysis(tried),
		"analysis-refused": parker.Family().Analysis(refused),
		"analysis-unkept":  parker.Family().Analysis(views.Analysis{Match: ahead, Explored: conditions.Explored, Now: true, Keeps: true}),
		"analysis-nobody":  parker.Family().Analysis(untried),
		"analysis-four":    parker.Family().Analysis(sampleAnalysisOfFour(t, lang)),
		"conditions":       parker.Family().Orders(conditions),
		"conditions-stage": parker.Family().Orders(choosing),
		"setup-decided":    parker.SetupPage(decided),
		"match-prepared":   matchPage(waiting),
		"import":           ImportPage(Import{Page: viewtest.Page(lang, "/import"), Games: setup.Games, Key: "k"}),
		"import-again":     ImportPage(again),
		"match-imported":   matchPage(imported),
		"new-study":        NewTablePage(table),
		"invitation-study": InvitationPage(invitation),
	}
}
