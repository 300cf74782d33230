package strategy

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

// Figures are counted over games between computer players of one level.
type Figures struct {
	Command, Date string // that made them
	Games, Level  int
	values        map[string]Value
}

// Value is a figure: a share in percent, a mean or a median.
type Value struct {
	Number  float64
	Percent bool
}

// Value returns a figure by its name. ok is false if there is none.
func (f Figures) Value(name string) (v Value, ok bool) {
	v, ok = f.values[name]
	return v, ok
}

// data has the output of the command that counts the figures of each game. Before it stand the
// command, after a dollar sign, and the date.
//
//go:embed data/*.txt
var data embed.FS

// readFigures reads the figures of a game.
func readFigures(game string) (Figures, error) {
	text, err := data.ReadFile("data/" + game + ".txt")
	if err != nil {
		return Figures{}, err
	}
	return parseFigures(string(text))
}

// parseFigures reads the output of the command, with the two lines before it.
func parseFigures(text string) (f Figures, err error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 3 {
		return f, fmt.Errorf("no figures: %q", text)
	}
	f = Figures{Command: strings.TrimPrefix(lines[0], "$ "), Date: lines[1], values: make(map[string]Value)}
	for _, flag := range []struct {
		name string
		to   *int
	}{{"--games ", &f.Games}, {"--level ", &f.Level}} {
		_, rest, _ := strings.Cut(f.Command, flag.name)
		number, _, _ := strings.Cut(rest, " ")
		if *flag.to, err = strconv.Atoi(number); err != nil {
			return f, fmt.Errorf("%s: %w", f.Command, err)
		}
	}
	for _, line := range lines[2:] {
		at := strings.LastIndex(line, ": ")
		if at < 0 {
			return f, fmt.Errorf("no figure: %q", line)
		}
		number, percent := strings.CutSuffix(line[at+2:], " %")
		v := Value{Percent: percent}
		if v.Number, err = strconv.ParseFloat(number, 64); err != nil {
			return f, fmt.Errorf("%s: %w", line, err)
		}
		f.values[line[:at]] = v
	}
	return f, nil
}
