package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tableronde/games/bot/solve"
)

// tableFolder is a folder of tables. It is a solve.Store.
type tableFolder string

// lock keeps other processes from making the tables of a game until unlock is called, as far
// as the system can.
func (d tableFolder) lock(game string) (unlock func() error, err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(string(d), game+".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another process makes the tables of %s: %w", d, game, err)
	}
	return f.Close, nil
}

// Open implements solve.Store.
func (d tableFolder) Open(name string) (solve.Part, int64, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, 0, solve.ErrAbsent
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// Write implements solve.Store: a file has its name once it is complete.
func (d tableFolder) Write(name string, parts ...[]byte) (err error) {
	if err := os.MkdirAll(string(d), 0o755); err != nil {
		return err
	}
	path := filepath.Join(string(d), name)
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return errors.Join(err, os.Remove(path+".part"))
	}
	return os.Rename(path+".part", path)
}
