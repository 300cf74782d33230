package pages

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/judge"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/families"
	"tableronde/views/viewtest"
)

// sampleDecisions returns the page of the review of a match of cards that seat 1 has
// resigned, with its last decisions of several kinds.
func sampleDecisions(t testing.TB, lang views.Lang, game string, seats int) views.Decisions {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{Seats: seats, Seed: &games.Seed{7}})
	if err != nil {
		t.Fatal(err)
	}
	player, _ := bot.PlayerOf(game)
	family, _ := families.Of(game)
	rng := rand.New(rand.NewPCG(7, 7))
	type moment struct {
		state games.State
		ply   int
		text  string
	}
	var kinds []string
	var told []moment
	for m.Ply() < 90 && !m.Over() {
		seat := m.ToAct()[0]
		legal := m.Legal(seat)
		text := player.Choose(m.State().View(seat), legal, rng)
		verb, _, _ := strings.Cut(text, " ")
		if seat == 1 && len(legal) > 2 && !slices.Contains(kinds, verb) && len(kinds) < 6 {
			kinds, told = append(kinds, verb), append(told, moment{m.State(), m.Ply(), text})
		}
		if m, err = m.Play(seat, text, viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	for seat := games.Seat(1); !m.Over(); seat++ {
		if m, err = m.Play(seat, "resign", viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	d := views.Decisions{Match: viewtest.ModelOf(m, lang, m.Ply()), Done: true, Judged: 40, Of: 40, Whose: 1, People: []games.Seat{1, 2}, Choices: 31, Costly: len(told), Deals: 1000, Defs: cards.Defs(game)}
	if _, table := family.LayOut(d.Match); table.Finale != nil {
		d.Turns = table.Finale.Turns
	}
	d.Course = sampleCourse(seats, d.Choices)
	for i, one := range told {
		d.Course[3*i+1].Number, d.Course[3*i+1].Told = 3*i+2, i+1
		view, legal := one.state.View(1), one.state.Legal(1)
		dec := views.Decided{Ply: one.ply, Number: 3*i + 2, Moment: family.Moment(d.Match, judge.Moment(one.state.View(1))), Marked: true, Cost: 33 - 5*i, Came: views.Either(lang == views.French, "Gauvain joue l’épée 4 et mène avec 12.", "Gauvain plays sword 4 and leads with 12.")}
		var options []string
		for _, text := range []string{legal[0], legal[len(legal)-1], legal[len(legal)/2], one.text} {
			options = slices.DeleteFunc(options, func(o string) bool { return o == text })
			options = append(options, text)
		}
		for n, why := range judge.Explain(one.state, 1, options) {
			dec.Options = append(dec.Options, views.DecidedOption{
				Choice: family.Choice(d.Match, view, options[n], why), Share: 71 - 11*n, Best: n == 0, Played: options[n] == one.text,
			})
		}
		for _, code := range judge.Hand(view, 1) {
			dec.Hand = append(dec.Hand, views.HeldCard{Face: cards.Face(lang, game, code), Name: cards.Label(lang, game, code)})
		}
		d.Told = append(d.Told, dec)
	}
	return d
}

// sampleCourse returns moments of a match of some seats, with three rounds, up to its end.
func sampleCourse(seats, moments int) []views.Moment {
	course := make([]views.Moment, moments+1)
	for n := range course {
		left := 100
		for seat := range seats {
			share := left / (seats - seat) * (60 + (37*n*n+11*n*seat+23*seat)%80) / 100
			if seat == seats-1 {
				share = left
			}
			left -= share
			course[n].Shares = append(course[n].Shares, share)
		}
		if round := 3 * n / moments; n < moments && 3*(n-1)/moments < round || n == 0 {
			course[n].Round = 1 + round
			if deals := seats == 4; deals || n == 0 {
				course[n].Deals, course[n].Average = 1000, slices.Repeat([]int{100 / seats}, seats)
				course[n].Hands = course[n].Shares
			}
		}
	}
	end := &course[moments]
	end.End, end.Shares = true, make([]int, seats)
	end.Shares[seats-1] = 100
	return course
}

// samplesOfDecisions returns the pages of reviews at cards.
func samplesOfDecisions(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	pages := make(map[string]templ.Component)
	for game, seats := range map[string]int{"knizia": 3, "shannon": 4, "kutschke": 2} {
		d := sampleDecisions(t, lang, game, seats)
		pages["decisions-"+game] = views.DecisionsPage(&d, false)
	}
	for game, seats := range map[string]int{"knizia": 4, "shannon": 4, "kutschke": 4} {
		family, _ := families.Of(game)
		pages["hint-"+game] = family.Page(sampleCardHint(t, lang, game, seats))
	}
	pending := sampleDecisions(t, lang, "knizia", 2)
	none := pending
	pending.Done, pending.Judged = false, 16
	none.Told, none.Costly, none.Course = nil, 0, sampleCourse(2, 6)
	pages["decisions-pending"] = views.DecisionsPage(&pending, false)
	pages["decisions-none"] = views.DecisionsPage(&none, false)
	return pages
}

// sampleCardHint returns the page of a match of cards against bots, with a hint.
func sampleCardHint(t testing.TB, lang views.Lang, game string, seats int) views.Match {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{Seats: seats, Seed: &games.Seed{9}})
	if err != nil {
		t.Fatal(err)
	}
	player, _ := bot.PlayerOf(game)
	family, _ := families.Of(game)
	rng := rand.New(rand.NewPCG(9, 9))
	for seat := m.ToAct()[0]; m.Ply() < 40 || seat != 1 || len(m.Legal(1)) < 3; seat = m.ToAct()[0] {
		if m, err = m.Play(seat, player.Choose(m.State().View(seat), m.Legal(seat), rng), viewtest.Now); err != nil {
			t.Fatal(err)
		}
	}
	model := viewtest.ModelOf(m, lang, m.Ply())
	for i, level := range []int{3, 3, 5} {
		number := i%2 + 1
		model.Seats[i+1] = views.Seat{Name: views.BotName(lang, level, number), Bot: views.BotCalled(lang, level, number), Rank: views.BotRank(lang, level)}
	}
	model.Preview = model.View
	model.Bots, model.BotsPlay, model.Judged, model.Hints = true, true, true, 2
	legal := m.Legal(1)
	why := judge.Explain(m.State(), 1, []string{legal[0], legal[len(legal)-1]})
	model.Hint = &views.Hint{Action: legal[0], Options: []views.HintOption{
		{Choice: family.Choice(model, model.View, legal[0], why[0]), Share: 61},
		{Choice: family.Choice(model, model.View, legal[len(legal)-1], why[1]), Share: 38},
	}}
	return model
}
