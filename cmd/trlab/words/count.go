package words

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// LimitsFile is the path of the limits in the repository.
const LimitsFile = "cmd/trlab/words/limits.txt"

// Count is the number of hits of a rule in texts of a kind.
type Count struct {
	Rule string
	Kind Kind
	Hits int
}

// Hit is a text in which a rule finds something.
type Hit struct {
	Text
	Rule string
	Hits int
}

// Find returns the hits of all rules in texts, and their sum for each rule and kind.
func Find(texts []Text) (hits []Hit, counts []Count) {
	for _, rule := range Rules {
		for _, kind := range rule.Kinds {
			sum := 0
			for _, t := range texts {
				if t.Kind != kind {
					continue
				}
				if n := rule.Count(except(t, rule.Name)); n > 0 {
					sum += n
					hits = append(hits, Hit{Text: t, Rule: rule.Name, Hits: n})
				}
			}
			counts = append(counts, Count{Rule: rule.Name, Kind: kind, Hits: sum})
		}
	}
	return hits, counts
}

// Share returns the number of doc comments with a hit of C1 to C6, and of all doc comments.
func Share(texts []Text, hits []Hit) (marked, all int) {
	for _, t := range texts {
		if t.Kind == Comments {
			all++
		}
	}
	seen := map[string]bool{}
	for _, h := range hits {
		if place := fmt.Sprint(h.File, ":", h.Line); h.Kind == Comments && strings.HasPrefix(h.Rule, "C") && !seen[place] {
			seen[place] = true
			marked++
		}
	}
	return marked, all
}

// Limits reads the limits of the repository at root.
func Limits(root string) ([]Count, error) {
	text, err := os.ReadFile(filepath.Join(root, LimitsFile))
	if err != nil {
		return nil, err
	}
	return parseLimits(bytes.NewReader(text))
}

func parseLimits(r io.Reader) (limits []Count, err error) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		var c Count
		if _, err := fmt.Sscan(lines.Text(), &c.Rule, &c.Kind, &c.Hits); err != nil {
			return nil, fmt.Errorf("limits.txt: %q: %w", lines.Text(), err)
		}
		limits = append(limits, c)
	}
	return limits, nil
}

// Limit returns the limit of a rule for a kind of texts, 0 without a line.
func Limit(limits []Count, rule string, kind Kind) int {
	for _, l := range limits {
		if l.Rule == rule && l.Kind == kind {
			return l.Hits
		}
	}
	return 0
}

// Lower returns the lower of limits and counts, as lines of limits.txt. A limit of 0 needs no line.
func Lower(limits, counts []Count) string {
	var b strings.Builder
	for _, c := range counts {
		if n := min(c.Hits, Limit(limits, c.Rule, c.Kind)); n > 0 {
			fmt.Fprintf(&b, "%s %s %d\n", c.Rule, c.Kind, n)
		}
	}
	return b.String()
}

// Folders groups hits by folder, the folder with the most hits first.
func Folders(hits []Hit) (folders [][]Hit) {
	by := map[string][]Hit{}
	for _, h := range hits {
		by[path.Dir(h.File)] = append(by[path.Dir(h.File)], h)
	}
	for _, in := range by {
		slices.SortStableFunc(in, func(a, b Hit) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
		folders = append(folders, in)
	}
	slices.SortFunc(folders, func(a, b []Hit) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0].File, b[0].File)) })
	return folders
}
