package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"tableronde/games"
	"tableronde/games/table"
)

// ledger records the acknowledged actions, to compare them with the stored ones.
type ledger struct {
	site   interface{ url() string } // where the server listens, "" while it does not
	opened func(*soakMatch)          // is told of each match
	left   func(*soakMatch)          // is told when a match is left or over

	mu                                  sync.Mutex
	matches                             []*soakMatch
	acknowledged, resent, lost, doubled int
	ordered                             int            // seats have left orders so often
	acted                               map[string]int // by game, how often orders have acted
	problems                            []string       // the first of them, in words
}

// soakMatch is a match that the server acknowledged, with its seats.
type soakMatch struct {
	id, game string
	tokens   []string // by seat, from 0
	ply      int      // up to which everything is accounted for
	actions  []acknowledged

	deeds    []soakDeed       // in order, as acknowledged
	legal    map[int][]string // by seat, what was legal when it acted last
	table    *table.Match     // on a board, once it was needed
	foreseen string           // an action that orders foresee, "" for none
}

// acknowledged is an action posted by a seat at a ply, and the ply of the answer.
type acknowledged struct {
	seat, ply, after int
	action           string
}

func newLedger(site interface{ url() string }) *ledger {
	nobody := func(*soakMatch) {}
	return &ledger{site: site, opened: nobody, left: nobody, acted: make(map[string]int)}
}

func (l *ledger) open(m *soakMatch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.matches = append(l.matches, m)
}

// acknowledge records an action that was answered after some tries.
func (l *ledger) acknowledge(m *soakMatch, a acknowledged, tries int) {
	if a.ply != m.ply {
		l.twice("%s: after ply %d comes ply %d, which nobody posted", m.id, m.ply, a.ply)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m.actions, m.ply = append(m.actions, a), a.after
	m.deeds = append(m.deeds, soakDeed{seat: games.Seat(a.seat), action: a.action})
	l.acknowledged++
	if tries > 1 {
		l.resent++
	}
}

// order records orders that a seat has left.
func (l *ledger) order(m *soakMatch, d soakDeed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	m.deeds = append(m.deeds, d)
	l.ordered++
}

// count returns how many actions were acknowledged.
func (l *ledger) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.acknowledged
}

func (l *ledger) twice(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.doubled++
	l.tell("doubled: "+format, args...)
}

func (l *ledger) lose(actions int, format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost += actions
	l.tell("lost: "+format, args...)
}

// tell records a problem. The caller holds l.mu.
func (l *ledger) tell(format string, args ...any) {
	if len(l.problems) < 10 {
		l.problems = append(l.problems, fmt.Sprintf(format, args...))
	}
}

// call repeats a request until a server that is not down or unavailable answers, and
// returns the number of tries. It returns an error unless the status is want.
func (l *ledger) call(r request, want int, into any) (tries int, err error) {
	tries, status, answer, err := l.repeat(r)
	switch {
	case err != nil:
		return tries, err
	case status != want:
		return tries, fmt.Errorf("%s %s is answered with %d: %s", r.method, r.path, status, answer)
	}
	return tries, json.Unmarshal(answer, into)
}

// ask is call for a request that may be answered with any status.
func (l *ledger) ask(r request) (status int, answer []byte, err error) {
	_, status, answer, err = l.repeat(r)
	return status, answer, err
}

func (l *ledger) repeat(r request) (tries, status int, answer []byte, err error) {
	said := "nothing"
	for deadline := time.Now().Add(soakPatience); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		site := l.site.url()
		if site == "" {
			continue
		}
		tries++
		status, answer, err := r.send(site)
		said = fmt.Sprintf("%d %s %v", status, answer, err)
		if err == nil && status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests {
			return tries, status, answer, nil
		}
	}
	return tries, 0, nil, fmt.Errorf("%s %s was not answered within %v; the last of %d tries said %s", r.method, r.path, soakPatience, tries, said)
}

// audit reads all matches and counts the actions that are missing or doubled.
func (l *ledger) audit() {
	for _, m := range l.matches {
		if err := l.auditMatch(m); err != nil {
			l.lose(max(1, len(m.actions)), "%s, %s: %v", m.id, m.game, err)
		}
	}
}

// auditMatch compares one match. It returns an error if it cannot read the match.
func (l *ledger) auditMatch(m *soakMatch) error {
	for i, token := range m.tokens {
		var now soakAnswer
		if _, err := l.call(request{method: http.MethodGet, path: "/matches/" + m.id, token: token}, http.StatusOK, &now); err != nil {
			return err
		}
		l.compare(m, i+1, now)
	}
	var listed []soakAnswer
	if _, err := l.call(request{method: http.MethodGet, path: "/me/matches", token: m.tokens[0]}, http.StatusOK, &listed); err != nil {
		return err
	}
	if len(listed) > 1 {
		l.twice("%s, %s: the table was opened %d times", m.id, m.game, len(listed))
	}
	return nil
}

// compare looks for the actions of a seat in the log as that seat reads it.
func (l *ledger) compare(m *soakMatch, seat int, now soakAnswer) {
	for _, a := range m.actions {
		switch {
		case a.seat != seat:
		case a.ply >= len(now.Log):
			l.lose(1, "%s, %s: ply %d, %s", m.id, m.game, a.ply, a.action)
		case now.Log[a.ply].Seat != seat || now.Log[a.ply].Action != a.action:
			l.lose(1, "%s, %s: ply %d is %s, was %s", m.id, m.game, a.ply, now.Log[a.ply].Action, a.action)
		}
	}
	if seat == 1 && len(now.Log) > m.ply {
		l.twice("%s, %s: %d plies more than were posted", m.id, m.game, len(now.Log)-m.ply)
	}
}
