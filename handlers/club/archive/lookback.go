package archive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// Who is among the leaders of a game.
const (
	LeaderMatches = 5                    // rated matches at least
	LeaderActive  = 180 * 24 * time.Hour // the last of them no longer ago
)

var (
	errUnknownResult = club.Refuse(club.Invalid, "unknown_result", "a result is won, drawn or lost").About("result")
)

// Profile has the data of a player that a viewer may see.
type Profile struct {
	db.Player
	Ratings []db.Rated // as uncertain as they are now; those of most matches first
	Scores  []db.Tallied
	Against []db.Tallied // by opponent, those of most matches first
	Answers db.Answers
}

// mostOpponents is how many opponents a profile lists.
const mostOpponents = 20

// Profile returns the profile of a player, which counts private matches for the player alone.
// The error is db.ErrNotFound if there is none, or if the player has left.
func (s *Archive) Profile(ctx context.Context, viewer, id string) (p Profile, err error) {
	if p.Player, err = s.store.Player(ctx, id); err != nil {
		return Profile{}, err
	}
	if p.Name == db.FormerName {
		return Profile{}, db.ErrNotFound
	}
	if p.Ratings, err = s.store.RatingsOf(ctx, id); err != nil {
		return Profile{}, err
	}
	for i := range p.Ratings {
		p.Ratings[i].Rating = p.Ratings[i].Rating.AsOf(s.now())
	}
	if p.Scores, err = s.store.Scores(ctx, viewer, id); err != nil {
		return Profile{}, err
	}
	if p.Against, err = s.store.ScoresAgainst(ctx, viewer, id, mostOpponents); err != nil {
		return Profile{}, err
	}
	p.Answers, err = s.store.AnswersOf(ctx, id)
	return p, err
}

// Leaders lists those who are worth most at a game, people or bots; their ratings are as
// uncertain as they are now. Bots are there from their first match on.
func (s *Archive) Leaders(ctx context.Context, game string, bots bool, skip, limit int) ([]db.Rated, error) {
	if _, ok := match.GameNamed(game); !ok {
		return nil, tables.ErrUnknownGame
	}
	l := db.LeadersOf{Game: game, Bots: bots, Skip: skip, Limit: limit}
	if !bots {
		l.Matches, l.Since = LeaderMatches, s.now().Add(-LeaderActive)
	}
	list, err := s.store.Leaders(ctx, l)
	if err != nil {
		return nil, fmt.Errorf("list leaders: %w", err)
	}
	for i := range list {
		list[i].Rating = list[i].Rating.AsOf(s.now())
	}
	return list, nil
}

// RatedPairs lists pairs of players who could lead a game by playing only each other.
func (s *Archive) RatedPairs(ctx context.Context) ([]db.RatedPair, error) {
	return s.store.RatedPairs(ctx, LeaderMatches)
}

// ArchiveQuery is what somebody looks for in the archive. Zero fields take all.
type ArchiveQuery struct {
	Game             string // id
	Player, Opponent string // names of accounts, or ids
	Annotated        bool   // those in public collections
	// Result is won, drawn or lost, for Player or else for the first seat.
	Result       string
	Since, Until time.Time // of the end; Until is not included
}

// results are the results of an ArchiveQuery.
var results = map[string]db.Score{"won": db.Won, "drawn": db.Drew, "lost": db.Lost}

// Archived lists matches that have ended, the latest first: public ones, and those of the
// viewer where Player or Opponent is the viewer. Its pages are those of MatchesOf. The
// error is ErrUnknownGame, ErrUnknownPlayer, errUnknownResult or db.ErrCursor.
func (s *Archive) Archived(ctx context.Context, viewer string, q ArchiveQuery, cursor string, limit int) (list []db.Match, next string, err error) {
	f, err := s.archiveFilter(ctx, q)
	if err != nil {
		return nil, "", err
	}
	list, next, err = s.store.Archived(ctx, viewer, f, cursor, limit)
	if err != nil {
		return nil, "", fmt.Errorf("list the archive: %w", err)
	}
	return list, next, nil
}

// archiveFilter finds the players that a query names.
func (s *Archive) archiveFilter(ctx context.Context, q ArchiveQuery) (db.ArchiveFilter, error) {
	f := db.ArchiveFilter{Game: q.Game, Since: q.Since, Until: q.Until, Annotated: q.Annotated}
	if _, ok := match.GameNamed(q.Game); !ok && q.Game != "" {
		return f, tables.ErrUnknownGame
	}
	if q.Player == "" {
		q.Player, q.Opponent = q.Opponent, ""
	}
	for _, one := range []struct {
		who, field string
		id         *string
	}{{q.Player, "player", &f.Player}, {q.Opponent, "opponent", &f.Opponent}} {
		if one.who == "" {
			continue
		}
		p, err := s.accounts.FindPlayer(ctx, strings.TrimSpace(one.who))
		if errors.Is(err, accounts.ErrUnknownPlayer) && one.field == "player" && q.Opponent == "" && isAnnalName(one.who) {
			f.Given = strings.ToLower(strings.TrimSpace(one.who))
			continue
		}
		if err != nil {
			return f, namedBy(one.field, err)
		}
		*one.id = p.ID
	}
	score, chosen := results[q.Result]
	switch {
	case q.Result == "":
	case !chosen:
		return f, errUnknownResult
	case f.Player == "" && score == db.Won:
		f.Seat = 1
	case f.Player == "" && score == db.Lost:
		f.Seat = 2
	default:
		f.Score = &score
	}
	return f, nil
}

// playerNamed finds a player whom a field names.
func (s *Archive) playerNamed(ctx context.Context, who, field string) (db.Player, error) {
	p, err := s.accounts.FindPlayer(ctx, strings.TrimSpace(who))
	return p, namedBy(field, err)
}

// namedBy says of the refusal of an unknown player which field named them.
func namedBy(field string, err error) error {
	if errors.Is(err, accounts.ErrUnknownPlayer) {
		return accounts.ErrUnknownPlayer.About(field)
	}
	return err
}

// RatingSteps returns the course of a player's rating.
func (s *Archive) RatingSteps(ctx context.Context, player, game string, most int) ([]db.RatingStep, error) {
	return s.store.RatingSteps(ctx, player, game, most)
}
