package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"tableronde/handlers/api"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// unreadWriter is a client that reads nothing of an answer until it is released.
type unreadWriter struct {
	httptest.ResponseRecorder
	held    *atomic.Int64 // bytes of all such clients
	settled func()
	release chan struct{}
}

func (w *unreadWriter) Write(p []byte) (int, error) {
	w.held.Add(int64(len(p)))
	w.settled()
	<-w.release
	return w.ResponseRecorder.Write(p)
}

// Clients that do not read hold a bounded number of bytes, each of them and all together, and
// others get their answers.
func TestUnreadAnswersAreBounded(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	var held atomic.Int64
	release := make(chan struct{})
	var running sync.WaitGroup
	ask := func(clients, each int) {
		t.Helper()
		settled := make(chan struct{})
		for i := range clients * each {
			running.Go(func() {
				req := httptest.NewRequest(http.MethodGet, api.Path+"/matches/"+match.ID, nil)
				req.RemoteAddr = fmt.Sprintf("192.0.%d.%d:4711", i/each/256, i/each%256)
				req.Header.Set("Authorization", "Bearer "+ada.Token)
				w := &unreadWriter{held: &held, settled: sync.OnceFunc(func() { settled <- struct{}{} }), release: release}
				w.HeaderMap = http.Header{}
				site.Handler().ServeHTTP(w, req)
			})
		}
		for range clients * each {
			<-settled
		}
	}
	ask(1, 120)
	if got := held.Load(); got > web.MostOnWayToClient+120*1000 || got < web.MostOnWayToClient/2 {
		t.Errorf("a client that reads nothing holds %d bytes", got)
	}
	ask(300, 2)
	if got := held.Load(); got > 2*web.MostOnWay+800*1000 || got < web.MostOnWay {
		t.Errorf("clients that read nothing hold %d bytes", got)
	}
	if got := ada.Get("/me").Want(t, http.StatusOK, ""); len(got.Body) == 0 {
		t.Error("a client that reads gets nothing")
	}
	close(release)
	running.Wait()
	if got := ada.Get("/matches/"+match.ID).Want(t, http.StatusOK, ""); got.Match.Ply != match.Ply {
		t.Errorf("afterwards the match is at ply %d", got.Match.Ply)
	}
}
