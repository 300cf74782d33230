package ladders

// Names for the tests of this room, which stand outside of it.

var ErrNoLadder = errNoLadder
var ErrOutOfReach = errOutOfReach
