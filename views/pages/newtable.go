package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/clock"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/parker"
)

// NewTable is the model of the form that opens a table. A refused form is shown
// again with its choices and a Problem.
type NewTable struct {
	views.Page
	Games     []games.Info
	Game      string            // chosen; "" the first
	Options   map[string]string // chosen, by Option.ID
	Count     int               // of players; 0 the fewest the game allows
	Words     string            // the visitor's contribution to the shuffle, in games with chance
	Waits     bool              // the game has answers for which a table may give time
	Hours     int               // chosen: that time, in hours
	Study     *rules.Position   // the match begins from it, without a choice of Options; nil for the usual beginning
	Seat      games.Seat        // wished for; 0 at random
	NoTalk    bool              // partners may not write to each other
	Casual    bool              // the result does not count for ratings
	Public    bool
	Needs     views.Needs
	Watch     string   // who may watch a public table: "live", "none", "" for all
	Named     bool     // a player is challenged
	Rival     string   // opponent, as typed: a name
	RivalID   string   // or chosen: an id, of the player with the name Rival
	Favorites []Person // to choose from
	Standing  bool     // the form makes a standing offer
	Timed     bool     // there must be a clock
	Most      int      // chosen number of simultaneous matches of the offer; 0 for the usual number
	Pace      string   // chosen: the ID of a clock.Pace, noPace for none; "" the one that is proposed
	Weekends  bool     // chosen: weekends off; see clock.Control
	Defaults  string   // chosen of clock.Defaults
	Name      string   // typed by a visitor without one
	Key       string
	Problem   *views.Problem
}

// chosenGame returns the chosen game, or the first if none is chosen.
func (m NewTable) chosenGame() games.Info {
	if i := slices.IndexFunc(m.Games, func(g games.Info) bool { return g.ID == m.Game }); i >= 0 {
		return m.Games[i]
	}
	if len(m.Games) > 0 {
		return m.Games[0]
	}
	return games.Info{}
}

// styles returns the style sheets of the page, including the sheets of a board if it shows a
// starting position.
func (m NewTable) styles() []string {
	if m.Study == nil {
		return peopleStyles
	}
	return parker.Styles
}

// gamePath returns the address of the form for another game.
func (m NewTable) gamePath(g games.Info) templ.SafeURL {
	q := url.Values{"game": {g.ID}}
	if m.Public {
		q.Set("public", "1")
	}
	if m.Standing {
		q.Set("standing", "1")
	}
	if m.RivalID != "" {
		q.Set("with", m.RivalID)
	}
	return templ.SafeURL("/new?" + q.Encode())
}

// emptySeats returns the seats of the chosen game, all of them free.
func (m NewTable) emptySeats() []views.Seat {
	if counts := m.chosenGame().Seats; len(counts) > 0 {
		return make([]views.Seat, counts[0])
	}
	return make([]views.Seat, 2)
}

// playerCount returns the chosen number of players.
func (m NewTable) playerCount() int {
	if counts := m.chosenGame().Seats; !slices.Contains(counts, m.Count) {
		return counts[0]
	}
	return m.Count
}

// maxSeats returns the largest number of seats that the chosen game may have.
func (m NewTable) maxSeats() int { return slices.Max(m.chosenGame().Seats) }

// windowOption is the option of a game that gives others some seconds to answer an action. A table
// can also give hours; the form offers both as one choice.
const windowOption = "window"

// options lists the options with a list of values. Options with free text are not in this form, and
// the time to answer is chosen with the time of the table. A table that begins from a position has
// none.
func (m NewTable) options() []games.Option {
	if m.Study != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.chosenGame().Options), func(o games.Option) bool {
		return len(o.Values) == 0 || m.Waits && o.ID == windowOption
	})
}

// optionHelp returns a sentence about the effect of an option, "" where its values explain it.
func (m NewTable) optionHelp(o games.Option) string {
	key := views.Either(o.ID == "setup", "option.setup", "option."+m.chosenGame().ID+"."+o.ID)
	if !m.Has(key) {
		return ""
	}
	return m.T(key)
}

// waitChoices lists the times to answer an action: none, some seconds ("3s"), some hours ("1").
func (m NewTable) waitChoices() []views.Option {
	list := []views.Option{{Text: m.T("new.wait.none")}}
	chosen := 0
	for _, o := range m.chosenGame().Options {
		if o.ID != windowOption {
			continue
		}
		for i, value := range o.Values {
			if value == "0" {
				continue
			}
			if m.Options[o.ID] == value {
				chosen = len(list)
			}
			list = append(list, views.Option{Value: value + "s", Text: m.T("new.wait.live", "Time", m.valueText(o, i))})
		}
	}
	for _, hours := range []int{1, 3, 6} {
		if m.Hours == hours {
			chosen = len(list)
		}
		list = append(list, views.Option{Value: strconv.Itoa(hours), Text: m.N("new.wait.hours", hours)})
	}
	list[chosen].Chosen = true
	return list
}

