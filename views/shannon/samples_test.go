package shannon

import (
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	rooms "tableronde/views/pages"
)

// samplePages returns pages worth checking, by name.
func samplePages(t *testing.T, lang views.Lang) map[string]templ.Component {
	t.Helper()
	if samplesOf[lang] == nil {
		samplesOf[lang] = newSamplePages(t, lang)
	}
	return maps.Clone(samplesOf[lang])
}

// samplesOf holds the sample pages of each language, whose tournaments take long to play.
var samplesOf = map[views.Lang]map[string]templ.Component{}

func newSamplePages(t *testing.T, lang views.Lang) map[string]templ.Component {
	t.Helper()
	all := map[string]templ.Component{}
	show := func(name string, m views.Match) { all[name] = Family().Page(m) }
	fights(t, lang, show)
	choices(t, lang, show)
	preparations(t, lang, show)
	six := sixPlayers(t)
	turn := six.State.ToAct()[0]
	show("six-wounds", six.Model(lang, turn, "see", seeWounds))
	show("six-powers", six.Model(lang, turn, "see", seePowers))
	show("six-count", six.Model(lang, turn, "see", seeCount))
	for seats := 2; seats <= 4; seats += 2 {
		over := newTestMatch(t, seats).playUntil(newRand(1), func(rules.View) bool { return false })
		name := map[int]string{2: "two", 4: "four"}[seats]
		show(name+"-over", over.Model(lang, 1))
		show(name+"-count", over.Model(lang, 1, "see", seeCount))
	}
	ordering := randomMatch(t, 5, func(v rules.View) bool { return v.Round == 2 && v.Phase == rules.PhaseCombat && v.Combat == 2 })
	all["orders"] = ordersSheet(views.Orders{Match: ordering.Model(lang, 2), Text: "favours raven antidote deck\n2: if T low<=6 play " + ordering.view(2).Mine.Hand[0].Card.String() + "\nif S play S8", Saved: true})
	prep := ordering.Model(lang, 2)
	prep.Prepared = prepared(prep, "favours raven antidote deck\n2: if T low<=6 play S8\nif SA discard S8\n2: move worst>1")
	all["prepared"] = Family().Page(prep)
	book := views.Rules{Page: views.Page{Lang: lang, Now: noon}, Game: ruleset().Info()}
	book = Family().Explain(book)
	all["rules"] = rooms.RulesPage(book)
	return all
}

func newRand(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 2)) }

// randomMatch plays until a condition holds, in one of many tournaments.
func randomMatch(t testing.TB, seats int, until func(rules.View) bool) *testMatch {
	t.Helper()
	for seed := range uint64(200) {
		if g := newTestMatch(t, seats).playUntil(newRand(seed), until); g.State.Result() == nil {
			return g
		}
	}
	t.Fatal("it never comes to that")
	return nil
}

// sixPlayers returns a tournament of six in its second round.
func sixPlayers(t testing.TB) *testMatch {
	return randomMatch(t, 6, func(v rules.View) bool {
		return v.Round == 2 && v.Phase == rules.PhaseCombat && v.Combat == 3 && len(v.Table) == 4
	})
}

// fullTable returns a tournament of six at its second combat, twelve cards in the hand of
// the knight to act before it, and the first combat just over.
func fullTable(t testing.TB) *testMatch {
	return randomMatch(t, 6, func(v rules.View) bool {
		return v.Round == 2 && v.Phase == rules.PhaseCombat && v.Combat == 2 && len(v.Table) == 5
	})
}

