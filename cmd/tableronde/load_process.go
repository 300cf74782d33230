package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// loadProcess is this program in a process of its own that listens on loopback. Its
// log goes to a file, since a reader of the log would be measured with it.
type loadProcess struct {
	cmd  *exec.Cmd
	addr string // where it listens, as host:port
}

// startLoadProcess starts the program with arguments, and returns once it listens.
func startLoadProcess(dir string, args ...string) (_ *loadProcess, err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	log, err := os.CreateTemp(dir, "*.log")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	p := &loadProcess{cmd: exec.Command(program, args...)}
	p.cmd.Args[0], p.cmd.Stderr = os.Args[0], log
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(soakPatience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
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

// errNoProc is returned for what is measured on Linux alone.
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
