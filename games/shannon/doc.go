// Package shannon holds the rules of Le Tournoi de Camelot by Ken Shannon, Karen
// Boginski and Jody Barbessi, for two to six knights: trick-taking in which the
// lowest card loses, with heroes, legends and divine favors.
//
// # Sources
//
// The French rules that the site began with govern. Where they are silent, a
// ruling of our own decides; the cards' texts, which those rules do not hold, are
// ours but for what they and published reviews tell of them. Power.Source says so
// card by card.
//
// # The parts
//
// The cards are data, in cards.json. The flow of a tournament (prepare.go,
// combat.go, count.go, favor.go) names none of them: it asks the powers of the
// knights for the hook of the moment. What hooks there are, and which card has
// which, is in hooks.go and the files beside it.
//
// A state is a value of a few hundred bytes: a step copies it and changes the
// copy. Slices in it are never written to once they are in a state.
package shannon
