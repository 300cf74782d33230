package db

import (
	"context"
	"time"

	"tableronde/games"
)

// Bounds of cups.
const (
	MaxCups         = 5    // of one host that are not over
	MaxCupPlanBytes = 2000 // of a plan
)

// Cup is a cup and its players. Cups.Cup also fills in its matches. A cup is open until it has
// Started. A cup that has Ended without a start was called off.
type Cup struct {
	ID    string // 12 characters
	Host  string // its maker, "" after the host has left
	Title string // "" where the host has left
	Plan  string // the games and their rules, in the form of package club
	// Places is the greatest number of players. A full cup is due.
	Places    int
	Invited   bool      // only players with the invitation may join
	Invite    string    // its token
	Starts    time.Time // when it is due unless it is full before
	Made      time.Time
	Started   time.Time
	Ended     time.Time
	Entered   int // entrants that have not withdrawn
	Entrants  []Entrant
	Matches   []CupMatch
	AsEntrant bool // in lists: the player of the filter is in it
}

// Entrant is a player of a cup.
type Entrant struct {
	Player    Player
	Number    int // from 1 in the order of seeds, 0 before the start
	Withdrawn bool
}

// CupMatch is a match of a cup.
type CupMatch struct {
	ID                     string
	Round, Pairing, Number int   // from 1
	Entries                []int // numbers of entrants, by seat
	Ply                    int
	ToAct                  []games.Seat
	Started, Ended         time.Time
	Result                 *games.Result // nil while it runs
}

// NewCup describes a cup to make.
type NewCup struct {
	Host, Title, Plan string
	Places            int
	Invited           bool
	Starts            time.Time
	Entrants          []string // ids of players who are in it from the start, bots among them
}

// CupStep is the next change of a cup.
type CupStep struct {
	// Order, if not empty, starts the cup. It has the ids of the entrants in the order of seeds.
	Order   []string
	Matches []NewMatch // to begin, each with its CupPlace
	Over    bool
}

// CupPlace is the place of a match in a cup.
type CupPlace struct {
	Cup                    string // its id, "" for none
	Round, Pairing, Number int
	Entries                []int
}

// CupState says how far a cup is.
type CupState string

// The states of cups.
const (
	CupOpen    CupState = "open"
	CupRunning CupState = "running"
	CupOver    CupState = "over"
)

// CupStates lists all states.
var CupStates = []CupState{CupOpen, CupRunning, CupOver}

// CupFilter chooses among cups. Those that were called off are in no state.
type CupFilter struct {
	State       CupState // ignored where Player is given and it is ""
	Player      string   // with State, for AsEntrant; without, only cups that this player is in or has made
	Skip, Limit int
}

// Cups keeps cups.
type Cups interface {
	// MakeCup stores an open cup. The error is ErrNotFound if a player does not exist,
	// ErrTooManyCups beyond MaxCups.
	MakeCup(ctx context.Context, o Once, n NewCup, note func(Cup) (status int, text []byte)) (Cup, error)
	// Cup returns a cup, or ErrNotFound.
	Cup(ctx context.Context, id string) (Cup, error)
	// Cups lists cups without entrants and matches. Open cups come in the order of Starts,
	// running ones with the newest first, ended ones with the latest end first. The cups of
	// a player come with the newest first.
	Cups(ctx context.Context, f CupFilter) ([]Cup, error)
	// BlocksInCup reports whether a player outside a cup has blocked its host or one of its
	// entrants, or is blocked by one of them. The lists of open cups leave such a cup out for
	// that player.
	BlocksInCup(ctx context.Context, cup, player string) (bool, error)
	// JoinCup enters a player. The error is ErrNotFound if there is no such cup or an Invited
	// cup has another invitation, and ErrStarted once the cup is not open any more. It is
	// ErrAlreadySeated for an entrant, and ErrTaken if the cup is full.
	JoinCup(ctx context.Context, id, player, invite string) (Cup, error)
	// LeaveCup takes a player out of a cup. After the start, the entrant stays on the list as
	// Withdrawn and the cup is due. The error is ErrNotFound for a player who is not in the
	// cup, ErrOver once it has ended.
	LeaveCup(ctx context.Context, id, player string) (Cup, error)
	// StepCup stores the step that decide returns for a cup, and returns the matches that
	// began with it. Of two concurrent steps, the second sees the changes of the first. A cup
	// that has ended stays as it is. A step with an error changes nothing.
	StepCup(ctx context.Context, id string, decide func(Cup) (CupStep, error)) (Cup, []Match, error)
	// DueCups lists ids of cups that may have a next step. An open cup is due when it is full
	// or its Starts has come. A running cup is due when a match has ended or a player has
	// withdrawn since the last step.
	DueCups(ctx context.Context, limit int) ([]string, error)
}

