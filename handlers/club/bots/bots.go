// Package bots is the computer player. It plays the seats of bots, gives hints, reviews matches and
// evaluates positions. It may import learn, match and the root of the club, and the rooms between
// them.
package bots

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
)

// botsAtOnce is the most bots that may search, or wait to search or to move, at the same time.
const botsAtOnce = 64

// BotWorker plays for the bots. It waits with after, which works like time.After. The owners of the
// matches take turns. Each move is for one ply, so none is played twice.
func (s *Bots) BotWorker(after func(time.Duration) <-chan time.Time) club.Worker {
	return club.Worker{Name: "bots", Pause: club.LongPause, Woken: s.wakes.Woken(club.BotMoves), Size: botsAtOnce, Fresh: true, List: func(ctx context.Context, look club.Look) (items []club.Item, next time.Time, err error) {
		now := s.now()
		list, err := s.store.BotsDue(ctx, now, look.Most+1)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, due := range list {
			if due.For == db.Exhibitor().ID { // Exhibition plays it, at its own pace
				continue
			}
			items = append(items, club.Item{ID: due.Match, Do: func(ctx context.Context) error {
				return s.PlayBot(ctx, due, waiting(ctx, s.now, after))
			}})
		}
		next, err = s.store.NextBotDue(ctx, now)
		return items, next, err
	}}
}

// waiting returns a function that waits until a time, or until ctx ends.
func waiting(ctx context.Context, now func() time.Time, after func(time.Duration) <-chan time.Time) func(time.Time) error {
	return func(at time.Time) error {
		select {
		case <-ctx.Done():
		case <-after(at.Sub(now())):
		}
		return ctx.Err()
	}
}

// Bots plays for bots, and searches for players.
type Bots struct {
	store       Store
	now         func() time.Time
	matches     *match.Matches
	lists       *match.Lists
	notebook    *learn.Notebook
	solver      bot.Solver
	searches    *searches
	aside       func(ctx context.Context, search func() error) error
	mayAsk      func(player string) error
	reviewNodes uint64
	allReviews  bool
	wakes       *club.Wakes
}

// Store is the part of the store that bots need.
type Store interface {
	db.Bots
	db.Reviews
	db.Leases
	Match(ctx context.Context, id string) (db.Match, error)
	CreateMatch(ctx context.Context, o db.Once, n db.NewMatch, note db.Note) (db.Match, error)
}

// Config holds the settings and dependencies of Bots.
type Config struct {
	Store    Store
	Now      func() time.Time
	Matches  *match.Matches
	Lists    *match.Lists
	Notebook *learn.Notebook
	Wakes    *club.Wakes

	// Busy reports whether a client waits for a response. Searches pause then. Nil means never.
	Busy func() bool
	// Aside runs a search outside of the limits of the request of ctx, where it would delay other
	// requests. Nil means that there are no limits.
	Aside func(ctx context.Context, search func() error) error
	// Solver has the exact values of positions: of Camette, and of the endgames of other games that
	// bot.EndingsOf lists. Nil means none.
	Solver bot.Solver
	// MayAsk returns an error if a player may not start a search now. Nil allows every player.
	MayAsk func(player string) error
	// ReviewNodes is the number of positions that each search of a review visits; 0 means the usual
	// number.
	ReviewNodes uint64
	// AllReviews lets ReviewWorker review matches that nobody has asked for.
	AllReviews bool
}

// New returns Bots.
func New(cfg Config) *Bots {
	if cfg.MayAsk == nil {
		cfg.MayAsk = func(string) error { return nil }
	}
	if cfg.Aside == nil {
		cfg.Aside = func(_ context.Context, search func() error) error { return search() }
	}
	return &Bots{store: cfg.Store, now: cfg.Now, matches: cfg.Matches, lists: cfg.Lists, notebook: cfg.Notebook, solver: cfg.Solver, searches: newSearches(cfg.Busy),
		aside: cfg.Aside, mayAsk: cfg.MayAsk, reviewNodes: cfg.ReviewNodes, allReviews: cfg.AllReviews, wakes: cfg.Wakes}
}

