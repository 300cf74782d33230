package admin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

const (
	// ForGood is the length of a suspension without an end.
	ForGood = 100 * 365 * 24 * time.Hour
	// ViewLasts is the time for which an operator may view a match from a seat after giving a
	// reason.
	ViewLasts = time.Hour

	maxReason = 300 // runes
)

var (
	errReason     = club.Refuse(club.Invalid, "reason_missing", fmt.Sprintf("give a reason of at most %d characters: the players concerned can read it", maxReason)).About("reason")
	errNoOperator = club.Refuse(club.Invalid, "not_operator", "this account is not an operator, so it cannot be dismissed").About("who")
	errOperator   = club.Refuse(club.Invalid, "is_operator", "this account is an operator: name another one").About("who")
	errNoMatch    = club.Refuse(club.Invalid, "unknown_match", "this site has no such match: check its id").About("match")
	errLasts      = club.Refuse(club.Invalid, "bad_time", "the time is missing or not positive: say how long the measure lasts").About("lasts")
	errDelivered  = club.Refuse(club.Invalid, "delivered", "no message waits there any longer: nothing has to be sent again")
	errUnknownAct = club.Refuse(club.Invalid, "unknown_act", "unknown act: choose one of the page or the help").About("act")
)

// Act is a request of an operator. The fields it needs depend on its Kind.
type Act struct {
	Kind     db.ActKind    `json:"act"`
	Operator string        `json:"-"`               // id; "" for the command line
	Who      string        `json:"who,omitempty"`   // the name of an account, or the id of a player
	Name     string        `json:"name,omitempty"`  // the new name, for db.ActRename
	Lasts    time.Duration `json:"lasts,omitempty"` // for db.ActSuspend and db.ActMute
	Match    string        `json:"match,omitempty"`
	Seat     games.Seat    `json:"seat,omitempty"`
	Level    int           `json:"level,omitempty"`  // of the bot, for db.ActReplace; without it, Who takes the seat
	Agreed   bool          `json:"agreed,omitempty"` // Who has agreed to take the seat
	Ply      int           `json:"ply,omitempty"`    // for db.ActRewind: the number of the event that stays the last
	Target   string        `json:"target,omitempty"` // id of an undelivered message or of a reported one, or the db.Parked.Name of parked work
	Reason   string        `json:"reason,omitempty"`
}

// Operate carries out an act of an operator, and logs it.
func (s *Operators) Operate(ctx context.Context, a Act) error {
	a.Reason = strings.Join(strings.Fields(a.Reason), " ")
	if n := utf8.RuneCountInString(a.Reason); n > maxReason || n == 0 && !slices.Contains([]db.ActKind{db.ActRetry, db.ActDecline, db.ActRelease, db.ActDrop}, a.Kind) || !utf8.ValidString(a.Reason) {
		return errReason
	}
	switch a.Kind {
	case db.ActRetry, db.ActRemove, db.ActDecline, db.ActRelease, db.ActDrop:
		return s.settle(ctx, a)
	case db.ActView, db.ActClose, db.ActRewind, db.ActReplace:
		return s.operateMatch(ctx, a)
	case db.ActAppoint, db.ActDismiss, db.ActRename, db.ActSuspend, db.ActLift, db.ActMute, db.ActUnmute:
	default:
		return errUnknownAct
	}
	p, err := s.cfg.Accounts.FindPlayer(ctx, a.Who)
	if err != nil {
		return err
	}
	do := db.NewAct{Kind: a.Kind, Operator: a.Operator, Player: p.ID, Reason: a.Reason}
	switch a.Kind {
	case db.ActAppoint, db.ActDismiss:
		err = s.checkOperator(ctx, p.ID, a.Kind == db.ActDismiss)
	case db.ActRename:
		err = s.fillName(ctx, &do, a.Name)
	case db.ActSuspend, db.ActMute:
		if do.Until = s.cfg.Now().Add(a.Lasts); a.Lasts <= 0 || a.Lasts > ForGood {
			err = errLasts
		}
	}
	if err != nil {
		return err
	}
	return s.actAbout(ctx, do)
}

