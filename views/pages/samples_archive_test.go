package pages

import (
	"maps"
	"math"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/catalog"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/viewtest"
)

// samplesOfArchive returns the pages that look back: lists with and without matches, the
// openings of boards of two and four armies, ratings, and profiles.
func samplesOfArchive(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	page := func(path string) views.Page { return viewtest.Page(lang, path) }
	over := samplePublic(t, lang).Over
	for i := range 8 {
		r := over[i%3]
		r.Players = make([]string, len(r.Seats))
		for seat := range r.Seats {
			r.Players[seat] = "p"
		}
		r.ID, r.Moved = r.ID+string(rune('a'+i)), viewtest.Now.Add(-time.Duration(i*i*i)*30*time.Hour)
		over = append(over, r)
	}
	list := Archive{Page: page("/archive"), Games: viewtest.Games(), Rows: over, Next: "c"}
	none := Archive{Page: page("/archive?game=camelot"), Games: viewtest.Games(), Query: ArchiveQuery{Game: "camelot", Player: "Nobody", Result: "won", Since: "30"}}
	wrong := none
	wrong.Problem = &views.Problem{Field: "player", Key: "unknown_player"}

	rating := func(name string, points, deviation float64, matches int) Rated {
		return Rated{Game: viewtest.Info(t, "camelot"), ID: "p" + name, Name: name, Points: points, Deviation: deviation, Matches: matches, At: viewtest.Now}
	}
	leaders := Ratings{Page: page("/ratings"), Games: viewtest.Games(), Game: "camelot", First: 1, Matches: 5, Days: 180, More: true,
		People: []Rated{rating("Gauvain", 1842.4, 48, 112), rating("Énide de Carnant, dame de la Joie de la cour", 1797, 51, 88), rating("Lunette", 1724, 62, 41), rating("Perceval", 1623, 140, 6)},
		Bots:   []Rated{rating("Nimue (computer)", 1911, 40, 300), rating("Dagonet (computer)", 1180, 45, 288)}}
	leaders.People[2].You = true
	nobody := Ratings{Page: page("/ratings?game=knizia"), Games: viewtest.Games(), Game: "knizia", First: 1, Matches: 5, Days: 180}

	known := Profile{Page: page("/players/p"), ID: "p", Name: "Lunette", You: true, Since: viewtest.Now.Add(-260 * 24 * time.Hour),
		Total: Score{Matches: 96, Won: 52, Drawn: 9, Fell: 1}, Answers: []int{3, 5, 8, 9, 20, 30, 44, 51, 60, 40, 18, 4, 0, 0, 0, 0, 0, 0},
		Ratings: []Rated{rating("Lunette", 1724, 62, 41), rating("Lunette", 1475, 164, 3)},
		Against: []Opponent{{"a", "Gauvain", Score{Matches: 17, Won: 9, Drawn: 2}}, {"b", "Énide de Carnant, dame de la Joie", Score{Matches: 11, Won: 7, Drawn: 1}}, {"c", "Bohort", Score{Matches: 9, Won: 4}}}}
	known.Hours = [24]int{1, 0, 0, 0, 0, 1, 3, 6, 9, 8, 7, 6, 8, 9, 8, 6, 7, 9, 12, 18, 24, 22, 15, 6}
	known.Ratings[1].Game = viewtest.Info(t, "shannon")
	known.Drawn = known.Ratings[0]
	known.Ladders = []LadderLine{{Game: viewtest.Info(t, "camelot"), Place: 3}, {Game: viewtest.Info(t, "shannon"), Place: 12}}
	known.Cups = []WonCup{{ID: "c", Title: "The autumn cup of the house of Carnant", Game: viewtest.Info(t, "camelot"), Ended: viewtest.Now}, {ID: "d", Game: viewtest.Info(t, "knizia"), Ended: viewtest.Now}}
	for i := range 41 {
		known.Course = append(known.Course, RatingStep{At: viewtest.Now.Add(time.Duration(i-41) * 6 * 24 * time.Hour),
			Points: 1500 + 5.5*float64(i) + 30*math.Sin(float64(i)), Deviation: 62 + 180/math.Sqrt(float64(i+1))})
	}
	staged, found := sampleOpenings(t, lang, "camelot", 2), sampleOpenings(t, lang, "cam", 0)
	staged.Staged, staged.Query, staged.Latest = "F7", OpeningsQuery{Player: "Gauvain", Seat: "1", Since: "365", Rating: "1600"}, true
	found.Start, found.Typed, found.Refused = found.Position.String(), "cam 1 X9/", &views.Problem{Key: "bad_request"}
	stranger := Profile{Page: page("/players/q"), ID: "q", Name: "Yvain", Since: viewtest.Now}
	all := map[string]templ.Component{
		"archive": ArchivePage(list), "archive-none": ArchivePage(none), "archive-wrong": ArchivePage(wrong),
		"openings": OpeningsPage(sampleOpenings(t, lang, "camelot", 2)), "openings-four": OpeningsPage(sampleOpenings(t, lang, "grand-camelot", 1)),
		"openings-none":   OpeningsPage(Openings{Page: page("/archive/openings?game=cam"), Games: viewtest.Boards(), Game: viewtest.Info(t, "cam"), Position: startView(t, "cam").Position(), View: *startView(t, "cam"), Bad: "E1-E2"}),
		"openings-staged": OpeningsPage(staged), "openings-found": OpeningsPage(found),
		"ratings": RatingsPage(leaders), "ratings-none": RatingsPage(nobody),
		"profile": ProfilePage(known), "profile-new": ProfilePage(stranger),
	}
	maps.Copy(all, samplesOfLadders(t, lang))
	maps.Copy(all, samplesOfCollections(t, lang))
	maps.Copy(all, samplesOfWatching(t, lang))
	maps.Copy(all, samplesOfElsewhere(t, lang))
	return all
}

