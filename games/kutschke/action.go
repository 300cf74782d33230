package kutschke

import "slices"

// verb is what an action does.
type verb uint8

const (
	pick verb = iota + 1
	step      // of a turn
	done      // with a turn
	bid
)

// action is one line; fields that it does not need are zero.
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
	case pick:
		return pickWord + " " + a.kind.String()
	case done:
		return doneWord
	case bid:
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

// lines is every action that can ever be legal and its line, so that none has
// to be put together or taken apart while a game is played.
type lines struct {
	action map[string]action // by line

	pick     [kinds]string
	exercise [cardTypes + 1]string // by the card taken
	table    [adventures + 1]string
	justice  [cardTypes + 1]string // by the Book given
	horse    [places]string
	quest    [adventures + 1][]payment // in the order in which they are offered
	bid      []payment                 // every stake in that order
}

// payment is cards that are paid or staked together, and the line that does it.
type payment struct {
	cards cards
	line  string
}

var script = writeLines()

func writeLines() *lines {
	l := &lines{action: make(map[string]action)}
	line := func(a action) string {
		text := a.String()
		l.action[text] = a
		return text
	}
	line(action{verb: done})
	for _, k := range Kinds() {
		l.pick[k] = line(action{verb: pick, kind: k})
	}
	for c := Card(1); int(c) <= cardTypes; c++ {
		l.exercise[c] = line(action{verb: step, kind: Kind(c.Virtue()), card: c})
	}
	for c := CardOf(Book, 1); int(c) <= cardTypes; c++ {
		l.justice[c] = line(action{verb: step, kind: Justice, card: c})
	}
	for p := range Place(places) {
		l.horse[p] = line(action{verb: step, kind: Horse, place: p})
	}
	for _, a := range Adventures() {
		l.table[a] = line(action{verb: step, kind: RoundTable, adventure: a})
		for _, pay := range combinations(func(v Virtue) bool { return a.Cost(v) > 0 }) {
			if pay != 0 && a.settles(pay) == nil {
				l.quest[a] = append(l.quest[a], payment{pay, line(action{verb: step, kind: Quest, adventure: a, cards: pay})})
			}
		}
		slices.SortFunc(l.quest[a], func(p, q payment) int { return compareCards(p.cards, q.cards) })
	}
	for _, stake := range combinations(func(v Virtue) bool { return v == Sword || v == Lance }) {
		l.bid = append(l.bid, payment{stake, line(action{verb: bid, cards: stake})})
	}
	slices.SortFunc(l.bid, func(p, q payment) int { return compareCards(p.cards, q.cards) })
	return l
}

// combinations lists every set of cards of some virtues that the box holds.
func combinations(wanted func(Virtue) bool) []cards {
	all := []cards{0}
	for c := Card(1); int(c) <= cardTypes; c++ {
		if !wanted(c.Virtue()) {
			continue
		}
		for _, cs := range all {
			for range box.byPlayers[maxSeats].virtues.count(c) {
				cs += one(c)
				all = append(all, cs)
			}
		}
	}
	return all
}

// compareCards puts the smaller total first, then fewer cards, then the order of
// the cards.
func compareCards(a, b cards) int {
	if d := a.total() - b.total(); d != 0 {
		return d
	}
	if d := a.size() - b.size(); d != 0 {
		return d
	}
	return slices.Compare(a.list(), b.list())
}
