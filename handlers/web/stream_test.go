package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tableronde/db"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
)

// runStream runs a stream into a recorder, in a bubble of fake time. stop makes
// the client leave.
func runStream(t *testing.T, hub *live.Hub, f Feed) (answer *httptest.ResponseRecorder, stop func()) {
	t.Helper()
	s := &Streams{hub: hub}
	ctx, cancel := context.WithCancel(t.Context())
	answer = httptest.NewRecorder()
	c := echo.New().NewContext(httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", nil), answer)
	ended := make(chan error, 1)
	go func() { ended <- s.Send(c, f) }()
	synctest.Wait()
	return answer, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("stream: %v", err)
		}
	}
}

func testFeed(resume func() []club.Change) Feed {
	return Feed{
		player: "x",
		topics: []live.Topic{live.MatchTopic("m")},
		resume: func(context.Context, string) ([]club.Change, string, error) { return resume(), "0", nil },
		format: func(c club.Change) event {
			ply := strconv.Itoa(c.Ply)
			return newEvent(ply, "changed", `{"ply":`+ply+`}`)
		},
	}
}

// A quiet stream sends comments, to a page events that its script hears.
func TestStreamBeats(t *testing.T) {
	quiet := testFeed(func() []club.Change { return nil })
	for want, feed := range map[string]Feed{"\n:\n": quiet, "\nevent: beat\ndata: {}\n": quiet.WithBeats()} {
		synctest.Test(t, func(t *testing.T) {
			answer, stop := runStream(t, live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200}), feed)
			time.Sleep(100*time.Second + time.Millisecond)
			synctest.Wait()
			if beats := strings.Count(answer.Body.String(), want); beats < 4 || beats > 6 {
				t.Errorf("%q comes %d times in 100 s, want once every 15 to 25 s", want, beats)
			}
			stop()
		})
	}
}

// A change between the subscription and the reading of the present state is not
// lost.
func TestStreamSubscribesBeforeItReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
		answer, stop := runStream(t, hub, testFeed(func() []club.Change {
			hub.Publish(club.Change{Match: "m", Ply: 1}, nil)
			return nil
		}))
		if !strings.HasSuffix(answer.Body.String(), "id: 1\nevent: changed\ndata: {\"ply\":1}\n\n") {
			t.Errorf("the change is missing:\n%s", answer.Body)
		}
		stop()
	})
}

func TestStreamLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
		_, stop := runStream(t, hub, testFeed(func() []club.Change { return nil }))
		if streams, topics, owners := hub.Open(); topics != 1 || owners != 2 || streams != 1 {
			t.Errorf("%d topics, %d owners, %d streams while it runs", topics, owners, streams)
		}
		stop()
		if streams, topics, owners := hub.Open(); topics+owners+streams != 0 {
			t.Errorf("%d topics, %d owners, %d streams after it ended", topics, owners, streams)
		}
	})
}

func TestStreamSpreadsReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
		seen := make(map[string]bool)
		for range 8 {
			answer, stop := runStream(t, hub, testFeed(func() []club.Change { return nil }))
			retry, _, _ := strings.Cut(strings.TrimPrefix(answer.Body.String(), "retry: "), "\n")
			seen[retry] = true
			stop()
		}
		if len(seen) < 2 {
			t.Errorf("all clients are told to come back after %v ms", seen)
		}
	})
}

// A stream of a match never goes back: a late change of another process is sent with the latest
// ply sent before.
func TestMatchFeedNeverGoesBack(t *testing.T) {
	t.Parallel()
	f := new(Streams).MatchFeed("m", db.Player{})
	for _, tt := range []struct {
		ply  int
		want string
	}{{5, "5"}, {3, "5"}, {6, "6"}} {
		if got := f.format(club.Change{Match: "m", Ply: tt.ply}); string(got) != "id: "+tt.want+"\nevent: changed\ndata: {\"ply\":"+tt.want+"}\n\n" {
			t.Errorf("ply %d is told as %q, want %s", tt.ply, got, tt.want)
		}
	}
}
