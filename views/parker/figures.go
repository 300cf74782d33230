package parker

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// figure is a picture in the rules of a game: a position and the marks on it. Tests check the marks
// against the rules.
type figure struct {
	Section  string // in which it is shown
	Name     string // of its caption, rules.VOICE.figure.NAME
	Position string // without the game, as rules.ParsePosition reads it; "" a setup
	Setup    string // its value of the option setup
	Move     string // drawn like a staged move, up to the refused leg
	Piece    string // the square of a piece that is to move
	Steps    string // squares where it may step
	Movers   string // squares of pieces underlined as able to move
	Refused  string // a square that the piece may not enter or stay on
	From, To string // corners of the part of the board to show, lower left and upper right; "" for the whole board
	Jumps    string // squares where it may jump to
}

// picture draws the figure for a game.
func (f figure) picture(lang views.Lang, g *rules.Board, caption string) board.Figure {
	position, _ := f.at(g)
	return board.Figure{
		Lang: lang, Position: position, Action: f.Move, Chosen: f.Piece, Refused: f.Refused,
		Steps: strings.Fields(f.Steps), Jumps: strings.Fields(f.Jumps), Movers: strings.Fields(f.Movers),
		From: f.From, To: f.To, Caption: caption,
	}
}

// at returns the position of the figure in a game.
func (f figure) at(g *rules.Board) (rules.Position, error) {
	if f.Position == "" {
		position, _ := g.Setup(f.Setup)
		return position, nil
	}
	return rules.ParsePosition(g.ID() + " " + f.Position)
}

// figuresOf lists the pictures in the rules of a game, first those that it shares with other games.
func figuresOf(game string) []figure {
	all := []figure{{Section: "board", Name: "setup"}}
	for _, voice := range slices.Backward(voicesOf(game)) {
		all = append(all, figures.Rules[voice]...)
	}
	return all
}

// figureNamed finds a picture in the rules of a game.
func figureNamed(game, name string) (figure, bool) { return named(figuresOf(game), name) }

// digestFigure finds the drawing of a cell of a game.
func digestFigure(game, name string) (figure, bool) {
	for _, voice := range voicesOf(game) {
		if f, ok := named(figures.Digest[voice], name); ok {
			return f, true
		}
	}
	return figure{}, false
}

// named finds the first figure of a list with a name.
func named(list []figure, name string) (figure, bool) {
	for _, f := range list {
		if f.Name == name {
			return f, true
		}
	}
	return figure{}, false
}

//go:embed figures.json
var figuresText []byte

// figures are the pictures by the voice of the rules to which they belong. Boards of one shape share
// positions. A position needs two sides; a piece that is only needed for that is outside of the part
// shown. The cells of the digest show five squares by two.
var figures = func() (all struct{ Rules, Digest map[string][]figure }) {
	if err := json.Unmarshal(figuresText, &all); err != nil {
		panic(err) // tests read it
	}
	return all
}()
