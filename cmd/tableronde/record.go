package main

import (
	"fmt"
	"io"
	"os"

	"tableronde/games/record"
)

// recordFile names a file that holds a record; "-" is standard input.
type recordFile string

// read parses the record. The error names the file.
func (f recordFile) read(stdin io.Reader) (*record.Record, error) {
	from := stdin
	if f != "-" {
		file, err := os.Open(string(f))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		from = file
	}
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
