package soak

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

// Patience is the longest wait for a server to start, stop or become ready.
const Patience = time.Minute

var ErrNoFullDisk = errors.New("for which the command prlimit is needed")

// Server is a process that runs tableronde serve. Only url is safe for concurrent use.
type Server struct {
	Program string // the path of tableronde
	DB      string
	cmd     *exec.Cmd // nil before the first start
	begun   time.Time
	ended   chan struct{} // closed when the process has ended

	mu   sync.Mutex
	at   string // its address, "" while it is down
	last string // last line of its log
	err  error  // the error with which it ended
}

// Quiet returns the environment of a server that is measured: it plays and reviews nothing that
// nobody has asked for. An older program ignores the variables.
func Quiet() []string {
	return append(os.Environ(), "TABLERONDE_EXHIBITION=off", "TABLERONDE_REVIEWS=asked")
}

// Start starts a process on the database, at a free port.
func (s *Server) Start() error {
	s.cmd = exec.Command(s.Program, "serve", "--addr", "127.0.0.1:0", "--db", s.DB, "--log-json")
	s.cmd.Env = Quiet()
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
func (s *Server) follow(log io.Reader, cmd *exec.Cmd, ended chan<- struct{}) {
	defer close(ended)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		var entry struct{ Msg, URL string }
		_ = json.Unmarshal(lines.Bytes(), &entry) // ignore lines that are not JSON
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

// URL returns the address of the server, "" while it does not listen.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// await requests /readyz until the answer has a status.
func (s *Server) await(status int) error {
	said := "nothing"
	for deadline := time.Now().Add(Patience); ; time.Sleep(time.Millisecond) {
		select {
		case <-s.ended:
			return fmt.Errorf("the server ended by itself: %w; the last it said is %s", s.err, s.last)
		default:
		}
		if url := s.URL(); url != "" {
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
			return fmt.Errorf("for %v /readyz has not answered %d; it says %s, and the log ends with %s", Patience, status, said, s.lastLine())
		}
	}
}

// lastLine returns the last line of the log.
func (s *Server) lastLine() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// AwaitReady returns the time from the start of the server until it was ready.
func (s *Server) AwaitReady() (time.Duration, error) {
	err := s.await(http.StatusOK)
	return time.Since(s.begun), err
}

// FillDisk makes all writes of the process fail like on a full disk, and waits until the server
// reports it.
func (s *Server) FillDisk() error {
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		return ErrNoFullDisk
	}
	if out, err := exec.Command(prlimit, "--pid", strconv.Itoa(s.cmd.Process.Pid), "--fsize=1:").CombinedOutput(); err != nil {
		return fmt.Errorf("prlimit: %w: %s", err, out)
	}
	return s.await(http.StatusServiceUnavailable)
}

// Kill ends the process at once, if there is one.
func (s *Server) Kill() error {
	if s.cmd == nil {
		return nil
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.ended
	return nil
}

// Stop ends the process by SIGTERM. It returns an error if the exit status is not 0.
func (s *Server) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-s.ended
	return s.err
}
