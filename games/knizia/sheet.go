package knizia

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// When is the condition under which a row cancels an action card.
type When uint8

// The conditions.
const (
	Never When = iota
	IfMe       // the card targets the seat, changes its display or lowers its total
	Any
)

var whenWords = [...]string{"never", "me", "any"}

// String returns the word of the sheet.
func (w When) String() string { return whenWords[w] }

// Row is the order for one kind of action card. All its conditions must hold.
type Row struct {
	When          When
	MinLoss       int  // the total of the seat falls by at least this number; 0 for no condition
	OnlyIfLeading bool // the total of the seat is the highest in the tournament before the action
	MaxIn         int  // at most this number of seats are in the tournament; 0 for no condition
}

// Bounds of the conditions of a row.
const (
	MostLoss = 99
	LeastIn  = 2
)

const maxSheet = 2000

// Sheet is the advance orders of a seat: when to cancel an action card with Lancelot, if the
// seat holds it, and which cards to keep for Adapt. The zero Sheet does nothing. Its text has
// a line for each row except never, in the order of the rules, and one for Adapt except ask:
//
//	unhorse any onlyIfLeading maxIn=2
//	riposte me minLoss=4
//	adapt-choice oldest
//
// A line is the code of an action card, "never", "me" or "any", and conditions in
// any order; or "adapt-choice" and "ask", "oldest", "newest", "colour-first" or
// "supporter-first".
type Sheet struct {
	rows  [Lancelot - Unhorse]Row
	Adapt Preference
}

const adaptChoice = "adapt-choice"

var preferenceWords = [...]string{"ask", "oldest", "newest", "colour-first", "supporter-first"}

// String returns the word of the sheet.
func (p Preference) String() string { return preferenceWords[p] }

// SheetCards lists the sixteen action cards that have a row on a sheet.
func SheetCards() []Card { return Actions()[:Lancelot-Unhorse] }

// Hits reports whether an action card can affect another seat than its player's. IfMe
// is useless for the others.
func Hits(c Card) bool {
	switch c {
	case Unhorse, ChangeWeapon, Retreat, Shield:
		return false
	}
	return c.IsAction() && c != Lancelot
}

// Row returns the row of an action card other than Lancelot.
func (s Sheet) Row(c Card) Row {
	if !c.IsAction() || c == Lancelot {
		return Row{}
	}
	return s.rows[c-Unhorse]
}

// With returns the sheet with another row for an action card other than Lancelot.
func (s Sheet) With(c Card, row Row) Sheet {
	if !c.IsAction() || c == Lancelot {
		return s
	}
	if row.When == Never {
		row = Row{}
	}
	s.rows[c-Unhorse] = row
	return s
}

// The presets of a sheet.
const (
	PresetOff      = "off"      // cancel nothing
	PresetProtect  = "protect"  // cancel cards that harm me much
	PresetDecisive = "decisive" // cancel anything once I lead and two are left
)

// Presets lists the presets in the order in which to offer them.
func Presets() []string { return []string{PresetOff, PresetProtect, PresetDecisive} }

// Fill returns the sheet with the rows of a preset; for another word it returns the
// sheet itself.
func (s Sheet) Fill(preset string) Sheet {
	for _, c := range SheetCards() {
		row := Row{}
		switch {
		case preset == PresetProtect && (c == KnockDown || c == Stunned):
			row = Row{When: IfMe}
		case preset == PresetProtect && Hits(c):
			row = Row{When: IfMe, MinLoss: 4}
		case preset == PresetDecisive && c != Adapt && c != Retreat && c != Shield:
			row = Row{When: Any, OnlyIfLeading: true, MaxIn: 2}
		}
		if slices.Contains(Presets(), preset) {
			s = s.With(c, row)
		}
	}
	return s
}

// Preset returns the preset with the rows of the sheet, "" if there is none.
func (s Sheet) Preset() string {
	for _, preset := range Presets() {
		if s.Fill(preset) == s {
			return preset
		}
	}
	return ""
}

// threat is the effect of the action under way on a seat that could cancel it.
type threat struct {
	target  bool // it names the seat
	touched bool // the display of the seat would change
	loss    int  // by which the total of the seat would fall
	leads   bool // the total of the seat is the highest of all seats in the tournament
	in      int  // seats in the tournament
}

