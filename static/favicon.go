package static

import _ "embed"

//go:embed favicon.ico
var favicon []byte

// Favicon is icon.svg in several sizes as an ICO file, for those who ask for
// /favicon.ico without reading a page.
func Favicon() []byte { return favicon }
