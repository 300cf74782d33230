package knizia

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// tables are the agreements that random games are played by.
var tables = []map[string]string{
	nil,
	{"shield": "opponents"},
	{"colour": "after"},
	{"shield": "opponents", "colour": "after", "window": "5"},
}

// allLegal lists what any seat may play now.
func allLegal(s *state) (all []played) {
	for at := range seatIndex(s.seats) {
		for _, text := range s.Legal(numberOf(at)) {
			all = append(all, played{numberOf(at), text})
		}
	}
	return all
}

// played is a line of a record.
type played struct {
	seat games.Seat
	text string
}

// maxLines is more than any random game takes.
const maxLines = 20_000

// randomGame plays to the end and looks at every state on the way.
func randomGame(s *state, rng *rand.Rand, look func(s *state, line played) error) (*state, []played, error) {
	var log []played
	stubborn := rng.IntN(2) == 0 // one of those who rather play than withdraw
	for s.phase != PhaseOver {
		all := allLegal(s)
		if len(all) == 0 || len(log) > maxLines {
			return s, log, fmt.Errorf("stuck after %d lines in %s", len(log), s.phase)
		}
		line := all[rng.IntN(len(all))]
		for stubborn && strings.HasPrefix(line.text, "withdraw") && len(all) > 1 && rng.IntN(4) > 0 {
			line = all[rng.IntN(len(all))]
		}
		if look != nil {
			if err := look(s, line); err != nil {
				return s, log, err
			}
		}
		next, text, err := s.Apply(line.seat, line.text)
		if err != nil || text != line.text {
			return s, log, fmt.Errorf("%d: %s = %q, %v", line.seat, line.text, text, err)
		}
		if line.text == "end" && !leads(s, line.seat) {
			return s, log, fmt.Errorf("%d ends its turn without leading", line.seat)
		}
		log = append(log, line)
		s = next.(*state)
		if err := s.invariantError(); err != nil {
			return s, log, fmt.Errorf("after %v: %w", line, err)
		}
	}
	return s, log, nil
}

func leads(s *state, number games.Seat) bool {
	for at := range seatIndex(s.seats) {
		if numberOf(at) != number && s.in(at) && s.total(at) >= s.total(seatIndex(number-1)) {
			return false
		}
	}
	return true
}

// TestRule12_RandomGames plays games to their ends, with every invariant looked
// at after every line, and replays them.
func TestRule12_RandomGames(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			lines, met := 0, map[Phase]int{}
			for i := range effort.N(4_000) {
				number := uint64(seats)<<32 + uint64(i)
				opts := tables[i%len(tables)]
				rng := rand.New(rand.NewPCG(number, 1))
				end, log, err := randomGame(begin(t, seats, number, opts), rng, func(s *state, line played) error {
					met[s.phase]++
					return s.checkUnlisted(line, rng)
				})
				if err != nil {
					t.Fatalf("game %d: %v\n%s", i, err, end.View(games.Omniscient))
				}
				lines += len(log)
				if err := checkEnd(end); err != nil {
					t.Fatalf("game %d: %v", i, err)
				}
				if i%10 == 0 {
					replay(t, begin(t, seats, number, opts), opts, log, end)
				}
			}
			t.Logf("%d games of %d lines, phases %v", effort.N(4_000), lines/effort.N(4_000), met)
		})
	}
}

// checkEnd checks the end of a game.
func checkEnd(s *state) error {
	r := s.Result()
	winner := r.Winners[0]
	if len(r.Winners) != 1 || r.Reason != reasonTokens || int(r.Scores[winner]) != s.tokensToWin() {
		return fmt.Errorf("result %+v", r)
	}
	for at, score := range r.Scores {
		if at != winner && int(score) >= s.tokensToWin() || len(r.Scores) != int(s.seats) {
			return fmt.Errorf("result %+v", r)
		}
	}
	return nil
}

// replay plays the lines again, by the same seed and by a record that fixes what
// chance has decided, and wants the same end.
func replay(t *testing.T, s *state, opts map[string]string, log []played, want *state) {
	t.Helper()
	fixed, err := ruleset{}.New(games.Setup{Seats: int(s.seats), Options: opts, Fixed: want.Decided()})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []*state{s, fixed.(*state)} {
		for _, line := range log {
			next, _, err := s.Apply(line.seat, line.text)
			if err != nil {
				t.Fatalf("replay of %v: %v", line, err)
			}
			s = next.(*state)
		}
		// Of equal cards a fixed deck may have another copy.
		if i == 0 && s.position != want.position || encode(t, s.View(games.Omniscient)) != encode(t, want.View(games.Omniscient)) {
			t.Fatalf("replay ends elsewhere:\n%s\nwant\n%s", s.View(games.Omniscient), want.View(games.Omniscient))
		}
	}
}

func encode(tb testing.TB, v any) string {
	tb.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// checkUnlisted checks that a legal line is its own text, and that lines near it that
// are not listed are refused.
func (s *state) checkUnlisted(line played, rng *rand.Rand) error {
	m, why := ParseMove(line.text)
	if why != nil || m.String() != line.text {
		return fmt.Errorf("%q reads as %q, %v", line.text, m.String(), why)
	}
	at := games.Seat(rng.IntN(int(s.seats)) + 1)
	text := anyLine(rng, int(s.seats))
	if slices.Contains(s.Legal(at), text) {
		return nil
	}
	if _, _, err := s.Apply(at, text); err == nil {
		return fmt.Errorf("%d: %q is not listed, and is played", at, text)
	}
	return nil
}

// anyLine returns a line that reads as an action, legal or not.
func anyLine(rng *rand.Rand, seats int) string {
	m := Move{Do: Verb(rng.IntN(int(KeepCards))) + 1}
	m.Color = Color(rng.IntN(len(Colors())) + 1)
	m.Card = Card(rng.IntN(int(cardKinds)-1) + 1)
	if m.Do == PlayAction {
		m.Card = Actions()[rng.IntN(16)]
	}
	m.Seat = games.Seat(rng.IntN(seats+1) + 1)
	m.Own, m.At = Place(rng.IntN(8)-2), Place(rng.IntN(8)-2)
	for range rng.IntN(4) + 1 {
		m.Keep.Add(Place(rng.IntN(6) + 1))
	}
	return m.String()
}
