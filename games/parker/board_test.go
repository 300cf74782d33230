package parker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
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

// symmetry maps a board onto itself.
type symmetry struct {
	name  string
	place func(b *Board, file, rank int) (int, int)
	seats map[seatIndex]seatIndex
}

func mirror(b *Board, file, rank int) (int, int)      { return b.files - 1 - file, rank }
func halfTurn(b *Board, file, rank int) (int, int)    { return b.files - 1 - file, b.ranks - 1 - rank }
func quarterTurn(b *Board, file, rank int) (int, int) { return rank, b.files - 1 - file }
func diagonal(_ *Board, file, rank int) (int, int)    { return rank, file }

var identity = symmetry{
	"identity",
	func(_ *Board, file, rank int) (int, int) { return file, rank },
	map[seatIndex]seatIndex{0: 0, 1: 1, 2: 2, 3: 3},
}

// symmetries lists those of a game: who is mapped on whom follows from who sits
// where.
func symmetries(b *Board) []symmetry {
	switch {
	case len(b.sides) == 2:
		return []symmetry{{"mirror", mirror, map[seatIndex]seatIndex{0: 0, 1: 1}}, {"half turn", halfTurn, map[seatIndex]seatIndex{0: 1, 1: 0}}}
	case b.end.Goal == 0: // corners: White, Yellow, Red, Blue clockwise from A1
		return []symmetry{{"mirror", mirror, map[seatIndex]seatIndex{0: 3, 1: 2, 2: 1, 3: 0}}, {"half turn", halfTurn, map[seatIndex]seatIndex{0: 2, 1: 3, 2: 0, 3: 1}}}
	default: // sides: Red, Blue, Green, Yellow clockwise from the bottom
		return []symmetry{
			{"mirror", mirror, map[seatIndex]seatIndex{0: 0, 1: 1, 2: 3, 3: 2}},
			{"half turn", halfTurn, map[seatIndex]seatIndex{0: 1, 1: 0, 2: 3, 3: 2}},
			{"quarter turn", quarterTurn, map[seatIndex]seatIndex{0: 2, 2: 1, 1: 3, 3: 0}},
			{"diagonal mirror", diagonal, map[seatIndex]seatIndex{0: 2, 2: 0, 1: 3, 3: 1}},
		}
	}
}

// of returns the image of a state.
func (y symmetry) of(t *testing.T, s *state) *state {
	t.Helper()
	image := &state{b: s.b, start: s.start}
	for q, c := range s.pos.at {
		if c == 0 {
			continue
		}
		file, rank := s.b.FileRank(Square(q))
		to, ok := s.b.At(y.place(s.b, file, rank))
		if !ok {
			t.Fatalf("%s: %s has no image in a %s", s.b.id, s.b.Name(Square(q)), y.name)
		}
		image.pos.put(to, pieceOf(y.seats[seatIndex(c>>1)-1], c.Knight()))
	}
	for i, n := range s.pos.castled {
		if int(i) < len(s.b.sides) {
			image.pos.castled[y.seats[seatIndex(i)]] = n
		}
	}
	image.pos.turn = y.seats[s.pos.turn]
	return image
}

// keepsTeams reports whether partners are mapped on partners, as no mirror and no
// quarter turn does where partners sit side by side.
func (y symmetry) keepsTeams(b *Board) bool {
	for s, image := range y.seats {
		if p := b.sides[s].partner; p != noSeat && b.sides[image].partner != y.seats[p] {
			return false
		}
	}
	return true
}

func TestSymmetricPositionsHaveSymmetricMoves(t *testing.T) {
	for _, b := range allBoards {
		t.Run(b.id, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, uint64(b.Len())))
			for n := range effort.N(300) {
				s := &state{b: b, start: &b.setup[0], pos: b.setup[0].position}
				if n > 0 {
					s = randomPosition(rng, b)
				}
				for _, y := range symmetries(b) {
					if !y.keepsTeams(b) {
						continue
					}
					image := y.of(t, s)
					got, want := outcomes(t, image, identity), outcomes(t, s, y)
					if !slices.Equal(got, want) {
						t.Fatalf("%s by a %s: %d moves, the image has %d\n%s\n%s", b.id, y.name, len(want), len(got), diagram(s), diagram(image))
					}
				}
			}
		})
	}
}

// outcomes lists the images of the positions that the legal moves lead to.
func outcomes(t *testing.T, s *state, y symmetry) []string {
	t.Helper()
	var all []string
	for _, m := range s.Legal(s.turn()) {
		next, _, err := s.Apply(s.turn(), m)
		if err != nil {
			t.Fatalf("Apply(%s): %v", m, err)
		}
		n := next.(*state)
		image := y.of(t, n)
		image.pos.turn = 0
		text := positionLine(image)
		if n.result != nil {
			text += n.result.Reason
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

func TestSymmetriesLeaveTheSetup(t *testing.T) {
	for _, b := range allBoards {
		for _, st := range b.setup {
			for _, y := range symmetries(b) {
				s := &state{b: b, pos: st.position}
				image := y.of(t, s)
				if image.pos.at != s.pos.at {
					t.Errorf("%s %s: a %s of the setup is another", b.id, st.id, y.name)
				}
			}
		}
	}
}
