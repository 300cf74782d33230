// Package cli reads a command line into structs whose tags describe its commands and
// flags:
//
//	cmd          a command; the struct holds its flags, or commands below it
//	arg          an argument by position; a slice takes all that are left
//	name         the name, by default the field's in lower case with hyphens
//	help         the text of --help; ${env} is the variable below
//	default      the value of a flag; of a command "withargs", which makes it the one
//	             that runs where none is named
//	env          the environment variable that gives the value otherwise
//	enum         the values that are allowed, with commas between
//	placeholder  what stands for the value in --help
//	group        the heading of an embedded struct's flags in --help
//	xor          the name of flags of which one may be given
//	required, optional, hidden
//
// It looks up no methods by name. A program that does keeps every exported method of
// every type that it uses, which makes this one larger by 4 MB.
package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Validator is a command that checks its flags and arguments together.
type Validator interface{ Validate() error }

// Parse reads arguments into the struct that program points to. It returns a pointer
// to the struct of the command that they name, or the text of the help that they ask
// for.
func Parse(name, about string, program any, args []string) (command any, help string, err error) {
	top := newCommand(reflect.ValueOf(program).Elem())
	top.path, top.help = name, about
	p := parser{args: args, command: top}
	if err := p.choose(); err != nil {
		return nil, "", err
	}
	asked, err := p.read()
	switch {
	case err != nil:
		return nil, "", err
	case asked:
		return nil, p.command.describe(p.command == top), nil
	}
	if err := p.check(); err != nil {
		return nil, "", err
	}
	command = p.command.target.Addr().Interface()
	if v, ok := command.(Validator); ok {
		if err := v.Validate(); err != nil {
			return nil, "", fmt.Errorf("%s: %w", strings.TrimPrefix(p.command.path, name+" "), err)
		}
	}
	return command, "", nil
}

// command is a command, or the whole program.
type command struct {
	path     string // as it is typed
	name     string
	help     string
	hidden   bool
	target   reflect.Value
	flags    []*value
	args     []*value
	below    []*command
	fallback *command // of below, where none is named; nil for none
}

// value is a flag or an argument.
type value struct {
	name        string
	help        string
	placeholder string
	group       string
	env         string
	xor         string
	standard    string // the default
	enum        []string
	hasStandard bool
	required    bool
	positional  bool // an argument, rather than a flag
	target      reflect.Value
	given       bool // by the command line or the environment
	typed       bool // by the command line
}

// newCommand reads the tags of a struct.
func newCommand(target reflect.Value) *command {
	c := &command{target: target}
	c.addFields(target, "")
	return c
}

func (c *command) addFields(from reflect.Value, group string) {
	for i := range from.NumField() {
		field, target := from.Type().Field(i), from.Field(i)
		if _, ok := field.Tag.Lookup("cmd"); ok {
			c.addCommand(field, target)
			continue
		}
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			c.addFields(target, field.Tag.Get("group"))
			continue
		}
		v := newValue(field, target)
		v.group = group
		if v.positional {
			c.args = append(c.args, v)
		} else {
			c.flags = append(c.flags, v)
		}
	}
}

func (c *command) addCommand(field reflect.StructField, target reflect.Value) {
	added := newCommand(target)
	added.name, added.help = nameOf(field), field.Tag.Get("help")
	_, added.hidden = field.Tag.Lookup("hidden")
	if field.Tag.Get("default") == "withargs" {
		c.fallback = added
	}
	c.below = append(c.below, added)
}

func newValue(field reflect.StructField, target reflect.Value) *value {
	v := &value{name: nameOf(field), target: target, env: field.Tag.Get("env"), xor: field.Tag.Get("xor"), placeholder: field.Tag.Get("placeholder")}
	v.help = strings.ReplaceAll(field.Tag.Get("help"), "${env}", v.env)
	v.standard, v.hasStandard = field.Tag.Lookup("default")
	_, v.required = field.Tag.Lookup("required")
	if _, v.positional = field.Tag.Lookup("arg"); v.positional {
		_, optional := field.Tag.Lookup("optional")
		v.required = !optional && !v.hasStandard
	}
	if enum := field.Tag.Get("enum"); enum != "" {
		v.enum = strings.Split(enum, ",")
	}
	return v
}

// nameOf returns the name of a field: PictureMemory is picture-memory.
func nameOf(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range field.Name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

func (c *command) flag(name string) *value {
	if i := slices.IndexFunc(c.flags, func(v *value) bool { return v.name == name }); i >= 0 {
		return c.flags[i]
	}
	return nil
}
