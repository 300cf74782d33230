package serve

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"tableronde/handlers"
)

// loopback is an address on this machine that nobody else can reach.
type loopback string

// UnmarshalFlag implements flags.Unmarshaler.
func (l *loopback) UnmarshalFlag(text string) error {
	host, _, err := net.SplitHostPort(text)
	if err != nil {
		return err
	}
	if !isLoopback(host) {
		return fmt.Errorf("%s is no address of this machine alone, as 127.0.0.1:9090", text)
	}
	*l = loopback(text)
	return nil
}

// serveMetrics answers, at an address on this machine, how the process does and what it is
// busy with, until the returned function is called. An empty address serves nothing.
func serveMetrics(at loopback, site *handlers.Server, log *slog.Logger) (stop func() error, err error) {
	if at == "" {
		return func() error { return nil }, nil
	}
	listener, err := net.Listen("tcp", string(at))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		site.WriteMetrics(w)
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: onlyLoopback(mux), ReadHeaderTimeout: 5 * time.Second}
	log.Info("metrics", "url", "http://"+listener.Addr().String()+"/metrics")
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("metrics", "error", err)
		}
	}()
	return server.Close, nil
}

// onlyLoopback refuses requests for another host, which a page in a browser on this machine
// could be made to send.
func onlyLoopback(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if !isLoopback(host) {
			http.Error(w, "misdirected", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
