package notify

import (
	"regexp"
	"strings"

	"tableronde/db"
)

// dotted finds the dots by which mail and chat programs know addresses, and schemes.
var dotted = regexp.MustCompile(`([\pL\pN_-][.。．｡․])([\pL\pN])|(:)(//)`)

// Harmless returns a sentence that is sent to a player in such a form that no program
// takes a name in it, which anybody may choose, for an address. Addresses of the site are
// added to it afterwards.
func Harmless(sentence string) string {
	for range 2 { // a letter between two dots ends a match, and begins the next one
		sentence = dotted.ReplaceAllString(sentence, "$1$3 $2$4")
	}
	return sentence
}

var (
	discordMarkup = regexp.MustCompile("[\\\\*_~`|>#\\[\\]()<]")
	slackMarkup   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
)

// escapeMarkup returns a sentence as the program behind a webhook shows it letter by
// letter.
func escapeMarkup(format, sentence string) string {
	switch format {
	case db.FormatDiscord:
		return discordMarkup.ReplaceAllString(sentence, `\$0`)
	case db.FormatSlack:
		return slackMarkup.Replace(sentence)
	}
	return sentence
}
