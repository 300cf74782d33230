package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"time"

	"tableronde/cmd/internal/cli"
)

type loadCompanyCmd struct {
	product
	People int           `long:"people" default:"20" description:"How many people play at once, each alone against bots, the card games in turn."`
	Seats  int           `long:"seats" default:"4" description:"How many seats a match has."`
	Level  int           `long:"level" default:"3" description:"Level of the bots, 1 to 5."`
	Pause  time.Duration `long:"pause" default:"2s" description:"How long a person thinks about a move on average."`
	Look   time.Duration `long:"look" default:"1s" description:"How often a person who waits looks at the page again."`
	For    time.Duration `long:"for" default:"20m" description:"After how long games are broken off."`
	Turns  int           `long:"turns" description:"After how many turns that came while bots played a person breaks off, 0 for none."`
	Bar    time.Duration `long:"bar" default:"200ms" description:"How long 99 of 100 pages may take at most."`
	Seed   uint64        `long:"seed" default:"1" description:"Seed of what people play and of how long they think."`
}

// company is people who play against bots at once, and the times that they waited.
type company struct {
	*loadSite
	cmd     loadCompanyCmd
	until   time.Time
	matches []string // by person

	mu    sync.Mutex
	pages []time.Duration // until a page was there
	turns []time.Duration // from a move to the next turn, where bots played in between
	ended int             // games that came to their end
}

// Run has people play whole games of cards against bots, and prints how long their pages took.
func (c *loadCompanyCmd) Run(con *cli.Console) error {
	if c.People < 1 || c.Pause <= 0 || c.Look <= 0 || c.For <= 0 {
		return errors.New("people and times must be more than 0")
	}
	return c.measure(func(program, dir string) error {
		return c.play(con, &ratios{loadRatiosCmd: loadRatiosCmd{Encoding: "gzip, deflate"}, program: program, dir: dir})
	})
}

// play is Run on a site that run opens.
func (c *loadCompanyCmd) play(con *cli.Console, RunWithInput *ratios) (err error) {
	site, err := RunWithInput.open(c.People)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.stop()) }()
	l := &company{loadSite: site, cmd: *c, until: time.Now().Add(c.For), matches: make([]string, c.People)}
	failed := make([]error, c.People)
	var all sync.WaitGroup
	for i := range c.People {
		all.Go(func() {
			if failed[i] = l.play(i); failed[i] != nil {
				failed[i] = fmt.Errorf("person %d: %w", i+1, failed[i])
			}
		})
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	l.print(con.Out)
	return nil
}

// play has person number i play a game to its end.
func (l *company) play(i int) error {
	w, err := dialWire(l.addr)
	if err != nil {
		return err
	}
	defer w.close()
	rng := rand.New(rand.NewPCG(l.cmd.Seed, uint64(i)))
	if err := l.sit(i, w); err != nil {
		return err
	}
	var moved time.Time // when the person moved last, zero if it has been their turn since
	for turns := 0; time.Now().Before(l.until); {
		if err := l.read(i, w); err != nil {
			return err
		}
		m, err := look(w, l.person(i), l.matches[i])
		if err != nil {
			return err
		}
		switch {
		case m.Over:
			l.mu.Lock()
			l.ended++
			l.mu.Unlock()
			return nil
		case len(m.Legal) == 0:
			time.Sleep(l.cmd.Look)
			continue
		case !moved.IsZero():
			l.mu.Lock()
			l.turns = append(l.turns, time.Since(moved))
			l.mu.Unlock()
			moved = time.Time{}
			if turns++; turns == l.cmd.Turns {
				return nil
			}
		}
		time.Sleep(time.Duration(2 * rng.Float64() * float64(l.cmd.Pause)))
		if err := l.move(i, w, m, rng); err != nil {
			return err
		}
		moved = time.Now()
	}
	return nil
}

// sit has person number i open a table at which bots have all other seats.
func (l *company) sit(i int, w *wire) (err error) {
	var bots []string
	for seat := 2; seat <= l.cmd.Seats; seat++ {
		bots = append(bots, fmt.Sprintf(`"%d":%d`, seat, l.cmd.Level))
	}
	game := []string{"knizia", "shannon", "kutschke"}[i%3]
	body := fmt.Sprintf(`{"game":%q,"seats":%d,"seat":1,"bots":{%s}}`, game, l.cmd.Seats, strings.Join(bots, ","))
	l.matches[i], err = askID(w, l.person(i).call("POST", "/matches", body))
	return err
}

// read has person number i look at the match.
func (l *company) read(i int, w *wire) error {
	begun := time.Now()
	err := w.ask(l.page(l.person(i), "/m/"+l.matches[i]), 200)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, time.Since(begun))
	return err
}

// move has person number i send the form of a move. What somebody else has changed
// meanwhile is looked at anew.
func (l *company) move(i int, w *wire, m searchedMatch, rng *rand.Rand) error {
	values := url.Values{"ply": {fmt.Sprint(m.Ply)}, "action": {m.Legal[rng.IntN(len(m.Legal))]}, "key": {fmt.Sprintf("companycompanycompany%011d", m.Ply)}}
	err := w.ask(l.form(l.person(i), "/m/"+m.ID, values.Encode()), 303)
	if err != nil && w.status == 409 {
		return nil
	}
	return err
}

func (l *company) print(w io.Writer) {
	printWaits(w, fmt.Sprint(l.cmd.People, " people"), "pages", l.pages)
	at99 := l.pages[(len(l.pages)-1)*99/100] // sorted by now
	fmt.Fprintf(w, "%d of %d games played to their end\n", l.ended, l.cmd.People)
	if len(l.turns) > 0 {
		printWaits(w, "the next turn", "turns", l.turns)
	}
	fmt.Fprintf(w, "p99 %s, bar ≤ %s: %s\n", at99.Round(100*time.Microsecond), l.cmd.Bar, verdict(at99 <= l.cmd.Bar))
}
