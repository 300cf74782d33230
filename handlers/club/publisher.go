package club

import (
	"time"

	"tableronde/db"
)

// Publisher tells those who listen what has changed.
type Publisher interface {
	// Publish tells it to the listeners of the match and of the players.
	Publish(c Change, players []string)
	// PublishTo tells it to the listeners of one player, unless Publish has told it,
	// or a later change of the match, before.
	PublishTo(player string, c Change)
	// PublishTalk tells those who are meant to hear that there is a message in a match.
	PublishTalk(match string, to db.Audience, at time.Time)
	// EndPlayer ends the streams of a player, who has fewer rights now.
	EndPlayer(player string)
	// EndWatching ends the streams of those who look at a match and do not play it.
	EndWatching(match string, players []string)
	// Watchers counts them.
	Watchers(match string, players []string) int
	// PublishTables says that the list of open tables has changed.
	PublishTables(at time.Time)
}

// Change says that a match has changed, or the list of open tables, and nothing
// of what changed: each viewer fetches that for himself, as he may see it.
type Change struct {
	Match string    // "" for the list of open tables
	Ply   int       // number of events stored by then
	At    time.Time // when it was published

	// Resync says instead that more matches of a player have changed than are told one
	// by one.
	Resync bool
	// Talk says instead that somebody has written a message in the match.
	Talk bool
}
