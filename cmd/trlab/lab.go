// Command trlab measures Table Ronde and trains its players. It starts the program of
// cmd/tableronde, or plays by the packages under games. It does not belong to the product.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/arena"
)

type labCommands struct {
	Load     loadCmd       `command:"load" subcommands-optional:"yes" description:"Measure how much a server bears on this machine."`
	Soak     soakCmd       `command:"soak" description:"Play on a server that is killed again and again, and count the actions that it lost."`
	Waits    waitsCmd      `command:"waits" description:"Count how often the players of a game wait for one another, without and with advance orders."`
	Arena    arena.Command `command:"arena" description:"Let players of the computer play each other."`
	Bench    benchCmd      `command:"bench" description:"Measure the search of every board on this machine."`
	Learn    learnCmd      `command:"learn" description:"Learn the weights of a board's evaluation by play."`
	Tactics  tacticsCmd    `command:"tactics" description:"Find positions of a board in which one move alone wins soon."`
	Puzzles  puzzlesCmd    `command:"puzzles" description:"Find puzzles of a board: positions in which one line alone wins, or one move alone saves."`
	Problems problemsCmd   `command:"problems" description:"Find problems of a card game: decisions in which one action wins most often."`
	Figures  figuresCmd    `command:"figures" description:"Count the winners, ends and lengths of games between computer players."`
	Sample   sampleCmd     `command:"sample" description:"Compare a table of solved positions with a search by the rules, and with level 5."`
	Words    wordsCmd      `command:"words" description:"Count constructions that make comments, documents, errors and pages hard to understand."`
}

// newLab returns the command line of trlab.
func newLab() *cli.Program {
	return &cli.Program{Name: "trlab", About: "Measurements and training for Table Ronde.", Commands: new(labCommands)}
}

func main() { newLab().Main() }

// product names the program that is measured.
type product struct {
	Program string `long:"program" env:"TRLAB_PROGRAM" value-name:"PATH" description:"The tableronde to measure; by default it is built from the sources of this module."`
}

// measure calls f with the path of the program and a folder, which it removes afterwards.
func (p product) measure(f func(program, dir string) error) (err error) {
	dir, err := os.MkdirTemp("", "trlab-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if p.Program != "" {
		program, err := exec.LookPath(p.Program)
		if err != nil {
			return err
		}
		return f(program, dir)
	}
	program := filepath.Join(dir, "tableronde")
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-tags", "nethttpomithttp2,timetzdata", "-o", program,
		"tableronde/cmd/tableronde").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build tableronde: %w: %s", err, out)
	}
	return f(program, dir)
}
