package bots

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

const (
	ExhibitionPace = 25 * time.Second // between two moves, slow enough to follow
	ExhibitionRest = 2 * time.Minute  // after a match, to look at its end
	ExhibitionIdle = 15 * time.Minute // after the last visit, during which the play goes on
	exhibitionKept = 6                // exhibitions that stay, the current one included

	// The two strongest levels always make the same moves in a position of a board. A weaker level,
	// which errs a little, makes the first moves, so that no two exhibitions are alike.
	openingPlies = 6
	openingLevel = 2
)

const exhibitionLease = "exhibition"

// Exhibition lets the two best bots play each other for spectators, one match after another, at
// every game in turn. It rests while nobody opens a page of this process.
type Exhibition struct {
	bots    *Bots
	on      bool
	holder  string       // names this process in the lease
	visited atomic.Int64 // when somebody opened a page last, in milliseconds
}

// NewExhibition returns the exhibition of a site. The start of the process counts as a visit.
func NewExhibition(bots *Bots, on bool) *Exhibition {
	x := &Exhibition{bots: bots, on: on, holder: rand.Text()}
	x.NoteVisit()
	return x
}

// IsOn reports whether the site has exhibitions.
func (x *Exhibition) IsOn() bool { return x.on }

// NoteVisit records that somebody opens a page.
func (x *Exhibition) NoteVisit() { x.visited.Store(x.bots.now().UnixMilli()) }

// Latest lists the exhibitions, the newest first. A site without exhibitions has none.
func (x *Exhibition) Latest(ctx context.Context) ([]db.Match, error) {
	if !x.on {
		return nil, nil
	}
	list, err := x.bots.store.ListExhibitions(ctx, exhibitionKept)
	if err != nil {
		return nil, fmt.Errorf("list exhibitions: %w", err)
	}
	return list, nil
}

// Worker plays the exhibition. Among several processes, one that was visited recently holds the
// lease and plays.
func (x *Exhibition) Worker(after func(time.Duration) <-chan time.Time) club.Worker {
	return club.Worker{Name: "exhibition", Everywhere: true, Pause: ExhibitionPace,
		Round: func(ctx context.Context) error { return x.round(ctx, after) },
		End:   func(ctx context.Context) { _ = x.bots.store.ReleaseLease(ctx, exhibitionLease, x.holder) }} // otherwise it expires
}

// round makes the next move of the exhibition, or begins the next match.
func (x *Exhibition) round(ctx context.Context, after func(time.Duration) <-chan time.Time) error {
	now := x.bots.now()
	if now.Sub(time.UnixMilli(x.visited.Load())) > ExhibitionIdle {
		return nil
	}
	held, err := x.bots.store.AcquireLease(ctx, exhibitionLease, x.holder, 2*ExhibitionPace)
	if err != nil || !held {
		return err
	}
	list, err := x.bots.store.ListExhibitions(ctx, db.MaxPage)
	switch {
	case err != nil:
		return fmt.Errorf("list exhibitions: %w", err)
	case len(list) == 0:
		return x.open(ctx, db.Match{})
	case !list[0].Over:
		return x.bots.PlayBot(ctx, db.DueBot{Match: list[0].ID, For: list[0].Host}, waiting(ctx, x.bots.now, after))
	case now.Sub(list[0].Ended) < ExhibitionRest:
		return nil
	}
	for _, old := range list[min(len(list), exhibitionKept-1):] {
		if err := x.bots.store.DeleteExhibition(ctx, old.ID); err != nil {
			return fmt.Errorf("delete exhibition: %w", err)
		}
	}
	return x.open(ctx, list[0])
}

// open begins the exhibition after the last one: the next game, with the other bot first. Each side
// of four players has both bots.
func (x *Exhibition) open(ctx context.Context, last db.Match) error {
	info := gameAfter(last.Game)
	levels := [2]int{db.BotLevels, db.BotLevels - 1}
	if len(last.Seats) > 0 && last.Seats[0].Bot == db.BotLevels {
		slices.Reverse(levels[:])
	}
	seats := make(map[games.Seat]int)
	for i := range info.Seats[0] {
		seats[games.Seat(i+1)] = levels[(i+i/2)%2]
	}
	m, err := x.bots.store.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: info.ID, Version: info.Version, Seats: info.Seats[0], Host: db.Exhibitor().ID,
		Bots: seats, Chance: info.Chance, Begin: x.bots.matches.Begin}, nil)
	if err != nil {
		return fmt.Errorf("open exhibition: %w", err)
	}
	x.bots.matches.Announce(m)
	return nil
}

// gameAfter returns the game after another one in the rotation, the first game after "".
func gameAfter(game string) games.Info {
	all := slices.DeleteFunc(match.Games(), func(g games.Info) bool { return !match.BotsPlay(g.ID) })
	return all[(slices.IndexFunc(all, func(g games.Info) bool { return g.ID == game })+1)%len(all)]
}
