package handlers

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/static"
	"tableronde/static/coding"
)

// compress sends responses in the coding that a client prefers, which makes pages six
// times smaller. Streams are not compressed, nor are pictures and what has a coding
// already. A response is compressed as a whole: if a handler fails half-way, an error
// is sent in its stead.
func compress(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || strings.HasSuffix(path, "/events") || strings.HasSuffix(path, ".png") {
			return next(c)
		}
		res := c.Response()
		res.Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
		accepted := coding.Accepted(c.Request().Header)
		if accepted == coding.Identity {
			return next(c)
		}
		body := buffers.Get().(*bytes.Buffer)
		body.Reset()
		w := &wholeWriter{ResponseWriter: res.Writer, coding: accepted, body: body}
		defer w.release()
		res.Writer = w
		failed := true
		defer func() {
			res.Writer = w.ResponseWriter
			if failed && !w.flushed {
				res.Committed, res.Size = false, 0
			}
		}()
		if err := next(c); err != nil {
			return err
		}
		failed = false
		return w.send()
	}
}

// wholeWriter holds a response back until it is whole, and sends it in a coding. What
// is flushed before is sent as it is, and so is the rest then, and all of a response that
// has a coding already.
type wholeWriter struct {
	http.ResponseWriter
	coding  coding.Coding
	status  int // 0 until it is known
	body    *bytes.Buffer
	flushed bool
}

func (w *wholeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *wholeWriter) WriteHeader(status int) {
	if w.Header().Get(echo.HeaderContentEncoding) != "" {
		w.flushed = true
	}
	if w.flushed || status < http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

func (w *wholeWriter) Write(p []byte) (int, error) {
	if w.flushed {
		return w.ResponseWriter.Write(p)
	}
	return w.body.Write(p)
}

// release gives back the response as it was before the coding, which a client that reads slowly
// would hold for long.
func (w *wholeWriter) release() {
	if w.body != nil {
		buffers.Put(w.body)
	}
	w.body = nil
}

// FlushError is called by http.ResponseController.
func (w *wholeWriter) FlushError() error {
	if !w.flushed {
		w.flushed = true
		if err := w.write(w.body.Bytes()); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// send sends the whole response, unless it has been flushed.
func (w *wholeWriter) send() error {
	h := w.Header()
	switch {
	case w.flushed:
		return nil
	case w.body.Len() < coding.MinSize || h.Get(echo.HeaderContentEncoding) != "":
		return w.write(w.body.Bytes())
	}
	if h.Get(echo.HeaderContentType) == "" {
		h.Set(echo.HeaderContentType, http.DetectContentType(w.body.Bytes()))
	}
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		h.Set("ETag", "W/"+tag) // a strong one is that of one coding
	}
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	encodeTo(out, w.coding, w.body.Bytes())
	w.release()
	h.Set(echo.HeaderContentEncoding, string(w.coding))
	h.Set(echo.HeaderContentLength, strconv.Itoa(out.Len()))
	return w.write(out.Bytes())
}

// encodeTo fills a buffer with a body in a coding.
func encodeTo(out *bytes.Buffer, in coding.Coding, body []byte) {
	out.Reset()
	out.Write(in.Append(out.AvailableBuffer(), body)) // so that the buffer has grown when it is used again
}

// write sends the status, if it is known, and a body, if there is one.
func (w *wholeWriter) write(body []byte) error {
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
	}
	if len(body) == 0 {
		return nil
	}
	_, err := w.ResponseWriter.Write(body)
	return err
}
