package guides

import "tableronde/games"

// all lists the guided rounds. A test holds each of them against the rules.
var all = []Guide{tokens, wounds, shields}

// tokens is the first tournament of Knizia's Camelot, named after the prize.
var tokens = Guide{
	Game: "knizia", Minutes: 4,
	Deal: games.Setup{Seats: 3, Options: map[string]string{"dealer": "1"}, Fixed: map[string]string{
		"Deck": "R3 R5 R4 Y2 B3 R3 Y3 B2 W2 P3 Y4 W6 G1 P4 B4 B5 G1 G1 R4 W3 P5 P3 Y2 riposte B2 P3 stunned Y3 W2 B3",
	}},
	Steps: []Step{
		{Before: []string{"2: colour red", "2: play R3", "2: end", "3: play R5", "3: end"}, Meant: "tournament"},
		{Meant: "seat-3"},
		{Play: []string{"play R4"}, Meant: "hand-R4-1", Slips: []Slip{{"play R3", "low"}, {"play W", "supporter"}}},
		{Play: []string{"play W2"}, Meant: "hand-W2-1", Slips: []Slip{{"play R3", "sword"}, {"play W6", "maiden"}}},
		{Meant: "hand-W6-1"},
		{Meant: "hand-riposte-1"},
		{Play: []string{"end"}, Meant: "seat-1", Slips: []Slip{{"play ", "enough"}}},
		{Within: true, Before: []string{"2: play R4", "2: end", "3: withdraw"}, Play: []string{"play R3", "end"}, Meant: "hand-R3-1", Slips: []Slip{{"play W6", "maiden"}}},
		{Before: []string{"2: withdraw"}, Meant: "seat-1"},
	},
}

// wounds is three combats of the Tournament at Camelot.
var wounds = Guide{
	Game: "shannon", Minutes: 4,
	Deal: games.Setup{Seats: 3, Options: map[string]string{"dealer": "1"}, Fixed: map[string]string{
		"Heroes":         "galahad pellinore perceval",
		"Deck.weapons.1": "O7 O9 O12 S5 S8 O3 A4 A9 X8 T6 T2 M1 S2 S10 T1 S12 S13 T3 A7 A11 T7 A13 A3 T9 X3 X12 T11 O10 O11 T13 T15 T10 O14 O6 O15 O2",
	}},
	Steps: []Step{
		{Before: []string{"2: play O7", "3: play O9"}, Play: []string{"play O12"}, Meant: "card-O12", Slips: []Slip{{"play O14", "high"}, {"play O", "low"}}},
		{Meant: "ended-O7"},
		{Meant: "seat-2"},
		{Before: []string{"2: play S5", "3: play S8"}, Play: []string{"play X8"}, Meant: "card-X8"},
		{Meant: "ended-X8"},
		{Before: []string{"2: play A4", "3: play A9"}, Play: []string{"play M1=15"}, Meant: "card-M1", Slips: []Slip{{"play M1", "value"}}},
		{Within: true, Meant: "ended-A4"},
	},
}

// shields is the first round of Kutschke's Camelot.
var shields = Guide{
	Game: "kutschke", Minutes: 5,
	Deal: games.Setup{Seats: 2, Fixed: map[string]string{
		"Deck.tents":      "1 2",
		"Deck.places":     "hidden-valley dark-forest enchanted-grove misty-marsh fire-mountain dwarf-caves ruined-tower",
		"Deck.adventures": "white-stag wild-boar golden-pheasant",
		"Deck.virtues":    "L1 S1 D1 B1",
	}},
	Steps: []Step{
		{Meant: "adventure-white-stag"},
		{Play: []string{"pick A"}, Meant: "tile-A", Slips: []Slip{{"pick P", "horse"}, {"pick Q", "quest"}}},
		{Within: true, Before: []string{"2: pick ES"}, Play: []string{"pick P"}, Meant: "tile-P"},
		{Within: true, Before: []string{"2: pick EB"}, Play: []string{"pick Q"}, Meant: "tile-Q"},
		{Within: true, Before: []string{"2: pick P"}, Play: []string{"pick EL"}, Meant: "tile-EL"},
		{Before: []string{"2: pick G"}, Play: []string{"A white-stag"}, Meant: "spare-A", Slips: []Slip{{"A ", "other"}, {"P", "first"}, {"EL", "later"}}},
		{Within: true, Play: []string{"EL 3"}, Meant: "spare-EL", Slips: []Slip{{"EL", "value"}, {"P", "first"}}},
		{Play: []string{"P hidden-valley"}, Meant: "spare-P", Slips: []Slip{{"P ", "place"}}},
		{Play: []string{"Q white-stag L1 D1"}, Meant: "spare-Q", Slips: []Slip{{"Q ", "pay"}}},
		{Play: []string{"done"}},
		{Before: []string{"2: ES 2", "2: EB 2", "2: P dark-forest", "2: G B2", "2: done"}, Meant: "seat-2"},
	},
}
