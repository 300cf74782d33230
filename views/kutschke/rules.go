package kutschke

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// sections are the sections of the rules, with the letters of their sources. Refusals refer to them.
var sections = []struct {
	id, sources string
}{
	{"aim", "S"},
	{"setup", "SD"},
	{"virtues", "S"},
	{"round", "S"},
	{"pick", "SO"},
	{"pick.wishes", "O"},
	{"act", "S"},
	{"act.exercise", "S"},
	{"act.table", "SO"},
	{"act.horse", "SO"},
	{"act.quest", "SO"},
	{"act.justice", "S"},
	{"tournament", "SO"},
	{"tents", "S"},
	{"end", "SO"},
	{"example", "S"},
	{"actions", "SO"},
	{"adventures", "SO"},
	{"hidden", "O"},
	{"clock", "O"},
	{"balance", ""},
	{"notation", "O"},
	{"fair", "O"},
	{"sources", ""},
}

// chapters returns the rules in the words of the site.
func chapters(m views.Rules) []views.Chapter {
	b := book{words{m.Lang}}
	var all []views.Chapter
	for _, s := range sections {
		c := m.Section(s.id, s.sources, "Games", surveyed)
		c.Body = b.body(s.id)
		all = append(all, c)
	}
	return all
}

// body returns the content after the sentences of a section, nil for none.
func (b book) body(id string) templ.Component {
	switch id {
	case "setup":
		return bookOutfits(b)
	case "virtues":
		return bookVirtues(b)
	case "example":
		return bookExample(b)
	case "actions":
		return bookActions(b)
	case "adventures":
		return bookAdventures(b)
	case "balance":
		return bookBalance(b)
	case "notation":
		return bookNotation(b)
	}
	return nil
}

// rule returns the section of the rules about the current choice or question.
func (p page) rule() string {
	switch {
	case p.v.Phase == rules.PhaseOver || p.Result != nil:
		return "end"
	case p.PreviewErr != nil && p.PreviewErr.Rule != "":
		return p.PreviewErr.Rule
	case p.v.Phase == rules.PhasePick:
		return "pick"
	case p.v.Phase == rules.PhaseTourney:
		return "tournament"
	}
	step := p.Probe
	if step == "" && len(p.steps) > 0 {
		step = p.steps[len(p.steps)-1]
	}
	code, _, _ := strings.Cut(step, " ")
	return cmp.Or(actRules[code], "act")
}

// actRules are the sections about the action cards that are carried out in a
// turn, by their codes.
var actRules = map[string]string{
	"ES": "act.exercise", "EL": "act.exercise", "ED": "act.exercise", "EB": "act.exercise",
	"A": "act.table", "P": "act.horse", "Q": "act.quest", "G": "act.justice", "T": "tournament",
}

// book is the rules in a language.
type book struct{ words }

// gameSize holds the numbers of cards and points for a number of players.
type gameSize struct{ seats, target, picks, actions, virtues int }

var gameSizes = []gameSize{{2, 25, 4, 13, 14}, {3, 20, 3, 13, 14}, {4, 15, 3, 16, 18}}

// stock returns the number of action cards of a kind, with four players and with fewer.
func stock(k rules.Kind) (four, fewer int) {
	switch k {
	case rules.RoundTable, rules.Justice:
		return 2, 1
	case rules.Tournament, rules.Quest:
		return 2, 2
	case rules.Horse:
		return 4, 3
	}
	return 1, 1
}

// copies returns a phrase with the number of cards of a kind.
func (b book) copies(k rules.Kind) string {
	four, fewer := stock(k)
	text := b.n("rules.kutschke.copies", four)
	if fewer != four {
		text += ", " + b.n("rules.kutschke.copies_few", fewer)
	}
	return text
}

// surveyed is the number of games in the survey for each number of players.
const surveyed = 20000

// balanceSurvey holds the results of games among players that plan ahead, in percent. The balance
// test of the rules has the source.
type balanceSurvey struct {
	seats                       int
	rounds                      float64
	wins                        []float64 // by the tent of the first round
	tournament, justice, quests float64   // shares of the shields
}

var balanceSurveys = []balanceSurvey{
	{2, 8.2, []float64{52.4, 47.6}, 24.5, 25.3, 50.2},
	{3, 10, []float64{37.6, 36.3, 26.1}, 29.2, 26.4, 44.5},
	{4, 7.9, []float64{30.6, 29.5, 20.5, 19.4}, 23.3, 27.3, 49.3},
}

// percent writes a share.
func (b book) percent(share float64) string {
	return b.t("rules.kutschke.percent", "Number", b.decimal(share))
}

func (b book) decimal(n float64) string { return b.lang.Decimal(n, 1) }

// origin returns a note if an adventure is not taken from the rules text unchanged.
func (b book) origin(a rules.Adventure) string {
	return b.t(views.Either(a.Ours(), "rules.kutschke.ours", "rules.kutschke.theirs"))
}

// meaning returns a virtue with its meaning.
func (b book) meaning(v rules.Virtue) string {
	return b.t("rules.kutschke.of", "Virtue", b.lang.Of(v.Name()), "Meaning", b.lang.Of(v.Meaning()))
}

// notation lists examples of the notation.
var notation = []struct{ key, line string }{
	{"pick", "pick Q"},
	{"exercise", "ES 2"},
	{"table", "A golden-pheasant"},
	{"justice", "G B2"},
	{"quest", "Q golden-pheasant L1 B2"},
	{"horse", "P hidden-valley"},
	{"done", "done"},
	{"bid", "bid S2 L1 · bid"},
}

// exampleRide is the way to the Hidden Valley in the worked example.
var exampleRide = rideLeg{0, 3}

// exampleSeat is the seat of the knight in the worked example.
const exampleSeat games.Seat = 1

// exampleMap returns the circle of the worked example.
func (b book) exampleMap() string {
	var s strings.Builder
	s.WriteString(ground)
	provinces := []rules.Place{2, 3, 1, 4, 5, 6, 7}
	for i, place := range append([]rules.Place{rules.Camelot}, provinces...) {
		b.drawName(&s, place, i)
	}
	x, y := standing(exampleRide.from)
	drawKnight(&s, exampleSeat, x-13.5, y-33, 27, true)
	x, y = standing(exampleRide.to)
	drawKnight(&s, exampleSeat, x-13.5, y-33, 27, false)
	brackets(&s, x-13.5, y-33, 27)
	exampleRide.draw(&s)
	fmt.Fprintf(&s, `<text class="round" y="-4">%s</text><text class="phase" y="22">%s</text>`,
		templ.EscapeString(b.kind(rules.Horse)), templ.EscapeString(b.n("kutschke.places", exampleRide.to)))
	return s.String()
}
