package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// CanStartNow reports whether a table can start with the players it has, and whether it can start
// with bots in its open seats.
func CanStartNow(m db.Match) (without, withBots bool) {
	info := match.GameOf(m)
	taken := takenSeats(m)
	return taken < len(m.Seats) && slices.Contains(info.Seats, taken), taken < len(m.Seats) && match.BotsPlay(info.ID)
}

func takenSeats(m db.Match) int {
	taken := 0
	for _, p := range m.Seats {
		if p.ID != "" {
			taken++
		}
	}
	return taken
}

// StartNow starts a table before all its seats are taken. For level 0 the open seats are removed;
// otherwise bots of that level take them. Seats reserved for players count as open. Only the host
// may.
func (s *Tables) StartNow(ctx context.Context, once db.Once, id, host string, level int, n match.Note) (match.Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	if err != nil {
		return match.Match{}, err
	}
	info := old.Rules.Info()
	if level != 0 {
		if err := CheckBot(info, len(old.Seats), 1, level); err != nil {
			return match.Match{}, err
		}
	}
	m, err := s.cfg.Store.StartMatch(ctx, once, db.Starting{Match: id, Host: host, Bot: level, BotLimits: s.cfg.BotLimits, Begin: s.cfg.Matches.Begin,
		Admit: func(m db.Match) error { return s.checkStart(info, m) }}, n)
	if err != nil {
		return match.Match{}, fmt.Errorf("start match: %w", club.Refusals{db.ErrStarted: ErrStarted}.Of(err))
	}
	s.cfg.Matches.Announce(m)
	s.cfg.Matches.PublishTable(m)
	s.cfg.Wakes.Wake(club.RepeatTables)
	return s.cfg.Matches.Load(ctx, m)
}

// checkStart refuses to start a match with too few players.
func (s *Tables) checkStart(info games.Info, m db.Match) error {
	if !slices.Contains(info.Seats, len(m.Seats)) {
		return club.Refuse(club.Conflict, "too_few_players",
			fmt.Sprintf("%s is played by %s, and %d sit at this table: wait for more, or have bots take the open seats", info.Name.En, joinNumbers(info.Seats), len(m.Seats)))
	}
	_, err := s.Proposed(Proposal{Game: m.Game, Seats: len(m.Seats), Options: m.Options})
	return err
}

// rematchLasts is the lifetime of an offer of a rematch.
const rematchLasts = 7 * 24 * time.Hour

var (
	ErrNotOver         = club.Refuse(club.Conflict, "not_over", "this match is not over yet: offer a rematch afterwards")
	errNoRematch       = club.Refuse(club.Conflict, "no_rematch", "this match was imported, so it has no rematch: open a new table")
	errRematchDeclined = club.Refuse(club.Conflict, "rematch_declined", "your offer of a rematch was declined: open a new table instead")
	errNoOffer         = club.Refuse(club.Conflict, "no_offer", "there is no offer of a rematch to answer: make one yourself")
)

// Rematch offers a rematch, in which each player moves on by one seat, or accepts such an offer. It
// returns the rematch once all have accepted, at a table of one player at once. Until then it
// returns the match itself. The contribution is the player's part in the chance of the rematch, ""
// to have it drawn.
func (s *Tables) Rematch(ctx context.Context, once db.Once, id, player, contribution string, n match.Note) (match.Match, error) {
	old, err := s.requireRematchable(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case old.Rematch != "":
		return s.cfg.Matches.Match(ctx, old.Rematch, player)
	}
	next, err := s.newRematch(old.Match, player)
	if err != nil {
		return match.Match{}, err
	}
	var m db.Match
	if old.Solo {
		next.Contribution = contribution
		m, err = s.cfg.Store.CreateMatch(ctx, once, next, n)
	} else {
		vote := db.RematchVote{Match: id, Player: player, Contribution: contribution, Lasts: rematchLasts, Next: func(db.Match) db.NewMatch { return next }}
		m, err = s.cfg.Store.VoteRematch(ctx, once, vote, n)
	}
	var there *db.Rematched
	switch {
	case errors.As(err, &there):
		return s.cfg.Matches.Match(ctx, there.ID, player)
	case errors.Is(err, db.ErrDeclined):
		return match.Match{}, errRematchDeclined
	case err != nil:
		return match.Match{}, fmt.Errorf("vote for a rematch: %w", err)
	}
	if m.ID != id {
		s.cfg.Matches.Announce(m)
	}
	s.cfg.Matches.Publish(old.Match)
	s.cfg.Wakes.Wake(club.Notifications)
	return s.cfg.Matches.Load(ctx, m)
}

