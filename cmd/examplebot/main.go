// Command examplebot shows how a program plays over the API. It becomes a guest, opens or joins a
// table, and plays a match to its end. It captures if it can; otherwise it plays any move.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
)

// match holds the fields of a match that the bot reads.
type match struct {
	ID, Invite    string
	Ply           int
	Legal, Offers []string // legal actions, and offers and claims that the bot may post
	Over          bool
	Result        struct{ Reason string }
}

// client calls a site with the token of a player.
type client struct{ site, token string }

// call makes a call and decodes its answer, unless answer is nil. An error ends the program, except
// a conflict with the faster action of another player.
func (c client) call(method, path string, body, answer any) *http.Response {
	text, _ := json.Marshal(body)
	req, _ := http.NewRequest(method, c.site+"/api/v1"+path, bytes.NewReader(text))
	req.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode > 299 && (resp.StatusCode != http.StatusConflict || !strings.HasSuffix(path, "/actions")) {
		log.Fatal(method, " ", path, ": ", resp, err)
	}
	if answer != nil {
		defer resp.Body.Close()
		if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
			log.Fatal(err)
		}
	}
	return resp
}

// act plays while it is the bot's turn, and returns the match.
func (c client) act(id string) (m match) {
	for c.call("GET", "/matches/"+id, nil, &m); len(m.Legal) > 0; c.call("GET", "/matches/"+id, nil, &m) {
		c.call("POST", "/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": choose(m)}, new(any))
		m = match{}
	}
	return m
}

// choose returns an action with the most captures.
func choose(m match) string {
	if slices.Contains(m.Offers, "claim draw") {
		return "claim draw"
	}
	rand.Shuffle(len(m.Legal), func(i, j int) { m.Legal[i], m.Legal[j] = m.Legal[j], m.Legal[i] })
	return slices.MaxFunc(m.Legal, func(a, b string) int { return cmp.Compare(strings.Count(a, "x"), strings.Count(b, "x")) })
}

func main() {
	site := flag.String("site", "http://127.0.0.1:8080", "where to play")
	table := flag.String("table", `{"game":"cam"}`, "the table that the bot opens, as in POST /matches")
	link := flag.String("join", "", "link to a table at which the bot sits down instead")
	name := flag.String("name", fmt.Sprint("Go bot ", rand.IntN(10_000)), "its name, one of its own at each table")
	flag.Parse()
	var guest struct{ Token string }
	client{site: *site}.call("POST", "/guests", map[string]any{"name": *name}, &guest)
	c, m, token := client{*site, guest.Token}, match{}, path.Base(*link)
	if *link == "" {
		c.call("POST", "/matches", json.RawMessage(*table), &m)
		fmt.Println("the link for others is", c.site+m.Invite)
	} else {
		c.call("GET", "/invitations/"+token, nil, &m)
		c.call("POST", "/matches/"+m.ID+"/join", map[string]any{"invite": token}, &m)
	}
	for !m.Over {
		events := c.call("GET", "/matches/"+m.ID+"/events", nil, nil).Body // first, to miss no change
		m = c.act(m.ID)
		for news := bufio.NewScanner(events); !m.Over && news.Scan(); {
			if strings.HasPrefix(news.Text(), "data:") {
				m = c.act(m.ID)
			}
		}
		events.Close()
	}
	fmt.Printf("match %s is over at ply %d: %s\n", m.ID, m.Ply, m.Result.Reason)
}
