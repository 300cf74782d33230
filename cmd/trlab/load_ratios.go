package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/cmd/internal/cli"
)

type loadRatiosCmd struct {
	product
	Args struct {
		Lines []string `positional-arg-name:"<lines>" description:"The lines to measure, as page or streams; without any, all lines."`
	} `positional-args:"yes"`
	Rounds   int           `long:"rounds" default:"5" description:"How often each measurement is repeated; the figures are medians."`
	For      time.Duration `long:"for" default:"500ms" description:"How long each side of a round takes, where its requests are not counted out."`
	Encoding string        `long:"encoding" default:"gzip, deflate, br, zstd" description:"The Accept-Encoding of requests, as browsers send it."`
	Short    bool          `long:"short" description:"Measure next to nothing, to see whether everything works."`
}

// ratioLines are the measurements by name, in printing order.
var ratioLines = []struct {
	name    string
	measure func(*ratios) error
}{
	{"page", (*ratios).measurePage},
	{"again", (*ratios).measureAgain},
	{"form", (*ratios).measureForm},
	{"redirect", (*ratios).measureRedirect},
	{"api", (*ratios).measureAPI},
	{"plies", (*ratios).measurePlies},
	{"restart", (*ratios).measureRestart},
	{"wire", (*ratios).measureWire},
	{"first", (*ratios).measureFirst},
	{"streams", (*ratios).measureStreams},
	{"touched", (*ratios).measureTouched},
	{"reach", (*ratios).measureReach},
	{"cards", (*ratios).measureCards},
	{"dense", (*ratios).measureDense},
	{"commits", (*ratios).measureCommits},
}

// ratios is a run of measurements, each on its own server.
type ratios struct {
	loadRatiosCmd
	out       io.Writer
	name      string // of the current line
	program   string // path of the measured program
	dir       string // of the current line
	processes []*loadProcess
	floor     *loadProcess // nil until needed
}

// Run measures the lines. Each process that it starts has ended when it returns.
func (c *loadRatiosCmd) Run(con *cli.Console) error {
	if c.Short {
		c.Rounds, c.For = 1, min(c.For, 20*time.Millisecond)
	}
	if err := c.check(); err != nil {
		return err
	}
	return c.measure(func(program, dir string) error {
		for _, line := range ratioLines {
			if len(c.Args.Lines) > 0 && !slices.Contains(c.Args.Lines, line.name) {
				continue
			}
			r := &ratios{loadRatiosCmd: *c, out: con.Out, name: line.name, program: program, dir: filepath.Join(dir, line.name)}
			if err := r.run(line.measure); err != nil {
				return fmt.Errorf("%s: %w", line.name, err)
			}
		}
		return nil
	})
}

