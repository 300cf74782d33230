package kutschke

import (
	"strings"

	"tableronde/games"
)

// read understands a line and returns it in canonical text too. It takes cards
// in any order, letters in either case and any blanks.
func read(text string) (action, string, *games.Illegal) {
	if a, ok := script.action[text]; ok {
		return a, text, nil
	}
	a, why := parse(text)
	if why != nil {
		return a, "", why
	}
	return a, a.String(), nil
}

func parse(text string) (action, *games.Illegal) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return action{}, malformed.of("text", shown(text))
	}
	verb, rest := words[0], words[1:]
	switch {
	case strings.EqualFold(verb, bidWord):
		stake, why := parseCards(rest)
		return action{verb: bid, cards: stake}, why
	case strings.EqualFold(verb, doneWord) && len(rest) == 0:
		return action{verb: done}, nil
	case strings.EqualFold(verb, pickWord) && len(rest) == 1:
		k, ok := parseKind(rest[0])
		if !ok {
			return action{}, noKind.of("text", shown(rest[0]))
		}
		return action{verb: pick, kind: k}, nil
	}
	k, ok := parseKind(verb)
	switch {
	case k == Tournament && len(rest) == 0:
		return action{verb: step, kind: k}, nil
	case !ok || k == Tournament || len(rest) == 0 || len(rest) > 1 && k != Quest:
		return action{}, malformed.of("text", shown(text))
	}
	return parseStep(k, rest)
}

// parseStep reads what follows the code of an action card.
func parseStep(k Kind, words []string) (action, *games.Illegal) {
	a := action{verb: step, kind: k}
	var ok bool
	var why *games.Illegal
	switch k {
	case RoundTable, Quest:
		if a.adventure, ok = parseAdventure(words[0]); !ok {
			return a, noAdventure.of("text", shown(words[0]))
		}
		a.cards, why = parseCards(words[1:])
	case Justice:
		if a.card, ok = parseCard(words[0]); !ok {
			return a, noCard.of("text", shown(words[0]))
		}
		if a.card.Virtue() != Book {
			return a, notBook.of("card", a.card)
		}
	case Horse:
		if a.place, ok = parsePlace(words[0]); !ok {
			return a, noPlace.of("text", shown(words[0]))
		}
	default:
		if a.card, ok = parseCard(k.Virtue().String() + words[0]); !ok {
			if a.card, ok = parseCard(words[0]); !ok {
				return a, noCard.of("text", shown(words[0]))
			}
			if a.card.Virtue() != k.Virtue() {
				return a, otherVirtue.of("card", a.card, "virtue", k.Virtue())
			}
		}
	}
	return a, why
}

// parseCards reads any number of virtue cards; there are never more than three
// of one.
func parseCards(words []string) (cards, *games.Illegal) {
	var cs cards
	for _, word := range words {
		c, ok := parseCard(word)
		if !ok {
			return 0, noCard.of("text", shown(word))
		}
		if cs.count(c) == box.byPlayers[maxSeats].virtues.count(c) {
			return 0, notHeld.of("card", c)
		}
		cs += one(c)
	}
	return cs, nil
}

// shown returns a piece of what was typed, short enough for a sentence.
func shown(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
