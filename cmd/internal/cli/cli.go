// Package cli runs the commands of a program: it parses flags, prints help, and sets the exit
// status. It imports go-flags, and no package of this module.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/jessevdk/go-flags"
)

// Program is a command line.
type Program struct {
	Name, About string
	Commands    any  // pointer to a struct with a field for each command
	First       bool // run the first command if the arguments name none
}

// Console holds the input and the outputs of a command.
type Console struct {
	In       io.Reader
	Out, Err io.Writer
}

// runner is a command.
type runner interface{ Run(*Console) error }

// validator is a command that checks its flags and arguments together.
type validator interface{ Validate() error }

// UsageError is an error in the arguments, not of the command.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

// Main runs the command in the process's arguments. The exit status is 80 for wrong arguments, 1 if
// the command fails.
func (p *Program) Main() {
	con := &Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	if err := p.Execute(con, os.Args[1:]); err != nil {
		fmt.Fprintf(con.Err, "%s: error: %v\n", p.Name, err)
		if errors.As(err, new(UsageError)) {
			os.Exit(80)
		}
		os.Exit(1)
	}
}

// Execute runs the command in args, or prints the requested help.
func (p *Program) Execute(con *Console, args []string) error {
	command, err := p.Parse(args)
	if flags.WroteHelp(err) {
		_, err := io.WriteString(con.Out, err.Error())
		return err
	}
	if err != nil {
		return UsageError{err}
	}
	return command.Run(con)
}

// Parse returns the command in args with its flags and arguments. The error may be the requested
// help text.
func (p *Program) Parse(args []string) (runner, error) {
	parser := flags.NewParser(p.Commands, flags.HelpFlag|flags.PassDoubleDash|flags.AllowBoolValues)
	parser.Name, parser.LongDescription, parser.SubcommandsOptional = p.Name, p.About, p.First
	rest, err := parser.ParseArgs(choose(parser.Command, args))
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("unexpected argument %s", rest[0])
	}
	field := reflect.ValueOf(p.Commands).Elem()
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

// choose adds omitted command names to args. Other commands no longer read their environment
// variables, and an empty variable counts as unset.
func choose(c *flags.Command, args []string) []string {
	var named *flags.Command
	if len(args) > 0 {
		named = c.Find(args[0])
	}
	switch {
	case len(args) > 0 && (args[0] == "--help" || args[0] == "-h"):
		return args
	case named != nil:
		args = args[1:]
	case c.SubcommandsOptional:
		named = c.Commands()[0]
	default:
		return args
	}
	for _, other := range c.Commands() {
		for _, option := range other.Options() {
			if value, set := os.LookupEnv(option.EnvDefaultKey); other != named || set && value == "" {
				option.EnvDefaultKey = ""
			}
		}
	}
	named.LongDescription = named.ShortDescription
	return append([]string{named.Name}, choose(named, args)...)
}

// Count returns "one line", or "7 lines" for another number.
func Count(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
