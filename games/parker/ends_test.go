package parker

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule4_TwoInTheCastleWin(t *testing.T) {
	for _, c := range []struct{ game, setup, last, winners string }{
		{"camelot", "F16 F15 A4 | A6 B9 L9", "F15-G16", "1"},
		{"chivalry", "G16 H15 A5 | A7 B9 L9", "H15-H16", "1"},
		{"grand-camelot", "H16 H15 | B9 B10 | C5 | N9", "H15-I16", "13"}, // two of one player
		{"grand-camelot", "H15 D5 | C9 C10 | P8 | N12", "H15-I16", "13"}, // one of each
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonCastle, c.winners)
	}
	wantOn(t, play(t, setUp(t, "camelot", "E15 A4 | A9 B9 L9"), "E15-F16"), 2)
	wantOn(t, play(t, setUp(t, "grand-camelot", "H15 D5 | C9 C10 | C5 | N12"), "H15-I16"), 2)
}

func TestRule4_APieceInASideCastleIsNotInTheGoal(t *testing.T) {
	// Red jumps into Blue's castle while another Red piece stands in the goal.
	wantOn(t, play(t, setUp(t, "grand-camelot", "H16 C8 | B8 K9 | C5 | N12"), "C8xA8"), 2)
}

func TestRule4_OneInTheCastleWinsSmallGames(t *testing.T) {
	for _, c := range []struct{ game, setup, last, winners string }{
		{"cam", "D12 A5 | A9 B9", "D12-D13", "1"},
		{"camette", "C6 A5 | E3 E4", "C6-C7", "1"},
		{"grand-cam-97", "G12 D5 | K9 | D6 | K10", "G12-G13", "13"},
		{"grand-cam-93", "G12 D5 | K9 | D6 | K10", "G12-G13", "13"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonCastle, c.winners)
	}
	s := setUp(t, "cam", "A9 B9 | D2 G5").toMove(2)
	wantResult(t, play(t, s, "D2-D1"), ReasonCastle, "2")
}

func TestRule4_CapturingEverythingWins(t *testing.T) {
	for _, c := range []struct{ game, setup, last, reason, winners string }{
		{"camelot", "A4 L4 | A5", "A4xA6", ReasonCaptures, "1"},
		{"chivalry", "A5 L4 | A6", "A5xA7", ReasonCaptures, "1"},
		{"grand-camelot", "E5 L5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"grand-camelot", "E5 | E6 | L5 |", "E5xE7", ReasonCaptures, "13"}, // an eliminated or idle partner wins too
		{"cam", "A4 | A5", "A4xA6", ReasonCaptures, "1"},
		{"camette", "A3 | A4", "A3xA5", ReasonCaptures, "1"},
		{"grand-cam-97", "E5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"grand-cam-93", "E5 | E6", "E5xE7", ReasonCaptures, "13"},
		{"chivalry-4-teams", "kE5 | kE6 | |", "E5xE7", ReasonCaptures, "13"},
		{"chivalry-4-solo", "kE5 | kE6 | |", "E5xE7", ReasonCaptures, "1"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), c.reason, c.winners)
	}
}

func TestRule4_CapturingEverythingWithOnePieceIsADraw(t *testing.T) {
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | A5", "A4xA6"},
		{"chivalry", "A5 | A6", "A5xA7"},
		{"grand-camelot", "E5 | E6 | |", "E5xE7"},
	} {
		wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonOneEach, "")
	}
}

func TestRule4_OnePieceEachIsADraw(t *testing.T) {
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | A5 L9", "A4xA6"},
		{"chivalry", "A5 | A6 L9", "A5xA7"},
		{"grand-camelot", "E5 | E6 | | L9", "E5xE7"},
	} {
		s := play(t, setUp(t, c.game, c.setup), c.last)
		wantResult(t, s, ReasonOneEach, "")
		for seat, score := range s.result.Scores {
			if score != 0.5 {
				t.Errorf("%s: seat %d scores %v in a draw, want 0.5", c.game, seat, score)
			}
		}
	}
}

