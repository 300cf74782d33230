package strategy

// all lists the articles, as the site lists the games. Tests hold the lines against the rules.
var all = []Article{
	{Game: "camelot", Rows: boardRows, Advices: []Advice{
		{Puzzle: 125, From: "C10", To: "I16", Quotes: []Quote{{"Castle", "games end by, castle"}, {"Captures", "games end by, captures"}}},
		{Puzzle: 580, From: "B10", To: "H16"},
		{Position: "camelot 1 F5,F7,H6/F8,F9,KI10", Line: []string{"F5-F6", "I10-H9"}, From: "C4", To: "I10", Claim: Closes},
		{Position: "camelot 1 I6,KH7,H8,L11/KC4,F7,D10,G10,D11,G11,KH11,I11", Line: []string{"I6-G8", "F7xH9", "H8xH10xF10xH12xH10xJ12"}, From: "E6", To: "K12", Claim: Best},
		{Puzzle: 367, From: "D9", To: "J15", Quotes: []Quote{{"Charges", "moves, charges"}}},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"More", "won games, more pieces taken by, winner"}, {"Winner", "pieces taken by the winner, median"}, {"Loser", "pieces taken by the loser, median"}}},
	}},
	{Game: "chivalry", Rows: boardRows, Advices: []Advice{
		{Puzzle: 21, From: "D10", To: "J16", Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Puzzle: 52, From: "E10", To: "K16"},
		{Position: chivalryStart, Line: []string{"L6-J8"}, From: "G5", To: "M11", Claim: Best, Quotes: []Quote{{"Charges", "moves, charges"}}},
		{Puzzle: 42, From: "D4", To: "J10"},
		{Puzzle: 6, From: "D10", To: "J16"},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"More", "won games, more pieces taken by, winner"}, {"White", "games won by, seat 1"}}},
	}},
	{Game: "cam", Rows: boardRows, Advices: []Advice{
		{Puzzle: 881, From: "A7", To: "G13", Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Puzzle: 279, From: "A7", To: "G13"},
		{Puzzle: 315, From: "A7", To: "G13", Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"More", "won games, more pieces taken by, winner"}}},
		{Puzzle: 159, From: "A5", To: "G11"},
		{Puzzle: 972, From: "A7", To: "G13"},
		{Quotes: []Quote{{"Draws", "games won by, nobody"}, {"Moves", "plies, median"}}},
	}},
	{Game: "camette", Rows: boardRows, Advices: []Advice{
		{Position: "camette 1 KC2,B3,C3,D3/KC6,B5,C5,D5", Line: []string{"B3-A3"}, From: "A1", To: "E7", Claim: Best},
		{Puzzle: 260, From: "A1", To: "E7", Quotes: []Quote{{"Captures", "games end by, captures"}}},
		{Puzzle: 472, From: "A1", To: "E7", Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Puzzle: 858, From: "A1", To: "E7"},
		{Puzzle: 126, From: "A1", To: "E7"},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"Ply", "ply of the first capture, median"}, {"Moves", "plies, median"}}},
	}},
	{Game: "chivalry-4-teams", Rows: boardRows, Advices: []Advice{
		{Position: "chivalry-4-teams 1 KG3,KF7,KH8,KF12,KC13/-/KH7,KH9,KG10,KL13/KI2", Line: []string{"G3-H3", "H7-G6", "I2xG4", "F7-H5xF3"}, From: "D2", To: "J8", Claim: Wins, Quotes: []Quote{{"Captures", "games end by, captures"}}},
		{Position: "chivalry-4-teams 1 KH9,KD12/KF13,KC14/KM7,KE10,KE11,KK12,KL13/-", Line: []string{"D12-D13", "C14xE12", "E11xE13xG13"}, From: "C10", To: "I16", Claim: Wins},
		{Position: "chivalry-4-teams 1 KF6,KE4/KI11,KB11/KG7,KN11/KL4,KM5", Line: []string{"F6-H8"}, From: "D4", To: "J10", Claim: Best},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"Moves", "plies, median"}}},
	}},
	{Game: "chivalry-4-solo", Rows: boardRows, Advices: []Advice{
		{Quotes: []Quote{{"Draws", "games won by, nobody"}, {"Rounds", "games end by, fifty_rounds"}}},
		{Position: "chivalry-4-solo 1 KF6,KD9/KG7/KH9/KL4", Line: []string{"F6xH8xH10"}, From: "D4", To: "J10", Claim: Best},
		{Position: "chivalry-4-solo 1 KG9,KJ9,KG10/-/KI11/-", Line: []string{"G10-H10", "I11-I10", "G9-I11xI9"}, From: "F6", To: "L12", Claim: Wins},
		{Quotes: []Quote{{"Capture", "ply of the first capture, median"}, {"Moves", "plies, median"}}},
	}},
	{Game: "grand-camelot", Rows: boardRows, Advices: []Advice{
		{Position: "grand-camelot 1 H15,G12/KM12,L10/P8,C8/KM6,N7", Line: []string{"H15-H16"}, From: "E10", To: "K16", Claim: Wins, Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Position: "grand-camelot 1 KF5,KL5/N7,D12/E6,KD7,P8,KO9/-", Line: []string{"L5-M6", "N7xL5", "O9-P9"}, From: "J4", To: "P10", Claim: Wins},
		{Position: "grand-camelot 1 H2,I3,KE4,I13,E14/-/F6,J6,F7,KL7,B8,D8,D9,E9/K4", Line: []string{"I3-J4", "J6-K6", "K4xI4", "H2-G2", "L7-J5xH3"}, From: "F1", To: "L7", Claim: Wins},
		{Position: "grand-camelot 1 H5,I5/H12,KI12/H6,C8/N9,KM8", Line: []string{"H5-H7"}, From: "E3", To: "K9", Claim: Best, Quotes: []Quote{{"Canters", "moves, canters"}}},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"Capture", "ply of the first capture, median"}, {"Moves", "plies, median"}}},
	}},
	{Game: "grand-cam-97", Rows: boardRows, Advices: []Advice{
		{Position: "grand-cam-97 1 G4,H4,I4,KJ4/J8/KC5,K5,E9,F11/I9,J9,I10,KH12", Line: []string{"J4-L6", "J8-K7", "K5-M7"}, From: "G3", To: "M9", Claim: Wins, Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Position: "grand-cam-97 1 F2,KH2,F3,F4,I4,D11/KJ6,H8,H9,I11,KF12/I3,D5,KC6/KL6,K7,K8,D9,K9,KF10", Line: []string{"I4-J5", "J6xJ4", "I3xK5xM7"}, From: "G2", To: "M8", Claim: Wins},
		{Position: "grand-cam-97 1 G2,G4,D9,KE9/K4,KJ6,KL6,F11,I11,G12/KB6,B7,E10/J7,K7,L7,KL8,C9,KG9,H9", Line: []string{"E9-E11xG11xG13"}, From: "D7", To: "J13", Claim: Wins, Quotes: []Quote{{"Charges", "moves, charges"}}},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"Capture", "ply of the first capture, median"}, {"Moves", "plies, median"}}},
	}},
	{Game: "grand-cam-93", Rows: boardRows, Advices: []Advice{
		{Position: "grand-cam-93 1 F3,E4,F4,KL7,B8/H7,H11,I11/K5/D8,G9,K9,D10", Line: []string{"L7-L6", "H7-G6", "K5-M7"}, From: "G3", To: "M9", Claim: Wins, Quotes: []Quote{{"Castle", "games end by, castle"}}},
		{Position: "grand-cam-93 1 G2,KH2,H3,F4,G4,H5,KC9/G10,H10,I10,F11,KG11,KF12,H12/I3,C6,KD6,B7,D7,C8,KD10/J3,KK5,J7,K7,L7,K8,KL8", Line: []string{"C9-E11xG13"}, From: "C7", To: "I13", Claim: Wins},
		{Position: "grand-cam-93 1 F2,KE3,G3/KI3,G10,H10,I10,F11/C6,D6,KC7,KG7/KG5,I7,J7,L7,I8,E11", Line: []string{"G3-H3", "I3xG3", "G7-H7", "I7xG7", "F2xH4xF6xH8xJ8xJ6"}, From: "E2", To: "K8", Claim: Best},
		{Quotes: []Quote{{"First", "won games, first capture by, winner"}, {"Capture", "ply of the first capture, median"}, {"Moves", "plies, median"}}},
	}},
	{Game: "knizia", Rows: kniziaRows, Advices: []Advice{
		{Cards: []string{"R5", "R3", "W3"}, Quotes: []Quote{{"Shown", "cards in a winning display, median"}, {"Left", "cards left in the winner's hand, median"}, {"Red", "strength that wins a token, red, median"}}},
		{Cards: []string{"G1", "G1", "W2"}, Quotes: []Quote{{"Green", "strength that wins a token, green, median"}}},
		{Cards: []string{"W2", "W3"}, Quotes: []Quote{{"None", "supporters in a winning display, 0"}, {"One", "supporters in a winning display, 1"}}},
		{Cards: []string{"W6"}},
		{Cards: []string{"P7", "P5"}},
		{Quotes: []Quote{{"Tournaments", "tournaments in a game"}}},
	}},
	{Game: "shannon", Rows: shannonRows, Advices: []Advice{
		{Quotes: []Quote{{"Leader", "combats lost by, the leader"}, {"Open", "combats led in open lost by, the leader"}}},
		{Cards: []string{"X8"}, Quotes: []Quote{{"Clean", "dishonours, 0"}}},
		{Cards: []string{"S5", "X5", "S9"}},
		{Cards: []string{"S3", "S4"}, Quotes: []Quote{{"Wounds", "wounds in a combat led in Swords, median"}}},
		{Cards: []string{"M1"}},
		{Quotes: []Quote{{"Rounds", "rounds, median"}, {"Life", "life of the winner, median"}}},
	}},
	{Game: "kutschke", Rows: kutschkeRows, Advices: []Advice{
		{Quotes: []Quote{{"Quests", "points from, Q"}, {"Tournament", "points from, bid"}, {"Justice", "points from, G"}}},
		{Cards: []string{"B1"}},
		{Cards: []string{"L1", "B2"}},
		{Cards: []string{"S3", "L3"}},
		{Quotes: []Quote{{"Winner", "action cards of the winner, P"}, {"Others", "action cards of the others, P"}}},
		{Quotes: []Quote{{"Rounds", "rounds, median"}, {"Winner", "points of the winner, median"}, {"Others", "points of the others, median"}}},
	}},
}

