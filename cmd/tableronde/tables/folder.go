// Package tables keeps the tables of solved positions in a folder: the command solve,
// the maker that a server runs in the background, and the players who use them.
package tables

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// Folder is a folder of tables. It is a solve.Store.
type Folder string

// Lock keeps other processes from making the tables of a game until unlock is called, as far
// as the system can.
func (d Folder) Lock(game string) (unlock func() error, err error) {
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
func (d Folder) Open(name string) (solve.Part, int64, error) {
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
func (d Folder) Write(name string, parts ...[]byte) (err error) {
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

// Player returns a player of a level, and a function that closes its tables.
func (d Folder) Player(game string, level int, seed uint64) (p bot.Chooser, done func(), err error) {
	if level < bot.Levels {
		p, err = Known{}.Player(game, level, seed)
		return p, func() {}, err
	}
	k, err := d.OpenFor(game)
	if err != nil {
		return nil, nil, err
	}
	p, err = k.Player(game, level, seed)
	return p, k.Close, err
}

// Known holds the tables of a game that are in a folder.
type Known struct {
	Table   *solve.Table   // of Camette, nil if it is not there
	endings search.Endings // of another game, nil if they are not there
}

// OpenFor opens the tables of a game that are in the folder.
func (d Folder) OpenFor(game string) (k Known, err error) {
	switch {
	case game == "camette":
		k.Table, err = solve.Open(d)
	case slices.Contains(solve.EndingGames(), game):
		var found *solve.Endings
		if found, err = solve.ReadEndings(game, d); err == nil {
			k.endings = found
		}
	}
	if err != nil && !errors.Is(err, solve.ErrAbsent) {
		return k, fmt.Errorf("%s: %w", d, err)
	}
	return k, nil
}

// Player returns a player of a level. The highest plays by the tables.
func (k Known) Player(game string, level int, seed uint64) (bot.Chooser, error) {
	switch {
	case parker.BoardOf(game) == nil:
		return bot.NewPlayer(game, level, seed)
	case level == bot.Levels && k.Table != nil:
		return bot.NewSolved(k.Table, 0)
	case level == bot.Levels:
		return bot.NewLevelWith(game, level, seed, bot.LevelOptions{Endings: k.endings})
	}
	return bot.NewLevel(game, level, seed)
}

// Close closes the table of Camette.
func (k Known) Close() {
	if k.Table != nil {
		k.Table.Close()
	}
}
