// Package record is a match as text: a head of tags, then one event a line. It
// parses a record, plays it, and writes it in canonical form.
//
//	[Game "camelot"]
//	[Version "1"]
//	[Seats "2"]
//	[Seat1 "Ada"]
//	[Result "*"]
//
//	1: E6-E8
//	2: F10-F9 ; a comment
package record

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tableronde/games"
	"tableronde/games/table"
)

// Tags that this package interprets.
const (
	tagGame    = "Game"
	tagVersion = "Version"
	tagSeats   = "Seats"
	tagSeat    = "Seat" // and the number
	tagDate    = "Date"
	tagResult  = "Result"
	tagOption  = "Option." // and the option's id
)

// Record is a match as text.
type Record struct {
	tags   map[string]tag
	events []line
}

type tag struct {
	value string
	line  int // in the text it was read from, or 0
}

type line struct {
	table.Event
	number int // in the text it was read from
}

// LineError is an error in one line of a record or of a list of moves.
type LineError struct {
	Line   int        // from 1
	Move   int        // the move number, 0 if the text has none
	Seat   games.Seat // that acts, or 0 if the line is no event
	Action string     // of the seat
	Err    error      // the reason
}

func (e *LineError) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.Move > 0 {
		where += fmt.Sprintf(", move %d", e.Move)
	}
	if e.Seat == 0 {
		return fmt.Sprintf("%s: %v", where, e.Err)
	}
	return fmt.Sprintf("%s: seat %d: %s: %v", where, e.Seat, e.Action, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }

// Of returns the record of a match: names are the players' by seat from seat 1
// ("" if unknown), date is when it began (zero if unknown). In a game of chance it
// names the seed, which is secret until the match is over.
func Of(m table.Match, names []string, date time.Time) *Record {
	r := &Record{}
	info, setup := m.Ruleset().Info(), m.Setup()
	r.set(tagGame, info.ID)
	r.set(tagVersion, strconv.Itoa(info.Version))
	r.set(tagSeats, strconv.Itoa(setup.Seats))
	for i, name := range names {
		if name != "" {
			r.set(tagSeat+strconv.Itoa(i+1), name)
		}
	}
	if !date.IsZero() {
		r.set(tagDate, date.UTC().Format(time.DateOnly))
	}
	r.set(tagResult, Scores(m.Result(), setup.Seats))
	for id, value := range setup.Options {
		r.set(tagOption+id, value)
	}
	if info.Chance && setup.Seed != nil {
		r.set(tagSeed, setup.Seed.Hex())
	}
	for name, text := range setup.Fixed {
		if info.Chance {
			r.set(name, text)
		}
	}
	for _, e := range m.Log() {
		r.events = append(r.events, line{Event: e})
	}
	return r
}

// Scores formats a result for a Result tag: the scores by seat joined by "-", or
// "*" without a result.
func Scores(result *games.Result, seats int) string {
	if result == nil || result.Reason == games.ReasonAborted {
		return "*"
	}
	list := make([]string, seats)
	for i := range list {
		score := result.Scores[games.Seat(i+1)]
		list[i] = strconv.FormatFloat(score, 'f', -1, 64)
		if score == 0.5 {
			list[i] = "1/2"
		}
	}
	return strings.Join(list, "-")
}

// Tag returns the value of a tag, "" if there is none.
func (r *Record) Tag(name string) string { return r.tags[name].value }

// SetTag sets a tag, with spaces for control characters in the value. The error is for a name that
// is empty or has characters other than letters, digits, ".", "_" and "-".
func (r *Record) SetTag(name, value string) error {
	if !isTagName(name) {
		return refuse("record.tag_name", "name", name)
	}
	r.set(name, value)
	return nil
}

func (r *Record) set(name, value string) {
	if r.tags == nil {
		r.tags = make(map[string]tag)
	}
	clean := strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(value, "\uFFFD"))
	r.tags[name] = tag{value: clean}
}

func isTagName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(c rune) bool { return !inTagName(c) }) < 0
}

func inTagName(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("._-", c)
}

// Events lists the events as written, not checked against any rules. The caller
// owns the list.
func (r *Record) Events() []table.Event {
	events := make([]table.Event, len(r.events))
	for i, l := range r.events {
		events[i] = l.Event
	}
	return events
}

