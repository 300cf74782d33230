package lessons

// all lists the lessons by game. The squares of answers and mistakes are checked by a test.
var all = [][]Lesson{
	camelot, chivalry, cam, camette, grandCamelot, grandCam97, grandCam93, chivalryTeams, chivalrySolo,
}

var camelot = []Lesson{
	{
		Position: "camelot 1 E15,G16/D12,KI12", From: "C11", To: "I16", Rule: "castles.goal",
		Right:    []string{"E15-F16"},
		Mistakes: []Mistake{{Pieces: "G16", By: Touch, Key: "home"}, {Pieces: "E15", Key: "corner"}},
	},
	{
		Position: "camelot 1 F4,F5,G7/D9,KI9", From: "D3", To: "J9", Rule: "moves.canter",
		Right:    []string{"F4-F6-H8"},
		Mistakes: []Mistake{{Pieces: "F5 G7", By: Touch, Key: "springboard"}, {By: Stop, Key: "stop"}, {By: Step, Key: "step"}},
	},
	{
		Position: "camelot 1 E8,D8/F9,G11,I13", From: "C7", To: "I13", Rule: "moves.jump",
		Right:    []string{"E8xG10xG12"},
		Mistakes: []Mistake{{Pieces: "D8", By: Touch, Key: "alone"}, {By: Canter, Key: "canter"}, {By: Step, Key: "step"}, {By: Stop, Key: "stop"}},
	},
	{
		Position: "camelot 1 F15,G16,D12/E13,KI11,I12", From: "C11", To: "I16", Rule: "moves.obligation", Find: true,
		Right:    []string{"D12xF14"},
		Mistakes: []Mistake{{Pieces: "F15", To: "F16", Key: "wins"}, {Pieces: "F15 G16", Key: "first"}, {Pieces: "D12", Key: "step"}},
	},
	{
		Position: "camelot 1 KC6,D7,G7/E9,F11,H10", From: "B6", To: "H12", Rule: "moves.charge",
		Right:    []string{"C6-E8xE10xG12"},
		Mistakes: []Mistake{{Pieces: "D7 G7", By: Touch, Key: "man"}, {By: Stop, Key: "stop"}, {By: Step, Key: "step"}},
	},
	{
		Position: "camelot 1 F5,F7,H6/F8,F9,KI10", From: "C4", To: "I10", Rule: "moves.jump", Find: true,
		Right:    []string{"F5-F6", "F7-F6", "F7-E6", "F7-G6", "F7-G7"},
		Mistakes: []Mistake{{By: Answered, Key: "answer"}},
	},
}

var chivalry = []Lesson{
	{
		Position: "chivalry 1 E6,F6,G6,H6,I6,J6,E7,F7,G7,H7,I7,J7,KC6,KD6,KK6,KL6,KC7,KD7,KK7,KL7/E10,F10,G10,H10,I10,J10,E11,F11,G11,H11,I11,J11,KC10,KD10,KK10,KL10,KC11,KD11,KK11,KL11",
		From:     "B5", To: "H11", Rule: "board", Find: true,
		Right: []string{"C6-E8", "C6-C8", "D6-B8", "D6-D8", "D6-F8", "K6-I8", "K6-K8", "K6-M8", "L6-J8", "L6-L8"},
		Mistakes: []Mistake{
			{Pieces: "E6 F6 G6 H6 I6 J6 E7 F7 G7 H7 I7 J7", By: Touch, Key: "man"}, {Pieces: "C7 D7 K7 L7", By: Touch, Key: "front"},
			{By: Step, Key: "step"}, {Key: "over"},
		},
	},
	{
		Position: "chivalry 1 KF6,G7/H9,K12,KI13", From: "E6", To: "K12", Rule: "moves.charge",
		Right:    []string{"F6-H8xH10"},
		Mistakes: []Mistake{{Pieces: "G7", By: Touch, Key: "man"}, {By: Stop, Key: "stop"}, {By: Step, Key: "step"}},
	},
}

