// Package club is the root of the rooms below it, which are all that the site does, without
// HTTP, templates and SQL. It holds only things that every room needs: kinds of error, the
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
	// Publish announces a change to the listeners of the match and of the players.
	Publish(c Change, players []string)
	// PublishTo announces a change to the listeners of one player, unless Publish has announced
	// it, or a later change of the match, before.
	PublishTo(player string, c Change)
	// PublishTalk announces a new message in a match to its audience.
	PublishTalk(match string, to db.Audience, at time.Time)
	// EndPlayer ends the streams of a player, who has fewer rights now.
	EndPlayer(player string)
	// EndWatching ends the streams of the spectators of a match.
	EndWatching(match string, players []string)
	// Watchers counts them.
	Watchers(match string, players []string) int
	// PublishTables says that the list of open tables has changed.
	PublishTables(at time.Time)
}

// Change says that a match has changed, or the list of open tables. It has nothing of the new
// content: each viewer fetches the part that he may see.
type Change struct {
	Match string    // "" for the list of open tables
	Ply   int       // number of events stored by then
	At    time.Time // when it was published

	// Resync says instead that a player's matches have had more changes than are announced one by
	// one.
	Resync bool
	// Talk says instead that somebody has written a message in the match.
	Talk bool
}

const MostMarks = 2 // on a letter, as any language gives it

// CleanText returns a text in its stored form, and whether any of it can be seen. The stored
// form is NFC, without characters that are invisible, show backwards or reach over the lines
// around them.
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

// CleanNote returns a note as it is kept: characters that one can see, and lines.
func CleanNote(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, text))
}

// IsInvisible reports whether a character is drawn as nothing: fillers, zero-width
// characters, the blank of Braille.
func IsInvisible(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// IsJoiner reports whether a character joins emoji, or letters in scripts that join
// them.
func IsJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' || r == '\ufe0f' }

// IsJoinable reports whether a joiner after a character has an effect.
func IsJoinable(r rune) bool {
	return unicode.IsSymbol(r) || r == '\ufe0f' || unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian) || unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Inherited, r)
}

// Truncate cuts a text to a number of characters, the last of which is then an
// ellipsis.
func Truncate(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
