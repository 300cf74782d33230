package table_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"tableronde/games"
)

// nim is a game small enough to see through: in turn, the seats take one to
// three from a pile of twelve, and the last to take wins. A seat that resigns
// is out; the last one in wins. A draw may be claimed of a pile of three.
type nim struct {
	drawless bool
	hidden   bool
}

func (g nim) Info() games.Info {
	return games.Info{
		ID: "nim", Version: 1, Seats: []int{2, 3, 4}, Hidden: g.hidden,
		Options: []games.Option{{ID: "pile", Values: []string{"12", "40"}}},
	}
}

func (g nim) New(setup games.Setup) (games.State, error) {
	if setup.Seats == 0 {
		setup.Seats = 2
	}
	if setup.Seats < 2 || setup.Seats > 4 {
		return nil, fmt.Errorf("nim is for two to four")
	}
	pile := 12
	if setup.Options["pile"] == "40" {
		pile = 40
	}
	s := &heap{seats: setup.Seats, pile: pile, turn: 1}
	if g.drawless {
		return s, nil
	}
	return drawable{s}, nil
}

// heap is a State; nobody changes one.
type heap struct {
	seats, pile int
	turn        games.Seat
	out         [5]bool
	result      *games.Result
}

func (s *heap) ToAct() []games.Seat {
	if s.result != nil {
		return nil
	}
	return []games.Seat{s.turn}
}

func (s *heap) Legal(seat games.Seat) []string {
	if s.result != nil || seat != s.turn {
		return nil
	}
	return []string{"take 1", "take 2", "take 3"}[:min(3, s.pile)]
}

func (s *heap) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, canonical, err := s.take(seat, text)
	return next, canonical, err
}

func (s *heap) take(seat games.Seat, text string) (*heap, string, error) {
	if s.result != nil {
		return nil, "", games.ErrFinished
	}
	if seat != s.turn {
		return nil, "", games.ErrNotYourTurn
	}
	var n int
	if _, err := fmt.Sscanf(text, "take %d", &n); err != nil || n < 1 || n > min(3, s.pile) {
		return nil, "", &games.Illegal{Key: "nim.take", Text: "take 1, 2 or 3"}
	}
	next := *s
	next.pile -= n
	if next.pile == 0 {
		next.end(seat)
	}
	next.pass()
	return &next, "take " + strconv.Itoa(n), nil
}

func (s *heap) Resign(seat games.Seat) (games.State, error) {
	next, err := s.leave(seat)
	return next, err
}

func (s *heap) leave(seat games.Seat) (*heap, error) {
	if s.result != nil {
		return nil, games.ErrFinished
	}
	if s.out[seat] {
		return nil, &games.Illegal{Key: "nim.out", Text: "you are out already"}
	}
	next := *s
	next.out[seat] = true
	if in := next.in(); len(in) == 1 {
		next.end(in[0])
		next.result.Reason = games.ReasonResignation
	} else if seat == s.turn {
		next.pass()
	}
	return &next, nil
}

func (s *heap) View(games.Seat) games.View { return s.pile }

func (s *heap) Determinize(games.Seat, *rand.Rand) games.State { return s }

func (s *heap) Result() *games.Result { return s.result }

func (s *heap) in() (in []games.Seat) {
	for seat := games.Seat(1); int(seat) <= s.seats; seat++ {
		if !s.out[seat] {
			in = append(in, seat)
		}
	}
	return in
}

func (s *heap) pass() {
	for s.turn = s.turn%games.Seat(s.seats) + 1; s.out[s.turn]; s.turn = s.turn%games.Seat(s.seats) + 1 {
	}
}

func (s *heap) end(winners ...games.Seat) {
	r := &games.Result{Scores: map[games.Seat]float64{}, Winners: winners, Reason: "pile"}
	for seat := games.Seat(1); int(seat) <= s.seats; seat++ {
		r.Scores[seat] = 0
		if len(winners) == 0 {
			r.Scores[seat] = 0.5
		} else if slices.Contains(winners, seat) {
			r.Scores[seat] = 1
		}
	}
	s.result = r
}

// drawable is a heap that is a games.Drawer as well.
type drawable struct{ *heap }

func (s drawable) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, canonical, err := s.take(seat, text)
	return drawable{next}, canonical, err
}

func (s drawable) Resign(seat games.Seat) (games.State, error) {
	next, err := s.leave(seat)
	return drawable{next}, err
}

func (s drawable) Voices() []games.Seat { return s.in() }

func (s drawable) Claim() (string, error) {
	if s.pile != 3 {
		return "", &games.Illegal{Key: "nim.claim", Text: "a draw may be claimed of a pile of three"}
	}
	return "three", nil
}

func (s drawable) Draw(reason string) games.State {
	next := *s.heap
	next.end()
	next.result.Reason = reason
	return drawable{&next}
}

// same reports whether two states are of one position.
func same(a, b games.State) bool {
	x, y := plain(a), plain(b)
	if (x.result == nil) != (y.result == nil) {
		return false
	}
	if x.result != nil && (x.result.Reason != y.result.Reason || !maps.Equal(x.result.Scores, y.result.Scores)) {
		return false
	}
	return x.seats == y.seats && x.pile == y.pile && x.turn == y.turn && x.out == y.out
}

func plain(s games.State) *heap {
	if d, ok := s.(drawable); ok {
		return d.heap
	}
	return s.(*heap)
}
