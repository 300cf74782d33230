package families

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// listener is one who is told a story again and again.
type listener struct {
	seat games.Seat
	lang views.Lang
	kept views.ToldStory
}

// A story that goes on from what was kept of it is the one told from the beginning,
// whoever hears it and however often.
func TestStoriesGoOn(t *testing.T) {
	for _, info := range viewtest.Games() {
		if !info.Hidden {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			for n := range effort.N(6) {
				goOn(t, info, rand.New(rand.NewPCG(11, uint64(n))))
			}
		})
	}
}

// goOn plays a match at random to its end, with offers and resignations, and compares
// the stories of all its listeners after each event, or now and then.
func goOn(t *testing.T, info games.Info, rng *rand.Rand) {
	family, _ := Of(info.ID)
	rules, err := catalog.Find(info.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	seats := info.Seats[rng.IntN(len(info.Seats))]
	m, err := table.New(rules, games.Setup{Seats: seats, Seed: &games.Seed{byte(rng.Int())}})
	if err != nil {
		t.Fatal(err)
	}
	var all []*listener
	for seat := range seats + 1 {
		all = append(all, &listener{seat: games.Seat(seat), lang: views.English}, &listener{seat: games.Seat(seat), lang: views.French})
	}
	for often := 1 + rng.IntN(3); !m.Over(); {
		if m, err = playAny(m, rng); err != nil {
			t.Fatal(err)
		}
		for _, l := range all {
			if m.Over() || rng.IntN(often) > 0 {
				continue // what is kept is not for those who may know everything
			}
			teller := tellerOf(m, l)
			want := family.Story(teller)
			var got []views.Entry
			got, l.kept = family.Tell(teller, l.kept)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d at the table, ply %d, to %d in %s (-want +got):\n%s", seats, m.Ply(), l.seat, l.lang, diff)
			}
		}
	}
}

// playAny plays an action or, rarely, one of the events of every match.
func playAny(m table.Match, rng *rand.Rand) (table.Match, error) {
	seat := games.Seat(1 + rng.IntN(m.Setup().Seats))
	if offers := m.Offers(seat); len(offers) > 0 && rng.IntN(60) == 0 {
		return m.Play(seat, offers[rng.IntN(len(offers))], time.Time{})
	}
	seat = m.ToAct()[rng.IntN(len(m.ToAct()))]
	legal := m.Legal(seat)
	return m.Play(seat, legal[rng.IntN(len(legal))], time.Time{})
}

func tellerOf(m table.Match, l *listener) views.Teller {
	t := views.Teller{
		Page: viewtest.Page(l.lang, "/m/x"), Game: m.Ruleset().Info(), You: l.seat,
		Name: func(seat games.Seat) string { return fmt.Sprint("Knight ", seat) },
	}
	for i, e := range m.Story(l.seat, 0, m.Ply()) {
		t.Told = append(t.Told, views.Told{Event: views.Event{Seat: e.Seat, Text: e.Text}, Ply: i + 1, Facts: e.Facts})
	}
	return t
}

// What somebody did before another took over their seat is told of them, what came after it of
// the other, in every card game and from whatever event the story begins.
func TestStoryNamesWhoSatThere(t *testing.T) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		family, _ := Of(game)
		rules, err := catalog.Find(game, 0)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		m, err := table.New(rules, games.Setup{Seats: 3, Seed: &games.Seed{5}})
		if err != nil {
			t.Fatal(err)
		}
		play := func(plies int) {
			for end := m.Ply() + plies; m.Ply() < end && !m.Over(); {
				seat := m.ToAct()[0]
				legal := m.Legal(seat)
				if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		play(40)
		taken := m.Ply()
		if m, err = m.SeatBot(2, 3, time.Time{}); err != nil {
			t.Fatal(err)
		}
		play(20)
		again := m.Ply()
		if m, err = m.SeatPlayer(2, time.Time{}); err != nil {
			t.Fatal(err)
		}
		play(40)
		teller := tellerOf(m, &listener{seat: 1, lang: views.English})
		teller.Holders = views.Holders{{Seat: 2, Ply: taken, Name: "Bo"}, {Seat: 2, Ply: again, Name: "Zed"}}
		story := family.Narrate(teller)
		told := map[string]int{}
		for _, e := range story {
			holder := views.Either(e.To <= taken, "Bo ", views.Either(e.To <= again, "Zed ", "Knight 2 "))
			for _, name := range []string{"Bo ", "Zed ", "Knight 2 "} {
				told[name] += strings.Count(e.Text, name)
				if name != holder && strings.Contains(e.Text, name) {
					t.Errorf("%s, events %d to %d, taken over after %d and %d: %q", game, e.From, e.To, taken, again, e.Text)
				}
			}
		}
		if len(told) != 3 || told["Bo "] == 0 || told["Zed "] == 0 || told["Knight 2 "] == 0 {
			t.Errorf("%s: the names are told so often: %v", game, told)
		}
		if again, _ := family.Tell(teller, views.ToldStory{}); !cmp.Equal(again, story) {
			t.Errorf("%s: the story that is kept differs", game)
		}
	}
}
