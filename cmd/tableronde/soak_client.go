package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"tableronde/games/catalog"
)

// soakPlies is the number of plies after which a client opens another match.
const soakPlies = 120

// soakClient plays one match after another. It holds all seats, each by another
// guest.
type soakClient struct {
	ledger *ledger
	rng    *rand.Rand
	name   string
	keys   int
}

func newSoakClient(l *ledger, seed, number uint64) *soakClient {
	return &soakClient{ledger: l, rng: rand.New(rand.NewPCG(seed, number+1)), name: fmt.Sprint("soak ", number+1)}
}

// run plays until ctx ends. It returns after the answer to its last request.
func (c *soakClient) run(ctx context.Context) error {
	for ctx.Err() == nil {
		m, err := c.open()
		if err == nil {
			c.ledger.opened(m)
			err = c.play(ctx, m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		c.ledger.left(m)
	}
	return nil
}

// open opens a match of any game and takes all its seats.
func (c *soakClient) open() (*soakMatch, error) {
	all := catalog.All()
	info := all[c.rng.IntN(len(all))].Info()
	m := &soakMatch{game: info.ID, legal: make(map[int][]string)}
	from := fmt.Sprintf("198.18.%d.%d", c.rng.IntN(256), c.rng.IntN(256)) // one address has only so many guests
	seats := info.Seats[c.rng.IntN(len(info.Seats))]
	for seat := range seats {
		var guest struct{ Token string }
		name := map[string]any{"name": fmt.Sprint(c.name, " ", string(rune('A'+seat)))}
		if _, err := c.ledger.call(request{method: http.MethodPost, path: "/guests", from: from, body: name}, http.StatusCreated, &guest); err != nil {
			return nil, err
		}
		m.tokens = append(m.tokens, guest.Token)
		auto := request{method: http.MethodPatch, path: "/me", token: guest.Token, body: map[string]any{"auto_play": c.rng.IntN(2) == 0}}
		if _, err := c.ledger.call(auto, http.StatusOK, new(struct{})); err != nil {
			return nil, err
		}
	}
	var made soakAnswer
	table := map[string]any{"game": info.ID, "seats": seats, "seat": 1, "public": true}
	if _, err := c.ledger.call(c.post(m.tokens[0], "/matches", table), http.StatusCreated, &made); err != nil {
		return nil, err
	}
	m.id = made.ID
	for seat := 2; seat <= seats; seat++ {
		if _, err := c.ledger.call(c.post(m.tokens[seat-1], "/matches/"+m.id+"/join", map[string]any{"seat": seat}), http.StatusOK, &made); err != nil {
			return nil, err
		}
	}
	m.ply = made.Ply
	c.ledger.open(m)
	return m, nil
}

// post returns a POST request with an idempotency key.
func (c *soakClient) post(token, path string, body any) request {
	c.keys++
	return request{method: http.MethodPost, path: path, token: token, key: fmt.Sprint(c.name, " ", c.keys), body: body}
}

// play plays random legal actions until the match or ctx ends.
func (c *soakClient) play(ctx context.Context, m *soakMatch) error {
	seat := 1
	for range soakPlies {
		if ctx.Err() != nil {
			return nil
		}
		var now soakAnswer
		if _, err := c.ledger.call(request{method: http.MethodGet, path: "/matches/" + m.id, token: m.tokens[seat-1]}, http.StatusOK, &now); err != nil {
			return err
		}
		switch {
		case now.Over:
			return nil
		case len(now.ToAct) == 0:
			return fmt.Errorf("nobody is to act in %s at ply %d", m.id, now.Ply)
		}
		if err := c.order(m, now); err != nil {
			return err
		}
		switch {
		case len(now.Legal) == 0 || now.ToAct[0] != seat:
			seat = now.ToAct[c.rng.IntN(len(now.ToAct))]
			continue
		}
		if err := c.act(m, seat, now); err != nil {
			return err
		}
	}
	return nil
}

// act posts an action until it is answered, and sometimes once more with the same
// key.
func (c *soakClient) act(m *soakMatch, seat int, now soakAnswer) error {
	action := m.choose(c.rng, now.Legal)
	m.legal[seat] = now.Legal
	req := c.post(m.tokens[seat-1], "/matches/"+m.id+"/actions", map[string]any{"ply": now.Ply, "action": action})
	var then, again soakAnswer
	tries, err := c.ledger.call(req, http.StatusOK, &then)
	if err != nil {
		return err
	}
	c.ledger.acknowledge(m, acknowledged{seat: seat, ply: now.Ply, after: then.Ply, action: action}, tries)
	if c.rng.IntN(8) > 0 {
		return nil
	}
	if _, err := c.ledger.call(req, http.StatusOK, &again); err != nil {
		return err
	}
	if again.Ply != then.Ply {
		c.ledger.twice("%s: %s is answered with ply %d, then with ply %d", m.id, action, then.Ply, again.Ply)
	}
	return nil
}

// request is a call of the API.
type request struct {
	method, path string
	token, key   string
	from         string // the address that the call is said to come from, "" for none
	body         any
}

// soakAnswer holds the fields of MATCH that a client reads.
type soakAnswer struct {
	ID    string
	Ply   int
	ToAct []int `json:"to_act"`
	Legal []string
	Over  bool
	Log   []struct {
		Seat   int
		Action string
	}
}

// soakHTTP keeps a connection for each client.
var soakHTTP = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}

// send makes the call once.
func (r request) send(site string) (status int, answer []byte, err error) {
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return 0, nil, err
		}
		body = bytes.NewReader(text)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, site+"/api/v1"+r.path, body)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+r.token)
	req.Header.Set("Idempotency-Key", r.key)
	req.Header.Set("X-Forwarded-For", r.from)
	for name := range req.Header {
		if value := req.Header.Get(name); value == "" || value == "Bearer " {
			req.Header.Del(name)
		}
	}
	resp, err := soakHTTP.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}