// fights are combats: at their start, in the middle, over.
func fights(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	six := sixPlayers(t)
	turn := six.State.ToAct()[0]
	show("six", six.Model(lang, turn))
	show("six-wait", six.Model(lang, turn%6+1))
	show("six-wait-read", six.Model(lang, turn%6+1, "read", six.view(turn%6 + 1).Mine.Hand[3].Card.String()))
	show("six-watch-knight", six.Model(lang, games.Spectator, "read", "knight4"))
	show("six-played", six.Model(lang, turn, "read", "played5"))
	twelve := randomMatch(t, 6, func(v rules.View) bool {
		return v.Round == 2 && v.Phase == rules.PhaseCombat && v.Combat == 1 && len(v.Table) == 5
	})
	show("six-twelve", twelve.Model(lang, twelve.State.ToAct()[0]))
	var shamed games.Seat
	dishonored := randomMatch(t, 6, func(v rules.View) bool {
		shamed = 0
		for _, k := range v.Knights {
			if k.Dishonored {
				shamed = k.Seat
			}
		}
		return shamed != 0 && v.Round > 1
	})
	show("six-out", dishonored.Model(lang, shamed))
	full := fullTable(t)
	show("six-full", full.Model(lang, full.State.ToAct()[0]))
	away := full.Model(lang, full.State.ToAct()[0])
	away.Seen, away.Now = len(full.Log)-8, noon.Add(time.Hour)
	show("six-full-away", away)
	show("six-full-staged", full.Model(lang, full.State.ToAct()[0], "m", full.State.Legal(full.State.ToAct()[0])[0]))
	show("six-watch", six.Model(lang, games.Spectator))
	for _, c := range six.view(turn).Mine.Hand {
		if len(c.Lines) > 0 {
			show("six-staged", six.Model(lang, turn, "m", c.Lines[0]))
		} else {
			show("six-no", six.Model(lang, turn, "try", c.Card.String()))
		}
	}
	workedFights(t, lang, show)
	fewFight(t, lang, show)
	dishonours(t, lang, show)
	powers(t, lang, show)
}

// workedFights are steps of the combat that the booklet gives as an example.
func workedFights(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	show("worked", bookletCombat(t).Model(lang, 5))
	show("worked-merlin", bookletCombat(t).Model(lang, 5, "try", "M1="))
	show("worked-staged", bookletCombat(t).Model(lang, 5, "m", "play M1=11"))
	show("worked-done", bookletCombat(t).play("5: play M1=11").Model(lang, 4))
	show("worked-out", bookletCombat(t).Model(lang, 2))
}

// fewFight are combats of two, three and four.
func fewFight(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	two := randomMatch(t, 2, func(v rules.View) bool { return v.Round == 2 && v.Combat == 4 && len(v.Table) == 1 })
	show("two", two.Model(lang, two.State.ToAct()[0]))
	four := randomMatch(t, 4, func(v rules.View) bool { return v.Round == 3 && v.Combat == 5 && len(v.Table) == 0 })
	show("four-lead", four.Model(lang, four.State.ToAct()[0]))
	carried := newTestMatch(t, 4, "Option.dealer", "4", "Heroes", "arthur pellinore gawain iseult", "Deck.weapons.1", dealTags(
		"S8 S1 S2 S3 S4 S5 S6 S7 O8 O9 O10 O11", "X8 X1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11", "X6 X2 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11", "X7 X3 S9 S10 S11 S12 S13 S14 T12 T13 M1 P1"))
	carried.play("1: play S8", "2: play X8", "3: play X6", "4: play M1=6")
	show("four-feint", carried.Model(lang, 1))
	show("four-carried", carried.play("1: play O8", "2: play X1").Model(lang, 3))
	open := newTestMatch(t, 3, "Option.dealer", "3", "Heroes", "galahad pellinore perceval", "Deck.weapons.1", dealTags(
		"X1 X2 X3 X4 X5 X6 X7 X8 X9 X10 X11 X12", "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12", "A1 A2 A3 A4 A5 A6 A7 A8 M1 A10 A11 A12"))
	show("three-open", open.play("1: play X7", "2: play S9").Model(lang, 3))
	sight := randomMatch(t, 4, func(v rules.View) bool { return v.Combat == 2 && v.Knights[0].Sight > 0 })
	show("four-sight", sight.Model(lang, 1))
}

