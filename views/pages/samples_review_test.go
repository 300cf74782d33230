package pages

import (
	"maps"
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/catalog"
	judged "tableronde/games/review"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// sampleReview returns the page of the review of a match that the first seat has resigned. values
// are the values of moves in turn, for their players; better are better moves by index.
func sampleReview(t testing.TB, lang views.Lang, game string, played []string, values []judged.Value, better map[int][]string) views.Review {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r := views.Review{Of: len(played), Done: true, Whose: 1}
	for i, text := range played {
		seat := m.ToAct()[0]
		one := judged.Move{Ply: i, Seat: seat, Text: text, Value: values[i], Played: values[i], Line: better[i]}
		if one.Line != nil {
			one.Best, one.Played = one.Line[0], values[i]-260
			if r.Index = i; one.Value.Result() > 0 {
				one.Played = 0
			}
		}
		r.Found.Moves = append(r.Found.Moves, one)
		if m, err = m.Play(seat, text, viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	for seat := games.Seat(1); !m.Over(); seat++ {
		if m, err = m.Play(seat, "resign", viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	r.Moments = r.Found.Moments(rules.Info())
	for i, one := range r.Moments {
		r.Moments[i].Cause = judge.Cause(m.At(one.Index).State(), r.Found.Moves[one.Index:], one.Change > 0)
	}
	r.Match = viewtest.ModelOf(m, lang, r.Index)
	r.Match.BotsPlay = true
	return r
}

// samplesOfReview returns the pages of reviews.
func samplesOfReview(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	page := func(r views.Review) templ.Component { return parker.Family().Review(r, false) }
	even := []judged.Value{10, -20, 30, -10, 40, -30, 10, 0}
	camelot := sampleReview(t, lang, "camelot", []string{"E6-E8", "F10-F9", "C6-C7", "D10-C9", "J6-K7"}, even,
		map[int][]string{0: {"F7-F8", "F10-F9"}, 3: {"G10-G9", "C7-C8", "H11-F11", "E8-E9", "D10-D9", "E9-E10"}})
	camette := sampleReview(t, lang, "camette", []string{"B3-B4", "C6-A4xC4", "C2-D2", "C4-C6-E4xC2xC4"},
		[]judged.Value{0, judged.Won - 7, 0, judged.Won - 3}, map[int][]string{1: {"B5-A4"}, 3: {"C4-C6"}})
	camette.Found.Exact, camette.Found.Moves[3].Only = true, true
	best := camette
	best.Index = 0
	best.Match = viewtest.ModelOf(mustEnd(t, "camette"), lang, 0)
	best.Match.BotsPlay = true
	four := sampleReview(t, lang, "grand-camelot", []string{"F3-F2", "G13-G15", "C6-D6", "M7-O5"}, even, map[int][]string{2: {"H4-J6", "M7-O5"}})
	alone := sampleReview(t, lang, "chivalry-4-solo", []string{"A6-A7", "B13-C12", "M13-K13", "N6-M7", "A5-A6"}, even, map[int][]string{4: {"D3-E4"}})
	pending := camelot
	pending.Done, pending.Index, pending.Of = false, -1, 40
	empty := camelot
	empty.Found, empty.Moments, empty.Index, empty.Of = judged.Review{}, nil, -1, 0
	hinted := viewtest.Played(t, lang, "camelot", "1: E6-E8", "2: F10-F9", "1: C6-C7", "2: D10-C9")
	hinted.Bots, hinted.BotsPlay = true, true
	ask := hinted
	hinted.Hints = 2
	hinted.Hint = &views.Hint{Number: 2, More: true, Action: "J6-K7", Reasons: []judged.Reason{{Kind: judged.Takes, Men: 1, Knights: 2}, {Kind: judged.Safe}}}
	bots := viewtest.Four(t, lang, "grand-camelot", 1, viewtest.GrandOpening...)
	for seat, number := range map[int]int{2: 1, 3: 2, 4: 3} {
		bots.Seats[seat-1] = views.Seat{Name: views.BotName(lang, 3, number), Bot: views.BotCalled(lang, 3, number), Rank: views.BotRank(lang, 3)}
	}
	bots.Bots, bots.BotsPlay, bots.Hints = true, true, 1
	valued := sampleAnalysis(t, lang)
	valued.Done = ""
	valued.Valued = &views.Valued{Seat: 2, Value: -35, Line: []string{"G10-G9", "D6-D7"}, Moves: []views.ValuedMove{{Text: "G10-G9", Value: -35}, {Text: "H11-F11", Value: judged.Value(-judged.Won + 6)}}}
	asking := sampleAnalysis(t, lang)
	asking.Problem = &views.Problem{Key: "match_under_way"}
	pages := samplesOfDecisions(t, lang)
	maps.Copy(pages, map[string]templ.Component{
		"hint":           matchPage(hinted),
		"hint-ask":       matchPage(ask),
		"bots-four":      matchPage(bots),
		"bots-many":      FaultPage(Fault{Page: viewtest.Page(lang, "/"), Status: 409, Code: "too_many_bot_matches"}),
		"bots-hour":      FaultPage(Fault{Page: viewtest.Page(lang, "/"), Status: 429, Code: "too_many_bot_starts", Retry: 600}),
		"value":          parker.Family().Analysis(valued),
		"value-refused":  parker.Family().Analysis(asking),
		"review":         page(camelot),
		"review-exact":   page(camette),
		"review-best":    page(best),
		"review-four":    page(four),
		"review-alone":   page(alone),
		"review-pending": page(pending),
		"review-empty":   page(empty),
	})
	return pages
}

// mustEnd returns a match of Camette with the moves of the sample.
func mustEnd(t testing.TB, game string) table.Match {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"B3-B4", "C6-A4xC4", "C2-D2", "C4-C6-E4xC2xC4", "resign"} {
		if m, err = m.Play(m.ToAct()[0], text, viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	return m
}
