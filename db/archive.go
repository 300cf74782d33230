package db

import (
	"context"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/games/rating"
)

// Ending is the result of a finished match, in the form in which Archive stores it. The zero value
// keeps the match out of the archive: one person played it alone, or it was called off.
type Ending struct {
	Listed bool // the match is in the archive
	// Outcome is the first winning seat, 0 for a draw.
	Outcome games.Seat
	Played  []Played
	// Passed lists the positions of a board match and the move played in each. A position appears
	// once.
	Passed []Passed
	// Answers counts the players' answering times. See the type Answers.
	Answers []Answers
	// Rated lists the players whose ratings Rate changes, unless two of them have played
	// MostRated matches against each other within a day.
	Rated []string
	// Rate returns the ratings of players after the match from their ratings before. It may be
	// called more than once.
	Rate func(before map[string]rating.Rating) map[string]rating.Rating
}

// Played is the result of a match for one player, against one opponent or against all.
type Played struct {
	Player, Opponent string // ids; Opponent is "" for all together
	Score            Score
	Fell             bool // the player lost by time
}

// MostRated is the most matches between the same two players that count for ratings in a day.
const MostRated = 6

// Score is the result of a player.
type Score int

// The scores.
const (
	Lost Score = iota
	Drew
	Won
)

// Passed is a position of a match in which a move was played.
type Passed struct {
	Position int64 // a hash of the game and the position with the side to move
	Ply      int   // of the move's event
	Move     string
	Score    Score // for the player who moved
}

// AnswerSteps is the number of steps by which answering times are counted. Step 0 is less than
// a minute, step n less than 2^n minutes. The last step has all longer times.
const AnswerSteps = 18

// Answers counts the answers of a player, by the time they took and by the hour of the day at
// which they came.
type Answers struct {
	Player string
	Counts [AnswerSteps]int
	Hours  [24]int // in UTC
}

// ArchiveFilter selects matches of the archive. A zero field does not restrict it.
type ArchiveFilter struct {
	Game             string
	Player, Opponent string // ids; Opponent only with Player
	// Score is the result of Player, or without one whether a match was drawn (Drew).
	Score *Score
	// Seat is the first winning seat. It counts only without Player.
	Seat         games.Seat
	Since, Until time.Time // of the end; Until is not included
	// Annotated selects the matches of public collections. Given is part of the name of a player of
	// a historic game, in lower case; it counts only without Player.
	Annotated bool
	Given     string
}

// MostPassed is the most matches through a position that are counted individually. They are the
// latest ones.
const MostPassed = 500

// PassedFilter selects among the matches with a position. A zero field does not restrict it.
type PassedFilter struct {
	Player  string      // id
	Seat    games.Seat  // of Player
	Score   *Score      // of Player
	Outcome *games.Seat // like Ending.Outcome
	Since   time.Time   // of the end
	Rating  float64     // least rating of all players after the match; leaves out unrated matches
}

// Tallied counts the matches of a player at one game, or against one opponent.
type Tallied struct {
	Game                string
	Opponent            Player // zero for all together
	Matches, Won, Drawn int
	Fell                int // matches lost on time
}

// Rated is the rating of a player at one game.
type Rated struct {
	Game   string
	Player Player
	Rating rating.Rating
}

// RatedPair is a pair of players whose ratings at a game come almost only from matches against each
// other.
type RatedPair struct {
	Game       string
	One, Other Player
	Matches    int // rated matches between the two
}

// RatingStep is the rating of a player after a match.
type RatingStep struct {
	At                time.Time
	Points, Deviation float64
}

// Continuation is a move played in a position, with its results.
type Continuation struct {
	Move                string
	Matches, Won, Drawn int // for the player who moved
}

