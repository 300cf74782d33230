package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/internal/soak"
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db"
	"tableronde/handlers/site"
)

type loadCmd struct {
	Moves    loadMovesCmd    `command:"moves" description:"Measure how many moves a second are stored over HTTP (also without a sub-command)."`
	Ratios   loadRatiosCmd   `command:"ratios" description:"Measure the cost of pages, moves and streams, beside floors in the same run."`
	SignIns  loadSignInsCmd  `command:"signins" description:"Measure how long pages take while many sign in."`
	Searches loadSearchesCmd `command:"searches" description:"Measure how long pages take while bots search."`
	Company  loadCompanyCmd  `command:"company" description:"Measure how long pages take while people play whole games of cards against bots."`
	Floor    loadFloorCmd    `command:"floor" hidden:"yes" description:"Serve fixed bytes, for load ratios."`
}

type loadMovesCmd struct {
	product
	Clients   int           `long:"clients" default:"64" description:"How many clients post moves at a time, each in a match of its own."`
	For       time.Duration `long:"for" default:"10s" description:"How long each measurement takes."`
	Pause     time.Duration `long:"pause" default:"0" description:"How long a client rests after each move."`
	Rounds    int           `long:"rounds" default:"3" description:"How often each measurement is repeated; the figures are medians."`
	Processes int           `long:"processes" default:"3" description:"The largest number of processes on PostgreSQL."`
	DB        string        `long:"db" value-name:"URL" description:"An empty PostgreSQL database, postgres://…; without it only SQLite is measured."`
}

// load is the setting of one measurement: a database and a number of processes.
type load struct {
	name      string
	db        string
	processes int
	figures   []loadFigures // one for each round
}

// loadFigures are the outcome of one measurement.
type loadFigures struct {
	rate     float64       // moves a second
	p50, p99 time.Duration // time until a move is answered
	told     time.Duration // 99th percentile from the answer to the event at another process
}

// Run measures the moves a second that are stored over HTTP: by one process on SQLite, then by one
// and by more processes on PostgreSQL.
func (c *loadMovesCmd) Run(con *cli.Console) error {
	return c.product.measure(func(program, dir string) error { return c.compare(con, program, dir) })
}

// compare measures and prints each load.
func (c *loadMovesCmd) compare(con *cli.Console, program, dir string) error {
	loads := []*load{{name: "SQLite, processes: 1", db: filepath.Join(dir, "load.db"), processes: 1}}
	if c.DB != "" {
		for n := 1; n <= c.Processes; n++ {
			loads = append(loads, &load{name: fmt.Sprint("PostgreSQL, processes: ", n), db: c.DB, processes: n})
		}
	}
	for round := range c.Rounds {
		for _, l := range loads {
			f, err := c.measure(program, l, round)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			l.figures = append(l.figures, f)
		}
	}
	printLoads(con.Out, loads)
	return nil
}

