package games

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// Refusals without further explanation.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrFinished    = errors.New("the game is over")
)

// Illegal is a refusal by the rules. Its text says why and, where possible, names
// an action that would be legal.
type Illegal struct {
	Key  string            // of the sentence in the catalogues of package views: "parker.capture"
	Args map[string]string // of the sentence: squares, pieces, actions
	Rule string            // the section of the rules page: "moves.obligation"
	Text string            // the whole sentence in English
}

func (e *Illegal) Error() string { return e.Text }

// Refusal is a template of an Illegal: one reason of a ruleset to refuse
// something.
type Refusal struct {
	Key  string // of the sentence in the catalogues
	Rule string // the section of the rules page
	Text string // the sentence, with the names of its arguments in braces
}

// With formats the refusal; args alternate names and values. Arguments that the
// sentence does not name are dropped.
func (r Refusal) With(args ...string) *Illegal {
	e := &Illegal{Key: r.Key, Rule: r.Rule, Args: make(map[string]string)}
	var text strings.Builder
	for rest := r.Text; ; {
		before, after, found := strings.Cut(rest, "{")
		text.WriteString(before)
		if !found {
			e.Text = text.String()
			return e
		}
		name, behind, _ := strings.Cut(after, "}")
		for i := 0; i < len(args); i += 2 {
			if args[i] == name {
				e.Args[name] = args[i+1]
			}
		}
		text.WriteString(e.Args[name])
		rest = behind
	}
}

// Sentences returns the English sentence of every refusal by its key, with the
// names of its arguments in braces.
func Sentences[R ~struct{ Key, Rule, Text string }](refusals []R) map[string]string {
	all := make(map[string]string, len(refusals))
	for _, r := range refusals {
		all[Refusal(r).Key] = Refusal(r).Text
	}
	return all
}

// Sections lists the sections of a rules page that refusals name, sorted and
// without duplicates.
func Sections[R ~struct{ Key, Rule, Text string }](refusals []R) []string {
	var all []string
	for _, r := range refusals {
		all = append(all, Refusal(r).Rule)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// chanceRefusals are the sentences for records that fix impossible results of chance.
var chanceRefusals = map[string]string{
	"chance.no_seed": "A record of a card game names the seed of its chance, or the order of a deck.",
	"chance.form":    "The results of chance are numbers from 0, and “{text}” is none.",
	"chance.range":   "The record fixes {index} as the next result of chance, which here is at most {most}.",
	"chance.card":    "The deck of the record names “{card}”, which is no card of it, or once too often.",
}

// Refusals returns the English sentence of every refusal of this package by its
// key, with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(chanceRefusals) }

// refuse formats a refusal; args alternate names and values.
func refuse(key string, args ...string) *Illegal {
	return Refusal{Key: key, Rule: "fair", Text: chanceRefusals[key]}.With(args...)
}

// Excerpt returns the beginning of a text of which a refusal quotes no more than some characters.
func Excerpt(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
