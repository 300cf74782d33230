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

// Cup is a cup with who plays in it and, where it is asked for by itself, its matches. It is
// open until it has Started; one that has Ended without that was called off.
type Cup struct {
	ID    string // 12 characters
	Host  string // who has made it, "" for somebody who has left
	Title string // "" where the host has left
	Plan  string // what is played and how, in the form of package club
	// Places is how many players there are at most. With the last one, the cup is due.
	Places    int
	Invited   bool      // only who has the invitation may join
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

// CupStep is what happens to a cup next.
type CupStep struct {
	// Order starts the cup: the ids of the entrants in the order of their seeds.
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
	// Cups lists cups without entrants and matches: open ones by Starts, those under way the
	// newest first, those that are over the last ended first, those of a player the newest first.
	Cups(ctx context.Context, f CupFilter) ([]Cup, error)
	// ShunsInCup reports whether a player who is not in a cup and has not made it has blocked
	// somebody who is or has, or is blocked by them. The open ones of these are on no list
	// of theirs.
	ShunsInCup(ctx context.Context, cup, player string) (bool, error)
	// JoinCup enters a player. The error is ErrNotFound if there is no such cup or the
	// invitation is not that of an Invited one, ErrStarted once it is not open any more,
	// ErrAlreadySeated, and ErrTaken if it is full.
	JoinCup(ctx context.Context, id, player, invite string) (Cup, error)
	// LeaveCup takes a player out of a cup; one that has started remembers who has withdrawn, and
	// is due. The error is ErrNotFound for who is not in it, ErrOver once it has ended.
	LeaveCup(ctx context.Context, id, player string) (Cup, error)
	// StepCup stores what decide makes of a cup, and returns the matches that began with it.
	// Of two steps at a time, the second sees what the first one did. One that has ended is
	// left as it is. A step with an error changes nothing.
	StepCup(ctx context.Context, id string, decide func(Cup) (CupStep, error)) (Cup, []Match, error)
	// DueCups lists ids of cups that may have a next step: those that are full or whose Starts
	// has come, and those in which a match has ended or somebody has withdrawn since the last one.
	DueCups(ctx context.Context, limit int) ([]string, error)
}
