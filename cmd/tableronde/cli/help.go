package cli

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// helpWidth is the number of columns that help takes at most.
const helpWidth = 80

// describe returns the help of a command; top is that of the whole program.
func (c *command) describe(top bool) string {
	var b strings.Builder
	usage := c.usage()
	if len(c.below) > 0 {
		usage = c.path + " <command>"
	}
	fmt.Fprintf(&b, "Usage: %s\n\n%s", usage, wrap(c.help, ""))
	writeTable(&b, "\nArguments:\n", "  ", rows(c.args))
	b.WriteString("\nFlags:\n  -h, --help    Show context-sensitive help.\n")
	for i, v := range c.flags {
		if i > 0 && c.flags[i-1].group == v.group {
			continue
		}
		group := c.flags[i:]
		for j := range group {
			if group[j].group != v.group {
				group = group[:j]
				break
			}
		}
		heading, indent := "\n", "      "
		if v.group != "" {
			heading, indent = "\n"+v.group+"\n", "  "
		}
		writeTable(&b, heading, indent, rows(group))
	}
	if len(c.below) > 0 {
		b.WriteString("\nCommands:\n" + strings.Join(c.summaries(c.path), "\n"))
	}
	if top {
		fmt.Fprintf(&b, "\nRun \"%s <command> --help\" for more information on a command.\n", c.path)
	}
	return b.String()
}

// summaries returns a paragraph for each command below, those below it instead if it
// has any. path is how the command is typed.
func (c *command) summaries(path string) (all []string) {
	_, shown, _ := strings.Cut(path+" ", " ") // without the name of the program
	for _, below := range c.below {
		below.path = shown + below.name
		switch {
		case below.hidden:
		case len(below.below) > 0:
			all = append(all, below.summaries(path+" "+below.name)...)
		default:
			all = append(all, "  "+below.usage()+"\n"+wrap(below.help, "    "))
		}
	}
	return all
}

// usage returns how the command is typed, with what it needs.
func (c *command) usage() string {
	words := []string{c.path}
	optional := false
	for _, v := range c.flags {
		if v.required {
			words = append(words, v.synopsis())
		} else {
			optional = true
		}
	}
	for _, v := range c.args {
		words = append(words, v.position())
	}
	if optional {
		words = append(words, "[flags]")
	}
	return strings.Join(words, " ")
}

// position returns an argument as usage and help name it.
func (v *value) position() string {
	name := v.label()
	if v.isList() {
		name += " ..."
	}
	if !v.required {
		name = "[" + name + "]"
	}
	return name
}

// synopsis returns a flag with what stands for its value.
func (v *value) synopsis() string {
	if v.isBool() {
		return "--" + v.name
	}
	shown := v.placeholder
	switch {
	case shown != "":
	case v.hasStandard && v.target.Kind() == reflect.String:
		shown = strconv.Quote(v.standard)
	case v.hasStandard:
		shown = v.standard
	case v.target.Type() == reflect.TypeFor[time.Duration]():
		shown = "DURATION"
	default:
		shown = strings.ToUpper(v.target.Kind().String())
	}
	if v.isList() {
		shown += ",..."
	}
	return "--" + v.name + "=" + shown
}

// rows returns the names of flags or arguments, and what help says of them.
func rows(values []*value) (rows [][2]string) {
	for _, v := range values {
		name := v.synopsis()
		if v.positional {
			name = v.position()
		}
		rows = append(rows, [2]string{name, v.help})
	}
	return rows
}

// writeTable writes two columns below a heading, or nothing without rows.
func writeTable(b *strings.Builder, heading, indent string, rows [][2]string) {
	widest := 0
	for _, row := range rows {
		widest = max(widest, utf8.RuneCountInString(row[0]))
	}
	for i, row := range rows {
		if i == 0 {
			b.WriteString(heading)
		}
		left := indent + row[0] + strings.Repeat(" ", widest-utf8.RuneCountInString(row[0])+4)
		text := wrap(row[1], strings.Repeat(" ", len(indent)+widest+4))
		b.WriteString(left + strings.TrimLeft(text, " "))
	}
}

// wrap breaks a text into lines that begin with an indent.
func wrap(text, indent string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+n > helpWidth:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}
