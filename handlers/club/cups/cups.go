// Package cups runs cups, which are competitions of many matches: plan, join, start, and the
// rounds, which a worker begins and ends. It may import archive, tables, accounts, match and the
// root of the club, and the rooms between them.
package cups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/cup"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

const (
	maxCupTitle = 60                  // runes
	cupLatest   = 90 * 24 * time.Hour // longest time until the start of a cup
	cupSoonest  = time.Minute
	cupWaits    = db.OpenLifetime // longest time that a cup waits for its players
)

var (
	errTooManyCups = club.Refuse(club.Conflict, "too_many_cups", fmt.Sprintf("you have %d unfinished cups, the most allowed: wait until one has ended, or call one off", db.MaxCups))
	errCupTitle    = club.Refuse(club.Invalid, "invalid_title", fmt.Sprintf("the title is missing, invisible or too long: use 1 to %d characters", maxCupTitle)).About("title")
	errCupFormat   = club.Refuse(club.Invalid, "invalid_cup_format", "unknown format: say round-robin, double, swiss, knock-out or series").About("format")
	errCupPlaces   = club.Refuse(club.Invalid, "invalid_places", fmt.Sprintf("this number of places is not possible: choose %d to %d or, for a series, as many as the game has seats", cup.MinEntries, cup.MaxEntries)).About("places")
	errCupRounds   = club.Refuse(club.Invalid, "invalid_rounds", fmt.Sprintf("this number of rounds is not possible: choose 1 to %d", cup.MaxRounds)).About("rounds")
	errCupGames    = club.Refuse(club.Invalid, "invalid_games", fmt.Sprintf("this number of games is not possible: choose an odd one, at most %d", cup.MaxGames)).About("games")
	errCupGame     = club.Refuse(club.Invalid, "no_cup_game", "this game is not for two players: choose a series, if it has no teams").About("game")
	errCupClock    = club.Refuse(club.Invalid, "no_cup_clock", "the clock is missing: choose one, so that the cup comes to an end").About("clock")
	errCupDate     = club.Refuse(club.Invalid, "invalid_start", "the start is past, or more than 90 days away: choose another one").About("starts")
	errCupFull     = club.Refuse(club.Conflict, "cup_full", "all places of this cup are taken: choose another cup")
	errCupStarted  = club.Refuse(club.Conflict, "cup_started", "this cup is no longer open: choose another one")
	errCupOver     = club.Refuse(club.Conflict, "cup_over", "this cup is over, so nothing can be done in it")
	errInCup       = club.Refuse(club.Conflict, "in_cup", "you are already in this cup")
	errNotInCup    = club.Refuse(club.Conflict, "not_in_cup", "you are not in this cup: join it first")
	errNotCupHost  = club.Refuse(club.Forbidden, "not_cup_host", "only the host of this cup may do that: ask the host")
	errCupFew      = club.Refuse(club.Conflict, "cup_too_few", "this cup has too few players to start: wait for more, or call it off")
)

// CupPlan holds the game and the format of a cup. Of Table it uses the game, the options, the
// clock, the wait and Casual.
type CupPlan struct {
	Table  tables.Proposal
	Format cup.Format
	Rounds int  // see cup.Cup
	Games  int  // see cup.Cup
	Lot    bool // seeds are drawn by lot, not by rating
	ByDate bool // it starts at its date with the players who have joined, or is called off
}

// storedPlan is the stored form of a plan.
type storedPlan struct {
	Table  tables.StoredProposal `json:"table"`
	Format cup.Format            `json:"format"`
	Rounds int                   `json:"rounds,omitempty"`
	Games  int                   `json:"games,omitempty"`
	Lot    bool                  `json:"lot,omitempty"`
	ByDate bool                  `json:"by_date,omitempty"`
}

// NewCup describes a cup to create.
type NewCup struct {
	CupPlan
	Title   string
	Places  int
	Invited bool      // only players with the invitation may join
	Plays   bool      // the host plays in the cup
	Bots    int       // places for bots
	Level   int       // of the bots
	Starts  time.Time // date of the start, for ByDate
}

// Cup is a cup with its plan.
type Cup struct {
	db.Cup
	CupPlan
	State cup.Cup // computed from the present matches; without entries before the start
}

// CleanCupTitle returns the stored form of a cup's title.
func CleanCupTitle(title string) (string, error) {
	title = strings.Join(strings.Fields(norm.NFC.String(title)), " ")
	if n := utf8.RuneCountInString(title); !utf8.ValidString(title) || n < 1 || n > maxCupTitle || !accounts.IsVisible(title) || accounts.StacksMarks(title) {
		return "", errCupTitle
	}
	return title, nil
}

