package archive

// Names for the tests of this room, which stand outside of it.

var HistoricGames = annals
var AnswerStep = answerStep
var EndingOf = endingOf
var IsAnnalName = isAnnalName
