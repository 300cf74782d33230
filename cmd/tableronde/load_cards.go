package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"
)

// measureCards measures the processor time of the pages of card games, each asked for
// the first time after an action.
func (r *ratios) measureCards() error {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		per, err := r.cardPages(game)
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
		r.print(printed{what: "processor for a page of " + game, value: per.Seconds() * 1000, unit: "ms", bar: atMost(0.6)})
	}
	return nil
}

// cardPages returns the processor time of the server for a page of a game. The matches
// are some way into the game.
func (r *ratios) cardPages(game string) (time.Duration, error) {
	const seats, begun = 4, 30
	site, err := r.open(seats * r.some(40))
	if err != nil {
		return 0, err
	}
	matches := make([]cardMatch, len(site.people)/seats)
	err = site.each(len(matches), func(i int, w *wire) error {
		matches[i] = cardMatch{game: game, seats: site.people[seats*i : seats*(i+1)], rng: rand.New(rand.NewPCG(uint64(i), 0))}
		for range begun {
			if err := matches[i].act(w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var total time.Duration
	for range r.Rounds {
		if err := site.each(len(matches), func(i int, w *wire) error { return matches[i].act(w) }); err != nil {
			return 0, err
		}
		before, err := site.processor()
		if err != nil {
			return 0, err
		}
		err = site.each(seats*len(matches), func(i int, w *wire) error {
			return w.ask(site.page(site.people[i], "/m/"+matches[i/seats].id), 200)
		})
		if err != nil {
			return 0, err
		}
		after, err := site.processor()
		if err != nil {
			return 0, err
		}
		total += after - before
	}
	return total / time.Duration(r.Rounds*seats*len(matches)), nil
}

// cardMatch is a match of a card game that is played at random, followed by another one
// when it is over.
type cardMatch struct {
	game  string
	id    string // "" before the first
	seats []loadPerson
	rng   *rand.Rand
}

// act posts one random action by the API.
func (m *cardMatch) act(w *wire) error {
	for seat := 1; ; {
		if m.id == "" {
			opened, err := openMatch(w, m.game, m.seats...)
			if err != nil {
				return err
			}
			m.id = opened.id
		}
		var now soakAnswer
		player := m.seats[seat-1]
		if err := w.ask(player.call("GET", "/matches/"+m.id, ""), 200); err != nil {
			return err
		}
		if err := json.Unmarshal(w.body, &now); err != nil {
			return err
		}
		switch {
		case now.Over:
			m.id = ""
			continue
		case len(now.ToAct) == 0:
			return fmt.Errorf("nobody is to act in %s at ply %d", m.id, now.Ply)
		case len(now.Legal) == 0 || now.ToAct[0] != seat:
			seat = now.ToAct[0]
			continue
		}
		body, err := json.Marshal(map[string]any{"ply": now.Ply, "action": now.Legal[m.rng.IntN(len(now.Legal))]})
		if err != nil {
			return err
		}
		return w.ask(player.call("POST", "/matches/"+m.id+"/actions", string(body)), 200)
	}
}
