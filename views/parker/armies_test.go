package parker

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// At a table of one the armies act, and in French they are plural.
func TestArmiesActInWholeSentences(t *testing.T) {
	solo := func(lang views.Lang, game string, events ...string) *views.Match {
		m := viewtest.Played(t, lang, game, events...)
		m.Solo, m.Seats = true, make([]views.Seat, len(m.Seats))
		for i := range m.Seats {
			m.Seats[i].You = true
		}
		return &m
	}
	ref := func(m views.Match) *views.Match { return &m }
	wish := solo(views.French, "grand-camelot", append(viewtest.GrandOpening, "3: resign")...)
	for _, tt := range []struct{ name, got, want string }{
		{"a draw is offered", solo(views.French, "camelot", "1: E6-E8", "2: offer draw").DescribePly(2), "Les Noirs proposent la nulle"},
		{"an army resigns", solo(views.French, "camelot", "1: E6-E8", "2: resign").DescribePly(2), "Les Noirs abandonnent"},
		{"in English", solo(views.English, "camelot", "1: E6-E8", "2: resign").DescribePly(2), "Black resign"},
		{"a move", solo(views.French, "camelot", "1: E6-E8").DescribePly(1), "Blancs\u00a0: E6-E8"},
		{"one of four resigns", solo(views.French, "chivalry-4-solo", "1: D3-E4", "2: resign").DescribePly(2), "Les Jaunes abandonnent et quittent le plateau"},
		{"one of a team would resign", wish.DescribePly(len(wish.Log)), "Les Bleus veulent abandonner"},
		{"and waits for the partner", strings.Join(match{wish}.wishes(), ""), "Les Bleus veulent abandonner, et il faut que les Rouges abandonnent aussi. D’ici là, la partie continue."},
		{"with an army", solo(views.French, "grand-camelot").PartnerPhrase(1), "avec les Bleus"},
		{"with an open seat", ref(nobodyYet(t, views.French)).PartnerPhrase(1), "avec les Bleus"},
		{"with a person", ref(viewtest.Four(t, views.French, "grand-camelot", 2)).PartnerPhrase(1), "avec Perceval"},
		{"a person resigns", ref(viewtest.Four(t, views.French, "chivalry-4-solo", 1, "1: D3-E4", "2: resign")).DescribePly(2), "Viviane a abandonné, son armée quitte le plateau"},
		{"a team of armies wins", solo(views.French, "grand-camelot", append(viewtest.GrandOpening, "2: resign", "4: resign")...).Outcome(), "Les Rouges et les Bleus gagnent."},
		{"a team of people wins", ref(viewtest.Four(t, views.French, "grand-camelot", 2, append(viewtest.GrandOpening, "2: resign", "4: resign")...)).Outcome(), "Les Rouges et les Bleus gagnent\u00a0: Aliénor et Perceval."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

// nobodyYet returns a table of Grand Camelot with a single player.
func nobodyYet(t *testing.T, lang views.Lang) views.Match {
	m := viewtest.Four(t, lang, "grand-camelot", 1)
	for i := range m.Seats {
		if games.Seat(i+1) != 1 {
			m.Seats[i] = views.Seat{}
		}
	}
	return m
}
