package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	// ErrUnknownGame refuses a game that the site does not have.
	ErrUnknownGame = club.Refuse(club.Invalid, "unknown_game", "there is no such game here").About("game")
	// ErrNotHost refuses what only the host of a table may do.
	ErrNotHost = club.Refuse(club.Forbidden, "not_host", "only the host of this table may do that")

	ErrStarted = club.Refuse(club.Conflict, "started", "the match has begun: neither table nor invitation can be changed any more")
)

// MaxOpenTables is how many open tables a guest may have.
const MaxOpenTables = 12

var ErrTooManyTables = club.Refuse(club.Conflict, "too_many_tables",
	fmt.Sprintf("%d of your tables wait for players, and more are not allowed: withdraw one, or wait until one is full", MaxOpenTables))

// Proposal describes a table to open.
type Proposal struct {
	Game    string
	Seats   int // 0: the fewest the game allows
	Seat    int // the host's own, 0 for a random one
	Options map[string]string
	Public  bool
	Solo    bool // the host holds every seat
	NoTalk  bool // partners may not write to each other
	Casual  bool // the result does not count for ratings
	Watch   db.Watch
	Needs   db.Needs // of whoever takes a seat at a public table

	Challenged string // id of the player for whom a seat is kept, "" for nobody

	Bots map[games.Seat]int // levels of bots, by the seat that they take

	Contribution string         // of the host to the chance of the match
	Wait         time.Duration  // the interrupt window of the table
	Clock        *clock.Control // nil for a match without clocks
}

// OpenTable opens a table, or at a solo table starts the match. It fails with a
// refusal that names the field at fault.
func (s *Tables) OpenTable(ctx context.Context, once db.Once, host string, p Proposal, n match.Note) (match.Match, error) {
	first, err := s.Proposed(p)
	if err != nil {
		return match.Match{}, err
	}
	m, err := s.store.CreateMatch(ctx, once, s.NewTable(first, host, p), n)
	switch {
	case errors.Is(err, db.ErrTooManyTables):
		return match.Match{}, ErrTooManyTables
	case err != nil:
		return match.Match{}, err
	}
	s.matches.Announce(m)
	s.matches.PublishTable(m)
	return s.matches.Load(ctx, m)
}

// isRated reports whether the result will count for ratings, if nobody but people play.
// Everybody sees ratings, so private matches change none.
func (p Proposal) isRated() bool {
	return p.Public && !p.Casual && !p.Solo && len(p.Bots) == 0 && p.Options["position"] == ""
}

// NewTable describes the table of a proposal, whose match before its first event is first.
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
		BotLimits:    s.botLimits,
		Chance:       info.Chance,
		Contribution: p.Contribution,
		NoTalk:       p.NoTalk,
		Watch:        p.Watch,
		Rated:        p.isRated(),
		Needs:        p.Needs,
		Wait:         p.Wait,
		Clock:        p.clock(),
		Begin:        s.matches.Begin,
	}
}

// CheckProposal refuses what OpenTable would refuse of a proposal, as far as that
// can be told before it is known who makes it.
func (s *Tables) CheckProposal(p Proposal) error {
	_, err := s.Proposed(p)
	return err
}