// measure starts the processes, has the clients play, and stops the processes.
func (c *loadMovesCmd) measure(program string, l *load, round int) (f loadFigures, err error) {
	servers := make([]*soak.Server, l.processes)
	for i := range servers {
		servers[i] = &soak.Server{Program: program, DB: l.db}
		if err := servers[i].Start(); err != nil {
			return f, err
		}
		defer func() { err = errors.Join(err, servers[i].Kill()) }()
		if _, err := servers[i].AwaitReady(); err != nil {
			return f, err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	clients := make([]*loadClient, c.Clients)
	failed := make(chan error, c.Clients)
	for i := range clients {
		clients[i] = &loadClient{
			Client:  soak.NewClient(soak.NewLedger(servers[i%len(servers)]), uint64(round), uint64(i)),
			pause:   c.Pause,
			watched: servers[(i+1)%len(servers)],
		}
		if err := clients[i].open(); err != nil {
			return f, err
		}
	}
	var running sync.WaitGroup
	begun := time.Now()
	for _, client := range clients {
		running.Go(func() { failed <- client.run(ctx) })
	}
	time.Sleep(c.For)
	stop()
	running.Wait()
	took := time.Since(begun)
	var waits, told []time.Duration
	for _, client := range clients {
		if err := <-failed; err != nil {
			return f, err
		}
		waits, told = append(waits, client.waits...), append(told, client.told...)
	}
	if len(waits) == 0 || len(told) == 0 {
		return f, errors.New("no move was stored and sent to the others")
	}
	percentile := func(list []time.Duration, p int) time.Duration {
		slices.Sort(list)
		return list[(len(list)-1)*p/100]
	}
	return loadFigures{float64(len(waits)) / took.Seconds(), percentile(waits, 50), percentile(waits, 99), percentile(told, 99)}, nil
}

// printLoads prints the medians, and their ratios to the first load.
func printLoads(w io.Writer, loads []*load) {
	median := func(l *load) loadFigures {
		slices.SortFunc(l.figures, func(a, b loadFigures) int { return int(a.rate - b.rate) })
		return l.figures[len(l.figures)/2]
	}
	first := median(loads[0])
	for _, l := range loads {
		f := median(l)
		fmt.Fprintf(w, "%-24s %7.0f moves/s  %5.2f × SQLite  p50 %s  p99 %s  told p99 %s\n", l.name, f.rate, f.rate/first.rate,
			f.p50.Round(100*time.Microsecond), f.p99.Round(100*time.Microsecond), f.told.Round(100*time.Microsecond))
	}
}

// loadClient plays both sides of one game of Camelot after another.
type loadClient struct {
	*soak.Client
	pause   time.Duration
	watched *soak.Server // the server whose event stream is read

	token  string
	now    soak.Answer
	stream *loadStream
	waits  []time.Duration // time until the answer to each move
	told   []time.Duration // time from each answer to the event
}

// open begins a match. The first time it also creates a guest.
func (c *loadClient) open() error {
	if c.token == "" {
		var guest struct{ Token string }
		from := fmt.Sprintf("198.18.%d.%d", c.Rng.IntN(256), c.Rng.IntN(256)) // the server limits the guests of one address
		r := soak.Request{Method: http.MethodPost, Path: "/guests", From: from, Body: map[string]any{"name": c.Name}}
		if _, err := c.Ledger.Call(r, http.StatusCreated, &guest); err != nil {
			return err
		}
		c.token = guest.Token
	}
	c.close()
	c.now = soak.Answer{}
	if _, err := c.Ledger.Call(c.Post(c.token, "/matches", map[string]any{"game": "camelot", "solo": true}), http.StatusCreated, &c.now); err != nil {
		return err
	}
	var err error
	c.stream, err = openLoadStream(c.watched.URL(), c.now.ID, c.token)
	return err
}

// run plays until ctx ends.
func (c *loadClient) run(ctx context.Context) error {
	defer c.close()
	for ctx.Err() == nil {
		if c.now.Over || c.now.Ply >= soak.MatchPlies {
			if err := c.open(); err != nil {
				return err
			}
		}
		body := map[string]any{"ply": c.now.Ply, "action": c.now.Legal[c.Rng.IntN(len(c.now.Legal))]}
		r := soak.Request{Method: http.MethodPost, Path: "/matches/" + c.now.ID + "/actions", Token: c.token, Body: body}
		begun := time.Now()
		c.now = soak.Answer{}
		if _, err := c.Ledger.Call(r, http.StatusOK, &c.now); err != nil {
			return err
		}
		c.waits = append(c.waits, time.Since(begun))
		c.stream.answered(c.now.Ply)
		time.Sleep(c.pause)
	}
	return nil
}

// close ends the stream of the match, and keeps its measurements.
func (c *loadClient) close() {
	if c.stream != nil {
		c.told = append(c.told, c.stream.close()...)
		c.stream = nil
	}
}

// loadStream is the event stream of one match.
type loadStream struct {
	cancel context.CancelFunc
	ended  chan struct{}

	mu      sync.Mutex
	waiting map[int]time.Time // answered plies that the stream has not reported, with their times
	last    int               // last ply that the stream has reported
	told    []time.Duration
}

func openLoadStream(site, match, token string) (*loadStream, error) {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/api/v1/matches/"+match+"/events", nil)
	if err != nil {
		cancel()
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := soak.HTTPClient.Do(req)
	if err == nil && resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		err = fmt.Errorf("a stream is answered with %s", resp.Status)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	s := &loadStream{cancel: cancel, ended: make(chan struct{}), waiting: make(map[int]time.Time)}
	go func() {
		defer close(s.ended)
		defer resp.Body.Close()
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				ply, _ := strconv.Atoi(id) // the ids of this stream are plies
				s.note(ply)
			}
		}
	}()
	return s, nil
}

// answered records the answer to a move that made the match this long.
func (s *loadStream) answered(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ply <= s.last {
		s.told = append(s.told, 0)
		return
	}
	s.waiting[ply] = time.Now()
}

// note records that the stream has reported all plies up to one.
func (s *loadStream) note(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = ply
	for p, at := range s.waiting {
		if p <= ply {
			s.told = append(s.told, time.Since(at))
			delete(s.waiting, p)
		}
	}
}

// close ends the stream and returns its measurements. A move that it has not reported counts as
// reported now.
func (s *loadStream) close() []time.Duration {
	for range 100 {
		s.mu.Lock()
		open := len(s.waiting)
		s.mu.Unlock()
		if open == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.cancel()
	<-s.ended
	s.note(1 << 30)
	return s.told
}

// loadSite is a server on a SQLite database of its own, with people who play there.
type loadSite struct {
	*loadProcess
	run    *ratios
	args   []string
	people []loadPerson
}

// loadPerson plays in a browser and by the API.
type loadPerson struct{ token, cookie string }

// open starts a server on a new database with a number of people. It lifts the limits of an address
// and of a player, because all clients share them.
func (r *ratios) open(people int) (_ *loadSite, err error) {
	path := filepath.Join(r.dir, fmt.Sprint(len(r.processes), ".db"))
	s := &loadSite{run: r, args: []string{"serve", "--addr", "127.0.0.1:0", "--db", path, "--log-json", "--call-rate=1000000", "--call-burst=1000000",
		"--streams=20000", "--player-streams=20000", "--address-streams=20000"}}
	if s.people, err = makeLoadPeople(context.Background(), path, people); err != nil {
		return nil, err
	}
	return s, s.restart()
}

// makeLoadPeople creates a database with n people.
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

// openWired works like open, and connects to the server for sequential requests.
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

// restart kills the process, if there is one, and starts it again.
func (s *loadSite) restart() (err error) {
	if s.loadProcess != nil {
		if err := s.stop(); err != nil {
			return err
		}
	}
	s.loadProcess, err = s.run.start(s.run.program, s.args...)
	return err
}

// person returns person number i; numbers beyond the last start over.
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

// each calls f with the numbers below n, over sixteen connections.
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

// loadMatch is a match of Camelot that can be continued without end.
type loadMatch struct {
	id    string
	ply   int
	seats []loadPerson // by seat; a single one for a solo match
}

// loadShuttle lists moves of the seats in turn that lead back to the start after four plies.
var loadShuttle = []string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}

func (m *loadMatch) path() string      { return "/m/" + m.id }
func (m *loadMatch) action() string    { return loadShuttle[m.ply%len(loadShuttle)] }
func (m *loadMatch) mover() loadPerson { return m.seats[m.ply%len(m.seats)] }

// post returns the request that posts the next move over the API, with a query or "".
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

// openMatch opens a public match of a game between people. The first has seat 1.
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

// since returns the query for the latest events of a match.
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

// askID makes a call that creates a match, and returns its id.
func askID(w *wire, request []byte) (string, error) {
	if err := w.ask(request, 201); err != nil {
		return "", err
	}
	var made soak.Answer
	err := json.Unmarshal(w.body, &made)
	return made.ID, err
}

// loadFloorCmd serves fixed answers from memory. It measures the cost of the router and the
// loopback network alone.
type loadFloorCmd struct{}

// floorAnswer is an answer of the floor.
type floorAnswer struct {
	kind, encoding string
	body           []byte
}

// Run listens on loopback until it is killed. A path answers GET and POST with the
// body of the last PUT.
func (loadFloorCmd) Run(con *cli.Console) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	var answers sync.Map // of floorAnswer, by path
	e := echo.New()
	e.PUT("/:name", func(c echo.Context) error {
		body, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return err
		}
		h := c.Request().Header
		answers.Store(c.Param("name"), floorAnswer{h.Get(echo.HeaderContentType), h.Get(echo.HeaderContentEncoding), body})
		return c.NoContent(http.StatusNoContent)
	})
	answer := func(c echo.Context) error {
		if _, err := io.Copy(io.Discard, c.Request().Body); err != nil {
			return err
		}
		found, ok := answers.Load(c.Param("name"))
		if !ok {
			return echo.ErrNotFound
		}
		a := found.(floorAnswer)
		if a.encoding != "" {
			c.Response().Header().Set(echo.HeaderContentEncoding, a.encoding)
		}
		return c.Blob(http.StatusOK, a.kind, a.body)
	}
	e.GET("/:name", answer)
	e.POST("/:name", answer)
	var open floorStreams
	e.GET("/streams", open.add)
	e.POST("/streams", open.write)
	slog.New(slog.NewJSONHandler(con.Err, nil)).Info("listening", "url", "http://"+listener.Addr().String())
	return http.Serve(listener, e)
}

