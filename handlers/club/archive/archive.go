// Package archive holds finished matches: results, ratings, openings, collections, historic games.
// Its worker archives matches that have ended. It may import learn, talk, ladders, tables,
// accounts, match and the root of the club.
package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/rating"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// ArchiveWorker archives matches that have ended: their results by player, the ratings, and the
// positions of board games.
func (s *Archive) ArchiveWorker() club.Worker {
	return club.Worker{Name: "archive", Pause: club.WorkPause, Woken: s.wakes.Woken(club.Archiving), List: club.ItemsOf(s.store.Unarchived, func(ctx context.Context, id string) error {
		err := s.archive(ctx, id)
		s.wakes.Wake(club.LadderMatches)
		return err
	})}
}

// archive stores the data of an ended match that pages need.
func (s *Archive) archive(ctx context.Context, id string) error {
	m, err := s.store.Match(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("load match: %w", err)
	}
	if !isPlayed(m) && !db.IsAnnal(id) {
		return s.store.Archive(ctx, id, db.Ending{})
	}
	f, err := s.matches.Load(ctx, m)
	if err != nil {
		return err
	}
	return s.store.Archive(ctx, id, endingOf(f))
}

// isPlayed reports whether a match has a result and several players.
func isPlayed(m db.Match) bool {
	return !m.Solo && m.Result != nil && m.Result.Reason != games.ReasonAborted && len(m.Tags) == 0
}

// RatedPly is the least number of events of a match that counts for ratings.
const RatedPly = 6

// Counts reports whether a match counts for ratings. A finished match needs at least RatedPly
// events.
func Counts(m db.Match) bool { return m.Rated && !EndedEarly(m) }

// EndedEarly reports whether a match does not count for ratings only because it ended before
// RatedPly.
func EndedEarly(m db.Match) bool {
	return m.Rated && m.Over && (m.Ply < RatedPly || m.Result.Reason == games.ReasonAborted)
}

// endingOf returns the db.Ending of a match that was played to its end. Historic games count for no
// player.
func endingOf(f match.Match) db.Ending {
	e := db.Ending{Listed: true}
	if len(f.Result.Winners) > 0 {
		e.Outcome = slices.Min(f.Result.Winners)
	}
	if match.OnBoard(f.Game) {
		e.Passed = passedIn(f)
	}
	if db.IsAnnal(f.ID) {
		return e
	}
	e.Played = playedIn(f)
	if !f.AgainstBots() {
		e.Answers = answersOf(f)
	}
	e.Rated, e.Rate = ratedIn(f)
	return e
}

// archivedSeats returns the archived players by seat. If a bot has taken over the seat of a player
// who left, the seat has the player.
func archivedSeats(f match.Match) []db.Player {
	seats := slices.Clone(f.Seats)
	for i := range seats {
		if f.HasLeft(games.Seat(i + 1)) {
			seats[i] = f.AbsentPlayer(games.Seat(i + 1))
		}
	}
	return seats
}

// scoreAgainst returns the result of a seat against one other seat.
func scoreAgainst(f match.Match, seat, other games.Seat) db.Score {
	own, others := placeOf(f, seat), placeOf(f, other)
	switch {
	case own < others:
		return db.Won
	case own > others:
		return db.Lost
	}
	return db.Drew
}

// scoreOf returns the result of a seat against all other seats together.
func scoreOf(f match.Match, seat games.Seat) db.Score {
	switch {
	case f.HasLeft(seat):
		return db.Lost
	case slices.Contains(f.Result.Winners, seat):
		return db.Won
	case len(f.Result.Winners) == 0:
		return db.Drew
	}
	return db.Lost
}

// placeOf returns the place of a seat in the result: 1 for winners, then by score. Seats whose
// players left come last.
func placeOf(f match.Match, seat games.Seat) int {
	if f.HasLeft(seat) {
		return len(f.Seats) + 1
	}
	return f.Result.Place(seat, len(f.Seats))
}

