package archive

// Names for the tests of this room, which stand outside of it.

var Annals = annals
var AnswerStep = answerStep
var EndingOf = endingOf
var IsAnnalName = isAnnalName
