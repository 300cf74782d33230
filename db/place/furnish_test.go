package place_test

import (
	"context"
	"errors"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// furnishTalk puts a message, a report of it and a tie into a store.
func furnishTalk(ctx context.Context, s db.Store, match, a, b string) error {
	said, err := s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: match, Player: a, To: []games.Seat{1, 2}, Text: "Bonne chance à tous"}, nil)
	return errors.Join(err, s.SeeWatchers(ctx, match, a), s.SetRemark(ctx, a, db.Remark{Match: match, Ply: db.WholeMatch, Text: "x"}),
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

// operate makes a player an operator, who acts about another and in a match.
func operate(ctx context.Context, s db.Store, operator, player, match string) error {
	return errors.Join(
		s.Act(ctx, db.NewAct{Kind: db.ActAppoint, Player: operator, Reason: "née"}),
		s.Act(ctx, db.NewAct{Kind: db.ActView, Operator: operator, Match: match, Seat: 1, Reason: "à voir"}),
		s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Operator: operator, Player: player, Until: time.Now().Add(time.Hour), Reason: "x"}),
		s.NoteBackup(ctx, db.Backup{At: time.Now(), Bytes: 1 << 40, Took: time.Second}))
}
