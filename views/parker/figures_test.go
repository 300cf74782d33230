package parker

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	rules "tableronde/games/parker"
	"tableronde/views"
)

// figureCheck is a figure with the game played on from it.
type figureCheck struct {
	figure
	*testing.T
	board *rules.Board
	state games.State
	view  rules.View
	legs  []rules.Leg
	after games.State // the figure's move, nil if it has none or is refused
}

// forEachFigure runs a check on all pictures of all games.
func forEachFigure(t *testing.T, check func(s figureCheck)) {
	t.Helper()
	for _, ruleset := range catalog.All() {
		game := ruleset.Info().ID
		if rules.BoardOf(game) == nil {
			continue
		}
		for _, f := range figuresOf(game) {
			t.Run(game+"/"+f.Name, func(t *testing.T) {
				s := figureCheck{figure: f, T: t, board: rules.BoardOf(game)}
				p, err := f.at(s.board)
				if err != nil {
					t.Fatal(err)
				}
				if s.state, err = p.State(); err != nil {
					t.Fatal(err)
				}
				if s.state.Result() != nil {
					t.Fatalf("the game is over: %+v", s.state.Result())
				}
				s.view = s.state.View(games.Spectator).(rules.View)
				if f.Move != "" {
					if s.legs, err = s.board.Route(f.Move); err != nil {
						t.Fatal(err)
					}
					if f.Refused == "" {
						var text string
						if s.after, text, err = s.state.Apply(1, f.Move); err != nil || text != f.Move {
							t.Fatalf("%s is played as %q: %v", f.Move, text, err)
						}
					}
				}
				check(s)
			})
		}
	}
}

// The marks of a picture follow the rules.
func TestFiguresMarkWhatTheRulesGive(t *testing.T) {
	forEachFigure(t, func(s figureCheck) {
		if s.Piece != "" {
			var steps []string
			for _, target := range s.view.Stage(s.Piece).Next {
				if target.Kind == rules.Step {
					steps = append(steps, s.board.Name(target.Square))
				}
			}
			slices.Sort(steps)
			if got := strings.Join(steps, " "); got != s.Steps {
				s.Errorf("%s steps to %q, the picture shows %q", s.Piece, got, s.Steps)
			}
		}
		if s.Movers != "" {
			var movers []string
			for _, q := range s.view.Movers() {
				movers = append(movers, s.board.Name(q))
			}
			if got := strings.Join(movers, " "); got != s.Movers {
				s.Errorf("%q can move, the picture underlines %q", got, s.Movers)
			}
		}
		picture := s.picture(views.English, s.board, "")
		for _, leg := range s.legs {
			if !picture.Shows(leg.From) || !picture.Shows(leg.To) {
				s.Errorf("the move leaves the picture at %s", s.board.Name(leg.To))
			}
		}
		for _, name := range strings.Fields(s.Piece + " " + s.Steps + " " + s.Movers + " " + s.Refused) {
			if q, ok := s.board.Square(name); !ok || !picture.Shows(q) {
				s.Errorf("%s is outside the picture", name)
			}
		}
	})
}

