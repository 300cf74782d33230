// Package soak plays on servers that are killed and restarted, and compares the acknowledged
// actions with the stored ones. The command soak of trlab and the fault tests use it. Within this
// module it imports the rules, the store and the club.
package soak

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

// MatchPlies is the number of plies after which a client opens another match.
const MatchPlies = 120

// Client plays one match after another. It holds all seats, each with its own guest.
type Client struct {
	Ledger *Ledger
	Rng    *rand.Rand
	Name   string
	keys   int
}

// NewClient returns a client of a run. The same seed and number give the same client.
func NewClient(l *Ledger, seed, number uint64) *Client {
	return &Client{Ledger: l, Rng: rand.New(rand.NewPCG(seed, number+1)), Name: fmt.Sprint("soak ", number+1)}
}

// Run plays until ctx ends. It returns after the answer to its last request.
func (c *Client) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		m, err := c.open()
		if err == nil {
			c.Ledger.Opened(m)
			err = c.play(ctx, m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		c.Ledger.Left(m)
	}
	return nil
}

// open opens a match of any game and takes all its seats.
func (c *Client) open() (*Match, error) {
	all := catalog.All()
	info := all[c.Rng.IntN(len(all))].Info()
	m := &Match{game: info.ID, legal: make(map[int][]string)}
	from := fmt.Sprintf("198.18.%d.%d", c.Rng.IntN(256), c.Rng.IntN(256)) // a new address each time, because the server limits guests by address
	seats := info.Seats[c.Rng.IntN(len(info.Seats))]
	for seat := range seats {
		var guest struct{ Token string }
		name := map[string]any{"name": fmt.Sprint(c.Name, " ", string(rune('A'+seat)))}
		if _, err := c.Ledger.Call(Request{Method: http.MethodPost, Path: "/guests", From: from, Body: name}, http.StatusCreated, &guest); err != nil {
			return nil, err
		}
		m.Tokens = append(m.Tokens, guest.Token)
		auto := Request{Method: http.MethodPatch, Path: "/me", Token: guest.Token, Body: map[string]any{"auto_play": c.Rng.IntN(2) == 0}}
		if _, err := c.Ledger.Call(auto, http.StatusOK, new(struct{})); err != nil {
			return nil, err
		}
	}
	var made Answer
	table := map[string]any{"game": info.ID, "seats": seats, "seat": 1, "public": true}
	if _, err := c.Ledger.Call(c.Post(m.Tokens[0], "/matches", table), http.StatusCreated, &made); err != nil {
		return nil, err
	}
	m.ID = made.ID
	for seat := 2; seat <= seats; seat++ {
		if _, err := c.Ledger.Call(c.Post(m.Tokens[seat-1], "/matches/"+m.ID+"/join", map[string]any{"seat": seat}), http.StatusOK, &made); err != nil {
			return nil, err
		}
	}
	m.Ply = made.Ply
	c.Ledger.open(m)
	return m, nil
}

// Post returns a POST request with an idempotency key.
func (c *Client) Post(token, path string, body any) Request {
	c.keys++
	return Request{Method: http.MethodPost, Path: path, Token: token, key: fmt.Sprint(c.Name, " ", c.keys), Body: body}
}

// play plays random legal actions until the match or ctx ends.
func (c *Client) play(ctx context.Context, m *Match) error {
	seat := 1
	for range MatchPlies {
		if ctx.Err() != nil {
			return nil
		}
		var now Answer
		if _, err := c.Ledger.Call(Request{Method: http.MethodGet, Path: "/matches/" + m.ID, Token: m.Tokens[seat-1]}, http.StatusOK, &now); err != nil {
			return err
		}
		switch {
		case now.Over:
			return nil
		case len(now.ToAct) == 0:
			return fmt.Errorf("nobody is to act in %s at ply %d", m.ID, now.Ply)
		}
		if err := c.order(m, now); err != nil {
			return err
		}
		switch {
		case len(now.Legal) == 0 || now.ToAct[0] != seat:
			seat = now.ToAct[c.Rng.IntN(len(now.ToAct))]
			continue
		}
		if err := c.act(m, seat, now); err != nil {
			return err
		}
	}
	return nil
}

// act posts an action until it is answered, and sometimes repeats it with the same key.
func (c *Client) act(m *Match, seat int, now Answer) error {
	action := m.choose(c.Rng, now.Legal)
	m.legal[seat] = now.Legal
	req := c.Post(m.Tokens[seat-1], "/matches/"+m.ID+"/actions", map[string]any{"ply": now.Ply, "action": action})
	var then, again Answer
	tries, err := c.Ledger.Call(req, http.StatusOK, &then)
	if err != nil {
		return err
	}
	c.Ledger.acknowledge(m, acknowledged{seat: seat, ply: now.Ply, after: then.Ply, action: action}, tries)
	if c.Rng.IntN(8) > 0 {
		return nil
	}
	if _, err := c.Ledger.Call(req, http.StatusOK, &again); err != nil {
		return err
	}
	if again.Ply != then.Ply {
		c.Ledger.twice("%s: %s is answered with ply %d, then with ply %d", m.ID, action, then.Ply, again.Ply)
	}
	return nil
}

// Request is a call of the API.
type Request struct {
	Method, Path string
	Token, key   string
	From         string // client address to claim, "" for none
	Body         any
}

// Answer holds the fields of a match that a client reads.
type Answer struct {
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

// HTTPClient keeps open connections for all clients.
var HTTPClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}

// Send makes the call once.
func (r Request) Send(site string) (status int, answer []byte, err error) {
	var body io.Reader
	if r.Body != nil {
		text, err := json.Marshal(r.Body)
		if err != nil {
			return 0, nil, err
		}
		body = bytes.NewReader(text)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.Method, site+"/api/v1"+r.Path, body)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+r.Token)
	req.Header.Set("Idempotency-Key", r.key)
	req.Header.Set("X-Forwarded-For", r.From)
	for name := range req.Header {
		if value := req.Header.Get(name); value == "" || value == "Bearer " {
			req.Header.Del(name)
		}
	}
	resp, err := HTTPClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}