// meets reports whether a row cancels an action card with an effect.
func (r Row) meets(t threat) bool {
	switch {
	case r.When == Never,
		r.MaxIn > 0 && t.in > r.MaxIn,
		r.OnlyIfLeading && !t.leads,
		r.MinLoss > 0 && t.loss < r.MinLoss:
		return false
	}
	return r.When == Any || t.target || t.touched || t.loss > 0
}

// Cancels reports whether a seat with this sheet would cancel the action under way if
// it held Lancelot. It is false if the seat cannot answer: outside PhaseReact, for the
// player of the card, and for seats that have left the tournament.
func (s Sheet) Cancels(v View, number games.Seat) bool {
	if !v.Answers(number) {
		return false
	}
	own := v.Seats[number-1]
	t := threat{
		target: v.UnderWay.Move.Seat == number, touched: own.Touched, loss: own.Total - own.After, leads: true,
	}
	for _, other := range v.Seats {
		if !other.In {
			continue
		}
		t.in++
		if other.Seat != number && other.Total >= own.Total {
			t.leads = false
		}
	}
	return s.Row(v.UnderWay.Move.Card).meets(t)
}

// String returns the canonical text of the sheet, "" for the zero Sheet.
func (s Sheet) String() string {
	var lines []string
	for i, row := range s.rows {
		if row.When == Never {
			continue
		}
		line := (Unhorse + Card(i)).String() + " " + row.When.String()
		if row.MinLoss > 0 {
			line += " minLoss=" + strconv.Itoa(row.MinLoss)
		}
		if row.OnlyIfLeading {
			line += " onlyIfLeading"
		}
		if row.MaxIn > 0 {
			line += " maxIn=" + strconv.Itoa(row.MaxIn)
		}
		lines = append(lines, line)
	}
	if s.Adapt != AskMe {
		lines = append(lines, adaptChoice+" "+s.Adapt.String())
	}
	return strings.Join(lines, "\n")
}

// parseLine parses the words of a line. The heads of the lines before it are in seen.
func (s *Sheet) parseLine(words []string, seen map[string]bool) *games.Illegal {
	head, rest, word := strings.ToLower(words[0]), words[1:], ""
	if seen[head] {
		return sheetTwice.With("text", excerpt(head))
	}
	seen[head] = true
	if head == adaptChoice {
		choice := strings.Join(rest, " ")
		i := slices.IndexFunc(preferenceWords[:], func(w string) bool { return strings.EqualFold(w, choice) })
		if i < 0 {
			return sheetChoice.With("text", excerpt(choice))
		}
		s.Adapt = Preference(i)
		return nil
	}
	c := ParseCard(head)
	if !c.IsAction() || c == Lancelot {
		return sheetRow.With("text", excerpt(head))
	}
	if len(rest) > 0 {
		word = rest[0]
	}
	i := slices.IndexFunc(whenWords[:], func(w string) bool { return strings.EqualFold(w, word) })
	if i < 0 {
		return sheetWhen.With("card", c, "text", excerpt(word))
	}
	row := Row{When: When(i)}
	for _, condition := range rest[1:] {
		name, number, valued := strings.Cut(condition, "=")
		var why *games.Illegal
		switch {
		case strings.EqualFold(name, "onlyIfLeading") && !valued:
			row.OnlyIfLeading = true
		case strings.EqualFold(name, "minLoss"):
			row.MinLoss, why = parseBound(number, name, 1, MostLoss)
		case strings.EqualFold(name, "maxIn"):
			row.MaxIn, why = parseBound(number, name, LeastIn, maxSeats)
		default:
			why = sheetQualifier.With("text", excerpt(condition))
		}
		if why != nil {
			return why
		}
	}
	*s = s.With(c, row)
	return nil
}

// parseBound parses the number of a condition.
func parseBound(number, condition string, low, high int) (int, *games.Illegal) {
	n, ok := parseNumber(number)
	if !ok || n < low || n > high {
		return 0, sheetNumber.With("text", excerpt(condition), "low", low, "high", high)
	}
	return n, nil
}
