package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
	"tableronde/games/effort"
)

// TestKilledAtAnyInstant has a process write under load, kills it, and checks the file. Every
// acknowledged event is there, none is there twice. The other writes can be repeated under
// their keys.
func TestKilledAtAnyInstant(t *testing.T) {
	if path := os.Getenv("TABLERONDE_TEST_CRASH"); path != "" {
		writeUntilKilled(path, os.Getenv("TABLERONDE_TEST_ROUND"))
	}
	rounds := max(8, effort.N(60))
	path := filepath.Join(t.TempDir(), "test.db")
	c := crash{acked: map[string]place{}}
	answered, redone := 0, 0
	for round := range rounds {
		c.run(t, path, strconv.Itoa(round))
		s := openStoreAt(t, path)
		checkIntegrity(t, s)
		checkLogs(t, s)
		checkWhole(t, s)
		c.checkAcknowledged(t, s)
		for _, w := range c.pending {
			if c.redo(t, s, w) {
				answered++
			} else {
				redone++
			}
		}
		c.checkOnce(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	t.Logf("%d kills, %d events; of the writes under way %d had been stored and %d had not", rounds, len(c.acked), answered, redone)
	if len(c.acked) < rounds {
		t.Errorf("only %d events in %d rounds: no load", len(c.acked), rounds)
	}
}

// place is where an event is stored.
type place struct {
	match string
	ply   int
}

// attempt is a write that was begun: an event, or without a match a new match.
type attempt struct{ key, match string }

// crash records the writes of all rounds. The key of a write of an event is also the text of
// the event, and there is no other like it.
type crash struct {
	acked   map[string]place // events by text
	fresh   map[string]place // acknowledged in the last round
	pending []attempt        // of the last round, not acknowledged
	matches int              // created or to be created
}

// run starts a writer, kills it a moment after it has begun to work, and reads its reports.
func (c *crash) run(t *testing.T, path, round string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledAtAnyInstant$")
	cmd.Env = append(os.Environ(), "TABLERONDE_TEST_CRASH="+path, "TABLERONDE_TEST_ROUND="+round)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := map[attempt]bool{}
	c.fresh = map[string]place{}
	var kill *time.Timer
	for lines := bufio.NewScanner(out); lines.Scan(); {
		f := strings.Fields(lines.Text())
		switch {
		case len(f) == 2 && f[0] == "create":
			c.matches++
			begun[attempt{key: f[1]}] = true
		case len(f) == 2 && f[0] == "created":
			delete(begun, attempt{key: f[1]})
		case len(f) == 3 && f[0] == "append":
			begun[attempt{f[1], f[2]}] = true
		case len(f) == 4 && f[0] == "appended":
			ply, err := strconv.Atoi(f[3])
			if err != nil {
				t.Fatal(err)
			}
			delete(begun, attempt{f[1], f[2]})
			c.acked[f[1]] = place{f[2], ply}
			c.fresh[f[1]] = place{f[2], ply}
			if kill == nil {
				kill = time.AfterFunc(rand.N(60*time.Millisecond), func() { cmd.Process.Kill() })
			}
		default:
			t.Errorf("the writer says %q", lines.Text())
			cmd.Process.Kill()
		}
	}
	cmd.Wait() // it was killed
	if kill == nil {
		t.Fatal("the writer ended before it had written")
	}
	c.pending = c.pending[:0]
	for a := range begun {
		c.pending = append(c.pending, a)
	}
}

func (c *crash) checkAcknowledged(t *testing.T, s *Store) {
	t.Helper()
	logs := map[string][]db.Event{}
	for text, p := range c.fresh {
		if _, ok := logs[p.match]; !ok {
			logs[p.match] = dbtest.MustMatch(t, s, p.match).Events
		}
		if events := logs[p.match]; p.ply >= len(events) || events[p.ply].Text != text {
			t.Errorf("event %s, acknowledged as ply %d of %s, is lost", text, p.ply, p.match)
		}
	}
}

// checkWhole compares the orders of every match and when it is due with its last
// event, which they were stored with.
func checkWhole(t *testing.T, s *Store) {
	t.Helper()
	var torn int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM matches m LEFT JOIN orders o ON o.match = m.seq
		WHERE o.text IS NOT m.last_text OR m.window_ends IS NOT nullif(m.ply, 0)`).Scan(&torn); err != nil || torn != 0 {
		t.Errorf("%d matches are torn, %v", torn, err)
	}
}

// checkOnce counts: all writes have been acknowledged by now, so as many events
// and matches are there, and no event twice.
func (c *crash) checkOnce(t *testing.T, s *Store) {
	t.Helper()
	var events, texts, matches int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*), count(DISTINCT text), (SELECT count(*) FROM matches) FROM events`).
		Scan(&events, &texts, &matches); err != nil {
		t.Fatal(err)
	}
	if events != len(c.acked) || texts != events || matches != c.matches {
		t.Errorf("%d events with %d texts and %d matches, want %d events and %d matches", events, texts, matches, len(c.acked), c.matches)
	}
}

// redo asks for a write again and reports whether it had been stored.
func (c *crash) redo(t *testing.T, s *Store, a attempt) bool {
	t.Helper()
	var body string
	var err error
	if a.match == "" {
		body, err = crashCreate(s, a.key)
	} else {
		body, err = crashAppend(s, a.key, a.match)
	}
	var before *db.Answered
	if errors.As(err, &before) {
		body, err = string(before.Note), nil
	}
	if err != nil {
		t.Fatalf("again %v: %v", a, err)
	}
	if a.match != "" {
		ply, err := strconv.Atoi(body)
		if err != nil {
			t.Fatal(err)
		}
		c.acked[a.key] = place{a.match, ply}
		if events := dbtest.MustMatch(t, s, a.match).Events; ply >= len(events) || events[ply].Text != a.key {
			t.Errorf("event %s, answered as ply %d of %s, is not there", a.key, ply, a.match)
		}
	}
	return before != nil
}

func crashCreate(s *Store, key string) (id string, err error) {
	ctx := context.Background()
	p, _, err := s.CreateGuest(ctx, db.Once{}, key, nil)
	if err != nil {
		return "", err
	}
	m, err := s.CreateMatch(ctx, db.Once{Caller: "crash", Key: key}, db.NewMatch{
		Game: "camelot", Version: 1, Seats: 2, Solo: true, Host: p.ID, ToAct: []games.Seat{1},
	}, func(m db.Match) (int, []byte) { return 201, []byte(m.ID) })
	return m.ID, err
}

func crashAppend(s *Store, text, match string) (ply string, err error) {
	m, err := s.Append(context.Background(), db.Once{Caller: "crash", Key: text}, match, func(m db.Match, _ db.Orders) (db.Change, error) {
		c, err := dbtest.Move(text)(m, nil)
		// The rest of the change is written with the event or not at all.
		c.Orders = db.Orders{1: text}
		c.WindowEnds = time.UnixMilli(int64(m.Ply) + 1)
		c.Note = func(m db.Match) (int, []byte) { return 200, strconv.AppendInt(nil, int64(m.Last.Ply), 10) }
		return c, err
	})
	return strconv.Itoa(m.Last.Ply), err
}

// writeUntilKilled plays many matches at once and prints a line before and after each write.
// Two writers share each match.
func writeUntilKilled(path, round string) {
	s, err := Open(context.Background(), path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	say := func(words ...any) { os.Stdout.WriteString(fmt.Sprintln(words...)) }
	work := func(writer, match string) error {
		for n := range 40 {
			text := fmt.Sprintf("%s-%d", writer, n)
			say("append", text, match)
			ply, err := crashAppend(s, text, match)
			if err != nil {
				return err
			}
			say("appended", text, match, ply)
		}
		return nil
	}
	for pair := range 8 {
		go func() {
			for n := 0; ; n++ {
				key := fmt.Sprintf("%s-%d-%d", round, pair, n)
				say("create", key)
				match, err := crashCreate(s, key)
				if err == nil {
					say("created", key)
					other := make(chan error)
					go func() { other <- work(key+"-b", match) }()
					err = errors.Join(work(key+"-a", match), <-other)
				}
				if err != nil {
					say(err)
				}
			}
		}()
	}
	select {}
}