// Proposed returns the match that a proposal describes, before its first event. In
// a game of chance it has some seed, for its own is not made yet.
func (s *Tables) Proposed(p Proposal) (table.Match, error) {
	rules, err := s.rules(p.Game, 0)
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
		return table.Match{}, club.InvalidField("invalid_seat", "seat", "there is no seat %d: the seats are 1 to %d", p.Seat, p.Seats)
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

// checkWatch refuses to close a table to spectators who could not see it anyhow.
func (p Proposal) checkWatch(info games.Info) error {
	switch {
	case p.Watch == db.WatchAlways:
		return nil
	case p.Watch != db.WatchLive && p.Watch != db.WatchNever:
		return club.InvalidField("invalid_watch", "watch", "%.20q says of nobody who may watch: say all, live or none", p.Watch)
	case !p.Public || p.Solo:
		return club.InvalidField("invalid_watch", "watch", "nobody watches a private table: only a public one may be closed to spectators")
	case p.Watch == db.WatchLive && !info.Hidden:
		return club.InvalidField("invalid_watch", "watch", "%s has no hands to keep: say all or none", info.Name.En)
	}
	return nil
}

func checkOption(known []games.Option, id, value string) error {
	i := slices.IndexFunc(known, func(o games.Option) bool { return o.ID == id })
	switch {
	case i < 0:
		return club.InvalidField("unknown_option", "options", "the game has no option %q", id)
	case len(known[i].Values) == 0:
		return nil // the ruleset understands it or refuses
	case !slices.Contains(known[i].Values, value):
		return club.InvalidField("invalid_option", "options", "option %q is one of %s, not %q", id, strings.Join(known[i].Values, ", "), value)
	}
	return nil
}

// Joining is a request for a seat.
type Joining struct {
	Match, Player string
	Name          string // of the player; other players at the table may not look alike
	Seat          int    // 0 for any that is free
	Invite        string // counts where the match is not public
	Contribution  string // to the chance of the match
}

// Join takes a seat; with the last one the match begins.
func (s *Tables) Join(ctx context.Context, once db.Once, j Joining, n match.Note) (match.Match, error) {
	if j.Seat < 0 {
		return match.Match{}, club.InvalidField("invalid_seat", "seat", "there is no seat %d", j.Seat)
	}
	if m, err := s.store.Match(ctx, j.Match); err == nil { // whatever else is wrong is told below
		if err := s.checkAdmitted(ctx, m, j.Player); err != nil {
			return match.Match{}, err
		}
	}
	m, err := s.store.JoinMatch(ctx, once, s.seating(j), n)
	if err != nil {
		return match.Match{}, j.refusal(err)
	}
	s.matches.Announce(m)
	s.matches.PublishTable(m)
	if !m.Started.IsZero() {
		s.repeatDue.Send()
	}
	return s.matches.Load(ctx, m)
}

// CanJoin returns the error that Join would return now, so that no guest account is
// created needlessly.
func (s *Tables) CanJoin(ctx context.Context, j Joining) error {
	m, err := s.store.CanJoin(ctx, s.seating(j))
	if err == nil {
		err = s.checkAdmitted(ctx, m, j.Player)
	}
	if err != nil {
		return j.refusal(err)
	}
	return s.accounts.TellApart(m, j.Player, j.Name)
}

// seating returns what the store seats a player by.
func (s *Tables) seating(j Joining) db.Joining {
	return db.Joining{Match: j.Match, Player: j.Player, Seat: games.Seat(j.Seat), Invite: j.Invite, Contribution: j.Contribution,
		Begin: s.matches.Begin, Admit: func(m db.Match) error { return s.accounts.TellApart(m, j.Player, j.Name) }}
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
	err = s.store.DeleteOpenMatch(ctx, id, player)
	switch {
	case errors.Is(err, db.ErrStarted):
		return ErrStarted
	case err != nil:
		return fmt.Errorf("withdraw match: %w", err)
	}
	s.AnnounceDeleted(old.Match)
	if old.Ladder {
		s.ladderDue.Send()
	}
	return nil
}

// requireOpenHost loads an open table for its host.
func (s *Tables) requireOpenHost(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.matches.Match(ctx, id, player)
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

// requireChangeable is like requireOpenHost for a table that its host may change, which one
// of a challenge on a ladder is not.
func (s *Tables) requireChangeable(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.requireOpenHost(ctx, id, player)
	if err == nil && f.Ladder {
		return match.Match{}, ErrLadderTable
	}
	return f, err
}

// AnnounceDeleted forgets an open table that was deleted, and announces that.
func (s *Tables) AnnounceDeleted(m db.Match) {
	s.matches.Evict(m.ID)
	s.matches.Publish(m)
	s.matches.PublishTable(m)
}

// Purge deletes what has expired.
func (s *Tables) Purge(ctx context.Context) error {
	defer s.repeatDue.Send()
	return s.store.Purge(ctx, s.AnnounceDeleted)
}

// joinNumbers writes "2", "2 or 4", "2, 3 or 4".
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

var ErrLadderTable = club.Refuse(club.Conflict, "ladder_table", "this is a challenge on a ladder: its seat is for the challenged alone, and it can be withdrawn but not be changed")

// checkClock refuses a clock that the table cannot have.
func (p Proposal) checkClock() error {
	if p.Clock == nil {
		return nil
	}
	if p.Solo {
		return club.InvalidField("invalid_clock", "clock", "a player alone at a table needs no clock")
	}
	var bad *clock.FieldError
	if err := p.Clock.Check(); errors.As(err, &bad) {
		return club.InvalidField("invalid_clock", "clock", "%s", err.Error())
	}
	return nil
}

// clock returns the clocks of the table that a proposal describes.
func (p Proposal) clock() clock.Clock {
	if p.Clock == nil {
		return clock.Clock{}
	}
	return clock.Of(*p.Clock)
}