// Match plays the record by the ruleset that lookup returns. The error is lookup's, the ruleset's
// for a number of seats or an option that it refuses, or a *LineError for a line that cannot be
// played.
func (r *Record) Match(lookup func(id string, version int) (games.Ruleset, error)) (table.Match, error) {
	m, err := r.begin(lookup)
	if err != nil {
		return table.Match{}, err
	}
	return r.play(m)
}

// play plays all lines.
func (r *Record) play(m table.Match) (table.Match, error) {
	for _, l := range r.events {
		next, err := m.Replay(l.Event)
		if err != nil {
			return table.Match{}, &LineError{Line: l.number, Seat: l.Seat, Action: l.Text, Err: err}
		}
		m = next
	}
	return m, nil
}

// begin returns the match before its first event.
func (r *Record) begin(lookup func(id string, version int) (games.Ruleset, error)) (table.Match, error) {
	rules, seats, err := r.rules(lookup)
	if err != nil {
		return table.Match{}, err
	}
	setup := r.setup(seats)
	if info := rules.Info(); info.Chance {
		if err := r.chance(info, &setup); err != nil {
			return table.Match{}, err
		}
	}
	return table.New(rules, setup)
}

// rules returns the ruleset and the number of seats of the record.
func (r *Record) rules(lookup func(id string, version int) (games.Ruleset, error)) (rules games.Ruleset, seats int, err error) {
	version := 1
	if err := r.number(tagVersion, &version); err != nil {
		return nil, 0, err
	}
	if err := r.number(tagSeats, &seats); err != nil {
		return nil, 0, err
	}
	rules, err = lookup(r.Tag(tagGame), version)
	return rules, seats, err
}

// setup returns the setup of the record without its chance.
func (r *Record) setup(seats int) games.Setup {
	setup := games.Setup{Seats: seats, Options: make(map[string]string)}
	for name, t := range r.tags {
		if id, ok := strings.CutPrefix(name, tagOption); ok {
			setup.Options[id] = t.value
		}
	}
	return setup
}

// number sets *to to the value of a tag, a number from 1, if the record has it.
func (r *Record) number(name string, to *int) error {
	t, ok := r.tags[name]
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(t.value)
	if err != nil || n < 1 {
		return &LineError{Line: t.line, Err: refuse("record.tag_number", "name", name, "text", t.value)}
	}
	*to = n
	return nil
}

var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// WriteTo writes the record in canonical form: the tags in a fixed order, a
// blank line, one event a line, no comments.
func (r *Record) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, r.String())
	return int64(n), err
}

// String returns the record in canonical form.
func (r *Record) String() string {
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(r.tags), compareTags)
	for _, name := range names {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, quote.Replace(r.Tag(name)))
	}
	b.WriteByte('\n')
	for _, l := range r.events {
		fmt.Fprintf(&b, "%d: %s\n", l.Seat, l.Text)
	}
	return b.String()
}

// tagOrder lists the stems of tags in the order in which they are written. Other tags follow.
var tagOrder = []string{tagGame, tagVersion, tagSeats, tagSeat, tagHeld, tagDate, tagResult, "Option",
	tagMatch, tagCommitment, tagSecret, tagContribution, tagSeed, games.TagDeck, games.TagChance}

// compareTags orders the names of tags by tagOrder, then by name, then by the
// number at their end.
func compareTags(x, y string) int {
	xs, xn := splitTag(x)
	ys, yn := splitTag(y)
	return cmp.Or(cmp.Compare(rank(xs), rank(ys)), cmp.Compare(xs, ys), cmp.Compare(xn, yn), cmp.Compare(x, y))
}

// splitTag splits a tag's name into its stem and the number at its end, 0 if none.
func splitTag(name string) (stem string, number int) {
	stem = strings.TrimRight(name, "0123456789")
	number, _ = strconv.Atoi(name[len(stem):])
	return stem, number
}

func rank(stem string) int {
	family, _, _ := strings.Cut(stem, ".")
	if i := slices.Index(tagOrder, family); i >= 0 {
		return i
	}
	return len(tagOrder)
}

// tagHeld begins the tags of former players of a seat: [Held.2.41 "Bo"] is for seat 2, up to the
// line after line 41, with which another player took it.
const tagHeld = "Held"

