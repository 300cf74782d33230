// Package tables does everything before and after a match: open, join, invite, challenge, start,
// rematch, import, show, leave the site, repeating tables and the list of open ones. It may import
// accounts, match and the root of the club.
package tables

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

var (
	// ErrUnknownGame refuses a game that the site does not have.
	ErrUnknownGame = club.Refuse(club.Invalid, "unknown_game", "this site does not have that game: choose one of the list").About("game")
	// ErrNotHost refuses an act reserved for the host of a table.
	ErrNotHost = club.Refuse(club.Forbidden, "not_host", "only the host of this table may do that: ask the host")

	ErrStarted = club.Refuse(club.Conflict, "started", "the match has begun, so the table and its invitation can no longer be changed")
)

// MaxOpenTables is the most open tables of a guest.
const MaxOpenTables = 12

var ErrTooManyTables = club.Refuse(club.Conflict, "too_many_tables",
	fmt.Sprintf("%d of your tables wait for players, and more are not allowed: withdraw one, or wait until one is full", MaxOpenTables))

// Proposal describes a table to open.
type Proposal struct {
	Game    string
	Seats   int // 0 means the fewest that the game allows
	Seat    int // the host's seat; 0 means a random one
	Options map[string]string
	Public  bool
	Solo    bool // the host holds every seat
	NoTalk  bool // partners may not write to each other
	Casual  bool // the result does not count for ratings
	Watch   db.Watch
	Needs   db.Needs // required of each player who joins a public table

	Challenged string // id of the player for whom a seat is reserved, "" for none

	Bots map[games.Seat]int // levels of bots by seat

	Contribution string         // the host's part in the chance of the match
	Wait         time.Duration  // the interrupt window of the table
	Clock        *clock.Control // nil for a match without clocks
}

// OpenTable opens a table. At a solo table it starts the match. A refusal names the field at fault.
func (s *Tables) OpenTable(ctx context.Context, once db.Once, host string, p Proposal, n match.Note) (match.Match, error) {
	first, err := s.Proposed(p)
	if err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.CreateMatch(ctx, once, s.NewTable(first, host, p), n)
	if err != nil {
		return match.Match{}, club.Refusals{db.ErrTooManyTables: ErrTooManyTables}.Of(err)
	}
	s.cfg.Matches.Announce(m)
	s.cfg.Matches.PublishTable(m)
	return s.cfg.Matches.Load(ctx, m)
}

// isRated reports whether the result will count for ratings, if only people play. Private matches
// do not count, because everybody sees ratings.
func (p Proposal) isRated() bool {
	return p.Public && !p.Casual && !p.Solo && len(p.Bots) == 0 && p.Options["position"] == ""
}

// NewTable describes the table of a proposal. first is its match before the first event.
func (s *Tables) NewTable(first table.Match, host string, p Proposal) db.NewMatch {
	info, setup := first.Ruleset().Info(), first.Setup()
	return db.NewMatch{
		Game:         info.ID,
		Version:      info.Version,
		Options:      p.Options,
		Seats:        setup.Seats,
		Public:       p.Public,
		Solo:         p.Solo,
		Host:         host,
		HostSeat:     games.Seat(p.Seat),
		Bots:         p.Bots,
		Challenged:   p.Challenged,
		MaxOpen:      MaxOpenTables,
		BotLimits:    s.cfg.BotLimits,
		Chance:       info.Chance,
		Contribution: p.Contribution,
		NoTalk:       p.NoTalk,
		Watch:        p.Watch,
		Rated:        p.isRated(),
		Needs:        p.Needs,
		Wait:         p.Wait,
		Clock:        p.clock(),
		Begin:        s.cfg.Matches.Begin,
	}
}

// CheckProposal refuses proposals that OpenTable would refuse for any player.
func (s *Tables) CheckProposal(p Proposal) error {
	_, err := s.Proposed(p)
	return err
}

