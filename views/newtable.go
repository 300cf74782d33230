package views

import (
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"tableronde/games"
)

// game is the game chosen, the first where none is.
func (m NewTable) game() games.Info {
	if i := slices.IndexFunc(m.Games, func(g games.Info) bool { return g.ID == m.Game }); i >= 0 {
		return m.Games[i]
	}
	if len(m.Games) > 0 {
		return m.Games[0]
	}
	return games.Info{}
}

// link is the form for another game.
func (m NewTable) link(g games.Info) templ.SafeURL {
	q := url.Values{"game": {g.ID}}
	if m.Public {
		q.Set("public", "1")
	}
	return templ.SafeURL("/new?" + q.Encode())
}

// seats are those of the game chosen, before anybody has sat down.
func (m NewTable) seats() []Seat {
	if counts := m.game().Seats; len(counts) > 0 {
		return nobody(counts[0])
	}
	return nobody(2)
}

// count is the number of players chosen.
func (m NewTable) count() int {
	if counts := m.game().Seats; !slices.Contains(counts, m.Count) {
		return counts[0]
	}
	return m.Count
}

// places is how many seats there may be to choose among.
func (m NewTable) places() int { return slices.Max(m.game().Seats) }

// options lists what is to be chosen among values; what takes any text has no
// place in this form. From a position there is nothing more to choose.
func (m NewTable) options() []games.Option {
	if m.Study != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.game().Options), func(o games.Option) bool { return len(o.Values) == 0 })
}

// picked tells whether a value of an option is the one chosen.
func (m NewTable) picked(o games.Option, i int) bool {
	value, ok := m.Options[o.ID]
	if !ok || !slices.Contains(o.Values, value) {
		return i == 0
	}
	return o.Values[i] == value
}

func (m NewTable) meaning(o games.Option, i int) string {
	if i < len(o.Meaning) {
		return m.Lang.Of(o.Meaning[i])
	}
	return o.Values[i]
}
