package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"tableronde/cmd/internal/soak"
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db"
	"tableronde/handlers/site"
)

// loadSite is a server on a SQLite database of its own, with people who play there.
type loadSite struct {
	*loadProcess
	run    *ratios
	args   []string
	people []loadPerson
}

// loadPerson plays in a browser and by the API.
type loadPerson struct{ token, cookie string }

// open starts a server on a new database with a number of people. It lifts the limits of an
// address and of a player, since all clients share one address or one player.
func (r *ratios) open(people int) (_ *loadSite, err error) {
	path := filepath.Join(r.dir, fmt.Sprint(len(r.processes), ".db"))
	s := &loadSite{run: r, args: []string{"serve", "--addr", "127.0.0.1:0", "--db", path, "--log-json", "--call-rate=1000000", "--call-burst=1000000",
		"--streams=20000", "--player-streams=20000", "--address-streams=20000"}}
	if s.people, err = makeLoadPeople(context.Background(), path, people); err != nil {
		return nil, err
	}
	return s, s.restart()
}

// makeLoadPeople makes a database with n people.
func makeLoadPeople(ctx context.Context, path string, n int) (people []loadPerson, err error) {
	store, closeStore, err := upkeep.OpenStore(ctx, path, upkeep.StoreSettings{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	for i := range n {
		p, err := newLoadPerson(ctx, store, fmt.Sprint("Player ", i+1))
		if err != nil {
			return nil, err
		}
		people = append(people, p)
	}
	return people, nil
}

// openWired starts a server as open does, and connects to it for requests one after the other.
func (r *ratios) openWired(people int) (*loadSite, *wire, error) {
	site, err := r.open(people)
	if err != nil {
		return nil, nil, err
	}
	w, err := dialWire(site.addr)
	return site, w, err
}

func newLoadPerson(ctx context.Context, store db.Store, name string) (p loadPerson, err error) {
	player, token, err := store.CreateGuest(ctx, db.Once{}, name, nil)
	if err != nil {
		return p, err
	}
	cookie, err := site.SignIn(ctx, store, player.ID)
	if err != nil {
		return p, err
	}
	return loadPerson{token: token, cookie: cookie.Name + "=" + cookie.Value}, nil
}

// restart starts the process, after it has killed the one that there was.
func (s *loadSite) restart() (err error) {
	if s.loadProcess != nil {
		if err := s.stop(); err != nil {
			return err
		}
	}
	s.loadProcess, err = s.run.start(s.run.program, s.args...)
	return err
}

// person returns person number i, counted round and round.
func (s *loadSite) person(i int) loadPerson { return s.people[i%len(s.people)] }

// page returns the request of a person's browser for a page.
func (s *loadSite) page(p loadPerson, path string, headers ...string) []byte {
	headers = append(headers, "Accept", "text/html", "Accept-Encoding", s.run.Encoding, "Accept-Language", "en", "Sec-Fetch-Site", "same-origin")
	if p.cookie != "" {
		headers = append(headers, "Cookie", p.cookie)
	}
	return rawRequest("GET", path, "", headers...)
}

// form returns the request of a person's browser that sends a form.
func (s *loadSite) form(p loadPerson, path, values string, headers ...string) []byte {
	return rawRequest("POST", path, values, append(headers, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html",
		"Accept-Encoding", s.run.Encoding, "Accept-Language", "en", "Sec-Fetch-Site", "same-origin", "Cookie", p.cookie)...)
}

// call returns the request of a person's program.
func (p loadPerson) call(method, path, body string, headers ...string) []byte {
	return rawRequest(method, "/api/v1"+path, body, append(headers, "Content-Type", "application/json", "Authorization", "Bearer "+p.token)...)
}

// each calls f with the numbers below n, on sixteen connections.
func (s *loadSite) each(n int, f func(i int, w *wire) error) error {
	var next atomic.Int64
	var running sync.WaitGroup
	failed := make(chan error, 16)
	for range cap(failed) {
		running.Go(func() {
			w, err := dialWire(s.addr)
			if err != nil {
				failed <- err
				return
			}
			defer w.close()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := f(i, w); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	running.Wait()
	close(failed)
	return <-failed
}

// loadMatch is a match of Camelot that can be played on without end.
type loadMatch struct {
	id    string
	ply   int
	seats []loadPerson // by seat; one for a solo match
}

// loadShuttle are the moves of the seats in turn, which lead back after four plies.
var loadShuttle = []string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}

func (m *loadMatch) path() string      { return "/m/" + m.id }
func (m *loadMatch) action() string    { return loadShuttle[m.ply%len(loadShuttle)] }
func (m *loadMatch) mover() loadPerson { return m.seats[m.ply%len(m.seats)] }

// post returns the request that posts the next move by the API, with a query or "".
func (m *loadMatch) post(query string) []byte {
	return m.mover().call("POST", "/matches/"+m.id+"/actions"+query, fmt.Sprintf(`{"ply":%d,"action":%q}`, m.ply, m.action()))
}

// play posts the next move by the API.
func (m *loadMatch) play(w *wire) error { return m.playWith(w, "") }

func (m *loadMatch) playWith(w *wire, query string) error {
	err := w.ask(m.post(query), 200)
	m.ply++
	return err
}

// formValues returns the body of the form for the next move.
func (m *loadMatch) formValues() string {
	return fmt.Sprintf("ply=%d&action=%s&key=loadloadloadloadloadload%08d", m.ply, m.action(), m.ply)
}

// openMatch opens a public match of a game between people; the first has seat 1.
func openMatch(w *wire, game string, seats ...loadPerson) (*loadMatch, error) {
	body := fmt.Sprintf(`{"game":%q,"seats":%d,"seat":1,"public":true}`, game, len(seats))
	id, err := askID(w, seats[0].call("POST", "/matches", body))
	for i, p := range seats[1:] {
		if err == nil {
			err = w.ask(p.call("POST", "/matches/"+id+"/join", fmt.Sprintf(`{"seat":%d}`, i+2)), 200)
		}
	}
	return &loadMatch{id: id, seats: seats}, err
}

// openMatchAt opens a match of Camelot between people and plays it up to a ply.
func openMatchAt(w *wire, ply int, seats ...loadPerson) (*loadMatch, error) {
	m, err := openMatch(w, "camelot", seats...)
	for err == nil && m.ply < ply {
		err = m.play(w)
	}
	return m, err
}

// since is the query for the news of a match.
func (m *loadMatch) since() string { return fmt.Sprint("?since=", m.ply) }

// soloMatch opens a solo match and plays a number of plies.
func soloMatch(w *wire, p loadPerson, plies int) (*loadMatch, error) {
	if plies > 0 {
		return importMatch(w, p, plies)
	}
	id, err := askID(w, p.call("POST", "/matches", `{"game":"camelot","solo":true}`))
	return &loadMatch{id: id, seats: []loadPerson{p}}, err
}

// importMatch imports a solo match with a number of plies.
func importMatch(w *wire, p loadPerson, plies int) (*loadMatch, error) {
	m := &loadMatch{seats: []loadPerson{p}}
	var text strings.Builder
	text.WriteString("[Game \"camelot\"]\n[Seats \"2\"]\n\n")
	for ; m.ply < plies; m.ply++ {
		fmt.Fprintf(&text, "%d: %s\n", m.ply%2+1, m.action())
	}
	body, err := json.Marshal(map[string]string{"text": text.String()})
	if err != nil {
		return nil, err
	}
	m.id, err = askID(w, p.call("POST", "/import", string(body)))
	return m, err
}

// askID makes a call that makes a match, and returns its id.
func askID(w *wire, request []byte) (string, error) {
	if err := w.ask(request, 201); err != nil {
		return "", err
	}
	var made soak.Answer
	err := json.Unmarshal(w.body, &made)
	return made.ID, err
}
