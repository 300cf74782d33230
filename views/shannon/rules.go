package shannon

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// ruleSection is a section of the rules page, or a part of one, with its sources by the letters of
// the section on sources.
type ruleSection struct{ name, part, sources string }

// id returns the name of the section in refusals.
func (s ruleSection) id() string {
	if s.part == "" {
		return s.name
	}
	return s.name + "." + s.part
}

// sections lists the sections of the rules.
var sections = []ruleSection{
	{"aim", "", "S"},
	{"cards", "", "SPO"},
	{"setup", "", "S"},
	{"setup", "hero", "SO"},
	{"prepare", "", "SO"},
	{"prepare", "lancelot", "SO"},
	{"prepare", "targets", "O"},
	{"prepare", "trade", "O"},
	{"prepare", "discard", "O"},
	{"combat", "", "S"},
	{"combat", "lead", "SO"},
	{"combat", "follow", "SO"},
	{"combat", "dishonour", "S"},
	{"combat", "enchanters", "S"},
	{"combat", "value", "O"},
	{"combat", "declare", "O"},
	{"combat", "challenge", "O"},
	{"combat", "feint", "SO"},
	{"combat", "loser", "S"},
	{"combat", "example", "S"},
	{"count", "", "S"},
	{"count", "lancelot", "SO"},
	{"count", "moves", "O"},
	{"count", "discards", "O"},
	{"count", "wounds", "SO"},
	{"count", "total", "SO"},
	{"count", "example", "S"},
	{"legends", "", "S"},
	{"dealer", "", "SO"},
	{"favours", "", "S"},
	{"favours", "who", "SO"},
	{"favours", "choose", "S"},
	{"end", "", "SO"},
	{"two", "", "SO"},
	{"hidden", "", "O"},
	{"clock", "", "O"},
	{"orders", "", "O"},
	{"heroes", "", ""},
	{"deck", "", ""},
	{"notation", "", "O"},
	{"fair", "", "O"},
	{"sources", "", ""},
}

// chapters returns the rules in the words of the site.
func chapters(m views.Rules) []views.Chapter {
	b := book{words{m.Lang}}
	args := b.args()
	var all []views.Chapter
	for _, s := range sections {
		c := m.Section(s.id(), s.sources, args...)
		c.Body = b.body(s)
		all = append(all, c)
	}
	return all
}

// body returns the part after the sentences of a section, nil for none.
func (b book) body(s ruleSection) templ.Component {
	if s.part == "example" && s.name == "combat" {
		return exampleCombat(b)
	}
	if s.part == "example" {
		return exampleCount(b)
	}
	if s.name == "favours" && s.part == "who" {
		return bookShares(b)
	}
	switch s.id() {
	case "cards":
		return sampleCards(b)
	case "heroes":
		return bookHeroes(b)
	case "deck":
		return bookFavors(b)
	case "orders":
		return bookNotation(b, "orders", ordering)
	case "notation":
		return bookNotation(b, "notation", notation)
	case "sources":
		return bookSources(b)
	}
	return nil
}

// rule returns the section of the rules about the open tab or the current
// decision.
func (p page) rule() string {
	switch {
	case p.Result != nil:
		return "end"
	case p.See == seePowers:
		return "heroes"
	case p.See == seeWounds:
		return "count.wounds"
	case p.counting():
		return "count"
	case p.PreviewErr != nil && p.PreviewErr.Rule != "":
		return p.PreviewErr.Rule
	}
	switch p.v.Phase {
	case rules.PhaseHero:
		return "setup.hero"
	case rules.PhasePrepare:
		return "prepare"
	case rules.PhaseCount:
		return "count.moves"
	case rules.PhaseFavor:
		return "favours.choose"
	}
	if mine := p.v.Mine; p.Yours() && mine != nil && mine.Duty == rules.DutyLead {
		return "combat.lead"
	}
	return "combat.follow"
}

// book is the rules in a language.
type book struct{ words }

// args returns the arguments of the sentences of the rules, computed from the cards.
func (b book) args() []any {
	var poison []string
	for _, s := range rules.Suits() {
		var values []string
		for _, c := range rules.Cards() {
			if c.Suit() == s && c.Poison() {
				values = append(values, strconv.Itoa(c.Value()))
			}
		}
		if len(values) > 0 {
			poison = append(poison, b.suit(s)+" "+strings.Join(values, ", "))
		}
	}
	sum := 0
	for _, code := range examplePile {
		sum += exampleCard(code).Wounds()
	}
	return []any{"Life", fullLife, "Poison", strings.Join(poison, "; "), "Total", sum, "Left", fullLife - sum}
}

