package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/games/twin/tables"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/delta"
	"tableronde/handlers/delta/deltatest"
	"tableronde/handlers/sitetest"
)

// shownStore is a store that has one match more, and keeps nothing of it.
type shownStore struct {
	db.Store
	mu      sync.Mutex
	match   db.Match
	version uint64
}

func (s *shownStore) show(m db.Match) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.match = m
	s.version++
}

func (s *shownStore) shown(id string) (db.Match, uint64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match, s.version, s.match.ID == id
}

func (s *shownStore) Match(ctx context.Context, id string) (db.Match, error) {
	if m, _, ok := s.shown(id); ok {
		return m, nil
	}
	return s.Store.Match(ctx, id)
}

func (s *shownStore) Version(match, player string) (uint64, bool) {
	if _, version, ok := s.shown(match); ok {
		return version, true
	}
	return s.Store.Version(match, player)
}

func (s *shownStore) Visit(ctx context.Context, match, player string) (db.Visit, error) {
	if _, _, ok := s.shown(match); ok {
		return db.Visit{}, nil
	}
	return s.Store.Visit(ctx, match, player)
}

func (s *shownStore) NoteVisit(ctx context.Context, match, player string, v db.Visit) error {
	if _, _, ok := s.shown(match); ok {
		return nil
	}
	return s.Store.NoteVisit(ctx, match, player, v)
}

func (s *shownStore) FoldOf(context.Context, string) ([]byte, error) {
	return nil, errors.New("no folds")
}

// fixedRules begin every match with one setup.
type fixedRules struct {
	games.Ruleset
	setup games.Setup
}

func (r fixedRules) New(games.Setup) (games.State, error) { return r.Ruleset.New(r.setup) }

// keptTwins are people who look at one twin and then at the other, each anew.
type keptTwins struct {
	*lookingSite
	store *shownStore
	rules games.Ruleset
	setup games.Setup // of the match that is shown

	again    int  // how often a page that was kept was sent
	confused bool // each gets the pages that are kept for the others
}

func newKeptTwins(t *testing.T, rules games.Ruleset) *keptTwins {
	t.Helper()
	k := &keptTwins{store: &shownStore{Store: storetest.Open(t, nil)}, rules: rules}
	k.lookingSite = newLookingSite(t, Config{Store: k.store, Rules: func(game string, version int) (games.Ruleset, error) {
		found, err := clubtest.FindCards(game, version)
		if err == nil && game == rules.Info().ID {
			found = fixedRules{found, k.setup}
		}
		return found, err
	}}, slices.Max(rules.Info().Seats))
	for _, who := range k.looking {
		who.lang = "fr"
	}
	return k
}

// show shows a match as it was at a ply to all, under one id.
func (k *keptTwins) show(tab table.Match, ply int) {
	k.setup = tab.Setup()
	m := clubtest.Stored(k.rules, tab.At(ply))
	for i := range m.Seats {
		m.Seats[i] = k.looking[i].player
	}
	m.Host = m.Seats[0].ID
	k.club.Match.Evict(m.ID)
	k.store.show(m)
}

// forget forgets what is kept of pages.
func (k *keptTwins) forget() {
	k.pages, k.stories, k.deltas = newKeptPages(), newKeptStories(), delta.NewCache(deltaMemory)
}

// looks returns what one of those at the table gets of the last plies of a match, while all
// look at it, each more than once.
func (k *keptTwins) looks(tab table.Match, viewer *onlooker, order []*onlooker) (all []string) {
	k.forget()
	const page = "/m/aaaaaaaaaaaa"
	had := ""
	for ply := max(0, tab.Ply()-1); ply <= tab.Ply(); ply++ {
		k.show(tab, ply)
		for _, who := range order {
			got := []string{who.get(page), who.get(page), who.get(page, "HX-Request", "true", delta.Header, deltatest.Tag([]byte(had)))}
			if who == viewer {
				all, had = append(all, got...), got[1]
				if got[0] == got[1] {
					k.again++
				}
			} else if k.confused {
				k.confuse(who.player.ID, viewer.player.ID)
			}
		}
	}
	return all
}

// confuse has somebody get the pages that are kept for somebody else.
func (k *keptTwins) confuse(from, to string) {
	for key, page := range k.pages.pages.All() {
		if rest, ok := strings.CutPrefix(key, from+"\n"); ok {
			k.pages.pages.Set(to+"\n"+rest, page)
		}
	}
}

// compare returns by what a viewer can tell twins apart, "" if by nothing.
func (k *keptTwins) compare(tw sitetest.Twins) string {
	people := append(slices.Clone(k.looking[:len(tw.A.Seats)]), k.looking[len(k.looking)-1])
	viewer := people[len(people)-1]
	if tw.Viewer != games.Spectator {
		viewer = people[tw.Viewer-1]
	}
	tw.Rng.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	order := slices.Concat(people, []*onlooker{viewer})
	one, other := k.looks(tw.A.Table, viewer, order), k.looks(tw.B.Table, viewer, order)
	for i := range one {
		if diff := differsBeyondKeys(one[i], other[i]); diff != "" {
			return diff
		}
	}
	return ""
}

// TestTwinsOfKeptPages has all at a table look at a twin, at its last plies one after the
// other, and then at the other twin: what is kept of pages for them, and what is left out
// of answers because a page has it, is the same for who cannot tell the twins apart.
func TestTwinsOfKeptPages(t *testing.T) {
	for _, tab := range tables.All() {
		t.Run(tab.Rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			k := newKeptTwins(t, tab.Rules)
			noticed := 0
			sitetest.ForTwins(t, tab, pairsOfPages(), func(tw sitetest.Twins) {
				if tw.A.IsOver() || tw.B.IsOver() {
					return
				}
				if diff := k.compare(tw); diff != "" {
					t.Fatalf("the pages of seat %d tell twins apart: %s", tw.Viewer, diff)
				}
				if noticed == 0 {
					k.confused = true
					if k.compare(tw) != "" {
						noticed++
					}
					k.confused = false
				}
			})
			if k.again == 0 || noticed == 0 {
				t.Errorf("%d kept pages were sent, %d times nobody noticed those of others", k.again, noticed)
			}
		})
	}
}
