package table

import (
	"maps"
	"strconv"

	"tableronde/games"
)

// refusals are the sentences that refuse an event. Each has the reason, and a way on.
var refusals = map[string]string{
	"table.seat":          "There is no seat {seat} at this table: its seats are 1 to {seats}.",
	"table.timeout":       "A time-out is for the server to record; to give up, resign.",
	"table.claim":         "Nobody’s time has run out: there is nothing to claim.",
	"table.grant":         "Nobody whom you may give time owes a decision on a clock.",
	"table.operator":      "Only an operator of the site does this.",
	"table.draw.game":     "This game knows no draw by agreement; it is played to its end.",
	"table.draw.voice":    "Seat {seat} has no say in a draw: only seats still in the game agree to one.",
	"table.draw.yours":    "Your draw offer already stands: wait for the answer, or play on.",
	"table.draw.theirs":   "Seat {by} has already offered a draw: accept or decline it.",
	"table.draw.accepted": "You have already accepted the draw: wait for the others, or decline it after all.",
	"table.draw.again":    "Your draw offer was refused: you may offer again after the next move.",
	"table.draw.none":     "No draw is on offer; you may offer one.",
	"table.draw.own":      "You made this draw offer yourself: it is for the others to answer.",
	"table.abort":         "A match can be aborted only before its second move; you may still resign.",
	"table.undo.game":     "Moves cannot be taken back in a game with chance or hidden cards.",
	"table.undo.form":     "Name the line after which to go on, as in “offer undo 4”.",
	"table.undo.start":    "Nothing has been played yet, so there is nothing to take back.",
	"table.undo.line":     "There is no line {line} to go back to: name one from 0 to {last}.",
	"table.undo.same":     "The position after line {line} is the present one: name an earlier line.",
	"table.undo.yours":    "Your request to go back already stands: wait for the answer, or play on.",
	"table.undo.theirs":   "Seat {by} has already asked to go back to line {line}: accept or decline that.",
	"table.undo.accepted": "You have already accepted to go back: wait for the others, or decline it after all.",
	"table.undo.none":     "Nobody has asked to go back; you may ask by “offer undo” and a line.",
	"table.undo.own":      "You made this request yourself: it is for the others to answer.",

	"table.bot.form":     "Name a seat and a level from 1 to {most}, as in “offer bot 2 3”.",
	"table.bot.nobody":   "Nobody has left a seat there at which the computer might play on.",
	"table.bot.voice":    "Only those who play on have a say in that.",
	"table.bot.yours":    "You have asked the others already: wait for their answer, or take your question back.",
	"table.bot.theirs":   "Seat {by} has already asked whether the computer may play on at seat {seat}: accept or decline.",
	"table.bot.again":    "The others did not want the computer at seat {seat}: you may ask again after the next move.",
	"table.bot.none":     "Nobody asks whether the computer may play on for somebody.",
	"table.bot.own":      "You asked this yourself: it is for the others to answer.",
	"table.bot.accepted": "You have agreed already: wait for the others, or decline after all.",

	"table.conditions.form":    "“{text}” is no conditional move: write what they play, a colon and what you answer, as in “F10-F9: E6-E8”.",
	"table.conditions.many":    "There is room for {most} conditional lines.",
	"table.conditions.deep":    "A conditional line goes {most} moves ahead at most.",
	"table.conditions.yours":   "It is your turn: play your move; conditions are for the moves of others.",
	"table.conditions.over":    "Nobody is to move any more where “{text}” would be played.",
	"table.conditions.answer":  "It is your turn where “{text}” stands: your answer comes after a colon.",
	"table.conditions.others":  "It is not your turn where “{text}” stands: the moves of others come before the colon.",
	"table.conditions.illegal": "The rules do not allow “{text}” there.",
	"table.conditions.twice":   "There are two answers to the same moves: {text}.",
}

// Refusals returns the English sentence of every refusal of the table by its key,
// with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(refusals) }

type numbers map[string]int // arguments of a refusal by name

func refuse(key string, args numbers) *games.Illegal {
	var list []string
	for name, n := range args {
		list = append(list, name, strconv.Itoa(n))
	}
	return games.Refusal{Key: key, Text: refusals[key]}.With(list...)
}

func refuseText(key string, args ...string) *games.Illegal {
	return games.Refusal{Key: key, Text: refusals[key]}.With(args...)
}
