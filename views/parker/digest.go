package parker

import (
	rules "tableronde/games/parker"
	"tableronde/views"
)

// digestEntries are the cells of the rules on one screen, in their order. A game has a cell if one
// of its voices has the figure.
var digestEntries = []string{"win", "step", "canter", "jump", "must", "charge", "own", "castles", "draw"}

// digestFigures are the drawings of the cells by the voice of the rules that they belong to: five
// squares by two.
var digestFigures = map[string][]figure{
	"pair": {
		{name: "step", position: "1 E8,C4/J11", piece: "E8", steps: "D8 D9 E9 F8 F9", from: "C8", to: "G9"},
		{name: "canter", position: "1 C8,D8,KF8/J11", move: "C8-E8-G8", from: "C8", to: "G9"},
		{name: "jump", position: "1 C8/D8,F8", move: "C8xE8xG8", from: "C8", to: "G9"},
		{name: "must", position: "1 D8,C9,G9/E8", piece: "D8", movers: "D8", jumps: "F8", from: "C8", to: "G9"},
		{name: "charge", position: "1 KC8,D8/F8,J11", move: "C8-E8xG8", from: "C8", to: "G9"},
		{name: "draw", position: "1 KC8/KG9", from: "C8", to: "G9"},
	},
	"camelot": {
		{name: "win", position: "1 F16,KG16/J11", from: "E15", to: "I16"},
		{name: "own", position: "1 F1,C4/J11", piece: "F1", steps: "E2 F2 G2", from: "D1", to: "H2"},
	},
	"chivalry": {
		{name: "win", position: "1 G16,KH16/J11", from: "F15", to: "J16"},
		{name: "own", position: "1 G1,C4/J11", piece: "G1", steps: "F2 G2 H2", from: "E1", to: "I2"},
	},
	"cam": {
		{name: "win", position: "1 D13,E12/A7", from: "B12", to: "F13"},
		{name: "step", position: "1 D6/A9", piece: "D6", steps: "C6 C7 D7 E6 E7", from: "B6", to: "F7"},
		{name: "canter", position: "1 B6,C6,KE6/A9", move: "B6-D6-F6", from: "B6", to: "F7"},
		{name: "jump", position: "1 B6/C6,E6", move: "B6xD6xF6", from: "B6", to: "F7"},
		{name: "must", position: "1 C6,B7,F7/D6", piece: "C6", movers: "C6", jumps: "E6", from: "B6", to: "F7"},
		{name: "charge", position: "1 KB6,C6/E6,A9", move: "B6-D6xF6", from: "B6", to: "F7"},
		{name: "own", position: "1 D1/A9", piece: "D1", steps: "C2 D2 E2", from: "B1", to: "F2"},
		{name: "draw", position: "1 KB6/KF7", from: "B6", to: "F7"},
	},
	"camette": {
		{name: "win", position: "1 C7,D6/A3", from: "A6", to: "E7"},
		{name: "step", position: "1 C3/A5", piece: "C3", steps: "B3 B4 C4 D3 D4", from: "A3", to: "E4"},
		{name: "canter", position: "1 A3,B3,KD3/A5", move: "A3-C3-E3", from: "A3", to: "E4"},
		{name: "jump", position: "1 A3/B3,D3", move: "A3xC3xE3", from: "A3", to: "E4"},
		{name: "must", position: "1 B3,A4,E4/C3", piece: "B3", movers: "B3", jumps: "D3", from: "A3", to: "E4"},
		{name: "charge", position: "1 KA3,B3/D3,C6", move: "A3-C3xE3", from: "A3", to: "E4"},
		{name: "own", position: "1 C1/A5", piece: "C1", steps: "B2 C2 D2", from: "A1", to: "E2"},
		{name: "draw", position: "1 KA3/KE4", from: "A3", to: "E4"},
	},
	"field": {
		{name: "step", position: "1 KE8/KJ11/KM12/KL4", piece: "E8", steps: "D8 D9 E9 F8 F9", from: "C8", to: "G9"},
		{name: "must", position: "1 KD8,KC9,KG9/KE8/KM12/KL4", piece: "D8", movers: "D8", jumps: "F8", from: "C8", to: "G9"},
		{name: "charge", position: "1 KC8,KD8/KF8/KM12/KL4", move: "C8-E8xG8", from: "C8", to: "G9"},
		{name: "castles", position: "1 KG1/KJ11/KM12/KL4", piece: "G1", steps: "F2 G2 H1 H2", from: "E1", to: "I2"},
		{name: "draw", position: "1 KC8/KE9/KG8/KF9", from: "C8", to: "G9"},
	},
	"chivalry-4-teams": {
		{name: "win", position: "1 KC8/KD8/KG9/KF8", move: "C8xE8xG8", from: "C8", to: "G9"},
		{name: "canter", position: "1 KC8,KD8/KM12/KF8/KL4", move: "C8-E8-G8", from: "C8", to: "G9"},
		{name: "jump", position: "1 KC8/KD8/KM12/KF8", move: "C8xE8xG8", from: "C8", to: "G9"},
	},
	"chivalry-4-solo": {
		{name: "win", position: "1 KE8/-/-/-", from: "C8", to: "G9"},
		{name: "canter", position: "1 KC8,KD8,KF8/KJ11/KM12/KL4", move: "C8-E8-G8", from: "C8", to: "G9"},
		{name: "jump", position: "1 KC8/KD8/KF8/KM12", move: "C8xE8xG8", from: "C8", to: "G9"},
	},
	"grand-camelot": {
		{name: "win", position: "1 H16,KI16/M11/N9/L5", from: "G15", to: "K16"},
		{name: "step", position: "1 E8/M11/N9/L5", piece: "E8", steps: "D8 D9 E9 F8 F9", from: "C8", to: "G9"},
		{name: "canter", position: "1 C8,D8/M11/KF8/L5", move: "C8-E8-G8", from: "C8", to: "G9"},
		{name: "jump", position: "1 C8/D8/N9/F8", move: "C8xE8xG8", from: "C8", to: "G9"},
		{name: "must", position: "1 D8,C9,G9/E8/N9/L5", piece: "D8", movers: "D8", jumps: "F8", from: "C8", to: "G9"},
		{name: "charge", position: "1 KC8,D8/F8/N9/L5", move: "C8-E8xG8", from: "C8", to: "G9"},
		{name: "own", position: "1 C8/B8,M11/N9/L5", move: "C8xA8", from: "A8", to: "E9"},
		{name: "draw", position: "1 KC8/KG9/-/-", from: "C8", to: "G9"},
	},
	"grand-cam": {
		{name: "win", position: "1 G13,H12/K9/C9/K5", from: "E12", to: "I13"},
		{name: "step", position: "1 F6/K9/C9/K5", piece: "F6", steps: "E6 E7 F7 G6 G7", from: "D6", to: "H7"},
		{name: "canter", position: "1 D6,E6/K9/KG6/K5", move: "D6-F6-H6", from: "D6", to: "H7"},
		{name: "jump", position: "1 D6/E6/C9/G6", move: "D6xF6xH6", from: "D6", to: "H7"},
		{name: "must", position: "1 E6,D7,H7/F6/C9/K5", piece: "E6", movers: "E6", jumps: "G6", from: "D6", to: "H7"},
		{name: "charge", position: "1 KD6,E6/G6,K9/C9/K5", move: "D6-F6xH6", from: "D6", to: "H7"},
		{name: "own", position: "1 C7/B7,K9/C9/K5", move: "C7xA7", from: "A7", to: "E8"},
		{name: "draw", position: "1 KD6/KH7/-/-", from: "D6", to: "H7"},
	},
}

// digestFigure finds the drawing of a cell of a game.
func digestFigure(game, name string) (figure, bool) {
	for _, voice := range voicesOf(game) {
		for _, f := range digestFigures[voice] {
			if f.name == name {
				return f, true
			}
		}
	}
	return figure{}, false
}

// digest returns the rules of a game on one screen.
func digest(r views.Rules) views.Digest {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return views.Digest{}
	}
	men, knights := Army(g)
	args := append(m.facts(g), "Men", men, "Knights", knights)
	say := func(name string) string { return m.say("digest."+name, args) }
	d := views.Digest{Facts: say("facts")}
	for _, name := range digestEntries {
		if f, ok := digestFigure(m.Game.ID, name); ok {
			drawing := f.picture(m.Lang, g, "")
			drawing.Bare = true
			d.Cells = append(d.Cells, views.DigestEntry{Drawing: drawing, Title: say(name + ".title"), Text: say(name)})
		}
	}
	return d
}
