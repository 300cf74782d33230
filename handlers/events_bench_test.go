package handlers

import (
	"net/http"
	"testing"
	"time"

	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// BenchmarkCommitToEvent measures the time from a move's commit to its event at a
// client that listens over HTTP. A new match begins after 100 moves.
func BenchmarkCommitToEvent(b *testing.B) {
	site := newTestSite(b)
	ada := site.Guest("Ada")
	var id string
	ply := 0
	begin := func() {
		id, ply = ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(b, http.StatusCreated, "").Match.ID, 0
	}
	begin()
	stream := ada.Listen("/me/events")
	stream.Begun()
	sub, err := site.site.Hub.Subscribe(ada.Player.ID, "", live.PlayerTopic(ada.Player.ID))
	if err != nil {
		b.Fatal(err)
	}
	defer sub.Close()
	var times []time.Duration
	for b.Loop() {
		if ply == 100 {
			begin()
			stream.Next()
			sub.Take()
		}
		move := sitetest.Shuttle[ply%len(sitetest.Shuttle)]
		if _, err := site.site.Club.Match.Play(b.Context(), match.Post{Match: id, Player: ada.Player.ID, Ply: ply, Actions: []string{move}}); err != nil {
			b.Fatal(err)
		}
		stream.Next()
		times = append(times, time.Since(sub.Take()[0].At))
		ply++
	}
	clubtest.ReportTimes(b, times)
}