// CheckCup refuses cups that MakeCup would refuse for any host. It returns the cup with its derived
// fields filled in.
func (s *Cups) CheckCup(n NewCup) (NewCup, error) {
	title, err := CleanCupTitle(n.Title)
	if err != nil {
		return n, err
	}
	n.Title = title
	info, ok := match.GameNamed(n.Table.Game)
	if rules, err := s.cfg.Rules(n.Table.Game, 0); err == nil {
		info, ok = rules.Info(), true
	}
	if !ok {
		return n, tables.ErrUnknownGame
	}
	if err := n.checkFormat(info); err != nil {
		return n, err
	}
	n.Table = tables.Proposal{Game: n.Table.Game, Seats: 2, Options: n.Table.Options, Clock: n.Table.Clock, Wait: n.Table.Wait, Casual: n.Table.Casual, Public: true}
	if n.Format == cup.Series {
		n.Table.Seats = n.Places
	}
	if _, err := s.cfg.Tables.Proposed(n.Table); err != nil {
		return n, err
	}
	taken := n.Bots
	if n.Plays {
		taken++
	}
	now := s.cfg.Now()
	switch {
	case n.Table.Clock == nil:
		return n, errCupClock
	case n.Bots < 0 || taken > n.Places:
		return n, club.InvalidField("invalid_bots", "bots", "the computer cannot have %d of %d places: leave some for people", n.Bots, n.Places)
	case n.ByDate && (n.Starts.Before(now.Add(cupSoonest)) || n.Starts.After(now.Add(cupLatest))):
		return n, errCupDate
	case !n.ByDate:
		n.Starts = now.Add(cupWaits)
	}
	if n.Bots > 0 {
		return n, tables.CheckBot(info, n.Places, 1, n.Level)
	}
	return n, nil
}

// checkFormat refuses a format that the game does not allow, and numbers that do not fit the
// format.
func (n NewCup) checkFormat(info games.Info) error {
	c := cup.Cup{Format: n.Format, Entries: n.Places, Rounds: n.Rounds, Games: n.Games}
	alone := info.Partner(1) == 0
	switch {
	case !slices.Contains(cup.Formats, n.Format):
		return errCupFormat
	case n.Format == cup.Series && (!alone || slices.Max(info.Seats) < cup.MinEntries),
		n.Format != cup.Series && !slices.Contains(info.Seats, 2):
		return errCupGame
	case n.Places < cup.MinEntries || n.Places > cup.MaxEntries || n.Format == cup.Series && !slices.Contains(info.Seats, n.Places):
		return errCupPlaces
	case n.Rounds < 0 || n.Rounds > cup.MaxRounds:
		return errCupRounds
	case c.Check() != nil:
		return errCupGames
	}
	return nil
}

// MakeCup creates a cup.
func (s *Cups) MakeCup(ctx context.Context, once db.Once, host string, n NewCup, note func(Cup) (int, []byte)) (Cup, error) {
	n, err := s.CheckCup(n)
	if err != nil {
		return Cup{}, err
	}
	plan, err := json.Marshal(storedPlan{Table: n.Table.Stored(), Format: n.Format, Rounds: n.Rounds, Games: n.Games, Lot: n.Lot, ByDate: n.ByDate})
	switch {
	case err != nil:
		return Cup{}, fmt.Errorf("plan of a cup: %w", err)
	case len(plan) > db.MaxCupPlanBytes:
		return Cup{}, club.InvalidField("invalid_options", "options", "the options of the game are too long: shorten them")
	}
	stored := db.NewCup{Host: host, Title: n.Title, Plan: string(plan), Places: n.Places, Invited: n.Invited, Starts: n.Starts}
	if n.Plays {
		stored.Entrants = append(stored.Entrants, host)
	}
	for number := range n.Bots {
		stored.Entrants = append(stored.Entrants, db.BotPlayer(n.Level, number+1).ID)
	}
	c, err := s.cfg.Store.MakeCup(ctx, once, stored, func(c db.Cup) (int, []byte) { return note(Cup{Cup: c, CupPlan: n.CupPlan}) })
	if err != nil {
		return Cup{}, fmt.Errorf("make cup: %w", club.Refusals{db.ErrTooManyCups: errTooManyCups}.Of(err))
	}
	s.cfg.Wakes.Wake(club.CupRounds)
	return s.withPlan(c)
}