// Proposed returns the match of a proposal before its first event. In a game of chance its seed is
// arbitrary, because the real seed is drawn later.
func (s *Tables) Proposed(p Proposal) (table.Match, error) {
	rules, err := s.cfg.Rules(p.Game, 0)
	if err != nil {
		return table.Match{}, ErrUnknownGame
	}
	info := rules.Info()
	if p.Seats == 0 {
		p.Seats = slices.Min(info.Seats)
	}
	switch {
	case !slices.Contains(info.Seats, p.Seats):
		return table.Match{}, club.InvalidField("invalid_seats", "seats", "%s is played by %s, not by %d", info.Name.En, joinNumbers(info.Seats), p.Seats)
	case p.Seat < 0 || p.Seat > p.Seats:
		return table.Match{}, club.InvalidField("invalid_seat", "seat", "seat %d is outside the seats 1 to %d", p.Seat, p.Seats)
	}
	for id, value := range p.Options {
		if err := checkOption(info.Options, id, value); err != nil {
			return table.Match{}, err
		}
	}
	setup := games.Setup{Seats: p.Seats, Options: p.Options}
	if info.Chance {
		setup.Seed = new(games.Seed)
	}
	t, err := table.New(rules, setup)
	if err == nil {
		err = t.Fit()
	}
	if err != nil {
		bad := club.Refuse(club.Invalid, "invalid_options", err.Error()).About("options")
		errors.As(err, &bad.Illegal)
		return table.Match{}, bad
	}
	if err := p.checkWatch(info); err != nil {
		return table.Match{}, err
	}
	if err := p.checkNeeds(); err != nil {
		return table.Match{}, err
	}
	if err := p.checkClock(); err != nil {
		return table.Match{}, err
	}
	if p.Challenged != "" && (p.Public || p.Solo || len(p.Bots) >= p.Seats-1) {
		return table.Match{}, errPublicChallenge
	}
	if err := p.checkBots(info); err != nil {
		return table.Match{}, err
	}
	return t, p.checkWait(t)
}

// checkWatch refuses to close a table to spectators who could not see it anyway.
func (p Proposal) checkWatch(info games.Info) error {
	switch {
	case p.Watch == db.WatchAlways:
		return nil
	case p.Watch != db.WatchLive && p.Watch != db.WatchNever:
		return club.InvalidField("invalid_watch", "watch", "unknown value %.20q for the spectators: say all, live or none", p.Watch)
	case !p.Public || p.Solo:
		return club.InvalidField("invalid_watch", "watch", "a private table has no spectators: leave this out, or make the table public")
	case p.Watch == db.WatchLive && !info.Hidden:
		return club.InvalidField("invalid_watch", "watch", "%s has no hidden hands: say all or none", info.Name.En)
	}
	return nil
}

func checkOption(known []games.Option, id, value string) error {
	i := slices.IndexFunc(known, func(o games.Option) bool { return o.ID == id })
	switch {
	case i < 0:
		return club.InvalidField("unknown_option", "options", "the game has no option %q: leave it out", id)
	case len(known[i].Values) == 0:
		return nil // the ruleset accepts it or refuses it
	case !slices.Contains(known[i].Values, value):
		return club.InvalidField("invalid_option", "options", "option %q must be one of %s, not %q", id, strings.Join(known[i].Values, ", "), value)
	}
	return nil
}

// Joining is a request for a seat.
type Joining struct {
	Match, Player string
	Name          string // of the player; must not look like another name at the table
	Seat          int    // 0 for any free seat
	Invite        string // token, required if the table is not public
	Contribution  string // the player's part in the chance of the match
}

// Join takes a seat. When the last seat is taken, the match begins.
func (s *Tables) Join(ctx context.Context, once db.Once, j Joining, n match.Note) (match.Match, error) {
	if j.Seat < 0 {
		return match.Match{}, club.InvalidField("invalid_seat", "seat", "the table has no seat %d", j.Seat)
	}
	if m, err := s.cfg.Store.Match(ctx, j.Match); err == nil { // JoinMatch reports all other errors
		if err := s.checkAdmitted(ctx, m, j.Player); err != nil {
			return match.Match{}, err
		}
	}
	m, err := s.cfg.Store.JoinMatch(ctx, once, s.seating(j), n)
	if err != nil {
		return match.Match{}, j.refusal(err)
	}
	s.cfg.Matches.Announce(m)
	s.cfg.Matches.PublishTable(m)
	if !m.Started.IsZero() {
		s.cfg.Wakes.Wake(club.RepeatTables)
	}
	return s.cfg.Matches.Load(ctx, m)
}