// floorStreams are event streams that are written with the least possible work.
type floorStreams struct {
	mu    sync.Mutex
	conns []net.Conn
}

// add answers with a stream.
func (s *floorStreams) add(c echo.Context) error {
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: 0\n\n"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, conn)
	return nil
}

// write writes the posted body to all streams, divided among the processors.
func (s *floorStreams) write(c echo.Context) error {
	text, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var writing sync.WaitGroup
	for conns := range slices.Chunk(s.conns, max(1, (len(s.conns)-1)/runtime.GOMAXPROCS(0)+1)) {
		writing.Go(func() {
			for _, conn := range conns {
				_, _ = conn.Write(text) // a client that has gone misses it
			}
		})
	}
	writing.Wait()
	return c.NoContent(http.StatusNoContent)
}

// loadProcess is another process that listens on loopback. Its log goes to a file, because reading
// it would disturb the measurement.
type loadProcess struct {
	cmd  *exec.Cmd
	addr string // where it listens, as host:port
}

// startLoadProcess starts a program with arguments, and returns once it listens.
func startLoadProcess(dir, program string, args ...string) (_ *loadProcess, err error) {
	log, err := os.CreateTemp(dir, "*.log")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	p := &loadProcess{cmd: exec.Command(program, args...)}
	p.cmd.Stderr, p.cmd.Env = log, soak.Quiet()
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(soak.Patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(log.Name())
		if err != nil {
			return nil, errors.Join(err, p.stop())
		}
		for line := range bytes.Lines(text) {
			var entry struct{ Msg, URL string }
			if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
				p.addr = strings.TrimPrefix(entry.URL, "http://")
				return p, nil
			}
		}
	}
	text, err := os.ReadFile(log.Name())
	return nil, errors.Join(fmt.Errorf("%s does not listen; its log is %s", args[0], text), err, p.stop())
}

