package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/games/table"
)

// maxEvents is the largest number of imported events. The longest recorded games have some
// hundreds.
const maxEvents = 2_000

var (
	errNoMoves     = refuse("record.no_moves")
	errTooMany     = refuse("record.too_many", "most", strconv.Itoa(maxEvents))
	errAfterResult = refuse("record.result")
	errNotAMove    = refuse("record.no_move")
)

// Imported is a match read from the text of another program or publication.
type Imported struct {
	Record *Record // of the match, in canonical form, or nil if the text could not be read
	Match  table.Match
}

// Import reads a match from a record, or from a bare list of moves as books and
// bulletins print it:
//
//	1.E6-E8 H11-F9 2.H6-F8 F11-H9 {a comment} 3.g6–g8? D11-D9 … White resigns
//
// Move numbers, line breaks and columns are free: the turn follows from the rules, so that "-" for
// a seat that passes may stand or not. Comments are in braces, in parentheses or behind ";". A
// list may begin with tags, as a record does.
//
// rules are the possible games. Among several, Import chooses the first that plays
// the whole list, or, if none does, the one that gets furthest.
//
// The error is ErrTooLong, the reader's or the ruleset's, or a *LineError for a word that cannot
// be played. Import then also returns the part before that word.
func Import(from io.Reader, rules ...games.Ruleset) (Imported, error) {
	text, err := readText(from)
	if err != nil {
		return Imported{}, err
	}
	if isRecord(text) {
		return importRecord(text, rules)
	}
	list, err := scanList(text)
	if err != nil {
		return Imported{}, err
	}
	return list.importAs(rules)
}

// eventLine matches a line of a record that has an event.
var eventLine = regexp.MustCompile(`^\s*\d+\s*:\s*[^\s\d]`)

// isRecord reports whether a text is a record rather than a list of moves: it
// names its game, and its first line that is neither tag nor comment has an event.
func isRecord(text []byte) bool {
	named := false
	for line := range bytes.Lines(text) {
		line, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte(";"))
		switch {
		case bytes.HasPrefix(line, []byte("[")):
			name, _, err := parseTag(string(line))
			named = named || err == nil && name == tagGame
		case len(line) > 0:
			return named && eventLine.MatchString(games.Plain(string(line)))
		}
	}
	return named
}

func importRecord(text []byte, rules []games.Ruleset) (Imported, error) {
	r, err := parse(text)
	var bad *LineError
	if errors.As(err, &bad) {
		// Keep the text before the malformed line.
		lines := bytes.SplitAfterN(text, []byte("\n"), bad.Line)
		if r, _ = parse(bytes.Join(lines[:bad.Line-1], nil)); r == nil {
			return Imported{}, err
		}
	} else if err != nil {
		return Imported{}, err
	}
	m, begun := r.begin(lookupAmong(rules))
	if begun != nil {
		return Imported{}, begun
	}
	var played error
	for i, l := range r.events {
		next, why := m, error(errTooMany)
		if i < maxEvents {
			next, why = m.Replay(l.Event)
		}
		if why != nil {
			played = &LineError{Line: l.number, Seat: l.Seat, Action: l.Text, Err: why}
			break
		}
		m = next
	}
	return Imported{Record: r.recordOf(m), Match: m}, cmp.Or(played, err)
}

// recordOf returns the record of a match, with the tags of another record added.
func (r *Record) recordOf(m table.Match) *Record {
	whole := Of(m, nil, time.Time{})
	for name, t := range r.tags {
		if name != tagVersion && name != tagSeats && name != tagGame {
			whole.set(name, t.value)
		}
	}
	return whole
}

// lookupAmong returns a lookup function limited to the given rulesets.
func lookupAmong(rules []games.Ruleset) func(id string, version int) (games.Ruleset, error) {
	return func(id string, version int) (games.Ruleset, error) {
		found := false
		for _, r := range rules {
			info := r.Info()
			if info.ID == id && info.Version == version {
				return r, nil
			}
			found = found || info.ID == id
		}
		switch {
		case found:
			return nil, refuse("record.version", "version", strconv.Itoa(version), "game", id)
		case len(rules) == 1:
			return nil, refuse("record.other_game", "game", id, "other", rules[0].Info().ID)
		}
		return nil, refuse("record.game", "game", id)
	}
}

