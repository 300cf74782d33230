package shannon

import (
	"slices"
	"strconv"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// printedWounds returns the wounds printed on cards.
func printedWounds(all []rules.Card) int { return runningWounds(all, len(all)-1) }

// runningWounds returns the sum of the wounds of a pile up to a card.
func runningWounds(pile []rules.Card, last int) int {
	sum := 0
	for _, c := range pile[:last+1] {
		sum += c.Wounds()
	}
	return sum
}

// sighted returns the knights whose hands Second Sight shows to the viewer.
func (p page) sighted() []rules.Knight {
	return slices.DeleteFunc(slices.Clone(p.v.Knights), func(k rules.Knight) bool {
		return p.Result != nil || p.v.Viewer <= 0 || k.Seat == p.v.Viewer || len(k.Hand) == 0 || slices.Contains(k.Hand, rules.Unknown)
	})
}

func (p page) openDiscard() []rules.Card {
	return slices.DeleteFunc(slices.Clone(p.v.Discard), func(c rules.Card) bool { return c == rules.Unknown })
}

func (p page) hiddenDiscard() int { return len(p.v.Discard) - len(p.openDiscard()) }

// counts draws the wounds and the lives of the knights, round by round.
type counts struct{ page }

// knightCount is the count of one knight, line by line.
type knightCount struct {
	seat          games.Seat
	name          string
	before, after int
	cards         []countedCard
	lines         []countLine // from the sum of the cards to the life left
	awakes        string      // the legend that awakes, "" for none
	open          bool        // not finished: the wounds are not suffered yet
}

// countedCard is a card at the count.
type countedCard struct {
	card   rules.Card
	wounds string // the wounds that count, "–" for none
	notes  []string
	label  string // the whole description, for screen readers
	gone   bool   // does not count any more
	worse  bool   // doubled
}

// countLine is a line of the reckoning.
type countLine struct {
	text   string
	number string
	strong bool
}

// tallies returns the counts of all knights.
func (p counts) tallies(c rules.Count) []knightCount {
	return views.Each(c.Knights, func(one rules.CountedLife) knightCount { return p.tally(c, one) })
}

func (p counts) tally(c rules.Count, one rules.CountedLife) knightCount {
	t := knightCount{seat: one.Seat, name: p.name(one.Seat), before: one.Before, after: one.Life, open: !c.Done}
	if t.open {
		t.after = one.Before
	}
	for _, card := range one.Cards {
		t.cards = append(t.cards, p.tallied(card, c.Done))
	}
	if !c.Done {
		return t
	}
	add := func(text, number string) { t.lines = append(t.lines, countLine{text: text, number: number}) }
	add(p.n("shannon.count.sum", countable(one.Cards)), strconv.Itoa(one.Sum))
	if one.Cap != nil {
		add(p.t("shannon.count.cap", "Power", p.power(one.Cap)), strconv.Itoa(one.Capped))
	}
	for _, trial := range one.Trials {
		key := views.Either(trial.Limited, "shannon.count.trial_limited", "shannon.count.trial")
		add(p.t(key, "Name", p.name(trial.Owner), "Other", p.name(trial.Other), "Extra", trial.Extra), "")
	}
	if one.Cap != nil || len(one.Trials) > 0 {
		add(p.t("shannon.count.total"), strconv.Itoa(one.Total))
	}
	add(p.t("shannon.count.before"), strconv.Itoa(one.Before))
	t.lines = append(t.lines, countLine{text: p.t("shannon.count.after", "Wounds", one.Total), number: strconv.Itoa(one.After), strong: len(one.Heals) == 0})
	for i, h := range one.Heals {
		number := ""
		if i == len(one.Heals)-1 {
			number = strconv.Itoa(one.Life)
		}
		t.lines = append(t.lines, countLine{text: p.t("shannon.count.heal", "Power", p.power(h.Power), "Life", h.Life), number: number, strong: number != ""})
	}
	if one.Awakes {
		t.awakes = p.t("shannon.count.awakes", "Legend", p.power(p.v.Knights[one.Seat-1].Legend))
	}
	return t
}

// countable returns the number of cards of a pile that count.
func countable(cards []rules.CountedCard) int {
	n := 0
	for _, c := range cards {
		if c.Fate == rules.FateCounted {
			n++
		}
	}
	return n
}

// tallied describes the fate of a card and of its wounds.
func (p counts) tallied(c rules.CountedCard, done bool) countedCard {
	t := countedCard{card: c.Card, wounds: strconv.Itoa(c.Wounds), gone: c.Fate != rules.FateCounted, worse: c.Doubled != nil}
	if !done && !t.gone {
		t.wounds = strconv.Itoa(c.Base)
	}
	note := func(key string, args ...any) { t.notes = append(t.notes, p.t(key, args...)) }
	if c.From != 0 {
		note("shannon.fate.from", "Name", p.name(c.From))
	}
	switch c.Fate {
	case rules.FateRevealed, rules.FateShed:
		note("shannon.fate.gone", "Power", p.short(c.By))
	case rules.FateMoved:
		note("shannon.fate.moved", "Name", p.name(c.To))
	}
	if t.gone {
		t.wounds = "–"
	}
	if c.Reduced != nil {
		note("shannon.fate.less", "Base", c.Base, "Less", c.Less, "Power", p.short(c.Reduced))
	}
	if c.Doubled != nil {
		note("shannon.fate.twice", "Less", c.Less, "Power", p.short(c.Doubled), "Name", p.name(c.Doubler))
	}
	t.label = p.described(c.Card)
	if len(t.notes) > 0 {
		t.label += ": " + p.list(t.notes)
	}
	return t
}

// revealed names the cards under Lancelot, whose suits leave the piles.
func (p counts) revealed(c rules.Count) []string {
	return views.Each(c.Revealed, func(r rules.Reveal) string {
		return p.t("shannon.count.revealed", "Name", p.name(r.Seat), "Card", p.withArticle(r.Card.String()))
	})
}

// countedRound is a round that has been counted, with a link to its count.
type countedRound struct {
	number int
	lives  []int
	href   string // "" if its ply is unknown
	here   bool   // the round is shown
}

// rounds lists the counted rounds.
func (p counts) rounds() []countedRound {
	if len(p.v.Knights) == 0 {
		return nil
	}
	plies := p.countPlies()
	var all []countedRound
	for n := range p.v.Knights[0].History {
		r := countedRound{number: n, here: p.See == seeCount && p.v.LastCount != nil && p.v.LastCount.Round == n}
		for _, k := range p.v.Knights {
			if n < len(k.History) {
				r.lives = append(r.lives, k.History[n])
			}
		}
		if ply, ok := plies[n]; ok && n > 0 {
			r.href = p.Address() + "?ply=" + strconv.Itoa(ply) + "&see=" + seeCount
			if p.v.LastCount != nil && p.v.LastCount.Round == n && !p.Past() {
				r.href = p.Seeing(p.Sort, seeCount)
			}
		}
		all = append(all, r)
	}
	return all
}

// countPlies returns the event after which each round was counted.
func (p counts) countPlies() map[int]int {
	plies, round := map[int]int{}, 0
	for _, told := range p.Told {
		for _, f := range told.Facts {
			switch f.Kind {
			case rules.FactCount:
				round = f.Number
			case rules.FactWounds:
				plies[round] = told.Ply
			}
		}
	}
	return plies
}
