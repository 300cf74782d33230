package shannon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice words an action for hints and reviews.
func choice(m views.Match, view games.View, action string) views.Choice {
	m = m.ByRank()
	v, ok := view.(rules.View)
	if !ok || v.Mine == nil {
		return views.Choice{Does: action}
	}
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v}
	if l, ok := readLine(action); ok {
		c := views.Choice{Does: p.plays(l), Why: p.keeps(l.card), Face: cards.Shannon(l.card, cards.Play{})}
		return c
	}
	verb, rest, _ := strings.Cut(action, " ")
	switch verb {
	case "hero", "favour":
		power := rules.PowerOf(rest)
		if power == nil {
			return views.Choice{Does: p.t("shannon.choice.unseen")}
		}
		return views.Choice{Does: p.t("shannon.choice.power", "Power", p.power(power))}
	case "prepare":
		return views.Choice{Does: p.prepares(strings.Fields(rest))}
	case "move":
		return views.Choice{Does: p.sends(strings.Fields(rest))}
	}
	return views.Choice{Does: action}
}

// plays returns the play of a card in the infinitive.
func (p page) plays(l playLine) string {
	if l.discard {
		return p.t("shannon.choice.discard", "Card", p.withArticle(l.card))
	}
	does := p.t("shannon.choice.play", "Card", p.words.played(l))
	var with []string
	for _, d := range l.declared {
		with = append(with, p.declaration(d))
	}
	if len(with) > 0 {
		does = p.t("shannon.choice.with", "Does", does, "Powers", p.list(with))
	}
	return does
}

// prepares returns a preparation in the infinitive.
func (p page) prepares(parts []string) string {
	var all []string
	for i := 0; i < len(parts); i++ {
		switch word := parts[i]; word {
		case "lancelot":
			i++
			all = append(all, p.t("shannon.choice.lancelot", "Card", p.withArticle(wordAt(parts, i))))
		case "trade":
			all = append(all, p.t("shannon.choice.trade", "Card", p.withArticle(wordAt(parts, i+2)), "Name", p.seatWord(wordAt(parts, i+1))))
			i += 2
		case "discard":
			all = append(all, p.t("shannon.choice.aside", "Cards", p.cards(parts[i+1:])))
			i = len(parts)
		default:
			i++
			all = append(all, p.t("shannon.choice.against", "Power", p.declaration(word), "Name", p.seatWord(wordAt(parts, i))))
		}
	}
	if len(all) == 0 {
		return p.t("shannon.choice.nothing")
	}
	return p.list(all)
}

// sends returns the moving of cards at a count in the infinitive.
func (p page) sends(moves []string) string {
	var all []string
	for _, m := range moves {
		card, to, _ := strings.Cut(m, ">")
		all = append(all, p.t("shannon.choice.send", "Card", p.withArticle(card), "Name", p.seatWord(to)))
	}
	if len(all) == 0 {
		return p.t("shannon.choice.nothing")
	}
	return p.list(all)
}

func wordAt(words []string, i int) string {
	if i >= len(words) {
		return ""
	}
	return words[i]
}

// seatWord names the seat with a number.
func (p page) seatWord(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return number
	}
	return p.Name(games.Seat(n))
}

// keeps tells which of the highest cards stay in the hand without one.
func (p page) keeps(played string) string {
	var hand []rules.Card
	for _, c := range p.v.Mine.Hand {
		if c.Card.String() != played && !enchanter(c.Card.String()) {
			hand = append(hand, c.Card)
		}
	}
	if len(hand) == 0 {
		return ""
	}
	slices.SortStableFunc(hand, func(a, b rules.Card) int { return cmp.Compare(b.Value(), a.Value()) })
	var best []string
	for _, c := range hand[:min(2, len(hand))] {
		best = append(best, p.withArticle(c.String()))
	}
	return p.t("shannon.choice.keeps", "Cards", p.list(best))
}