// captionProofs check the claims of the caption of a figure, by the figure's name.
var captionProofs = map[string]func(s figureCheck){
	"setup":      func(s figureCheck) { s.checkPlacement(nil) },
	"setup_1932": func(s figureCheck) { s.checkPlacement(map[string]string{"setup": "1932"}) },
	"plain": func(s figureCheck) {
		q, _ := s.board.Square(s.Piece)
		if s.view.At(q).Knight() == s.hasMen() {
			s.Errorf("the piece is %v", s.view.At(q))
		}
		file, rank := s.board.FileRank(q)
		if taken, _ := s.board.At(file+1, rank+1); !s.view.At(taken).Knight() {
			s.Error("no knight takes a square")
		}
	},
	"canter": func(s figureCheck) {
		s.checkKinds(rules.Canter, rules.Canter)
		friend := games.Seat(1)
		if partner := s.board.Partner(1); partner != 0 {
			friend = partner
		}
		s.checkJumpedArmies(1, friend)
	},
	"jump": func(s figureCheck) {
		s.checkKinds(rules.Jump, rules.Jump)
		if s.board.Seats() == 2 {
			s.checkJumpedArmies(2, 2)
		} else {
			s.checkJumpedArmies(2, 4)
		}
		if s.view.At(s.legs[0].Taken).Knight() == s.hasMen() || !s.view.At(s.legs[1].Taken).Knight() {
			s.Error("the captures are not a man, where there are men, and a knight")
		}
	},
	"everyone": func(s figureCheck) {
		s.checkKinds(rules.Jump, rules.Jump, rules.Jump)
		s.checkJumpedArmies(2, 3, 4)
		s.checkResult(rules.ReasonCaptures, 1)
	},
	"charge": func(s figureCheck) {
		s.checkKinds(rules.Canter, rules.Jump, rules.Jump)
		if over := s.view.At(s.capturedSquare(0)); over.Seat() != 1 || over.Knight() == s.hasMen() {
			s.Errorf("it canters over %v", over)
		}
		if !s.view.At(s.legs[0].From).Knight() {
			s.Error("the piece is no knight")
		}
	},
	"duty": func(s figureCheck) {
		s.checkKinds(rules.Canter)
		s.checkRefused(s.Move, "parker.knight_duty")
	},
	"obligation": func(s figureCheck) {
		if !s.view.MustCapture() {
			s.Error("nobody must capture")
		}
		s.checkCompulsion("parker.capture")
	},
	"goal": func(s figureCheck) {
		s.checkKinds(rules.Step)
		s.checkResult(rules.ReasonCastle, 1)
	},
	"goal_jump": func(s figureCheck) {
		s.checkKinds(rules.Jump)
		s.checkResult(rules.ReasonCastle, s.teamSeats()...)
		if s.board.ID() != "chivalry" {
			s.checkStopInGoal()
		}
	},
	"goal_pair": func(s figureCheck) {
		s.checkKinds(rules.Step)
		s.checkResult(rules.ReasonCastle, 1, 3)
		if q, _ := s.board.Square("P8"); s.view.At(q).Seat() != 3 || !s.view.At(q).Knight() || s.board.CastleOf(q) != 4 {
			s.Error("no knight of Blue in the castle of Yellow")
		}
	},
	"own":         func(s figureCheck) { s.checkLandsIn(1) },
	"side_jump":   func(s figureCheck) { s.checkLandsIn(3); s.checkJumpedArmies(2) },
	"closed":      func(s figureCheck) { s.checkRefused(s.Piece+"-"+s.figure.Refused, "parker.own_castle") },
	"side_closed": func(s figureCheck) { s.checkRefused(s.Piece+"-"+s.figure.Refused, "parker.side_castle") },
	"leaving":     func(s figureCheck) { s.checkCompulsion("parker.leave_first") },
	"castle_move": func(s figureCheck) {
		s.checkKinds(rules.CastleMove)
		if q := s.legs[0].To; s.board.CastleOf(q) != 2 || !s.view.At(s.legs[0].From).Knight() {
			s.Error("it is no knight in the enemy castle")
		}
	},
	"one_each": func(s figureCheck) { s.checkKinds(rules.Jump); s.checkResult(rules.ReasonOneEach) },
	"goes_on": func(s figureCheck) {
		p, _ := s.at(s.board)
		if total := p.Count(1) + p.Count(games.Seat(s.board.Seats())); total != 2 || p.Count(1) != 1 {
			s.Errorf("%d pieces, want one each", total)
		}
	},
	"last_enemy": func(s figureCheck) { s.checkKinds(rules.Jump); s.checkResult(rules.ReasonCaptures, 1, 3) },
	"ordinary": func(s figureCheck) {
		if !strings.Contains(s.Steps, "G1") || !strings.Contains(s.Steps, "H1") {
			s.Errorf("it steps to %s", s.Steps)
		}
	},
}

// The claims of a caption hold in every game.
func TestFiguresProveTheirCaptions(t *testing.T) {
	forEachFigure(t, func(s figureCheck) {
		proof, ok := captionProofs[s.Name]
		if !ok {
			s.Fatal("its caption is not proved")
		}
		proof(s)
	})
}

// checkPlacement fails unless the position is that before the first move of a match.
func (s figureCheck) checkPlacement(options map[string]string) {
	s.Helper()
	ruleset, err := catalog.Find(s.board.ID(), 0)
	if err != nil {
		s.Fatal(err)
	}
	start, err := ruleset.New(games.Setup{Options: options})
	if err != nil {
		s.Fatal(err)
	}
	if got, want := s.view.Position().String(), start.View(games.Spectator).(rules.View).Position().String(); got != want {
		s.Errorf("the picture shows %s, a match begins with %s", got, want)
	}
}

