package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views"
	"tableronde/views/locale"
)

// Dictionaries holds a page of each game in each language, which a browser keeps as a dictionary.
// Pages of matches are then compressed against it, as in RFC 9842. It is safe for concurrent use.
type Dictionaries struct {
	sample func(game string, lang views.Lang) ([]byte, error)

	mu     sync.RWMutex
	byName map[string]*dictionary // "camelot.en"
	byHash map[string]*dictionary
}

// dictionary is a page and the compression against it.
type dictionary struct {
	text    []byte
	address string // with the beginning of the hash of text
	hash    string // as in the header Available-Dictionary
	head    []byte // of each answer: the magic number of dcz, and the hash
	encoder *zstd.Encoder
}

// NewDictionaries returns dictionaries that sample makes when they are needed.
func NewDictionaries(sample func(game string, lang views.Lang) ([]byte, error)) *Dictionaries {
	return &Dictionaries{sample: sample, byName: make(map[string]*dictionary), byHash: make(map[string]*dictionary)}
}

// PathOf returns the address of the dictionary of a game in a language. Another text has another
// address.
func (d *Dictionaries) PathOf(game string, lang views.Lang) (string, error) {
	made, err := d.make(game, lang)
	if err != nil {
		return "", err
	}
	return made.address, nil
}

// make returns the dictionary of a game in a language. It makes it if the process has none yet.
func (d *Dictionaries) make(game string, lang views.Lang) (*dictionary, error) {
	name := game + "." + string(lang)
	d.mu.RLock()
	made := d.byName[name]
	d.mu.RUnlock()
	if made != nil {
		return made, nil
	}
	text, err := d.sample(game, lang)
	if err == nil {
		made, err = newDictionary(name, text)
	}
	if err != nil {
		return nil, fmt.Errorf("dictionary %s: %w", name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.byName[name], d.byHash[made.hash] = made, made
	return made, nil
}

func newDictionary(name string, text []byte) (*dictionary, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(0, text), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(128<<10), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &dictionary{
		text:    text,
		address: fmt.Sprintf("/dictionary/%s?v=%x", name, sum[:6]),
		hash:    ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":",
		head:    append([]byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}, sum[:]...),
		encoder: encoder,
	}, nil
}

// Get answers with a dictionary. Another process may have made the page that leads to it.
func (d *Dictionaries) Get(c echo.Context) error {
	game, code, _ := strings.Cut(c.Param("name"), ".")
	lang, ok := locale.Parse(code)
	if !ok {
		return fmt.Errorf("dictionary in %q: %w", code, db.ErrNotFound)
	}
	made, err := d.make(game, lang)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Use-As-Dictionary", `match="/m/*"`)
	h.Set(echo.HeaderCacheControl, "public, max-age=2592000, immutable")
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", made.text)
}

// of returns the dictionary that a browser has, nil for none.
func (d *Dictionaries) of(r *http.Request) *dictionary {
	hash := r.Header.Get("Available-Dictionary")
	if hash == "" || !strings.Contains(r.Header.Get("Accept-Encoding"), "dcz") {
		return nil
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.byHash[hash]
}

// dictionaryWriter compresses a page against a dictionary, and passes on any other answer.
type dictionaryWriter struct {
	http.ResponseWriter
	dictionary *dictionary
	status     int // of a page, 0 for any other answer
	page       *bytes.Buffer
}

// Unwrap serves http.ResponseController.
func (w *dictionaryWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *dictionaryWriter) WriteHeader(status int) {
	h := w.Header()
	kind, _, _ := mime.ParseMediaType(h.Get(echo.HeaderContentType))
	if kind != "text/html" || h.Get(echo.HeaderContentEncoding) != "" {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status, w.page = status, Buffers.Get().(*bytes.Buffer)
	w.page.Reset()
}

func (w *dictionaryWriter) Write(part []byte) (int, error) {
	if w.page == nil {
		return w.ResponseWriter.Write(part)
	}
	return w.page.Write(part)
}

// close sends the page.
func (w *dictionaryWriter) close() error {
	if w.page == nil {
		return nil
	}
	defer Buffers.Put(w.page)
	h := w.Header()
	h.Set(echo.HeaderContentEncoding, "dcz")
	h.Add(echo.HeaderVary, "Accept-Encoding, Available-Dictionary")
	h.Del(echo.HeaderContentLength)
	w.ResponseWriter.WriteHeader(w.status)
	_, err := w.ResponseWriter.Write(w.dictionary.encoder.EncodeAll(w.page.Bytes(), bytes.Clone(w.dictionary.head)))
	return err
}
