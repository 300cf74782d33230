// Package club is the root of the rooms below it. The rooms hold everything the site does, without
// HTTP, templates and SQL. The root holds only the parts that every room needs: kinds of error, the
// worker helper, the calls that wake workers, the publisher. It may import db and games, and no room.
package club

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tableronde/db"
)

// Publisher announces changes to their listeners.
type Publisher interface {
	// Publish announces a change to the listeners of the match and of the given players.
	Publish(c Change, players []string)
	// PublishTo announces a change of a match to the listeners of one player. It does nothing if
	// Publish has already announced this change or a later one of the match.
	PublishTo(player string, c Change)
	// PublishTalk announces a new message in a match to the audience of the message.
	PublishTalk(match string, to db.Audience, at time.Time)
	// EndPlayer ends the streams of a player whose rights were reduced.
	EndPlayer(player string)
	// EndWatching ends the streams of the spectators of a match. The players are the players of the
	// match, whose streams stay open.
	EndWatching(match string, players []string)
	// Watchers counts the spectators of a match. The players of the match do not count.
	Watchers(match string, players []string) int
	// PublishTables announces that the list of open tables has changed.
	PublishTables(at time.Time)
}

// Change announces that a match, or the list of open tables, has changed. It carries none of the
// new content: viewers fetch the part that they may see.
type Change struct {
	Match string    // "" for the list of open tables
	Ply   int       // number of events stored by then
	At    time.Time // when it was published

	// Resync is set if more of a player's matches have changed than are announced one by one. The
	// change then names no match.
	Resync bool
	// Talk is set if the change is a new message in the match.
	Talk bool
}

const MostMarks = 2 // on one letter; no language uses more

// CleanText returns a text in its stored form, and whether any of it can be seen. The stored form
// is NFC. It has no characters that are invisible, reverse the direction of writing, or reach over
// neighboring lines.
func CleanText(text string) (clean string, seen bool) {
	text = norm.NFC.String(CleanNote(text))
	var last rune
	marks := 0
	text = strings.Map(func(r rune) rune {
		before := last
		last = r
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) || unicode.Is(unicode.Variation_Selector, r) {
			marks = 0
		}
		switch {
		case IsJoiner(r) && IsJoinable(before):
		case r != '\n' && r != ' ' && (IsInvisible(r) || !unicode.IsPrint(r)), marks > MostMarks:
			return -1
		}
		seen = seen || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
		return r
	}, text)
	return text, seen
}

// CleanNote returns a note in its stored form: visible characters and line breaks.
func CleanNote(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, text))
}

// IsInvisible reports whether a character is drawn as nothing, as fillers, zero-width characters
// and the blank of Braille are.
func IsInvisible(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// IsJoiner reports whether a character joins emoji, or letters in scripts that join
// them.
func IsJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// IsJoinable reports whether a joiner has an effect after the character r.
func IsJoinable(r rune) bool {
	return unicode.IsSymbol(r) || r == '\ufe0f' || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian) || unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Inherited, r)
}

// Truncate shortens a text to at most the given number of characters. The last character of a
// shortened text is an ellipsis.
func Truncate(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