// DeclineRematch takes back the player's own offer of a rematch, or declines another player's
// offer. It returns the match.
func (s *Tables) DeclineRematch(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	if _, err := s.requireRematchable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.DeclineRematch(ctx, once, id, player, n)
	var there *db.Rematched
	switch {
	case errors.Is(err, db.ErrNoOffer), errors.As(err, &there):
		return match.Match{}, errNoOffer
	case err != nil:
		return match.Match{}, fmt.Errorf("decline a rematch: %w", err)
	}
	s.cfg.Matches.Publish(m)
	return s.cfg.Matches.Load(ctx, m)
}

// requireRematchable loads a match of the player that can be played again.
func (s *Tables) requireRematchable(ctx context.Context, id, player string) (match.Match, error) {
	old, err := s.cfg.Matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case match.SeatOf(old.Match, player) == 0:
		return match.Match{}, match.ErrNoSeat
	case !old.IsOver():
		return match.Match{}, ErrNotOver
	case PlayedElsewhere(old.Match) != nil:
		return match.Match{}, errNoRematch
	case HasFormer(old.Match):
		return match.Match{}, errFormer
	}
	return old, nil
}

// newRematch describes the rematch of a match. Each player moves on by one seat.
func (s *Tables) newRematch(old db.Match, host string) (db.NewMatch, error) {
	first, err := s.Proposed(Proposal{Game: old.Game, Seats: len(old.Seats), Options: old.Options})
	if err != nil {
		return db.NewMatch{}, err
	}
	info := first.Ruleset().Info()
	next := db.NewMatch{
		Game:      old.Game,
		Version:   info.Version,
		Options:   old.Options,
		Seats:     len(old.Seats),
		Public:    (old.Public || old.Closed()) && !old.Shown,
		Solo:      old.Solo,
		Host:      host,
		RematchOf: old.ID,
		Chance:    info.Chance,
		NoTalk:    old.NoTalk,
		Watch:     old.Watch,
		Rated:     old.Rated && !old.Ladder,
		Wait:      old.Wait,
		Begin:     s.cfg.Matches.Begin,
		BotLimits: s.cfg.BotLimits,
	}
	if !old.Clock.IsZero() {
		next.Clock = clock.Of(old.Clock.Control())
	}
	if !old.Solo {
		next.Reserve = make(map[games.Seat]string, len(old.Seats))
		for i, p := range old.Seats {
			next.Reserve[games.Seat(1+(i+1)%len(old.Seats))] = p.ID
		}
	}
	return next, nil
}

var errFormer = club.Refuse(club.Conflict, "player_left", "a player of this match has left the site: open a new table instead")

// HasFormer reports whether a player of a match has left the site.
func HasFormer(m db.Match) bool {
	return slices.ContainsFunc(m.Seats, func(p db.Player) bool { return p.Name == db.FormerName })
}

// checkBots refuses bots that the table cannot have.
func (p Proposal) checkBots(info games.Info) error {
	seats := p.Seats
	if seats == 0 {
		seats = slices.Min(info.Seats)
	}
	switch {
	case len(p.Bots) == 0:
		return nil
	case p.Solo:
		return club.InvalidField("invalid_bots", "bots", "you play every seat yourself: leave the bots out")
	case len(p.Bots) >= seats:
		return club.InvalidField("invalid_bots", "bots", "bots cannot have all seats: leave one for yourself")
	}
	for seat, level := range p.Bots {
		if err := CheckBot(info, seats, seat, level); err != nil {
			return err
		}
		if int(seat) == p.Seat {
			return club.InvalidField("invalid_bots", "bots", "seat %d is your own: choose another seat for the bot", seat)
		}
	}
	return nil
}

// CheckBot refuses a bot that the seat cannot have.
func CheckBot(info games.Info, seats int, seat games.Seat, level int) error {
	switch {
	case !match.BotsPlay(info.ID):
		return club.Refuse(club.Invalid, "no_bots", fmt.Sprintf("the computer does not play %s: leave the bots out", info.Name.En)).About("bots")
	case seat < 1 || int(seat) > seats:
		return club.InvalidField("invalid_bots", "bots", "seat %d is outside the seats 1 to %d", seat, seats)
	case level < 1 || level > db.BotLevels:
		return club.InvalidField("invalid_level", "level", "level %d does not exist: choose one from 1 to %d", level, db.BotLevels)
	}
	return nil
}

