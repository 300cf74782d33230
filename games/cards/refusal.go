package cards

import (
	"fmt"
	"slices"

	"tableronde/games"
)

// Refusal is one reason of a ruleset to refuse an action, orders or a setup.
type Refusal games.Refusal

// Refusals are all reasons of a ruleset; their keys share a prefix.
type Refusals struct {
	prefix string
	all    []*Refusal
}

// NewRefusals returns an empty list for keys that begin with the prefix.
func NewRefusals(prefix string) *Refusals { return &Refusals{prefix: prefix} }

// Add returns a new refusal of the list, for a section of the rules page.
func (l *Refusals) Add(key, rule, text string) *Refusal {
	r := &Refusal{Key: l.prefix + key, Rule: rule, Text: text}
	l.all = append(l.all, r)
	return r
}

// All lists the refusals in the order in which they were added.
func (l *Refusals) All() []*Refusal { return l.all }

// Sentences returns the English sentence of every refusal by its key, with the names of
// its arguments in braces. A catalogue needs all of them.
func (l *Refusals) Sentences() map[string]string {
	all := make(map[string]string, len(l.all))
	for _, r := range l.all {
		all[r.Key] = r.Text
	}
	return all
}

// Sections lists the sections of a rules page that refusals name, sorted and without
// duplicates.
func (l *Refusals) Sections() []string {
	var all []string
	for _, r := range l.all {
		all = append(all, r.Rule)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// With formats the refusal; pairs alternate names and values, and those that the sentence
// does not name are dropped. A value with a Name appears by its English name in the text
// and by its code in Args. The result is nil for a nil Refusal.
func (r *Refusal) With(pairs ...any) *games.Illegal {
	if r == nil {
		return nil
	}
	codes, words, named := make([]string, len(pairs)), make([]string, len(pairs)), false
	for i, value := range pairs {
		codes[i] = fmt.Sprint(value)
		words[i] = codes[i]
		if thing, ok := value.(interface{ Name() games.Text }); ok {
			words[i], named = thing.Name().En, true
		}
	}
	why := games.Refusal(*r).With(codes...)
	if named {
		why.Text = games.Refusal(*r).With(words...).Text
	}
	return why
}

// Excerpt returns the beginning of a typed text, for a refusal.
func Excerpt(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
