package kutschke

import (
	"slices"
	"sync"
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
	cards     cards     // a Quest pays, a bid stakes
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
	return line + a.card.String()[1:] // the virtue goes without saying
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
	cards cards
	line  string
}

var allLines = sync.OnceValue(writeLines)

func writeLines() *lineTable {
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
	for c := Card(1); int(c) <= cardTypes; c++ {
		l.exercise[c] = line(action{verb: verbStep, kind: Kind(c.Virtue()), card: c})
	}
	for c := CardOf(Book, 1); int(c) <= cardTypes; c++ {
		l.justice[c] = line(action{verb: verbStep, kind: Justice, card: c})
	}
	for p := range Place(placeCount) {
		l.horse[p] = line(action{verb: verbStep, kind: Horse, place: p})
	}
	for _, a := range Adventures() {
		l.table[a] = line(action{verb: verbStep, kind: RoundTable, adventure: a})
		for _, pay := range combinations(func(v Virtue) bool { return a.Cost(v) > 0 }) {
			if pay != 0 && a.checkPayment(pay) == nil {
				l.quest[a] = append(l.quest[a], payment{pay, line(action{verb: verbStep, kind: Quest, adventure: a, cards: pay})})
			}
		}
		slices.SortFunc(l.quest[a], func(p, q payment) int { return compareCards(p.cards, q.cards) })
	}
	for _, stake := range combinations(func(v Virtue) bool { return v == Sword || v == Lance }) {
		l.bid = append(l.bid, payment{stake, line(action{verb: verbBid, cards: stake})})
	}
	slices.SortFunc(l.bid, func(p, q payment) int { return compareCards(p.cards, q.cards) })
	return l
}

// combinations lists every set of the box's cards of the wanted virtues.
func combinations(wanted func(Virtue) bool) []cards {
	all := []cards{0}
	for c := Card(1); int(c) <= cardTypes; c++ {
		if !wanted(c.Virtue()) {
			continue
		}
		for _, cs := range all {
			for range box.byPlayers[maxSeats].virtues.count(c) {
				cs += singleCard(c)
				all = append(all, cs)
			}
		}
	}
	return all
}

// compareCards orders sets of cards by total, then by size, then by their cards.
func compareCards(a, b cards) int {
	if d := a.total() - b.total(); d != 0 {
		return d
	}
	if d := a.size() - b.size(); d != 0 {
		return d
	}
	return slices.Compare(a.list(), b.list())
}
