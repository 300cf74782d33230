package games

import (
	"maps"
	"strings"
)

// refusals are the sentences by which chance refuses what a record fixes of it.
var refusals = map[string]string{
	"chance.no_seed": "A record of a card game names the seed of its chance, or the order of a deck.",
	"chance.form":    "The results of chance are numbers from 0, and “{text}” is none.",
	"chance.range":   "The record fixes {index} as the next result of chance, which here is at most {most}.",
	"chance.card":    "The deck of the record names “{card}”, which is no card of it, or once too often.",
}

// Refusals lists the English text of every refusal of this package by its key,
// with {placeholders} for the arguments.
func Refusals() map[string]string { return maps.Clone(refusals) }

// refuse names a refusal and its arguments: name and value in turn.
func refuse(key string, args ...string) *Illegal {
	e := &Illegal{Key: key, Args: make(map[string]string, len(args)/2), Rule: "fair", Text: refusals[key]}
	for i := 0; i+1 < len(args); i += 2 {
		e.Args[args[i]] = args[i+1]
		e.Text = strings.ReplaceAll(e.Text, "{"+args[i]+"}", args[i+1])
	}
	return e
}
