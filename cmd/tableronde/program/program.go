// Package program is the command line of tableronde. It has the table of its commands, which are in
// the packages beside it.
package program

import (
	"fmt"
	"runtime"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/arena"
	"tableronde/cmd/tableronde/records"
	"tableronde/cmd/tableronde/serve"
	"tableronde/cmd/tableronde/tables"
	"tableronde/cmd/tableronde/upkeep"
)

// commands are the commands of tableronde. Without a command in the arguments, serve runs.
type commands struct {
	Serve   serve.Command         `command:"serve" description:"Serve the site (also without a command)."`
	Replay  records.ReplayCommand `command:"replay" description:"Play a record and print the position it leads to."`
	Verify  records.VerifyCommand `command:"verify" description:"Check the shuffle of a finished match."`
	Draw    records.DrawCommand   `command:"draw" description:"Draw a position as a picture."`
	Page    records.PageCommand   `command:"page" description:"Turn a record into a page with every position, in one file."`
	Import  records.ImportCommand `command:"import" description:"Turn a list of moves into a record."`
	Perft   records.PerftCommand  `command:"perft" description:"Count the sequences of distinct moves from a position."`
	Bot     records.BotCommand    `command:"bot" description:"Choose an action, as the computer would play."`
	Arena   arena.Command         `command:"arena" description:"Let players of the computer play each other."`
	Solve   tables.SolveCommand   `command:"solve" description:"Find the true values of all positions of Camette or of the endings of another board, or print the value of one."`
	Backup  upkeep.BackupCommand  `command:"backup" description:"Copy the database, while the site runs or not."`
	Copy    upkeep.CopyCommand    `command:"copy" description:"Copy the database to another place: from a file to PostgreSQL, or back."`
	Check   upkeep.CheckCommand   `command:"check" description:"Check that a database or a backup is whole: its pages, and every match replayed."`
	Restore upkeep.RestoreCommand `command:"restore" description:"Put a backup in the place of the database, once it is checked."`
	Admin   upkeep.AdminCommand   `command:"admin" description:"Act as an operator: appoint others, suspend a player, close a match."`
	Games   records.GamesCommand  `command:"games" description:"List the games, with their seats and options."`
	Version versionCommand        `command:"version" description:"Print the version of the program."`
}

// New returns the command line of tableronde.
func New() *cli.Program {
	return &cli.Program{Name: "tableronde", About: "Table Ronde: the games of Camelot, by correspondence, in a browser.", Commands: new(commands), First: true}
}

type versionCommand struct{}

func (*versionCommand) Run(con *cli.Console) error {
	_, err := fmt.Fprintf(con.Out, "tableronde %s, %s %s/%s\n", cli.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
