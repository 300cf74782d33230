// Command tableronde serves the games of Camelot to browsers, and works on
// records of matches.
package main

import (
	"fmt"
	"io"
	"os"

	"tableronde/cmd/tableronde/cli"
)

const about = "Table Ronde: the games of Camelot, by correspondence, in a browser."

// program is the command line.
type program struct {
	Serve   serveCmd   `cmd:"" default:"withargs" help:"Serve the site (what happens without a command)."`
	Replay  replayCmd  `cmd:"" help:"Play a record and print the position it leads to."`
	Verify  verifyCmd  `cmd:"" help:"Check the shuffle of a finished match."`
	Draw    drawCmd    `cmd:"" help:"Draw a position as a picture."`
	Import  importCmd  `cmd:"" help:"Turn a list of moves into a record."`
	Perft   perftCmd   `cmd:"" help:"Count the sequences of distinct moves from a position."`
	Backup  backupCmd  `cmd:"" help:"Copy the database, while the site runs or not."`
	Copy    copyCmd    `cmd:"" help:"Copy the database to another place: from a file to PostgreSQL, or back."`
	Check   checkCmd   `cmd:"" help:"Tell whether a database or a backup is whole: its pages, and every match replayed."`
	Restore restoreCmd `cmd:"" help:"Put a backup in the place of the database, once it is checked."`
	Soak    soakCmd    `cmd:"" help:"Play on a server that is killed again and again, and tell what it lost."`
	Load    loadCmd    `cmd:"" help:"Measure what a server bears on this machine."`
	Games   gamesCmd   `cmd:"" help:"List the games, with their seats and options."`
	Version versionCmd `cmd:"" help:"Print the version of the program."`
}

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// runner is a command.
type runner interface{ Run(*console) error }

func main() {
	con := &console{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	if err := execute(con, os.Args[1:]); err != nil {
		fmt.Fprintln(con.err, "tableronde: error:", err)
		os.Exit(1)
	}
}

// execute runs the command that args name, or prints the help that they ask for.
func execute(con *console, args []string) error {
	command, help, err := cli.Parse("tableronde", about, &program{}, args)
	if err != nil {
		return err
	}
	if help != "" {
		_, err := io.WriteString(con.out, help)
		return err
	}
	return command.(runner).Run(con)
}
