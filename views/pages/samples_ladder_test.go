package pages

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// samplesOfLadders returns the pages of ladders, as they are seen from different places.
func samplesOfLadders(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	day := 24 * time.Hour
	list := Ladders{Page: viewtest.Page(lang, "/ladders")}
	var all []LadderLine
	two := slices.DeleteFunc(slices.Clone(viewtest.Games()), func(g games.Info) bool { return !slices.Contains(g.Seats, 2) })
	for i, g := range two {
		all = append(all, LadderLine{Game: g, Players: 40 >> i, Place: i % 3})
	}
	list.Ladders = all
	ladder := Ladder{Page: viewtest.Page(lang, "/ladders/camelot"), Games: two, Game: viewtest.Info(t, "camelot"), First: 1, Players: 58, More: true, Key: "k",
		Rules: LadderRules{Places: 3, Tenth: 10, Answer: 7, Again: 30, Leave: 60}}
	for i, name := range []string{"Gauvain", "Énide de Carnant, dame de la Joie de la cour", "Lunette", "Bohort", "Perceval", "Viviane", "Yvain"} {
		ladder.Rungs = append(ladder.Rungs, LadderRung{Place: i + 1, Person: Person{ID: fmt.Sprint("p", i), Name: name}, Since: viewtest.Now.Add(-time.Duration(i*i*9) * day), You: i == 5})
	}
	until := viewtest.Now.Add(4 * day)
	ladder.Rungs[0].Challenge = &LadderDuel{Rival: ladder.Rungs[1].Person, Challenged: true, Until: until}
	ladder.Rungs[1].Challenge = &LadderDuel{Rival: ladder.Rungs[0].Person, Until: until}
	ladder.Rungs[6].Challenge = &LadderDuel{Rival: Person{Name: "Mordred"}, Started: true, Until: until}
	ladder.Rungs[2].Reached, ladder.Rungs[4].Reached = true, true
	ladder.Own = &ladder.Rungs[5]
	for i, outcome := range []string{"won", "drawn", "lost", "declined", "late"} {
		ladder.Results = append(ladder.Results, LadderResult{Challenger: ladder.Rungs[i].Person, Challenged: ladder.Rungs[i+1].Person, At: viewtest.Now.Add(-time.Duration(i) * day), Outcome: outcome})
	}
	asked := ladder
	asked.Rungs = append([]LadderRung{}, ladder.Rungs...)
	asked.Rungs[2].Reached, asked.Rungs[4].Reached = false, false
	asked.Rungs[5].Challenge = &LadderDuel{Match: "a", Rival: Person{ID: "q", Name: "Mordred"}, Challenged: true, Until: until}
	asked.Own = &asked.Rungs[5]
	stranger := ladder
	stranger.Page.Player, stranger.Own, stranger.Problem = "", nil, &views.Problem{Field: "name", Key: "name_bot"}
	empty := Ladder{Page: viewtest.Page(lang, "/ladders/knizia"), Games: two, Game: viewtest.Info(t, "knizia"), First: 1, Rules: ladder.Rules, Key: "k"}
	return map[string]templ.Component{
		"ladders": LaddersPage(list), "ladder": LadderPage(ladder), "ladder-challenged": LadderPage(asked),
		"ladder-stranger": LadderPage(stranger), "ladder-empty": LadderPage(empty),
		"ladder-waits": waitingFor(t, lang, func(m *views.Match) {
			m.Public, m.Ladder, m.Asked, m.Seats[1].Kept = false, true, []views.Asked{{ID: "b", Name: "Bo"}}, locale.T(lang, "challenge.kept", "Name", "Bo")
		}),
		"table-needs":     waitingFor(t, lang, func(m *views.Match) { m.Needs = views.Needs{Played: 10, Low: 1400, High: 1800} }),
		"table-needs-new": NewTablePage(NewTable{Page: viewtest.Page(lang, "/new"), Games: viewtest.Games(), Game: "cam", Key: "k", Public: true, Needs: views.Needs{Played: 10}, Problem: &views.Problem{Field: "min_rating", Key: "invalid_needs"}}),
	}
}
