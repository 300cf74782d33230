package kutschke

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// numberSource deals out numbers as the page on records tells, written from that page.
type numberSource struct {
	seed games.Seed
	used uint64
}

func (c *numberSource) below(n uint64) uint64 {
	most := math.MaxUint64 - math.MaxUint64%n // a multiple of n; 2^64 itself is one only for powers of two
	if n&(n-1) == 0 {
		most = 0
	}
	for {
		in := append(slices.Clone(c.seed[:]), make([]byte, 8)...)
		binary.BigEndian.PutUint64(in[len(c.seed):], c.used/4)
		out := sha256.Sum256(in)
		x := binary.BigEndian.Uint64(out[8*(c.used%4):])
		c.used++
		if most == 0 || x < most {
			return x % n
		}
	}
}

func (c *numberSource) shuffle(cards []string) string {
	for k := len(cards); k >= 2; k-- {
		j := c.below(uint64(k))
		cards[k-1], cards[j] = cards[j], cards[k-1]
	}
	return strings.Join(cards, " ")
}

// TestSeedDeals deals by hand: the circle, the tents, the adventures, the virtues,
// and the lots of the second round.
func TestSeedDeals(t *testing.T) {
	for n := minSeats; n <= maxSeats; n++ {
		for seed := range uint64(50) {
			c := &numberSource{seed: *seedOf(seed)}
			tents := []string{"1", "2", "3", "4"}[:n]
			want := map[string]string{
				tagPlaces: c.shuffle(codesOf(Provinces())),
				tagTents:  c.shuffle(slices.Clone(tents)),
			}
			want[tagAdventures] = c.shuffle(codesOf(Adventures()))
			want[tagVirtues] = c.shuffle(codesOf(box.byPlayers[n].dealt.list()))
			s := begin(t, n, seed)
			if got := s.Decided(); !maps.Equal(got, want) {
				t.Fatalf("%d seats, seed %d: %v, want %v", n, seed, got, want)
			}
			wantDealt(t, s, want)
			want[tagTents+".2"] = c.shuffle(tents)
			for s.round == 1 {
				seat := s.ToAct()[0]
				s = play1(t, s, seat, s.Default(seat))
			}
			if got := s.Decided(); !maps.Equal(got, want) {
				t.Fatalf("%d seats, seed %d, round 2: %v, want %v", n, seed, got, want)
			}
		}
	}
}

// wantDealt compares a new game with what the tags say.
func wantDealt(t *testing.T, s *state, tags map[string]string) {
	t.Helper()
	v := s.view(games.Omniscient)
	if got := "camelot " + tags[tagPlaces]; got != strings.Join(codesOf(v.Places), " ") {
		t.Errorf("places %v, want %s", v.Places, got)
	}
	if got := strings.Join(fieldsOf(tags[tagAdventures])[:3], " "); got != strings.Join(codesOf(v.Display), " ") {
		t.Errorf("display %v, want %s", v.Display, got)
	}
	dealt := fieldsOf(tags[tagVirtues])
	for i, k := range v.Seats {
		if fmt.Sprint(k.Tent) != fieldsOf(tags[tagTents])[i] {
			t.Errorf("seat %d has tent %d, want %s", i+1, k.Tent, tags[tagTents])
		}
		want := []string{dealt[i], dealt[i+len(v.Seats)]}
		if got := codesOf(k.Hand); !slices.Contains([]string{want[0] + want[1], want[1] + want[0]}, got[0]+got[1]) {
			t.Errorf("seat %d holds %v, want %v", i+1, got, want)
		}
	}
}

func TestFixedDecks(t *testing.T) {
	tags := map[string]string{
		tagPlaces: "ruined-tower dark-forest", tagTents: "3 1", tagAdventures: "fair-maiden golden-pheasant", tagVirtues: "B1 D1",
	}
	s := mustStart(t, games.Setup{Seats: 3, Fixed: tags})
	wantDealt(t, s, map[string]string{
		tagPlaces:     "ruined-tower dark-forest hidden-valley enchanted-grove misty-marsh fire-mountain dwarf-caves",
		tagTents:      "3 1 2",
		tagAdventures: "fair-maiden golden-pheasant wild-boar",
		tagVirtues:    "B1 D1 S1 S1 L1 D1",
	})
}

// A tag that is absent altogether is shuffled from the seed, and those present
// use up none of it.
func TestFixedDecksLeaveTheRestToTheSeed(t *testing.T) {
	s := mustStart(t, games.Setup{Seats: 2, Seed: seedOf(8), Fixed: map[string]string{tagPlaces: "", tagAdventures: "fair-maiden"}})
	c := &numberSource{seed: *seedOf(8)}
	tents, virtues := c.shuffle([]string{"1", "2"}), c.shuffle([]string{"S1", "L1", "D1", "B1"})
	if d := s.Decided(); d[tagTents] != tents || d[tagVirtues] != virtues {
		t.Errorf("%v, want tents %s, virtues %s", d, tents, virtues)
	}
}