// stop kills the process.
func (p *loadProcess) stop() error {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	_ = p.cmd.Wait() // returns that it was killed
	return nil
}

// errNoProc is the error of measurements that need Linux.
var errNoProc = errors.New("there is no /proc to read it from")

// readProc reads a file on a process in /proc.
func readProc(pid int, name string) (string, error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), name))
	if errors.Is(err, os.ErrNotExist) {
		return "", errNoProc
	}
	return string(text), err
}

// memory returns the resident memory of the process in bytes.
func (p *loadProcess) memory() (float64, error) {
	status, err := readProc(p.cmd.Process.Pid, "status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(status, "VmRSS:")
	var kib float64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		return 0, fmt.Errorf("read VmRSS: %w", err)
	}
	return kib * 1024, nil
}

// processor returns the processor time that the process has used.
func (p *loadProcess) processor() (time.Duration, error) { return processorOf(p.cmd.Process.Pid) }

// processorOf returns the processor time that a process has used, in steps of a hundredth of a
// second.
func processorOf(pid int) (time.Duration, error) {
	stat, err := readProc(pid, "stat")
	if err != nil {
		return 0, err
	}
	const utime, stime, tick = 14, 15, 10 * time.Millisecond
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // from the third on
	var ticks int
	for _, i := range []int{utime, stime} {
		n, err := strconv.Atoi(fields[i-3])
		if err != nil {
			return 0, fmt.Errorf("read the processor time: %w", err)
		}
		ticks += n
	}
	return time.Duration(ticks) * tick, nil
}

