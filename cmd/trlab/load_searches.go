package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"tableronde/cmd/internal/cli"
)

type loadSearchesCmd struct {
	product
	Searches int           `long:"searches" default:"50" description:"How many matches wait for the move of a bot, all the time."`
	Pages    int           `long:"pages" default:"50" description:"How many pages are asked for in a second."`
	For      time.Duration `long:"for" default:"5s" description:"How long pages are read in each round, without searches and with them."`
	Rounds   int           `long:"rounds" default:"3" description:"How often each measurement is repeated, each time by a new process."`
	Bar      time.Duration `long:"bar" default:"50ms" description:"How much longer 99 of 100 pages may take at most while bots search."`
}

// searchLoad is a site with matches that wait for bots. Each match has three bots, which search one
// after the other. The longest-waiting match comes first, so nearly all matches have had two
// searches before the first has had three.
type searchLoad struct {
	*loadSite
	cmd     loadSearchesCmd
	matches []string
}

// Run measures the times of pages while bots search, and without searches. It prints both and the
// difference.
func (c *loadSearchesCmd) Run(con *cli.Console) error {
	if c.Searches < 1 || c.Pages < 1 || c.Rounds < 1 || c.For <= 0 {
		return errors.New("searches, pages, rounds and time must be more than 0")
	}
	return c.measure(func(program, dir string) error {
		return c.compare(con, &ratios{loadRatiosCmd: loadRatiosCmd{Encoding: "gzip, deflate, br, zstd"}, program: program, dir: dir})
	})
}

// compare measures both alternately and prints them.
func (c *loadSearchesCmd) compare(con *cli.Console, RunWithInput *ratios) error {
	var alone, beside []time.Duration
	searches := 0
	for range c.Rounds {
		quiet, busy, done, err := c.round(RunWithInput)
		if err != nil {
			return err
		}
		alone, beside, searches = append(alone, quiet...), append(beside, busy...), searches+done
	}
	c.print(con.Out, alone, beside, searches)
	return nil
}

// round measures both on its own site, and counts the searches.
func (c *loadSearchesCmd) round(RunWithInput *ratios) (alone, beside []time.Duration, searches int, err error) {
	site, err := RunWithInput.open(c.Searches)
	if err != nil {
		return nil, nil, 0, err
	}
	defer func() { err = errors.Join(err, site.stop()) }()
	l := &searchLoad{loadSite: site, cmd: *c, matches: make([]string, c.Searches)}
	if err := l.each(c.Searches, l.begin); err != nil {
		return nil, nil, 0, err
	}
	if _, err = l.read(); err != nil { // fills the caches before the measurement
		return nil, nil, 0, err
	}
	if alone, err = l.read(); err != nil {
		return nil, nil, 0, err
	}
	if err := l.each(c.Searches, l.move); err != nil {
		return nil, nil, 0, err
	}
	before, _, err := l.count()
	if err != nil {
		return nil, nil, 0, err
	}
	if beside, err = l.read(); err != nil {
		return nil, nil, 0, err
	}
	after, waiting, err := l.count()
	if err == nil && waiting < c.Searches {
		err = fmt.Errorf("only %d of %d matches still wait for bots: pages are to be read for less than %s", waiting, c.Searches, c.For)
	}
	return alone, beside, after - before, err
}

// begin begins match number i, in which it is the turn of the only person.
func (l *searchLoad) begin(i int, w *wire) (err error) {
	l.matches[i], err = askID(w, l.person(i).call("POST", "/matches", `{"game":"grand-camelot","seats":4,"seat":1,"public":true,"bots":{"2":5,"3":5,"4":5}}`))
	return err
}

// move moves for the person of match number i, after which the bots think.
func (l *searchLoad) move(i int, w *wire) error {
	m, err := look(w, l.person(i), l.matches[i])
	if err == nil && len(m.Legal) == 0 {
		err = fmt.Errorf("the person in match %s has no move", m.ID)
	}
	if err != nil {
		return err
	}
	body := fmt.Sprintf(`{"ply":%d,"action":%q}`, m.Ply, m.Legal[0])
	return w.ask(l.person(i).call("POST", "/matches/"+m.ID+"/actions", body), 200)
}

// searchedMatch holds the fields of a match that the measurement reads.
type searchedMatch struct {
	ID    string
	Ply   int
	ToAct []int `json:"to_act"`
	Legal []string
	Over  bool
}

// look returns a match as the API shows it to a person.
func look(w *wire, p loadPerson, id string) (m searchedMatch, err error) {
	if err := w.ask(p.call("GET", "/matches/"+id, ""), 200); err != nil {
		return m, err
	}
	return m, json.Unmarshal(w.body, &m)
}

// count returns the number of moves by bots, and of matches that wait for one.
func (l *searchLoad) count() (searches, waiting int, err error) {
	var mu sync.Mutex
	err = l.each(len(l.matches), func(i int, w *wire) error {
		m, err := look(w, l.person(i), l.matches[i])
		mu.Lock()
		defer mu.Unlock()
		searches += max(0, m.Ply-1)
		if !slices.Contains(m.ToAct, 1) {
			waiting++
		}
		return err
	})
	return searches, waiting, err
}

// read requests pages at a steady rate. It returns the time of each from the moment when it was
// due, so a late page does not shorten the next one.
func (l *searchLoad) read() (waits []time.Duration, err error) {
	begun := time.Now()
	due := make(chan int)
	go func() {
		defer close(due)
		for i := range int(l.cmd.For.Seconds() * float64(l.cmd.Pages)) {
			time.Sleep(time.Until(begun.Add(l.at(i))))
			due <- i
		}
	}()
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			w, failed := dialWire(l.addr)
			for i := range due {
				if failed == nil {
					failed = w.ask(l.request(i), 200)
				}
				mu.Lock()
				waits = append(waits, time.Since(begun.Add(l.at(i))))
				mu.Unlock()
			}
			if failed == nil {
				failed = w.close()
			}
			mu.Lock()
			err = errors.Join(err, failed)
			mu.Unlock()
		})
	}
	all.Wait()
	return waits, err
}

// at returns when page number i is due.
func (l *searchLoad) at(i int) time.Duration {
	return time.Duration(i) * time.Second / time.Duration(l.cmd.Pages)
}

// request returns the request for page number i: a player's match, the home page of a player, and
// the match of others, in turn.
func (l *searchLoad) request(i int) []byte {
	match := "/m/" + l.matches[i%len(l.matches)]
	switch i % 3 {
	case 0:
		return l.page(l.person(i), match)
	case 1:
		return l.page(l.person(i), "/")
	}
	return l.page(loadPerson{}, match)
}

func (c *loadSearchesCmd) print(w io.Writer, alone, beside []time.Duration, searches int) {
	printWaits(w, "no searches", "pages", alone)
	printWaits(w, fmt.Sprint(c.Searches, " searches"), "pages", beside)
	at99 := func(waits []time.Duration) time.Duration { return waits[(len(waits)-1)*99/100] } // sorted by now
	grown := at99(beside) - at99(alone)
	fmt.Fprintf(w, "%d moves of bots, %.1f a second\n", searches, float64(searches)/(c.For.Seconds()*float64(c.Rounds)))
	fmt.Fprintf(w, "p99 grows by %s, bar ≤ %s: %s\n", grown.Round(100*time.Microsecond), c.Bar, verdict(grown <= c.Bar))
}
