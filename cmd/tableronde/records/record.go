// Package records holds the commands on records and positions: replay, verify, draw,
// page, import, perft, bot, and the list of games. It imports the rules and views.
package records

import (
	"fmt"
	"io"
	"os"

	"tableronde/games/record"
)

// recordFile names a file that holds a record; "-" is standard input.
type recordFile string

// open opens the file.
func (f recordFile) open(stdin io.Reader) (io.ReadCloser, error) {
	if f == "-" {
		return io.NopCloser(stdin), nil
	}
	return os.Open(string(f))
}

// read parses the record. The error names the file.
func (f recordFile) read(stdin io.Reader) (*record.Record, error) {
	from, err := f.open(stdin)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	r, err := record.Parse(from)
	if err != nil {
		return nil, f.wrap(err)
	}
	return r, nil
}

func (f recordFile) wrap(err error) error {
	if f == "-" {
		return fmt.Errorf("standard input: %w", err)
	}
	return fmt.Errorf("%s: %w", string(f), err)
}
