package bot

import (
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/shannon"
)

// Player plays a seat by what it may see.
type Player struct {
	// Choose returns one of the legal actions of a seat that owes a decision.
	Choose func(v games.View, legal []string, rng *rand.Rand) string
	// Order returns the standing orders that a seat leaves when it has acted, given those
	// it has left before; nil for a player that leaves none.
	Order func(v games.View, kept string, rng *rand.Rand) string
}

// PlayerOf returns the sensible player of a card game; ok is false for other games.
func PlayerOf(game string) (p Player, ok bool) {
	switch game {
	case "knizia":
		return Player{Choose: chooser(Knizia), Order: orderer(KniziaOrders)}, true
	case "kutschke":
		return Player{Choose: chooser(Kutschke), Order: orderer(KutschkeOrders)}, true
	case "shannon":
		return Player{Choose: chooser(shannon.Sensible), Order: orderer(shannon.SensibleOrders)}, true
	}
	return Player{}, false
}

// chooser makes a chooser of any view of one for the views of a game.
func chooser[V games.View](choose func(V, []string, *rand.Rand) string) func(games.View, []string, *rand.Rand) string {
	return func(v games.View, legal []string, rng *rand.Rand) string {
		own, _ := v.(V)
		return choose(own, legal, rng)
	}
}

// orderer is chooser for what leaves orders.
func orderer[V games.View](order func(V, string, *rand.Rand) string) func(games.View, string, *rand.Rand) string {
	return func(v games.View, kept string, rng *rand.Rand) string {
		own, _ := v.(V)
		return order(own, kept, rng)
	}
}
