package club

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/table"
)

// BotPause is how long a bot waits before it thinks about its move, unless Config says
// otherwise.
const BotPause = 400 * time.Millisecond

// What a search of a bot may use: on one core of 2026, half a second. Positions, and not
// time, bound it, so that a search that is repeated after a crash finds the same move.
const (
	botNodes = 400_000
	botBytes = 8 << 20
)

// botTask returns the first seat of a bot that has something to do, and whether that is to
// answer an offer of a draw, rather than to act; 0 if there is none.
func botTask(m db.Match, toAct, asked []games.Seat) (seat games.Seat, answers bool) {
	for _, list := range []struct {
		seats   []games.Seat
		answers bool
	}{{asked, true}, {toAct, false}} {
		for _, seat := range list.seats {
			if m.Seats[seat-1].Bot > 0 {
				return seat, list.answers
			}
		}
	}
	return 0, false
}

// consentOfBots has the bots agree at once, after a surrounding event of a seat, to a
// request to go back and to the resignation of a partner.
func (t *txn) consentOfBots(by games.Seat, text string) error {
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || t.table.Over() {
			continue
		}
		if _, awaited := t.table.UndoVotes(); slices.Contains(awaited, seat) {
			if err := t.apply(seat, table.AcceptUndo); err != nil {
				return err
			}
		}
		if table.AsSurrounding(text) == "resign" && seat != by && t.sameSide(seat, by) {
			if err := t.apply(seat, "resign"); err != nil && !IsRefusal(err) {
				return err
			}
		}
	}
	return nil
}

// playBot does what a bot has to do in a match, unless that was done already. A search
// that ctx ends plays nothing.
func (s *Service) playBot(ctx context.Context, id string) error {
	stored, err := s.store.Match(ctx, id)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("load match: %w", err)
	case stored.BotDue.IsZero() || stored.BotDue.After(s.now()):
		return nil // it has gone on meanwhile
	}
	m, err := s.load(ctx, stored)
	if err != nil {
		return err
	}
	seat, answers := botTask(m.Match, m.Acting(), m.Table.Asked())
	if seat == 0 {
		return fmt.Errorf("match %s is due, and no bot has anything to do", id)
	}
	defer s.searching.begin()()
	action, err := s.chooseForBot(ctx, m, seat, answers)
	if err != nil {
		return fmt.Errorf("choose for seat %d: %w", seat, err)
	}
	_, err = s.Play(ctx, Post{Match: id, Player: m.Seats[seat-1].ID, As: seat, Ply: m.Ply, Actions: []string{action}})
	if stale := new(StaleError); errors.As(err, &stale) {
		return nil
	}
	return err
}

// chooseForBot returns what the bot of a seat does: it answers an offer of a draw, which
// it accepts unless it stands better, or it acts.
func (s *Service) chooseForBot(ctx context.Context, m Match, seat games.Seat, answers bool) (string, error) {
	level := m.Seats[seat-1].Bot
	if !answers && m.Ply >= MaxEvents {
		return "resign", nil
	}
	to := m.Table.ToAct()[0]
	choice, err := s.search(ctx, m, to, level)
	switch {
	case err != nil:
		return "", err
	case !answers:
		return m.orClaim(seat, choice), nil
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
func (m Match) orClaim(seat games.Seat, choice bot.Choice) string {
	if choice.Decided && choice.Moves > 0 {
		return choice.Action
	}
	if _, err := m.Table.Play(seat, claimDraw, m.now); err != nil {
		return choice.Action
	}
	return claimDraw
}

const claimDraw = "claim draw"

// search searches the present position of a match for the seat to act, by the strength of a
// level. It gives way to whatever else there is to do. The error is that of ctx if it ends
// before.
func (s *Service) search(ctx context.Context, m Match, seat games.Seat, level int) (bot.Choice, error) {
	chooser, err := s.chooser(m, level)
	if err != nil {
		return bot.Choice{}, err
	}
	choice, err := chooser.Choose(bot.Turn{State: m.Table.State(), Seat: seat, Nodes: botNodes, Stop: func() bool {
		s.giveWay()
		return ctx.Err() != nil
	}})
	if err == nil {
		err = ctx.Err()
	}
	return choice, err
}

// chooser returns a player of a level: the highest plays Camette by the table where there
// is one.
func (s *Service) chooser(m Match, level int) (bot.Chooser, error) {
	if s.camette != nil && m.Game == "camette" && level == db.BotLevels {
		return bot.NewSolvedWithin(s.camette, botBytes)
	}
	return bot.NewLevelWithin(m.Game, level, botSeed(m.ID, m.Ply), botBytes)
}

// giveWay lets a search rest while somebody waits for a response, which needs the
// processor more: for a few milliseconds after each millisecond of search at most, so that
// bots answer, slowly, on a site where somebody always waits.
func (s *Service) giveWay() {
	const step, steps = 500 * time.Microsecond, 8
	for range steps {
		if s.busy == nil || !s.busy() {
			break
		}
		time.Sleep(step)
	}
	runtime.Gosched()
}

// botSeed returns the seed of the search at a ply of a match.
func botSeed(match string, ply int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(match + " " + strconv.Itoa(ply)))
	return h.Sum64()
}
