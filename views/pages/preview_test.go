package pages

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// preview returns a view of a position as a picture shows it.
func preview(t *testing.T, position string) Preview {
	t.Helper()
	p, err := rules.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range rules.Rulesets() {
		if info := rules.Info(); info.ID == p.Board().ID() {
			return Preview{Lang: views.English, Theme: board.Light, Game: info, View: s.View(games.Omniscient), ToAct: s.ToAct(), Result: s.Result(), Bottom: 1}
		}
	}
	t.Fatalf("no game of %s", position)
	return Preview{}
}

func TestPreview(t *testing.T) {
	const teams = "grand-camelot 2 H16/B7,B6/P9/O7,O6"
	for _, tt := range []struct {
		name, position string
		set            func(*Preview)
		seats          []board.CardSeat
		status, title  string
	}{
		{"a position", "camelot 2 D6,E6/D9,E9", func(*Preview) {},
			[]board.CardSeat{{Note: "White"}, {Note: "Black · to move", ToMove: true}}, "", "Camelot"},
		{"players", "camelot 1 D6,E6/D9,E9", func(p *Preview) { p.Names = []string{"Ada", "Bo"} },
			[]board.CardSeat{{Name: "Ada", Note: "White · to move", ToMove: true}, {Name: "Bo", Note: "Black"}}, "", "Camelot. Ada – Bo"},
		{"a table that waits", "camelot 1 D6,E6/D9,E9", func(p *Preview) { p.Names, p.Waits, p.ToAct = []string{"Ada", ""}, true, nil },
			[]board.CardSeat{{Name: "Ada", Note: "White"}, {Name: "Open seat", Note: "Black"}}, "The match has not begun", "Camelot. The match has not begun"},
		{"in French", "camelot 1 D6,E6/D9,E9", func(p *Preview) { p.Lang = views.French },
			[]board.CardSeat{{Note: "Blancs · au trait", ToMove: true}, {Note: "Noirs"}}, "", "Camelot"},
		{"won", "camelot 1 F16,G16/D9,E9", func(p *Preview) { p.Names = []string{"Ada", "Bo"} },
			[]board.CardSeat{{Name: "Ada", Note: "White"}, {Name: "Bo", Note: "Black"}},
			"Ada wins. The enemy castle is taken.", "Camelot. Ada – Bo. Ada wins."},
		{"won by oneself", "camelot 1 F16,G16/D9,E9", func(p *Preview) { p.Names = []string{"Ada", "Ada"} },
			[]board.CardSeat{{Name: "Ada", Note: "White"}, {Name: "Ada", Note: "Black"}},
			"White win. The enemy castle is taken.", "Camelot. Ada – Ada. White win."},
		{"drawn", "camelot 1 D6/E9", func(*Preview) {}, []board.CardSeat{{Note: "White"}, {Note: "Black"}},
			"The match is drawn. Nobody has more than one piece left.", "Camelot. The match is drawn."},
		{"cancelled", "camelot 1 D6,E6/D9,E9", func(p *Preview) {
			p.Result, p.ToAct = &games.Result{Reason: games.ReasonAborted}, nil
		}, []board.CardSeat{{Note: "White"}, {Note: "Black"}}, "The match was cancelled. ", "Camelot. The match was cancelled."},
		{"won by a team", teams, func(p *Preview) { p.Names = []string{"Ada", "Bo", "Cy", "Dee"} },
			[]board.CardSeat{{Name: "Ada", Note: "Red"}, {Name: "Bo", Note: "Green"}, {Name: "Cy", Note: "Blue"}, {Name: "Dee", Note: "Yellow"}},
			"Ada and Cy win. The enemy castle is taken.", "Grand Camelot. Ada – Bo – Cy – Dee. Ada and Cy win."},
		{"won by a team without names", teams, func(p *Preview) { p.Lang = views.French },
			[]board.CardSeat{{Note: "Rouges"}, {Note: "Verts"}, {Note: "Bleus"}, {Note: "Jaunes"}},
			"Les Rouges et Bleus gagnent. ", "Grand Camelot. Les Rouges et Bleus gagnent."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := preview(t, tt.position)
			tt.set(&p)
			card, ok := p.Card()
			if !ok {
				t.Fatal("no card")
			}
			if diff := cmp.Diff(tt.seats, card.Seats); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
			if got := card.Status + " " + card.Reason; !strings.HasPrefix(got, tt.status) {
				t.Errorf("status %q, want %q", got, tt.status)
			}
			if card.Title != tt.title {
				t.Errorf("title %q, want %q", card.Title, tt.title)
			}
		})
	}
}

// A picture shows the last move, if it is one of the board.
func TestPreviewLastMove(t *testing.T) {
	p := preview(t, "camelot 2 D7,E6/D9,E9")
	for action, legs := range map[string]int{"D6-D7": 1, "F6-D6-D8-F10": 3, "resign": 0, "": 0} {
		p.Last = action
		if picture, ok := p.Picture(); !ok || len(picture.LastMove) != legs {
			t.Errorf("%q is drawn as %v", action, picture.LastMove)
		}
	}
	p.View = "another game"
	if _, ok := p.Card(); ok {
		t.Error("a game without a board has a card")
	}
}