// CanJoin returns the error that Join would return now. Callers use it to avoid creating a guest in
// vain.
func (s *Tables) CanJoin(ctx context.Context, j Joining) error {
	m, err := s.cfg.Store.CanJoin(ctx, s.seating(j))
	if err == nil {
		err = s.checkAdmitted(ctx, m, j.Player)
	}
	if err != nil {
		return j.refusal(err)
	}
	return s.cfg.Accounts.TellApart(m, j.Player, j.Name)
}

// seating returns a request to join in the form of the store.
func (s *Tables) seating(j Joining) db.Joining {
	return db.Joining{Match: j.Match, Player: j.Player, Seat: games.Seat(j.Seat), Invite: j.Invite, Contribution: j.Contribution,
		Begin: s.cfg.Matches.Begin, Admit: func(m db.Match) error { return s.cfg.Accounts.TellApart(m, j.Player, j.Name) }}
}

func (j Joining) refusal(err error) error {
	if errors.Is(err, db.ErrNoSeat) {
		return club.InvalidField("invalid_seat", "seat", "this table has no seat %d", j.Seat)
	}
	return fmt.Errorf("join match: %w", err)
}

// Withdraw deletes an open table. Only its host may.
func (s *Tables) Withdraw(ctx context.Context, id, player string) error {
	old, err := s.requireOpenHost(ctx, id, player)
	if err != nil {
		return err
	}
	if err := s.cfg.Store.DeleteOpenMatch(ctx, id, player); err != nil {
		return fmt.Errorf("withdraw match: %w", club.Refusals{db.ErrStarted: ErrStarted}.Of(err))
	}
	s.AnnounceDeleted(old.Match)
	if old.Ladder {
		s.cfg.Wakes.Wake(club.LadderMatches)
	}
	return nil
}

// requireOpenHost loads an open table for its host.
func (s *Tables) requireOpenHost(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.cfg.Matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case f.Host != player:
		return match.Match{}, ErrNotHost
	case !f.Started.IsZero():
		return match.Match{}, ErrStarted
	}
	return f, nil
}

// requireChangeable works like requireOpenHost, but refuses the table of a ladder challenge, which
// nobody may change.
func (s *Tables) requireChangeable(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.requireOpenHost(ctx, id, player)
	if err == nil && f.Ladder {
		return match.Match{}, ErrLadderTable
	}
	return f, err
}

// AnnounceDeleted removes a deleted table from memory and announces the deletion.
func (s *Tables) AnnounceDeleted(m db.Match) {
	s.cfg.Matches.Evict(m.ID)
	s.cfg.Matches.Publish(m)
	s.cfg.Matches.PublishTable(m)
}

// Purge deletes expired tables, sessions and stored answers, and unused guests.
func (s *Tables) Purge(ctx context.Context) error {
	defer s.cfg.Wakes.Wake(club.RepeatTables)
	return s.cfg.Store.Purge(ctx, s.AnnounceDeleted)
}

// joinNumbers formats a list as "2", "2 or 4", "2, 3 or 4".
func joinNumbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

var ErrLadderTable = club.Refuse(club.Conflict, "ladder_table", "a ladder challenge cannot be changed: withdraw it instead")

// checkClock refuses a clock that the table cannot have.
func (p Proposal) checkClock() error {
	if p.Clock == nil {
		return nil
	}
	if p.Solo {
		return club.InvalidField("invalid_clock", "clock", "you play every seat yourself: leave the clock out")
	}
	var bad *clock.FieldError
	if err := p.Clock.Check(); errors.As(err, &bad) {
		return club.InvalidField("invalid_clock", "clock", "%s", err.Error())
	}
	return nil
}

// clock returns the clocks of the proposed table.
func (p Proposal) clock() clock.Clock {
	if p.Clock == nil {
		return clock.Clock{}
	}
	return clock.Of(*p.Clock)
}

// Tables opens, fills and closes tables.
type Tables struct{ cfg Config }