// withPlan adds the plan and the state to a stored cup.
func (s *Cups) withPlan(c db.Cup) (Cup, error) {
	var p storedPlan
	if err := json.Unmarshal([]byte(c.Plan), &p); err != nil {
		return Cup{}, fmt.Errorf("plan of cup %s: %w", c.ID, err)
	}
	f := Cup{Cup: c, CupPlan: CupPlan{Format: p.Format, Rounds: p.Rounds, Games: p.Games, Lot: p.Lot, ByDate: p.ByDate, Table: p.Table.Proposal()}}
	f.State = stateOf(f)
	return f, nil
}

// stateOf returns a cup in the form that package cup needs.
func stateOf(f Cup) cup.Cup {
	state := cup.Cup{Format: f.Format, Rounds: f.Rounds, Games: f.Games, Withdrawn: make(map[int]bool)}
	for _, e := range f.Entrants {
		if e.Number > 0 {
			state.Entries++
		}
		if e.Withdrawn {
			state.Withdrawn[e.Number] = true
		}
	}
	for _, m := range f.Matches {
		g := cup.Game{Round: m.Round, Pairing: m.Pairing, Number: m.Number, Entries: m.Entries}
		if m.Result != nil {
			g.Points = pointsOf(*m.Result, len(m.Entries))
		}
		state.Made = append(state.Made, g)
	}
	return state
}

// pointsOf returns the points of the seats in a match of a cup, in halves. A match that was ended
// without a result counts as a draw.
func pointsOf(r games.Result, seats int) []int {
	points := make([]int, seats)
	for i := range points {
		for j := range points {
			own, other := r.Place(games.Seat(i+1), seats), r.Place(games.Seat(j+1), seats)
			switch {
			case i == j:
			case own < other:
				points[i] += 2
			case own == other:
				points[i]++
			}
		}
	}
	return points
}

// Cup returns a cup for a viewer who may see it. Everybody may, but an open cup is hidden if a
// block exists between the viewer and an entrant.
func (s *Cups) Cup(ctx context.Context, id, player string) (Cup, error) {
	c, err := s.cup(ctx, id)
	if err != nil || player == "" || !c.Started.IsZero() {
		return c, err
	}
	blocks, err := s.cfg.Store.BlocksInCup(ctx, id, player)
	if err == nil && blocks {
		err = fmt.Errorf("cup hidden by a block: %w", db.ErrNotFound)
	}
	if err != nil {
		return Cup{}, err
	}
	return c, nil
}

func (s *Cups) cup(ctx context.Context, id string) (Cup, error) {
	c, err := s.cfg.Store.Cup(ctx, id)
	if err != nil {
		return Cup{}, fmt.Errorf("load cup: %w", err)
	}
	return s.withPlan(c)
}

// Cups lists cups, see db.Cups. It leaves out cups whose plan cannot be read.
func (s *Cups) Cups(ctx context.Context, f db.CupFilter) (list []Cup, err error) {
	stored, err := s.cfg.Store.Cups(ctx, f)
	for _, c := range stored {
		if with, err := s.withPlan(c); err == nil {
			list = append(list, with)
		}
	}
	return list, err
}

// wonCups is the number of a player's latest cups among which WonBy looks.
const wonCups = 50