// SeatBot gives an open seat of a table to a bot of a level. Only the host may. When the last seat
// is taken, the match begins.
func (s *Tables) SeatBot(ctx context.Context, once db.Once, id, host string, seat games.Seat, level int, n match.Note) (match.Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	if err != nil {
		return match.Match{}, err
	}
	if err := CheckBot(old.Rules.Info(), len(old.Seats), seat, level); err != nil {
		return match.Match{}, err
	}
	m, err := s.cfg.Store.JoinMatch(ctx, once, db.Joining{Match: id, Bot: level, Host: host, Seat: seat, Begin: s.cfg.Matches.Begin, BotLimits: s.cfg.BotLimits}, n)
	if err != nil {
		return match.Match{}, fmt.Errorf("seat bot: %w", err)
	}
	s.cfg.Matches.Announce(m)
	s.cfg.Matches.PublishTable(m)
	return s.cfg.Matches.Load(ctx, m)
}

// leavingAtOnce is the number of matches that are left within the request of a leaving player.
const leavingAtOnce = 10

// Leave removes a player from the site. First it deletes the name, the account and all other stored
// data. Then it resigns the player's matches and closes their tables. It does the first few at
// once. A worker does the rest, and those interrupted by an error or a crash.
func (s *Tables) Leave(ctx context.Context, player string) error {
	if err := s.cfg.Store.Leave(ctx, player); err != nil {
		return fmt.Errorf("leave: %w", err)
	}
	s.cfg.Hub.EndPlayer(player)
	defer s.cfg.Wakes.Wake(club.Departures)
	list, err := s.Unfinished(ctx, player, leavingAtOnce)
	for _, m := range list {
		if err == nil {
			err = s.LeaveMatch(context.WithoutCancel(ctx), m, player)
		}
	}
	return nil // the worker does the rest
}

// Unfinished lists at most most unfinished matches of a player.
func (s *Tables) Unfinished(ctx context.Context, player string, most int) (list []db.Match, err error) {
	over, cursor := false, ""
	for {
		page, next, err := s.cfg.Lists.MatchesOf(ctx, player, db.Filter{Over: &over}, cursor, min(most-len(list), db.MaxPage))
		if list = append(list, page...); err != nil || next == "" || len(list) >= most {
			return list, err
		}
		cursor = next
	}
}

// LeaveMatch removes a player from a match, or from a table that has not begun.
func (s *Tables) LeaveMatch(ctx context.Context, m db.Match, player string) (err error) {
	switch {
	case !m.Started.IsZero():
		err = s.cfg.Matches.Resign(ctx, m.ID, player)
	case m.Host == player:
		if err = s.cfg.Store.DeleteOpenMatch(ctx, m.ID, player); err == nil {
			s.AnnounceDeleted(m)
		}
	default:
		var after db.Match
		if after, err = s.cfg.Store.LeaveTable(ctx, m.ID, player); err == nil {
			s.cfg.Matches.Publish(after)
			s.cfg.Matches.PublishTable(after)
		}
	}
	if errors.Is(err, db.ErrStarted) { // since m was read
		err = s.cfg.Matches.Resign(ctx, m.ID, player)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil // another process has withdrawn it first
	}
	return err
}

// LeavingWorker removes leaving players from their matches, one player after the other. It stops
// with a player db.LeavingLasts after the start.
func (s *Tables) LeavingWorker() club.Worker {
	return club.Worker{Name: "leavers", Pause: club.LongPause, Woken: s.cfg.Wakes.Woken(club.Departures), List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		leavers, err := s.cfg.Store.Leaving(ctx)
		for _, l := range leavers {
			list, err := s.Unfinished(ctx, l.Player, look.Most)
			if err != nil {
				return nil, time.Time{}, err
			}
			tried := true // all matches were tried; some may go on without the player
			for _, m := range list {
				id := l.Player + " " + m.ID
				tried = tried && look.Skip[id]
				items = append(items, club.Item{ID: id, Do: func(ctx context.Context) error { return s.LeaveMatch(ctx, m, l.Player) }})
			}
			if tried && s.cfg.Now().Sub(l.Since) >= db.LeavingLasts {
				items = append(items, club.Item{ID: l.Player, Do: func(ctx context.Context) error { return s.cfg.Store.HasLeft(ctx, l.Player) }})
			}
		}
		return items, time.Time{}, err
	}}
}
