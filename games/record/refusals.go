package record

import (
	"maps"
	"strings"

	"tableronde/games"
)

// refusals are the sentences that refuse a record or a list of moves.
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
	"record.seed":        "A seed is written as 64 hexadecimal digits.",

	"record.fair.game":         "There is nothing to verify: {game} is played without chance.",
	"record.fair.no_seed":      "The record names no seed, so that nothing shows where its cards come from.",
	"record.fair.form":         "The tag {name} is not written as the site writes it.",
	"record.fair.unnamed":      "The record has no tag {name}: its cards are those of its seed, but nothing proves where the seed comes from.",
	"record.fair.commitment":   "The secret is not the one that was committed to before the deal: its SHA-256 is another.",
	"record.fair.contribution": "{name} is no contribution to this match: its seats are 1 to {seats}.",
	"record.fair.seed":         "The seed does not follow from the secret, the match and the contributions.",
	"record.fair.going_on":     "The lines do not lead to the end of the match.",
	"record.fair.decided":      "{name} is not what the seed gives: in place {place} stands {text}, and the seed gives {want}.",
	"record.fair.absent":       "The record has no tag {name}, and the seed has decided something under that name.",
	"record.fair.surplus":      "The record has a tag {name}, and the seed has decided nothing under that name.",
	"record.fair.result":       "The lines lead to the result {result}, while the record says “{text}”.",
}

// Refusals returns the English sentence of every refusal of this package by its
// key, with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(refusals) }

const maxQuoted = 60 // characters

// refuse formats a refusal with args of alternating names and values. Long values are cut off
// after maxQuoted characters.
func refuse(key string, args ...string) *games.Illegal {
	r := games.Refusal{Key: key, Rule: "notation", Text: refusals[key]}
	if strings.HasPrefix(key, "record.fair.") {
		r.Rule = "fair"
	}
	for i := 1; i < len(args); i += 2 {
		args[i] = games.Excerpt(args[i], maxQuoted)
	}
	return r.With(args...)
}