// settingsSummary summarizes the settings that are hidden in the fold.
func (m NewTable) settingsSummary() []string {
	list := m.optionsSummary()
	if m.chosenGame().Chance {
		list = append(list, m.T("fair.words"))
	}
	if m.hasTeams() {
		list = append(list, m.T(views.Either(m.NoTalk, "new.told.no_talk", "new.told.talk")))
	}
	if needs := m.Needs.Text(m.Page); needs != "" {
		list = append(list, needs)
	}
	if m.Study == nil && (m.Casual || len(list) == 0) {
		list = append(list, m.T(views.Either(m.Casual, "new.told.casual", "new.told.rated")))
	}
	return list
}

// hasTeams reports whether some seats of the game are partners.
func (m NewTable) hasTeams() bool { return m.chosenGame().Partner(1) != 0 }

// optionsSummary lists the chosen options in a few words each.
func (m NewTable) optionsSummary() []string {
	var list []string
	for _, o := range m.options() {
		for i := range o.Values {
			if m.isChosen(o, i) {
				list = append(list, m.T("new.told", "Option", m.Lang.Of(o.Name), "Value", m.valueText(o, i)))
			}
		}
	}
	if m.Waits {
		for _, w := range m.waitChoices() {
			if w.Chosen {
				list = append(list, m.T("new.told", "Option", m.T("new.wait"), "Value", w.Text))
			}
		}
	}
	return list
}

// isChosen reports whether the i-th value of an option is chosen.
func (m NewTable) isChosen(o games.Option, i int) bool {
	value, ok := m.Options[o.ID]
	if !ok || !slices.Contains(o.Values, value) {
		return i == 0
	}
	return o.Values[i] == value
}

// valueText returns the i-th value of an option in words.
func (m NewTable) valueText(o games.Option, i int) string {
	if i < len(o.Meaning) {
		return m.Lang.Of(o.Meaning[i])
	}
	return o.Values[i]
}

// usualMost is the number of simultaneous matches that the form of a standing offer proposes.
const usualMost = 3

// title names the purpose of the form.
func (m NewTable) title() string {
	return m.T(views.Either(m.Standing, "standing.new", "new.title"))
}

// homeStyles are the style sheets of the home page.
var homeStyles = append(append([]string{}, parker.Styles...), "computer.css")

// usualLevel is the level of the computer that the form offers first.
const usualLevel = 3

// usualPlayers is the number of players of a card game that the form offers first.
const usualPlayers = 4

// mostPlayers returns the highest number of players of any of the games.
func mostPlayers(all []games.Info) int {
	most := 0
	for _, g := range all {
		most = max(most, slices.Max(g.Seats))
	}
	return most
}

// noPace is the value of the choice of a match without clocks.
const noPace = "none"

// usual are the paces that the form shows first.
var usual = []string{clock.DefaultPace, "bank-5d", "bank-20d", "move-3d"}

func usualPaces() []clock.Pace {
	return views.Each(usual, func(id string) clock.Pace {
		pace, _ := clock.FindPace(id)
		return pace
	})
}

func otherPaces() []clock.Pace {
	return slices.DeleteFunc(clock.Paces(), func(p clock.Pace) bool { return slices.Contains(usual, p.ID) })
}

// chosenPace returns the pace that is chosen; the form proposes one.
func (m NewTable) chosenPace() string {
	return cmp.Or(m.Pace, clock.DefaultPace)
}

// paceSummary describes the chosen pace.
func (m NewTable) paceSummary() string {
	p, ok := clock.FindPace(m.chosenPace())
	if !ok {
		return m.T("pace.none")
	}
	p.Control.WeekendsOff = m.Weekends
	return m.PaceText(p.Control)
}

// paceHelp explains a pace in a sentence.
func (m NewTable) paceHelp(c clock.Control) string {
	switch {
	case c.Move > 0 && c.Vacation == 0:
		return m.T("pace.move_plain_help")
	case c.Move > 0:
		return m.T("pace.move_help")
	case c.Live():
		return m.T("pace.live_help", "Bank", m.Length(c.Bank), "Increment", m.Length(c.Increment))
	}
	return m.T("pace.bank_help", "Bank", m.Length(c.Bank), "Increment", m.Length(c.Increment))
}