func TestRule4_SmallGamesGoOnWithOnePieceEach(t *testing.T) {
	for _, c := range []struct {
		game, setup, last string
		next              games.Seat
	}{
		{"cam", "A4 | A5 G9", "A4xA6", 2},
		{"camette", "A3 | A4 E3", "A3xA5", 2},
		{"grand-cam-97", "E5 | E6 | | J9", "E5xE7", 4},
		{"grand-cam-93", "E5 | E6 | | J9", "E5xE7", 4},
		{"chivalry-4-teams", "kE5 | kE6 | | kJ9", "E5xE7", 4},
		{"chivalry-4-solo", "kE5 | kE6 | kN9 |", "E5xE7", 3},
	} {
		wantOn(t, play(t, setUp(t, c.game, c.setup), c.last), c.next)
	}
}

// shutIn has a piece of seat 2 in a corner, from which nothing leads once seat 1
// has made its last move; of seats 3 and 4 it has what is added.
var shutIn = []struct{ game, setup, last string }{
	{"camelot", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2"},
	{"chivalry", "A6 A7 B6 C7 B5 C5 B4 D3 | A5", "D3-C3"},
	{"cam", "A5 A6 B5 C6 B4 C4 B3 D2 | A4", "D2-C2"},
	{"camette", "A5 B5 B4 B3 A3 C6 C4 D2 | A4", "D2-C2"},
	{"grand-camelot", "B6 C6 C5 C4 B7 D7 D3 E5 | B5", "E5-D5"},
	{"grand-cam-97", "C4 C5 D4 E5 D3 F3 | C3", "F3-E3"},
	{"grand-cam-93", "C5 D5 D4 D3 C6 E6 F4 | C4", "F4-E4"},
	{"chivalry-4-teams", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3"},
	{"chivalry-4-solo", "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 | kA5", "D3-C3"},
}

func TestRule4_WithoutALegalMoveOneLoses(t *testing.T) {
	for _, c := range shutIn {
		winners := "1"
		switch {
		case strings.HasPrefix(c.game, "chivalry-4"):
			continue // see BeingBlockedLosesNothing
		case slices.Contains(fourHanded, c.game):
			winners = "13"
		}
		t.Run(c.game, func(t *testing.T) {
			wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonBlockade, winners)
		})
	}
}

func TestRule4_BlockadeByASinglePieceIsADraw(t *testing.T) {
	// A piece must leave its castle and cannot, for its own friends.
	for _, c := range []struct{ game, setup, last string }{
		{"camelot", "A4 | F16 E15 F15 G15 D14 F14 H14", "A4-A5"},
		{"chivalry", "A5 | G16 F15 G15 H15 E14 G14 I14", "A5-A6"},
		{"grand-camelot", "E5 | H16 G15 H15 I15 F14 H14 J14", "E5-E6"},
	} {
		t.Run(c.game, func(t *testing.T) {
			wantResult(t, play(t, setUp(t, c.game, c.setup), c.last), ReasonBlockade, "")
		})
		t.Run(c.game+" two pieces win", func(t *testing.T) {
			s := play(t, setUp(t, c.game, "F6 "+c.setup), c.last)
			if len(s.result.Winners) == 0 {
				t.Errorf("result %+v, want a win by blockade", s.result)
			}
		})
	}
	// In Cam any number wins.
	s := setUp(t, "cam", "A5 | D13 C12 D12 E12 B11 D11 F11")
	wantResult(t, play(t, s, "A5-A6"), ReasonBlockade, "1")
}

func TestRule4_BlockedSeatPasses(t *testing.T) {
	// Seat 2 is shut in, seat 4 is not: the team is not blocked.
	for _, c := range shutIn {
		if slices.Contains(twoArmed, c.game) {
			continue
		}
		t.Run(c.game, func(t *testing.T) {
			s := play(t, setUp(t, c.game, c.setup+" | kG9 | kK7"), c.last)
			wantOn(t, s, 3)
			if s.pos.count[1] != 1 {
				t.Errorf("seat 2 has %d pieces, want 1", s.pos.count[1])
			}
		})
	}
}

func TestRule4_BeingBlockedLosesNothingInFourHandedChivalry(t *testing.T) {
	for game, next := range map[string]games.Seat{"chivalry-4-teams": 3, "chivalry-4-solo": 3} {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kA6 kA7 kB6 kC7 kB5 kC5 kB4 kD3 kG7 | kA5 | "+
				"kN6 kM6 kM5 kM4 kN7 kL7 kL5 kL3 kG10 | kN5")
			s = play(t, s, "D3-C3")
			wantOn(t, s, next)
			s = play(t, s, "G10-G11")
			wantOn(t, s, 1)
		})
	}
}

