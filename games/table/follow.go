package table

import "tableronde/games"

// Follow is what the server is to post next, given everybody's standing orders;
// ok is false where there is nothing to post, and always once the match is over.
func (m Match) Follow(orders func(games.Seat) string) (next games.Posting, ok bool) {
	if f, follows := m.State().(games.Follower); follows && !m.Over() {
		return f.Follow(orders)
	}
	return games.Posting{}, false
}

// Default is the action that is played for a seat whose time is up; ok is false
// for a seat that owes no decision, and in a game that has no such action.
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