// Holder is a player who held a seat before another took it.
type Holder struct {
	Seat games.Seat
	Ply  int // lines before the one with which the other took it
	Name string
}

// SetHolder records the player who held a seat before another player took it.
func (r *Record) SetHolder(h Holder) { r.set(fmt.Sprintf("%s.%d.%d", tagHeld, h.Seat, h.Ply), h.Name) }

// Holders lists the players who held seats before others, in the order of the lines.
func (r *Record) Holders() (list []Holder) {
	for name, tag := range r.tags {
		text, held := strings.CutPrefix(name, tagHeld+".")
		seat, ply, _ := strings.Cut(text, ".")
		n, err := strconv.Atoi(seat)
		at, wrong := strconv.Atoi(ply)
		if held && err == nil && wrong == nil {
			list = append(list, Holder{games.Seat(n), at, tag.value})
		}
	}
	slices.SortFunc(list, func(a, b Holder) int { return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Seat, b.Seat)) })
	return list
}

// refusals are the sentences that refuse a record or a list of moves.
var refusals = map[string]string{
	"record.utf8":        "The text is not UTF-8.",
	"record.control":     "The text contains the control character {sign}.",
	"record.no_moves":    "The text has no moves.",
	"record.too_many":    "This game is too long: it has more than {most} moves.",
	"record.result":      "There is a move after the result.",
	"record.no_move":     "This is not a move.",
	"record.long":        "“{text}” is too long to be a move.",
	"record.comment":     "A comment begins with {sign} but does not end.",
	"record.event":       "An action has the form SEAT: ACTION, not “{text}”.",
	"record.game":        "There is no game “{game}”.",
	"record.other_game":  "This is a game of {game}, not of {other}.",
	"record.version":     "There is no version {version} of {game}.",
	"record.tag_none":    "The record has no tag [{name} \"…\"].",
	"record.tag_form":    "A tag has the form [Name \"value\"].",
	"record.tag_name":    "“{name}” is not a valid name of a tag.",
	"record.tag_twice":   "The tag {name} is already in line {line}.",
	"record.tag_late":    "The tag {name} comes after the first action.",
	"record.tag_escape":  "In the value of the tag {name} a \\ must come before \" or \\.",
	"record.tag_quote":   "The value of the tag {name} has no closing \".",
	"record.tag_bracket": "The tag {name} is not closed by ].",
	"record.tag_more":    "After the tag {name} comes “{text}”. Begin a new line for it.",
	"record.tag_number":  "{name} is “{text}”, not a number from 1.",
	"record.seed":        "A seed is written as 64 hexadecimal digits.",

	"record.fair.game":         "There is nothing to verify: {game} is played without chance.",
	"record.fair.no_seed":      "The record has no seed, so nothing proves the origin of its cards.",
	"record.fair.form":         "The tag {name} does not have the form that the site writes.",
	"record.fair.unnamed":      "The record has no tag {name}. Its cards follow from its seed, but nothing proves the origin of the seed.",
	"record.fair.commitment":   "The secret differs from the one sealed before the deal: its SHA-256 is another.",
	"record.fair.contribution": "{name} is not a contribution to this match: its seats are 1 to {seats}.",
	"record.fair.seed":         "The seed does not follow from the secret, the match and the contributions.",
	"record.fair.going_on":     "The lines of the record do not reach the end of the match.",
	"record.fair.decided":      "{name} does not follow from the seed: place {place} has {text}, but the seed gives {want}.",
	"record.fair.absent":       "The record lacks the tag {name}, which the seed decides.",
	"record.fair.surplus":      "The record has a tag {name}, which the seed does not decide.",
	"record.fair.result":       "The lines lead to the result {result}, while the record says “{text}”.",
}

// Refusals returns the English sentence of every refusal of this package by its
// key, with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(refusals) }

const maxQuoted = 60 // characters

// refuse formats a refusal with args of alternating names and values. Long values are cut off
// after maxQuoted characters.
func refuse(key string, args ...string) *games.Illegal {
	r := games.Refusal{Key: key, Rule: "notation", Text: refusals[key]}
	if strings.HasPrefix(key, "record.fair.") {
		r.Rule = "fair"
	}
	for i := 1; i < len(args); i += 2 {
		args[i] = games.Excerpt(args[i], maxQuoted)
	}
	return r.With(args...)
}
