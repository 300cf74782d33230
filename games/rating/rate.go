package rating

import (
	"math"
	"slices"
	"time"
)

// Seat is one seat of a match that has ended.
type Seat struct {
	Rating Rating // before the match
	Side   int    // seats of the same side are a team
	Place  int    // of the side, 1 for the first; sides of equal place have drawn
	Fixed  bool   // the rating stays: the seat is only an opponent to the others
}

// Rate returns the ratings of all seats after a match that ended at a time.
//
// Every side is an opponent of every other; in a match of n sides each of these n-1
// results weighs 1/(n-1), so that a match is one match however many play in it. A team
// is as strong as its members on average, and as uncertain as the root of the mean of
// their squared deviations.
func Rate(seats []Seat, now time.Time) []Rating {
	sides := sidesOf(seats, now)
	rated := make([]Rating, len(seats))
	for i, seat := range seats {
		rated[i] = seat.Rating
		if seat.Fixed || len(sides) < 2 {
			continue
		}
		var games []game
		for _, s := range sides {
			if s.number != seat.Side {
				games = append(games, game{s.rating, score(seat.Place, s.place), 1 / float64(len(sides)-1)})
			}
		}
		rated[i] = seat.Rating.after(games, seat.Rating.periods(now))
		rated[i].Matches++
		rated[i].At = now
	}
	return rated
}

// side is a team, or a seat that plays for itself.
type side struct {
	number, place int
	rating        Rating // Points and Deviation alone
}

// sidesOf lists the sides of a match in the order of their first seats.
func sidesOf(seats []Seat, now time.Time) []side {
	var sides []side
	for i, seat := range seats {
		if slices.ContainsFunc(seats[:i], func(s Seat) bool { return s.Side == seat.Side }) {
			continue
		}
		var members, points, variance float64
		for _, s := range seats[i:] {
			if s.Side != seat.Side {
				continue
			}
			r := s.Rating.AsOf(now)
			members++
			points += r.Points
			variance += r.Deviation * r.Deviation
		}
		team := Rating{Points: points / members, Deviation: math.Sqrt(variance / members)}
		sides = append(sides, side{seat.Side, seat.Place, team})
	}
	return sides
}

// score returns the result of a side against another by their places.
func score(own, other int) float64 {
	switch {
	case own < other:
		return 1
	case own > other:
		return 0
	}
	return 0.5
}
