package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

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
