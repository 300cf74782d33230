package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// loadClient plays both sides of one game of Camelot after another.
type loadClient struct {
	*soakClient
	pause   time.Duration
	watched *soakServer // whose stream tells of the moves

	token  string
	now    soakAnswer
	stream *loadStream
	waits  []time.Duration // until the answer to each move
	told   []time.Duration // from the answer until the stream told of the move
}

// open begins a match, at first as a new guest.
func (c *loadClient) open() error {
	if c.token == "" {
		var guest struct{ Token string }
		from := fmt.Sprintf("198.18.%d.%d", c.rng.IntN(256), c.rng.IntN(256)) // one address has only so many guests
		r := request{method: http.MethodPost, path: "/guests", from: from, body: map[string]any{"name": c.name}}
		if _, err := c.ledger.call(r, http.StatusCreated, &guest); err != nil {
			return err
		}
		c.token = guest.Token
	}
	c.close()
	c.now = soakAnswer{}
	if _, err := c.ledger.call(c.post(c.token, "/matches", map[string]any{"game": "camelot", "solo": true}), http.StatusCreated, &c.now); err != nil {
		return err
	}
	var err error
	c.stream, err = openLoadStream(c.watched.url(), c.now.ID, c.token)
	return err
}

// run plays until ctx ends.
func (c *loadClient) run(ctx context.Context) error {
	defer c.close()
	for ctx.Err() == nil {
		if c.now.Over || c.now.Ply >= soakPlies {
			if err := c.open(); err != nil {
				return err
			}
		}
		body := map[string]any{"ply": c.now.Ply, "action": c.now.Legal[c.rng.IntN(len(c.now.Legal))]}
		r := request{method: http.MethodPost, path: "/matches/" + c.now.ID + "/actions", token: c.token, body: body}
		begun := time.Now()
		c.now = soakAnswer{}
		if _, err := c.ledger.call(r, http.StatusOK, &c.now); err != nil {
			return err
		}
		c.waits = append(c.waits, time.Since(begun))
		c.stream.answered(c.now.Ply)
		time.Sleep(c.pause)
	}
	return nil
}

// close ends the stream of the match, and keeps what it has measured.
func (c *loadClient) close() {
	if c.stream != nil {
		c.told = append(c.told, c.stream.close()...)
		c.stream = nil
	}
}

// loadStream is the event stream of one match.
type loadStream struct {
	cancel context.CancelFunc
	ended  chan struct{}

	mu      sync.Mutex
	waiting map[int]time.Time // when plies were answered that the stream has not told of
	last    int               // ply that the stream has told of
	told    []time.Duration
}

func openLoadStream(site, match, token string) (*loadStream, error) {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/api/v1/matches/"+match+"/events", nil)
	if err != nil {
		cancel()
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := soakHTTP.Do(req)
	if err == nil && resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		err = fmt.Errorf("a stream is answered with %s", resp.Status)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	s := &loadStream{cancel: cancel, ended: make(chan struct{}), waiting: make(map[int]time.Time)}
	go func() {
		defer close(s.ended)
		defer resp.Body.Close()
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				ply, _ := strconv.Atoi(id) // the ids of this stream are plies
				s.tell(ply)
			}
		}
	}()
	return s, nil
}

// answered notes that a move was answered, which made the match so many plies long.
func (s *loadStream) answered(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ply <= s.last {
		s.told = append(s.told, 0)
		return
	}
	s.waiting[ply] = time.Now()
}

// tell notes that the stream has told of all plies up to one.
func (s *loadStream) tell(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = ply
	for p, at := range s.waiting {
		if p <= ply {
			s.told = append(s.told, time.Since(at))
			delete(s.waiting, p)
		}
	}
}

// close ends the stream and returns what it has measured. A move that it has not told
// of counts as told now.
func (s *loadStream) close() []time.Duration {
	for range 100 {
		s.mu.Lock()
		open := len(s.waiting)
		s.mu.Unlock()
		if open == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.cancel()
	<-s.ended
	s.tell(1 << 30)
	return s.told
}