// withClients returns the processor time of the process and of this one, in which the clients run.
// It returns 0 on a system without /proc.
func (p *loadProcess) withClients() (time.Duration, error) {
	server, err := p.processor()
	clients, err2 := processorOf(os.Getpid())
	if err = errors.Join(err, err2); errors.Is(err, errNoProc) {
		return 0, nil
	}
	return server + clients, err
}

type loadCompanyCmd struct {
	product
	People int           `long:"people" default:"20" description:"How many people play at once, each alone against bots, the card games in turn."`
	Seats  int           `long:"seats" default:"4" description:"How many seats a match has."`
	Level  int           `long:"level" default:"3" description:"Level of the computer, from 1 to 5."`
	Pause  time.Duration `long:"pause" default:"2s" description:"How long a person thinks about a move on average."`
	Look   time.Duration `long:"look" default:"1s" description:"How often a person who waits loads the page again."`
	For    time.Duration `long:"for" default:"20m" description:"After how long games are broken off."`
	Turns  int           `long:"turns" description:"After how many turns that came while bots played a person breaks off, 0 for none."`
	Bar    time.Duration `long:"bar" default:"200ms" description:"How long 99 of 100 pages may take at most."`
	Seed   uint64        `long:"seed" default:"1" description:"Random seed; the same seed gives the same result."`
}

// company are people who play against bots at the same time, with their waiting times.
type company struct {
	*loadSite
	cmd     loadCompanyCmd
	until   time.Time
	matches []string // by person

	mu    sync.Mutex
	pages []time.Duration // times until a page was loaded
	turns []time.Duration // times from a move to the player's next turn, if bots played in between
	ended int             // number of finished games
}

// Run lets people play whole card games against bots, and prints the times of their pages.
func (c *loadCompanyCmd) Run(con *cli.Console) error {
	if c.People < 1 || c.Pause <= 0 || c.Look <= 0 || c.For <= 0 {
		return errors.New("people and times must be more than 0")
	}
	return c.measure(func(program, dir string) error {
		return c.play(con, &ratios{loadRatiosCmd: loadRatiosCmd{Encoding: "gzip, deflate, br, zstd"}, program: program, dir: dir})
	})
}

// play does the work of Run on a site that run opens.
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

// play plays a game for person number i to its end.
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
	var moved time.Time // time of the person's last move; zero if their turn has come since
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

// sit opens a table for person number i, with bots at all other seats.
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

// read requests the page of match number i, as its player, and records the time until the answer.
func (l *company) read(i int, w *wire) error {
	begun := time.Now()
	err := w.ask(l.page(l.person(i), "/m/"+l.matches[i]), 200)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, time.Since(begun))
	return err
}

// move sends the form of a move for person number i. Status 409 is no error, because the caller
// reads a changed match again.
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

