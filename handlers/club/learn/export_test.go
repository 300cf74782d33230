package learn

// Names for the tests of this room, which stand outside of it.

var ErrNoAnalysis = errNoAnalysis
var ErrStudyDepth = errStudyDepth
var ErrStudyLine = errStudyLine
var ErrStudyMoves = errStudyMoves
var ErrStudyNote = errStudyNote
var ErrStudyText = errStudyText
var ErrStudyTwice = errStudyTwice
