package kutschke

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	rules "tableronde/games/kutschke"
	"tableronde/views"
	rooms "tableronde/views/pages"
)

// actingMatch returns a table of four at the turn of the first seat, who holds a horse, a
// quest and an adventure that can be paid.
func actingMatch(t testing.TB) *testMatch {
	t.Helper()
	return newTestMatch(t, 4, "Deck.virtues", "S1 L1 L1 S1 D1 D1 B1 B1").play(
		"1: pick A", "2: pick EB", "3: pick T", "4: pick T",
		"1: pick P", "2: pick P", "3: pick ES", "4: pick EL",
		"1: pick Q", "2: pick G", "3: pick P", "4: pick Q")
}

// joustingMatch returns the same table at its tournament.
func joustingMatch(t *testing.T) *testMatch {
	t.Helper()
	return actingMatch(t).play("1: A wild-boar", "1: P dark-forest", "1: Q wild-boar S1 D1", "1: done",
		"2: EB 2", "2: P hidden-valley", "2: G B2", "2: done", "3: ES 3", "3: done", "4: EL 2", "4: done")
}

// samples returns pages of every phase, by name.
func samples(t *testing.T, lang views.Lang) map[string]templ.Component {
	t.Helper()
	all := map[string]templ.Component{}
	for _, sampled := range []map[string]views.Match{picking(t, lang), riding(t, lang)} {
		for name, m := range sampled {
			all[name] = Family().Page(m)
		}
	}
	m := twoPicks(t).Model(lang, 3)
	all["wishes"] = wishList(views.Orders{Match: m, Text: "round 1: Q P EL\nround 1 plan: P dark-forest, done\nround 1 plan: EL 2, done\nround 1 bid: S1 L1\nround 1 bid:", Saved: true})
	m.Prepared, m.Forced = prepared(m, "round 1: Q P EL\nround 1 plan: P dark-forest, done\nround 1 bid: S1 L1"), true
	all["prepared"] = Family().Page(m)
	book := views.Rules{Page: m.Page, Game: m.Game}
	book = Family().Explain(book)
	all["rules"] = rooms.RulesPage(book)
	return all
}

// twoPicks returns a game of four in which the first two have picked once.
func twoPicks(t *testing.T) *testMatch {
	t.Helper()
	return newTestMatch(t, 4).play("1: pick A", "2: pick EB")
}

// picking returns matches in which cards are picked, by name.
func picking(t *testing.T, lang views.Lang) map[string]views.Match {
	t.Helper()
	pages := map[string]views.Match{}
	pick := twoPicks(t)
	pages["pick"] = pick.Model(lang, 3)
	pages["picked"] = pick.Model(lang, 3, "m", "pick Q")
	pages["pick-wait"] = pick.Model(lang, 1)
	pages["pick-watch"] = pick.Model(lang, 0)
	pages["pick-read"] = pick.Model(lang, 3, "read", "wild-boar")
	pages["pick-no"] = pick.Model(lang, 3, "try", "EB")
	pages["pick-wait-read"] = pick.Model(lang, 1, "read", "T")
	pages["pick-knight"] = pick.Model(lang, 0, "read", "knight2")
	for seats, name := range map[int]string{2: "pick-two", 3: "pick-three", 4: "pick-late"} {
		late := newTestMatch(t, seats).playUntil(func(v rules.View) bool {
			return v.Round >= 4 && v.Phase == rules.PhasePick && v.Pass == 2 && len(v.Seats[v.ToAct[0]-1].Adventures) > 1
		})
		if late.State.Result() != nil {
			t.Errorf("nobody of %d ever picks with two adventures in hand", seats)
			continue
		}
		seat := late.State.ToAct()[0]
		pages[name] = late.Model(lang, seat)
		away := late.Model(lang, seat)
		away.Seen, away.Now = len(late.Log)-seats-1, noon.Add(time.Hour)
		pages[name+"-away"] = away
	}
	return pages
}

// riding returns matches in which knights ride, stake cards or have ended, by name.
func riding(t *testing.T, lang views.Lang) map[string]views.Match {
	t.Helper()
	pages := map[string]views.Match{}
	act := actingMatch(t)
	pages["act"] = act.Model(lang, 1)
	pages["act-ask"] = act.Model(lang, 1, "try", "A")
	pages["act-ride"] = act.Model(lang, 1, "try", "P")
	pages["act-half"] = act.Model(lang, 1, "m", "A wild-boar;P dark-forest")
	pages["act-full"] = act.Model(lang, 1, "m", "A wild-boar;P dark-forest;Q wild-boar S1 D1")
	pages["act-bad"] = act.Model(lang, 1, "m", "A wild-boar;Q wild-boar S1 D1;P dark-forest")
	pages["act-idle"] = act.Model(lang, 1, "m", "done")
	pages["act-watch"] = act.Model(lang, 0)
	pages["act-wait-read"] = act.Model(lang, 2, "read", "S1")
	pages["act-no"] = act.Model(lang, 1, "try", "Q")
	joust := joustingMatch(t)
	pages["stakes"] = joust.Model(lang, 3)
	pages["stakes-two"] = joust.Model(lang, 3, "m", "bid S3 L1")
	pages["stakes-wait"] = joust.play("3: bid S3").Model(lang, 3)
	late := newTestMatch(t, 3).playUntil(func(v rules.View) bool { return v.Round == 4 && v.Phase == rules.PhaseAct })
	pages["late-three"] = late.Model(lang, late.State.ToAct()[0])
	two := newTestMatch(t, 2).playUntil(func(v rules.View) bool { return v.Round == 3 && v.Phase == rules.PhaseAct })
	pages["two"] = two.Model(lang, two.State.ToAct()[0])
	rich := newTestMatch(t, 2, "Deck.virtues", "S1 D1 L1 B1").play("1: pick ES", "2: pick P", "1: pick EL", "2: pick G", "1: pick ED", "2: pick Q", "1: pick EB", "2: pick Q",
		"1: ES 3", "1: EL 3", "1: ED 3", "1: EB 3", "1: done", "2: done").playUntil(func(v rules.View) bool { return v.Round == 2 && v.Phase == rules.PhaseAct && v.ToAct[0] == 1 })
	pages["rich"] = rich.Model(lang, 1)
	over := newTestMatch(t, 4).playUntil(func(rules.View) bool { return false })
	pages["over"] = over.Model(lang, 1)
	return pages
}
