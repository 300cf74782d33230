package parker

import (
	"slices"
	"strings"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// figure is a picture in the rules of a game: a position and the marks on it.
// Tests check that the marks are what the rules give.
type figure struct {
	section  string // where it stands
	name     string // of its caption, rules.VOICE.figure.NAME
	position string // without the game, as rules.ParsePosition reads it; "" a setup
	setup    string // its value of the option setup
	move     string // drawn as if it were staged, up to where it is refused
	piece    string // the square of a piece that is to move
	steps    string // squares where it may step
	movers   string // squares of pieces underlined as able to move
	refused  string // a square where the piece may not go or stay
	from, to string // corners of the part of the board to show, lower left and upper right; "" the whole
}

// picture draws the figure for a game.
func (f figure) picture(lang views.Lang, g *rules.Board, caption string) board.Figure {
	position, _ := f.at(g)
	return board.Figure{
		Lang: lang, Position: position, Action: f.move, Chosen: f.piece, Refused: f.refused,
		Steps: strings.Fields(f.steps), Movers: strings.Fields(f.movers),
		From: f.from, To: f.to, Caption: caption,
	}
}

// at returns the position of the figure in a game.
func (f figure) at(g *rules.Board) (rules.Position, error) {
	if f.position == "" {
		position, _ := g.Setup(f.setup)
		return position, nil
	}
	return rules.ParsePosition(g.ID() + " " + f.position)
}

// figuresOf lists the pictures in the rules of a game, those that it shares with
// others before its own.
func figuresOf(game string) []figure {
	all := []figure{{section: "board", name: "setup"}}
	for _, voice := range slices.Backward(voicesOf(game)) {
		all = append(all, figures[voice]...)
	}
	return all
}

// figureNamed finds a picture in the rules of a game.
func figureNamed(game, name string) (figure, bool) {
	for _, f := range figuresOf(game) {
		if f.name == name {
			return f, true
		}
	}
	return figure{}, false
}

// figures are the pictures by the voice of the rules that they belong to. Boards
// of one shape share positions. A position needs two sides; a piece that only
// serves that stands outside of the part shown.
var figures = map[string][]figure{
	"camelot": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/J11", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6,KF8,H5/J11", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,KF8,H6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6,KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal", position: "1 KF16,H15,H6/E14,KG13", move: "H15-G16", from: "D12", to: "I16"},
		{section: "castles.own", name: "own", position: "1 E3,H4/F2,J11", move: "E3xG1", from: "D1", to: "I5"},
		{section: "castles.own", name: "closed", position: "1 F2,KH4/J11", piece: "F2", steps: "E2 E3 F3 G2 G3", refused: "F1", from: "D1", to: "I5"},
		{section: "castles.leaving", name: "leaving", position: "1 G1,KE4,H4/J11", movers: "G1", from: "D1", to: "I5"},
		{section: "castles.move", name: "castle_move", position: "1 KF16,E6/F14,KG13", move: "F16-G16", from: "D12", to: "I16"},
		{section: "end", name: "one_each", position: "1 G8/H9,E9", move: "G8xI10", from: "C7", to: "J11"},
	},
	"chivalry": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/J11", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6,KF8,H5/J11", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,KF8,H6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,G9,I7", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6,KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal_jump", position: "1 KG16,F14,I6/G15,I14,KJ12", move: "F14xH16", from: "E12", to: "J16"},
		{section: "castles.own", name: "own", position: "1 F3,I4/G2,J11", move: "F3xH1", from: "E1", to: "J5"},
		{section: "castles.own", name: "closed", position: "1 G2,KI4/J11", piece: "G2", steps: "F2 F3 G3 H2 H3", refused: "G1", from: "E1", to: "J5"},
		{section: "castles.leaving", name: "leaving", position: "1 H1,KF4,I4/J11", movers: "H1", from: "E1", to: "J5"},
		{section: "castles.move", name: "castle_move", position: "1 KG16,E6/G14,KH13", move: "G16-H16", from: "E12", to: "J16"},
	},
	"cam": {
		{section: "moves.plain", name: "plain", position: "1 C5,KD6/E11", piece: "C5", steps: "B4 B5 B6 C4 C6 D4 D5", from: "A3", to: "G8"},
		{section: "moves.canter", name: "canter", position: "1 B4,C5,KD7,F4/D12", move: "B4-D6-D8", from: "A3", to: "G9"},
		{section: "moves.jump", name: "jump", position: "1 B4/C5,KD7,F5", move: "B4xD6xD8", from: "A3", to: "G9"},
		{section: "moves.charge", name: "charge", position: "1 KB4,C5/D7,E8,G6", move: "B4-D6xD8xF8", from: "A3", to: "G9"},
		{section: "moves.charge", name: "duty", position: "1 KB4,C5/D7,E8,G6", move: "B4-D6", refused: "D6", from: "A3", to: "G9"},
		{section: "moves.obligation", name: "obligation", position: "1 B4,KD3,E4/C5,KF7", movers: "B4", from: "A3", to: "G8"},
		{section: "castles.goal", name: "goal_jump", position: "1 B11,KE6/C12,E12,KF9", move: "B11xD13", from: "A9", to: "G13"},
		{section: "castles.own", name: "own", position: "1 B3,KE4/C2,KF9", move: "B3xD1", from: "A1", to: "G5"},
		{section: "castles.own", name: "closed", position: "1 D2,KE4/KF9", piece: "D2", steps: "C2 C3 D3 E2 E3", refused: "D1", from: "A1", to: "G5"},
		{section: "castles.leaving", name: "leaving", position: "1 D1,B4,KE4/D11", movers: "D1", from: "A1", to: "G5"},
		{section: "end", name: "goes_on", position: "1 F8/KB6", piece: "F8", steps: "E7 E8 E9 F7 F9 G7 G8 G9"},
	},
	"camette": {
		{section: "moves.plain", name: "plain", position: "1 B3,KC4/D6", piece: "B3", steps: "A3 A4 B2 B4 C2 C3"},
		{section: "moves.canter", name: "canter", position: "1 A3,B3,KC4/E5", move: "A3-C3-C5"},
		{section: "moves.jump", name: "jump", position: "1 A3/B3,KC4,E5", move: "A3xC3xC5"},
		{section: "moves.charge", name: "charge", position: "1 KA3,B3/C4,D5,B6", move: "A3-C3xC5xE5"},
		{section: "moves.charge", name: "duty", position: "1 KA3,B3/C4,D5,B6", move: "A3-C3", refused: "C3"},
		{section: "moves.obligation", name: "obligation", position: "1 A3,KC2,D3/B4,KC6", movers: "A3"},
		{section: "castles.goal", name: "goal", position: "1 B6,KE3/B4,KD5", move: "B6-C7"},
		{section: "castles.own", name: "own", position: "1 A3,KE4/B2,KB6", move: "A3xC1"},
		{section: "castles.own", name: "closed", position: "1 C2,KE4/KB6", piece: "C2", steps: "B2 B3 C3 D2 D3", refused: "C1"},
		{section: "castles.leaving", name: "leaving", position: "1 C1,A4,KE4/KB6", movers: "C1"},
		{section: "end", name: "goes_on", position: "1 D3/KB5", piece: "D3", steps: "C2 C3 C4 D2 D4 E3 E4"},
	},
	"field": {
		{section: "moves.plain", name: "plain", position: "1 KE6,KF7/KJ11/KM12/KL4", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.jump", name: "jump", position: "1 KD5/KE6/KM12/KF8,KH6", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,KE6/KF8,KI7/KM12/KG9", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,KE6/KF8,KI7/KM12/KG9", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 KD5,KF4,KG5/KE6/KM12/KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles", name: "ordinary", position: "1 KG2,KI4/KJ11/KM12/KL6", piece: "G2", steps: "F2 F3 G1 G3 H1 H2 H3", from: "E1", to: "J5"},
	},
	"chivalry-4-teams": {
		{section: "moves.canter", name: "canter", position: "1 KD5,KE6,KH5/KJ11/KF8/KL4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "end", name: "last_enemy", position: "1 KF7/-/KI5/KG8", move: "F7xH9", from: "D4", to: "J10"},
	},
	"chivalry-4-solo": {
		{section: "moves.canter", name: "canter", position: "1 KD5,KE6,KF8,KH5/KJ11/KM12/KL4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "everyone", position: "1 KD5/KE6/KF8/KG9", move: "D5xF7xF9xH9", from: "C4", to: "I10"},
	},
	"grand-camelot": {
		{section: "board", name: "setup_1932", setup: "1932"},
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/M11/N6/L5", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 D5,E6/M11/KF8,H5/L4", move: "D5-F7-F9", from: "C4", to: "I10"},
		{section: "moves.jump", name: "jump", position: "1 D5/E6,H6/N6/KF8", move: "D5xF7xF9", from: "C4", to: "I10"},
		{section: "moves.charge", name: "charge", position: "1 KD5,E6/F8,I7/N6/G9", move: "D5-F7xF9xH9", from: "C4", to: "J10"},
		{section: "moves.charge", name: "duty", position: "1 KD5,E6/F8,I7/N6/G9", move: "D5-F7", refused: "F7", from: "C4", to: "J10"},
		{section: "moves.obligation", name: "obligation", position: "1 D5,KF4,G5/E6/N6/KH8", movers: "D5", from: "C4", to: "I9"},
		{section: "castles.goal", name: "goal_pair", position: "1 G15,KE6/K12,KH11/KP8,D9/L10", move: "G15-H16"},
		{section: "castles.own", name: "own", position: "1 G3,KJ4/H2,M12/D9/L10", move: "G3xI1", from: "F1", to: "K5"},
		{section: "castles.sides", name: "side_closed", position: "1 B7,KD6/M12/E9/L10", piece: "B7", steps: "B6 B8 C6 C7 C8", refused: "A8", from: "A5", to: "F11"},
		{section: "castles.sides", name: "side_jump", position: "1 C8,KD6/B8,M12/E9/L10", move: "C8xA8", from: "A5", to: "F11"},
		{section: "castles.leaving", name: "leaving", position: "1 A8,KD6/M12/E9/L10", movers: "A8", from: "A5", to: "F11"},
		{section: "castles.move", name: "castle_move", position: "1 KH16,E6/H14,KI13/D9/L4", move: "H16-I16", from: "F12", to: "K16"},
		{section: "end", name: "one_each", position: "1 G8/H9,E9/-/-", move: "G8xI10", from: "D7", to: "K11"},
	},
	"grand-cam": {
		{section: "moves.plain", name: "plain", position: "1 E6,KF7/I10/J9/K5", piece: "E6", steps: "D5 D6 D7 E5 E7 F5 F6", from: "C4", to: "H8"},
		{section: "moves.canter", name: "canter", position: "1 E5,F6/K10/KG8,I5/L6", move: "E5-G7-G9", from: "D4", to: "J10"},
		{section: "moves.jump", name: "jump", position: "1 E5/F6,I6/K9/KG8", move: "E5xG7xG9", from: "D4", to: "J10"},
		{section: "moves.charge", name: "charge", position: "1 KE5,F6/G8,J7/L8/H9", move: "E5-G7xG9xI9", from: "D4", to: "K10"},
		{section: "moves.charge", name: "duty", position: "1 KE5,F6/G8,J7/L8/H9", move: "E5-G7", refused: "G7", from: "D4", to: "K10"},
		{section: "moves.obligation", name: "obligation", position: "1 E5,KG4,H5/F6/K10/KI8", movers: "E5", from: "D4", to: "J9"},
		{section: "castles.goal", name: "goal_jump", position: "1 E11,H6/F12,H12,KH9/C7/K7", move: "E11xG13", from: "D9", to: "J13"},
		{section: "castles.own", name: "own", position: "1 E3,KH4/F2,K9/C7/K7", move: "E3xG1", from: "D1", to: "J5"},
		{section: "castles.sides", name: "side_closed", position: "1 B6,KD5/K9/E8/K7", piece: "B6", steps: "B7 C5 C6 C7", refused: "A7", from: "A4", to: "F10"},
		{section: "castles.sides", name: "side_jump", position: "1 C5,KE5/B6,K9/E8/K7", move: "C5xA7", from: "A4", to: "F10"},
		{section: "castles.leaving", name: "leaving", position: "1 A7,KD5/K9/E8/K7", movers: "A7", from: "A4", to: "F10"},
		{section: "end", name: "goes_on", position: "1 F8/-/-/KH5", piece: "F8", steps: "E7 E8 E9 F7 F9 G7 G8 G9", from: "D4", to: "J10"},
	},
}

// voices are the groups of games that share sentences of the rules, by game, the
// narrowest first. The first voice that has a sentence gives it:
// rules.chivalry.end.1, else rules.pair.end.1 and so on.
var voices = map[string][]string{
	"camelot":          {"pair", "duel", "castle", "men"},
	"chivalry":         {"pair", "duel", "castle", "men"},
	"cam":              {"small", "duel", "single", "castle", "men"},
	"camette":          {"small", "duel", "single", "castle", "men"},
	"chivalry-4-teams": {"field", "teams", "four"},
	"chivalry-4-solo":  {"field", "four"},
	"grand-camelot":    {"grand", "teams", "four", "pair", "castle", "men"},
	"grand-cam-97":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
	"grand-cam-93":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
}

func voicesOf(game string) []string {
	return append(append([]string{game}, voices[game]...), "parker")
}
