package sitetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"tableronde/handlers/api"
)

// Client calls the API as one player, or without a token as nobody.
type Client struct {
	*Site
	Token     string
	Player    api.Player
	Unchecked bool // answers are not checked against openapi.yaml
}

// Answer is an answer of the API.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Match  Match // if the answer is or contains a match
	Error  Error // if the answer is an error
}

// Match is a match in an answer of the API.
type Match struct {
	ID    string `json:"id"`
	Ply   int    `json:"ply"`
	Seats []struct {
		Seat   int         `json:"seat"`
		Player *api.Player `json:"player"`
		Bot    bool        `json:"bot"`
		Level  int         `json:"level"`
		Kept   *struct {
			Player   api.Player `json:"player"`
			Declined bool       `json:"declined"`
		} `json:"kept"`
	} `json:"seats"`
	You   *int     `json:"you"`
	ToAct []int    `json:"to_act"`
	Legal []string `json:"legal"`

	LegalCount int `json:"legal_count"`

	Offers []string `json:"offers"`
	Over   bool     `json:"over"`
	Result *struct {
		Scores  map[string]float64 `json:"scores"`
		Winners []int              `json:"winners"`
		Reason  string             `json:"reason"`
	} `json:"result"`
	State  json.RawMessage `json:"state"`
	Invite string          `json:"invite"`
	Log    []struct {
		Ply    int    `json:"ply"`
		Seat   int    `json:"seat"`
		Action string `json:"action"`
		At     string `json:"at"`
	} `json:"log"`
	Started *string           `json:"started"`
	Rematch string            `json:"rematch"`
	Options map[string]string `json:"options"`
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	Tags    map[string]string `json:"tags"`
	Public  bool              `json:"public"`
	Solo    bool              `json:"solo"`
	Rated   bool              `json:"rated"`
}

// Read decodes the body.
func (a Answer) Read(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("%s: %v", a.Body, err)
	}
}

// Error is an error in an answer of the API.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field"`
	Index   *int   `json:"index"`
}

// Get reads a path below the API's path. header alternates names and values.
func (c *Client) Get(path string, header ...string) Answer {
	c.T.Helper()
	return c.Call(http.MethodGet, path, nil, header...)
}

// Post sends a value as JSON.
func (c *Client) Post(path string, value any, header ...string) Answer {
	c.T.Helper()
	return c.send(http.MethodPost, path, value, header...)
}

// Put works like Post with the method PUT.
func (c *Client) Put(path string, value any) Answer {
	c.T.Helper()
	return c.send(http.MethodPut, path, value)
}

func (c *Client) send(method, path string, value any, header ...string) Answer {
	c.T.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		c.T.Fatal(err)
	}
	return c.Call(method, path, body, header...)
}

// Call sends a body unchanged.
func (c *Client) Call(method, path string, body []byte, header ...string) Answer {
	c.T.Helper()
	got, err := c.Try(method, path, body, header...)
	if err != nil {
		c.T.Fatal(err)
	}
	return got
}

// Try works like Call for goroutines, which may not fail a test.
func (c *Client) Try(method, path string, body []byte, header ...string) (Answer, error) {
	res, err := c.do(context.Background(), method, c.URL+api.Path+path, body, header...)
	if err != nil {
		return Answer{}, err
	}
	defer res.Body.Close()
	got := Answer{Status: res.StatusCode, Header: res.Header}
	if got.Body, err = io.ReadAll(res.Body); err != nil {
		return Answer{}, err
	}
	if method != http.MethodHead && !c.Unchecked {
		if err := c.description.CheckAnswer(method, res.Request.URL.Path, got.Status, got.Header, got.Body); err != nil {
			return Answer{}, fmt.Errorf("%s %s: %d %s: %w", method, path, got.Status, got.Body, err)
		}
	}
	got.decode()
	return got, nil
}

func (c *Client) do(ctx context.Context, method, url string, body []byte, header ...string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return http.DefaultClient.Do(req)
}

// decode decodes the body into Match or Error.
func (a *Answer) decode() {
	if a.Status < 400 {
		_ = json.Unmarshal(a.Body, &a.Match)
		return
	}
	var fault struct {
		Error Error `json:"error"`
		Match Match `json:"match"`
	}
	_ = json.Unmarshal(a.Body, &fault)
	a.Error, a.Match = fault.Error, fault.Match
}

// Want fails the test unless the answer has a status and an error code, "" for none.
func (a Answer) Want(t testing.TB, status int, code string) Answer {
	t.Helper()
	if a.Status != status || a.Error.Code != code {
		t.Fatalf("got %d %q, want %d %q: %s", a.Status, a.Error.Code, status, code, a.Body)
	}
	return a
}

// Play posts one action.
func (c *Client) Play(match string, ply int, action string) Answer {
	c.T.Helper()
	return c.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "action": action})
}

// PlayAll posts several actions at once.
func (c *Client) PlayAll(match string, ply int, actions ...string) Answer {
	c.T.Helper()
	return c.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "actions": actions})
}

// Order gives advance orders.
func (c *Client) Order(match, text string) {
	c.T.Helper()
	c.Put("/matches/"+match+"/orders", map[string]any{"orders": text}).Want(c.T, http.StatusOK, "")
}

// MatchIDs reads all pages of a list of matches.
func (c *Client) MatchIDs(path string) []string {
	c.T.Helper()
	var ids []string
	for path != "" {
		got := c.Get(path).Want(c.T, http.StatusOK, "")
		var page []Match
		got.Read(c.T, &page)
		for _, m := range page {
			ids = append(ids, m.ID)
		}
		path = got.nextPage()
	}
	return ids
}

// Texts reads all pages of a list of texts.
func (c *Client) Texts(path string) (all []string) {
	c.T.Helper()
	for path != "" {
		got := c.Get(path)
		var page []string
		got.Read(c.T, &page)
		if len(page) > 2000 {
			c.T.Errorf("%s: a page of %d", path, len(page))
		}
		all = append(all, page...)
		path = got.nextPage()
	}
	return all
}

// nextPage returns the path of the next page of a list, "" after the last.
func (a Answer) nextPage() string {
	link, _, ok := strings.Cut(strings.TrimPrefix(a.Header.Get("Link"), "<"+api.Path), `>; rel="next"`)
	if !ok {
		return ""
	}
	return link
}

// Orders returns the advance orders in the answer.
func (a Answer) Orders(t testing.TB) string {
	t.Helper()
	var got struct {
		Orders string `json:"orders"`
	}
	a.Want(t, http.StatusOK, "").Read(t, &got)
	return got.Orders
}
