package knizia_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/record"
	"tableronde/games/table"
)

var (
	displayed = regexp.MustCompile(`([MRUD])\[([^\]]*)\]`)
	totaled   = regexp.MustCompile(`= (\d+)`)
	announced = regexp.MustCompile(`announces (\d+)`)
	colored   = regexp.MustCompile(`colour (\w+)`)
	owned     = regexp.MustCompile(`([MRUD]):(\w+)`)
)

func seatOf(letter string) games.Seat { return games.Seat(strings.Index("MRUD", letter) + 1) }

// TestRule10_WorkedTournaments replays the examples of the rules page, and wants
// after each line the state that its comment has.
func TestRule10_WorkedTournaments(t *testing.T) {
	text, err := os.ReadFile("testdata/tournaments.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := r.Match(func(string, int) (games.Ruleset, error) { return knizia.Rulesets()[0], nil })
	if err != nil {
		t.Fatal(err)
	}
	var comments []string
	for line := range strings.Lines(string(text)) {
		if action, comment, _ := strings.Cut(line, ";"); strings.Contains(action, ": ") && action[0] != '[' {
			comments = append(comments, comment)
		}
	}
	if len(comments) != whole.Ply() {
		t.Fatalf("%d comments for %d lines", len(comments), whole.Ply())
	}
	for i, e := range whole.Log() {
		checkLine(t, whole.At(i), whole.At(i+1), e, comments[i])
	}
	// By the second tournament each has used or drawn some cards.
	first := slices.IndexFunc(whole.Log(), func(e table.Event) bool { return e.Text == "colour blue" })
	for i, want := range []int{9, 9, 9, 6} {
		if got := len(whole.At(first).State().View(games.Omniscient).(knizia.View).Seats[i].Hand); got != want {
			t.Errorf("seat %d holds %d cards, want %d", i+1, got, want)
		}
	}
	v := whole.State().View(games.Omniscient).(knizia.View)
	if v.Opener != 1 || v.Phase != knizia.PhaseOpen || v.LastColor != knizia.Green {
		t.Errorf("afterwards %d opens in %s after %s", v.Opener, v.Phase, v.LastColor)
	}
}

func checkLine(t *testing.T, before, after table.Match, e table.Event, comment string) {
	t.Helper()
	v := after.State().View(games.Omniscient).(knizia.View)
	for _, m := range displayed.FindAllStringSubmatch(comment, -1) {
		codes := []string{}
		for _, c := range v.Seats[seatOf(m[1])-1].Display {
			codes = append(codes, c.String())
		}
		if got := strings.Join(codes, " "); got != m[2] {
			t.Errorf("%d: %s: %s has %q, want %q", e.Seat, e.Text, m[1], got, m[2])
		}
	}
	if m := totaled.FindStringSubmatch(comment); m != nil && strconv.Itoa(v.Seats[e.Seat-1].Total) != m[1] {
		t.Errorf("%d: %s: the total is %d, want %s", e.Seat, e.Text, v.Seats[e.Seat-1].Total, m[1])
	}
	if m := colored.FindStringSubmatch(comment); m != nil && v.Color.String() != m[1] {
		t.Errorf("%d: %s: the tournament is %s, want %s", e.Seat, e.Text, v.Color, m[1])
	}
	for _, m := range owned.FindAllStringSubmatch(comment, -1) {
		if tokens := v.Seats[seatOf(m[1])-1].Tokens; !slices.Equal(tokens, []knizia.Color{knizia.ParseColor(m[2])}) {
			t.Errorf("%d: %s: %s has the tokens %v, want %s", e.Seat, e.Text, m[1], tokens, m[2])
		}
	}
	if strings.Contains(comment, "stays") && slices.Contains(after.Legal(e.Seat), "end") {
		t.Errorf("%d: %s: the turn may end with %d", e.Seat, e.Text, v.Seats[e.Seat-1].Total)
	}
	if m := announced.FindStringSubmatch(comment); m != nil {
		facts := before.State().(games.Reporter).Tell(games.Spectator, e.Seat, e.Text)
		if facts[0].Kind != knizia.FactAnnounce || strconv.Itoa(facts[0].Number) != m[1] {
			t.Errorf("%d: %s tells %+v, want %s announced", e.Seat, e.Text, facts[0], m[1])
		}
	}
}
