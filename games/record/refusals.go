package record

import (
	"maps"
	"strings"

	"tableronde/games"
)

// refusals are the sentences by which a text is refused: what is wrong with it
// as a record or as a list of moves.
var refusals = map[string]string{
	"record.utf8":        "The text is not UTF-8.",
	"record.control":     "The control character {sign} stands in the text.",
	"record.no_moves":    "There are no moves in the text.",
	"record.too_many":    "More than {most} moves are no game.",
	"record.result":      "A move stands after the result.",
	"record.no_move":     "This is not a move.",
	"record.long":        "“{text}” is too long to be a move.",
	"record.comment":     "A comment begins with {sign} and does not end.",
	"record.event":       "An action has the form SEAT: ACTION, not “{text}”.",
	"record.game":        "There is no game “{game}”.",
	"record.other_game":  "This is a game of {game}, not of {other}.",
	"record.version":     "There is no version {version} of {game}.",
	"record.tag_none":    "The record has no tag [{name} \"…\"].",
	"record.tag_form":    "A tag has the form [Name \"value\"].",
	"record.tag_name":    "“{name}” cannot name a tag.",
	"record.tag_twice":   "The tag {name} stands in line {line} already.",
	"record.tag_late":    "The tag {name} stands after the first action.",
	"record.tag_escape":  "The value of the tag {name} has a \\ before neither \" nor \\.",
	"record.tag_quote":   "The value of the tag {name} has no closing \".",
	"record.tag_bracket": "The tag {name} is not closed by ].",
	"record.tag_more":    "After the tag {name} stands “{text}”.",
	"record.tag_number":  "{name} is “{text}”, not a number from 1.",
}

// Refusals lists the English text of every refusal of this package by its key,
// with {placeholders} for the arguments.
func Refusals() map[string]string { return maps.Clone(refusals) }

const maxQuoted = 60 // characters

// refuse names a refusal and its arguments: name and value in turn. Of what
// somebody wrote it names no more than the beginning.
func refuse(key string, args ...string) *games.Illegal {
	e := &games.Illegal{Key: key, Args: make(map[string]string, len(args)/2), Rule: "notation", Text: refusals[key]}
	for i := 0; i+1 < len(args); i += 2 {
		value := args[i+1]
		if runes := []rune(value); len(runes) > maxQuoted {
			value = string(runes[:maxQuoted]) + "…"
		}
		e.Args[args[i]] = value
		e.Text = strings.ReplaceAll(e.Text, "{"+args[i]+"}", value)
	}
	return e
}
