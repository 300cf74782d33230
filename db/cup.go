package db

import (
	"context"
	"time"

	"tableronde/games"
)

// Limits of cups.
const (
	MaxCups         = 5    // unfinished cups of one host
	MaxCupPlanBytes = 2000 // of a plan
)

// Cup is a cup and its players. Cups.Cup also fills in its matches. A cup is open until it has
// Started. A cup that has Ended without a start was called off.
type Cup struct {
	ID    string // 12 random characters
	Host  string // the player who created it, "" after the host has left
	Title string // "" after the host has left
	Plan  string // the game and the format, encoded by package cups
	// Places is the greatest number of players. A full cup is due.
	Places    int
	Invited   bool      // only players with the invitation may join
	Invite    string    // its token
	Starts    time.Time // time at which it is due unless it is full earlier
	Made      time.Time
	Started   time.Time
	Ended     time.Time
	Entered   int // entrants who have not withdrawn
	Entrants  []Entrant
	Matches   []CupMatch
	AsEntrant bool // in lists: the player of the filter is an entrant
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
	Result                 *games.Result // nil during the match
}

// NewCup describes a cup to create.
type NewCup struct {
	Host, Title, Plan string
	Places            int
	Invited           bool
	Starts            time.Time
	Entrants          []string // ids of the first entrants, bots among them
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

// CupState is the progress of a cup.
type CupState string

// The states of cups.
const (
	CupOpen    CupState = "open"
	CupRunning CupState = "running"
	CupOver    CupState = "over"
)

// CupStates lists all states.
var CupStates = []CupState{CupOpen, CupRunning, CupOver}

// CupFilter selects cups. Cups that were called off have no state.
type CupFilter struct {
	State       CupState // ignored if it is "" and Player is set
	Player      string   // with State, the player for AsEntrant; without it, only this player's cups
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
	// DueCups lists ids of cups that may have a next step. An open cup is due when it is full or
	// its Starts has come. A running cup is due when a match has ended or a player has withdrawn
	// since the last step.
	DueCups(ctx context.Context, limit int) ([]string, error)
}

// LadderOutcome is the outcome of a challenge on a ladder.
type LadderOutcome string

// The outcomes. After LadderWon, LadderDeclined and LadderLate the challenger takes the place of
// the challenged player.
const (
	LadderOpen     LadderOutcome = ""
	LadderWon      LadderOutcome = "won" // by the challenger
	LadderDrawn    LadderOutcome = "drawn"
	LadderLost     LadderOutcome = "lost"
	LadderDeclined LadderOutcome = "declined"
	LadderLate     LadderOutcome = "late" // the challenged did not answer in time
	LadderVoid     LadderOutcome = "void" // withdrawn or called off, or one player has left the ladder
)

// TakesPlace reports whether the challenger takes the place of the challenged.
func (o LadderOutcome) TakesPlace() bool {
	return o == LadderWon || o == LadderDeclined || o == LadderLate
}

// LadderChallenge is a challenge on a ladder. Its match has Match.Ladder.
type LadderChallenge struct {
	Match                  string // id of the table, which is deleted if it never began
	Game                   string
	Challenger, Challenged Player
	Made, Until            time.Time // Until is the time by which it must be accepted
	Settled                time.Time // zero while it is open
	Outcome                LadderOutcome
}

// Rung is a place on a ladder.
type Rung struct {
	Game   string
	Place  int // from 1
	Player Player
	Since  time.Time // when the player joined
	// Challenge is the player's open challenge, nil for none. Started is set while its match is in
	// progress.
	Challenge *LadderChallenge
	Started   bool
	// Barred is set if the viewer may not challenge the player whatever their places: the viewer
	// challenged them recently, one has blocked the other, or the player is suspended.
	Barred bool
}

// NewLadderChallenge describes a challenge on a ladder.
type NewLadderChallenge struct {
	Table NewMatch // Game, Host and Challenged are set; the latter are the two players
	Until time.Time
	// Reach returns how far above their own place players may challenge, on a ladder with this many
	// players.
	Reach func(players int) int
	Again time.Time // latest time of an earlier challenge of the same player
}

// Ladders stores a ladder for each game.
type Ladders interface {
	// JoinLadder adds a player at the foot of a ladder, unless they are on it already. The error is
	// ErrNotFound if there is no such player.
	JoinLadder(ctx context.Context, game, player string) error
	// LeaveLadder removes a player from a ladder, and the players below move up. The error is
	// ErrNotOnLadder if the player is not on it.
	LeaveLadder(ctx context.Context, game, player string) error
	// Ladder lists at most limit places of a ladder, from the top, after the first skip
	// places. Barred is set for the viewer, "" for nobody. The viewer may challenge a player
	// once more if the last challenge was at or before again.
	Ladder(ctx context.Context, game, viewer string, again time.Time, skip, limit int) ([]Rung, error)
	// RungsOf lists the places of a player on all ladders, by game.
	RungsOf(ctx context.Context, player string) ([]Rung, error)
	// LadderSizes returns the number of players on each ladder that is not empty.
	LadderSizes(ctx context.Context) (map[string]int, error)
	// LeaveAbsent removes absent players from the ladders. They joined before since, have no
	// challenge, and since then have neither signed in nor had a move in a match.
	LeaveAbsent(ctx context.Context, since time.Time) error

	// ChallengeOnLadder opens a table for a challenge. The error is ErrNotOnLadder if the
	// challenger is not on the ladder, ErrLadderBusy if the challenger already has a challenge on
	// it. It is ErrOutOfReach if the challenger may not challenge the player for another reason, or
	// an error of CreateMatch.
	ChallengeOnLadder(ctx context.Context, o Once, n NewLadderChallenge, note Note) (Match, error)
	// LadderChallenge returns the challenge to which a match belongs. The error is ErrNotFound
	// for other matches.
	LadderChallenge(ctx context.Context, match string) (LadderChallenge, error)
	// LadderChallengesOf lists at most limit challenges made or received by a player, the latest
	// first.
	LadderChallengesOf(ctx context.Context, player string, limit int) ([]LadderChallenge, error)
	// LadderResults lists at most limit settled challenges on a ladder, except LadderVoid, the
	// latest first.
	LadderResults(ctx context.Context, game string, limit int) ([]LadderChallenge, error)
	// LadderDue lists at most limit matches whose challenge can be settled. The match is archived
	// or deleted, or was not accepted in time.
	LadderDue(ctx context.Context, limit int) ([]string, error)
	// SettleLadder settles a challenge; repeated calls change nothing. If its table has not begun,
	// SettleLadder deletes it and returns it as withdrawn. A challenge that is not due stays as it
	// is. The error is ErrNotFound if there is none.
	SettleLadder(ctx context.Context, match string) (c LadderChallenge, withdrawn Match, err error)
}
