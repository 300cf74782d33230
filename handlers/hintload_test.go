package handlers

import (
	"net/http"
	"sync"
	"testing"

	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// slowSolver answers nobody until it is released.
type slowSolver struct{ asked, released chan struct{} }

func (s *slowSolver) Solve(*parker.Search) (solve.Value, []solve.Move, error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	<-s.released
	return solve.Value{}, nil, solve.ErrAbsent
}

// Many guests who wait for hints hold up no page, and all of them get one.
func TestHintsHoldUpNoPage(t *testing.T) {
	t.Parallel()
	solver := &slowSolver{make(chan struct{}, 1), make(chan struct{})}
	site := newTestSiteOn(t, Config{Solver: solver})
	var asking sync.WaitGroup
	for range 24 {
		guest := site.Guest("Ada")
		match := guest.Post("/matches", map[string]any{"game": "camette", "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match.ID
		asking.Go(func() {
			answer, err := guest.Try(http.MethodGet, "/matches/"+match+"/hint", nil)
			if err != nil || answer.Status != http.StatusOK {
				t.Errorf("a hint: %d %s, %v", answer.Status, answer.Body, err)
			}
		})
	}
	<-solver.asked
	for range 9 {
		if got := site.Guest("Bo").Get("/me/matches"); got.Status != http.StatusOK {
			t.Errorf("while hints are searched, a page is %d %s", got.Status, got.Body)
			break
		}
	}
	close(solver.released)
	asking.Wait()
}
