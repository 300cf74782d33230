package views

import (
	"strings"
	"testing"

	"tableronde/games"
)

// At a table of one the armies act, and in French they are plural.
func TestArmiesActInWholeSentences(t *testing.T) {
	solo := func(lang Lang, game string, events ...string) Match {
		m := played(t, lang, game, events...)
		m.Solo, m.Seats = true, make([]Seat, len(m.Seats))
		for i := range m.Seats {
			m.Seats[i].You = true
		}
		return m
	}
	wish := solo(French, "grand-camelot", append(grandOpening, "3: resign")...)
	for _, tt := range []struct{ name, got, want string }{
		{"a draw is offered", solo(French, "camelot", "1: E6-E8", "2: offer draw").told(2), "Les Noirs proposent la nulle"},
		{"an army resigns", solo(French, "camelot", "1: E6-E8", "2: resign").told(2), "Les Noirs abandonnent"},
		{"in English", solo(English, "camelot", "1: E6-E8", "2: resign").told(2), "Black resign"},
		{"a move", solo(French, "camelot", "1: E6-E8").told(1), "Blancs\u00a0: E6-E8"},
		{"one of four resigns", solo(French, "chivalry-4-solo", "1: D3-E4", "2: resign").told(2), "Les Jaunes abandonnent et quittent le plateau"},
		{"one of a team would resign", wish.told(len(wish.Log)), "Les Bleus veulent abandonner"},
		{"and waits for the partner", strings.Join(wish.wishes(), ""), "Les Bleus veulent abandonner, et il faut que les Rouges abandonnent aussi\u202f; d’ici là, la partie continue."},
		{"with an army", solo(French, "grand-camelot").company(1), "avec les Bleus"},
		{"with an open seat", nobodyYet(t, French).company(1), "avec les Bleus"},
		{"with a person", four(t, French, "grand-camelot", 2).company(1), "avec Perceval"},
		{"a person resigns", four(t, French, "chivalry-4-solo", 1, "1: D3-E4", "2: resign").told(2), "Viviane a abandonné, son armée quitte le plateau"},
		{"a team of armies wins", solo(French, "grand-camelot", append(grandOpening, "2: resign", "4: resign")...).outcome(), "Les Rouges et les Bleus gagnent."},
		{"a team of people wins", four(t, French, "grand-camelot", 2, append(grandOpening, "2: resign", "4: resign")...).outcome(), "Les Rouges et les Bleus gagnent\u00a0: Aliénor et Perceval."},
		{"on the home page", Page{Lang: French}.happened(Row{Game: info(t, "camelot"), Solo: true, Last: Event{Seat: 2, Text: "resign"}, Ply: 2}), "Les Noirs abandonnent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

// nobodyYet is a table of Grand Camelot with a single player.
func nobodyYet(t *testing.T, lang Lang) Match {
	m := four(t, lang, "grand-camelot", 1)
	for i := range m.Seats {
		if games.Seat(i+1) != 1 {
			m.Seats[i] = Seat{}
		}
	}
	return m
}
