package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/rating"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// ArchiveWorker keeps matches that have ended for looking back: results by player, ratings, and
// the positions on boards.
func (s *Archive) ArchiveWorker() club.Worker {
	return club.Worker{Name: "archive", Pause: club.WorkPause, Woken: s.ended, List: club.ItemsOf(s.store.Unarchived, func(ctx context.Context, id string) error {
		err := s.archive(ctx, id)
		s.ladderDue.Send()
		return err
	})}
}

// archive keeps what looking back needs of a match.
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

// isPlayed reports whether a match has a result among several players.
func isPlayed(m db.Match) bool {
	return !m.Solo && m.Result != nil && m.Result.Reason != games.ReasonAborted && len(m.Tags) == 0
}

// RatedPly is the ply from which on a match counts for ratings.
const RatedPly = 6

// Counts reports whether a match counts for ratings: one that is over had to get far enough.
func Counts(m db.Match) bool { return m.Rated && !EndedEarly(m) }

// EndedEarly reports whether a match that would have counted ended too early for that.
func EndedEarly(m db.Match) bool {
	return m.Rated && m.Over && (m.Ply < RatedPly || m.Result.Reason == games.ReasonAborted)
}

// endingOf returns the db.Ending of a match that was played to its end. Historic games count
// for nobody.
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

// ArchivedAs returns the id under which a player is archived, "" for a player who has left the
// site. All bots of one level at a table share one id.
func ArchivedAs(p db.Player) string {
	switch {
	case p.Bot > 0:
		return db.BotPlayer(p.Bot, 1).ID
	case p.Name == db.FormerName:
		return ""
	}
	return p.ID
}

// archivedSeats returns who is archived by seat: for that of somebody who has left, and for
// whom a bot has played on, not the bot.
func archivedSeats(f match.Match) []db.Player {
	seats := slices.Clone(f.Seats)
	for i := range seats {
		if f.HasLeft(games.Seat(i + 1)) {
			seats[i] = f.AbsentPlayer(games.Seat(i + 1))
		}
	}
	return seats
}

// scoreAgainst returns the result of a seat against another.
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

// scoreOf returns the result of a seat against all others together.
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

// placeOf returns the place of a seat in the result: 1 for winners, then by score, and after
// all others those who have left.
func placeOf(f match.Match, seat games.Seat) int {
	if f.HasLeft(seat) {
		return len(f.Seats) + 1
	}
	return f.Result.Place(seat, len(f.Seats))
}

// playedIn lists the results of the people in the match, each once against each opponent.
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
		player, seat := ArchivedAs(p), games.Seat(i+1)
		if player == "" || p.Bot > 0 {
			continue
		}
		add(db.Played{Player: player, Score: scoreOf(f, seat), Fell: fell(scoreOf(f, seat))})
		for j, o := range seats {
			opponent, other := ArchivedAs(o), games.Seat(j+1)
			if opponent == "" || opponent == player || other == info.Partner(seat) {
				continue
			}
			score := scoreAgainst(f, seat, other)
			add(db.Played{Player: player, Opponent: opponent, Score: score, Fell: fell(score)})
		}
	}
	return list
}

// passedIn lists the positions of a match on a board, each at its first time.
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

// HashPosition returns the number by which the archive knows a position: of its game, its
// pieces, castle moves and whose turn it is.
func HashPosition(p parker.Position) int64 {
	sum := sha256.Sum256([]byte(p.String()))
	return int64(binary.BigEndian.Uint64(sum[:8]))
}

// answersOf counts how long the people in the match took to answer the last line that was
// somebody else's, and at what hour of the day they did.
func answersOf(f match.Match) []db.Answers {
	counts := make(map[string]*db.Answers)
	var order []string
	began := make([]time.Time, len(f.Seats)) // when what a seat answers began
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
		player := ArchivedAs(p)
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

// answerStep returns the step of db.Answers that counts a time.
func answerStep(took time.Duration) int {
	return min(bits.Len64(uint64(max(took, 0)/time.Minute)), db.AnswerSteps-1)
}

// ratedIn returns the players whose ratings the match changes, and the function that rates
// them. A rated match changes the ratings of people, also of people who have left it. A match
// against bots alone changes the ratings of the bots.
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
			partner = 0 // who has played on with the bot
		}
		id := ArchivedAs(p)
		if id == "" && f.HasLeft(seat) {
			continue // the match, and then the site
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
