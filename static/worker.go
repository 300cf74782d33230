package static

import (
	"crypto/sha256"
	"encoding/hex"
)

const workerName = "worker.js"

// Worker returns the script of the service worker, which is served at an address of its
// own after what it has to know.
func Worker() string {
	return stripLines(lineComment.ReplaceAllString(mustRead(workerName), "$1"))
}

// Hash names a version of some texts.
func Hash(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