// actAbout stores and carries out an act that concerns a player.
func (s *Operators) actAbout(ctx context.Context, do db.NewAct) error {
	err := s.cfg.Store.Act(ctx, do)
	switch {
	case errors.Is(err, db.ErrNotFound) && do.Kind == db.ActAppoint:
		return accounts.ErrUnknownPlayer
	case err != nil || do.Kind != db.ActSuspend:
		return accounts.AccountError(err)
	}
	s.cfg.Hub.EndPlayer(do.Player)
	list, failed := s.cfg.Tables.Unfinished(ctx, do.Player, math.MaxInt)
	for _, m := range list {
		if m.Started.IsZero() { // in matches that have begun the clocks run on, and the opponents can claim the win
			failed = errors.Join(failed, s.cfg.Tables.LeaveMatch(ctx, m, do.Player))
		}
	}
	return failed
}

// fillName fills in the new name of a player.
func (s *Operators) fillName(ctx context.Context, do *db.NewAct, name string) (err error) {
	if do.Name, err = s.cfg.Accounts.CheckName(ctx, do.Player, name); err != nil {
		return err
	}
	has, err := s.cfg.Accounts.HasAccount(ctx, do.Player)
	if has {
		do.Keys = accounts.NameKeys(do.Name)
	}
	return err
}

// checkOperator returns an error unless the player is an operator, or is not one, as want says.
func (s *Operators) checkOperator(ctx context.Context, player string, want bool) error {
	is, err := s.cfg.Store.IsOperator(ctx, player)
	switch {
	case err != nil || is == want:
		return err
	case is:
		return errOperator
	}
	return errNoOperator
}

// settle resends messages that could not be delivered, judges a reported message, or releases or
// drops parked background work.
func (s *Operators) settle(ctx context.Context, a Act) error {
	defer s.cfg.Wakes.WakeAll()
	err := s.cfg.Store.Act(ctx, db.NewAct{Kind: a.Kind, Operator: a.Operator, Detail: a.Target, Reason: a.Reason})
	return club.Refusals{db.ErrNotFound: errDelivered}.Of(err)
}

// operateMatch carries out an act about a match.
func (s *Operators) operateMatch(ctx context.Context, a Act) error {
	m, err := s.cfg.Store.Match(ctx, a.Match)
	if err != nil {
		return club.Refusals{db.ErrNotFound: errNoMatch}.Of(err)
	}
	do := db.NewAct{Kind: a.Kind, Operator: a.Operator, Match: m.ID, Seat: a.Seat, Reason: a.Reason}
	switch {
	case a.Kind == db.ActReplace:
		return s.replace(ctx, a, m, do)
	case a.Kind == db.ActView:
		if m.Started.IsZero() || a.Seat < 1 || int(a.Seat) > len(m.Seats) {
			return match.ErrNoSuchSeat
		}
		return s.cfg.Store.Act(ctx, do)
	case m.Started.IsZero() && a.Kind == db.ActClose:
		return s.closeTable(ctx, m, do)
	}
	event := table.Void
	if a.Kind == db.ActRewind {
		do.Detail = strconv.Itoa(a.Ply)
		event = table.Rewind + " " + do.Detail
	}
	return s.cfg.Matches.Intervene(ctx, m.ID, event, do)
}

// closeTable withdraws a table that is still open.
func (s *Operators) closeTable(ctx context.Context, m db.Match, do db.NewAct) error {
	do.Player, do.Match, do.Detail = m.Host, "", m.ID
	if err := s.cfg.Store.Act(ctx, do); err != nil {
		return err
	}
	if err := s.cfg.Store.DeleteOpenMatch(ctx, m.ID, m.Host); err != nil {
		return err
	}
	s.cfg.Tables.AnnounceDeleted(m)
	return nil
}

// MatchAs returns a match that an operator views as a seat. The operator must have given a reason
// for it within ViewLasts; otherwise the error is db.ErrNotFound.
func (s *Operators) MatchAs(ctx context.Context, operator, id string, seat games.Seat) (match.Match, error) {
	acts, err := s.cfg.Store.ActsIn(ctx, id)
	if err != nil {
		return match.Match{}, err
	}
	said := slices.ContainsFunc(acts, func(a db.Act) bool {
		return a.Kind == db.ActView && a.Operator.ID == operator && a.Seat == seat && s.cfg.Now().Sub(a.At) < ViewLasts
	})
	if !said {
		return match.Match{}, fmt.Errorf("match of others: %w", db.ErrNotFound)
	}
	m, err := s.cfg.Store.Match(ctx, id)
	if err != nil {
		return match.Match{}, err
	}
	return s.cfg.Matches.Load(ctx, m)
}
