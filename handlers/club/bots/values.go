package bots

import (
	"context"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
)

// valuedMoves is how many moves of a position are told their value, and with how many
// positions each.
const (
	valuedMoves = 5
	valuedNodes = 40_000
)

var (
	errUnderWay = club.Refuse(club.Forbidden, "match_under_way", "you play a match against somebody that stands at this position or leads to it: its value is told once that match is over")
	errNoValue  = club.Refuse(club.Forbidden, "no_player", "values are told to those who have a name here")
	errNobody   = club.Refuse(club.Invalid, "finished", "nobody is to move in this position: the game is over")
)

// Value is what a position is worth to the seat to act in it.
type Value struct {
	Seat    games.Seat
	Verdict judge.Verdict
	Moves   []judge.Scored // the best ones
}

// Value tells a player what the position after a line of the analysis of a match is worth,
// unless they play a match between people in which it may matter. Other errors are those of
// Study and of KeepLine, errNobody, errNoRoom, and those of Config.MayAsk, which comes before
// anything that takes long.
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

// keyOf returns the key of a position: equal ones have equal keys in all matches of a game.
func keyOf(s games.State) uint64 { return s.(games.Searcher).Search().Key() }

// keysUntil returns the keys of the positions that have led to one of a match, its own
// included.
func keysUntil(f match.Match, ply int) map[uint64]bool {
	keys := map[uint64]bool{keyOf(f.Table.At(ply).State()): true}
	for _, i := range f.Table.At(ply).Path() {
		keys[keyOf(f.Table.At(i).State())] = true
	}
	return keys
}

// checkNoneUnderWay returns errUnderWay if a player plays a match between people, or of a
// cup, that is not over and stands at a position with one of the keys, which have led to the position
// that is asked about. So that a position a move or two further on is not set up anew and
// asked about, those count as well.
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

// isContest reports whether a match is one between people or of a cup.
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

// maxAhead bounds the positions that leadsTo looks at.
const maxAhead = 50_000

// leadsTo reports whether a position, or one of those that are two moves ahead at most, has
// one of the keys.
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