func TestRefusedSetups(t *testing.T) {
	for _, c := range []struct {
		name  string
		setup games.Setup
	}{
		{"no chance", games.Setup{Seats: 2}},
		{"one seat", games.Setup{Seats: 1, Seed: seedOf(1)}},
		{"five seats", games.Setup{Seats: 5, Seed: seedOf(1)}},
		{"an option", games.Setup{Seats: 2, Seed: seedOf(1), Options: map[string]string{"x": "y"}}},
		{"Camelot in the circle", games.Setup{Seats: 2, Fixed: map[string]string{tagPlaces: "camelot"}}},
		{"a place twice", games.Setup{Seats: 2, Fixed: map[string]string{tagPlaces: "dark-forest dark-forest"}}},
		{"a third tent for two", games.Setup{Seats: 2, Fixed: map[string]string{tagTents: "3 1"}}},
		{"an unknown adventure", games.Setup{Seats: 2, Fixed: map[string]string{tagAdventures: "holy-grail"}}},
		{"a second Sword 1 for two", games.Setup{Seats: 2, Fixed: map[string]string{tagVirtues: "S1 S1"}}},
		{"a value that is not dealt", games.Setup{Seats: 4, Fixed: map[string]string{tagVirtues: "S2"}}},
		{"too many", games.Setup{Seats: 2, Fixed: map[string]string{tagVirtues: "S1 L1 D1 B1 S1"}}},
	} {
		s, err := ruleset{}.New(c.setup)
		var why *games.Illegal
		if s != nil || !errors.As(err, &why) {
			t.Errorf("%s: %v, %v", c.name, s, err)
		}
	}
	if s := mustStart(t, games.Setup{Seed: seedOf(1)}); s.seats != 2 {
		t.Errorf("%d seats by default", s.seats)
	}
}

// Of several options the refusal names the same one always.
func TestRefusedOptionsAreNamedInOrder(t *testing.T) {
	for range 50 {
		_, err := ruleset{}.New(games.Setup{Seats: 2, Seed: seedOf(1), Options: map[string]string{"x": "1", "a": "2", "k": "3"}})
		var why *games.Illegal
		if !errors.As(err, &why) || why.Args["text"] != "a" {
			t.Fatalf("%v, want a refusal of a", err)
		}
	}
}

func TestInfo(t *testing.T) {
	info := Rulesets()[0].Info()
	if info.ID != "kutschke" || info.Version != 1 || !slices.Equal(info.Seats, []int{2, 3, 4}) || len(info.Armies) != 4 || !info.Chance || !info.Hidden || len(info.Options) != 1 {
		t.Errorf("%+v", info)
	}
}

// playIdle lets everybody pick by default and do nothing, up to but without the last
// line of round 1, and returns that line and its seat.
func playIdle(t *testing.T, s *state) (*state, games.Seat, string) {
	t.Helper()
	for {
		seat := s.ToAct()[0]
		line := s.Default(seat)
		if s.phase == PhaseTourney && len(s.ToAct()) == 1 {
			return s, seat, line
		}
		s = play1(t, s, seat, line)
	}
}

func TestTentTags(t *testing.T) {
	for _, c := range []struct {
		name, tents string
		want        string // "" for a refusal
	}{
		{"any among equals", "2 3 1", "2 3 1"},
		{"missing ones follow", "3", "3 1 2"},
		{"unknown", "4 1 2", ""},
		{"doubled", "1 1 2", ""},
		{"surplus", "1 2 3 1", ""},
		{"no numbers", "first", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, last, line := playIdle(t, mustStart(t, games.Setup{Seats: 3, Seed: seedOf(3), Fixed: map[string]string{tagTents + ".2": c.tents, tagTents + ".9": "nonsense"}}))
			if c.want == "" {
				why := wantRefused(t, s, last, line, badTents)
				if why.Args["number"] != "2" || why.Args["text"] != c.tents {
					t.Errorf("%v", why.Args)
				}
				return
			}
			s = play1(t, s, last, line)
			if got := s.Decided()[tagTents+".2"]; got != c.want {
				t.Errorf("tents %s, want %s", got, c.want)
			}
		})
	}
}

// Only lots among equals are free.
func TestTentTagsAgreeWithPoints(t *testing.T) {
	for tents, ok := range map[string]bool{"4 2 1 3": true, "4 3 1 2": true, "3 2 1 4": false, "4 1 2 3": false, "1 2 3 4": false} {
		s := lastTurn(t, 1, sketch{points: 6}, sketch{points: 3}, sketch{}, sketch{points: 3})
		chance, err := games.NewChance(games.Setup{Fixed: map[string]string{tagTents + ".3": tents}})
		if err != nil {
			t.Fatal(err)
		}
		s.chance = &chance
		if _, _, err := s.Apply(4, doneWord); (err == nil) != ok {
			t.Errorf("%s: %v", tents, err)
		}
	}
}

// Lots that the record fixes use up nothing of the seed, and where all points
// differ there are none.
func TestTentLotsOnlyAmongEquals(t *testing.T) {
	s := lastTurn(t, 4, sketch{points: 1}, sketch{points: 2}, sketch{points: 3}, sketch{points: 4})
	s = play(t, s, 4, doneWord)
	if got := s.Decided(); len(got) != 0 {
		t.Errorf("chance has decided %v", got)
	}
	for i, k := range s.seated() {
		if int(k.tent) != i+1 {
			t.Errorf("seat %d has tent %d", i+1, k.tent)
		}
	}
}
