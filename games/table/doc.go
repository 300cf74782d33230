// Package table plays a match: it folds a log of events into a position, a
// turn, standing offers and a result, around any ruleset.
//
// An event is an action of the ruleset, or one of the surrounding events that
// belong to every game:
//
//	resign
//	offer draw     accept draw    decline draw    claim draw
//	offer undo N   accept undo    decline undo
//	abort
//	grant 24h      claim timeout  (on a clock)
//	timeout        (written by the server alone)
//	offer bot N L  accept bot     decline bot
//	bot L          (by the server: a bot of level L plays on at the seat)
//	void           rewind N       (by an operator of the site, at the seat first to act)
//
// Lines, or plies, are counted over all events, as in a record. "offer undo N" asks to go back to
// the position after line N, and "rewind N" goes back there. The log only ever grows: an undo is
// an event like any other, and the position goes back. A void ends the match without a result.
//
// # Draws
//
// A seat with a voice (games.Drawer) offers a draw at any time while no draw offer is pending. It
// is agreed once every other voice has accepted. Declining ends it, and so does a game action by a
// voice that has neither offered nor accepted, or a change of the voices. A seat whose offer was
// refused may offer again after a further game action.
//
// # Bots
//
// "offer bot 2 3" asks the others to have a bot of level 3 play on at seat 2, which somebody has
// left. Declining ends it, also by the seat that asked. Time that is given ends it, and any event
// that takes one of the two seats out of the game. Once the others agree, the server writes "bot
// 3" at seat 2, which returns to the game if it had resigned.
//
// # Undo
//
// In games without chance and hidden parts a seat asks to go back, and all other seats must
// accept. Declining ends the request, and so does any change of the position.
//
// # Clocks
//
// The table keeps no time: package clock does. A grant stands in the log and changes nothing else
// here. A claim does not stand there: if the clocks allow it, its outcome is the time-out of the
// seat whose clock has fallen.
//
// # Hidden cards
//
// In games with hidden parts a viewer reads the log by Told, and the consequences of its lines by
// Story. Follow and Default return the actions that the server posts for seats. Replaying never
// posts by itself.
package table
