package kutschke

import (
	"strconv"
	"strings"

	"tableronde/games"
)

// The standing orders of a seat are its wish list of action cards, for one round:
// "round 3: Q P ES". Typed in they may lack the round, and then are for the
// cards that the seat picks next, in this round or the coming one. When the
// seat is to pick, the first entry that may be picked is taken and used up;
// entries that may not be picked are passed over and stay. With the picks of
// its round a list ends.

const ordersWord = "round"

// ReadOrders parses a wish list and returns its canonical text, "" for an empty one.
func (s *state) ReadOrders(seat games.Seat, text string) (string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return "", gameOver.with()
	case i < 0 || i >= s.seats:
		return "", notYourTurn.with()
	}
	next := s.nextPicks(i)
	round, words, why := splitOrders(text, next)
	if why != nil {
		return "", why
	}
	var named picksCount
	wishes := make([]Kind, 0, len(words))
	for _, word := range words {
		k, ok := parseKind(word)
		if !ok {
			return "", ordersForm.with("text", excerpt(word))
		}
		if named[k]++; named[k] > s.mostPicks(k) {
			return "", ordersMany.with("card", k)
		}
		wishes = append(wishes, k)
	}
	if len(wishes) == 0 {
		return "", nil
	}
	if round != next && round != s.round+1 {
		return "", ordersRound.with("number", next)
	}
	return ordersText(round, wishes), nil
}

// picksCount counts action cards by kind.
type picksCount [kindCount]int

// mostPicks returns the number of cards of a kind that one seat can pick in a round.
func (s *state) mostPicks(k Kind) int {
	if k == Tournament {
		return 1
	}
	return min(int(s.outfit().supply[k]), s.outfit().picks)
}

// nextPicks returns the round in which a seat picks next.
func (s *state) nextPicks(i int) int {
	if s.phase == PhasePick && len(s.chosen[i].all()) < s.outfit().picks {
		return s.round
	}
	return s.round + 1
}

// splitOrders splits a wish list into its round, by default the given one, and its
// entries.
func splitOrders(text string, round int) (int, []string, *games.Illegal) {
	entries := text
	if head, rest, ok := strings.Cut(text, ":"); ok {
		words := strings.Fields(head)
		if len(words) != 2 || !strings.EqualFold(words[0], ordersWord) {
			return 0, nil, ordersForm.with("text", excerpt(text))
		}
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return 0, nil, ordersForm.with("text", excerpt(text))
		}
		round, entries = n, rest
	}
	words := strings.FieldsFunc(entries, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' })
	return round, words, nil
}

func ordersText(round int, wishes []Kind) string {
	if len(wishes) == 0 {
		return ""
	}
	return ordersWord + " " + strconv.Itoa(round) + ": " + strings.Join(codesOf(wishes), " ")
}

// Wishes returns the round and the entries of a wish list in canonical text, no
// entries once the cards of that round are picked.
func (v View) Wishes(orders string) (round int, wishes []Kind) {
	round, wishes = readWishes(orders)
	if round < v.Round || round == v.Round && v.Choices() == nil {
		return round, nil
	}
	return round, wishes
}

// readWishes parses a wish list in canonical text; for other texts the round is 0.
func readWishes(orders string) (round int, wishes []Kind) {
	round, words, why := splitOrders(orders, 0)
	if why != nil {
		return 0, nil
	}
	for _, word := range words {
		if k, ok := parseKind(word); ok {
			wishes = append(wishes, k)
		}
	}
	return round, wishes
}
