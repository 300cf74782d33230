package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/trlab/words"
)

type wordsCmd struct {
	Root  string `long:"root" default:"." value-name:"DIR" description:"The top of the repository."`
	Lower bool   `long:"lower" description:"Lower the limits to the hits of today."`
	Args  struct {
		Rules []string `positional-arg-name:"<rules>" description:"Rules whose places to print, as C1 P2; without any, the sums of all."`
	} `positional-args:"yes"`
}

// Run counts the hits and returns an error for a rule with more hits than its limit.
func (c *wordsCmd) Run(con *cli.Console) error {
	if _, err := os.Stat(filepath.Join(c.Root, "go.mod")); err != nil {
		return fmt.Errorf("%s is not the top of the repository: %w", c.Root, err)
	}
	limits, err := words.Limits(c.Root)
	if err != nil {
		return err
	}
	texts, err := words.Read(c.Root)
	if err != nil {
		return err
	}
	hits, counts := words.Find(texts)
	if len(c.Args.Rules) > 0 {
		return printPlaces(con.Out, slices.DeleteFunc(hits, func(h words.Hit) bool { return !slices.Contains(c.Args.Rules, h.Rule) }))
	}
	if c.Lower {
		return os.WriteFile(filepath.Join(c.Root, words.LimitsFile), []byte(words.Lower(limits, counts)), 0o644)
	}
	var over []string
	fmt.Fprintf(con.Out, "%-4s %-10s %6s %6s\n", "rule", "in", "hits", "limit")
	for _, n := range counts {
		limit := words.Limit(limits, n.Rule, n.Kind)
		fmt.Fprintf(con.Out, "%-4s %-10s %6d %6d\n", n.Rule, n.Kind, n.Hits, limit)
		if n.Hits > limit {
			over = append(over, fmt.Sprintf("%s in %s has %d hits, the limit is %d: trlab words %s prints them", n.Rule, n.Kind, n.Hits, limit, n.Rule))
		}
	}
	marked, all := words.Share(texts, hits)
	fmt.Fprintf(con.Out, "%d of %d doc comments have a hit of C1 to C6.\n", marked, all)
	if len(over) > 0 {
		return errors.New(strings.Join(over, "\n"))
	}
	return nil
}

// printPlaces prints the hits of each folder with their places.
func printPlaces(w io.Writer, hits []words.Hit) error {
	for _, folder := range words.Folders(hits) {
		fmt.Fprintf(w, "%s: %d\n", path.Dir(folder[0].File), len(folder))
		for _, h := range folder {
			fmt.Fprintf(w, "\t%s:%d: %s: %s\n", h.File, h.Line, h.Rule, strings.Join(strings.Fields(h.Text.Text), " "))
		}
	}
	return nil
}
