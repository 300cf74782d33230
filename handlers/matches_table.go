package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

var (
	errUnknownGame = refuse(http.StatusUnprocessableEntity, "unknown_game", "there is no such game here").about("game")
	errNotOver     = refuse(http.StatusConflict, "not_over", "a rematch is for when the match is over")
	errStarted     = refuse(http.StatusConflict, "started", "the match has begun: neither table nor invitation can be changed any more")
)

// maxOpenTables is how many tables that wait for players a guest may have.
const maxOpenTables = 12

var errTooManyTables = refuse(http.StatusConflict, "too_many_tables",
	fmt.Sprintf("%d of your tables wait for players, and more are not allowed: withdraw one, or wait until one is full", maxOpenTables))

// proposal is a match that somebody wants to play.
type proposal struct {
	game    string
	seats   int // 0: the fewest the game allows
	seat    int // the host's own, 0 for a random one
	options map[string]string
	public  bool
	solo    bool // the host holds every seat

	contribution string        // of the host to the chance of the match
	wait         time.Duration // that the table gives for what others may prevent
}

// create opens a table, or at a solo table starts the match. It fails with a
// refusal that names the field at fault.
func (ms *matches) create(ctx context.Context, once db.Once, host string, p proposal, n note) (folded, error) {
	first, err := ms.setUp(p)
	if err != nil {
		return folded{}, err
	}
	info, setup := first.Ruleset().Info(), first.Setup()
	m, err := ms.store.CreateMatch(ctx, once, db.NewMatch{
		Game:         info.ID,
		Version:      info.Version,
		Options:      p.options,
		Seats:        setup.Seats,
		Public:       p.public,
		Solo:         p.solo,
		Host:         host,
		HostSeat:     games.Seat(p.seat),
		MaxOpen:      maxOpenTables,
		Chance:       info.Chance,
		Contribution: p.contribution,
		Wait:         p.wait,
		Begin:        ms.begin,
	}, n.forStore())
	switch {
	case errors.Is(err, db.ErrTooManyTables):
		return folded{}, errTooManyTables
	case err != nil:
		return folded{}, err
	}
	ms.stored(m)
	ms.publishTable(m)
	return ms.foldStored(m)
}

// setUp is the match that a proposal describes, before its first event; in a game
// of chance as it might be, for its seed is not made yet.
func (ms *matches) setUp(p proposal) (table.Match, error) {
	rules, err := ms.find(p.game, 0)
	if err != nil {
		return table.Match{}, errUnknownGame
	}
	info := rules.Info()
	if p.seats == 0 {
		p.seats = slices.Min(info.Seats)
	}
	switch {
	case !slices.Contains(info.Seats, p.seats):
		return table.Match{}, unprocessable("invalid_seats", "seats", "%s is played by %s, not by %d", info.Name.En, numbers(info.Seats), p.seats)
	case p.seat < 0 || p.seat > p.seats:
		return table.Match{}, unprocessable("invalid_seat", "seat", "there is no seat %d: the seats are 1 to %d", p.seat, p.seats)
	}
	for id, value := range p.options {
		if err := checkOption(info.Options, id, value); err != nil {
			return table.Match{}, err
		}
	}
	setup := games.Setup{Seats: p.seats, Options: p.options}
	if info.Chance {
		setup.Seed = new(games.Seed)
	}
	t, err := table.New(rules, setup)
	if err == nil {
		err = t.Fit()
	}
	if err != nil {
		bad := refuse(http.StatusUnprocessableEntity, "invalid_options", err.Error()).about("options")
		errors.As(err, &bad.why)
		return table.Match{}, bad
	}
	return t, p.checkWait(t)
}

// maxWait is the longest time that a table may give for what others may prevent.
const maxWait = 6 * time.Hour

func (p proposal) checkWait(t table.Match) error {
	_, follows := t.State().(games.Follower)
	switch {
	case p.wait == 0:
		return nil
	case !follows:
		return unprocessable("invalid_wait", "wait", "in this game nobody may interrupt: there is nothing to wait for")
	case p.public:
		return unprocessable("invalid_wait", "wait", "public tables do not wait: only a private one may")
	case p.wait < 0 || p.wait > maxWait || p.wait%time.Second != 0:
		return unprocessable("invalid_wait", "wait", "a table waits up to %d seconds, not %v", int(maxWait/time.Second), p.wait.Seconds())
	}
	return nil
}