// Store is the part of the store that tables need.
type Store interface {
	db.Tables
	db.Leavers
	db.Lobby
	db.Challenges
	db.Rematches
	Match(ctx context.Context, id string) (db.Match, error)
	MatchByInvite(ctx context.Context, token string) (db.Match, error)
	ShareMatch(ctx context.Context, o db.Once, id string, note func(token string) (status int, text []byte)) (string, error)
	ShowMatch(ctx context.Context, id string, shown bool) (db.Match, error)
	UnshareMatch(ctx context.Context, id string) (db.Match, error)
	RatingsOf(ctx context.Context, player string) ([]db.Rated, error)
	Scores(ctx context.Context, viewer, player string) ([]db.Tallied, error)
	TiesOf(ctx context.Context, player string) ([]db.Tie, error)
	// Purge deletes expired rows, and calls ended with each table that has expired.
	Purge(ctx context.Context, ended func(db.Match)) error
}

// Config holds the dependencies and limits of Tables.
type Config struct {
	Store     Store
	Hub       club.Publisher
	Now       func() time.Time
	Rules     func(game string, version int) (games.Ruleset, error)
	BotLimits db.BotLimits // for each player; the zero value means none
	Matches   *match.Matches
	Lists     *match.Lists
	Accounts  *accounts.Accounts

	Wakes *club.Wakes
}

// New returns Tables.
func New(cfg Config) *Tables { return &Tables{cfg} }

// Bounds of a table's needs, which each player who takes a seat must meet.
const (
	MaxNeedPlayed = 1000
	MinNeedRating = 100
	MaxNeedRating = 4000
)

var (
	ErrNeedsPlayed = club.Refuse(club.Forbidden, "needs_played", "this table asks for more finished matches than you have: choose another table")
	ErrNeedsRating = club.Refuse(club.Forbidden, "needs_rating", "your rating at this game does not fit this table: choose another table")
)

// checkNeeds refuses needs that a table cannot have.
func (p Proposal) checkNeeds() error {
	n := p.Needs
	bound := func(rating int) bool { return rating == 0 || rating >= MinNeedRating && rating <= MaxNeedRating }
	switch {
	case n == db.Needs{}:
		return nil
	case !p.Public || p.Solo:
		return club.InvalidField("invalid_needs", "min_played", "only a public table can ask for matches or a rating: make it public, or leave these out")
	case n.Played < 0 || n.Played > MaxNeedPlayed:
		return club.InvalidField("invalid_needs", "min_played", "the number of finished matches is above %d: choose a lower one", MaxNeedPlayed)
	case !bound(n.Low) || !bound(n.High) || n.High != 0 && n.Low > n.High:
		return club.InvalidField("invalid_needs", "min_rating", "the bounds of the rating must be ascending, between %d and %d", MinNeedRating, MaxNeedRating)
	}
	return nil
}

// checkMeets refuses a player who does not meet the needs of an open table. The id is "" for a
// player who has no account or guest yet.
func (s *Tables) checkMeets(ctx context.Context, m db.Match, player string) error {
	n := m.Needs
	if n == (db.Needs{}) || !m.Started.IsZero() || m.Host == player || match.SeatOf(m, player) != 0 {
		return nil
	}
	if n.Played > 0 {
		scores, err := s.cfg.Store.Scores(ctx, player, player)
		if err != nil {
			return fmt.Errorf("count matches: %w", err)
		}
		played := 0
		for _, t := range scores {
			played += t.Matches
		}
		if played < n.Played {
			return ErrNeedsPlayed
		}
	}
	if n.Low == 0 && n.High == 0 {
		return nil
	}
	ratings, err := s.cfg.Store.RatingsOf(ctx, player)
	if err != nil {
		return fmt.Errorf("look up rating: %w", err)
	}
	i := slices.IndexFunc(ratings, func(r db.Rated) bool { return r.Game == m.Game })
	if i < 0 {
		return ErrNeedsRating
	}
	points := int(math.Floor(ratings[i].Rating.Points + 0.5))
	if points < n.Low || n.High != 0 && points > n.High {
		return ErrNeedsRating
	}
	return nil
}

var errNotEnded = club.Refuse(club.Conflict, "not_over", "this match is not over yet: share it afterwards")

// Shareable loads a match that the player may show to others. It refuses players who did not play
// it, and matches that are not over.
func (s *Tables) Shareable(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.cfg.Matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case match.SeatOf(f.Match, player) == 0:
		return match.Match{}, match.ErrNoSeat
	case f.Closed():
		return match.Match{}, match.ErrClosed
	case !f.IsOver():
		return match.Match{}, errNotEnded
	}
	return f, nil
}

