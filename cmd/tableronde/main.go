// Command tableronde serves the games of Camelot to browsers, and works on
// records of matches.
package main

import "tableronde/cmd/tableronde/program"

func main() { program.New().Main() }