func checkOption(known []games.Option, id, value string) error {
	i := slices.IndexFunc(known, func(o games.Option) bool { return o.ID == id })
	switch {
	case i < 0:
		return unprocessable("unknown_option", "options", "the game has no option %q", id)
	case len(known[i].Values) == 0:
		return nil // the ruleset understands it or refuses
	case !slices.Contains(known[i].Values, value):
		return unprocessable("invalid_option", "options", "option %q is one of %s, not %q", id, strings.Join(known[i].Values, ", "), value)
	}
	return nil
}

// joining is what somebody takes a seat with.
type joining struct {
	match, player string
	name          string // of the player; other players at the table may not look alike
	seat          int    // 0 for any that is free
	invite        string // counts where the match is not public
	contribution  string // to the chance of the match
}

// join takes a seat; with the last one the match begins.
func (ms *matches) join(ctx context.Context, once db.Once, j joining, n note) (folded, error) {
	if j.seat < 0 {
		return folded{}, unprocessable("invalid_seat", "seat", "there is no seat %d", j.seat)
	}
	if m, err := ms.store.CanJoin(ctx, j.forStore(nil)); err == nil {
		if err := tellApart(m, j.player, j.name); err != nil {
			return folded{}, err
		}
	}
	m, err := ms.store.JoinMatch(ctx, once, j.forStore(ms.begin), n.forStore())
	if err != nil {
		return folded{}, j.refusal(err)
	}
	ms.stored(m)
	ms.publishTable(m)
	return ms.foldStored(m)
}

// canJoin refuses what join would refuse, as things stand: before a visitor
// becomes a guest for nothing.
func (ms *matches) canJoin(ctx context.Context, j joining) error {
	m, err := ms.store.CanJoin(ctx, j.forStore(nil))
	if err != nil {
		return j.refusal(err)
	}
	return tellApart(m, j.player, j.name)
}

func (j joining) forStore(begin db.Decide) db.Joining {
	return db.Joining{Match: j.match, Player: j.player, Seat: games.Seat(j.seat), Invite: j.invite, Contribution: j.contribution, Begin: begin}
}

func (j joining) refusal(err error) error {
	if errors.Is(err, db.ErrNoSeat) {
		return unprocessable("invalid_seat", "seat", "this table has no seat %d", j.seat)
	}
	return fmt.Errorf("join match: %w", err)
}

// withdraw takes back an open table before its match begins. Only its host may.
func (ms *matches) withdraw(ctx context.Context, id, player string) error {
	old, err := ms.hosted(ctx, id, player)
	if err != nil {
		return err
	}
	err = ms.store.DeleteOpenMatch(ctx, id, player)
	switch {
	case errors.Is(err, db.ErrStarted):
		return errStarted
	case err != nil:
		return fmt.Errorf("withdraw match: %w", err)
	}
	ms.gone(old.Match)
	return nil
}

// hosted is a table that waits for players, for its host alone.
func (ms *matches) hosted(ctx context.Context, id, player string) (folded, error) {
	f, err := ms.view(ctx, id, player)
	switch {
	case err != nil:
		return folded{}, err
	case f.Host != player:
		return folded{}, errNotHost
	case !f.Started.IsZero():
		return folded{}, errStarted
	}
	return f, nil
}

// gone forgets a table that was deleted before its match began, and tells of it.
func (ms *matches) gone(m db.Match) {
	ms.tables.drop(m.ID)
	ms.publish(m)
	ms.publishTable(m)
}

// purge deletes what has expired.
func (ms *matches) purge(ctx context.Context) error { return ms.store.Purge(ctx, ms.gone) }

func unprocessable(code, field, format string, args ...any) error {
	return refuse(http.StatusUnprocessableEntity, code, fmt.Sprintf(format, args...)).about(field)
}

// numbers puts "2", "2 or 4", "2, 3 or 4" into words.
func numbers(list []int) string {
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
