package db

import (
	"context"
	"time"
)

// MaxPage is the largest number of matches that a list returns at once.
const MaxPage = 200

// Filter chooses among the matches of a player. The zero value takes all.
type Filter struct {
	Turn   bool  // only those where the player owes a decision
	Asked  bool  // only those where an offer waits for the player's answer; with Turn and Shared: these too
	Shared bool  // with Turn: only those that have somebody else at the table
	Over   *bool // only those that have ended, or have not
	// Left adds, with Over false, those in which a bot plays on for the player, who holds no
	// seat there any more; alone it chooses these, under way or not.
	Left bool
}

// Changed is a match that has changed.
type Changed struct {
	ID  string
	Ply int // number of events stored
}

// Turns are the matches in which others, or bots, wait for a player.
type Turns struct {
	Count int
	First []string // the ids of two at most: first that with the least time left, of those without a clock the newest; not to be changed
}

// Tally counts the matches of a player, each of them once.
type Tally struct {
	Awaiting int // in play, and the player owes a decision that others, or bots, wait for
	Live     int // in play with others or with bots, those in Awaiting among them
	Open     int // tables that wait for players
	Alone    int // tables of one in play

	Finished         int // with others, with bots and at tables of one, called off or not
	Won, Drawn, Lost int // of Finished; tables of one and matches called off are in none
}

// Lists lists and counts matches. The matches of a list come without their
// events.
//
// A list is read page by page: the first page comes after the cursor "", a later
// one after the cursor that the page before returned as next, or after the match
// whose id is the cursor. next is "" on the last page. ErrCursor is the error of
// any other cursor. A page has at least 1 and at most MaxPage matches, whatever
// limit says.
type Lists interface {
	// MatchesOf lists the matches in which a player holds a seat, newest first.
	MatchesOf(ctx context.Context, player string, f Filter, after string, limit int) (matches []Match, next string, err error)
	// PublicMatches lists at most limit public matches: if over, those that have
	// ended and were not called off, the latest first; otherwise those in play, with
	// the latest move first, without those of one person alone.
	PublicMatches(ctx context.Context, over bool, limit int) ([]Match, error)

	// Turns tells of the matches in which others wait for a player, for a decision or
	// for the answer to an offer.
	Turns(ctx context.Context, player string) (Turns, error)
	// Tally counts the matches of a player.
	Tally(ctx context.Context, player string) (Tally, error)
	// ChangedSince lists the matches of a player that were created, started, ended
	// or received an event at or after a time, newest first, at most so many.
	ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]Changed, error)
}
