package views

import (
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/views/locale"
)

// Choice is an action at cards in words, for hints and reviews.
type Choice struct {
	Does string // in the infinitive: "play the red 5"
	Why  string // what speaks for it, or against, a clause or two: "keeps the red 7"; "" nothing to tell
	Face string // drawing of the card that it plays; "" none
}

// ByRank returns the match with bots called by their ranks alone, as in phrases that name
// more than one thing.
func (m Match) ByRank() Match {
	m.Seats = slices.Clone(m.Seats)
	for i, s := range m.Seats {
		if s.Rank != "" {
			m.Seats[i].Name = s.Rank
		}
	}
	return m
}

// Reasons joins the clauses that word gives to what speaks for an action.
func (m *Match) Reasons(why []games.Fact, word func(games.Fact) string) (text string) {
	for _, f := range why {
		switch clause := word(f); {
		case text == "":
			text = clause
		case clause != "":
			text = m.T("hint.join", "First", text, "Next", clause)
		}
	}
	return text
}

// Counted is N, but for 0 the sentence with the key and ".none" after it, if there is one.
func (p Page) Counted(key string, n int, args ...any) string {
	if none := key + ".none"; n == 0 && p.Has(none) {
		return p.T(none, args...)
	}
	return p.N(key, n, args...)
}

// Decided is a decision at cards that has cost something.
type Decided struct {
	Ply     int
	Moment  string // of the match
	Number  int    // among the decisions of its seat in which there was a choice, from 1
	Cost    int    // in hundredths of the game
	Options []DecidedOption
	Hand    []HeldCard // of its seat at that moment
	Came    string     // what came of it, a sentence or more
	Marked  bool       // the graph of the chances has its number
}

// HeldCard is a card of a hand.
type HeldCard struct {
	Face string // its drawing
	Name string // within a sentence
}

// DecidedOption is an action of a decision, and the part of the game that could be expected
// of it, in hundredths.
type DecidedOption struct {
	Choice
	Share        int
	Best, Played bool
}

// Decisions is the model of the page on which the decisions of a seat at cards are reviewed.
type Decisions struct {
	Match
	Done       bool
	Judged, Of int          // decisions, of all people
	Whose      games.Seat   // whose decisions the page tells of
	People     []games.Seat // whose there are
	Choices    int          // decisions of the seat with a choice
	Costly     int          // of these, which have cost something
	Deals      int          // in which each option was tried; 0 if there was no choice
	Told       []Decided    // the dearest first
	Course     []Moment     // of the match, in order; none if a review has none
	Defs       string       // what the drawings refer to
}

func (d *Decisions) path() string { return d.Address() + "/review" }

// own reports whether the visitor's decisions are told.
func (d *Decisions) own() bool { return d.HasSeat(d.Whose) }

// played and best return what was done in a decision, and what would have been best.
func (d Decided) played() string {
	for _, o := range d.Options {
		if o.Played {
			return o.Does
		}
	}
	return ""
}

func (d Decided) best() string { return d.Options[0].Does }

// hand names the cards of the hand in a sentence.
func (d Decided) hand(lang Lang) string {
	var names []string
	for _, c := range d.Hand {
		names = append(names, c.Name)
	}
	return Sentence(locale.And(lang, names)) + "."
}

// differ reports whether the options do not all keep or bring the same.
func (d Decided) differ() bool {
	return slices.ContainsFunc(d.Options, func(o DecidedOption) bool { return o.Why != d.Options[0].Why })
}

// lead says how many decisions there were, and how they were judged.
func (d *Decisions) lead() string {
	key := "review.decisions.lead_of"
	if d.own() {
		key = "review.decisions.lead"
	}
	return d.N("review.decisions.choices", d.Choices, "Name", d.Name(d.Whose)) + " " + d.T(key, "Name", d.Name(d.Whose), "Deals", grouped(d.Lang, d.Deals))
}

// heading counts the decisions that the page tells of.
func (d *Decisions) heading() string {
	if d.Costly == 0 {
		return d.T("review.decisions.none")
	}
	return d.N("review.decisions.title", len(d.Told))
}

// grouped returns a number below a million with its thousands apart.
func grouped(lang Lang, n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d%s%03d", n/1000, Either(lang == French, "\u202f", ","), n%1000)
}
