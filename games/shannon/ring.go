package shannon

import (
	"slices"

	"tableronde/games"
)

// ring is the knights in the order of their seats, clockwise.
type ring struct {
	seats   int
	dealer  games.Seat
	knights [maxSeats]knight
}

func (r *ring) knight(seat games.Seat) *knight { return &r.knights[seat-1] }

func (r *ring) holds(seat games.Seat) bool { return seat >= 1 && int(seat) <= r.seats }

// after returns the seat a number of places clockwise from another.
func (r *ring) after(seat games.Seat, places int) games.Seat {
	return games.Seat((int(seat)-1+places)%r.seats + 1)
}

// each yields all knights by seat.
func (r *ring) each(yield func(games.Seat, *knight) bool) {
	for i := range r.knights[:r.seats] {
		if !yield(games.Seat(i+1), &r.knights[i]) {
			return
		}
	}
}

// around yields all knights clockwise, ending with the dealer.
func (r *ring) around(yield func(games.Seat, *knight) bool) {
	for i := 1; i <= r.seats; i++ {
		if seat := r.after(r.dealer, i); !yield(seat, r.knight(seat)) {
			return
		}
	}
}

// opponentsOf lists all other seats, ascending.
func opponentsOf(seat games.Seat, seats int) []games.Seat {
	list := make([]games.Seat, 0, maxSeats-1)
	for o := games.Seat(1); int(o) <= seats; o++ {
		if o != seat {
			list = append(list, o)
		}
	}
	return list
}

func (r *ring) lives() [maxSeats]int16 {
	var lives [maxSeats]int16
	for seat, k := range r.each {
		lives[seat-1] = k.life
	}
	return lives
}

func (r *ring) heroTaken(p *Power) bool {
	return slices.ContainsFunc(r.knights[:r.seats], func(k knight) bool { return k.hero == p })
}

// opposingPower returns the first power in force of an opponent that found accepts, and
// its owner.
func (r *ring) opposingPower(seat games.Seat, found func(*Power) bool) (games.Seat, *Power) {
	for o, k := range r.each {
		for p := range k.inForce.all() {
			if o != seat && found(p) {
				return o, p
			}
		}
	}
	return 0, nil
}

const usualDishonorWounds = 5 // wounds of a dishonor, unless a power says otherwise

// dishonorWounds returns the wounds of a dishonor for a knight.
func (r *ring) dishonorWounds(seat games.Seat) int {
	wounds := usualDishonorWounds
	for o, k := range r.each {
		for p := range k.inForce.all() {
			if o == seat && p.spared {
				return 0
			}
			if o != seat {
				wounds = max(wounds, p.shames)
			}
		}
	}
	return wounds
}

// ranks returns the rank of each seat by life, those that have resigned after the
// others; equal seats share the best of their ranks.
func (r *ring) ranks() [maxSeats]int {
	var ranks [maxSeats]int
	worth := func(k *knight) int {
		if k.resigned {
			return int(k.life) - 2*startLife
		}
		return int(k.life)
	}
	for seat, k := range r.each {
		ranks[seat-1] = 1
		for _, o := range r.each {
			if worth(o) > worth(k) {
				ranks[seat-1]++
			}
		}
	}
	return ranks
}

// nextDealer returns the knight with the least life; of several, the first clockwise
// from the old dealer, who is last (§5.11).
func (r *ring) nextDealer() games.Seat {
	dealer := r.dealer
	for seat, k := range r.around {
		if best := r.knight(dealer).life; k.life < best || k.life == best && dealer == r.dealer {
			dealer = seat
		}
	}
	return dealer
}

// receivers lists the seats that receive a favor after a round, in the order of choosing (§6.2,
// §6.3); ties are broken by the distance from the dealer of the finished round.
func (r *ring) receivers(round int) []games.Seat {
	highest := int16(0)
	for _, life := range r.lives() {
		highest = max(highest, life)
	}
	var order []games.Seat
	for seat, k := range r.around {
		if k.life < highest {
			order = append(order, seat)
		}
	}
	slices.SortStableFunc(order, func(a, b games.Seat) int { return int(r.knight(a).life - r.knight(b).life) })
	list := slices.Clone(order[:min(automaticFavors(r.seats, round), len(order))])
	for _, distance := range favorDistances {
		for _, seat := range order {
			if int(highest-r.knight(seat).life) >= distance {
				list = append(list, seat)
			}
		}
	}
	return list
}
