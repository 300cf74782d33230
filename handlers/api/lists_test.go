package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/handlers"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// In this deal of Knizia's game the first seat opens with blue 5 and holds
// Lancelot. The second can play two blue 2 and drop the weapon: that makes 2
// against 1, and 4 against 5 if it is cancelled.
const dropWeaponDeal = "B5 B2 lancelot B2 G1 drop_weapon G1 W3 G1 R4 W2 R4 R3 Y3 R3 Y3 P3 P3"

// newDropWeapon returns a match after the first turn.
func newDropWeapon(t *testing.T, wait int) (holder, active *sitetest.Client, match string, ply int) {
	t.Helper()
	site := newSiteWith(t, handlers.Config{Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: dropWeaponDeal}, err
	}})
	holder, active = site.Guest("Holder"), site.Guest("Active")
	m := site.Start(holder, active, map[string]any{"game": "knizia", "seat": 1, "wait": wait, "options": map[string]string{"dealer": "2"}})
	m = holder.Play(m.ID, m.Ply, "colour blue").Want(t, http.StatusOK, "").Match
	m = holder.PlayAll(m.ID, m.Ply, "play B5", "end").Want(t, http.StatusOK, "").Match
	if !slices.Equal(m.ToAct, []int{2}) {
		t.Fatalf("to act %v after %+v", m.ToAct, m.Log)
	}
	return holder, active, m.ID, m.Ply
}

func linesFrom(m sitetest.Match, from int) []string {
	var list []string
	for _, e := range m.Log[from:] {
		list = append(list, fmt.Sprintf("%d: %s", e.Seat, e.Action))
	}
	return list
}

// A list ends with the action that uncovers something: the card that the color draws, or
// whether Lancelot prevents a card. All of a list is played, or nothing.
func TestAPIListUpToWhatIsUncovered(t *testing.T) {
	t.Parallel()
	list := []string{"play B2", "play B2", "drop_weapon"}
	for _, tt := range []struct {
		name, orders string
		want         []string
	}{
		{"undisturbed", "", []string{"2: play B2", "2: play B2", "2: drop_weapon", "2: pass"}},
		{"cancelled", "drop_weapon any", []string{"2: play B2", "2: play B2", "2: drop_weapon", "1: lancelot"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			holder, active, match, ply := newDropWeapon(t, 0)
			holder.Order(match, tt.orders)
			got := active.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "actions": list}, "Idempotency-Key", "k").Want(t, http.StatusOK, "")
			if diff := cmp.Diff(tt.want, linesFrom(got.Match, ply)); diff != "" {
				t.Error(diff)
			}
			again := active.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "actions": list}, "Idempotency-Key", "k")
			if string(again.Body) != string(got.Body) {
				t.Errorf("repeated: %s", again.Body)
			}
			if tt.orders != "" {
				active.Play(match, got.Match.Ply, "end").Want(t, http.StatusUnprocessableEntity, "illegal_action")
				active.Play(match, got.Match.Ply, "withdraw").Want(t, http.StatusOK, "")
			}
		})
	}
}

// A list that is refused says the same, and stores nothing, whatever others
// would do about it.
func TestAPIRefusedListTellsNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		wait  int
		list  []string
		code  string
		index int
	}{
		{"foreseen, after the action", 0, []string{"play B2", "drop_weapon", "play B5"}, "illegal_action", 2},
		{"beyond an action card", 0, []string{"play B2", "play B2", "drop_weapon", "end"}, "illegal_action", 3},
		{"not a line", 0, []string{"play B2", "drop_weapon", "dance"}, "illegal_action", 2},
		{"beyond the turn", 0, []string{"play B2", "play B2", "play W3", "end", "play W3"}, "not_your_turn", 4},
		{"a surrounding event", 0, []string{"play B2", "drop_weapon", "resign"}, "illegal_action", 2},
		{"where a window opens", 60, []string{"play B2", "play B2", "drop_weapon", "end"}, "illegal_action", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var bodies []string
			for _, orders := range []string{"", "drop_weapon any"} {
				holder, active, match, ply := newDropWeapon(t, tt.wait)
				holder.Order(match, orders)
				got := active.PlayAll(match, ply, tt.list...).Want(t, http.StatusUnprocessableEntity, tt.code)
				if got.Error.Index == nil || *got.Error.Index != tt.index {
					t.Errorf("index %v, want %d: %s", got.Error.Index, tt.index, got.Body)
				}
				if m := active.Get("/matches/" + match).Match; m.Ply != ply {
					t.Errorf("stored: %v", linesFrom(m, ply))
				}
				bodies = append(bodies, string(got.Body))
			}
			if bodies[0] != bodies[1] {
				t.Errorf("orders change the refusal:\n%s\n%s", bodies[0], bodies[1])
			}
		})
	}
}

