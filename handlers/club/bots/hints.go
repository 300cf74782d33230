package bots

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/judge"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
)

// Limits of a search for which a player waits: a third of a second on one core of 2026.
const (
	askNodes = 250_000
	askBytes = 8 << 20
)

var (
	errNoOther = club.Refuse(club.Invalid, "no_other_hint", "there is no further move to suggest in this position")
	ErrNoHint  = club.Refuse(club.Forbidden, "no_hint", "this match has no hints: only a match of one person against the computer has them")
	errNoRoom  = &club.Error{Kind: club.Unavailable, Code: "searches_busy", Text: "many are asking the computer at the moment: try again in a moment", Retry: 5}
)

// Hint is the move that the computer advises a seat.
type Hint struct {
	Ply    int
	Seat   games.Seat
	Number int          // of the hint in this position: 1 is the best move
	More   bool         // a further hint exists
	Given  int          // hints given in the match so far
	Advice judge.Advice // in board games
	Cards  []CardOption // in card games: the advised action first, then the alternatives
	Moment games.Moment // in card games
}

// Hint advises a player: the best move for number 1, the next best for 2, up to db.MaxHints. The
// match counts its hints and the record shows their number. Only a match of one person against bots
// has hints. Other errors: errNoOther, db.ErrNotFound, ErrNoSeat, games.ErrNotYourTurn, ErrOver,
// errNoRoom, and the errors of Config.MayAsk.
func (s *Bots) Hint(ctx context.Context, id, player string, number int) (Hint, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err != nil {
		return Hint{}, err
	}
	seat := match.SeatOf(f.Match, player)
	switch {
	case seat == 0:
		return Hint{}, match.ErrNoSeat
	case !f.IsPractice() || !match.BotsPlay(f.Game):
		return Hint{}, ErrNoHint
	case f.IsOver():
		return Hint{}, match.ErrOver
	}
	if !slices.Contains(f.Acting(), seat) {
		return Hint{}, games.ErrNotYourTurn
	}
	if err := s.mayAsk(player); err != nil {
		return Hint{}, err
	}
	h, err := s.advise(ctx, f, seat, number)
	if err != nil {
		return Hint{}, club.Refusals{judge.ErrNoOther: errNoOther}.Of(err)
	}
	m, err := s.store.NoteHint(ctx, id, f.Ply, number)
	if err != nil {
		return Hint{}, fmt.Errorf("note hint: %w", err)
	}
	h.Given = m.Hints
	return h, nil
}

// advise searches for a hint. In card games the first hint compares all actions, and there is no
// second one.
func (s *Bots) advise(ctx context.Context, f match.Match, seat games.Seat, number int) (h Hint, err error) {
	h = Hint{Ply: f.Ply, Seat: seat, Number: number}
	if !match.OnBoard(f.Game) {
		if number != 1 {
			return Hint{}, errNoOther
		}
		err = s.ask(ctx, f.Seats[seat-1].ID, func(stop func() bool) (err error) {
			h.Cards, err = s.adviseCards(f, seat, stop)
			return err
		})
		h.Moment = judge.Moment(f.Table.State().View(seat))
		return h, err
	}
	most := 0
	state := f.Table.State()
	if x, ok := state.(games.Searcher); ok {
		most = min(len(x.Search().Moves(nil)), db.MaxHints)
	}
	if number < 1 || number > most {
		return Hint{}, errNoOther
	}
	h.More = number < most
	err = s.ask(ctx, f.Seats[seat-1].ID, func(stop func() bool) error {
		j, err := s.newJudge(f.Game, stop)
		if err == nil {
			h.Advice, err = j.Advise(state, askNodes, number)
		}
		return err
	})
	return h, err
}

// newJudge returns a judge of a game for searches for which a player waits.
func (s *Bots) newJudge(game string, stop func() bool) (*judge.Judge, error) {
	return judge.New(game, judge.Options{Bytes: askBytes, Solver: s.solver, Stop: stop})
}

// ask runs a search for which a player waits, outside of the limits of the request. The error is
// errNoRoom if too many wait already, or the error of ctx if ctx ends before the search.
func (s *Bots) ask(ctx context.Context, player string, search func(stop func() bool) error) error {
	return s.aside(ctx, func() error { return cmp.Or(s.searches.run(ctx, player, forPerson, search), ctx.Err()) })
}

// cardAskTime is the longest search for a hint at cards.
const cardAskTime = 700 * time.Millisecond

// mostCardOptions is the most actions that a hint at cards compares.
const mostCardOptions = 4

// CardOption is an action at cards. Share is the percentage of deals, among those that fit the
// cards the seat sees, in which the seat would win with the action.
type CardOption struct {
	Action string
	Share  int // -1 without a choice

	Reasons []games.Fact // for the action or against it: see judge.Explain
}

// adviseCards searches for a seat, using only the cards that the seat sees.
func (s *Bots) adviseCards(f match.Match, seat games.Seat, stop func() bool) ([]CardOption, error) {
	chooser, err := bot.NewPlayer(f.Game, db.BotLevels, cardSeed(f, seat))
	if err != nil {
		return nil, err
	}
	end := s.now().Add(cardAskTime)
	choice, err := chooser.Choose(bot.Turn{State: f.Table.State(), Seat: seat, Nodes: askNodes, Stop: func() bool { return stop() || !s.now().Before(end) }})
	if err != nil {
		return nil, err
	}
	if len(choice.Options) == 0 {
		choice.Options = []bot.Option{{Action: choice.Action, Share: -1}}
	}
	var list []CardOption
	var actions []string
	for _, o := range choice.Options[:min(len(choice.Options), mostCardOptions)] {
		list, actions = append(list, CardOption{Action: o.Action, Share: o.Share}), append(actions, o.Action)
	}
	for i, facts := range judge.Explain(f.Table.State(), seat, actions) {
		list[i].Reasons = facts
	}
	return list, nil
}

