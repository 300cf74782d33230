package db

import (
	"context"
	"time"
)

// LadderOutcome is what became of a challenge on a ladder.
type LadderOutcome string

// The outcomes. After LadderWon, LadderDeclined and LadderLate the challenger takes the
// place of the challenged.
const (
	LadderOpen     LadderOutcome = ""
	LadderWon      LadderOutcome = "won" // by the challenger
	LadderDrawn    LadderOutcome = "drawn"
	LadderLost     LadderOutcome = "lost"
	LadderDeclined LadderOutcome = "declined"
	LadderLate     LadderOutcome = "late" // the challenged did not answer in time
	LadderVoid     LadderOutcome = "void" // it was withdrawn or called off, or one of the two has left the ladder
)

// TakesPlace reports whether the challenger takes the place of the challenged.
func (o LadderOutcome) TakesPlace() bool {
	return o == LadderWon || o == LadderDeclined || o == LadderLate
}

// LadderChallenge is a challenge on a ladder. Its match has Match.Ladder.
type LadderChallenge struct {
	Match                  string // id of the table, which is gone if it never began
	Game                   string
	Challenger, Challenged Player
	Made, Until            time.Time // Until is when the challenged has to have accepted
	Settled                time.Time // zero while it is open
	Outcome                LadderOutcome
}

// Rung is a place on a ladder.
type Rung struct {
	Game   string
	Place  int // from 1
	Player Player
	Since  time.Time // when the player joined
	// Challenge is the open challenge that the player is in, nil for none; Started says
	// that its match is under way.
	Challenge *LadderChallenge
	Started   bool
	// Barred says that the viewer may not challenge the player, wherever they stand: they
	// have done so lately, one has blocked the other, or the player is suspended.
	Barred bool
}

// NewLadderChallenge describes a challenge on a ladder.
type NewLadderChallenge struct {
	Table NewMatch // with Game, Host and Challenged, who are the two
	Until time.Time
	// Reach returns how many places above their own somebody may challenge, on a ladder of
	// so many players.
	Reach func(players int) int
	Again time.Time // when the last challenge of the same player may have been made at the latest
}

// Ladders keeps a ladder for each game.
type Ladders interface {
	// JoinLadder puts a player at the foot of a ladder, unless they stand on it. The error
	// is ErrNotFound if there is no such player.
	JoinLadder(ctx context.Context, game, player string) error
	// LeaveLadder takes a player off a ladder; those below move up. The error is
	// ErrNotOnLadder if they do not stand on it.
	LeaveLadder(ctx context.Context, game, player string) error
	// Ladder lists at most limit places of a ladder, the first leading, but for skip of
	// them. Barred is for the viewer, "" for nobody, after whose last challenge of a player
	// at or before again another one may follow.
	Ladder(ctx context.Context, game, viewer string, again time.Time, skip, limit int) ([]Rung, error)
	// RungsOf lists the places of a player on all ladders, by game.
	RungsOf(ctx context.Context, player string) ([]Rung, error)
	// LadderSizes counts the players on each ladder that has some.
	LadderSizes(ctx context.Context) (map[string]int, error)
	// LeaveAbsent takes those off the ladders who have joined before a time, are in no
	// challenge, and since then have neither signed in nor had a match that went on.
	LeaveAbsent(ctx context.Context, since time.Time) error

	// ChallengeOnLadder opens a table for a challenge. The error is ErrNotOnLadder or
	// ErrLadderBusy for the challenger, who is in a challenge on this ladder already;
	// ErrOutOfReach for a challenged who may not be challenged by them, whatever the reason;
	// else that of CreateMatch.
	ChallengeOnLadder(ctx context.Context, o Once, n NewLadderChallenge, note Note) (Match, error)
	// LadderChallenge returns the challenge that a match is. The error is ErrNotFound if it
	// is none.
	LadderChallenge(ctx context.Context, match string) (LadderChallenge, error)
	// LadderChallengesOf lists at most limit challenges of and by a player, the latest first.
	LadderChallengesOf(ctx context.Context, player string, limit int) ([]LadderChallenge, error)
	// LadderResults lists at most limit challenges on a ladder that were settled otherwise
	// than by LadderVoid, the latest first.
	LadderResults(ctx context.Context, game string, limit int) ([]LadderChallenge, error)
	// LadderDue lists at most limit matches whose challenges can be settled: those that are
	// archived, that are gone, or that were not accepted.
	LadderDue(ctx context.Context, limit int) ([]string, error)
	// SettleLadder settles a challenge, once however often it is called, and deletes its
	// table if that has not begun; that is withdrawn then, else zero. A challenge that is
	// not due stays as it is. The error is ErrNotFound if there is none.
	SettleLadder(ctx context.Context, match string) (c LadderChallenge, withdrawn Match, err error)
}
