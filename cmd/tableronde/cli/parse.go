package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// parser reads the arguments of a command.
type parser struct {
	args    []string // that are not read yet
	command *command
	taken   int // arguments by position that are read
}

// choose finds the command that the first arguments name. Before the name of a command
// there are no flags.
func (p *parser) choose() error {
	for len(p.command.below) > 0 {
		next := p.command.fallback
		if len(p.args) > 0 {
			if isHelp(p.args[0]) {
				return nil
			}
			for _, c := range p.command.below {
				if c.name == p.args[0] {
					next, p.args = c, p.args[1:]
					break
				}
			}
		}
		if next == nil {
			return errors.New("expected a command")
		}
		next.path = p.command.path + " " + next.name
		p.command = next
	}
	return nil
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" }

// read sets the flags and arguments, and reports whether help is asked for instead.
func (p *parser) read() (help bool, err error) {
	for _, v := range slices.Concat(p.command.flags, p.command.args) {
		if err := v.setStandard(); err != nil {
			return false, err
		}
	}
	for len(p.args) > 0 {
		arg := p.args[0]
		p.args = p.args[1:]
		switch {
		case isHelp(arg):
			return true, nil
		case arg == "--":
			for _, arg := range p.args {
				if err := p.take(arg); err != nil {
					return false, err
				}
			}
			return false, nil
		case strings.HasPrefix(arg, "-") && arg != "-":
			err = p.readFlag(arg)
		default:
			err = p.take(arg)
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// take sets the next argument by position.
func (p *parser) take(arg string) error {
	if p.taken == len(p.command.args) {
		return fmt.Errorf("unexpected argument %s", arg)
	}
	v := p.command.args[p.taken]
	if !v.isList() {
		p.taken++
	}
	return v.setTyped(arg)
}

// readFlag reads a flag --name, and its value after = or in the argument that follows.
func (p *parser) readFlag(arg string) error {
	name, text, inside := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
	v := p.command.flag(name)
	switch {
	case !strings.HasPrefix(arg, "--") || v == nil:
		return p.command.unknownFlag(arg, name)
	case inside:
	case v.isBool():
		text = "true"
	case len(p.args) == 0:
		return fmt.Errorf("--%s: the value is missing", name)
	case looksLikeFlag(p.args[0]):
		return fmt.Errorf("--%s: expected a value but got %q; perhaps try --%[1]s=%[2]q?", name, p.args[0])
	default:
		text, p.args = p.args[0], p.args[1:]
	}
	return v.setTyped(text)
}

// looksLikeFlag reports whether an argument is more likely a flag than the value of one:
// a negative number is a value.
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && (arg[1] < '0' || arg[1] > '9')
}

// unknownFlag returns the error of an argument that names no flag.
func (c *command) unknownFlag(arg, name string) error {
	arg, _, _ = strings.Cut(arg, "=")
	for _, v := range c.flags {
		if name != "" && strings.HasPrefix(v.name, name) {
			return fmt.Errorf(`unknown flag %s, did you mean "--%s"?`, arg, v.name)
		}
	}
	return fmt.Errorf("unknown flag %s", arg)
}

// check returns an error if a flag or an argument is missing, has a value that is not
// allowed, or excludes another.
func (p *parser) check() error {
	var missing []string
	for _, v := range p.command.flags {
		if err := v.check(); err != nil {
			return err
		}
		if v.required && !v.given {
			missing = append(missing, v.synopsis())
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
	}
	for i, v := range p.command.flags {
		for _, other := range p.command.flags[:i] {
			if v.xor != "" && v.xor == other.xor && v.given && other.given {
				return fmt.Errorf("--%s and --%s can't be used together", other.name, v.name)
			}
		}
	}
	for _, v := range p.command.args {
		if v.required && !v.given {
			return fmt.Errorf(`expected "<%s>"`, v.name)
		}
	}
	return nil
}

func (v *value) check() error {
	if len(v.enum) > 0 && !slices.Contains(v.enum, v.target.String()) {
		return fmt.Errorf(`--%s must be one of "%s" but got %q`, v.name, strings.Join(v.enum, `","`), v.target.String())
	}
	return nil
}
