package tables

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club"
)

var (
	errTooManyStanding = club.Refuse(club.Conflict, "too_many_standing", fmt.Sprintf("you have %d repeating tables already, the most allowed: remove one first", db.MaxStanding))
	errStandingMost    = club.Refuse(club.Invalid, "invalid_most", fmt.Sprintf("this number of matches is not possible: choose 1 to %d at a time", db.MaxStandingLive)).About("most")
	errStandingGone    = club.Refuse(club.NotFound, "no_standing", "you have no such repeating table: see the list of yours")
)

// RepeatTables manages repeating tables: when a match of one has begun, it opens the next.
type RepeatTables struct {
	store  db.Standing
	tables *Tables
	wakes  *club.Wakes
}

// NewRepeatTables returns RepeatTables.
func NewRepeatTables(store db.Standing, tables *Tables, wakes *club.Wakes) *RepeatTables {
	return &RepeatTables{store: store, tables: tables, wakes: wakes}
}

// Standing is a repeating table: a player's wish to have a public table open, while fewer than Most
// of its matches are in progress.
type Standing struct {
	db.StandingOffer
	Table Proposal
}

// StoredProposal is the stored form of a repeating table's proposal.
type StoredProposal struct {
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Seat    int               `json:"seat,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	NoTalk  bool              `json:"no_talk,omitempty"`
	Casual  bool              `json:"casual,omitempty"`
	Wait    time.Duration     `json:"wait,omitempty"`
	Clock   *clock.Control    `json:"clock,omitempty"`
	Needs   db.Needs          `json:"needs,omitzero"`
}

// Stored returns the stored part of a proposal for a public table.
func (p Proposal) Stored() StoredProposal {
	return StoredProposal{Game: p.Game, Seats: p.Seats, Seat: p.Seat, Options: p.Options, NoTalk: p.NoTalk, Casual: p.Casual, Wait: p.Wait, Clock: p.Clock, Needs: p.Needs}
}

// Proposal is the inverse of Proposal.Stored.
func (p StoredProposal) Proposal() Proposal {
	return Proposal{Game: p.Game, Seats: p.Seats, Seat: p.Seat, Options: p.Options, NoTalk: p.NoTalk, Casual: p.Casual, Wait: p.Wait, Clock: p.Clock, Needs: p.Needs, Public: true}
}

// AddStanding stores a repeating table for public tables like the proposal, and opens its first
// one. It ignores Contribution and Bots of the proposal.
func (s *RepeatTables) AddStanding(ctx context.Context, once db.Once, player string, p Proposal, most int, note func(Standing) (int, []byte)) (Standing, error) {
	p.Public, p.Solo, p.Challenged, p.Bots, p.Contribution = true, false, "", nil, ""
	first, err := s.tables.Proposed(p)
	switch {
	case err != nil:
		return Standing{}, err
	case most < 1 || most > db.MaxStandingLive:
		return Standing{}, errStandingMost
	}
	p.Seats = first.Setup().Seats
	text, err := json.Marshal(p.Stored())
	switch {
	case err != nil:
		return Standing{}, fmt.Errorf("standing offer: %w", err)
	case len(text) > db.MaxStandingBytes:
		return Standing{}, club.InvalidField("invalid_options", "options", "the options of the game are too long: shorten them")
	}
	made, err := s.store.AddStanding(ctx, once, db.StandingOffer{Player: player, Proposal: string(text), Most: most},
		func(o db.StandingOffer) (int, []byte) { return note(Standing{o, p}) })
	if err != nil {
		return Standing{}, fmt.Errorf("add standing offer: %w", club.Refusals{db.ErrTooManyStanding: errTooManyStanding}.Of(err))
	}
	return Standing{made, p}, s.FillStanding(ctx, player)
}

// StandingOf lists the repeating tables of a player, the oldest first.
func (s *RepeatTables) StandingOf(ctx context.Context, player string) (list []Standing, err error) {
	offers, err := s.store.StandingOf(ctx, player)
	for _, o := range offers {
		p, err := readProposal(o.Proposal)
		if err != nil {
			return nil, err
		}
		list = append(list, Standing{o, p})
	}
	return list, err
}

// FindStanding returns a repeating table of a player.
func (s *RepeatTables) FindStanding(ctx context.Context, player, id string) (Standing, error) {
	list, err := s.StandingOf(ctx, player)
	if err != nil {
		return Standing{}, err
	}
	for _, o := range list {
		if o.ID == id {
			return o, nil
		}
	}
	return Standing{}, errStandingGone
}

// SetStanding changes the most matches at a time of a repeating table, and pauses or continues it.
// A paused one has no open table.
func (s *RepeatTables) SetStanding(ctx context.Context, player, id string, most int, paused bool) error {
	if most < 1 || most > db.MaxStandingLive {
		return errStandingMost
	}
	o, err := s.FindStanding(ctx, player, id)
	if err != nil {
		return err
	}
	if err := s.store.SetStanding(ctx, player, id, most, paused); err != nil {
		return standingError(err)
	}
	if paused {
		return s.withdrawStanding(ctx, o)
	}
	return s.FillStanding(ctx, player)
}

// RemoveStanding deletes a repeating table and withdraws its open table. Matches that began from it
// go on.
func (s *RepeatTables) RemoveStanding(ctx context.Context, player, id string) error {
	o, err := s.FindStanding(ctx, player, id)
	if err != nil {
		return err
	}
	if err := s.store.RemoveStanding(ctx, player, id); err != nil {
		return standingError(err)
	}
	return s.withdrawStanding(ctx, o)
}

// withdrawStanding withdraws the open table of a repeating table, unless it is full or gone
// already.
func (s *RepeatTables) withdrawStanding(ctx context.Context, o Standing) error {
	if o.Open == "" {
		return nil
	}
	err := s.tables.Withdraw(ctx, o.Open, o.Player)
	if errors.Is(err, db.ErrNotFound) || errors.Is(err, ErrStarted) {
		return nil
	}
	return err
}

func standingError(err error) error {
	return fmt.Errorf("change standing offer: %w", club.Refusals{db.ErrNotFound: errStandingGone}.Of(err))
}

// FillStanding opens the tables that a player's repeating tables need. If the rules no longer allow
// one, that one is paused. If the host has too many open tables, none is opened.
func (s *RepeatTables) FillStanding(ctx context.Context, player string) error {
	list, failed := s.store.TablesToReopen(ctx, player, "", db.MaxStanding)
	for _, o := range list {
		if err := s.openStanding(ctx, o); err != nil {
			failed = errors.Join(failed, fmt.Errorf("standing offer %s: %w", o.ID, err))
		}
	}
	return failed
}

// openStanding opens a table of a repeating table.
func (s *RepeatTables) openStanding(ctx context.Context, o db.StandingOffer) error {
	p, err := readProposal(o.Proposal)
	if err != nil {
		return err
	}
	first, err := s.tables.Proposed(p)
	if club.IsRefusal(err) {
		return s.store.SetStanding(ctx, o.Player, o.ID, o.Most, true)
	}
	if err != nil {
		return err
	}
	m, err := s.store.OpenStanding(ctx, o.ID, s.tables.NewTable(first, o.Player, p))
	switch {
	case errors.Is(err, db.ErrEnoughTables), errors.Is(err, db.ErrTooManyTables):
		return nil
	case err != nil:
		return err
	}
	s.tables.cfg.Matches.Announce(m)
	s.tables.cfg.Matches.PublishTable(m)
	return nil
}

func readProposal(text string) (Proposal, error) {
	var p StoredProposal
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return Proposal{}, fmt.Errorf("table of a standing offer: %w", err)
	}
	return p.Proposal(), nil
}

// RepeatTableWorker opens tables of repeating tables whenever a match of this process has started
// or ended. It also opens tables that other processes or a crash have left unopened. The store
// opens one table at a time for a repeating table.
func (s *RepeatTables) RepeatTableWorker() club.Worker {
	return club.Worker{Name: "standing", Everywhere: true, Pause: club.LongPause, Woken: s.wakes.Woken(club.RepeatTables), List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		list, err := s.store.TablesToReopen(ctx, "", "", look.Most)
		for _, o := range list {
			items = append(items, club.Item{ID: o.ID, Do: func(ctx context.Context) error { return s.openStanding(ctx, o) }})
		}
		return items, time.Time{}, err
	}}
}
