package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// soakPatience is how long to wait for a server to start, stop or become ready.
const soakPatience = time.Minute

var errNoFullDisk = errors.New("for which the command prlimit is needed")

// soakServer is this program, serving in a process of its own. Only url may be
// called from several goroutines.
type soakServer struct {
	name  string // by which the program is called
	db    string
	cmd   *exec.Cmd // nil before the first start
	begun time.Time
	ended chan struct{} // closed when the process has ended

	mu   sync.Mutex
	at   string // where it listens, "" while it does not
	last string // line of its log
	err  error  // that it ended with
}

// start starts a process on the database, at a free port.
func (s *soakServer) start() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	s.cmd = exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--db", s.db, "--log-json")
	s.cmd.Args[0] = s.name
	log, err := s.cmd.StderrPipe()
	if err != nil {
		return err
	}
	s.begun, s.ended = time.Now(), make(chan struct{})
	if err := s.cmd.Start(); err != nil {
		return err
	}
	go s.follow(log, s.cmd, s.ended)
	return nil
}

// follow reads the log of a process until the process ends.
func (s *soakServer) follow(log io.Reader, cmd *exec.Cmd, ended chan<- struct{}) {
	defer close(ended)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		var entry struct{ Msg, URL string }
		_ = json.Unmarshal(lines.Bytes(), &entry) // what is no JSON is for people
		s.mu.Lock()
		s.last = lines.Text()
		if entry.Msg == "listening" {
			s.at = entry.URL
		}
		s.mu.Unlock()
	}
	err := cmd.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.err = "", err
}

// url returns the address of the server, "" while it does not listen.
func (s *soakServer) url() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// await asks /readyz until it answers with a status.
func (s *soakServer) await(status int) error {
	said := "nothing"
	for deadline := time.Now().Add(soakPatience); ; time.Sleep(time.Millisecond) {
		select {
		case <-s.ended:
			return fmt.Errorf("the server ended by itself: %w; the last it said is %s", s.err, s.last)
		default:
		}
		if url := s.url(); url != "" {
			resp, err := http.Get(url + "/readyz")
			if err == nil {
				text, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				if resp.StatusCode == status {
					return nil
				}
				said = strings.TrimSpace(string(text))
			}
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("for %v /readyz has not answered %d; it says %s, and the log ends with %s", soakPatience, status, said, s.lastLine())
		}
	}
}

// lastLine returns the last line of the log.
func (s *soakServer) lastLine() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// awaitReady returns the time from the start of the server until it was ready.
func (s *soakServer) awaitReady() (time.Duration, error) {
	err := s.await(http.StatusOK)
	return time.Since(s.begun), err
}

// fillDisk makes all writes of the process fail as on a full disk, and waits until
// the server reports it.
func (s *soakServer) fillDisk() error {
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		return errNoFullDisk
	}
	if out, err := exec.Command(prlimit, "--pid", strconv.Itoa(s.cmd.Process.Pid), "--fsize=1:").CombinedOutput(); err != nil {
		return fmt.Errorf("prlimit: %w: %s", err, out)
	}
	return s.await(http.StatusServiceUnavailable)
}

// kill ends the process at once, if there is one.
func (s *soakServer) kill() error {
	if s.cmd == nil {
		return nil
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.ended
	return nil
}

// stop ends the process by SIGTERM. It returns an error if the exit status is not 0.
func (s *soakServer) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-s.ended
	return s.err
}
