// Command tableronde serves the games of Camelot to browsers, and works on
// records of matches.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/jessevdk/go-flags"
)

const about = "Table Ronde: the games of Camelot, by correspondence, in a browser."

// program is the command line. Where a command may be left out, the first runs. The name
// of a command is that of its field.
type program struct {
	Serve   serveCmd   `command:"serve" description:"Serve the site (what happens without a command)."`
	Replay  replayCmd  `command:"replay" description:"Play a record and print the position it leads to."`
	Verify  verifyCmd  `command:"verify" description:"Check the shuffle of a finished match."`
	Draw    drawCmd    `command:"draw" description:"Draw a position as a picture."`
	Page    pageCmd    `command:"page" description:"Turn a record into a page with every position, in one file."`
	Import  importCmd  `command:"import" description:"Turn a list of moves into a record."`
	Perft   perftCmd   `command:"perft" description:"Count the sequences of distinct moves from a position."`
	Waits   waitsCmd   `command:"waits" description:"Count how often the players of a game wait for one another, without and with standing orders."`
	Bot     botCmd     `command:"bot" description:"Choose an action, as the computer would play."`
	Arena   arenaCmd   `command:"arena" description:"Let players of the computer play each other."`
	Bench   benchCmd   `command:"bench" description:"Measure the search of every board on this machine."`
	Solve   solveCmd   `command:"solve" description:"Find the true values of all positions of Camette, or tell that of one."`
	Learn   learnCmd   `command:"learn" description:"Learn the weights of a board's evaluation by play."`
	Tactics tacticsCmd `command:"tactics" description:"Find positions of a board in which one move alone wins soon."`
	Backup  backupCmd  `command:"backup" description:"Copy the database, while the site runs or not."`
	Copy    copyCmd    `command:"copy" description:"Copy the database to another place: from a file to PostgreSQL, or back."`
	Check   checkCmd   `command:"check" description:"Tell whether a database or a backup is whole: its pages, and every match replayed."`
	Restore restoreCmd `command:"restore" description:"Put a backup in the place of the database, once it is checked."`
	Soak    soakCmd    `command:"soak" description:"Play on a server that is killed again and again, and tell what it lost."`
	Load    loadCmd    `command:"load" subcommands-optional:"yes" description:"Measure what a server bears on this machine."`
	Admin   adminCmd   `command:"admin" description:"What operators do: change who is one, suspend, close a match."`
	Games   gamesCmd   `command:"games" description:"List the games, with their seats and options."`
	Version versionCmd `command:"version" description:"Print the version of the program."`
}

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// runner is a command.
type runner interface{ Run(*console) error }

// validator is a command that checks its flags and arguments together.
type validator interface{ Validate() error }

func main() {
	con := &console{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	if err := execute(con, os.Args[1:]); err != nil {
		fmt.Fprintln(con.err, "tableronde: error:", err)
		if errors.As(err, new(usageError)) {
			os.Exit(80)
		}
		os.Exit(1)
	}
}

// usageError says what is wrong on the command line.
type usageError struct{ error }

// execute runs the command that args name, or prints the help that they ask for.
func execute(con *console, args []string) error {
	command, err := new(program).parse(args)
	if flags.WroteHelp(err) {
		_, err := io.WriteString(con.out, err.Error())
		return err
	}
	if err != nil {
		return usageError{err}
	}
	return command.Run(con)
}

// parse returns the command that args name, with its flags and arguments. The error may
// be the text of the help that args ask for.
func (p *program) parse(args []string) (runner, error) {
	parser := flags.NewParser(p, flags.HelpFlag|flags.PassDoubleDash|flags.AllowBoolValues)
	parser.Name, parser.LongDescription, parser.SubcommandsOptional = "tableronde", about, true
	rest, err := parser.ParseArgs(choose(parser.Command, args))
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("unexpected argument %s", rest[0])
	}
	field := reflect.ValueOf(p).Elem()
	for c := parser.Active; c != nil; c = c.Active {
		field = field.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, c.Name) })
	}
	command := field.Addr().Interface().(runner)
	if v, ok := command.(validator); ok {
		if err := v.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", parser.Active.Name, err)
		}
	}
	return command, nil
}

// choose returns args with the names of the commands that they leave out. The commands
// that do not run no longer read the environment, and an empty variable counts as none.
func choose(c *flags.Command, args []string) []string {
	if !c.SubcommandsOptional || len(args) > 0 && (args[0] == "--help" || args[0] == "-h") {
		return args
	}
	chosen := c.Commands()[0]
	if len(args) > 0 {
		if named := c.Find(args[0]); named != nil {
			chosen, args = named, args[1:]
		}
	}
	for _, other := range c.Commands() {
		for _, option := range other.Options() {
			if value, set := os.LookupEnv(option.EnvDefaultKey); other != chosen || set && value == "" {
				option.EnvDefaultKey = ""
			}
		}
	}
	chosen.LongDescription = chosen.ShortDescription
	return append([]string{chosen.Name}, choose(chosen, args)...)
}
