package parker

import (
	"strings"
	"testing"
)

// viewOf returns a position as its players see it.
func viewOf(t *testing.T, text string) View {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return View{b: p.b, start: &startSetup{position: p.pos}, pos: &p.pos}
}

// checkInterpret checks that a legal move is understood without its signs, in
// small letters, and that its ends alone mean no other piece or square.
func checkInterpret(t *testing.T, v View, move string) {
	t.Helper()
	bare := strings.ToLower(strings.NewReplacer("-", "", "x", "").Replace(move))
	if got, why := v.Interpret(bare); why != nil || got != move {
		t.Fatalf("Interpret(%q) = %q, %v, want %s", bare, got, why, move)
	}
	squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })
	from, to := squares[0], squares[len(squares)-1]
	got, why := v.Interpret(from + " " + to)
	switch {
	case why != nil && why.Key != "parker.ambiguous":
		t.Fatalf("Interpret(%s %s) refuses %s: %v", from, to, move, why)
	case why == nil && (!strings.HasPrefix(got, from) || v.Stage(got).Why != nil):
		t.Fatalf("Interpret(%s %s) = %s where %s is legal", from, to, got, move)
	}
}

// Positions of the cases below, as texts.
const (
	startText       = "camelot 1 KC6,KD7,D6,E6,F6,G6,H6,I6,E7,F7,G7,H7,KI7,KJ6/KC11,KD10,D11,E11,F11,G11,H11,I11,E10,F10,G10,H10,KI10,KJ11"
	longCanterText  = "camelot 1 C5,C6,D8,F10/KK14,F14"
	shortCanterText = "camelot 1 G11,G12/KK5"
	longJumpText    = "camelot 1 F8,E4/F9,F11,C3,C13"
	twoJumpsText    = "camelot 1 F12,C5/E13,G13,E15,G15"
	largeBoardText  = "grand-camelot 1 P8,B7/A8,A9/E2,E3/L15,L14"
)

// understood has moves typed freely and the routes that they stage.
var understood = []struct{ name, position, text, want string }{
	{"as written", startText, "E6-E8", "E6-E8"},
	{"small letters", startText, "e6-e8", "E6-E8"},
	{"without a sign", startText, "e6e8", "E6-E8"},
	{"a space", startText, "E6 E8", "E6-E8"},
	{"a comma", startText, "e6, e8", "E6-E8"},
	{"an arrow", startText, "E6 → E8", "E6-E8"},
	{"a drawn arrow", startText, "E6->E8", "E6-E8"},
	{"a dash", startText, " e6–e8 ", "E6-E8"},
	{"x for a canter", startText, "E6xE8", "E6-E8"},
	{"two digits", shortCanterText, "g11g13", "G11-G13"},
	{"two digits and x", shortCanterText, "G11xG13", "G11-G13"},
	{"two digits and a space", shortCanterText, "G11 G13", "G11-G13"},
	{"a hyphen for a jump", longJumpText, "f8-f10xf12", "F8xF10xF12"},
	{"a jump has to go on", longJumpText, "f8f10", "F8xF10xF12"},
	{"both ends of a jump", longJumpText, "F8 F12", "F8xF10xF12"},
	{"both ends of a canter", longCanterText, "c5 g11", "C5-C7-E9-G11"},
	{"by one of its landings", longCanterText, "C5, E9, G11", "C5-C7-E9-G11"},
	{"a canter that may go on", longCanterText, "c5c7", "C5-C7"},
	{"where only one piece can go", longJumpText, "f12", "F8xF10xF12"},
	{"a piece", startText, "e6", "E6"},
	{"the last file", largeBoardText, "p8o8", "P8-O8"},
	{"the last file and x", largeBoardText, "P8×O8", "P8-O8"},
}

// notUnderstood has texts and the keys and arguments of their refusals.
var notUnderstood = []struct {
	name, position, text, key string
	args                      map[string]string
}{
	{"two ways to capture", twoJumpsText, "F12 f16", "parker.ambiguous", map[string]string{"text": "F12 f16", "moves": "F12xD14xF16, F12xH14xF16"}},
	{"several pieces can go there", startText, "e8", "parker.ambiguous", nil},
	{"no such square", startText, "e6 q8", "parker.off_board", map[string]string{"square": "Q8"}},
	{"no rank 17", largeBoardText, "p8p17", "parker.off_board", map[string]string{"square": "P17"}},
	{"a rank without a file", startText, "e6 8", "parker.malformed", nil},
	{"no square", startText, "hello", "parker.malformed", nil},
	{"nothing", startText, " - ", "parker.malformed", nil},
	{"out of reach", startText, "e6 e12", "parker.reach", nil},
	{"another's piece", startText, "e10e9", "parker.not_yours", nil},
	{"a capture is due", longJumpText, "e4e5", "parker.capture", nil},
}

func TestInterpret(t *testing.T) {
	for _, tt := range understood {
		t.Run(tt.name, func(t *testing.T) {
			if got, why := viewOf(t, tt.position).Interpret(tt.text); why != nil || got != tt.want {
				t.Errorf("Interpret(%q) = %q, %v, want %q", tt.text, got, why, tt.want)
			}
		})
	}
	for _, tt := range notUnderstood {
		t.Run(tt.name, func(t *testing.T) {
			got, why := viewOf(t, tt.position).Interpret(tt.text)
			if tt.key == "parker.capture" { // it is staged, and refused there
				why = viewOf(t, tt.position).Stage(got).Why
			}
			if why == nil || why.Key != tt.key {
				t.Fatalf("Interpret(%q) = %q, %v, want %s", tt.text, got, why, tt.key)
			}
			for name, want := range tt.args {
				if why.Args[name] != want {
					t.Errorf("%s is %q, want %q", name, why.Args[name], want)
				}
			}
		})
	}
	if _, why := (View{b: BoardOf("camelot"), over: true}).Interpret("E6-E8"); why == nil || why.Key != "parker.over" {
		t.Errorf("once the game is over: %v", why)
	}
}
