package soak

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"tableronde/games"
	"tableronde/games/table"
)

// Ledger records the acknowledged actions, to compare them with the stored ones.
type Ledger struct {
	site   interface{ URL() string } // address of the server, "" while it is down
	Opened func(*Match)              // called with each new match
	Left   func(*Match)              // called when a match is left or over

	mu                                  sync.Mutex
	Matches                             []*Match
	Acknowledged, Resent, Lost, Doubled int
	Ordered                             int            // number of orders that seats have left
	acted                               map[string]int // number of events posted by orders, by game
	Problems                            []string       // texts of the first problems
}

// Match is a match that the server acknowledged, with its seats.
type Match struct {
	ID, game string
	Tokens   []string // by seat, from 0
	Ply      int      // everything before it is checked
	actions  []acknowledged

	deeds    []Deed           // acknowledged deeds, in order
	legal    map[int][]string // by seat: its legal actions when it last acted
	table    *table.Match     // set when needed, for board games
	foreseen string           // an action for which orders have an answer, "" for none
}

// acknowledged is an action that a seat posted at a ply, and the ply in the answer.
type acknowledged struct {
	seat, ply, after int
	action           string
}

// NewLedger returns a ledger without matches, for the server at the URL of site.
func NewLedger(site interface{ URL() string }) *Ledger {
	nobody := func(*Match) {}
	return &Ledger{site: site, Opened: nobody, Left: nobody, acted: make(map[string]int)}
}

func (l *Ledger) open(m *Match) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Matches = append(l.Matches, m)
}

// acknowledge records an answered action and the number of tries.
func (l *Ledger) acknowledge(m *Match, a acknowledged, tries int) {
	if a.ply != m.Ply {
		l.twice("%s: after ply %d comes ply %d, which nobody posted", m.ID, m.Ply, a.ply)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m.actions, m.Ply = append(m.actions, a), a.after
	m.deeds = append(m.deeds, Deed{seat: games.Seat(a.seat), action: a.action})
	l.Acknowledged++
	if tries > 1 {
		l.Resent++
	}
}

// order records orders of a seat.
func (l *Ledger) order(m *Match, d Deed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m.deeds = append(m.deeds, d)
	l.Ordered++
}

// Count returns the number of acknowledged actions.
func (l *Ledger) Count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Acknowledged
}

func (l *Ledger) twice(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Doubled++
	l.report("doubled: "+format, args...)
}

func (l *Ledger) lose(actions int, format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Lost += actions
	l.report("lost: "+format, args...)
}

// report records a problem. The caller holds l.mu.
func (l *Ledger) report(format string, args ...any) {
	if len(l.Problems) < 10 {
		l.Problems = append(l.Problems, fmt.Sprintf(format, args...))
	}
}

// Call repeats a request until the server answers and is available, and returns the number of
// tries. It returns an error unless the status is want.
func (l *Ledger) Call(r Request, want int, into any) (tries int, err error) {
	tries, status, answer, err := l.repeat(r)
	switch {
	case err != nil:
		return tries, err
	case status != want:
		return tries, fmt.Errorf("%s %s is answered with %d: %s", r.Method, r.Path, status, answer)
	}
	return tries, json.Unmarshal(answer, into)
}

// ask works like Call and accepts any status.
func (l *Ledger) ask(r Request) (status int, answer []byte, err error) {
	_, status, answer, err = l.repeat(r)
	return status, answer, err
}

func (l *Ledger) repeat(r Request) (tries, status int, answer []byte, err error) {
	said := "nothing"
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		site := l.site.URL()
		if site == "" {
			continue
		}
		tries++
		status, answer, err := r.Send(site)
		said = fmt.Sprintf("%d %s %v", status, answer, err)
		if err == nil && status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests {
			return tries, status, answer, nil
		}
	}
	return tries, 0, nil, fmt.Errorf("%s %s was not answered within %v; the last of %d tries said %s", r.Method, r.Path, Patience, tries, said)
}

// Audit reads all matches and counts the missing and the doubled actions.
func (l *Ledger) Audit() {
	for _, m := range l.Matches {
		if err := l.auditMatch(m); err != nil {
			l.lose(max(1, len(m.actions)), "%s, %s: %v", m.ID, m.game, err)
		}
	}
}

// auditMatch checks one match. It returns an error if it cannot read the match.
func (l *Ledger) auditMatch(m *Match) error {
	for i, token := range m.Tokens {
		var now Answer
		if _, err := l.Call(Request{Method: http.MethodGet, Path: "/matches/" + m.ID, Token: token}, http.StatusOK, &now); err != nil {
			return err
		}
		l.compare(m, i+1, now)
	}
	var listed []Answer
	if _, err := l.Call(Request{Method: http.MethodGet, Path: "/me/matches", Token: m.Tokens[0]}, http.StatusOK, &listed); err != nil {
		return err
	}
	if len(listed) > 1 {
		l.twice("%s, %s: the table was opened %d times", m.ID, m.game, len(listed))
	}
	return nil
}

// compare looks up the actions of a seat in the log that the seat sees, and counts missing ones as
// lost. For seat 1 it also counts plies without an acknowledged action as doubled.
func (l *Ledger) compare(m *Match, seat int, now Answer) {
	for _, a := range m.actions {
		switch {
		case a.seat != seat:
		case a.ply >= len(now.Log):
			l.lose(1, "%s, %s: ply %d, %s", m.ID, m.game, a.ply, a.action)
		case now.Log[a.ply].Seat != seat || now.Log[a.ply].Action != a.action:
			l.lose(1, "%s, %s: ply %d is %s, was %s", m.ID, m.game, a.ply, now.Log[a.ply].Action, a.action)
		}
	}
	if seat == 1 && len(now.Log) > m.Ply {
		l.twice("%s, %s: %d plies more than were posted", m.ID, m.game, len(now.Log)-m.Ply)
	}
}