// SetShown makes a match that is over public, or takes that back. Anyone who played
// it may do either.
func (s *Tables) SetShown(ctx context.Context, id, player string, shown bool) (match.Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.ShowMatch(ctx, id, shown)
	if err != nil {
		return match.Match{}, showError(err)
	}
	s.cfg.Wakes.Wake(club.Archiving)
	return s.cfg.Matches.Load(ctx, m)
}

// Share makes a new link to a match that is over and returns its token. A link
// made before stops working. Anyone who played the match may.
func (s *Tables) Share(ctx context.Context, once db.Once, id, player string, answer func(token string) (int, []byte)) (string, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return "", err
	}
	token, err := s.cfg.Store.ShareMatch(ctx, once, id, answer)
	return token, showError(err)
}

// Unshare withdraws the link to a match.
func (s *Tables) Unshare(ctx context.Context, id, player string) (match.Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.UnshareMatch(ctx, id)
	if err != nil {
		return match.Match{}, showError(err)
	}
	return s.cfg.Matches.Load(ctx, m)
}

func showError(err error) error {
	return club.Refusals{db.ErrNotOver: errNotEnded}.Of(err)
}

// MostFitting is how many tables the lobby shows that fit its viewer.
const MostFitting = 5

// FilterTables returns the filter of open tables that a request names; seats is 0 for any.
func FilterTables(game string, seats int, pace string) (db.TableFilter, error) {
	f := db.TableFilter{Game: game, Seats: seats, Pace: db.Tempo(pace)}
	if _, ok := match.GameNamed(game); game != "" && !ok {
		return db.TableFilter{}, ErrUnknownGame
	}
	if pace != "" && !slices.Contains(db.Tempos, f.Pace) {
		return db.TableFilter{}, club.InvalidField("invalid_pace", "pace", "unknown pace %.20q: say days, live or none", pace)
	}
	return f, nil
}

// OpenTables lists the public tables that wait for players and that a viewer may see. It pages
// like MatchesOf.
func (s *Tables) OpenTables(ctx context.Context, viewer string, f db.TableFilter, cursor string, limit int) (list []db.Match, next string, err error) {
	list, next, err = s.cfg.Store.OpenTables(ctx, viewer, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list open tables: %w", err)
	}
	return list, next, nil
}

// FittingTables lists at most limit of the tables of OpenTables that fit a player, the best first.
// Tables of favorites come first, then games that the player has played recently, then paces that
// the player has played recently. A visitor without an id has none.
func (s *Tables) FittingTables(ctx context.Context, player string, f db.TableFilter, limit int) ([]db.Match, error) {
	if player == "" {
		return nil, nil
	}
	list, err := s.cfg.Store.FittingTables(ctx, player, f, limit)
	if err != nil {
		return nil, fmt.Errorf("list fitting tables: %w", err)
	}
	return list, nil
}

// MaxWait is the longest interrupt window that a table may set.
const MaxWait = 6 * time.Hour

// WaitOf returns an interrupt window of n units, hours on a form and seconds in the API. It
// refuses a window longer than MaxWait.
func WaitOf(n int, unit time.Duration) (time.Duration, error) {
	if n < 0 || n > int(MaxWait/unit) {
		return 0, errWait(float64(n) * unit.Seconds())
	}
	return time.Duration(n) * unit, nil
}

func errWait(seconds float64) error {
	return club.InvalidField("invalid_wait", "wait", "the wait must be 0 to %d seconds, not %v", int(MaxWait/time.Second), seconds)
}

// checkWait refuses an interrupt window that the table cannot have.
func (p Proposal) checkWait(t table.Match) error {
	_, follows := t.State().(games.Follower)
	switch {
	case p.Wait == 0:
		return nil
	case !follows:
		return club.InvalidField("invalid_wait", "wait", "this game has no interruptions: leave the wait out")
	case p.Public:
		return club.InvalidField("invalid_wait", "wait", "a public table cannot set the wait: leave it out, or make the table private")
	case p.Wait < 0 || p.Wait > MaxWait || p.Wait%time.Second != 0:
		return errWait(p.Wait.Seconds())
	}
	return nil
}
