package place_test

import (
	"context"
	"errors"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
	"tableronde/games/rating"
)

// furnishTalk puts a message, a report of it and a tie into a store.
func furnishTalk(ctx context.Context, s db.Store, match, a, b string) error {
	said, err := s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: match, Player: a, To: []games.Seat{1, 2}, Text: "Bonne chance à tous"}, nil)
	_, answered := s.AnswerPuzzle(ctx, a, db.PuzzleID{Game: "cam", Number: 1}, func(p db.PuzzleTry, r, puzzle rating.Rating) (db.PuzzleTry, rating.Rating) {
		return db.PuzzleTry{Day: 20785, Wrong: []string{"D12-D13"}, Solved: true, Tried: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC), Rating: r}, dbtest.Attempted(puzzle)
	})
	return errors.Join(err, answered, s.SeeWatchers(ctx, match, a), s.AddLessons(ctx, a, "camelot.1"), s.SetRemark(ctx, a, db.Remark{Match: match, Ply: db.WholeMatch, Text: "x"}),
		s.ReportMessage(ctx, match, said.ID, b), s.SetTie(ctx, a, b, db.TieFavorite))
}

// furnishStanding has a player make a standing offer, of which a table is open.
func furnishStanding(ctx context.Context, s db.Store, player string) error {
	o, err := s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: player, Proposal: `{"game":"été"}`, Most: 2}, nil)
	if err == nil {
		_, err = s.OpenStanding(ctx, o.ID, db.NewMatch{Game: "x", Seats: 2, Host: player, MaxOpen: 9})
	}
	return err
}

// furnishLadder has a player challenge another on a ladder.
func furnishLadder(ctx context.Context, s db.Store, challenger, challenged string) error {
	err := errors.Join(s.JoinLadder(ctx, "x", challenged), s.JoinLadder(ctx, "x", challenger))
	if err == nil {
		_, err = s.ChallengeOnLadder(ctx, db.Once{}, db.NewLadderChallenge{Table: db.NewMatch{Game: "x", Seats: 2, Host: challenger, Challenged: challenged},
			Until: time.Now().Add(time.Hour), Reach: func(int) int { return 1 }}, nil)
	}
	return err
}

// furnishStandIn has a bot take over the second seat of a match.
func furnishStandIn(ctx context.Context, s db.Store, match string) error {
	_, err := s.Append(ctx, db.Once{}, match, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{TakenOver: map[games.Seat]int{2: 3}}, nil
	})
	return err
}

// furnishCup has a player make a cup, of which a match has begun.
func furnishCup(ctx context.Context, s db.Store, a, b string) error {
	c, err := s.MakeCup(ctx, db.Once{}, db.NewCup{Host: a, Title: "Coupe d’été", Plan: "{}", Places: 2, Starts: time.Now(), Entrants: []string{a, b}}, nil)
	if err == nil {
		_, _, err = s.StepCup(ctx, c.ID, func(db.Cup) (db.CupStep, error) {
			return db.CupStep{Order: []string{b, a}, Matches: []db.NewMatch{{Game: "x", Seats: 2, Host: a, Reserve: map[games.Seat]string{1: b, 2: a}, ToAct: []games.Seat{1},
				Cup: db.CupPlace{Cup: c.ID, Round: 1, Pairing: 1, Number: 1, Entries: []int{1, 2}}}}}, nil
		})
	}
	return err
}

// furnishArchive archives a match of two players.
func furnishArchive(ctx context.Context, s db.Store, match, a, b string) error {
	return s.Archive(ctx, match, db.Ending{
		Listed:  true,
		Outcome: 1,
		Played:  []db.Played{{Player: a, Score: db.Won}, {Player: a, Opponent: b, Score: db.Won}, {Player: b, Score: db.Lost, Fell: true}},
		Passed:  []db.Passed{{Position: -1 << 63, Move: "E6-E8", Score: db.Won}},
		Answers: []db.Answers{{Player: a, Counts: [db.AnswerSteps]int{5: 3}, Hours: [24]int{20: 3}}},
		Rated:   []string{a},
		Rate: func(map[string]rating.Rating) map[string]rating.Rating {
			return map[string]rating.Rating{a: {Points: 1512.34, Deviation: 1.0 / 3, Volatility: 0.06, Matches: 1, At: time.Now()}}
		},
	})
}

// furnishCollections puts a collection with a match and a note into a store, and a report of it.
func furnishCollections(ctx context.Context, s db.Store, match, a, b string) error {
	c, err := s.SaveCollection(ctx, db.Collection{Player: db.Player{ID: a}, Title: "Les plus belles fins", Public: true})
	return errors.Join(err, s.Collect(ctx, c.ID, a, match, 0), s.Annotate(ctx, c.ID, a, db.Remark{Match: match, Ply: 1, Text: "à voir"}), s.ReportCollection(ctx, c.ID, b))
}

// operate makes a player an operator, who acts about another and in a match.
func operate(ctx context.Context, s db.Store, operator, player, match string) error {
	return errors.Join(
		s.Act(ctx, db.NewAct{Kind: db.ActAppoint, Player: operator, Reason: "née"}),
		s.Act(ctx, db.NewAct{Kind: db.ActView, Operator: operator, Match: match, Seat: 1, Reason: "à voir"}),
		s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Operator: operator, Player: player, Until: time.Now().Add(time.Hour), Reason: "x"}),
		s.NoteBackup(ctx, db.Backup{At: time.Now(), Bytes: 1 << 40, Took: time.Second}))
}