// A card drawn is seen before it is played, at a table of one too.
func TestAPIListEndsWhereACardIsDrawn(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	tables := []sitetest.Match{
		site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "options": map[string]string{"dealer": "2"}}),
		ada.Post("/matches", map[string]any{"game": "knizia", "solo": true, "options": map[string]string{"dealer": "2"}}).Want(t, http.StatusCreated, "").Match,
	}
	for _, m := range tables {
		color := ada.Get("/matches/" + m.ID).Match.Legal[0]
		for _, next := range []string{"play W2", "play G1", "withdraw"} {
			got := ada.PlayAll(m.ID, 0, color, next, "end").Want(t, http.StatusUnprocessableEntity, "illegal_action")
			if got.Error.Index == nil || *got.Error.Index != 1 {
				t.Errorf("%s, %s: index %v: %s", color, next, got.Error.Index, got.Body)
			}
		}
		if now := ada.Get("/matches/" + m.ID).Match; now.Ply != 0 {
			t.Errorf("stored: %v", now.Log)
		}
		ada.Play(m.ID, 0, color).Want(t, http.StatusOK, "")
	}
}

// The last action of a list may open a window.
func TestAPIListUpToAWindow(t *testing.T) {
	t.Parallel()
	holder, active, match, ply := newDropWeapon(t, 60)
	got := active.PlayAll(match, ply, "play B2", "play B2", "drop_weapon").Want(t, http.StatusOK, "")
	if len(got.Match.ToAct)+len(got.Match.Legal) != 0 {
		t.Errorf("in the window: %s", got.Body)
	}
	if legal := holder.Get("/matches/" + match).Match.Legal; !slices.Equal(legal, []string{"lancelot"}) {
		t.Errorf("the holder may do %v", legal)
	}
	after := holder.Play(match, got.Match.Ply, "lancelot").Want(t, http.StatusOK, "").Match
	if !slices.Equal(after.ToAct, []int{2}) {
		t.Errorf("to act %v", after.ToAct)
	}
}

// Lists can be posted because the games foresee every single action: what is
// legal fits, and what is not does not.
func TestGamesForeseeWhatIsLegal(t *testing.T) {
	t.Parallel()
	for _, rules := range clubtest.CardRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(8, 9))
			state, err := rules.New(games.Setup{Seats: slices.Max(rules.Info().Seats), Seed: new(games.Seed)})
			if err != nil {
				t.Fatal(err)
			}
			for range 150 {
				act := state.ToAct()
				if len(act) == 0 {
					return
				}
				seat := act[rng.IntN(len(act))]
				legal := state.Legal(seat)
				for _, action := range append(legal[:min(len(legal), 40):min(len(legal), 40)], "no such thing", "") {
					_, fit, staged := state.(games.Stager).Stage(seat, []string{action})
					_, _, played := state.Apply(seat, action)
					if (staged == nil) != (played == nil) || (fit == 1) != (played == nil) {
						t.Fatalf("%q of seat %d: %d fits (%v), played: %v", action, seat, fit, staged, played)
					}
				}
				if state, _, err = state.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// What can be got can be asked for by HEAD: the head of the same answer. A
// stream, which has no end, cannot.
func TestAPIHead(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "public": true}).Want(t, http.StatusCreated, "").Match
	for _, path := range []string{"/games", "/matches/" + match.ID, "/me/matches", "/matches/none", "/openapi.yaml"} {
		got, head := ada.Get(path), ada.Call(http.MethodHead, path, nil)
		if head.Status != got.Status || len(head.Body) > 0 || head.Header.Get("Content-Type") != got.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d, %q, %d bytes; GET: %d, %q", path, head.Status, head.Header.Get("Content-Type"), len(head.Body),
				got.Status, got.Header.Get("Content-Type"))
		}
	}
	for path, allow := range map[string]string{"/me/events": "GET", "/games": "GET, HEAD", "/me/matches": "GET, HEAD"} {
		if got := ada.Call(http.MethodDelete, path, nil).Want(t, http.StatusMethodNotAllowed, "method_not_allowed").Header.Get("Allow"); got != allow {
			t.Errorf("%s: Allow %q, want %q", path, got, allow)
		}
	}
	ada.Call(http.MethodHead, "/me/events", nil).Want(t, http.StatusMethodNotAllowed, "")
}