// sampleOpenings returns the openings of a game after some moves, the first of the list
// each time.
func sampleOpenings(t testing.TB, lang views.Lang, game string, moves int) Openings {
	t.Helper()
	r, err := rulesetOf(t, game).New(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	m := Openings{Page: viewtest.Page(lang, "/archive/openings?game="+game), Games: viewtest.Boards(), Game: viewtest.Info(t, game)}
	for range moves {
		seat := r.ToAct()[0]
		var text string
		if r, text, err = r.Apply(seat, r.Legal(seat)[0]); err != nil {
			t.Fatal(err)
		}
		m.Line = append(m.Line, text)
	}
	m.Turn = r.ToAct()[0]
	m.View = r.View(m.Turn).(rules.View)
	m.Position = m.View.Position()
	for i, text := range r.Legal(m.Turn)[:4] {
		m.Next = append(m.Next, Continuation{Move: text, Matches: 131 >> (2 * i), Won: 58 >> (2 * i), Drawn: 20 >> (2 * i)})
	}
	for _, row := range samplePublic(t, lang).Over[:2] {
		m.Rows = append(m.Rows, PassedRow{Row: row, Ply: 2})
	}
	return m
}

// rulesetOf returns the rules of a game.
func rulesetOf(t testing.TB, game string) games.Ruleset {
	t.Helper()
	r, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// samplesOfWatching returns the pages on which several matches are watched.
func samplesOfWatching(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	public := samplePublic(t, lang)
	m := Watch{Page: viewtest.Page(lang, "/watch"), Games: viewtest.Boards()}
	names := []string{"Gauvain", "Morgane", "Énide de Carnant, dame de la Joie", "Bohort", "Lionel", "Yvain"}
	for i, game := range []string{"camelot", "camette", "cam", "chivalry", "grand-camelot", "camelot"} {
		r := public.Shown.Row
		r.ID, r.Game, r.Seats, r.Ply = "w"+game+string(rune('a'+i)), viewtest.Info(t, game), nil, 0
		for seat := range r.Game.Armies {
			r.Seats = append(r.Seats, views.Seat{Name: names[(i+seat)%len(names)]})
		}
		r.Timed = &views.Timed{Left: time.Duration(i*i*9+2) * time.Hour}
		if r.Last = (views.Event{}); game == "camelot" {
			r.Last, r.Ply = public.Shown.Row.Last, 14
			m.Shown = append(m.Shown, ShownMatch{Row: r, View: public.Shown.View, Last: public.Shown.Last})
		} else {
			m.Shown = append(m.Shown, ShownMatch{Row: r, View: *startView(t, game)})
		}
		m.Offered = append(m.Offered, OfferedMatch{Row: r, Chosen: true})
	}
	last := &m.Shown[5].Row
	last.Result, last.ToAct, last.Timed = &games.Result{Winners: []games.Seat{2}, Reason: "castle"}, nil, nil
	for _, r := range public.Live {
		m.Offered = append(m.Offered, OfferedMatch{Row: r})
	}
	some := m
	some.Shown, some.Missing, some.TooMany = m.Shown[1:3], 2, true
	show := public.Shown.Row
	show.Exhibition, show.Seats = true, []views.Seat{{Name: "Nimue (computer)", Bot: "Nimue"}, {Name: "Palamedes (computer)", Bot: "Palamedes"}}
	some.Exhibition, some.Here = &show, []Person{{ID: "pa", Name: "Gauvain"}, {ID: "pb", Name: "Énide de Carnant, dame de la Joie"}}
	return map[string]templ.Component{
		"several": WatchPage(m), "several-some": WatchPage(some),
		"several-none": WatchPage(Watch{Page: strangerPage(lang), Games: viewtest.Boards()}),
	}
}

// samplesOfElsewhere returns the page about ways to show a match outside of the site.
func samplesOfElsewhere(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	m := viewtest.Played(t, lang, "camelot", viewtest.NolanEvents(14)...)
	m.Public, m.Seats = true, []views.Seat{{Name: "Gauvain"}, {Name: "Énide de Carnant, dame de la Joie de la cour"}}
	private := m
	private.Public, private.Shown = false, 3
	return map[string]templ.Component{
		"elsewhere": ElsewherePage(m), "elsewhere-private": ElsewherePage(private),
	}
}

// samplesOfEmbeds returns frames on other sites, which are no pages of this one.
func samplesOfEmbeds(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	m := viewtest.Played(t, lang, "camelot", viewtest.NolanEvents(14)...)
	frame := Embed{Preview: Preview{Lang: lang, Theme: board.Light, Game: m.Game, View: m.View, Names: []string{"Gauvain", "Énide de Carnant, dame de la Joie de la cour"},
		ToAct: []games.Seat{1}, Last: viewtest.Nolan[13], Bottom: 1}, Address: "https://table.example/m/camelot"}
	cards := Embed{Preview: Preview{Lang: lang, Theme: board.Dark, Game: viewtest.Info(t, "knizia"), Names: []string{"Viviane", "Perceval", "Iseult"},
		Result: &games.Result{Winners: []games.Seat{2}, Reason: "tokens"}, Bottom: 1}, Address: "https://table.example/m/knizia"}
	picture, _ := frame.Picture()
	frame.Drawing = picture.SVG()
	emblem, _ := cards.Emblem()
	cards.Drawing = emblem.SVG()
	return map[string]templ.Component{"embed": EmbedPage(frame), "embed-cards": EmbedPage(cards)}
}
