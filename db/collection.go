package db

import (
	"context"
	"strings"
	"time"

	"tableronde/games"
)

// Bounds of what is kept of collections.
const (
	MaxCollections = 50  // of one player
	MaxCollected   = 100 // matches of one collection
	MaxAnnotations = 400 // on one match of a collection
)

// Collection is a number of matches put together for reading, with notes.
type Collection struct {
	ID      string
	Player  Player // who made it; the zero Player for the site
	Title   string
	Text    string // what it is about; "" for nothing
	Public  bool   // for everybody, else for Player alone
	Changed time.Time
	Matches int
}

// annalIDs begins the ids of the games that the site brings along, which no id that is
// drawn at random does.
const annalIDs = "annals-"

// IsAnnal reports whether a match is a game that the site brings along.
func IsAnnal(match string) bool { return strings.HasPrefix(match, annalIDs) }

// Annal is a game of the past that the site brings along.
type Annal struct {
	ID         string // of the match; see IsAnnal
	Collection Collection
	Place      int // in the collection
	Game       string
	Version    int
	Options    map[string]string
	Seats      int
	Title      string
	Tags       map[string]string // see Match
	Played     time.Time         // after 1970
	Events     []Event
	Result     *games.Result
}

// NewMatch returns the match to create for the game. Its seats are a bot's: nobody signs
// in as that.
func (a Annal) NewMatch() NewMatch {
	return NewMatch{Game: a.Game, Version: a.Version, Options: a.Options, Seats: a.Seats, Public: true, Solo: true,
		Host: BotPlayer(BotLevels, 1).ID, ID: a.ID, Title: a.Title, Tags: a.Tags, Events: a.Events, Result: a.Result}
}

// Collections keeps collections of matches, and the games of the past.
type Collections interface {
	// AddAnnal stores a game of the past in its collection, unless it was stored before:
	// what was removed since does not come back.
	AddAnnal(ctx context.Context, a Annal) error

	// Collection returns a collection, or ErrNotFound.
	Collection(ctx context.Context, id string) (Collection, error)
	// CollectionsOf lists the collections of a player, the last changed first.
	CollectionsOf(ctx context.Context, player string) ([]Collection, error)
	// PublicCollections lists public ones, the last changed first; skip of them are left out.
	PublicCollections(ctx context.Context, skip, limit int) ([]Collection, error)
	// CollectionsWith lists the public collections that have a match.
	CollectionsWith(ctx context.Context, match string) ([]Collection, error)
	// Collected lists the matches of a collection in their order, without their events.
	Collected(ctx context.Context, id string) ([]Match, error)
	// Annotations lists the notes on a match of a collection, by ply.
	Annotations(ctx context.Context, id, match string) ([]Remark, error)

	// SaveCollection stores the title, text and Public of a collection of Player, a new one
	// without ID. The error is ErrNotFound if the player has no such collection,
	// ErrTooManyCollections for a new one beyond MaxCollections.
	SaveCollection(ctx context.Context, c Collection) (Collection, error)
	// DeleteCollection deletes a collection of a player, or returns ErrNotFound.
	DeleteCollection(ctx context.Context, id, player string) error
	// Collect puts a match that has ended into a collection of a player at a place, from 0, among the
	// others, or moves it there; a place below 0 takes it out. The error is ErrNotFound if
	// there is no such collection or match, ErrNotOver, ErrTooManyCollected for a new one beyond MaxCollected.
	Collect(ctx context.Context, id, player, match string, place int) error
	// Annotate replaces the note on a place in a match of a player's collection; an empty
	// text deletes it. The error is ErrNotFound if the collection has no such match,
	// ErrTooManyCollected for a new one beyond MaxAnnotations.
	Annotate(ctx context.Context, id, player string, r Remark) error
	// ReportCollection notes that a player finds a public collection at fault; a second
	// report changes nothing. The error is ErrNotFound if there is none.
	ReportCollection(ctx context.Context, id, player string) error
}
