package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"tableronde/cmd/internal/soak"
)

// wire is a kept-alive connection of a client that does as little as it can for each
// answer, so that the server is what is measured.
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

// rawRequest returns a request as it goes over the wire; headers are names and values
// in turn.
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

// header returns the value of a header of the answer, "" if there is none.
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
	if w.header("Content-Encoding") != "gzip" {
		return string(w.body), nil
	}
	if err := w.unzip.Reset(bytes.NewReader(w.body)); err != nil {
		return "", err
	}
	text, err := io.ReadAll(&w.unzip)
	return string(text), err
}

// matchTag begins the main element of the page of a match.
const matchTag = `<main id="match"`

// attribute returns the value of an attribute of a tag in HTML, where the tag begins
// with a text; "" if there is none.
func attribute(html, tag, name string) string {
	_, rest, _ := strings.Cut(html, tag)
	rest, _, _ = strings.Cut(rest, ">")
	_, value, _ := strings.Cut(rest, " "+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return strings.ReplaceAll(value, "&amp;", "&")
}