// importAs plays the list by the ruleset that fits it best.
func (l *moveList) importAs(rules []games.Ruleset) (best Imported, worst error) {
	if game, ok := l.tags[tagGame]; ok {
		version := 1
		if err := (&Record{tags: l.tags}).number(tagVersion, &version); err != nil {
			return Imported{}, err
		}
		named, err := lookupAmong(rules)(game.value, version)
		if err != nil {
			return Imported{}, err
		}
		rules = []games.Ruleset{named}
	}
	for i, r := range rules {
		got, err := l.play(r)
		if i == 0 || err == nil || got.Record != nil && (best.Record == nil || got.Match.Ply() > best.Match.Ply()) {
			best, worst = got, err
		}
		if err == nil {
			break
		}
	}
	return best, worst
}

// play plays the list as a game of the ruleset, up to the first word that cannot be played.
func (l *moveList) play(rules games.Ruleset) (Imported, error) {
	info := rules.Info()
	r := &Record{tags: maps.Clone(l.tags)}
	r.set(tagGame, info.ID)
	r.set(tagVersion, fmt.Sprint(info.Version))
	if r.Tag(tagSeats) == "" {
		r.set(tagSeats, fmt.Sprint(info.Seats[0]))
	}
	for i, army := range info.Armies {
		if name, ok := r.tags[army.En]; ok {
			delete(r.tags, army.En)
			r.set(fmt.Sprint(tagSeat, i+1), name.value)
		}
	}
	m, err := r.begin(func(string, int) (games.Ruleset, error) { return rules, nil })
	if err != nil {
		return Imported{}, err
	}
	p := listPlayer{m: m, info: info}
	for _, w := range l.words {
		if err = p.playWord(w); err != nil {
			break
		}
	}
	if err == nil && p.m.Ply() == 0 && p.result == "" {
		err = errNoMoves
	}
	if p.result != "" && p.m.Result() == nil {
		r.set(tagResult, p.result)
	} else if p.m.Over() {
		delete(r.tags, tagResult)
	}
	return Imported{Record: r.recordOf(p.m), Match: p.m}, err
}

// listPlayer plays the words of a list one by one.
type listPlayer struct {
	m      table.Match
	info   games.Info
	move   int        // the last move number, 0 before the first
	who    games.Seat // of the army named by the last word, 0 if it named none
	result string     // as the list gives it
}

// playWord plays one word. The error is a *LineError.
func (p *listPlayer) playWord(w word) error {
	who := p.who
	p.who = 0
	switch w.kind {
	case wordNumber:
		p.move = w.number
	case wordResult:
		p.result = w.text
	case wordResigns:
		return p.playEvent(w, who, "resign")
	case wordDraw:
		p.result = strings.Repeat("-1/2", p.m.Setup().Seats)[1:]
	case wordWins:
		if who > 0 && p.m.Setup().Seats == 2 {
			p.result = []string{"1-0", "0-1"}[who-1]
		}
	default:
		named := slices.IndexFunc(p.info.Armies, func(a games.Text) bool { return strings.EqualFold(a.En, w.text) || strings.EqualFold(a.Fr, w.text) })
		if named >= 0 {
			p.who = games.Seat(named + 1)
			return nil
		}
		if table.IsSurrounding(w.text) {
			return p.fail(w, 0, errNotAMove)
		}
		if p.result != "" {
			return p.fail(w, 0, errAfterResult)
		}
		return p.playEvent(w, 0, w.text)
	}
	return nil
}

// playEvent plays an event of a seat, or of the seat to act for 0.
func (p *listPlayer) playEvent(w word, seat games.Seat, text string) error {
	if seat == 0 {
		if act := p.m.ToAct(); len(act) > 0 {
			seat = act[0]
		}
	}
	if p.m.Ply() >= maxEvents {
		return p.fail(w, seat, errTooMany)
	}
	next, err := p.m.Replay(table.Event{Seat: seat, Text: text})
	if err != nil {
		return p.fail(w, seat, err)
	}
	p.m = next
	return nil
}

// fail returns a *LineError for a word.
func (p *listPlayer) fail(w word, seat games.Seat, err error) error {
	if act := p.m.ToAct(); seat == 0 && len(act) > 0 {
		seat = act[0]
	}
	return &LineError{Line: w.line, Move: p.move, Seat: seat, Action: w.text, Err: err}
}
