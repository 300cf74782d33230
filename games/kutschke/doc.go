// Package kutschke holds the rules of Lorenz Kutschke's Camelot (Adlung-Spiele,
// 2004) for two to four knights.
//
// # Sources
//
// The French rules text that the site began with governs. It leaves out most of
// what is printed on the cards: the names of seven places, the distance of the
// horses, the values of the virtue cards above one, and place, cost and shields
// of thirteen adventures. These are ours, as cards.json tells card by card. The
// one adventure that the text describes, the golden pheasant, is its own, and
// the rule behind the shields of the others gives that card too.
//
// # A round
//
// In the order of their tents the seats pick action cards, three each or four
// among two; then each in turn carries out what it picked, one step a line,
// closed by done; then those hold a tournament who picked it and stand at
// Camelot. Fewest points get the first tent of the next round. Once somebody
// has reached the target, the round is played out and most points win.
//
// # Text
//
// An action is one line: "pick Q", "ES 2", "A golden-pheasant", "G B2",
// "Q golden-pheasant L1 B2", "P hidden-valley", "done", "bid S2 L1", "bid".
// Cards come in the order Sword, Lance, Dragon, Book, low before high; any
// order, either case and any blanks are read.
package kutschke
