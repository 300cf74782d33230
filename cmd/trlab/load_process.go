package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/internal/soak"
)

// loadFloorCmd serves fixed bytes from memory, at the cost of the router and loopback alone.
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

// floorStreams are streams that are written to with as little as it takes.
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

// write writes the posted body to all streams, a part of them on each processor.
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
				_, _ = conn.Write(text) // who has gone misses it
			}
		})
	}
	writing.Wait()
	return c.NoContent(http.StatusNoContent)
}

// loadProcess is a program in a process of its own that listens on loopback. Its
// log goes to a file, since a reader of the log would be measured with it.
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
	p.cmd.Stderr = log
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

// errNoProc is the error of measurements that only Linux makes possible.
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

// processor returns the processor time that the process has taken.
func (p *loadProcess) processor() (time.Duration, error) { return processorOf(p.cmd.Process.Pid) }

// processorOf returns the processor time that a process has taken. It is counted in
// hundredths of a second.
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

// withClients returns the processor time that the process and this one, which the
// clients are part of, have taken; 0 where there is no /proc.
func (p *loadProcess) withClients() (time.Duration, error) {
	server, err := p.processor()
	clients, err2 := processorOf(os.Getpid())
	if err = errors.Join(err, err2); errors.Is(err, errNoProc) {
		return 0, nil
	}
	return server + clients, err
}
