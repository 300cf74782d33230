// Package rating measures the strength of players by the results of their matches, with
// Glicko-2: Mark E. Glickman, "Example of the Glicko-2 system", 2013. Comments use the symbols
// of the paper. The package is pure.
//
// The paper updates once in a rating period. Here each match is rated as it ends, and
// uncertainty grows with the time since the match before, see Period. The paper treats matches
// of two; Rate documents our rule for larger ones.
package rating

import (
	"math"
	"slices"
	"time"
)

const (
	// Period is the rating period of the paper: the time in which uncertainty grows by
	// one step of volatility. A week lets a settled player's deviation grow from 60 to
	// about 95 in a year without matches.
	Period = 7 * 24 * time.Hour

	start           = 1500
	startDeviation  = 350
	startVolatility = 0.06
	scale           = 173.7178 // points of a rating in one unit of the paper's inner scale
	tau             = 0.5      // τ: limits changes of the volatility
	convergence     = 1e-6
)

// Rating is the estimate of a player's strength at one game.
type Rating struct {
	Points     float64   // r, 1500 for a new player
	Deviation  float64   // RD, in points, at the time At; the true strength lies within two of it 19 times in 20
	Volatility float64   // σ
	Matches    int       // rated so far
	At         time.Time // of the last one, zero if there is none
}

// New is the rating of a player without rated matches.
func New() Rating {
	return Rating{Points: start, Deviation: startDeviation, Volatility: startVolatility}
}

// AsOf returns the rating at a time after the last match: less certain, but at least as
// certain as the rating of a new player.
func (r Rating) AsOf(now time.Time) Rating {
	if p := r.periods(now); p > 0 {
		r.Deviation = min(grown(r.Deviation/scale, r.Volatility, p)*scale, startDeviation)
	}
	return r
}

// periods returns the number of rating periods since the last match.
func (r Rating) periods(now time.Time) float64 {
	if r.At.IsZero() || !now.After(r.At) {
		return 0
	}
	return float64(now.Sub(r.At)) / float64(Period)
}

// Low returns a cautious estimate of the player's strength: the points less two deviations.
// Leaderboards rank by it.
func (r Rating) Low() float64 { return r.Points - 2*r.Deviation }

// grown returns φ after the given number of periods without a match (step 6 of the paper).
func grown(phi, sigma, periods float64) float64 {
	return math.Sqrt(phi*phi + sigma*sigma*periods)
}

// game is a result against one opponent.
type game struct {
	opponent Rating
	score    float64 // from 0, lost, to 1, won
	weight   float64 // as part of a whole match
}

// after returns the rating after games that were played at the same time; periods is the time
// since the games before, in rating periods (steps 2 to 8 of the paper).
func (r Rating) after(games []game, periods float64) Rating {
	mu, phi := (r.Points-start)/scale, r.Deviation/scale
	var precision, improvement float64 // 1/v, and Δ/v
	for _, one := range games {
		impact := 1 / math.Sqrt(1+3*math.Pow(one.opponent.Deviation/scale/math.Pi, 2))
		expected := 1 / (1 + math.Exp(-impact*(mu-(one.opponent.Points-start)/scale)))
		precision += one.weight * impact * impact * expected * (1 - expected)
		improvement += one.weight * impact * (one.score - expected)
	}
	if precision == 0 {
		return r
	}
	v := 1 / precision
	sigma := volatility(phi, r.Volatility, v, v*improvement)
	phi = min(grown(phi, sigma, periods), startDeviation/scale)
	phi = 1 / math.Sqrt(1/(phi*phi)+precision)
	r.Points = (mu+phi*phi*improvement)*scale + start
	r.Deviation = phi * scale
	r.Volatility = sigma
	return r
}

// volatility returns σ′ (step 5 of the paper, by the Illinois algorithm).
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		sum := phi*phi + v + e
		return e*(delta*delta-sum)/(2*sum*sum) - (x-a)/(tau*tau)
	}
	low := a
	var high float64
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > convergence {
		next := low + (low-high)*atLow/(atHigh-atLow)
		atNext := f(next)
		if atNext*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = next, atNext
	}
	return math.Exp(low / 2)
}

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