// playedIn lists the results of the people in the match, once for each opponent.
func playedIn(f match.Match) (list []db.Played) {
	info := f.Rules.Info()
	fell := func(s db.Score) bool { return s == db.Lost && f.Result.Reason == games.ReasonTimeout }
	done := make(map[[2]string]bool)
	add := func(p db.Played) {
		if key := [2]string{p.Player, p.Opponent}; !done[key] {
			done[key], list = true, append(list, p)
		}
	}
	seats := archivedSeats(f)
	for i, p := range seats {
		player, seat := p.ProfileID(), games.Seat(i+1)
		if player == "" || p.Bot > 0 {
			continue
		}
		add(db.Played{Player: player, Score: scoreOf(f, seat), Fell: fell(scoreOf(f, seat))})
		for j, o := range seats {
			opponent, other := o.ProfileID(), games.Seat(j+1)
			if opponent == "" || opponent == player || other == info.Partner(seat) {
				continue
			}
			score := scoreAgainst(f, seat, other)
			add(db.Played{Player: player, Opponent: opponent, Score: score, Fell: fell(score)})
		}
	}
	return list
}

// passedIn lists the positions of a board game's match, each where it first occurred.
func passedIn(f match.Match) (list []db.Passed) {
	path, log, seen := f.Table.Path(), f.Table.Log(), make(map[int64]bool)
	for _, ply := range path {
		view, ok := f.Table.At(ply).State().View(games.Spectator).(parker.View)
		if !ok {
			return nil
		}
		position := HashPosition(view.Position())
		if seen[position] {
			continue
		}
		seen[position] = true
		list = append(list, db.Passed{Position: position, Ply: ply, Move: log[ply].Text, Score: scoreOf(f, log[ply].Seat)})
	}
	return list
}

// HashPosition returns the archive's number of a position. It covers the game, the pieces, the
// castle moves and the side to move.
func HashPosition(p parker.Position) int64 {
	sum := sha256.Sum256([]byte(p.String()))
	return int64(binary.BigEndian.Uint64(sum[:8]))
}

// answersOf returns how the people in the match answered the last event of another seat: the time
// taken, and the hour of the day in UTC.
func answersOf(f match.Match) []db.Answers {
	counts := make(map[string]*db.Answers)
	var order []string
	began := make([]time.Time, len(f.Seats)) // time of the event that a seat answers
	for i := range began {
		began[i] = f.Started
	}
	for _, line := range f.Events {
		if line.Seat < 1 || int(line.Seat) > len(f.Seats) {
			continue
		}
		p := f.Seats[line.Seat-1]
		for i := range began {
			if games.Seat(i+1) != line.Seat {
				began[i] = line.At
			}
		}
		player := p.ProfileID()
		if player == "" || p.Bot > 0 {
			continue
		}
		if counts[player] == nil {
			counts[player] = &db.Answers{Player: player}
			order = append(order, player)
		}
		counts[player].Counts[answerStep(line.At.Sub(began[line.Seat-1]))]++
		counts[player].Hours[line.At.UTC().Hour()]++
	}
	var list []db.Answers
	for _, player := range order {
		list = append(list, *counts[player])
	}
	return list
}

// answerStep returns the index in db.Answers under which a time is counted.
func answerStep(took time.Duration) int {
	return min(bits.Len64(uint64(max(took, 0)/time.Minute)), db.AnswerSteps-1)
}