var cam = []Lesson{{
	Position: "cam 1 D12,B5/KC7,E7", From: "A7", To: "G13", Rule: "castles.goal",
	Right:    []string{"D12-D13"},
	Mistakes: []Mistake{{Pieces: "B5", By: Touch, Key: "far"}, {Pieces: "D12", Key: "beside"}},
}}

var camette = []Lesson{{
	Position: "camette 1 C5,B2/KC6,E4", From: "A1", To: "E7", Rule: "castles.goal",
	Right:    []string{"C5xC7"},
	Mistakes: []Mistake{{Pieces: "B2", By: Touch, Key: "alone"}, {By: Step, Key: "step"}},
}}

var grandCamelot = []Lesson{
	{
		Position: "grand-camelot 1 H15,G12/KM12,L10/P8,C8/KM6,N7", From: "E10", To: "K16", Rule: "castles.goal",
		Right:    []string{"H15-H16", "H15-I16"},
		Mistakes: []Mistake{{Pieces: "G12", By: Touch, Key: "far"}, {Pieces: "H15", Key: "beside"}},
	},
	{
		Position: "grand-camelot 1 H5,I5/H12,KI12/H6,C8/N9,KM8", From: "E3", To: "K9", Rule: "order.partners", Find: true,
		Right:    []string{"H5-H7", "I5-G7"},
		Mistakes: []Mistake{{By: Canter, Key: "own"}, {By: Step, Key: "step"}},
	},
	{
		Position: "grand-camelot 1 C8,F6/B8,KM12/D10,KC11/KM6,N7", From: "A5", To: "G11", Rule: "castles.sides",
		Right:    []string{"C8xA8"},
		Mistakes: []Mistake{{Pieces: "F6", By: Touch, Key: "alone"}, {By: Step, Key: "step"}},
	},
}

var grandCam97 = []Lesson{{
	Position: "grand-cam-97 1 G12,E6/KE10,I9/C8,KB6/KJ7,K5", From: "D7", To: "J13", Rule: "castles.goal",
	Right:    []string{"G12-G13"},
	Mistakes: []Mistake{{Pieces: "E6", By: Touch, Key: "far"}, {Pieces: "G12", Key: "beside"}},
}}

var grandCam93 = []Lesson{{
	Position: "grand-cam-93 1 G12,E6/KE10,I9/C8,KB6/KJ7,K5", From: "D7", To: "J13", Rule: "castles.goal",
	Right:    []string{"G12-G13"},
	Mistakes: []Mistake{{Pieces: "E6", By: Touch, Key: "far"}, {Pieces: "G12", Key: "beside"}},
}}

var chivalryTeams = []Lesson{
	{
		Position: "chivalry-4-teams 1 KF6,KE4/KI11,KB11/KG7,KN11/KL4,KM5", From: "D4", To: "J10", Rule: "order.partners",
		Right:    []string{"F6-H8"},
		Mistakes: []Mistake{{Pieces: "E4", By: Touch, Key: "far"}, {By: Step, Key: "step"}},
	},
	{
		Position: "chivalry-4-teams 1 KF6,KE4/-/KG7,KN11/KH9", From: "D4", To: "J10", Rule: "end",
		Right:    []string{"F6-H8xH10"},
		Mistakes: []Mistake{{Pieces: "E4", By: Touch, Key: "far"}, {By: Stop, Key: "stop"}, {By: Step, Key: "step"}},
	},
}

var chivalrySolo = []Lesson{{
	Position: "chivalry-4-solo 1 KF6,KD9/KG7/KH9/KL4", From: "D4", To: "J10", Rule: "aim",
	Right:    []string{"F6xH8xH10"},
	Mistakes: []Mistake{{Pieces: "D9", By: Touch, Key: "alone"}, {By: Step, Key: "step"}, {By: Stop, Key: "stop"}},
}}