func TestRule4_NobodyCanMoveIsADraw(t *testing.T) {
	// No turn leads there, since the square that it leaves is free; judged
	// nevertheless.
	b := BoardOf("chivalry-4-solo")
	var p position
	for q := range Square(b.Len()) {
		p.put(q, pieceOf(seat(q%4), true))
	}
	g := &generator{b: b}
	end := g.conclude(&p, move{from: 0, to: 1})
	if r := b.result(end, 0, &p); r == nil || r.Reason != ReasonBlockade || len(r.Winners) != 0 {
		t.Errorf("result on a full board is %+v, want a draw by blockade", r)
	}
}

func TestRule4_SeatWithoutPiecesIsSkipped(t *testing.T) {
	for _, game := range fourHanded {
		t.Run(game, func(t *testing.T) {
			s := setUp(t, game, "kF5 | | kI8 | kE9 kG9")
			s = play(t, s, "F5-F6")
			wantOn(t, s, 3)
			s = play(t, s, "I8-I7")
			wantOn(t, s, 4)
			wantOn(t, play(t, s, "G9-G10"), 1)
		})
	}
}

func TestRule4_JudgedInOrder(t *testing.T) {
	// The last capture also fills the castle: the castle is judged first.
	s := setUp(t, "camelot", "F16 E14 | F15")
	wantResult(t, play(t, s, "E14xG16"), ReasonCastle, "1")
	// Nothing is left to the enemy, who cannot move either: captures.
	s = setUp(t, "camelot", "A4 L4 | A5")
	wantResult(t, play(t, s, "A4xA6"), ReasonCaptures, "1")
}

func TestRule4_ResignationOfADuel(t *testing.T) {
	for _, game := range twoArmed {
		for who, winner := range map[games.Seat]string{1: "2", 2: "1"} {
			next, err := begin(t, game).Resign(who)
			if err != nil {
				t.Fatal(err)
			}
			wantResult(t, next.(*state), games.ReasonResignation, winner)
			if _, err := next.Resign(1); !errors.Is(err, games.ErrFinished) {
				t.Errorf("Resign after the end: %v", err)
			}
		}
	}
}

func TestRule4_TeamResignsOnceBothPartnersHave(t *testing.T) {
	for _, game := range fourHanded {
		if game == "chivalry-4-solo" {
			continue
		}
		t.Run(game, func(t *testing.T) {
			s := mustResign(t, begin(t, game), 2)
			wantOn(t, s, 1)
			if _, err := s.Resign(2); !refusedBy(err, "resigned") {
				t.Errorf("resigning twice: %v, want a refusal", err)
			}
			// The seat that has resigned plays on until its partner resigns too.
			s = play(t, s, s.Legal(1)[0])
			s = play(t, s, s.Legal(2)[0])
			wantResult(t, mustResign(t, s, 4), games.ReasonResignation, "13")
		})
	}
}

func TestRule4_PartnerWithoutPiecesIsNotAskedToResign(t *testing.T) {
	s := setUp(t, "grand-camelot", "E5 F5 | | M8 M9 | L11 L12")
	if _, err := s.Resign(2); !refusedBy(err, "no_army") {
		t.Errorf("Resign(2) = %v, want a refusal", err)
	}
	wantResult(t, mustResign(t, s, 4), games.ReasonResignation, "13")
	// Yellow has resigned; with Green's last piece the team is done.
	s = mustResign(t, setUp(t, "grand-camelot", "E5 F5 | E6 | M8 M9 | L11 L12"), 4)
	wantOn(t, s, 1)
	wantResult(t, play(t, s, "E5xE7"), games.ReasonResignation, "13")
}

