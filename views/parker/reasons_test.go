package parker

import (
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// Every square can be touched while no move can be made. It then gives the reason, and the piece on
// it; the page stays at the position and the question shown.
func TestSquaresSayWhyNothingMoves(t *testing.T) {
	waiting := viewtest.Played(t, views.English, "camelot", "1: I7-I8")
	past := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	past.Shown = 1
	over := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "1: resign")
	over.Bottom = 2
	watching := waiting
	watching.Seats = []views.Seat{{Name: "Aliénor"}, {Name: "Gauvain"}}
	watching.You = 0
	asking := viewtest.Played(t, views.English, "camelot")
	asking.Confirm = "resign"
	unstarted := viewtest.Played(t, views.English, "camelot")
	unstarted.Started, unstarted.ToAct = false, nil
	unstarted.Seats = []views.Seat{{Name: "Aliénor", You: true}, {}}
	four := viewtest.Played(t, views.English, "chivalry-4-teams")
	four.You, four.Bottom = 2, 2
	four.Seats[0].You, four.Seats[1].You = false, true
	for _, tt := range []struct {
		name, square string
		m            views.Match
		leads        string
		want, french string
	}{
		{"one's own, out of turn", "C6", waiting, "?try=C6",
			"It is Gauvain’s turn. This is your knight on C6. It can move when your turn comes.",
			"C’est à Gauvain de jouer. C’est votre chevalier en C6. Il pourra bouger à votre tour."},
		{"an enemy, out of turn", "D11", waiting, "?try=D11", "It is Gauvain’s turn. On D11: black man, played by Gauvain.", "C’est à Gauvain de jouer. En D11\u00a0: homme noir (joué par Gauvain)."},
		{"nothing, out of turn", "A5", waiting, "?try=A5", "It is Gauvain’s turn. A5 is empty.", "C’est à Gauvain de jouer. A5 est vide."},
		{"the past", "D6", past, "?ply=1&try=D6", "This is an earlier position: you cannot move here. This is your man on D6.", "C’est une position passée\u00a0: on ne peut pas y jouer. C’est votre homme en D6."},
		{"the end", "D6", over, "?turn=2&try=D6", "The match is over. This is your man on D6.", "La partie est finie. C’est votre homme en D6."},
		{"a spectator", "D6", watching, "?try=D6", "You are watching. Gauvain to move. On D6: white man, played by Aliénor.", "Vous regardez la partie. À Gauvain de jouer. En D6\u00a0: homme blanc (joué par Aliénor)."},
		{"a question", "D6", asking, "?ask=resign&try=D6", "First answer the question below. This is your man on D6.", "Répondez d’abord à la question ci-dessous. C’est votre homme en D6."},
		{"before the start", "D11", unstarted, "?try=D11", "The match begins when all seats are taken. On D11: black man.", "La partie commence quand toutes les places sont prises. En D11\u00a0: homme noir."},
		{"four at a table", "H8", four, "?try=H8", "It is Aliénor’s turn. H8 is empty.", "C’est à Aliénor de jouer. H8 est vide."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := viewtest.Document(t, matchPage(tt.m))
			if got := viewtest.Href(squareOf(doc, tt.square)); got != "/m/k3zq5dbv7n2a"+tt.leads {
				t.Errorf("%s leads to %q, want %q", tt.square, got, tt.leads)
			}
			if n := doc.Find("#board [role=gridcell] a:not([href])").Length(); n > 0 {
				t.Errorf("%d squares lead nowhere", n)
			}
			if doc.Find("#why").Length() > 0 {
				t.Error("a reason is told before anything was touched")
			}
			tt.m.Probe = tt.square
			if got := strings.TrimSpace(viewtest.Document(t, matchPage(tt.m)).Find("#bar #why[role=alert]").Text()); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
			tt.m.Lang = views.French
			if got := strings.TrimSpace(viewtest.Document(t, matchPage(tt.m)).Find("#bar #why[role=alert]").Text()); got != tt.french {
				t.Errorf("in French it says %q, want %q", got, tt.french)
			}
		})
	}
}

func TestConfirmSaysWhatIsMissing(t *testing.T) {
	must := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	solo := viewtest.Played(t, views.English, "camelot")
	solo.Solo = true
	for _, tt := range []struct {
		name, press string
		m           views.Match
		want        string
	}{
		{"nothing chosen", "confirm", must, "You have not made a move yet: choose one of your pieces, then the square it goes to."},
		{"at a table of one", "confirm", solo, "You have not made a move yet: choose one of your pieces, then the square it goes to."},
		{"a piece alone", "confirm", withStaged(must, "C6"), "You have not finished your move: choose the square to which the piece on C6 goes."},
		{"it has to go on", "confirm", withStaged(must, "C6-E8xE10"), "The move cannot end on E10. It goes on: C10, C12, E12 or G12."},
		{"nothing to undo", "undo", must, "There is nothing to undo: you have not begun a move."},
		{"nothing to start over", "restart", must, "There is nothing to undo: you have not begun a move."},
		{"the move can be confirmed", "confirm", viewtest.MidMove(t, views.English), ""},
		{"no such control", "fold", must, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := viewtest.Href(viewtest.Document(t, matchPage(tt.m)).Find("#" + tt.press + "[aria-disabled]")); tt.want != "" && !strings.HasSuffix(got, "why="+tt.press) {
				t.Errorf("%s leads to %q", tt.press, got)
			}
			tt.m.Press = tt.press
			if got := strings.TrimSpace(viewtest.Document(t, matchPage(tt.m)).Find("#why[role=alert]").Text()); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
}
