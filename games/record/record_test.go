package record_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/table"
)

func mustMatch(t testing.TB, text string) table.Match {
	t.Helper()
	m, err := mustParse(t, text).Match(catalog.Find)
	if err != nil {
		t.Fatalf("Match of %q = %v", text, err)
	}
	return m
}

func TestMatchNamesTheLineThatCannotBePlayed(t *testing.T) {
	r := mustParse(t, head+"\n1: E6-E8\n; now this\n2: F11-F10 ; no\n1: E8-E9\n")
	_, err := r.Match(catalog.Find)
	var at *record.LineError
	if !errors.As(err, &at) {
		t.Fatalf("Match = %v, want a LineError", err)
	}
	if at.Line != 6 || at.Seat != 2 || at.Action != "F11-F10" {
		t.Errorf("Match = line %d, seat %d, action %q, want 6, 2, F11-F10", at.Line, at.Seat, at.Action)
	}
	var illegal *games.Illegal
	if !errors.As(err, &illegal) || !strings.Contains(err.Error(), illegal.Text) {
		t.Errorf("Match = %v, want the reason in it", err)
	}
}

func TestMatchRefusesWhatItDoesNotKnow(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"game", "[Game \"chess\"]\n[Seats \"2\"]\n", "chess"},
		{"version", head + "[Version \"99\"]\n", "99"},
		{"version 0", head + "[Version \"0\"]\n", "Version"},
		{"version in words", head + "[Version \"first\"]\n", "line 3"},
		{"seats", "[Game \"camelot\"]\n[Seats \"9\"]\n", "9"},
		{"seats in words", "[Game \"camelot\"]\n[Seats \"two\"]\n", "line 2"},
		{"option", head + "[Option.tempo \"fast\"]\n", "tempo"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := mustParse(t, test.text).Match(catalog.Find)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Match = %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestVersionAndUnknownTagsDoNotStandInTheWay(t *testing.T) {
	mustMatch(t, head+"[Seed \"00\"]\n[Deck \"A B\"]\n[Chance \"1\"]\n[Annotator \"Eve\"]\n[Result \"1-0\"]\n1: E6-E8\n")
}

func TestOf(t *testing.T) {
	m := mustMatch(t, head+"1: E6-E8\n2: F10-F9\n1: resign\n")
	date := time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", -3600))
	const want = `[Game "camelot"]
[Version "1"]
[Seats "2"]
[Seat1 "Ada \"the\\knight\" L."]
[Date "2026-11-22"]
[Result "0-1"]

1: E6-E8
2: F10-F9
1: resign
`
	r := record.Of(m, []string{"Ada \"the\\knight\"\nL.", ""}, date)
	if diff := cmp.Diff(want, r.String()); diff != "" {
		t.Errorf("Of (-want +got):\n%s", diff)
	}
	if bare := record.Of(m, nil, time.Time{}); bare.Tag("Date") != "" || bare.Tag("Seat1") != "" {
		t.Errorf("Of without names and date:\n%s", bare)
	}
}

func TestScores(t *testing.T) {
	score := func(list ...float64) *games.Result {
		r := &games.Result{Scores: map[games.Seat]float64{}, Reason: "castle"}
		for i, s := range list {
			r.Scores[games.Seat(i+1)] = s
		}
		return r
	}
	aborted := score(0, 0)
	aborted.Reason = games.ReasonAborted
	tests := []struct {
		name   string
		result *games.Result
		seats  int
		want   string
	}{
		{"going on", nil, 2, "*"},
		{"aborted", aborted, 2, "*"},
		{"won", score(1, 0), 2, "1-0"},
		{"drawn", score(0.5, 0.5), 2, "1/2-1/2"},
		{"teams", score(0, 1, 0, 1), 4, "0-1-0-1"},
		{"points", score(12, 9.5, 30), 3, "12-9.5-30"},
	}
	for _, test := range tests {
		if got := record.Scores(test.result, test.seats); got != test.want {
			t.Errorf("%s: Scores = %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRoundTrip plays matches at random, with their offers, and finds each again
// in its text.
func TestRoundTrip(t *testing.T) {
	all := catalog.All()
	rapid.Check(t, func(t *rapid.T) {
		m := randomMatch(t, rapid.SampledFrom(all).Draw(t, "game"))
		names := rapid.SliceOfN(rapid.String(), 0, m.Setup().Seats).Draw(t, "names")
		text := record.Of(m, names, time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "date"), 0)).String()

		r, err := record.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("Parse of\n%s\n= %v", text, err)
		}
		if diff := cmp.Diff(text, r.String()); diff != "" {
			t.Fatalf("written, parsed and written (-first +second):\n%s", diff)
		}
		again, err := r.Match(catalog.Find)
		if err != nil {
			t.Fatalf("Match of\n%s\n= %v", text, err)
		}
		if diff := cmp.Diff(m.Setup(), again.Setup(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("replayed setup (-played +replayed):\n%s", diff)
		}
		if diff := cmp.Diff(m.Log(), again.Log()); diff != "" {
			t.Fatalf("replayed log (-played +replayed):\n%s", diff)
		}
		if diff := cmp.Diff(m.Result(), again.Result()); diff != "" {
			t.Fatalf("replayed result (-played +replayed):\n%s", diff)
		}
	})
}

// randomMatch plays some events of a match, and not always to its end.
func randomMatch(t *rapid.T, rules games.Ruleset) table.Match {
	setup := games.Setup{Options: map[string]string{}}
	for _, option := range rules.Info().Options {
		if len(option.Values) > 0 && rapid.Bool().Draw(t, "choose "+option.ID) {
			setup.Options[option.ID] = rapid.SampledFrom(option.Values).Draw(t, option.ID)
		}
	}
	if rules.Info().Chance {
		setup.Seats = rapid.SampledFrom(rules.Info().Seats).Draw(t, "seats")
		setup.Seed = &games.Seed{rapid.Byte().Draw(t, "seed")}
	}
	m := playOn(t, rules, setup)
	if v, ok := m.State().View(games.Omniscient).(parker.View); ok && !m.Over() && rapid.Bool().Draw(t, "begin from there") {
		setup.Options = map[string]string{"position": v.Position().String()}
		m = playOn(t, rules, setup)
	}
	return m
}

// playOn plays some events of a match.
func playOn(t *rapid.T, rules games.Ruleset, setup games.Setup) table.Match {
	m, err := table.New(rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 40).Draw(t, "events") {
		if m.Over() {
			break
		}
		seat := rapid.SampledFrom(m.ToAct()).Draw(t, "seat")
		choice := m.Legal(seat)
		if rapid.IntRange(0, 7).Draw(t, "surround") == 0 {
			seat = games.Seat(rapid.IntRange(1, m.Setup().Seats).Draw(t, "any seat"))
			if offers := m.Offers(seat); len(offers) > 0 {
				choice = offers
			}
		}
		next, err := m.Play(seat, rapid.SampledFrom(choice).Draw(t, "event"), time.Time{})
		if err == nil {
			m = next
		}
	}
	return m
}

func FuzzParse(f *testing.F) {
	f.Add(head + "\n1: E6-E8\n2: F10-F9 ; a comment\n1: offer undo 0\n2: accept undo\n1: resign\n")
	f.Add("[Game \"knizia\"]\n[Seats \"3\"]\n[Option.dealer \"3\"]\n[Deck \"R3 R4\"]\n[Deck.2 \"W2\"]\n[Chance \"0\"]\n1: colour red\n1: play R3\n")
	f.Add("[Game \"camelot\"]\n[Note \"\\\\ \\\" ; ]\"];\n[Seats \"2\"]\n1:x")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		written := r.String()
		again, err := record.Parse(strings.NewReader(written))
		if err != nil {
			t.Fatalf("Parse of\n%s\n= %v", written, err)
		}
		if diff := cmp.Diff(written, again.String()); diff != "" {
			t.Fatalf("written twice (-first +second):\n%s", diff)
		}
		if diff := cmp.Diff(r.Events(), again.Events()); diff != "" {
			t.Fatalf("events (-parsed +parsed again):\n%s", diff)
		}
		m, err := r.Match(catalog.Find)
		m2, err2 := again.Match(catalog.Find)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("one plays to %v, the other to %v", err, err2)
		}
		if err == nil && !cmp.Equal(m.Log(), m2.Log()) {
			t.Fatalf("%v is replayed as %v", m.Log(), m2.Log())
		}
	})
}