// Limits of a bot's search on a board: half a second on one core of 2026. They count positions and
// not time, so a search repeated after a crash finds the same move.
const (
	botNodes = 400_000
	botBytes = 8 << 20
)

// cardTimes is the time that a bot takes for each decision at cards, by level from index 0. A bot
// without a choice takes as long. Only time limits the search, and the bot plays the best action
// found by then. Thus the time of an answer reveals nothing of the cards.
var cardTimes = [db.BotLevels]time.Duration{2: 150 * time.Millisecond, 3: 300 * time.Millisecond, 4: 600 * time.Millisecond}

// botMove is an action of a bot and the earliest time to play it.
type botMove struct {
	seat   games.Seat // 0 if the bots let the open window close and the server post its event
	action string
	at     time.Time // zero for at once
}

// PlayBot makes the due move of a bot in a match, unless the bot has already made it. The search
// takes the turn of the match's owner. If ctx ends the search, PlayBot plays nothing. If the move
// must wait after the search, PlayBot calls await.
func (s *Bots) PlayBot(ctx context.Context, due db.DueBot, await func(time.Time) error) error {
	var m match.Match
	var move botMove
	err := s.searches.run(ctx, due.For, forBot, func(func() bool) error {
		stored, err := s.store.Match(ctx, due.Match)
		switch {
		case errors.Is(err, db.ErrNotFound):
			return nil
		case err != nil:
			return fmt.Errorf("load match: %w", err)
		case stored.BotDue.IsZero() || stored.BotDue.After(s.now()):
			return nil // the match has gone on already
		}
		if m, err = s.matches.Load(ctx, stored); err == nil {
			move, err = s.botMoveIn(ctx, m)
		}
		return err
	})
	if err != nil || m.ID == "" {
		return err
	}
	if !move.at.IsZero() {
		if err := await(move.at); err != nil {
			return err
		}
	}
	if move.seat == 0 {
		return s.matches.CloseHeard(ctx, m)
	}
	_, err = s.matches.Play(ctx, match.Post{Match: m.ID, Player: m.Seats[move.seat-1].ID, As: move.seat, Ply: m.Ply, Actions: []string{move.action}})
	if stale := new(match.StaleError); errors.As(err, &stale) {
		return nil
	}
	return err
}

// botMoveIn searches for the action of a bot in a match where one is due.
func (s *Bots) botMoveIn(ctx context.Context, m match.Match) (botMove, error) {
	seat, answers := match.BotTask(m.Match, m.Acting(), m.Table.Asked())
	if seat == 0 {
		return s.hearBots(ctx, m)
	}
	move := botMove{seat: seat}
	if !match.OnBoard(m.Game) {
		move.at = s.now().Add(cardTimes[m.Seats[seat-1].Bot-1])
	}
	action, err := s.chooseForBot(ctx, m, seat, answers)
	if err != nil {
		return botMove{}, fmt.Errorf("choose for seat %d: %w", seat, err)
	}
	move.action = action
	return move, nil
}

// chooseForBot returns the action of the bot of a seat. If a draw is offered, it answers the offer:
// it accepts unless its position is better.
func (s *Bots) chooseForBot(ctx context.Context, m match.Match, seat games.Seat, answers bool) (string, error) {
	level := m.Seats[seat-1].Bot
	if !answers && m.Ply >= match.MaxEvents && !m.Chance() {
		return "resign", nil
	}
	to := seat
	if answers {
		to = m.Table.ToAct()[0]
	}
	if m.IsExhibition() && match.OnBoard(m.Game) && m.Ply < openingPlies {
		level = openingLevel
	}
	choice, err := s.search(ctx, m, to, level)
	switch {
	case err != nil:
		return "", err
	case !answers:
		return orClaim(m, seat, choice), nil
	}
	value := choice.Value
	if to != seat && m.Rules.Info().Partner(seat) != to {
		value = -value
	}
	if value <= 0 {
		return "accept draw", nil
	}
	return "decline draw", nil
}

