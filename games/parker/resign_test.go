package parker

import (
	"errors"
	"testing"

	"tableronde/games"
)

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

func TestViewTellsWhoHasResigned(t *testing.T) {
	for _, tt := range []struct {
		game string
		left int // pieces of the seat on the board
	}{{"grand-camelot", 12}, {"chivalry-4-teams", 8}, {"chivalry-4-solo", 0}} {
		s, err := ruleset{BoardOf(tt.game)}.New(games.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Resign(3); err != nil {
			t.Fatal(err)
		}
		v := s.View(games.Spectator).(View)
		for seat := games.Seat(1); seat <= 4; seat++ {
			if got := v.Resigned(seat); got != (seat == 3) {
				t.Errorf("%s: Resigned(%d) = %v after seat 3 resigned", tt.game, seat, got)
			}
		}
		if got := v.Position().Count(3); got != tt.left {
			t.Errorf("%s: the seat has %d pieces, want %d", tt.game, got, tt.left)
		}
	}
}