// Archive holds ended matches for search and statistics, which it derives from their logs. Its
// answers have public matches. A viewer also gets their own private ones.
type Archive interface {
	// Unarchived lists the ids of matches to archive, the earliest end first. These have ended, or
	// were made public after they were archived.
	Unarchived(ctx context.Context, most int) ([]string, error)
	// Archive stores a match in the archive. A second call for the same match changes nothing.
	// The error is ErrNotFound if there is no such match, ErrNotOver before its end.
	Archive(ctx context.Context, match string, e Ending) error

	// Archived lists matches of the archive, latest end first, read like a list of Lists.
	// The viewer, "" for nobody, finds private matches where it is the Player of the filter.
	Archived(ctx context.Context, viewer string, f ArchiveFilter, after string, limit int) (matches []Match, next string, err error)
	// Through lists at most limit public matches with a position, the latest start first. plies
	// has, for each match, the ply at which it left the position.
	Through(ctx context.Context, position int64, limit int) (matches []Match, plies []int, err error)
	// Continuations lists the moves that were played in a position in public matches, the
	// most frequent first.
	Continuations(ctx context.Context, position int64) ([]Continuation, error)
	// Passing combines Continuations and Through. It uses the latest MostPassed matches, restricted
	// by a filter.
	Passing(ctx context.Context, position int64, f PassedFilter, limit int) (next []Continuation, matches []Match, plies []int, err error)

	// Scores counts the matches of a player by game, private ones if the viewer is the player.
	Scores(ctx context.Context, viewer, player string) ([]Tallied, error)
	// ScoresAgainst counts a player's matches by opponent, at all games together, most matches
	// first.
	ScoresAgainst(ctx context.Context, viewer, player string, limit int) ([]Tallied, error)
	// AnswersOf counts a player's answering times in public matches.
	AnswersOf(ctx context.Context, player string) (Answers, error)

	// RatingsOf lists the ratings of a player. Ratings from the most matches come first.
	RatingsOf(ctx context.Context, player string) ([]Rated, error)
	// RatingSteps returns the last steps of a rating, the earliest first.
	RatingSteps(ctx context.Context, player, game string, most int) ([]RatingStep, error)
	// Leaders lists the people, or the bots, with the highest rating.Rating.Low at a game. A leader
	// has at least l.Matches rated matches, the last of them at or after l.Since. The first l.Skip
	// leaders are left out.
	Leaders(ctx context.Context, l LeadersOf) ([]Rated, error)
	// RatedPairs lists pairs of players with at least the given number of rated matches against
	// each other, which are nine in ten of each player's rated matches. Pairs with the most matches
	// come first.
	RatedPairs(ctx context.Context, matches int) ([]RatedPair, error)
}

// LeadersOf selects leaders.
type LeadersOf struct {
	Game        string
	Bots        bool
	Matches     int
	Since       time.Time
	Skip, Limit int
}

// Limits on collections.
const (
	MaxCollections = 50  // of one player
	MaxCollected   = 100 // matches of one collection
	MaxAnnotations = 400 // on one match of a collection
)

// Collection is a set of matches to read, in order, with notes.
type Collection struct {
	ID      string
	Player  Player // its owner; the zero Player for the site
	Title   string
	Text    string // "" for none
	Public  bool   // visible to everybody, not only to Player
	Changed time.Time
	Matches int
}

// annalIDs is the prefix of the ids of historic games. No random id has it.
const annalIDs = "annals-"

// IsAnnal reports whether a match is a historic game of the site.
func IsAnnal(match string) bool { return strings.HasPrefix(match, annalIDs) }

// HistoricGame is a game of the past that the site comes with.
type HistoricGame struct {
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

// NewMatch returns the match to create for the game. Its seats belong to a bot, because nobody can
// sign in as one.
func (a HistoricGame) NewMatch() NewMatch {
	return NewMatch{Game: a.Game, Version: a.Version, Options: a.Options, Seats: a.Seats, Public: true, Solo: true,
		Host: BotPlayer(BotLevels, 1).ID, ID: a.ID, Title: a.Title, Tags: a.Tags, Events: a.Events, Result: a.Result}
}

// Collections stores collections of matches, and the historic games.
type Collections interface {
	// AddAnnal stores a historic game in its collection, unless it was stored before. It does not
	// restore a game that was removed.
	AddAnnal(ctx context.Context, a HistoricGame) error

	// Collection returns a collection, or ErrNotFound.
	Collection(ctx context.Context, id string) (Collection, error)
	// CollectionsOf lists the collections of a player, the last changed first.
	CollectionsOf(ctx context.Context, player string) ([]Collection, error)
	// PublicCollections lists public collections, the last changed first. The first skip ones
	// are left out.
	PublicCollections(ctx context.Context, skip, limit int) ([]Collection, error)
	// CollectionsWith lists the public collections that have a match.
	CollectionsWith(ctx context.Context, match string) ([]Collection, error)
	// Collected lists the matches of a collection in their order, without their events.
	Collected(ctx context.Context, id string) ([]Match, error)
	// Annotations lists the notes on a match of a collection, by ply.
	Annotations(ctx context.Context, id, match string) ([]Remark, error)

	// SaveCollection stores the title, text and Public of a collection of Player. A collection
	// without ID is new. The error is ErrNotFound if the player has no such collection,
	// ErrTooManyCollections for a new one beyond MaxCollections.
	SaveCollection(ctx context.Context, c Collection) (Collection, error)
	// DeleteCollection deletes a collection of a player, or returns ErrNotFound.
	DeleteCollection(ctx context.Context, id, player string) error
	// Collect puts an ended match into a player's collection at a place, counted from 0, or moves
	// it there. A negative place removes it. The error is ErrNotFound if there is no such
	// collection or match, ErrNotOver before its end, ErrTooManyCollected for a new one beyond
	// MaxCollected.
	Collect(ctx context.Context, id, player, match string, place int) error
	// Annotate replaces the note on a place in a match of a player's collection. An empty text
	// deletes it. The error is ErrNotFound if the collection has no such match,
	// ErrTooManyCollected for a new one beyond MaxAnnotations.
	Annotate(ctx context.Context, id, player string, r Remark) error
	// ReportCollection stores a player's report of a public collection. A second report changes
	// nothing. The error is ErrNotFound if there is none.
	ReportCollection(ctx context.Context, id, player string) error
}
