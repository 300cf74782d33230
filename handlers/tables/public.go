package tables

import (
	"context"
	"log/slog"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// PublicRows is how many matches of others a page lists of each kind. More are
// asked for, as those of the visitor are left out, and the one that is shown.
const (
	PublicRows  = 5
	publicAsked = 12
)

// PublicMatches lists matches that a player, "" for a visitor, may watch without
// playing them. With shown it adds the position of one of them, as a spectator sees
// it: of those played on boards, the one with the latest move, else the last to end.
func (s *Pages) PublicMatches(ctx context.Context, lang views.Lang, player string, shown bool) (pages.PublicMatches, error) {
	var m pages.PublicMatches
	for _, kind := range []struct {
		over bool
		rows *[]pages.Row
	}{{false, &m.Live}, {true, &m.Over}} {
		list, err := s.Club.Lists.PublicMatches(ctx, kind.over, publicAsked)
		if err != nil {
			return pages.PublicMatches{}, err
		}
		for _, one := range list {
			if match.SeatOf(one, player) != 0 {
				continue
			}
			if shown && m.Shown == nil {
				if m.Shown = s.shownMatch(ctx, lang, one); m.Shown != nil {
					continue
				}
			}
			if len(*kind.rows) < PublicRows {
				*kind.rows = append(*kind.rows, site.NewRow(lang, one, player))
			}
		}
	}
	return m, nil
}

// shownMatch returns a match on a board with its position, or nil for any other
// match and for one that cannot be read.
func (s *Pages) shownMatch(ctx context.Context, lang views.Lang, match db.Match) *pages.ShownMatch {
	if family, _ := families.Of(match.Game); !family.Board {
		return nil
	}
	t, err := s.Club.Match.Position(ctx, match)
	if err != nil {
		s.Log.LogAttrs(ctx, slog.LevelWarn, "position of a public match", slog.String("match", match.ID), slog.Any("error", err))
		return nil
	}
	view, ok := t.State().View(games.Spectator).(parker.View)
	if !ok {
		return nil
	}
	shown := &pages.ShownMatch{Row: site.NewRow(lang, match, ""), View: view}
	if e, ok := t.Last(); ok {
		shown.Last = e.Text
	}
	return shown
}
