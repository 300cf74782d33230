package shannon

import (
	"cmp"
	"slices"
	"strconv"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// Views that can be opened beside the table.
const (
	seeWounds = "wounds"
	seePowers = "powers"
	seeCount  = "count"
)

// page holds the data of the page of a match.
type page struct {
	*views.Match
	words
	v     rules.View // the position shown
	ahead rules.View // after the staged actions
	text  views.Read // the text that is open
}

// counting reports whether the page shows a count instead of the table.
func (p page) counting() bool { return p.See == seeCount && p.v.LastCount != nil }

// name returns the player of a seat; if one person plays all seats it is the number of the seat.
func (p page) name(seat games.Seat) string {
	if p.Solo && seat > 0 {
		return p.t("shannon.seat", "Number", int(seat))
	}
	return p.Name(seat)
}

func (p page) names(seats []games.Seat) string {
	return p.list(views.Each(seats, p.name))
}

// headline returns the current stage of the tournament.
func (p page) headline() string {
	if p.counting() {
		return p.t("shannon.title.count", "Round", p.v.LastCount.Round)
	}
	switch p.v.Phase {
	case rules.PhaseHero:
		return p.t("shannon.title.hero")
	case rules.PhasePrepare:
		return p.t("shannon.title.prepare")
	case rules.PhaseCount:
		return p.t("shannon.title.count", "Round", p.v.Round)
	case rules.PhaseFavor:
		return p.t("shannon.title.favour")
	case rules.PhaseOver:
		return p.t("shannon.title.over")
	}
	switch {
	case p.ahead.Open:
		return p.t("shannon.of.open")
	case p.ahead.Lead != rules.NoSuit:
		return p.t("shannon.of." + p.ahead.Lead.String())
	}
	return p.t("shannon.title.lead", "Name", p.name(p.v.Leader))
}

// facts returns the text beside the name of the game.
func (p page) facts() string {
	switch {
	case p.v.Round == 0:
		return ""
	case p.v.Phase == rules.PhaseCombat:
		return p.t("shannon.facts.combat", "Round", p.v.Round, "Combat", p.v.Combat)
	}
	return p.t("shannon.facts.round", "Round", p.v.Round)
}

// brief returns the facts in one line for a phone, and which card loses the combat.
func (p page) brief() string {
	if p.v.Phase != rules.PhaseCombat {
		return p.facts()
	}
	facts := p.t("shannon.facts.short", "Round", p.v.Round, "Combat", p.v.Combat)
	for _, c := range p.ahead.Table {
		for _, d := range c.Declared {
			if d.Power.Word() == "reversal" {
				return facts + " · " + p.t("shannon.rule.high")
			}
		}
	}
	return facts + " · " + p.t("shannon.rule.low")
}

// knight is one of the knights at the table.
type knight struct {
	seat  games.Seat
	name  string
	hero  string // "" before there are heroes
	state string // the word for the life left
	you   bool
	acts  bool
	out   bool         // out of the current combat, or of the tournament
	marks []string     // "deals", "challenged"
	favs  []knightMark // the favors, and the uses left of the hero's power
	holds string       // the number of cards in hand, "" if nobody holds any

	legend     knightMark
	life, pile int
}

// factsID returns the id of the other facts about the knight, which changes with them.
func (k knight) factsID() string {
	texts := append([]string{k.hero, k.state, k.legend.text}, k.marks...)
	for _, f := range k.favs {
		texts = append(texts, f.text)
	}
	return "about-" + strconv.Itoa(int(k.seat)) + "-" + views.TextKey(texts...)
}

// knightMark is a fact about a knight, in few words.
type knightMark struct {
	text string
	sign string // id of the power, whose sign replaces the text if there is little space
	dim  bool   // not at work, or used up
}

// lifeWidth returns the width of a life bar in percent.
func lifeWidth(life int) string { return strconv.FormatFloat(float64(life)/4, 'g', -1, 64) }

// knights lists the knights in turn order, the viewer last.
func (p page) knights() []knight {
	n := len(p.v.Knights)
	all := make([]knight, 0, n)
	for i := range n {
		seat := games.Seat((int(p.Bottom)+i)%n + 1)
		all = append(all, p.knight(p.v.Knights[seat-1]))
	}
	return all
}

func (p page) knight(of rules.Knight) knight {
	k := knight{
		seat: of.Seat, name: p.name(of.Seat), you: p.IsYou(of.Seat), acts: p.Acts(of.Seat), out: of.Resigned || of.Dishonored && p.v.Phase == rules.PhaseCombat,
		life: of.Life, state: p.state(of.Life), pile: of.Wounds,
	}
	if p.v.Phase == rules.PhasePrepare || p.v.Phase == rules.PhaseCombat {
		k.holds = p.n("shannon.hand.count", len(of.Hand))
	}
	if of.Hero != nil {
		k.hero = p.t("shannon.hero." + of.Hero.ID)
		k.legend = p.legend(of)
	}
	for _, f := range of.Favors {
		k.favs = append(k.favs, p.inForce(f, of))
	}
	if of.Hero != nil && tokensLeft(of, of.Hero) > 0 {
		k.favs = append(k.favs, p.inForce(of.Hero, of))
	}
	if p.v.Dealer == of.Seat && (p.v.Phase == rules.PhasePrepare || p.v.Phase == rules.PhaseCombat) {
		k.marks = append(k.marks, p.t("shannon.dealer"))
	}
	if of.Challenged {
		k.marks = append(k.marks, p.t("shannon.challenged"))
	}
	if of.Resigned {
		k.marks = append(k.marks, p.t("shannon.resigned"))
	}
	if p.v.Phase == rules.PhasePrepare {
		k.marks = append(k.marks, p.t(views.Either(of.Preparing, "shannon.preparing", "shannon.ready")))
	}
	return k
}

// legend returns a knight's legend, and whether it is awake.
func (p page) legend(of rules.Knight) knightMark {
	if of.Active {
		return knightMark{text: p.t("shannon.legend.works", "Legend", p.power(of.Legend)), sign: of.Legend.ID}
	}
	return knightMark{text: p.t("shannon.legend.asleep", "Legend", p.power(of.Legend), "Life", of.Legend.Threshold), sign: of.Legend.ID, dim: true}
}

// inForce returns a power of a knight, with the number of uses left.
func (p page) inForce(power *rules.Power, of rules.Knight) knightMark {
	text := p.power(power)
	if power.Kind == rules.Hero {
		text = p.t("shannon.token." + power.Word())
	}
	for _, token := range of.Tokens {
		if token.Power == power && token.Of > 1 || token.Power == power && token.Left == 0 {
			text += " " + p.t("shannon.token.left", "Left", token.Left, "Of", token.Of)
		}
	}
	return knightMark{text: text, sign: power.ID, dim: power.Limited() && tokensLeft(of, power) == 0}
}

// tokensLeft returns the number of uses of a power that are left in the round.
func tokensLeft(of rules.Knight, power *rules.Power) int {
	i := slices.IndexFunc(of.Tokens, func(t rules.Token) bool { return t.Power == power })
	if i < 0 {
		return 0
	}
	return of.Tokens[i].Left
}

// rankedKnight is a knight in the ranking at the end of a tournament.
type rankedKnight struct {
	rank, life int
	name, note string
}

// ranked lists the knights by rank.
func (p page) ranked() []rankedKnight {
	var all []rankedKnight
	for _, k := range p.v.Knights {
		r := rankedKnight{rank: k.Rank, life: k.Life, name: p.name(k.Seat)}
		if k.Hero != nil {
			r.note = p.power(k.Hero)
		}
		if k.Resigned {
			r.note += " · " + p.t("shannon.resigned")
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b rankedKnight) int { return cmp.Compare(a.rank, b.rank) })
	return all
}
