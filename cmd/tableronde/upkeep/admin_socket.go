package upkeep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"tableronde/db/place"
	"tableronde/handlers"
	"tableronde/handlers/club"
	"tableronde/handlers/club/admin"
)

// A server whose database is a file takes commands at a socket beside it, which its owner
// alone may open: nobody else may write to the file while it runs.
func socketOf(database string) string { return database + ".admin" }

// commandAnswer is the answer of the server to a command.
type commandAnswer struct {
	Lines []string `json:"lines,omitempty"`
	Error string   `json:"error,omitempty"`
}

// TakeCommands carries out commands for a database until the returned function is called.
func TakeCommands(database string, site *handlers.Server, log *slog.Logger) (stop func() error) {
	none := func() error { return nil }
	if place.IsPostgres(database) {
		return none
	}
	at := socketOf(database)
	if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) { // which a process has left that was killed
		log.Warn("commands of operators", "error", err)
		return none
	}
	listener, err := net.Listen("unix", at)
	if err == nil {
		err = os.Chmod(at, 0o600)
	}
	if err != nil {
		log.Warn("commands of operators", "error", err)
		return none
	}
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var command admin.Command
		var answer commandAnswer
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&command)
		if err == nil {
			answer.Lines, err = site.Command(r.Context(), command)
		}
		answer.Error = describeRefusal(err)
		_ = json.NewEncoder(w).Encode(answer)
	})}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("commands of operators", "error", err)
		}
	}()
	return server.Close
}

// describeRefusal returns why a command was refused, "" if it was not.
func describeRefusal(err error) string {
	switch {
	case err == nil:
		return ""
	case club.IsRefusal(err):
		return club.ErrorOf(err).Text
	}
	return err.Error()
}

// sendCommand has the server that uses a database carry out a command.
func sendCommand(ctx context.Context, database string, command admin.Command) ([]string, error) {
	text, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socketOf(database))
		}}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tableronde/", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reach the server that uses %s: %w", database, err)
	}
	defer response.Body.Close()
	var answer commandAnswer
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("read the answer of the server: %w", err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Lines, nil
}
