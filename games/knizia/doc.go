// Package knizia holds the rules of Reiner Knizia's tournament card game, which
// the French edition calls Camelot and the English one Ivanhoe, for two to five
// players: 110 cards, five weapons, seventeen kinds of action cards.
//
// # Sources
//
// The French rules that the site began with govern (S below). Where they are
// silent, the English rulebook of the same game decides (R: Ivanhoe, 2000), then
// the answers collected by Chris Lawson, which the designer confirmed (F), and
// where all are silent a ruling of our own (O). Where S and F differ, the table
// chooses: the option "shield" says whether a Shield stops its owner's own
// action cards as well (S, R) or its opponents' only (F), and the option
// "colour" whether the opener chooses the color before the draw (S) or after (F).
//
// Our own rulings, among others: a cancelled action counts as a card played
// (E22); a seat that cannot open shows its hand, and when nobody can, everybody
// draws a card (E39); cards that Outwit exchanges come to the top (E37); Lancelot
// answers the actions of others only, between the action and its effect (E25,
// E43). The tests name the rulings E1 to E43 that they hold.
//
// # Time and secrets
//
// After each action card a state waits in PhaseReact for "pass", which the
// server posts and no player, or for "lancelot" by whoever holds it, unless Lancelot lies in
// the discard pile. Nothing that anybody can see depends on who holds it. What a
// holder would cancel without being asked stands on a Sheet, the standing orders
// of a seat.
package knizia
