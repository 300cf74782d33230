package shannon

import (
	"slices"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views/cards"
)

// abilities draws the heroes, the legends and the favors.
type abilities struct{ page }

// powerOffer is a hero or a favor that somebody may choose.
type powerOffer struct {
	id     string
	name   string
	text   string
	face   string // its card
	legend string // of a hero: the legend, in a line
	taken  string // the player who has it, "" for nobody
	href   string // "" if the viewer cannot choose it
	on     bool   // staged
}

// heroOffers lists all heroes, including those that are taken.
func (p abilities) heroOffers() []powerOffer {
	var all []powerOffer
	for _, hero := range rules.Heroes() {
		o := p.offer(hero, p.heroLine(hero))
		o.face = cards.Hero(p.lang, hero.ID)
		o.legend = p.t("shannon.hero.legend", "Legend", p.power(hero.Partner), "When", p.threshold(hero.Partner), "Text", p.Lang.Of(hero.Partner.Text))
		for _, k := range p.v.Knights {
			if k.Hero == hero {
				o.taken, o.href = p.name(k.Seat), ""
			}
		}
		all = append(all, o)
	}
	return all
}

func (p abilities) heroLine(hero *rules.Power) string {
	if p.v.Mine == nil || !p.Yours() {
		return ""
	}
	return lineOf(p.v.Mine.Heroes, hero)
}

// favorOffers lists the favors that are face up, and the unseen one.
func (p abilities) favorOffers() []powerOffer {
	var lines []rules.Offer
	if p.v.Mine != nil && p.Yours() {
		lines = p.v.Mine.Favors
	}
	var all []powerOffer
	for _, favor := range p.v.Shown {
		o := p.offer(favor, lineOf(lines, favor))
		o.face = cards.Favour(p.lang, favor.ID)
		all = append(all, o)
	}
	if p.v.FavorDeck > 0 || lineOf(lines, nil) != "" {
		o := p.offer(nil, lineOf(lines, nil))
		o.id, o.name, o.text, o.face = "deck", p.t("shannon.favour.deck"), p.n("shannon.favour.left", p.v.FavorDeck), cards.Back()
		all = append(all, o)
	}
	return all
}

// lineOf returns the line that chooses a power, "" if no line does.
func lineOf(lines []rules.Offer, power *rules.Power) string {
	for _, o := range lines {
		if o.Power == power && o.Why == nil {
			return o.Line
		}
	}
	return ""
}

// offer returns a power that a line chooses; choosing it again takes it back.
func (p abilities) offer(power *rules.Power, line string) powerOffer {
	var o powerOffer
	if power != nil {
		o = powerOffer{id: power.ID, name: p.power(power), text: p.Lang.Of(power.Text)}
	}
	if line == "" || p.Past() {
		return o
	}
	o.href = p.Staging([]string{line}, "")
	if slices.Equal(p.Steps(), []string{line}) {
		o.on, o.href = true, p.Staging(nil, "")
	}
	return o
}

// threshold describes the life at which a legend awakes.
func (p abilities) threshold(legend *rules.Power) string {
	if legend.Threshold == 0 {
		return p.t("shannon.legend.always")
	}
	return p.t("shannon.legend.at", "Life", legend.Threshold)
}

// ownedPower is a power of a knight with its description.
type ownedPower struct {
	name string
	note string // when it awakes, and the uses left
	text string
	face string
	dim  bool
}

// powersOf lists the hero, the legend and the favors of a knight.
func (p abilities) powersOf(k rules.Knight) []ownedPower {
	if k.Hero == nil {
		return nil
	}
	all := []ownedPower{
		{name: p.power(k.Hero), text: p.Lang.Of(k.Hero.Text), note: p.uses(k, k.Hero), face: cards.Hero(p.lang, k.Hero.ID)},
		{name: p.power(k.Legend), text: p.Lang.Of(k.Legend.Text), note: p.threshold(k.Legend), face: cards.Legend(p.lang, k.Legend.ID, k.Active), dim: !k.Active},
	}
	if k.Active && k.Legend.Threshold > 0 {
		all[1].note = p.t("shannon.legend.awake")
	}
	for _, f := range k.Favors {
		all = append(all, ownedPower{name: p.power(f), text: p.Lang.Of(f.Text), note: p.uses(k, f), face: cards.Favour(p.lang, f.ID)})
	}
	return all
}

// uses describes how often a power can still be used in the round, "" for a power without a limit.
func (p abilities) uses(k rules.Knight, power *rules.Power) string {
	for _, t := range k.Tokens {
		if t.Power == power {
			return p.n("shannon.token.uses", t.Left, "Of", t.Of)
		}
	}
	return ""
}

// bound returns sentences about the opponents that a knight has named in preparation.
func (p abilities) bound(k rules.Knight) []string {
	var all []string
	for _, one := range []struct {
		key  string
		seat games.Seat
	}{{"shannon.bound.sight", k.Sight}, {"shannon.bound.trade", k.Trade}, {"shannon.bound.trial", k.Trial}} {
		if one.seat != 0 {
			all = append(all, p.t(one.key, "Name", p.name(one.seat)))
		}
	}
	return all
}