// Limits of the values of a position: the number of its moves that get a value, and the positions
// searched for each.
const (
	valuedMoves = 5
	valuedNodes = 40_000
)

var (
	errUnderWay = club.Refuse(club.Forbidden, "match_under_way", "this position could arise in one of your matches: ask again when that match is over")
	errNoValue  = club.Refuse(club.Forbidden, "no_player", "you need a name here to ask for values: sign in or play as a guest")
	errNobody   = club.Refuse(club.Invalid, "finished", "the game is over in this position: choose an earlier one")
)

// Value is the value of a position for the seat to act.
type Value struct {
	Seat    games.Seat
	Verdict judge.Verdict
	Moves   []judge.Scored // the best moves
}

// Value returns the value of the position after a line in the analysis of a match. It refuses
// players who could use it in a current match between people. Other errors are the errors of Study
// and KeepLine, errNobody, errNoRoom, and the errors of Config.MayAsk, which is called before any
// long work.
func (s *Bots) Value(ctx context.Context, id, player string, line learn.StudyLine) (Value, error) {
	if player == "" {
		return Value{}, errNoValue
	}
	f, err := s.notebook.Studied(ctx, id, player)
	if err != nil {
		return Value{}, err
	}
	steps, err := learn.CheckLine(f, line)
	if err != nil {
		return Value{}, err
	}
	state := f.Table.At(line.After).State()
	keys := keysUntil(f, line.After)
	for _, step := range steps {
		if state, _, err = state.Apply(step.Seat, step.Text); err != nil {
			return Value{}, err
		}
		keys[keyOf(state)] = true
	}
	toAct := state.ToAct()
	if len(toAct) != 1 {
		return Value{}, errNobody
	}
	if err := s.mayAsk(player); err != nil {
		return Value{}, err
	}
	v := Value{Seat: toAct[0]}
	err = s.ask(ctx, player, func(stop func() bool) error {
		if err := s.checkNoneUnderWay(ctx, player, f.Game, keys); err != nil {
			return err
		}
		j, err := s.newJudge(f.Game, stop)
		if err != nil {
			return err
		}
		if v.Verdict, err = j.Position(state, askNodes); err == nil {
			v.Moves, err = j.Moves(state, valuedNodes, valuedMoves)
		}
		return err
	})
	return v, err
}

// keyOf returns the key of a position. Equal positions have equal keys in all matches of a game.
func keyOf(s games.State) uint64 { return s.(games.Searcher).Search().Key() }

// keysUntil returns the keys of all positions of a match up to a ply.
func keysUntil(f match.Match, ply int) map[uint64]bool {
	keys := map[uint64]bool{keyOf(f.Table.At(ply).State()): true}
	for _, i := range f.Table.At(ply).Path() {
		keys[keyOf(f.Table.At(i).State())] = true
	}
	return keys
}

// checkNoneUnderWay returns errUnderWay if an unfinished match of the player, between people or in
// a cup, has a position with one of the keys. The keys include the positions before the one in
// question. Otherwise a player could set up a position a move or two further on and ask about it.
func (s *Bots) checkNoneUnderWay(ctx context.Context, player, game string, keys map[uint64]bool) error {
	live, cursor := false, ""
	for {
		list, next, err := s.lists.MatchesOf(ctx, player, db.Filter{Over: &live}, cursor, db.MaxPage)
		if err != nil {
			return err
		}
		all, err := s.matches.LoadAll(ctx, slices.DeleteFunc(list, func(m db.Match) bool { return m.Game != game || m.Started.IsZero() || !isContest(m) }))
		if err != nil {
			return err
		}
		for _, f := range all {
			if x, ok := f.Table.State().(games.Searcher); ok && leadsTo(x.Search(), keys) {
				return errUnderWay
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// isContest reports whether a match is between people or part of a cup.
func isContest(m db.Match) bool { return m.Cup != "" || betweenPeople(m) }

// betweenPeople reports whether more than one person has a seat.
func betweenPeople(m db.Match) bool {
	first := ""
	for _, p := range m.Seats {
		switch {
		case p.Bot > 0 || p.ID == first:
		case first == "":
			first = p.ID
		default:
			return true
		}
	}
	return false
}

// maxAhead is the most positions that leadsTo visits.
const maxAhead = 50_000

// leadsTo reports whether a position, or a position at most two moves later, has one of the keys.
func leadsTo(x games.SearchPosition, keys map[uint64]bool) bool {
	left := maxAhead
	var look func(depth int) bool
	look = func(depth int) bool {
		if left--; keys[x.Key()] {
			return true
		}
		if depth == 0 || left <= 0 || x.ToAct() == 0 {
			return false
		}
		for _, m := range x.Moves(nil) {
			x.Make(m)
			found := look(depth - 1)
			x.Unmake()
			if found {
				return true
			}
		}
		return false
	}
	return look(2)
}
