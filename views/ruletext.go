package views

import (
	"strconv"

	"tableronde/games/parker"
	"tableronde/views/board"
	"tableronde/views/locale"
)

// ruleSection is a section of a rules page. Its id is what refusals name
// (games.Illegal.Rule) and what one can link to.
type ruleSection struct {
	id     string
	level  int // of its heading: 2 or 3
	figure string
}

// parkerRules is how the rules of the Camelot family are cut. The sentences of
// a section are rules.parker.ID.1 and so on, or rules.GAME.ID.1 where a game
// says it in its own way.
var parkerRules = []ruleSection{
	{"aim", 2, ""},
	{"board", 2, "setup"},
	{"moves", 2, ""},
	{"moves.plain", 3, "plain"},
	{"moves.canter", 3, "canter"},
	{"moves.jump", 3, "jump"},
	{"moves.charge", 3, "charge"},
	{"moves.obligation", 3, "obligation"},
	{"castles", 2, ""},
	{"castles.goal", 3, "goal"},
	{"castles.own", 3, "own"},
	{"castles.leaving", 3, ""},
	{"castles.move", 3, ""},
	{"end", 2, ""},
	{"end.claim", 3, ""},
	{"end.resignation", 3, ""},
	{"notation", 2, ""},
	{"sources", 2, ""},
}

// sections lists the sections that the catalogue has for a game.
func (m Rules) sections() []ruleSection {
	var list []ruleSection
	for _, s := range parkerRules {
		if len(m.sentences(s)) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// key is a key of the rules: the game's own where it has one, else the family's.
func (m Rules) key(rest string) string {
	if own := "rules." + m.Game.ID + "." + rest; locale.Has(m.Lang, own) {
		return own
	}
	return "rules.parker." + rest
}

// sentences are the paragraphs of a section.
func (m Rules) sentences(s ruleSection) []string {
	var list []string
	for n := 1; ; n++ {
		key := m.key(s.id + "." + strconv.Itoa(n))
		if !locale.Has(m.Lang, key) {
			return list
		}
		list = append(list, m.t(key))
	}
}

func (m Rules) heading(s ruleSection) string { return m.t(m.key(s.id + ".title")) }

// figure is the picture of a section, false if it has none.
func (m Rules) figure(s ruleSection) (board.Figure, bool) {
	f, ok := figures[s.figure]
	g := parker.BoardOf(m.Game.ID)
	if !ok || g == nil {
		return f, false
	}
	f.Lang, f.Board, f.Caption = m.Lang, g, m.t(m.key("figure."+s.figure))
	return f, true
}

// figures are the positions of the pictures, on the board of Camelot. A position
// needs both armies: what only makes it one stands outside the picture.
var figures = map[string]board.Figure{
	"setup": {Pieces: map[string]string{
		"C6": "1K", "J6": "1K", "D7": "1K", "I7": "1K",
		"D6": "1M", "E6": "1M", "F6": "1M", "G6": "1M", "H6": "1M", "I6": "1M", "E7": "1M", "F7": "1M", "G7": "1M", "H7": "1M",
		"C11": "2K", "J11": "2K", "D10": "2K", "I10": "2K",
		"D11": "2M", "E11": "2M", "F11": "2M", "G11": "2M", "H11": "2M", "I11": "2M", "E10": "2M", "F10": "2M", "G10": "2M", "H10": "2M",
	}},
	"plain": {
		Pieces: map[string]string{"E6": "1M", "F7": "1K", "J11": "2M"}, Chosen: "E6",
		Steps: []string{"D5", "E5", "F5", "D6", "F6", "D7", "E7"}, From: "C4", To: "H8",
	},
	"canter": {
		Pieces: map[string]string{"D5": "1M", "E6": "1M", "F8": "1K", "H5": "1M", "J11": "2M"}, Action: "D5-F7-F9", From: "C4", To: "I10",
	},
	"jump": {
		Pieces: map[string]string{"D5": "1M", "E6": "2M", "F8": "2K", "H6": "2M"}, Action: "D5xF7xF9", From: "C4", To: "I10",
	},
	"charge": {
		Pieces: map[string]string{"D5": "1K", "E6": "1M", "F8": "2M", "G9": "2M", "I7": "2M"}, Action: "D5-F7xF9xH9", From: "C4", To: "J10",
	},
	"obligation": {
		Pieces: map[string]string{"D5": "1M", "E6": "2M", "F4": "1K", "G5": "1M", "H8": "2K"}, Movers: []string{"D5"}, From: "C4", To: "I9",
	},
	"goal": {
		Pieces: map[string]string{"F16": "1K", "H15": "1M", "E14": "2M", "G13": "2K"}, Action: "H15-G16", From: "D12", To: "I16",
	},
	"own": {
		Pieces: map[string]string{"E3": "1M", "F2": "2M", "H4": "1M"}, Action: "E3xG1", From: "D1", To: "I5",
	},
}

func (m Rules) headline() string { return m.t("rules.of", "Game", m.Lang.Of(m.Game.Name)) }