func TestRule4_SoloResignationRemovesTheArmy(t *testing.T) {
	s := begin(t, "chivalry-4-solo")
	s = mustResign(t, s, 1)
	wantOn(t, s, 2)
	if s.pos.count[0] != 0 || s.pos.occupied().len() != 24 {
		t.Errorf("%d pieces of seat 1, %d in all; want 0 and 24", s.pos.count[0], s.pos.occupied().len())
	}
	if men, knights := s.View(1).(View).Lost(1); men != 0 || knights != 0 {
		t.Errorf("Lost(1) = %d, %d; want nothing captured", men, knights)
	}
	if _, err := s.Resign(1); !refusedBy(err, "no_army") {
		t.Errorf("resigning twice: %v, want a refusal", err)
	}
	s = mustResign(t, s, 3)
	wantOn(t, s, 2)
	s = play(t, s, s.Legal(2)[0])
	wantOn(t, s, 4)
	wantResult(t, mustResign(t, s, 2), games.ReasonResignation, "4")
}

func TestRule4_SeatsThatDoNotExistCannotResign(t *testing.T) {
	for _, who := range []games.Seat{-1, 0, 3} {
		if _, err := begin(t, "camelot").Resign(who); !refusedBy(err, "no_army") {
			t.Errorf("Resign(%d) = %v, want a refusal", who, err)
		}
	}
}

func TestRule4_DrawIsAgreedByAllWhoHavePieces(t *testing.T) {
	for game, armies := range map[string]string{"camelot": "E5 E6 | E8 E9", "chivalry-4-solo": "kE5 | | kF9 | kG9", "grand-camelot": "E5 | | F9 | G9"} {
		want := []games.Seat{1, 3, 4}
		if game == "camelot" {
			want = []games.Seat{1, 2}
		}
		s := setUp(t, game, armies)
		if got := s.Voices(); !slices.Equal(got, want) {
			t.Errorf("%s: Voices() = %v, want %v", game, got, want)
		}
		drawn := s.Draw(games.ReasonAgreement).(*state)
		wantResult(t, drawn, games.ReasonAgreement, "")
		scores := map[string]map[games.Seat]float64{
			"camelot":         {1: .5, 2: .5},
			"chivalry-4-solo": {1: .5, 2: 0, 3: .5, 4: .5}, // seat 2 had lost
			"grand-camelot":   {1: .5, 2: .5, 3: .5, 4: .5},
		}[game]
		if !maps.Equal(drawn.result.Scores, scores) {
			t.Errorf("%s: scores %v, want %v", game, drawn.result.Scores, scores)
		}
		if drawn.Draw(ReasonRepetition).Result().Reason != games.ReasonAgreement {
			t.Errorf("%s: a finished game was drawn again", game)
		}
	}
}

func TestRule4_DrawIsClaimedAtTheFourthOccurrence(t *testing.T) {
	for _, c := range []struct{ game, cycle string }{
		{"camelot", "F6-F5 F11-F12 F5-F6 F12-F11"},
		{"cam", "B5-B6 B9-B8 B6-B5 B8-B9"},
		{"grand-camelot", "H5-H6 H12-H11 E8-F8 L8-K8 H6-H5 H11-H12 F8-E8 K8-L8"},
		{"chivalry-4-solo", "D2-E2 A11-A10 N11-N10 N6-N7 E2-D2 A10-A11 N10-N11 N7-N6"},
	} {
		t.Run(c.game, func(t *testing.T) {
			s := begin(t, c.game)
			cycle := strings.Fields(c.cycle)
			for round := 1; round <= 3; round++ {
				_, err := s.Claim()
				if !refusedBy(err, "no_claim") || err.(*games.Illegal).Args["times"] != string('0'+rune(round)) {
					t.Fatalf("Claim() at occurrence %d = %v, want a refusal that says so", round, err)
				}
				s = play(t, s, cycle...)
			}
			reason, err := s.Claim()
			if reason != ReasonRepetition || err != nil {
				t.Fatalf("Claim() = %q, %v, want %s", reason, err, ReasonRepetition)
			}
			wantOn(t, s, 1) // never automatic
			wantResult(t, s.Draw(reason).(*state), ReasonRepetition, "")
			if _, err := s.Draw(reason).(*state).Claim(); !errors.Is(err, games.ErrFinished) {
				t.Errorf("Claim() after the end: %v", err)
			}
			// So has the next position by now.
			if reason, err := play(t, s, cycle[0]).Claim(); reason != ReasonRepetition {
				t.Errorf("Claim() a turn later = %q, %v, want %s", reason, err, ReasonRepetition)
			}
		})
	}
}

