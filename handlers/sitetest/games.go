package sitetest

import "strings"

// Nolan is the game in rules/parker.md §5, in the notation of the bulletin.
const Nolan = `1.E6-E8 H11-F9 2.H6-F8 F11-H9 3.G6-G8 D11-D9 4.E8xC10xC12 D10-C11 5.C12xC10 E10-E12 6.G8xE10
I10-G8xG6xE6xE8xG8xE6xC8 7.I7-G7 J11-H11-F11-D11xF9 8.J6-H6-H8-F6 H9-I8 9.H7xJ9 C8-C7
10.C6-E6-G6-G8xE10 C7xE5 11.F6xD4 F10xD10xB10 12.D4-E5 B10-C9 13.E5-F6 G11-H11 14.F6-H8 G10-H9
15.I6-H7 H9-G9 16.H8xF10xD12xF12 I11-G11-I9 17.J9xH9 H10xH8xH6xF8.`

// Shuttle lists moves of the two sides that can be repeated forever: they capture nothing and lead
// back to the start.
var Shuttle = []string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}

// DensePosition has 11,901 legal moves. CrowdedPosition has more knights than the game, and
// TooDensePosition more moves than a game can reach.
const (
	DensePosition = "camelot 1 D5,KI5,B6,D6,F6,H6,KA7,B8,G8,I8,G10,KF12,G12,KE13/" +
		"F7,D8,E8,KF8,H8,KD9,F9,H9,KD10,E10,F10,KH10,D11,F11"
	CrowdedPosition  = "camelot 1 KD5,KI5,KB6,KD6,KF6/F7,D8"
	TooDensePosition = "chivalry 1 KF4,G4,I4,K4,I5,L5,E6,KN6,KK7,M7,I8,KF9,G9,K9,N9,G11,KE12,KF12,KI13,KJ14/" +
		"KK5,KK6,J7,KL7,G8,K8,I9,KJ9,KM9,I10,K10,M10,I11,J11,KK11,L11,KM11,KN11,I12,M12"
)

// StartFrom returns the proposal of a match from a position.
func StartFrom(position string, solo bool) map[string]any {
	game, _, _ := strings.Cut(position, " ")
	return map[string]any{"game": game, "solo": solo, "options": map[string]string{"position": position}}
}