// wire is an open connection of a client with little overhead, so that mainly the server is
// measured.
type wire struct {
	conn net.Conn
	in   *bufio.Reader

	unzip gzip.Reader

	// Of the last answer; overwritten by the next one.
	status     int
	head, body []byte
}

func dialWire(addr string) (*wire, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &wire{conn: conn, in: bufio.NewReader(conn)}, nil
}

func (w *wire) close() error { return w.conn.Close() }

// rawRequest returns the text of a request. headers alternates names and values.
func rawRequest(method, path, body string, headers ...string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path)
	for i := 0; i < len(headers); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if method != "GET" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

// ask sends a request and reads the answer. It returns an error unless the status is
// want.
func (w *wire) ask(request []byte, want int) error {
	if err := w.begin(request); err != nil {
		return err
	}
	if err := w.readBody(); err != nil {
		return err
	}
	if w.status != want {
		line, _, _ := bytes.Cut(request, []byte(" HTTP/"))
		text, _ := w.text()
		return fmt.Errorf("%s is answered with %d: %.300s", line, w.status, text)
	}
	return nil
}

// begin sends a request and reads the head of the answer.
func (w *wire) begin(request []byte) error {
	if err := w.conn.SetDeadline(time.Now().Add(soak.Patience)); err != nil {
		return err
	}
	if _, err := w.conn.Write(request); err != nil {
		return err
	}
	w.head, w.body = w.head[:0], w.body[:0]
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read the head of an answer: %w", err)
		}
		w.head = append(w.head, line...)
		if len(line) <= len("\r\n") {
			break
		}
	}
	if len(w.head) < len("HTTP/1.1 200") {
		return errors.New("the answer is not HTTP")
	}
	var err error
	w.status, err = strconv.Atoi(string(w.head[9:12]))
	return err
}

// header returns the value of a header of the answer, "" for none.
func (w *wire) header(name string) string {
	_, rest, found := bytes.Cut(w.head, []byte("\r\n"+name+": "))
	if !found {
		return ""
	}
	value, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return string(value)
}

func (w *wire) readBody() error {
	if w.status == 204 || w.status == 304 {
		return nil
	}
	if length := w.header("Content-Length"); length != "" {
		n, err := strconv.Atoi(length)
		if err != nil {
			return err
		}
		return w.read(n)
	}
	if w.header("Transfer-Encoding") != "chunked" {
		return errors.New("the answer does not say how long it is")
	}
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 31)
		if err != nil {
			return err
		}
		if err := w.read(int(n)); err != nil {
			return err
		}
		if _, err := w.in.Discard(len("\r\n")); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
	}
}

// read appends n bytes to the body.
func (w *wire) read(n int) error {
	was := len(w.body)
	if was+n > cap(w.body) {
		w.body = append(make([]byte, 0, 2*(was+n)), w.body...)
	}
	w.body = w.body[:was+n]
	_, err := io.ReadFull(w.in, w.body[was:])
	return err
}

// text returns the body, decompressed.
func (w *wire) text() (string, error) {
	switch w.header("Content-Encoding") {
	case "gzip":
		if err := w.unzip.Reset(bytes.NewReader(w.body)); err != nil {
			return "", err
		}
		text, err := io.ReadAll(&w.unzip)
		return string(text), err
	case "zstd":
		text, err := unzstd.DecodeAll(w.body, nil)
		return string(text), err
	}
	return string(w.body), nil
}

// unzstd decodes answers in zstd.
var unzstd, _ = zstd.NewReader(nil)

// matchTag begins the main element of a match page.
const matchTag = `<main id="match"`

// attribute returns the value of an attribute of the first tag that begins with the text tag, "" if
// there is none.
func attribute(html, tag, name string) string {
	_, rest, _ := strings.Cut(html, tag)
	rest, _, _ = strings.Cut(rest, ">")
	_, value, _ := strings.Cut(rest, " "+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return strings.ReplaceAll(value, "&amp;", "&")
}
