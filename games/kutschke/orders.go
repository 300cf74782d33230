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

// ReadOrders understands a wish list, of which it makes the canonical text; ""
// for an empty one.
func (s *state) ReadOrders(seat games.Seat, text string) (string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return "", gameOver.of()
	case i < 0 || i >= s.seats:
		return "", notYourTurn.of()
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
			return "", ordersForm.of("text", shown(word))
		}
		if named[k]++; named[k] > s.mostPicks(k) {
			return "", ordersMany.of("card", k)
		}
		wishes = append(wishes, k)
	}
	if len(wishes) == 0 {
		return "", nil
	}
	if round != next && round != s.round+1 {
		return "", ordersRound.of("number", next)
	}
	return ordersText(round, wishes), nil
}

// picksCount counts action cards by kind.
type picksCount [kinds]int

// mostPicks returns how many cards of a kind one seat can pick in a round.
func (s *state) mostPicks(k Kind) int {
	if k == Tournament {
		return 1
	}
	return min(int(s.fit().supply[k]), s.fit().picks)
}

// nextPicks returns the round in which a seat picks next.
func (s *state) nextPicks(i int) int {
	if s.phase == PhasePick && len(s.chosen[i].all()) < s.fit().picks {
		return s.round
	}
	return s.round + 1
}

// splitOrders parts a wish list into its round, by default the one given, and
// its entries.
func splitOrders(text string, round int) (int, []string, *games.Illegal) {
	entries := text
	if head, rest, ok := strings.Cut(text, ":"); ok {
		words := strings.Fields(head)
		if len(words) != 2 || !strings.EqualFold(words[0], ordersWord) {
			return 0, nil, ordersForm.of("text", shown(text))
		}
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return 0, nil, ordersForm.of("text", shown(text))
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
	return ordersWord + " " + strconv.Itoa(round) + ": " + strings.Join(codes(wishes), " ")
}

// Wishes returns what standing orders in canonical text still wish for, and for which
// round; nothing once that round's cards are picked.
func (v View) Wishes(orders string) (round int, wishes []Kind) {
	round, wishes = readWishes(orders)
	if round < v.Round || round == v.Round && v.Choices() == nil {
		return round, nil
	}
	return round, wishes
}

// readWishes reads orders in canonical text; the round of others is 0.
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