// check returns an error for an unknown name of a line.
func (c *loadRatiosCmd) check() error {
	var names []string
	for _, line := range ratioLines {
		names = append(names, line.name)
	}
	for _, name := range c.Args.Lines {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%q cannot be measured, but %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// run measures one line.
func (r *ratios) run(measure func(*ratios) error) (err error) {
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		return err
	}
	defer func() {
		for _, p := range r.processes {
			err = errors.Join(err, p.stop())
		}
	}()
	err = measure(r)
	if errors.Is(err, errNoProc) {
		fmt.Fprintf(r.out, "%-8s is not measured: %v\n", r.name, err)
		return nil
	}
	return err
}

// some returns a number of requests, matches or streams; in short runs it is a fiftieth.
func (r *ratios) some(n int) int {
	if r.Short {
		return max(4, n/50)
	}
	return n
}

// start starts a process that is killed at the end of the line.
func (r *ratios) start(program string, args ...string) (*loadProcess, error) {
	p, err := startLoadProcess(r.dir, program, args...)
	if err == nil {
		r.processes = append(r.processes, p)
	}
	return p, err
}

// onFloor makes the floor answer a path with the compressed body of an answer.
func (r *ratios) onFloor(path string, w *wire) error {
	f, err := r.dialFloor()
	if err != nil {
		return err
	}
	put := rawRequest("PUT", path, string(w.body), "Content-Type", w.header("Content-Type"), "Content-Encoding", w.header("Content-Encoding"))
	return errors.Join(f.ask(put, 204), f.close())
}

// dialFloor connects to the floor, and starts it if needed.
func (r *ratios) dialFloor() (f *wire, err error) {
	if r.floor == nil {
		program, err := os.Executable()
		if err != nil {
			return nil, err
		}
		if r.floor, err = r.start(program, "load", "floor"); err != nil {
			return nil, err
		}
	}
	return dialWire(r.floor.addr)
}

// errEnough ends the requests of a client.
var errEnough = errors.New("enough")

// sample is the result of one side of a round.
type sample struct {
	rate float64 // calls per second
	cost float64 // processor time of server and clients for a call, in µs; 0 if unmeasurable
}

// throughput lets clients call ask, each over its own connection, until the time is up or a call
// returns errEnough.
func throughput(server *loadProcess, clients int, limit time.Duration, ask func(client int, w *wire) error) (s sample, err error) {
	wires := make([]*wire, clients)
	for i := range wires {
		if wires[i], err = dialWire(server.addr); err != nil {
			return s, err
		}
		defer wires[i].close()
	}
	var calls atomic.Int64
	var running sync.WaitGroup
	failed := make(chan error, clients)
	before, err := server.withClients()
	if err != nil {
		return s, err
	}
	begun := time.Now()
	for i, w := range wires {
		running.Go(func() {
			for time.Since(begun) < limit {
				if err := ask(i, w); err != nil {
					failed <- err
					return
				}
				calls.Add(1)
			}
		})
	}
	running.Wait()
	took := time.Since(begun)
	close(failed)
	for err := range failed {
		if !errors.Is(err, errEnough) {
			return s, err
		}
	}
	after, err := server.withClients()
	n := float64(calls.Load())
	if n == 0 {
		err = errors.Join(err, errors.New("nothing was answered"))
	}
	return sample{rate: n / took.Seconds(), cost: float64((after - before).Microseconds()) / n}, err
}

// inTurn measures the sides alternately, once each round, and returns the samples of each.
func (r *ratios) inTurn(sides ...func() (sample, error)) ([][]sample, error) {
	samples := make([][]sample, len(sides))
	for range r.Rounds {
		for i, side := range sides {
			s, err := side()
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], s)
		}
	}
	return samples, nil
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

func medianRate(list []sample) float64 {
	rates := make([]float64, len(list))
	for i, s := range list {
		rates[i] = s.rate
	}
	return median(rates)
}

func medianCost(list []sample) float64 {
	costs := make([]float64, len(list))
	for i, s := range list {
		costs[i] = s.cost
	}
	return median(costs)
}

// ratioTo returns the median of the ratios of two rates in the same round.
func ratioTo(to string, of, floor []sample) ratio {
	list := make([]float64, len(of))
	for i := range of {
		list[i] = of[i].rate / floor[i].rate
	}
	return ratio{median(list), to}
}

// costRatio returns the ratio of the processor times of two sides. If other programs disturb the
// server, it is steadier than the ratio of the rates.
func costRatio(of, floor []sample) ratio {
	return ratio{medianCost(floor) / max(1, medianCost(of)), fmt.Sprintf("by processor, %.0f to %.0f µs", medianCost(floor), medianCost(of))}
}

// printed is a figure of a line to print.
type printed struct {
	what   string
	value  float64
	unit   string
	ratios []ratio
	bar    bar
}

// ratio divides one figure by another.
type ratio struct {
	value float64
	to    string
}

// bar is the limit of the first ratio of a figure, or of its value if it has no ratios.
type bar struct {
	sign  string // "≥" or "≤"; "" only prints a text
	limit float64
	told  string
}

func atLeast(limit float64) bar { return bar{sign: "≥", limit: limit} }
func atMost(limit float64) bar  { return bar{sign: "≤", limit: limit} }

// print prints a figure and its bar.
func (r *ratios) print(p printed) {
	got, shown := p.value, make([]string, len(p.ratios))
	for i, ratio := range p.ratios {
		shown[i] = fmt.Sprintf("%.3f × %s", ratio.value, ratio.to)
	}
	if len(p.ratios) > 0 {
		got = p.ratios[0].value
	}
	reached := p.bar.told
	switch p.bar.sign {
	case "≥":
		reached = fmt.Sprintf("bar ≥ %g: %s", p.bar.limit, verdict(got >= p.bar.limit))
	case "≤":
		reached = fmt.Sprintf("bar ≤ %g: %s", p.bar.limit, verdict(got <= p.bar.limit))
	}
	fmt.Fprintf(r.out, "%-8s %-44s %9.4g %-8s %-64s %s\n", r.name, p.what, p.value, p.unit, strings.Join(shown, ", "), reached)
}

func verdict(reached bool) string {
	if reached {
		return "reached"
	}
	return "missed"
}
