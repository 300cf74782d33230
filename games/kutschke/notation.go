package kutschke

import (
	"strings"

	"tableronde/games"
)

// parseAction parses a line, with cards in any order, letters in either case and any
// blanks, and returns its canonical text too.
func parseAction(text string) (action, string, *games.Illegal) {
	if a, ok := allLines().action[text]; ok {
		return a, text, nil
	}
	a, why := parseTyped(text)
	if why != nil {
		return a, "", why
	}
	return a, a.String(), nil
}

func parseTyped(text string) (action, *games.Illegal) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return action{}, malformed.with("text", excerpt(text))
	}
	verb, rest := words[0], words[1:]
	switch {
	case strings.EqualFold(verb, bidWord):
		stake, why := parseCards(rest)
		return action{verb: verbBid, cards: stake}, why
	case strings.EqualFold(verb, doneWord) && len(rest) == 0:
		return action{verb: verbDone}, nil
	case strings.EqualFold(verb, pickWord) && len(rest) == 1:
		k, ok := parseKind(rest[0])
		if !ok {
			return action{}, noKind.with("text", excerpt(rest[0]))
		}
		return action{verb: verbPick, kind: k}, nil
	}
	k, ok := parseKind(verb)
	switch {
	case k == Tournament && len(rest) == 0:
		return action{verb: verbStep, kind: k}, nil
	case !ok || k == Tournament || len(rest) == 0 || len(rest) > 1 && k != Quest:
		return action{}, malformed.with("text", excerpt(text))
	}
	return parseStep(k, rest)
}

// parseStep parses the words after the code of an action card.
func parseStep(k Kind, words []string) (action, *games.Illegal) {
	a := action{verb: verbStep, kind: k}
	var ok bool
	var why *games.Illegal
	switch k {
	case RoundTable, Quest:
		if a.adventure, ok = parseAdventure(words[0]); !ok {
			return a, noAdventure.with("text", excerpt(words[0]))
		}
		a.cards, why = parseCards(words[1:])
	case Justice:
		if a.card, ok = parseCard(words[0]); !ok {
			return a, noCard.with("text", excerpt(words[0]))
		}
		if a.card.Virtue() != Book {
			return a, notBook.with("card", a.card)
		}
	case Horse:
		if a.place, ok = parsePlace(words[0]); !ok {
			return a, noPlace.with("text", excerpt(words[0]))
		}
	default:
		if a.card, ok = parseCard(k.Virtue().String() + words[0]); !ok {
			if a.card, ok = parseCard(words[0]); !ok {
				return a, noCard.with("text", excerpt(words[0]))
			}
			if a.card.Virtue() != k.Virtue() {
				return a, otherVirtue.with("card", a.card, "virtue", k.Virtue())
			}
		}
	}
	return a, why
}

// parseCards parses virtue cards, at most as many of one as the box has.
func parseCards(words []string) (cards, *games.Illegal) {
	var cs cards
	for _, word := range words {
		c, ok := parseCard(word)
		if !ok {
			return 0, noCard.with("text", excerpt(word))
		}
		if cs.count(c) == box.byPlayers[maxSeats].virtues.count(c) {
			return 0, notHeld.with("card", c)
		}
		cs += singleCard(c)
	}
	return cs, nil
}

// excerpt returns the beginning of a typed text, for a refusal.
func excerpt(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