// checkKinds fails unless the legs of the move are of these kinds.
func (s figureCheck) checkKinds(want ...rules.Kind) {
	s.Helper()
	legs := s.legs
	if s.after != nil {
		legs = s.view.Stage(s.Move).Legs // which distinguish a castle move from a step
	}
	var got []rules.Kind
	for _, leg := range legs {
		got = append(got, leg.Kind)
	}
	if !slices.Equal(got, want) {
		s.Errorf("%s is made of %v, want %v", s.Move, got, want)
	}
}

// capturedSquare returns the square that a leg jumps over.
func (s figureCheck) capturedSquare(leg int) rules.Square {
	file, rank := s.board.FileRank(s.legs[leg].From)
	toFile, toRank := s.board.FileRank(s.legs[leg].To)
	q, _ := s.board.At((file+toFile)/2, (rank+toRank)/2)
	return q
}

// checkJumpedArmies fails unless the move jumps over pieces of these seats, in order.
func (s figureCheck) checkJumpedArmies(want ...games.Seat) {
	s.Helper()
	for i, seat := range want {
		if got := s.view.At(s.capturedSquare(i)).Seat(); got != seat {
			s.Errorf("leg %d leaps over a piece of seat %d, want %d", i+1, got, seat)
		}
	}
}

// checkResult fails unless the move ends the match for this reason with these winners.
func (s figureCheck) checkResult(reason string, winners ...games.Seat) {
	s.Helper()
	if r := s.after.Result(); r == nil || r.Reason != reason || !slices.Equal(r.Winners, winners) {
		s.Errorf("%s ends with %+v, want %s and %v", s.Move, r, reason, winners)
	}
}

// teamSeats lists the winners when the first seat wins.
func (s figureCheck) teamSeats() []games.Seat {
	if partner := s.board.Partner(1); partner != 0 {
		return []games.Seat{1, partner}
	}
	return []games.Seat{1}
}

func (s figureCheck) hasMen() bool { return slices.Contains(voicesOf(s.board.ID()), "men") }

// checkRefused fails unless the rules refuse a move with the message of key.
func (s figureCheck) checkRefused(move, key string) {
	s.Helper()
	var why *games.Illegal
	if _, _, err := s.state.Apply(1, move); !errors.As(err, &why) || why.Key != key {
		s.Errorf("%s: %v, want the refusal %s", move, err, key)
	}
}

// checkCompulsion fails unless every step of the pieces that are not underlined is
// refused with the message of key.
func (s figureCheck) checkCompulsion(key string) {
	s.Helper()
	held := 0
	for from := range rules.Square(s.board.Len()) {
		if s.view.At(from).Seat() != 1 || strings.Contains(s.Movers, s.board.Name(from)) {
			continue
		}
		file, rank := s.board.FileRank(from)
		if to, ok := s.board.At(file, rank+1); ok && s.view.At(to) == 0 {
			s.checkRefused(s.board.Name(from)+"-"+s.board.Name(to), key)
			held++
		}
	}
	if held == 0 {
		s.Error("there is no other piece")
	}
}

// checkStopInGoal fails unless the move could jump on if its landing were not a castle.
func (s figureCheck) checkStopInGoal() {
	s.Helper()
	goal := s.legs[len(s.legs)-1].To
	file, rank := s.board.FileRank(goal)
	for _, dir := range []int{-1, 1} {
		over, _ := s.board.At(file+dir, rank-1)
		land, ok := s.board.At(file+2*dir, rank-2)
		if ok && over != s.capturedSquare(0) && s.view.At(over).Seat() == 2 && s.view.At(land) == 0 {
			s.checkRefused(s.Move+"x"+s.board.Name(land), "parker.goal_stops")
			return
		}
	}
	s.Error("no jump would go on")
}

// checkLandsIn fails unless the move ends in a castle by a jump.
func (s figureCheck) checkLandsIn(owner games.Seat) {
	s.Helper()
	s.checkKinds(rules.Jump)
	if got := s.board.CastleOf(s.legs[0].To); got != owner {
		s.Errorf("it lands in the castle of seat %d, want %d", got, owner)
	}
}
