package match

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// HomeLive is how many matches that go on home shows.
const HomeLive = 50

// FillOffers lists the offers that wait for a player's answer.
func (s *Pages) FillOffers(ctx context.Context, m *pages.Home, player string) error {
	asked, _, err := s.Club.Lists.MatchesOf(ctx, player, db.Filter{Asked: true}, "", HomeLive)
	if err != nil {
		return err
	}
	all, err := s.LoadAll(ctx, asked)
	if err != nil {
		return err
	}
	for _, match := range asked {
		if f, ok := all[match.ID]; ok {
			m.Offers = append(m.Offers, offersIn(m.Lang, f, player, s.Now())...)
		}
	}
	return nil
}

// LoadAll loads the matches of a list. Those that cannot be replayed are logged and left out.
func (s *Pages) LoadAll(ctx context.Context, list []db.Match) (map[string]match.Match, error) {
	all, err := s.Club.Match.LoadAll(ctx, list)
	if err != nil && all != nil {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "cannot replay matches of a list", slog.Any("error", err))
		err = nil
	}
	return all, err
}

// offersIn lists the offers in a match that wait for a player's answer.
func offersIn(lang views.Lang, f match.Match, player string, now time.Time) []pages.Offer {
	own := f.SeatsOf(player)
	waits := func(awaited []games.Seat) bool {
		return slices.ContainsFunc(awaited, func(seat games.Seat) bool { return slices.Contains(own, seat) })
	}
	var offers []pages.Offer
	add := func(o pages.Offer) {
		o.Row, o.Key = site.NewRow(lang, f.Match, player), site.NewKey()
		offers = append(offers, o)
	}
	if f.Over {
		if r := newRematching(f.Match, now); waits(r.Votes.Awaited) {
			add(pages.Offer{Kind: "rematch", By: r.By})
		}
		return offers
	}
	if _, awaited := f.Table.DrawVotes(); waits(awaited) {
		add(pages.Offer{Kind: "draw", By: f.Table.DrawOffer()})
	}
	if _, awaited := f.Table.UndoVotes(); waits(awaited) {
		by, line := f.Table.UndoOffer()
		add(pages.Offer{Kind: "undo", By: by, Move: moveAfter(f.Table, line)})
	}
	if o, awaited := f.BotOffer(); waits(awaited) {
		add(pages.Offer{Kind: "bot", By: o.By, Seat: o.Seat, Level: o.Level})
	}
	return offers
}

// moveAfter returns the first action of the game after a line of the log that has
// not been taken back, "" if there is none.
func moveAfter(t table.Match, line int) string {
	log := t.Log()
	for _, i := range t.Path() {
		if i >= line {
			return log[i].Text
		}
	}
	return ""
}