// dishonours are steps of a combat in which one knight dishonours another.
func dishonours(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	out := newTestMatch(t, 4, "Option.dealer", "4", "Heroes", "arthur pellinore gawain iseult", "Deck.weapons.1", dealTags(
		"O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11 X1", "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 O12", "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12", "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"))
	out.play("1: play O9", "2: play O12")
	show("four-dishonour", out.Model(lang, 3))
	show("four-discard", out.Model(lang, 3, "m", "discard A8"))
	out.play("3: discard A8")
	show("four-out", out.Model(lang, 4))
	show("four-outs", out.play("4: discard T4").Model(lang, 1))
}

// powers are hands with much to declare.
func powers(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	most, choice := 0, -1
	for seed := range uint64(40) {
		g := newTestMatch(t, 4)
		g.playUntil(newRand(seed), func(v rules.View) bool {
			if v.Phase != rules.PhaseCombat {
				return false
			}
			seat := g.State.ToAct()[0]
			for i, c := range g.view(seat).Mine.Hand {
				if n := len(c.Declare); n > most && len(c.Lines) > 0 {
					most, choice = n, i
					show("four-powers", g.Model(lang, seat, "m", c.Lines[0]))
				}
			}
			return v.Round > 5
		})
	}
	if choice < 0 {
		t.Error("nobody ever has anything to declare")
	}
	lead := newTestMatch(t, 4, "Option.dealer", "4", "Heroes", "arthur pellinore perceval iseult", "Deck.weapons.1", dealTags(
		"M1 O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 P1", "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12", "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12", "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"))
	show("four-merlin", lead.Model(lang, 1, "try", "M1=O"))
	show("four-merlin-staged", lead.Model(lang, 1, "m", "play M1=O11 +3"))
}

// choices are heroes, favors, and cards moved at the count.
func choices(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	hero := newTestMatch(t, 4, "Option.heroes", "choice")
	hero.play(seatID(hero.State.ToAct()[0]) + ": hero galahad")
	second := hero.State.ToAct()[0]
	show("hero", hero.Model(lang, second))
	show("hero-staged", hero.Model(lang, second, "m", "hero arthur"))
	favor := randomMatch(t, 5, func(v rules.View) bool { return v.Phase == rules.PhaseFavor && v.Round == 2 })
	chooses := favor.State.ToAct()[0]
	show("favour", favor.Model(lang, chooses))
	show("favour-staged", favor.Model(lang, chooses, "m", favor.State.Legal(chooses)[0]))
	show("favour-wait", favor.Model(lang, chooses%5+1))
	move := randomMatch(t, 4, func(v rules.View) bool { return v.Phase == rules.PhaseCount })
	seat := move.State.ToAct()[0]
	show("move", move.Model(lang, seat))
	card := move.view(seat).Mine.Moves.Cards[0].String()
	show("move-whom", move.Model(lang, seat, "try", card))
	show("move-staged", move.Model(lang, seat, "m", "move "+card+">"+seatID(seat%4+1)))
}

// preparations are the parts of getting ready for a round.
func preparations(t *testing.T, lang views.Lang, show func(string, views.Match)) {
	g, seat := matchOwing(t, rules.PartTrade, rules.PartDiscard)
	show("prepare", g.Model(lang, seat))
	prep := g.view(seat).Mine.Prep
	to := seatID(prep.Opponents[0])
	show("prepare-card", g.Model(lang, seat, "try", "trade "+to))
	hand := g.view(seat).Mine.Hand
	staged := "prepare trade " + to + " " + hand[0].Card.String()
	show("prepare-discard", g.Model(lang, seat, "m", staged))
	for i := range len(hand) - 12 {
		staged += ";prepare discard " + hand[i+1].Card.String()
	}
	show("prepare-ready", g.Model(lang, seat, "m", staged))
	show("prepare-wait", g.Model(lang, seat%4+1))
	g, seat = matchOwing(t, rules.PartLancelot, rules.PartDiscard)
	show("prepare-lancelot", g.Model(lang, seat))
}