// LadderOutcome is the outcome of a challenge on a ladder.
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
	// Challenge is the open challenge that the player is in, nil for none. Started says that
	// its match is under way.
	Challenge *LadderChallenge
	Started   bool
	// Barred says that the viewer may not challenge the player, wherever they stand. The
	// viewer has challenged them a short time ago, one has blocked the other, or the player is
	// suspended.
	Barred bool
}

// NewLadderChallenge describes a challenge on a ladder.
type NewLadderChallenge struct {
	Table NewMatch // with Game, Host and Challenged, who are the two
	Until time.Time
	// Reach returns the number of places above their own at which a player may challenge, on a
	// ladder with the given number of players.
	Reach func(players int) int
	Again time.Time // when the last challenge of the same player may have been made at the latest
}

// Ladders keeps a ladder for each game.
type Ladders interface {
	// JoinLadder puts a player at the foot of a ladder, unless they stand on it. The error
	// is ErrNotFound if there is no such player.
	JoinLadder(ctx context.Context, game, player string) error
	// LeaveLadder takes a player off a ladder, and the players below move up. The error is
	// ErrNotOnLadder if they do not stand on it.
	LeaveLadder(ctx context.Context, game, player string) error
	// Ladder lists at most limit places of a ladder, from the top, after the first skip
	// places. Barred is set for the viewer, "" for nobody. The viewer may challenge a player
	// once more if the last challenge was at or before again.
	Ladder(ctx context.Context, game, viewer string, again time.Time, skip, limit int) ([]Rung, error)
	// RungsOf lists the places of a player on all ladders, by game.
	RungsOf(ctx context.Context, player string) ([]Rung, error)
	// LadderSizes counts the players on each ladder that has some.
	LadderSizes(ctx context.Context) (map[string]int, error)
	// LeaveAbsent takes absent players off the ladders. They joined before a time, are in no
	// challenge, and since then have neither signed in nor had a match that went on.
	LeaveAbsent(ctx context.Context, since time.Time) error

	// ChallengeOnLadder opens a table for a challenge. The error is ErrNotOnLadder if the
	// challenger is not on the ladder, ErrLadderBusy if they are in a challenge on it already.
	// It is ErrOutOfReach if they may not challenge the player, for any reason, else an error
	// of CreateMatch.
	ChallengeOnLadder(ctx context.Context, o Once, n NewLadderChallenge, note Note) (Match, error)
	// LadderChallenge returns the challenge to which a match belongs. The error is ErrNotFound
	// for other matches.
	LadderChallenge(ctx context.Context, match string) (LadderChallenge, error)
	// LadderChallengesOf lists at most limit challenges of and by a player, the latest first.
	LadderChallengesOf(ctx context.Context, player string, limit int) ([]LadderChallenge, error)
	// LadderResults lists at most limit challenges on a ladder that were settled otherwise
	// than by LadderVoid, the latest first.
	LadderResults(ctx context.Context, game string, limit int) ([]LadderChallenge, error)
	// LadderDue lists at most limit matches with a challenge that can be settled. The match is
	// archived or gone, or was not accepted.
	LadderDue(ctx context.Context, limit int) ([]string, error)
	// SettleLadder settles a challenge, once however often it is called. It deletes a table
	// that has not begun, and returns it as withdrawn, else zero. A challenge that is not due
	// stays as it is. The error is ErrNotFound if there is none.
	SettleLadder(ctx context.Context, match string) (c LadderChallenge, withdrawn Match, err error)
}
