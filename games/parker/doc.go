// Package parker holds the rules of the Camelot family of George S. Parker:
// Camelot, Chivalry, Cam and Camette for two, Chivalry, Grand Camelot and both
// forms of Grand Cam for four. One engine plays them all; what differs between
// them is data, in boards.
//
// # Sources
//
// The French texts that the site began with govern. Where they are silent, the
// official rules, answers and recorded games of the World Camelot Federation
// decide, and where both are silent a ruling of our own.
//
// Reconstructed from figures in the texts, since the pictures are lost: the
// board of Grand Cam with 97 squares (a square of nine by nine with four castle
// bumps of three and one; the Federation's board with 93 squares is the same
// without the corners), and the seating at four-handed Chivalry, whose setup is
// the Federation's and whose colors are the texts'. The standard setup of Grand
// Camelot is read off a diagram said to be the Federation's; that of 1932 is
// Parker Brothers'.
//
// Our own rulings: a draw may be claimed at the fourth occurrence of a position
// and after 50 rounds without a capture or an entry into a goal castle; a seat
// that cannot move passes at a table of four; in a drawn game of four-handed
// Chivalry alone, a seat that had lost its army scores nothing; a team whose one
// partner has resigned resigns when the other loses the last piece.
//
// # Moves
//
// A move is a plain move, a canter, a jump or a knight's charge, and what counts
// is where it leads: routes that leave the same position are one move. The
// canonical text of a move is the route with the fewest landing squares, and
// among those the first in byte order.
package parker