// WonBy lists the cups that a player has won, the newest first. Their results say it: nothing else is
// stored.
func (s *Cups) WonBy(ctx context.Context, player string) (won []Cup, err error) {
	list, err := s.cfg.Store.Cups(ctx, db.CupFilter{Player: player, Limit: wonCups})
	if err != nil {
		return nil, fmt.Errorf("cups of a player: %w", err)
	}
	for _, c := range list {
		if c.Started.IsZero() || c.Ended.IsZero() {
			continue
		}
		f, err := s.cup(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if f.IsWonBy(player) {
			won = append(won, f)
		}
	}
	return won, nil
}

// IsWonBy reports whether a player has won the cup, alone or together with others.
func (f Cup) IsWonBy(player string) bool {
	number := f.NumberOf(player)
	if number < 1 || f.Started.IsZero() || f.Ended.IsZero() {
		return false
	}
	if f.Format == cup.KnockOut {
		rounds := f.State.Bracket()
		return len(rounds) > 0 && rounds[len(rounds)-1][0].Winner == number
	}
	return slices.ContainsFunc(f.State.Standings(), func(s cup.Standing) bool { return s.Entry == number && s.Place == 1 })
}

// CanJoinCup returns the error that JoinCup would return now. player is "" for a visitor who is not
// a player yet; name is the name that the visitor will have.
func (s *Cups) CanJoinCup(ctx context.Context, id, player, name, invite string) error {
	c, err := s.Cup(ctx, id, player)
	switch {
	case err != nil:
		return err
	case !c.Started.IsZero() || !c.Ended.IsZero():
		return errCupStarted
	case c.NumberOf(player) >= 0:
		return errInCup
	case c.Invited && player != c.Host && invite != c.Invite:
		return fmt.Errorf("invitation to a cup: %w", db.ErrNotFound)
	case len(c.Entrants) >= c.Places:
		return errCupFull
	}
	for _, e := range c.Entrants {
		if !s.cfg.Accounts.IsDefaultName(e.Player.Name) && accounts.Alike(e.Player.Name, name) {
			return accounts.ErrNameAlike
		}
	}
	return nil
}

// NumberOf returns the number of a player among the entrants: 0 before the start, -1 for a player
// who is not an entrant.
func (f Cup) NumberOf(player string) int {
	for _, e := range f.Entrants {
		if e.Player.ID == player && player != "" {
			return e.Number
		}
	}
	return -1
}

// JoinCup enters a player. The name must not look like the name of another entrant.
func (s *Cups) JoinCup(ctx context.Context, id string, player db.Player, invite string) (Cup, error) {
	if err := s.CanJoinCup(ctx, id, player.ID, player.Name, invite); err != nil {
		return Cup{}, err
	}
	c, err := s.cfg.Store.JoinCup(ctx, id, player.ID, invite)
	return s.changedCup(c, err)
}

// LeaveCup takes a player out of a cup. In a started cup it also resigns the player's unfinished
// matches.
func (s *Cups) LeaveCup(ctx context.Context, id, player string) (Cup, error) {
	c, err := s.cfg.Store.LeaveCup(ctx, id, player)
	if errors.Is(err, db.ErrNotFound) {
		if _, found := s.Cup(ctx, id, player); found == nil {
			err = errNotInCup
		}
	}
	if err != nil || c.Started.IsZero() {
		return s.changedCup(c, err)
	}
	return s.stepCup(ctx, id, noCupWish)
}

// changedCup returns a changed cup, or translates the error of the change.
func (s *Cups) changedCup(c db.Cup, err error) (Cup, error) {
	if err != nil {
		refusals := club.Refusals{db.ErrTaken: errCupFull, db.ErrStarted: errCupStarted, db.ErrOver: errCupOver, db.ErrAlreadySeated: errInCup}
		return Cup{}, fmt.Errorf("change cup: %w", refusals.Of(err))
	}
	s.cfg.Wakes.Wake(club.CupRounds)
	return s.withPlan(c)
}

// StartCup starts a cup with the players who have joined. Only its host may.
func (s *Cups) StartCup(ctx context.Context, id, host string) (Cup, error) {
	return s.hostCup(ctx, id, host, startCupNow)
}

// CallOffCup ends a cup that has not started. Only its host may.
func (s *Cups) CallOffCup(ctx context.Context, id, host string) (Cup, error) {
	return s.hostCup(ctx, id, host, callOffCup)
}

func (s *Cups) hostCup(ctx context.Context, id, host string, wish cupWish) (Cup, error) {
	c, err := s.Cup(ctx, id, host)
	switch {
	case err != nil:
		return Cup{}, err
	case host == "" || c.Host != host:
		return Cup{}, errNotCupHost
	}
	return s.stepCup(ctx, id, wish)
}

// Cups creates cups and runs them round by round.
type Cups struct{ cfg Config }

// Store is the part of the store that cups need.
type Store interface {
	db.Cups
	RatingsOf(ctx context.Context, player string) ([]db.Rated, error)
}

// Config holds the dependencies of Cups.
type Config struct {
	Store    Store
	Now      func() time.Time
	Rules    func(game string, version int) (games.Ruleset, error)
	Random   func() float64 // returns a number in [0, 1); nil means rand.Float64
	Matches  *match.Matches
	Tables   *tables.Tables
	Accounts *accounts.Accounts
	Wakes    *club.Wakes
}

// New returns Cups.
func New(cfg Config) *Cups {
	if cfg.Random == nil {
		cfg.Random = rand.Float64
	}
	return &Cups{cfg}
}
