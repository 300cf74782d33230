package kutschke

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

func TestTell(t *testing.T) {
	phoenix := sketch{points: 13, at: "hidden-valley", picked: "Q", hand: "L1 B2", adventures: "golden-pheasant"}
	absent := []sketch{{picked: "T"}, {picked: "T", at: "dark-forest"}, {}, {picked: "P"}}
	s := joust(t, "S2 L1", "S3")
	for _, c := range []struct {
		name string
		s    *state
		seat games.Seat
		line string
		want string
	}{
		{"pick", pickers(t), 1, "pick Q", "pick 1 Q 0:1"},
		{"exercise", act(t, inOrder, sketch{picked: "ES"}), 1, "ES 3", "exercise 1 S3 ES"},
		{"adventure", act(t, inOrder, sketch{picked: "A"}), 1, "A wild-boar", "adventure 1 wild-boar"},
		{"ride", act(t, inOrder, sketch{picked: "P"}), 1, "P enchanted-grove", "ride 1 enchanted-grove 0:3"},
		{"justice", act(t, inOrder, sketch{points: 4, at: "dark-forest", picked: "G", hand: "B2"}), 1, "G B2",
			"justice 1 B2; points 1 G 4:6"},
		{"quest to the target", act(t, inOrder, phoenix), 1, "Q golden-pheasant L1 B2",
			"quest 1 L1 B2 golden-pheasant 0:2; points 1 Q 13:15; reached 1 0:1"},
		{"bid", joust(t, "S1", "L2"), 1, "bid S1", "bid 1 ?"},
		{"not legal", joust(t, "S1", "L2"), 1, "bid S2", ""},
		{"the last turn", lastTurn(t, 1, absent...), 4, "done", "done 4 P; absent 2 dark-forest; phase 1 tourney 0:2"},
		{"the end", lastTurn(t, 1, sketch{points: 6}, sketch{points: 17}), 4, "done", "done 4; over 2 target 0:17"},
		{"a tie", play(t, s, 1, "bid S2 L1"), 2, "bid S3",
			"bid 2 ?; stake 1 S2 L1 0:3; stake 2 S3 0:3; tie 1>2 0:3; points 1 T 0:1; points 2 T 0:1"},
		{"a win", play(t, s, 1, "bid S2"), 2, "bid S3", "bid 2 ?; stake 1 S2 0:2; stake 2 S3 0:3; win 2>1 2:3; points 2 T 0:2"},
		{"a win over nothing", play(t, s, 1, "bid S2"), 2, "bid",
			"bid 2 ?; stake 1 S2 0:2; stake 2; win 1>2 0:2; points 1 T 0:2"},
		{"nothing twice", play(t, s, 1, "bid"), 2, "bid", "bid 2 ?; stake 1; stake 2; empty 1>2"},
		{"alone", joust(t, "S1"), 1, "bid S1", "bid 1 ?; stake 1 S1 0:1; win 1 0:1; points 1 T 0:2"},
		{"alone with nothing", joust(t, "S1"), 1, "bid", "bid 1 ?; stake 1; empty 1"},
	} {
		got, _, _ := strings.Cut(twin.FactsText(c.s.Tell(games.Spectator, c.seat, c.line)), "; tent 1")
		if got != c.want {
			t.Errorf("%s: told\n%s, want\n%s", c.name, got, c.want)
		}
	}
	if got := twin.FactsText(s.Tell(1, 1, "bid S2 L1")); got != "bid 1 S2 L1" {
		t.Errorf("the viewer's own bid: %s", got)
	}
	// Only tents of equal points are lots.
	lots := lastTurn(t, 1, sketch{points: 6}, sketch{points: 3}, sketch{}, sketch{points: 3, picked: "A"})
	lots = play(t, lots, 4, "A wild-boar")
	want := "done 4; refill white-stag; tent 1 1:4; tent 2 lot 2:3; tent 3 3:1; tent 4 lot 4:2; round 0:3"
	if got := twin.FactsText(lots.Tell(games.Spectator, 4, "done")); got != want {
		t.Errorf("tents: %s, want %s", got, want)
	}
}
