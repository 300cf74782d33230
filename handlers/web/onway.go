package web

import (
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

// How many bytes of answers may be on their way to clients that have not taken them yet: to
// all, as much again to those that have taken everything before, and to each.
const (
	MostOnWay         = 32 << 20
	MostOnWayToClient = 4 << 20

	alwaysSent = 16 << 10 // of an answer to anybody
)

// OnWay bounds the bytes of answers that are on their way. A client is an address.
type OnWay struct {
	free string // prefix of paths whose answers do not count
	mu   sync.Mutex
	all  int
	to   map[string]int
}

// NewOnWay returns bounds under which nothing is on its way. Answers to paths with the prefix
// free do not count.
func NewOnWay(free string) *OnWay { return &OnWay{free: free, to: make(map[string]int)} }

// Bound refuses answers that there is no room for, with ErrBusy.
func (o *OnWay) Bound(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Request().URL.Path, o.free) {
			return next(c)
		}
		res := c.Response()
		w := &onWayWriter{ResponseWriter: res.Writer, onWay: o, client: c.RealIP()}
		res.Writer = w
		defer func() {
			res.Writer = w.ResponseWriter
			w.begin()
		}()
		err := next(c)
		if w.refused {
			res.Committed, res.Size, w.status = false, 0, 0
			for _, name := range []string{echo.HeaderContentLength, echo.HeaderContentEncoding, echo.HeaderContentDisposition, echo.HeaderLastModified, "ETag"} {
				res.Header().Del(name)
			}
			return ErrBusy
		}
		return err
	}
}

// count adds bytes to those on their way, and reports false if there is no room for a new answer.
func (o *OnWay) count(client string, n int, isNew bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	own, all := o.to[client]+n, o.all+n
	if isNew && n > alwaysSent && (own > n && (own > MostOnWayToClient || all > MostOnWay) || all > 2*MostOnWay) {
		return false
	}
	if o.all, o.to[client] = all, own; own == 0 {
		delete(o.to, client)
	}
	return true
}

// onWayWriter sends an answer, unless there is no room for its first bytes.
type onWayWriter struct {
	http.ResponseWriter
	onWay   *OnWay
	client  string
	status  int // until the answer begins
	begun   bool
	refused bool
}

func (w *onWayWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *onWayWriter) WriteHeader(status int) {
	if w.begun || status < http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

// begin sends the status, if it is known.
func (w *onWayWriter) begin() {
	if !w.begun && w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.begun = true
	}
}

func (w *onWayWriter) Write(p []byte) (int, error) {
	if w.refused || !w.onWay.count(w.client, len(p), !w.begun) {
		w.refused = true
		return 0, ErrBusy
	}
	defer w.onWay.count(w.client, -len(p), false)
	w.begin()
	w.begun = true
	return w.ResponseWriter.Write(p)
}

// FlushError is called by http.ResponseController.
func (w *onWayWriter) FlushError() error {
	w.begin()
	return http.NewResponseController(w.ResponseWriter).Flush()
}