// orClaim returns the chosen action of a bot, or the claim of a draw. It claims if nothing has
// happened for long and no win is in sight; otherwise some matches would never end.
func orClaim(m match.Match, seat games.Seat, choice bot.Choice) string {
	if choice.Decided && choice.Moves > 0 {
		return choice.Action
	}
	if _, err := m.Table.Play(seat, claimDraw, m.Now); err != nil {
		return choice.Action
	}
	return claimDraw
}

const claimDraw = "claim draw"

// search searches the present position of a match for the seat to act, with the strength of a
// level. It yields to all other work of the site. If ctx ends first, it returns the error of ctx.
func (s *Bots) search(ctx context.Context, m match.Match, seat games.Seat, level int) (bot.Choice, error) {
	chooser, err := s.chooser(m, seat, level)
	if err != nil {
		return bot.Choice{}, err
	}
	var end time.Time
	if !match.OnBoard(m.Game) {
		end = s.now().Add(cardTimes[level-1])
	}
	choice, err := chooser.Choose(bot.Turn{State: m.Table.State(), Seat: seat, Nodes: botNodes, Stop: func() bool {
		s.searches.rest()
		return ctx.Err() != nil || !end.IsZero() && !s.now().Before(end)
	}})
	if err == nil {
		err = ctx.Err()
	}
	return choice, err
}

// chooser returns the computer player of a level. The highest level plays Camette and endgames by
// the tables, where they exist.
func (s *Bots) chooser(m match.Match, seat games.Seat, level int) (bot.Chooser, error) {
	if !match.OnBoard(m.Game) {
		return bot.NewPlayer(m.Game, level, cardSeed(m, seat))
	}
	if s.solver != nil && m.Game == "camette" && level == db.BotLevels {
		return bot.NewSolved(s.solver, botBytes)
	}
	options := bot.LevelOptions{Bytes: botBytes, Endings: bot.EndingsOf(s.solver, m.Game)}
	return bot.NewLevelWith(m.Game, level, botSeed(m.ID, m.Ply), options)
}

// cardSeed returns the seed of a seat's search at cards. The seed is as secret as the shuffle: with
// it, others could compute which cards would lead a bot to its action.
func cardSeed(m match.Match, seat games.Seat) uint64 {
	var secret games.Seed
	if s := m.Table.Setup().Seed; s != nil {
		secret = *s
	}
	sum := sha256.Sum256(fmt.Appendf(secret[:], " bot %s %d %d", m.ID, m.Ply, seat))
	return binary.LittleEndian.Uint64(sum[:])
}

// botSeed returns the seed of the search at a ply of a match.
func botSeed(match string, ply int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(match + " " + strconv.Itoa(ply)))
	return h.Sum64()
}

// At cards, a bot may prevent an event that the server is about to post for another seat. If a bot
// sits at a seat that might do so, a window opens for the event. It lasts at least as long as any
// bot takes. The event thus comes at the same time whatever cards the seats hold.

// hearBots asks the bots of a match whether they prevent the event for which the window is open.
func (s *Bots) hearBots(ctx context.Context, m match.Match) (botMove, error) {
	i := slices.IndexFunc(m.Table.ToAct(), m.AutoPlayed)
	if i < 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot has anything to do", m.ID)
	}
	levels := match.Listeners(m.Match, m.Table.ToAct()[i])
	if len(levels) == 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot listens", m.ID)
	}
	at := s.now().Add(cardTimes[slices.Max(levels)-1])
	for i, p := range m.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || !bot.Interrupts(m.Game, p.Bot) || m.AutoPlayed(seat) || len(m.Table.Legal(seat)) == 0 {
			continue
		}
		choice, err := s.search(ctx, m, seat, p.Bot)
		switch {
		case err != nil:
			return botMove{}, fmt.Errorf("ask seat %d: %w", seat, err)
		case choice.Action != "":
			return botMove{seat: seat, action: choice.Action, at: at}, nil
		}
	}
	if m.WindowEnds.After(at) {
		at = m.WindowEnds
	}
	return botMove{at: at}, nil
}
