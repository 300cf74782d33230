package bots

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/handlers/club/match"
)

// What a search of a bot may use on a board: on one core of 2026, half a second. Positions,
// and not time, bound it, so that a search that is repeated after a crash finds the same move.
const (
	botNodes = 400_000
	botBytes = 8 << 20
)

// cardTimes are how long a bot takes for each decision at cards, by level from index 0,
// whether it has a choice or none: time, and what is found by then, bounds its search. Who
// looks at the clock learns nothing of its cards.
var cardTimes = [db.BotLevels]time.Duration{2: 150 * time.Millisecond, 3: 300 * time.Millisecond, 4: 600 * time.Millisecond}

// botMove is what a bot does, and when at the earliest.
type botMove struct {
	seat   games.Seat // 0 to let the server post what the open window is for
	action string
	at     time.Time // zero for at once
}

// PlayBot makes the due move of a bot in a match, unless the bot has made it already. The
// search takes the turn of a player. If ctx ends the search, PlayBot plays nothing. If the
// move has to wait after the search, PlayBot waits by await.
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
			return nil // it has gone on before its turn
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

// botMoveIn searches for what a bot does in a match where something is due.
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

// chooseForBot returns what the bot of a seat does: it answers an offer of a draw, which
// it accepts unless it stands better, or it acts.
func (s *Bots) chooseForBot(ctx context.Context, m match.Match, seat games.Seat, answers bool) (string, error) {
	level := m.Seats[seat-1].Bot
	if !answers && m.Ply >= match.MaxEvents && !m.Chance() {
		return "resign", nil
	}
	to := seat
	if answers {
		to = m.Table.ToAct()[0]
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

// orClaim returns the action that a bot has chosen or, where nothing has happened for long
// and no win is in sight, the claim of a draw, without which some matches would not end.
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

// search searches the present position of a match for the seat to act, by the strength of a
// level. It gives way to whatever else there is to do. The error is that of ctx if it ends
// before.
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

// chooser returns a player of a level: the highest plays Camette, and endings, by the tables
// where there are some.
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

// cardSeed returns the seed of a search of a seat at cards. It is a secret like the shuffle,
// for with it others could tell from an action which cards a bot would have chosen it with.
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
