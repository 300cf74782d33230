// Package static serves the site's style sheets, scripts and pictures from
// memory. The name of each file carries a hash of its content, so that browsers
// may keep it for ever and a new version is a new address. There is no build
// step: the files in this folder are what is served.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"tableronde/static/coding"
)

//go:embed *.css *.js *.svg *.png vendor
var files embed.FS

// Prefix is where Handler expects to be mounted.
const Prefix = "/static/"

type asset struct {
	url   string
	kind  string // content type
	plain []byte
	parts []string      // the files it is made of
	gzip  func() []byte // nil where it saves nothing
}

// assets holds the files by name and by address. Neither they nor their compressed
// forms are made before they are asked for: a command line needs none of them.
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
		body := a.plain
		if packed := a.gzip(); packed != nil && coding.AcceptsGzip(r.Header) {
			body = packed
			h.Set("Content-Encoding", string(coding.Gzip))
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(body) // the reader has gone if it fails
		}
	})
}

func load() (byName, byURL map[string]*asset) {
	byName, byURL = map[string]*asset{}, map[string]*asset{}
	add := func(name string, data []byte, parts []string) {
		a := &asset{url: Prefix + hashed(name, data), kind: contentType(name), plain: data, parts: parts}
		a.gzip = sync.OnceValue(func() []byte {
			if packed := coding.SmallestGzip(data); len(packed) < len(data) {
				return packed
			}
			return nil
		})
		byName[name], byURL[a.url] = a, a
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == workerName {
			return err
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		add(name, data, []string{name})
		return nil
	})
	short := shortened{}
	for name, parts := range partsOf() {
		data, bundleErr := short.bundle(parts, strings.HasPrefix(name, matchPrefix))
		err = errors.Join(err, bundleErr)
		add(name, data, parts)
	}
	if err != nil {
		panic(err) // files compiled into the program can always be read
	}
	return byName, byURL
}

// hashed puts the hash of the content before the extension.
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
}

func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "text/plain; charset=utf-8"
	}
}