const fullLife = 400

// shares returns the numbers of favors after each round: with two knights, with three or four, and
// with five or six.
func (b book) shares() [][4]string {
	return [][4]string{{"1", "1", "1", "2"}, {"2", "1", "2", "3"}, {"3", "1", "3", "4"}, {b.t("rules.shannon.favours.later"), "1", "3", "5"}}
}

// samples are cards of each kind.
var samples = []string{"S8", "A10", "O13", "T4", "X11", "M1", "P1"}

// examplePile is the pile of the worked example: three plain cards, two of poison,
// an Apprentice and Merlin.
var examplePile = []string{"S4", "O8", "A3", "S7", "T8", "P1", "M1"}

func exampleCard(code string) rules.Card {
	c, err := rules.ParseCard(code)
	if err != nil {
		return rules.Unknown
	}
	return c
}

// example returns a finished combat: each card, its player and its fate.
func (b book) example() []slot {
	all := []slot{
		{card: exampleCard("O13"), note: b.t("shannon.slot.lead")},
		{card: exampleCard("S4"), class: "beaten", note: b.t("shannon.slot.out"), how: b.t("shannon.slot.dishonour", "Wounds", 5)},
		{card: exampleCard("X11"), class: "feint", drawn: cards.Play{Feinted: true}, note: b.t("shannon.slot.feint")},
		{card: exampleCard("O7"), class: "low", note: b.t("shannon.slot.lost")},
		{card: exampleCard("M1"), class: "feint", drawn: cards.Play{As: "O11", Feinted: true}, note: b.t("shannon.slot.feint")},
	}
	for i := range all {
		all[i].name, all[i].label = strconv.Itoa(i+1), b.described(all[i].card)
	}
	return all
}

// explained is a power with its description and its source.
type explained struct {
	id, name, text, note, origin string
	face                         string
}

func (b book) explained(p *rules.Power) explained {
	e := explained{id: p.ID, name: b.power(p), text: b.lang.Of(p.Text), origin: b.origin(p)}
	switch p.Kind {
	case rules.Hero:
		e.face = cards.Hero(b.lang, p.ID)
	case rules.Legend:
		e.face = cards.Legend(b.lang, p.ID, true)
		e.note = b.t("rules.shannon.always")
		if p.Threshold > 0 {
			e.note = b.t("rules.shannon.threshold", "Life", p.Threshold)
		}
	default:
		e.face = cards.Favour(b.lang, p.ID)
	}
	return e
}

// origin describes which part of a power is our own.
func (b book) origin(p *rules.Power) string {
	key := "ours"
	switch {
	case !p.Ours && strings.Contains(p.Source, "ours"):
		key = "part"
	case !p.Ours:
		key = "sourced"
	case strings.Contains(p.Source, "name"):
		key = "name"
	}
	return b.t("rules.shannon.origin." + key)
}

// pairs returns the heroes, each with his legend.
func (b book) pairs() [][2]explained {
	var all [][2]explained
	for _, hero := range rules.Heroes() {
		all = append(all, [2]explained{b.explained(hero), b.explained(hero.Partner)})
	}
	return all
}

func (b book) favors() []explained {
	return views.Each(rules.Favors(), b.explained)
}

// wording is lines of the notation with the key of their meaning.
type wording struct{ key, lines string }

// ordering lists examples of orders.
var ordering = []wording{
	{"favours", "favours raven divine-will deck"},
	{"suit", "if S play S3 · if AO play M1=4 · if S discard T4"},
	{"low", "if S low<=7 play S8"},
	{"open", "if X play S3"},
	{"lead", "if lead play S3 +3"},
	{"when", "2: if T play T9 · 2.7: if T play T9"},
	{"move", "move T8>3 worst>2"},
}

// notation lists examples of actions.
var notation = []wording{
	{"play", "play S8 · play M1=11 · play M1=O11"},
	{"declare", "play S8 +3 · play S2 will-3 · play T5 fox · play T5 redirect 3 · play O4 hunt · play O4 reversal · play O4 challenge 2 · play T9 shapeshift"},
	{"discard", "discard S4"},
	{"prepare", "prepare lancelot T9 sight 3 trade 2 S5 trial 4 discard S1 S4"},
	{"move", "move T8>2 X3>4 · move"},
	{"favour", "favour raven · favour deck"},
	{"hero", "hero arthur"},
}