// ratedIn returns the players whose ratings the match changes, and the function that rates them. A
// rated match changes the ratings of all people in it, including players who left. A match against
// bots alone changes the ratings of the bots.
func ratedIn(f match.Match) (players []string, rate func(map[string]rating.Rating) map[string]rating.Rating) {
	left := f.StandsFor != nil
	bots := f.AgainstBots() && !left
	all := archivedSeats(f)
	others := !bots && slices.ContainsFunc(all, func(p db.Player) bool { return p.Bot > 0 })
	if others || !Counts(f.Match) && !bots || bots && f.Clock.Control().BotsTakeOver {
		return nil, nil
	}
	info := f.Rules.Info()
	var ids []string
	var seats []rating.Seat
	for i, p := range all {
		seat := games.Seat(i + 1)
		partner := info.Partner(seat)
		if f.HasLeft(seat) {
			partner = 0 // the partner has played on with the bot
		}
		id := p.ProfileID()
		if id == "" && f.HasLeft(seat) {
			continue // left the match, and later the site
		}
		if id == "" || p.Bot == 0 && slices.Contains(ids, id) {
			return nil, nil // somebody has left, or holds two seats
		}
		side := seat
		if partner != 0 && !f.HasLeft(partner) {
			side = min(seat, partner)
		}
		seats = append(seats, rating.Seat{Side: int(side), Place: placeOf(f, seat), Fixed: (p.Bot > 0) != bots})
		ids = append(ids, id)
	}
	if len(ids) < 2 {
		return nil, nil
	}
	return ids, func(before map[string]rating.Rating) map[string]rating.Rating {
		for i, id := range ids {
			seats[i].Rating = before[id]
		}
		after := make(map[string]rating.Rating)
		for i, r := range rating.Rate(seats, f.Ended) {
			if _, done := after[ids[i]]; !done {
				after[ids[i]] = r
			}
		}
		return after
	}
}

// Archive stores and finds finished matches.
type Archive struct {
	store    Store
	now      func() time.Time
	rules    func(game string, version int) (games.Ruleset, error)
	matches  *match.Matches
	accounts *accounts.Accounts
	wakes    *club.Wakes
	wording  func(lang, english string) string
}

// Store is the part of the store that the archive needs.
type Store interface {
	db.Archive
	db.Collections
	Match(ctx context.Context, id string) (db.Match, error)
	Player(ctx context.Context, id string) (db.Player, error)
	RemarksOf(ctx context.Context, match, player string) ([]db.Remark, error)
}

// New returns an Archive. Historic games and their collections have English texts. wording
// translates them, nil for English alone.
func New(store Store, now func() time.Time, rules func(game string, version int) (games.Ruleset, error),
	matches *match.Matches, accounts *accounts.Accounts, wakes *club.Wakes, wording func(lang, english string) string) *Archive {
	if wording == nil {
		wording = func(_, english string) string { return english }
	}
	return &Archive{store: store, now: now, rules: rules, matches: matches, accounts: accounts, wakes: wakes, wording: wording}
}

// Conditions for a place among the leaders of a game.
const (
	LeaderMatches = 5                    // rated matches at least
	LeaderActive  = 180 * 24 * time.Hour // since the last of them, at most
)

var (
	errUnknownResult = club.Refuse(club.Invalid, "unknown_result", "unknown result: say won, drawn or lost").About("result")
)

// Profile holds the data of a player that a viewer may see.
type Profile struct {
	db.Player
	Ratings []db.Rated // with today's uncertainty; the games with most matches first
	Scores  []db.Tallied
	Against []db.Tallied // by opponent, the opponents with most matches first
	Answers db.Answers
}

// mostOpponents is the most opponents that a profile lists.
const mostOpponents = 20

// Profile returns the profile of a player. Only the player's own view counts private matches. The
// error is db.ErrNotFound if the player does not exist or has left.
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

// Leaders lists the players, people or bots, with the highest ratings at a game. The ratings have
// today's uncertainty. Bots are listed from their first match on.
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

// ArchiveQuery is a search of the archive. A zero field does not restrict the search.
type ArchiveQuery struct {
	Game             string // id
	Player, Opponent string // names of accounts, or ids
	Annotated        bool   // only matches in public collections
	// Result is won, drawn or lost, from the view of Player, or of the first seat if Player is "".
	Result       string
	Since, Until time.Time // limits of the end time; Until is exclusive
}

// results translates the results of an ArchiveQuery.
var results = map[string]db.Score{"won": db.Won, "drawn": db.Drew, "lost": db.Lost}

// Archived lists ended matches, the latest first. They are the public ones, and also the viewer's
// own if Player or Opponent is the viewer. It pages like MatchesOf. The error is ErrUnknownGame,
// ErrUnknownPlayer, errUnknownResult or db.ErrCursor.
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

// namedBy adds the field that named an unknown player to the refusal.
func namedBy(field string, err error) error {
	return club.Refusals{accounts.ErrUnknownPlayer: accounts.ErrUnknownPlayer.About(field)}.Of(err)
}