// chivalryStart is the first position of Chivalry.
const chivalryStart = "chivalry 1 E6,F6,G6,H6,I6,J6,E7,F7,G7,H7,I7,J7,KC6,KD6,KK6,KL6,KC7,KD7,KK7,KL7/E10,F10,G10,H10,I10,J10,E11,F11,G11,H11,I11,J11,KC10,KD10,KK10,KL10,KC11,KD11,KK11,KL11"

// Rows of the tables. A game whose figures lack one omits it.
var (
	boardRows = []Row{
		{"first", "games won by, seat 1"}, {"second", "games won by, seat 2"}, {"nobody", "games won by, nobody"},
		{"castle", "games end by, castle"}, {"captures", "games end by, captures"}, {"blockade", "games end by, blockade"},
		{"moves", "plies, median"}, {"capture", "ply of the first capture, median"},
		{"by_first", "won games, first capture by, winner"}, {"by_more", "won games, more pieces taken by, winner"},
		{"winner", "pieces taken by the winner, median"}, {"loser", "pieces taken by the loser, median"},
		{"steps", "moves, steps"}, {"canters", "moves, canters"}, {"one", "moves, captures of one"}, {"several", "moves, captures of several"}, {"charges", "moves, charges"},
	}
	kniziaRows = []Row{
		{"tournaments", "tournaments in a game"}, {"tokens", "tokens won in a game"},
		{"red", "strength that wins a token, red, median"}, {"blue", "strength that wins a token, blue, median"},
		{"yellow", "strength that wins a token, yellow, median"}, {"green", "strength that wins a token, green, median"},
		{"shown", "cards in a winning display, median"}, {"left", "cards left in the winner's hand, median"},
		{"supporters.0", "supporters in a winning display, 0"}, {"supporters.1", "supporters in a winning display, 1"},
		{"supporters.2", "supporters in a winning display, 2"}, {"supporters.3", "supporters in a winning display, 3"},
	}
	shannonRows = []Row{
		{"rounds", "rounds, median"}, {"combats", "combats in a game"},
		{"lost.leader", "combats lost by, the leader"}, {"lost.other", "combats lost by, another knight"}, {"lost.nobody", "combats lost by, nobody"},
		{"wounds", "wounds in a combat led in Swords, median"}, {"wounds.open", "wounds in a combat led in open, median"},
		{"dishonour.0", "dishonours, 0"}, {"dishonour.1", "dishonours, 1"}, {"dishonour.2", "dishonours, 2"},
		{"life", "life of the winner, median"},
	}
	kutschkeRows = []Row{
		{"rounds", "rounds, median"}, {"points.winner", "points of the winner, median"}, {"points.others", "points of the others, median"},
		{"from.quests", "points from, Q"}, {"from.tournament", "points from, bid"}, {"from.justice", "points from, G"},
		{"horses.winner", "action cards of the winner, P"}, {"horses.others", "action cards of the others, P"},
		{"pick.quests.winner", "action cards of the winner, Q"}, {"pick.quests.others", "action cards of the others, Q"},
	}
)
