// Package static serves the site's style sheets, scripts and pictures from memory. The name of
// each file carries a hash of its content, so that browsers may keep it for ever and a new
// version is a new address. There is no build step: the server sends the files in this folder.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	_ "embed"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed *.css *.js *.svg *.png vendor
var files embed.FS

// Prefix is the path at which Handler must be mounted.
const Prefix = "/static/"

type asset struct {
	url   string
	kind  string        // content type
	text  func() string // read or joined again at each call, since most browsers ask for the compressed form
	parts []string      // the files it is made of
	gzip  func() []byte // nil if compression saves nothing
}

// acceptsGzip reports whether the Accept-Encoding of a request names gzip.
func acceptsGzip(h http.Header) bool {
	for coding := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(coding, " ", "")), ";q=")
		if name == "gzip" {
			return strings.Trim(weight, "0.") != "" || weight == ""
		}
	}
	return false
}

// smallestGzip returns a text in gzip, nil if that is no shorter.
func smallestGzip(text string) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // a level that it has
	_, _ = io.WriteString(w, text)                          // a bytes.Buffer takes everything
	_ = w.Close()
	if out.Len() >= len(text) {
		return nil
	}
	return out.Bytes()
}

// assets holds the files by name and by address. It makes them, and their compressed forms, only on
// demand, since most commands need none of them.
var assets = sync.OnceValues(load)

// URL is the address of a file of this folder: URL("app.css") is
// "/static/app.1f0c….css". A name that is not there gives an address that
// answers 404.
func URL(name string) string {
	byName, _ := assets()
	if a, ok := byName[name]; ok {
		return a.url
	}
	return Prefix + name
}

// Handler answers requests below Prefix.
func Handler() http.Handler {
	_, byURL := assets()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := byURL[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Content-Type", a.kind)
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Vary", "Accept-Encoding")
		var body []byte
		if acceptsGzip(r.Header) {
			body = a.gzip()
		}
		if body != nil {
			h.Set("Content-Encoding", "gzip")
		} else {
			body = []byte(a.text())
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(body) // the reader has gone if it fails
		}
	})
}

func load() (byName, byURL map[string]*asset) {
	byName, byURL = map[string]*asset{}, map[string]*asset{}
	add := func(name string, parts []string, text func() string) {
		a := &asset{url: Prefix + hashed(name, text()), kind: contentType(name), text: text, parts: parts}
		a.gzip = sync.OnceValue(func() []byte { return smallestGzip(text()) })
		byName[name], byURL[a.url] = a, a
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && name != workerName {
			add(name, []string{name}, func() string { return mustRead(name) })
		}
		return err
	})
	if err != nil {
		panic(err) // files compiled into the program can always be listed
	}
	b := bundler{}
	for name, parts := range partsOf() {
		pieces := b.bundle(parts, strings.HasPrefix(name, matchPrefix))
		add(name, parts, func() string { return strings.Join(pieces, "") })
	}
	return byName, byURL
}

func mustRead(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err) // files compiled into the program can always be read
	}
	return string(data)
}

// hashed puts the hash of the content before the extension.
func hashed(name, content string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + Hash(content) + ext
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".woff2":
		return "font/woff2"
	}
	return "text/plain; charset=utf-8"
}

// Source is the content of a file of this folder: Source("app.css"). It is empty
// for a name that is not there.
func Source(name string) string {
	byName, _ := assets()
	if a, ok := byName[name]; ok {
		return a.text()
	}
	return ""
}

// OfBoards returns the rules of a style sheet that the sheets of matches of cards lack.
func OfBoards(name string) string {
	return strings.Join(ofBoards.FindAllString(Source(name), -1), "\n")
}

// Sheets lists the style sheets in the order in which they apply.
func Sheets() []string {
	names := make([]string, len(sheets))
	for i, s := range sheets {
		names[i] = s.name
	}
	return names
}

//go:embed favicon.ico
var favicon []byte

// Favicon is icon.svg in several sizes as an ICO file, for programs that ask for /favicon.ico
// without reading a page.
func Favicon() []byte { return favicon }

const workerName = "worker.js"

// Worker returns the script of the service worker. The server sends it at an address of its
// own, after the settings that the script needs.
func Worker() string {
	return minified(scriptType, mustRead(workerName))
}

// Hash names a version of some texts.
func Hash(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
