package bots_test

import (
	"errors"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// The value of a position is refused to the players of a match between people that is under way
// and stands there, or leads there within two moves. It makes no difference at which table they
// ask. Others get it, and they too once the match is over.
func TestValuesOfMatchesUnderWayAreRefused(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ada, cy := c.Players[0].ID, c.Players[2].ID
	f := c.Open(tables.Proposal{Game: "cam", Seats: 2, Public: true})
	live := f.ID
	var line []string
	for range 4 {
		move := forward(f)
		line = append(line, move)
		f = c.MustPost(int(f.Acting()[0]), f.Ply, move)
	}
	solo, err := c.Tables.OpenTable(t.Context(), db.Once{}, ada, tables.Proposal{Game: "cam", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	legal, _ := f.Legal(f.Acting()[0])
	if len(legal) < 2 {
		t.Fatalf("legal moves %v", legal)
	}
	beyond := append(append([]string{}, line...), legal[0])
	after, _, err := f.Table.State().Apply(f.Acting()[0], legal[1])
	if err != nil {
		t.Fatal(err)
	}
	ahead, err := c.Tables.OpenTable(t.Context(), db.Once{}, ada, tables.Proposal{Game: "cam", Solo: true, Options: map[string]string{"position": positionOf(after)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, match, player string
		line                learn.StudyLine
		want                error
	}{
		{"the position", live, ada, learn.StudyLine{After: 4}, bots.ErrUnderWay},
		{"a descendant", live, ada, learn.StudyLine{After: 4, Moves: legal[:1]}, bots.ErrUnderWay},
		{"at another table", solo.ID, ada, learn.StudyLine{Moves: line}, bots.ErrUnderWay},
		{"a descendant there", solo.ID, ada, learn.StudyLine{Moves: beyond}, bots.ErrUnderWay},
		{"set up one move ahead", ahead.ID, ada, learn.StudyLine{}, bots.ErrUnderWay},
		{"an ancestor", live, ada, learn.StudyLine{}, nil},
		{"before another move", solo.ID, ada, learn.StudyLine{Moves: line[:1]}, nil},
		{"for a spectator", live, cy, learn.StudyLine{After: 4}, nil},
		{"for nobody", live, "", learn.StudyLine{After: 4}, bots.ErrNoValue},
		{"what others may not see", solo.ID, cy, learn.StudyLine{}, db.ErrNotFound},
		{"a position that is not there", live, cy, learn.StudyLine{After: 9}, learn.ErrStudyPlace},
	} {
		v, err := c.Bots.Value(t.Context(), tt.match, tt.player, tt.line)
		if !errors.Is(err, tt.want) || err == nil && (len(v.Verdict.Line) == 0 || len(v.Moves) == 0 || v.Seat == 0) {
			t.Errorf("%s: %+v, %v, want %v", tt.name, v, err, tt.want)
		}
	}
	c.MustPost(1, 4, "resign")
	if _, err := c.Bots.Value(t.Context(), live, ada, learn.StudyLine{After: 4}); err != nil {
		t.Errorf("once the match is over: %v", err)
	}
}

// Matches against bots alone refuse no value.
func TestValuesInMatchesAgainstBots(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewBotTable(t, "camette", 2, 1)
	v, err := c.Bots.Value(t.Context(), c.ID, c.Players[0].ID, learn.StudyLine{})
	if err != nil || v.Seat != 1 || len(v.Moves) == 0 || v.Moves[0].Text == "" {
		t.Errorf("Value = %+v, %v", v, err)
	}
}

// A match against a bot is a contest if it belongs to a cup.
func TestMatchesOfCupsAreContests(t *testing.T) {
	m := db.Match{Seats: []db.Player{{ID: "ada"}, {ID: "squire", Bot: 3}}}
	if bots.IsContest(m) {
		t.Error("practice is a contest")
	}
	if m.Cup = "autumn"; !bots.IsContest(m) {
		t.Error("a match of a cup is none")
	}
}

// positionOf returns a position of a board as text.
func positionOf(s games.State) string {
	return s.View(games.Omniscient).(parker.View).Position().String()
}

// forward returns a move of the seat to act that no other move takes back: to another rank.
func forward(f match.Match) string {
	seat := f.Acting()[0]
	legal, _ := f.Legal(seat)
	for _, text := range legal {
		if legs, err := parker.BoardOf(f.Game).Route(text); err == nil && len(legs) == 1 && text[0] == text[3] && (text[1] < text[4]) == (seat == 1) {
			return text
		}
	}
	return legal[0]
}

// A player who has asked too often is refused before their matches are searched, which takes long.
func TestValuesAskTheLimitFirst(t *testing.T) {
	t.Parallel()
	often, asked, by := errors.New("too often"), 0, ""
	refusal := often
	c := roomstest.NewTable(t, catalog.Find, func(cfg *rooms.Config) {
		cfg.MayAsk = func(player string) error {
			by = player
			asked++
			return refusal
		}
	})
	ada := c.Players[0].ID
	c.Open(tables.Proposal{Game: "cam", Seats: 2})
	if _, err := c.Bots.Value(t.Context(), c.ID, ada, learn.StudyLine{}); err != often || asked != 1 || by != ada {
		t.Errorf("Value = %v, asked %d times, about %s", err, asked, by)
	}
	refusal = nil
	if _, err := c.Bots.Value(t.Context(), c.ID, ada, learn.StudyLine{}); !errors.Is(err, bots.ErrUnderWay) {
		t.Errorf("once they may ask: %v", err)
	}
}
