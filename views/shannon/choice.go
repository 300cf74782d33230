package shannon

import (
	"cmp"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice describes an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.CalledShort()
	v, ok := view.(rules.View)
	if !ok || v.Mine == nil {
		return views.Choice{Does: action}
	}
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v}
	c := views.Choice{Does: action, Why: m.Reasons(why, p.reason)}
	if l, ok := readLine(action); ok {
		c.Does, c.Face = p.plays(l), cards.Shannon(l.card, cards.Play{})
		return c
	}
	verb, rest, _ := strings.Cut(action, " ")
	switch power := rules.PowerOf(rest); {
	case verb == "prepare":
		c.Does = p.prepares(strings.Fields(rest))
	case verb == "move":
		c.Does = p.sends(strings.Fields(rest))
	case power != nil:
		c.Does = p.t("shannon.choice.power", "Power", p.power(power))
	case verb == "favour":
		c.Does = p.t("shannon.choice.unseen")
	}
	return c
}

// plays returns the play of a card in the infinitive.
func (p page) plays(l playLine) string {
	if l.discard {
		return p.t("shannon.choice.discard", "Card", p.withArticle(l.card))
	}
	does := p.t("shannon.choice.play", "Card", p.words.played(l))
	if len(l.declared) > 0 {
		does = p.t("shannon.choice.with", "Does", does, "Powers", p.list(views.Each(l.declared, p.declaration)))
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
	return cmp.Or(p.list(all), p.t("shannon.choice.nothing"))
}

// sends returns the moving of cards at a count in the infinitive.
func (p page) sends(moves []string) string {
	var all []string
	for _, m := range moves {
		card, to, _ := strings.Cut(m, ">")
		all = append(all, p.t("shannon.choice.send", "Card", p.withArticle(card), "Name", p.seatWord(to)))
	}
	return cmp.Or(p.list(all), p.t("shannon.choice.nothing"))
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
