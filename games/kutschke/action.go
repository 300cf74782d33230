package kutschke

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"tableronde/games"
	"tableronde/games/cards"
)

// verb distinguishes the actions.
type verb uint8

const (
	verbPick verb = iota + 1
	verbStep      // the use of an action card
	verbDone      // the end of a turn
	verbBid
)

// action is a parsed line; fields that it does not need are zero.
type action struct {
	verb      verb
	kind      Kind      // that is picked, or whose card the step uses
	card      Card      // an exercise takes, Justice gives
	adventure Adventure // the Round Table gives, a Quest completes
	place     Place     // a Horse goes to
	cards     cardSet   // a Quest pays, a bid stakes
}

const (
	pickWord = "pick"
	doneWord = "done"
	bidWord  = "bid"
)

// String returns the canonical line of the action.
func (a action) String() string {
	switch a.verb {
	case verbPick:
		return pickWord + " " + a.kind.String()
	case verbDone:
		return doneWord
	case verbBid:
		return bidWord + a.cards.codes()
	}
	line := a.kind.String() + " "
	switch a.kind {
	case RoundTable:
		return line + a.adventure.String()
	case Justice:
		return line + a.card.String()
	case Quest:
		return line + a.adventure.String() + a.cards.codes()
	case Horse:
		return line + a.place.String()
	}
	return line + a.card.String()[1:] // the line leaves out the virtue, which the kind implies
}

// lineTable holds the line of every action that can ever be legal, so that no line
// is formatted or parsed while a game is played.
type lineTable struct {
	action map[string]action // by line

	pick     [kindCount]string
	exercise [cardTypes + 1]string // by the card taken
	table    [adventureCount + 1]string
	justice  [cardTypes + 1]string // by the Book given
	horse    [placeCount]string
	quest    [adventureCount + 1][]payment // in the order in which they are offered
	bid      []payment                     // every stake in that order
}

// payment is a set of cards that are paid or staked together, with its line.
type payment struct {
	cards cardSet
	line  string
}

var allLines = sync.OnceValue(func() *lineTable {
	l := &lineTable{action: make(map[string]action)}
	line := func(a action) string {
		text := a.String()
		l.action[text] = a
		return text
	}
	line(action{verb: verbDone})
	for _, k := range Kinds() {
		l.pick[k] = line(action{verb: verbPick, kind: k})
	}
	for _, c := range allCards {
		l.exercise[c] = line(action{verb: verbStep, kind: Kind(c.Virtue()), card: c})
		if c.Virtue() == Book {
			l.justice[c] = line(action{verb: verbStep, kind: Justice, card: c})
		}
	}
	for _, p := range allPlaces {
		l.horse[p] = line(action{verb: verbStep, kind: Horse, place: p})
	}
	for _, a := range Adventures() {
		l.table[a] = line(action{verb: verbStep, kind: RoundTable, adventure: a})
		for _, pay := range combinations(func(v Virtue) bool { return a.Cost(v) > 0 }) {
			if pay != 0 && a.checkPayment(pay) == nil {
				l.quest[a] = append(l.quest[a], payment{pay, line(action{verb: verbStep, kind: Quest, adventure: a, cards: pay})})
			}
		}
	}
	for _, stake := range combinations(func(v Virtue) bool { return v == Sword || v == Lance }) {
		l.bid = append(l.bid, payment{stake, line(action{verb: verbBid, cards: stake})})
	}
	return l
})

// combinations lists every set of the box's cards of the wanted virtues, by total, then by
// size, then by their cards.
func combinations(wanted func(Virtue) bool) []cardSet {
	all := []cardSet{0}
	for _, c := range allCards {
		if !wanted(c.Virtue()) {
			continue
		}
		for _, cs := range all {
			for range box.outfits[maxSeats].virtues.count(c) {
				cs += singleCard(c)
				all = append(all, cs)
			}
		}
	}
	slices.SortFunc(all, func(a, b cardSet) int {
		return cmp.Or(cmp.Compare(a.total(), b.total()), cmp.Compare(a.size(), b.size()), slices.Compare(a.list(), b.list()))
	})
	return all
}

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

func parseTyped(text string) (a action, why *games.Illegal) {
	bad := malformed.With("text", cards.Excerpt(text))
	words := strings.Fields(text)
	if len(words) == 0 {
		return a, bad
	}
	verb, rest := words[0], words[1:]
	switch {
	case strings.EqualFold(verb, bidWord):
		a.verb = verbBid
		a.cards, why = parseCards(rest)
		return a, why
	case strings.EqualFold(verb, doneWord) && len(rest) == 0:
		return action{verb: verbDone}, nil
	case strings.EqualFold(verb, pickWord) && len(rest) == 1:
		k, ok := cards.Parse(rest[0], Kinds())
		if !ok {
			return a, noKind.With("text", cards.Excerpt(rest[0]))
		}
		return action{verb: verbPick, kind: k}, nil
	}
	k, ok := cards.Parse(verb, Kinds())
	switch {
	case k == Tournament && len(rest) == 0:
		return action{verb: verbStep, kind: k}, nil
	case !ok || k == Tournament || len(rest) == 0 || len(rest) > 1 && k != Quest:
		return a, bad
	}
	return parseStep(k, rest)
}

// parseStep parses the words after the code of an action card.
func parseStep(k Kind, words []string) (a action, why *games.Illegal) {
	a = action{verb: verbStep, kind: k}
	word := cards.Excerpt(words[0])
	var ok bool
	switch k {
	case RoundTable, Quest:
		if a.adventure, ok = cards.Parse(words[0], Adventures()); !ok {
			return a, noAdventure.With("text", word)
		}
		a.cards, why = parseCards(words[1:])
	case Justice:
		if a.card, ok = cards.Parse(words[0], allCards); !ok {
			return a, noCard.With("text", word)
		}
		if a.card.Virtue() != Book {
			return a, notBook.With("card", a.card)
		}
	case Horse:
		if a.place, ok = cards.Parse(words[0], allPlaces); !ok {
			return a, noPlace.With("text", word)
		}
	default:
		if a.card, ok = cards.Parse(k.Virtue().String()+words[0], allCards); ok {
			return a, nil
		}
		if a.card, ok = cards.Parse(words[0], allCards); !ok {
			return a, noCard.With("text", word)
		}
		if a.card.Virtue() != k.Virtue() {
			return a, otherVirtue.With("card", a.card, "virtue", k.Virtue())
		}
	}
	return a, why
}

// parseCards parses virtue cards, at most as many of one as the box has.
func parseCards(words []string) (cs cardSet, why *games.Illegal) {
	for _, word := range words {
		c, ok := cards.Parse(word, allCards)
		if !ok {
			return 0, noCard.With("text", cards.Excerpt(word))
		}
		if cs.count(c) == box.outfits[maxSeats].virtues.count(c) {
			return 0, notHeld.With("card", c)
		}
		cs += singleCard(c)
	}
	return cs, nil
}