func TestRule4_CastleMovesMakeAnotherPosition(t *testing.T) {
	s := setUp(t, "camelot", "F16 A4 A5 | L9 L10")
	key := s.pos.key
	s = play(t, s, "F16-G16", "L9-L8", "G16-F16", "L8-L9")
	if s.pos.key == key || s.occurrences() != 1 {
		t.Errorf("the same pieces after two castle moves count as occurrence %d of the position", s.occurrences())
	}
}

func TestRule4_FiftyRounds(t *testing.T) {
	for _, c := range []struct {
		game  string
		turns int
		walks []string // of each seat in turn order, to and fro
	}{
		{"camelot", 100, []string{"A4-A5 A5-A4", "L9-L10 L10-L9"}},
		{"grand-camelot", 200, []string{"E5-E6 E6-E5", "E12-E13 E13-E12", "B8-C8 C8-B8", "O8-N8 N8-O8"}},
		{"chivalry-4-solo", 150, []string{"A5-A6 A6-A5", "", "N12-N11 N11-N12", "N5-N6 N6-N5"}},
	} {
		t.Run(c.game, func(t *testing.T) {
			var armies []string
			var walks [][]string
			for _, w := range c.walks {
				army := ""
				if w != "" {
					army = "k" + w[:strings.Index(w, "-")]
					walks = append(walks, strings.Fields(w))
				}
				if c.game == "camelot" {
					army += map[string]string{"kA4": " A7", "kL9": " L12"}[army]
				}
				armies = append(armies, army)
			}
			s := setUp(t, c.game, strings.Join(armies, "|"))
			for i := range c.turns {
				if _, err := forgetful(s).Claim(); !refusedBy(err, "no_claim") {
					t.Fatalf("Claim() after %d turns = %v, want a refusal", i, err)
				}
				walk := walks[i%len(walks)]
				s = play(t, s, walk[i/len(walks)%2])
			}
			reason, err := forgetful(s).Claim()
			if reason != ReasonFiftyRounds || err != nil {
				t.Errorf("Claim() after 50 rounds = %q, %v", reason, err)
			}
		})
	}
}

// forgetful is a state that does not know of earlier positions, so that none
// has occurred four times.
func forgetful(s *state) *state {
	t := *s
	t.before = nil
	return &t
}

func TestRule4_ProgressStartsTheRoundsAnew(t *testing.T) {
	for _, c := range []struct {
		name, setup, m string
		quiet          int
	}{
		{"a capture", "A4 A9 | A5 L9 L10", "A4xA6", 0},
		{"an entry into the goal", "E15 A4 | L9 L10", "E15-F16", 0},
		{"a castle move is none", "F16 A4 | L9 L10", "F16-G16", 99*roundParts/2 + roundParts/2},
		{"a plain move is none", "E15 A4 | L9 L10", "A4-A5", 99*roundParts/2 + roundParts/2},
	} {
		s := setUp(t, "camelot", c.setup)
		s.quiet = 99 * roundParts / 2
		if got := play(t, s, c.m).quiet; got != c.quiet {
			t.Errorf("%s: %d parts of a round counted, want %d", c.name, got, c.quiet)
		}
	}
}

func mustResign(t *testing.T, s *state, who games.Seat) *state {
	t.Helper()
	next, err := s.Resign(who)
	if err != nil {
		t.Fatalf("Resign(%d): %v", who, err)
	}
	return next.(*state)
}

// refusedBy tells whether an error is the refusal with a key, given without the
// package's name.
func refusedBy(err error, key string) bool {
	var e *games.Illegal
	return errors.As(err, &e) && e.Key == "parker."+key
}
