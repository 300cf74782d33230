package parker

import (
	"slices"
	"testing"

	"tableronde/games"
)

func TestBoards(t *testing.T) {
	for _, c := range []struct {
		game                  string
		squares, files, ranks int
		castle                map[games.Seat][]string
		men, knights          int
	}{
		{"camelot", 160, 12, 16, map[games.Seat][]string{1: {"F1", "G1"}, 2: {"F16", "G16"}}, 10, 4},
		{"chivalry", 176, 14, 16, map[games.Seat][]string{1: {"G1", "H1"}, 2: {"G16", "H16"}}, 12, 8},
		{"cam", 67, 7, 13, map[games.Seat][]string{1: {"D1"}, 2: {"D13"}}, 5, 2},
		{"camette", 23, 5, 7, map[games.Seat][]string{1: {"C1"}, 2: {"C7"}}, 3, 1},
		{"chivalry-4-teams", 176, 14, 16, nil, 0, 8},
		{"chivalry-4-solo", 176, 14, 16, nil, 0, 8},
		{"grand-camelot", 180, 16, 16, map[games.Seat][]string{1: {"H1", "I1"}, 2: {"H16", "I16"}, 3: {"A8", "A9"}, 4: {"P8", "P9"}}, 8, 4},
		{"grand-cam-97", 97, 13, 13, map[games.Seat][]string{1: {"G1"}, 2: {"G13"}, 3: {"A7"}, 4: {"M7"}}, 5, 2},
		{"grand-cam-93", 93, 13, 13, map[games.Seat][]string{1: {"G1"}, 2: {"G13"}, 3: {"A7"}, 4: {"M7"}}, 5, 2},
	} {
		b := BoardOf(c.game)
		if b.Len() != c.squares || b.Files() != c.files || b.Ranks() != c.ranks {
			t.Errorf("%s: %d squares, %d by %d; want %d, %d by %d", c.game, b.Len(), b.Files(), b.Ranks(), c.squares, c.files, c.ranks)
		}
		castle := map[games.Seat][]string{}
		for q := range Square(b.Len()) {
			file, rank := b.FileRank(q)
			at, ok := b.At(file, rank)
			named, found := b.Square(b.Name(q))
			if !ok || at != q || !found || named != q {
				t.Errorf("%s: square %d is %s, found as %d and %d", c.game, q, b.Name(q), at, named)
			}
			if q > 0 {
				if f, r := b.FileRank(q - 1); r > rank || r == rank && f >= file {
					t.Errorf("%s: %s comes after %s", c.game, b.Name(q), b.Name(q-1))
				}
			}
			if s := b.CastleOf(q); s != 0 {
				castle[s] = append(castle[s], b.Name(q))
			}
		}
		for s := range games.Seat(b.Seats()) {
			if !slices.Equal(castle[s+1], c.castle[s+1]) {
				t.Errorf("%s: castle of seat %d is %v, want %v", c.game, s+1, castle[s+1], c.castle[s+1])
			}
			if r := b.setup[0].position.muster(seatIndex(s)); r.men != c.men || r.knights != c.knights {
				t.Errorf("%s: seat %d has %+v, want %d men and %d knights", c.game, s+1, r, c.men, c.knights)
			}
		}
		for _, name := range []string{"", "A", "A0", "A01", "E", "7", "Z3", "e6", "E6 ", "Q1", "A17", "é1"} {
			if q, ok := b.Square(name); ok || q != NoSquare {
				t.Errorf("%s: Square(%q) = %d, %v", c.game, name, q, ok)
			}
		}
		if _, ok := b.At(-1, 3); ok {
			t.Errorf("%s: At(-1, 3) exists", c.game)
		}
	}
}

func TestSeatsAreInTurnOrder(t *testing.T) {
	for game, want := range map[string][]string{
		"camelot":          {"White", "Black"},
		"chivalry-4-teams": {"White", "Yellow", "Red", "Blue"},
		"chivalry-4-solo":  {"White", "Yellow", "Red", "Blue"},
		"grand-camelot":    {"Red", "Green", "Blue", "Yellow"},
		"grand-cam-97":     {"Red", "Green", "Blue", "Yellow"},
		"grand-cam-93":     {"Red", "Green", "Blue", "Yellow"},
	} {
		b := BoardOf(game)
		s := begin(t, game)
		for i, name := range want {
			if got := b.Army(games.Seat(i + 1)).En; got != name {
				t.Errorf("%s: seat %d is %s, want %s", game, i+1, got, name)
			}
			if s.turn() != games.Seat(i+1) {
				t.Errorf("%s: seat %d moves in place %d", game, s.turn(), i+1)
			}
			partner := games.Seat(0)
			if len(want) == 4 && game != "chivalry-4-solo" {
				partner = games.Seat((i+2)%4 + 1)
			}
			if got := b.Partner(games.Seat(i + 1)); got != partner {
				t.Errorf("%s: partner of seat %d is %d, want %d", game, i+1, got, partner)
			}
			s = play(t, s, s.Legal(s.turn())[0])
		}
	}
}

func TestSetupOf1932HasTheKnightsInTheBackRow(t *testing.T) {
	b := BoardOf("grand-camelot")
	knights := map[string][]string{"wcf": {"F3", "K3", "G4", "J4"}, "1932": {"F3", "G3", "J3", "K3"}}
	for _, s := range b.setup {
		var got []string
		for rest := s.position.own[0]; !rest.empty(); {
			if q := rest.pop(); s.position.at[q].Knight() {
				got = append(got, b.Name(q))
			}
		}
		if !slices.Equal(got, knights[s.id]) {
			t.Errorf("%s: Red's knights stand on %v, want %v", s.id, got, knights[s.id])
		}
		if s.position.occupied() != b.setup[0].position.occupied() {
			t.Errorf("%s: other squares than in %s", s.id, b.setup[0].id)
		}
	}
}
