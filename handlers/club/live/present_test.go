package live_test

import (
	"slices"
	"testing"

	"tableronde/handlers/club/live"
)

// Players are here while a stream of theirs that shows them is open, each once.
func TestHere(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 9, Player: 9, Address: 9})
	var open []*live.Subscription
	for _, player := range []string{"bo", "ada", "bo", "cy", ""} {
		sub, err := h.Subscribe(player, "", live.TablesTopic)
		if err != nil {
			t.Fatal(err)
		}
		if player != "cy" {
			sub.Show()
			sub.Show()
		}
		open = append(open, sub)
	}
	for _, want := range [][]string{{"ada", "bo"}, {"ada", "bo"}, {"bo"}, nil, nil, nil} {
		if got := h.Here(); !slices.Equal(got, want) {
			t.Errorf("here are %v, want %v", got, want)
		}
		if len(open) > 0 {
			open[0].Close()
			open = open[1:]
		}
	}
}
