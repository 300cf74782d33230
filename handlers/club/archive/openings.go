package archive

import (
	"context"
	"errors"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/tables"
)

var (
	errNoOpenings = club.Refuse(club.Invalid, "no_openings", "this game has no openings: choose a board game").About("game")
	errFarRating  = club.Refuse(club.Invalid, "invalid_rating", "this is not a rating: say 1 to 4000").About("rating")
)

// mostRating is the largest rating that a PassedQuery may name.
const mostRating = 4000

// Opening is a line of moves of a board game, from the first position or from any other.
type Opening struct {
	Game     string
	Start    string   // notation of the first position, "" for the usual one
	Line     []string // in canonical text
	Position parker.Position
	View     parker.View // of the position after Line
	Turn     int         // number of the side to move, from 1; 0 if the game is over
	Bad      string      // the move that cannot be played, "" for none
}

// OpeningAfter returns the opening after a line of moves. The line starts at the first position of
// the game, or at a position given in notation, which then names the game. A move that cannot be
// played ends the line and is stored in Bad. The error is ErrUnknownGame, errNoOpenings or a
// refusal of the position.
func (s *Archive) OpeningAfter(game, position string, line []string) (Opening, error) {
	o := Opening{Game: game}
	state, err := s.openingState(&o, position)
	if err != nil {
		return Opening{}, err
	}
	state, steps, err := learn.PlayLine(state, line)
	for _, step := range steps {
		o.Line = append(o.Line, step.Text)
	}
	if err != nil && !errors.Is(err, games.ErrFinished) {
		o.Bad = line[len(steps)]
	}
	if toAct := state.ToAct(); len(toAct) == 1 {
		o.Turn = int(toAct[0])
	}
	view, ok := state.View(games.Seat(o.Turn)).(parker.View)
	if !ok {
		return Opening{}, errNoOpenings
	}
	o.View, o.Position = view, view.Position()
	return o, nil
}

// openingState returns the first state of an opening.
func (s *Archive) openingState(o *Opening, position string) (games.State, error) {
	if position != "" {
		p, err := parker.ParsePosition(position)
		if err != nil {
			return nil, err
		}
		o.Game, o.Start = p.Board().ID(), p.String()
		return p.State()
	}
	if parker.BoardOf(o.Game) == nil {
		return nil, errNoOpenings
	}
	rules, err := s.rules(o.Game, 0)
	if err != nil {
		return nil, tables.ErrUnknownGame
	}
	return rules.New(games.Setup{})
}

// PassedQuery selects among the matches in which a position occurred. A zero field does not
// restrict it.
type PassedQuery struct {
	Player string     // name of an account, or id
	Seat   games.Seat // of Player
	Result string     // won, drawn or lost, for Player, or for the first seat without Player
	Since  time.Time  // least time of the end
	Rating int        // the least rating of all players after the match
}

// Passing is a position in the archive, with the moves played in it and the matches.
type Passing struct {
	Next    []db.Continuation // the most frequent first
	Matches []db.Match        // the latest start first
	Plies   []int             // for each of Matches, the ply at which it left the position
	// Latest is set if more than db.MostPassed matches had the position. The query then used only
	// the latest ones.
	Latest bool
}

// Passing returns the moves that public matches played in a position, and the latest of these
// matches, at most limit. The error is ErrUnknownPlayer, errUnknownResult or errFarRating.
func (s *Archive) Passing(ctx context.Context, at parker.Position, q PassedQuery, limit int) (p Passing, err error) {
	hash := HashPosition(at)
	if p.Next, err = s.store.Continuations(ctx, hash); err != nil {
		return p, err
	}
	if q == (PassedQuery{}) {
		p.Matches, p.Plies, err = s.store.Through(ctx, hash, limit)
		return p, err
	}
	f, err := s.passedFilter(ctx, q)
	if err != nil {
		return p, err
	}
	all := 0
	for _, n := range p.Next {
		all += n.Matches
	}
	p.Latest = all > db.MostPassed
	p.Next, p.Matches, p.Plies, err = s.store.Passing(ctx, hash, f, limit)
	return p, err
}

// passedFilter finds the player that a query names.
func (s *Archive) passedFilter(ctx context.Context, q PassedQuery) (db.PassedFilter, error) {
	f := db.PassedFilter{Seat: q.Seat, Since: q.Since, Rating: float64(q.Rating)}
	if q.Rating < 0 || q.Rating > mostRating {
		return f, errFarRating
	}
	if q.Player != "" {
		p, err := s.accounts.FindPlayer(ctx, strings.TrimSpace(q.Player))
		if err != nil {
			return f, namedBy("player", err)
		}
		f.Player = p.ID
	}
	score, chosen := results[q.Result]
	switch {
	case q.Result == "":
	case !chosen:
		return f, errUnknownResult
	case f.Player != "":
		f.Score = &score
	default:
		outcome := map[db.Score]games.Seat{db.Won: 1, db.Lost: 2}[score]
		f.Outcome = &outcome
	}
	return f, nil
}
