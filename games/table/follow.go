package table

import "tableronde/games"

// Follow returns what the server must post next, given everybody's standing
// orders; ok is false if there is nothing to post, and once the match is over.
func (m Match) Follow(orders func(games.Seat) string) (next games.Posting, ok bool) {
	f, follows := m.State().(games.Follower)
	switch {
	case m.Over():
		return games.Posting{}, false
	case follows:
		return f.Follow(orders)
	case m.ConditionalMoves():
		return m.followConditions(orders)
	}
	return games.Posting{}, false
}

// Prepared reports whether orders of a seat were meant for the decision that it owes now:
// conditional moves are, for whatever the others play.
func (m Match) Prepared(seat games.Seat, orders string) bool {
	if f, follows := m.State().(games.Follower); follows {
		return f.Prepared(seat, orders)
	}
	return orders != "" && m.ConditionalMoves()
}

// Default returns the action that is played for a seat whose time is up; ok is
// false for a seat that owes no decision, and in games without default actions.
func (m Match) Default(seat games.Seat) (action string, ok bool) {
	d, has := m.State().(games.Defaulter)
	if !has {
		return "", false
	}
	for _, owes := range m.ToAct() {
		if owes == seat {
			return d.Default(seat), true
		}
	}
	return "", false
}
