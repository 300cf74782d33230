package handlers

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/club/match"
)

// TestEveryBoardAgainstTheComputer has guests begin a match on the home page for each game
// on a board, in both languages, play by links and forms alone, and go on to a rematch. Who
// still plays after some moves resigns.
func TestEveryBoardAgainstTheComputer(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many matches")
	}
	t.Parallel()
	s := newBotSite(t)
	for _, info := range match.Games() {
		if len(info.Seats) != 1 {
			continue
		}
		for language, said := range map[string]string{"en": "Page (computer)", "fr": "Page (ordinateur)"} {
			if testing.Short() && (language == "fr") != (info.Seats[0] == 4) {
				continue
			}
			t.Run(info.ID+" in "+language, func(t *testing.T) {
				t.Parallel()
				r := newReader(t, s.URL)
				r.header.Set("Accept-Language", language)
				r.open("/")
				r.submit(".computer", "game", info.ID, "side", []string{"first", "second"}[rand.IntN(2)], "level", "1")
				r.expect(http.StatusOK)
				match := r.path
				if !strings.Contains(r.mainText(), said) {
					t.Errorf("nobody is called %s:\n%s", said, r.mainText())
				}
				moves := 0
				for rng := rand.New(rand.NewPCG(1, 2)); r.awaitTurn(match); moves++ {
					if moves == 12 {
						r.act(match, "resign")
					} else {
						r.move(match, rng)
					}
				}
				if moves == 0 || !strings.Contains(r.mainText(), said) {
					t.Errorf("after %d moves the match is over:\n%s", moves, r.mainText())
				}
				r.submit(`form[action$="/rematch"]`)
				r.expect(http.StatusOK)
				if r.path == match || !strings.Contains(r.mainText(), said) {
					t.Errorf("the rematch is %s:\n%s", r.path, r.mainText())
				}
			})
		}
	}
}

// awaitTurn looks at a match until the reader can move a piece there, and reports false if
// it ends instead.
func (r *reader) awaitTurn(match string) bool {
	r.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		r.open(match + "?try=all")
		if len(squares(r.page, movable...)) > 0 {
			return true
		}
		if r.open(match); r.page.Find(`form[action$="/rematch"]`).Length() > 0 {
			return false
		}
	}
	r.t.Fatalf("%s: no turn comes, and no end:\n%s", match, r.mainText())
	return false
}
